package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
)

// solveCommand solves a problem file.
type solveCommand struct {
	*program
	solving  solving
	answer   answer
	baseline string
}

func (c *solveCommand) flags(set *flag.FlagSet) {
	c.answer.flags(set)
	c.solving.flags(set)
	set.StringVar(&c.baseline, "baseline", "", "plan as `NAME` does instead: "+strings.Join(scenario.Baselines(), ", "))
}

func (c *solveCommand) run(args []string) error {
	if len(args) != 1 {
		return misuse{"want one problem file, - for stdin"}
	}
	if args[0] == "-" && c.solving.from == "-" {
		return misuse{"-from - and the problem both want stdin; read one from a file"}
	}
	if err := c.solving.check(); err != nil {
		return err
	}
	if err := c.answer.check(); err != nil {
		return err
	}
	if err := c.checkBaseline(); err != nil {
		return err
	}
	problem, err := c.readProblem(args[0])
	if err != nil {
		return err
	}
	plan, err := c.plan(problem)
	if err != nil {
		return err
	}
	return c.answer.give(c.program, problem, plan)
}

// checkBaseline refuses an unknown baseline, and flags that say how to search
// beside one: it does not.
func (c *solveCommand) checkBaseline() error {
	if c.baseline == "" {
		return nil
	}
	if !slices.Contains(scenario.Baselines(), c.baseline) {
		return misuse{fmt.Sprintf("-baseline %q: want one of %s", c.baseline, strings.Join(scenario.Baselines(), ", "))}
	}
	var idle []string
	for _, flag := range []string{"mode", "limit", "gap", "iterations", "seed", "from"} {
		if given(c.solving.set, flag) {
			idle = append(idle, "-"+flag)
		}
	}
	switch len(idle) {
	case 0:
		return nil
	case 1:
		return misuse{idle[0] + " means nothing beside -baseline"}
	}
	return misuse{strings.Join(idle, " and ") + " mean nothing beside -baseline"}
}

func (c *solveCommand) plan(problem *planner.Problem) (*planner.Plan, error) {
	if c.baseline != "" {
		return scenario.Baseline(c.baseline, problem)
	}
	return c.solving.solve(c.program, problem)
}

func (c *solveCommand) usage() usage {
	return usage{
		synopsis:  "plan a problem file",
		arguments: "PROBLEM",
		text: `
Plans what problem.json describes: services as short of replicas as they must
be and no more, then as much weighted work as fits. The plan is shown as a
grid of GPU × time with tables of what runs, what waits and why, and comes
with a proven bound on what any plan could reach.

An interrupt ends the solve with the best plan so far.`,
		examples: []string{
			"solve problem.json",
			"solve -gap 0 -limit 60s -out plan.json problem.json",
			"solve -mode fast -json - < problem.json",
			"solve -baseline fifo problem.json",
		},
	}
}
