package hcl

import (
	"reflect"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

func TestWhatAJobLeavesOutIsAsNomadHasIt(t *testing.T) {
	j := mustRead(t, "job \"j\" {\ngroup \"g\" {\ntask \"t\" {}\n}\n}", nil)
	want := &cluster.Job{
		Namespace: "default", ID: "j", Name: "j", Type: "service", Priority: 50, NodePool: "default",
		Datacenters: []string{"*"}, Pos: cluster.Pos{File: "job.hcl", Line: 1},
		Groups: []cluster.Group{{
			Name: "g", Count: 1, Pos: cluster.Pos{File: "job.hcl", Line: 2},
			Tasks: []cluster.Task{{Name: "t", CPU: 100, Memory: 300, Pos: cluster.Pos{File: "job.hcl", Line: 3}}},
		}},
	}
	if !reflect.DeepEqual(j, want) {
		t.Errorf("got %+v\nwant %+v", j, want)
	}
}

func TestJobFiles(t *testing.T) {
	for _, c := range []struct {
		claim, src string
		get        func(*cluster.Job) any
		want       any
	}{
		{"numbers may be strings", `job "j" { 
			priority = "70"
			group "g" { count = "3" }
		}`, func(j *cluster.Job) any { return []int{j.Priority, j.Groups[0].Count} }, []int{70, 3}},
		{"a count of zero stays", oneGroup(`count = 0`),
			func(j *cluster.Job) any { return j.Groups[0].Count }, 0},
		{"without a count the scaling minimum holds", oneGroup(`scaling { min = 4 }`),
			func(j *cluster.Job) any { return j.Groups[0].Count }, 4},
		{"scaling says which bounds were written", "job \"j\" {\ngroup \"g\" {\nscaling {\nmax = 9\nenabled = false\n}\n}\n}",
			func(j *cluster.Job) any { s := *j.Groups[0].Scaling; s.Pos = cluster.Pos{}; return s },
			cluster.Scaling{Max: 9, HasMax: true}},
		{"a device without a count is one", oneDevice(`device "nvidia/gpu" {}`),
			func(j *cluster.Job) any { return j.Groups[0].Tasks[0].Devices[0].Count }, 1},
		{"device names are kept as written", oneDevice("device \"nvidia/gpu/NVIDIA H100 80GB HBM3\" {}\ndevice \"gpu\" {\ncount = 2\n}"),
			func(j *cluster.Job) any {
				d := j.Groups[0].Tasks[0].Devices
				return []any{d[0].Name, d[1].Name, d[1].Count}
			}, []any{"nvidia/gpu/NVIDIA H100 80GB HBM3", "gpu", 2}},
		{"a task outside of a group gets one of its name", "job \"j\" {\ntask \"solo\" {}\n}",
			func(j *cluster.Job) any {
				return []any{j.Groups[0].Name, j.Groups[0].Count, j.Groups[0].Tasks[0].Name}
			}, []any{"solo", 1, "solo"}},
		{"cores stand in for cpu", "job \"j\" {\ntask \"t\" {\nresources {\ncores = 8\nmemory = 1024\n}\n}\n}",
			func(j *cluster.Job) any {
				k := j.Groups[0].Tasks[0]
				return []any{k.CPU, k.Cores, k.Memory}
			}, []any{0.0, 8, 1024.0}},
		{"id and name may differ from the label", "job \"j\" {\nid = \"a\"\nname = \"b\"\nnamespace = \"ml\"\nnode_pool = \"gpu\"\ndatacenters = [\"dc1\", \"eu-*\"]\ngroup \"g\" {}\n}",
			func(j *cluster.Job) any { return []any{j.ID, j.Name, j.Namespace, j.NodePool, j.Datacenters} },
			[]any{"a", "b", "ml", "gpu", []string{"dc1", "eu-*"}}},
		{"periodic and parameterized jobs are known as such", "job \"j\" {\nperiodic {\ncrons = [\"@daily\"]\n}\nparameterized {}\ngroup \"g\" {}\n}",
			func(j *cluster.Job) any { return []bool{j.Periodic, j.Parameterized} }, []bool{true, true}},
		{"null is as if absent", "job \"j\" {\npriority = null\nnamespace = null\ngroup \"g\" {\ncount = null\n}\n}",
			func(j *cluster.Job) any { return []any{j.Priority, j.Namespace, j.Groups[0].Count} }, []any{50, "default", 1}},
		{"a function may compute a count", oneGroup(`count = max(1, length(split(",", "a,b,c")), 2)`),
			func(j *cluster.Job) any { return j.Groups[0].Count }, 3},
		{"a conditional may", oneGroup(`count = 1 > 2 ? 5 : 6`),
			func(j *cluster.Job) any { return j.Groups[0].Count }, 6},
	} {
		t.Run(c.claim, func(t *testing.T) {
			if got := c.get(mustRead(t, c.src, nil)); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestMetaIsReadInBothFormsAtEveryLevel(t *testing.T) {
	j := mustRead(t, `
job "j" {
  meta {
    gpu_planner = "training"
    n           = 5
    on          = true
  }
  group "g" {
    meta = { "gpu_planner_priority" = 7, "a.b" = "c" }
    task "t" {
      meta = { k = "${NOMAD_ALLOC_INDEX}-${node.class}" }
    }
  }
}`, nil)
	for i, got := range []map[string]string{j.Meta, j.Groups[0].Meta, j.Groups[0].Tasks[0].Meta} {
		want := []map[string]string{
			{"gpu_planner": "training", "n": "5", "on": "true"},
			{"gpu_planner_priority": "7", "a.b": "c"},
			{"k": "${NOMAD_ALLOC_INDEX}-${node.class}"},
		}[i]
		if !reflect.DeepEqual(got, want) {
			t.Errorf("level %d: got %v, want %v", i, got, want)
		}
	}
}

func TestOtherMetaThatCannotBeReadIsPassedOver(t *testing.T) {
	for _, meta := range []string{
		"meta {\nrun = uuidv4()\ngpu_planner = \"training\"\n}",
		`meta = { run = uuidv4(), gpu_planner = "training" }`,
		`meta = { list = [1], gpu_planner = "training" }`,
		"meta {\nimage = var.tag\ngpu_planner = \"training\"\n}",
	} {
		j := mustRead(t, "variable \"tag\" {}\njob \"j\" {\n"+meta+"\ngroup \"g\" {}\n}", nil)
		if want := map[string]string{"gpu_planner": "training"}; !reflect.DeepEqual(j.Meta, want) {
			t.Errorf("%s: got %v", meta, j.Meta)
		}
	}
}

func TestWhatPlanningDoesNotNeedIsPassedOver(t *testing.T) {
	mustRead(t, `
plugin "x" {}
variable "never_set" { type = string }
job "j" {
  region = unknown_function(1)
  vault { policies = [missing.thing] }
  group "g" {
    volume "data" "extra" "labels" { anything = at(all) }
    dynamic "network" {
      for_each = nothing(known)
      content {}
    }
    task "t" {
      driver = "docker"
      config { image = "x:${var.never_set}" }
      env { A = uuidv4() }
      template {
        data = <<EOT
{{ range service "x" }}${env["HOME"]} %{ if false }never%{ endif }{{ end }}
EOT
      }
    }
  }
}`, nil)
}

func TestDynamicBlocksAreExpanded(t *testing.T) {
	j := mustRead(t, `
locals { shards = { a = 1, b = 2 } }
job "j" {
  dynamic "group" {
    for_each = local.shards
    labels   = ["shard-${group.key}"]
    content {
      count = group.value
      meta { part = "${group.key} of ${meta.dc}" }
      dynamic "constraint" {
        for_each = ["x", "y"]
        iterator = c
        content {
          attribute = "${meta.rack}"
          operator  = "!="
          value     = "${c.value}-${group.key}"
        }
      }
    }
  }
}`, nil)
	if len(j.Groups) != 2 {
		t.Fatalf("got %d groups", len(j.Groups))
	}
	b := j.Groups[1]
	if b.Name != "shard-b" || b.Count != 2 || b.Meta["part"] != "b of ${meta.dc}" {
		t.Errorf("got %+v", b)
	}
	if c := b.Constraints; len(c) != 2 || c[1].LTarget != "${meta.rack}" || c[1].RTarget != "y-b" {
		t.Errorf("got constraints %+v", c)
	}
}

func TestPlannerKeysOfMetaHaveTheirLines(t *testing.T) {
	for name, meta := range map[string]string{
		"block":          "meta {\n gpu_planner = \"training\"\n\n gpu_planner_duration = \"1h\"\n }",
		"map":            "meta = {\n gpu_planner = \"training\"\n\n \"gpu_planner_duration\" = \"1h\"\n }",
		"map of unknown": "meta = {\n gpu_planner = \"training\"\n other = nothing.known\n gpu_planner_duration = \"1h\"\n }",
	} {
		job, err := ReadJob("j.hcl", []byte("job \"x\" {\n "+meta+"\n group \"g\" {\n }\n}\n"), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if first, last := job.MetaAt("gpu_planner").Line, job.MetaAt("gpu_planner_duration").Line; first != 3 || last != 5 || job.MetaAt("other").Line != 1 {
			t.Errorf("%s: lines %d and %d, want 3 and 5", name, first, last)
		}
	}
}
