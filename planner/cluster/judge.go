package cluster

import (
	"fmt"
	"slices"
	"strings"
)

// verdict is why a job is not planned, and how much that matters; the empty
// reason means that nothing speaks against it.
type verdict struct {
	severity Severity
	reason   string
}

// judge finds the first reason not to plan a job that opted in, and says what
// is odd about one that is planned.
func (c *classifier) judge(plan *jobPlan) {
	for _, against := range []func(*jobPlan) verdict{
		noGPUs, twoKinds, wrongType, template, dead, strangeConstraint, wrongGate, gatedService, c.partlyGated, strangerInside, nothingToRun, spread,
	} {
		if v := against(plan); v.reason != "" {
			plan.reason = v.reason
			c.found.job(v.severity, plan.job, "", "not planned: "+v.reason)
			return
		}
	}
	c.remark(plan)
}

func noGPUs(plan *jobPlan) verdict {
	if len(plan.groups) == 0 {
		return verdict{Warning, "it asks for no GPU"}
	}
	return verdict{}
}

// hasServices and hasBlocks say what the job's groups opted in as.
func (p *jobPlan) hasServices() bool {
	return slices.ContainsFunc(p.groups, (*groupPlan).isService)
}

func (p *jobPlan) hasBlocks() bool {
	return slices.ContainsFunc(p.groups, func(g *groupPlan) bool { return g.declared != nil && !g.isService() })
}

func twoKinds(plan *jobPlan) verdict {
	if plan.hasBlocks() && plan.hasServices() {
		return verdict{Warning, "a block and a service in one job; a job is the unit of release, so give each its own"}
	}
	return verdict{}
}

func wrongType(plan *jobPlan) verdict {
	j, want, what := plan.job, "batch", "blocks"
	if plan.hasServices() {
		want, what = "service", "realtime"
	}
	switch j.kind() {
	case want:
		return verdict{}
	case "system", "sysbatch":
		return verdict{Error, fmt.Sprintf("a %s job runs on every node; %s are of type %q", j.kind(), what, want)}
	}
	return verdict{Error, fmt.Sprintf("type is %q, %s are of type %q", j.kind(), what, want)}
}

func template(plan *jobPlan) verdict {
	switch {
	case plan.job.Periodic:
		return verdict{Warning, "a periodic job is a template; its children count as taken while they run"}
	case plan.job.Parameterized:
		return verdict{Warning, "a parameterized job is a template; its children count as taken while they run"}
	}
	return verdict{}
}

func dead(plan *jobPlan) verdict {
	if plan.job.Dead {
		return verdict{Note, "it has finished or was stopped"}
	}
	return verdict{}
}

// strangeConstraint finds operators that Nomad doesn't know.
func strangeConstraint(plan *jobPlan) verdict {
	for i := range plan.job.Groups {
		for _, one := range constraintsOf(plan.job, &plan.job.Groups[i]) {
			if !slices.Contains(operators, one.operator()) {
				return verdict{Error, fmt.Sprintf("constraint %s: unknown operator%s", one, didYouMean(one.operator(), operators))}
			}
		}
	}
	return verdict{}
}

// wrongGate finds what was meant to be the gate: it would hold for ever.
func wrongGate(plan *jobPlan) verdict {
	for i := range plan.job.Groups {
		for _, one := range constraintsOf(plan.job, &plan.job.Groups[i]) {
			if nearGate(&one) {
				return verdict{Error, fmt.Sprintf("constraint %s is not the gate, which is %s = %s", one, GateTarget, GateValue)}
			}
		}
	}
	return verdict{}
}

func gatedService(plan *jobPlan) verdict {
	if !plan.hasServices() {
		return verdict{}
	}
	for i := range plan.job.Groups {
		if g := &plan.job.Groups[i]; Gated(plan.job, g) {
			return verdict{Warning, fmt.Sprintf("services carry no gate: take it out of group %q", g.Name)}
		}
	}
	return verdict{}
}

// partlyGated finds blocks that the gate doesn't hold as a whole: helpers
// without GPUs would start at once too. Offline an ungated job still waits.
func (c *classifier) partlyGated(plan *jobPlan) verdict {
	if plan.hasServices() {
		return verdict{}
	}
	var open []string
	for i := range plan.job.Groups {
		if g := &plan.job.Groups[i]; !Gated(plan.job, g) {
			open = append(open, fmt.Sprintf("%q", g.Name))
		}
	}
	switch {
	case len(open) == 0:
		return verdict{}
	case len(open) < len(plan.job.Groups):
		return verdict{Warning, "the gate is missing in group " + strings.Join(open, ", ") + "; it has to stand in every group"}
	case c.live && !c.runs(plan.job): // what runs had its gate opened, or never had one
		return verdict{Warning, "it has no gate, so Nomad starts it by itself"}
	}
	return verdict{}
}

func strangerInside(plan *jobPlan) verdict {
	if plan.hasServices() {
		return verdict{}
	}
	for _, g := range plan.groups {
		if g.declared == nil {
			return verdict{Warning, fmt.Sprintf("group %q needs GPUs and did not opt in; all groups of a block open together", g.group.Name)}
		}
	}
	return verdict{}
}

func nothingToRun(plan *jobPlan) verdict {
	if plan.hasServices() {
		return verdict{}
	}
	for _, g := range plan.groups {
		if g.group.Count == 0 {
			return verdict{Warning, fmt.Sprintf("count of group %q is 0", g.group.Name)}
		}
	}
	return verdict{}
}

func spread(plan *jobPlan) verdict {
	for _, g := range plan.groups {
		apart, reason := distinct(plan.job, g.group, len(plan.groups) > 1)
		if reason != "" {
			return verdict{Warning, reason}
		}
		g.apart = apart
	}
	return verdict{}
}

// remark says what is odd about a job that is planned all the same.
func (c *classifier) remark(plan *jobPlan) {
	j := plan.job
	switch {
	case !plan.hasBlocks() || c.live && c.runs(j):
	case !plan.groups[0].gated:
		c.found.job(Warning, j, "", "it has no gate and starts the moment it is submitted; put the gate into every group")
	case slices.ContainsFunc(j.Groups, func(g Group) bool { return !hasGate(g.Constraints) }):
		c.found.job(Warning, j, "", "the gate stands outside of a group's own constraints; put it into every group, where a release rewrites it")
	}
	for _, g := range plan.groups {
		if g.need.cores > 0 {
			c.found.group(Note, j, g.group, "cores", "what whole cores are worth in MHz is not known; only cpu counts")
		}
		if g.need.hasAffinities() {
			c.found.group(Note, j, g.group, "affinity", "device affinities are a preference that is not weighed")
		}
	}
}
