package main

import "flag"

// solveCommand solves a problem file.
type solveCommand struct {
	*program
	solving solving
	answer  answer
}

func (c *solveCommand) flags(set *flag.FlagSet) {
	c.answer.flags(set)
	c.solving.flags(set)
}

func (c *solveCommand) run(args []string) error {
	if len(args) != 1 {
		return misuse{"want one problem file, - for stdin"}
	}
	if err := c.solving.check(); err != nil {
		return err
	}
	if err := c.answer.check(); err != nil {
		return err
	}
	problem, err := c.readProblem(args[0])
	if err != nil {
		return err
	}
	plan, err := c.solving.solve(c.program, problem)
	if err != nil {
		return err
	}
	return c.answer.give(c.program, problem, plan)
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
		},
	}
}
