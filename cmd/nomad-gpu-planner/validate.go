package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/hcl"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// validateCommand checks job files.
type validateCommand struct {
	*program
	policy policyFlags
	json   bool
}

func (c *validateCommand) flags(set *flag.FlagSet) {
	set.StringVar(&c.policy.dir, "policy", "", "`DIR` of files named and filled like the KV keys config/<name>")
	set.BoolVar(&c.json, "json", false, "print the findings as JSON")
}

// verdict is what became of one file.
type verdict struct {
	File     string     `json:"file"`
	Job      string     `json:"job,omitempty"`
	Valid    bool       `json:"valid"`
	Groups   []standing `json:"groups"`
	Findings []finding  `json:"findings"`
}

type finding struct {
	Severity string `json:"severity"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Job      string `json:"job,omitempty"`
	Group    string `json:"group,omitempty"`
	Key      string `json:"key,omitempty"`
	Text     string `json:"text"`
}

func (c *validateCommand) run(args []string) error {
	if len(args) == 0 {
		return misuse{"want one or more job files"}
	}
	policy, _, err := c.policy.read(c.program)
	if err != nil {
		return err
	}
	var verdicts []verdict
	var mistakes []error
	for _, file := range args {
		v, err := c.judge(file, policy)
		verdicts = append(verdicts, v)
		mistakes = append(mistakes, err)
	}
	if err := c.print(verdicts); err != nil {
		return err
	}
	return errors.Join(mistakes...)
}

// judge reads one file and says what there is to say of it; its mistakes come as an error.
func (c *validateCommand) judge(file string, policy cluster.Policy) (verdict, error) {
	v := verdict{File: file, Groups: []standing{}, Findings: []finding{}}
	job, err := hcl.ReadJobFile(file, hcl.EnvVars(c.environ))
	if err != nil {
		v.Findings = append(v.Findings, finding{Severity: cluster.Error.String(), File: file, Text: err.Error()})
		return v, err
	}
	v.Job = job.Namespace + "/" + job.ID
	var mistakes []error
	for _, f := range cluster.Lint(job, policy) {
		v.Findings = append(v.Findings, finding{f.Severity.String(), f.Pos.File, f.Pos.Line, f.Job, f.Group, f.Key, f.Text})
		if f.Severity == cluster.Error {
			mistakes = append(mistakes, errors.New(f.String()))
		} else if !c.json {
			c.note("%s: %s", f.Severity, f)
		}
	}
	if err := missingDevices([]cluster.Job{*job}); err != nil {
		v.Findings = append(v.Findings, finding{Severity: cluster.Error.String(), File: file, Line: job.MetaAt(cluster.MetaPrefix).Line, Job: v.Job, Key: cluster.MetaPrefix, Text: err.Error()})
		mistakes = append(mistakes, err)
	}
	v.Valid = len(mistakes) == 0
	v.Groups = append(v.Groups, standings(job, policy)...)
	return v, errors.Join(mistakes...)
}

func (c *validateCommand) print(verdicts []verdict) error {
	if c.json {
		return c.write("-", func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(verdicts)
		})
	}
	for _, v := range verdicts {
		if err := c.tell(v); err != nil {
			return err
		}
	}
	return nil
}

// tell prints how the groups of one job would be planned.
func (c *validateCommand) tell(v verdict) error {
	if !v.Valid {
		return nil
	}
	text := fmt.Sprintf("%s: job %s is valid", v.File, v.Job)
	if len(v.Groups) == 0 {
		text += "; no group of it needs GPUs, so it is left alone"
	}
	for _, g := range v.Groups {
		text += "\n  " + g.String()
	}
	for line := range strings.SplitSeq(text, "\n") {
		if _, err := fmt.Fprintln(c.stdout, lane.Printable(line)); err != nil {
			return err
		}
	}
	return nil
}

func (c *validateCommand) usage() usage {
	return usage{
		synopsis:  "say what is wrong or odd about job files",
		arguments: "FILE...",
		text: `
Reads Nomad job files as plan does and names, with file and line, what keeps
their groups from being planned or looks like a mistake: bad values, a gate
that is missing or incomplete, device requests that match nothing.
The exit status is 1 when a file has an error; warnings and notes are none.`,
		examples: []string{"job validate train.nomad.hcl", "job validate -json jobs/*.nomad.hcl"},
	}
}
