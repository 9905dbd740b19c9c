package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/hcl"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// planCommand plans job files on a cluster that a file describes.
type planCommand struct {
	*program
	cluster, jobs, forecasts string
	policy                   policyFlags
	start                    string
	problemOut               string
	solving                  solving
	answer                   answer
}

func (c *planCommand) flags(set *flag.FlagSet) {
	set.StringVar(&c.cluster, "cluster", "", "cluster `FILE`: nodes and what runs on them")
	set.StringVar(&c.jobs, "jobs", "", "`DIR` of job files that wait")
	set.StringVar(&c.forecasts, "forecasts", "", "`DIR` of forecasts, at <namespace>/<job>/<group>.json")
	set.StringVar(&c.start, "start", "", "when to begin, a `TIME` such as 2026-12-01T00:00:00Z; else the cluster file's start, else now")
	set.StringVar(&c.problemOut, "problem-out", "", "write problem.json to this `FILE`, - for stdout and no grid")
	c.policy.flags(set)
	c.answer.flags(set)
	c.solving.flags(set)
}

func (c *planCommand) run(args []string) error {
	if len(args) > 0 {
		return misuse{fmt.Sprintf("%q: takes no arguments, files have flags", args[0])}
	}
	if err := c.check(); err != nil {
		return err
	}
	problem, err := c.problem()
	if err != nil {
		return err
	}
	if c.problemOut != "" {
		if err := c.write(c.problemOut, func(w io.Writer) error { return planner.EncodeProblem(w, problem) }); err != nil {
			return err
		}
	}
	c.answer.silent = c.problemOut == "-"
	if c.answer.silent && !c.answer.toFiles() {
		return nil // nobody would see a plan
	}
	plan, err := c.solving.solve(c.program, problem)
	if err != nil {
		return err
	}
	return c.answer.give(c.program, problem, plan)
}

func (c *planCommand) check() error {
	c.problemOut = standard(c.problemOut)
	if err := errors.Join(c.solving.check(), c.policy.check(), c.answer.check()); err != nil {
		return err
	}
	switch {
	case c.cluster == "":
		return misuse{"-cluster is missing: a live cluster cannot be read yet"}
	case c.jobs == "":
		return misuse{"-jobs is missing"}
	case c.problemOut == "-" && !c.answer.shown():
		return misuse{"-problem-out - and the plan both want stdout; write one to a file"}
	}
	return writable(c.problemOut, c.answer.out, c.answer.svg)
}

// problem reads all files and builds the problem. What a person should know of
// the jobs goes to stderr; mistakes in them are errors.
func (c *planCommand) problem() (*planner.Problem, error) {
	snapshot, err := c.snapshot()
	if err != nil {
		return nil, err
	}
	policy, declarations, err := c.policy.read(c.program)
	if err != nil {
		return nil, err
	}
	forecasts, err := readForecasts(c.forecasts, snapshot, policy, declarations)
	if err != nil {
		return nil, err
	}
	problem, report, err := cluster.Build(snapshot, forecasts, policy, declarations)
	if mistakes := c.tell(report.Findings, err == nil); err == nil {
		err = mistakes
	}
	return problem, err
}

func (c *planCommand) snapshot() (*cluster.Snapshot, error) {
	snapshot, err := hcl.ReadClusterFile(c.cluster)
	jobs, jobsErr := hcl.ReadJobs(c.jobs, hcl.EnvVars(c.environ))
	if err := errors.Join(err, jobsErr, missingDevices(jobs)); err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		c.note("note: %s: there are no job files in it (*.hcl, *.nomad), so nothing waits", c.jobs)
	}
	snapshot.Jobs = jobs
	switch {
	case c.start != "":
		snapshot.Start, err = time.Parse(time.RFC3339, c.start)
		if err != nil {
			return nil, misuse{fmt.Sprintf("-start %q: want a time such as 2026-12-01T00:00:00Z", c.start)}
		}
	case snapshot.Start.IsZero():
		snapshot.Start = time.Now().UTC().Truncate(time.Minute)
	}
	return snapshot, nil
}

// mostNotes is how many notes and warnings are printed.
const mostNotes = 50

// tell prints findings and returns those that are mistakes as an error. When
// nothing was built they are in Build's error already.
func (c *planCommand) tell(findings []cluster.Finding, built bool) error {
	var mistakes []error
	told := 0
	for _, f := range findings {
		switch {
		case f.Severity != cluster.Error:
			if told++; told <= mostNotes {
				c.note("%s: %s", f.Severity, f)
			}
		case built:
			mistakes = append(mistakes, errors.New(f.String()))
		}
	}
	if told > mostNotes {
		c.note("note: and %d more notes and warnings", told-mostNotes)
	}
	return errors.Join(mistakes...)
}

func (c *planCommand) usage() usage {
	return usage{
		synopsis: "plan job files on a cluster that a file describes",
		text: `
Turns a cluster file, a folder of job files and a folder of forecasts into a
problem, and plans it as solve does. All jobs of the folder count as submitted
and waiting; the cluster file alone says what runs. Nothing is written to Nomad.`,
		examples: []string{
			"plan -cluster cluster.hcl -jobs jobs -forecasts forecasts",
			"plan -cluster cluster.hcl -jobs jobs -forecasts forecasts -problem-out problem.json -svg plan.svg",
		},
	}
}
