package hcl

import (
	"errors"
	"testing"
)

// Every fault names file, line, job, group, task and key, and what to do.
func TestFaultsOfJobFiles(t *testing.T) {
	for _, c := range []struct{ claim, src, want string }{
		{"a count must be a number", oneGroup(`count = "many"`),
			`job.hcl:3: job "j" group "g": count: must be a whole number, is "many"; write count = 1`},
		{"a count must not be negative", oneGroup(`count = -1`),
			`job.hcl:3: job "j" group "g": count: must be at least 0, is -1; write count = 1, or leave it out for 1`},
		{"a count must be whole", oneGroup(`count = 1.5`),
			`job.hcl:3: job "j" group "g": count: must be a whole number from 0 to 1000000, is 1.5; write count = 1, or leave it out for 1`},
		{"a count is no list", oneGroup(`count = [1]`),
			`job.hcl:3: job "j" group "g": count: must be a whole number, is a list; write count = 1`},
		{"a count is nothing that only Nomad knows", oneGroup(`count = meta.n`),
			`job.hcl:3: job "j" group "g": count: must be a whole number, is "${meta.n}"; write count = 1`},
		{"a priority starts at 1", "job \"j\" {\npriority = 0\ngroup \"g\" {}\n}",
			`job.hcl:2: job "j": priority: must be at least 1, is 0; write a number from 1 to 100, or leave it out for 50`},
		{"a priority ends at 100", "job \"j\" {\npriority = 200\ngroup \"g\" {}\n}",
			`job.hcl:2: job "j": priority: must be at most 100, is 200; write a number from 1 to 100, or leave it out for 50`},
		{"no device is not a request (case 11)", oneDevice("device \"nvidia/gpu\" {\ncount = 0\n}"),
			`job.hcl:6: job "j" group "g" task "t": device "nvidia/gpu": count: must be at least 1, is 0; write count = 1, or leave it out for 1`},
		{"a type is one of four", "job \"j\" {\ntype = \"bach\"\ngroup \"g\" {}\n}",
			`job.hcl:2: job "j": type: is "bach"; did you mean "batch"?`},
		{"scaling bounds are in order", oneGroup("scaling {\nmin = 3\nmax = 2\n}"),
			`job.hcl:5: job "j" group "g": scaling: max: is 2, below min, which is 3; raise max or lower min`},
		{"memory is a number", "job \"j\" {\ntask \"t\" {\nresources {\nmemory = \"8 GiB\"\n}\n}\n}",
			`job.hcl:4: job "j" task "t": memory: must be a number, is "8 GiB"; write memory = 1`},
		{"memory is not negative", "job \"j\" {\ntask \"t\" {\nresources {\nmemory = -8\n}\n}\n}",
			`job.hcl:4: job "j" task "t": memory: must be a number from 0, is -8; leave it out to use the default`},
		{"an operator is one of Nomad's", oneConstraint("attribute = \"x\"\noperator = \"regex\"\nvalue = \"y\""),
			`job.hcl:4: job "j": constraint: operator: is "regex"; did you mean "regexp"?`},
		{"a constraint has an attribute", oneConstraint("value = \"y\""),
			`job.hcl:2: job "j": constraint: attribute: is missing; write for instance attribute = "${node.class}"`},
		{"a constraint has a value", oneConstraint("attribute = \"y\""),
			`job.hcl:2: job "j": constraint: value: is missing; write value = "…"; to ask only whether there is one, operator = "is_set"`},
		{"a constraint has one operator", oneConstraint("attribute = \"y\"\nregexp = \"a\"\nversion = \">= 1\""),
			`job.hcl:5: job "j": constraint: version: stands beside the operator "regexp"; write one constraint block for each`},
		{"blocks have no equals sign", "job \"j\" {\ntask \"t\" {\nresources = { cpu = 5 }\n}\n}",
			`job.hcl:3: job "j" task "t": resources: is a block; write resources { … }, without the equals sign`},
		{"a job has groups", "job \"j\" {\n}",
			`job.hcl:1: job "j": group: the job has no group; write group "NAME" { … }`},
		{"groups have names of their own", "job \"j\" {\ngroup \"g\" {}\ngroup \"g\" {}\n}",
			`job.hcl:3: job "j": group "g": stands twice, first in line 2; give each a name of its own`},
		{"tasks have names of their own", oneGroup("task \"t\" {}\ntask \"t\" {}"),
			`job.hcl:4: job "j" group "g": task "t": stands twice; give each a name of its own`},
		{"groups have names", "job \"j\" {\ngroup {}\n}",
			`job.hcl:2: job "j": missing name for group: all group blocks must have 1 labels (name)`},
		{"a file has a job", "locals {}\n",
			`job.hcl: job: there is none in this file; a job file has one block job "NAME" { … }`},
		{"a file has one job", "job \"a\" {\n}\njob \"b\" {\n}",
			`job.hcl:3: job: stands twice in one file; put each job into a file of its own`},
		{"a needed variable must be set", "variable \"n\" {\ntype = number\n}\n" + oneGroup("count = var.n"),
			`job.hcl:6: job "j" group "g": count: variable "n" (line 1) has no value; give it a default, or set NOMAD_VAR_n in the environment`},
		{"also through locals", "variable \"n\" {}\nlocals {\nx = local.y\ny = var.n + 1\n}\n" + oneGroup("count = local.x"),
			`job.hcl:8: job "j" group "g": count: local.y (line 4): variable "n" (line 1) has no value; give it a default, or set NOMAD_VAR_n in the environment`},
		{"also in a dynamic block", "variable \"n\" {}\njob \"j\" {\ndynamic \"group\" {\nfor_each = var.n\nlabels = [\"x\"]\ncontent {}\n}\n}",
			`job.hcl:4: job "j": variable "n" (line 1) has no value; give it a default, or set NOMAD_VAR_n in the environment`},
		{"a variable must be declared", "variable \"replicas\" { default = 1 }\n" + oneGroup("count = var.replica"),
			`job.hcl:4: job "j" group "g": count: variable "replica" is not declared; did you mean var.replicas?`},
		{"a local must be declared", oneGroup("count = local.zzz"),
			`job.hcl:3: job "j" group "g": count: local "zzz" is not declared; declare it: locals { zzz = … }`},
		{"a variable fits its type", "variable \"n\" {\ntype = number\ndefault = \"x\"\n}\n" + oneGroup(""),
			`job.hcl:3: variable "n": the default does not fit the type number: a number is required`},
		{"a variable is declared once", "variable \"n\" {}\nvariables { n = 1 }\n" + oneGroup(""),
			`job.hcl:2: variable "n": is declared twice, first in line 1; keep one`},
		{"a local is declared once", "locals { n = 1 }\nlocals { n = 1 }\n" + oneGroup(""),
			`job.hcl:2: local.n: is declared twice, first in line 1; keep one`},
		{"a planner's key must be readable", "job \"j\" {\nmeta {\ngpu_planner_priority = nofunc()\n}\ngroup \"g\" {}\n}",
			`job.hcl:3: job "j": meta.gpu_planner_priority: call to unknown function: there is no function named "nofunc"`},
		{"a planner's key must be text", "job \"j\" {\nmeta = { gpu_planner_priority = [1] }\ngroup \"g\" {}\n}",
			`job.hcl:2: job "j": meta.gpu_planner_priority: must be text, is a list; put it in quotes`},
		{"braces must close", "job \"j\" {\n",
			`job.hcl:1: unclosed configuration block: there is no closing brace for this block before the end of the file. This may be caused by incorrect brace nesting elsewhere in this file`},
		{"all faults are told, in the order of the file", "job \"j\" {\ngroup \"g\" {\ncount = -1\n}\npriority = 0\ngroup \"h\" {\ncount = \"x\"\n}\n}",
			`job.hcl:3: job "j" group "g": count: must be at least 0, is -1; write count = 1, or leave it out for 1
job.hcl:5: job "j": priority: must be at least 1, is 0; write a number from 1 to 100, or leave it out for 50
job.hcl:7: job "j" group "h": count: must be a whole number, is "x"; write count = 1`},
	} {
		t.Run(c.claim, func(t *testing.T) {
			job, err := ReadJob("job.hcl", []byte(c.src), nil)
			wantError(t, err, c.want)
			if job != nil {
				t.Error("a job came with the error")
			}
		})
	}
}

func TestFaultsCanBeTakenApart(t *testing.T) {
	_, err := ReadJob("job.hcl", []byte(oneGroup("  count = -1")), nil)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("got %T", err)
	}
	if e.File != "job.hcl" || e.Line != 3 || e.Column != 11 || e.Key != "count" || e.Where != `job "j" group "g"` {
		t.Errorf("got %+v", e)
	}
}
