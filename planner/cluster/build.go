package cluster

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// Build turns what is, what will be asked and what the operator values into a
// problem, and reports what became of every group that needs GPUs. Blocks and
// services stand in the order of the snapshot's jobs, pools in that of its nodes.
//
// What can't be planned is reported with its reason and never blocks the rest.
// An error means that there is no problem: the policy or the snapshot contradict
// themselves, or, in files, a service's forecast is missing or too short. The
// report is never nil.
func Build(s *Snapshot, f Forecasts, p Policy, d Declarations) (*planner.Problem, *Report, error) {
	b := &builder{snapshot: s, forecasts: &f, policy: &p, report: &Report{}}
	problem, err := b.build(&d)
	b.report.Findings = b.found.sorted()
	if err != nil {
		return nil, b.report, err
	}
	return problem, b.report, nil
}

// builder holds what Build gathers.
type builder struct {
	snapshot  *Snapshot
	forecasts *Forecasts
	policy    *Policy
	grid      demand.Grid
	report    *Report
	found     findings
	match     *matchmaker
	running   *holdings
	ledger    *ledger
	problem   *planner.Problem
	// plans are the jobs, standings the index in the report of each group.
	plans     []*jobPlan
	standings map[*groupPlan]int
	groups    map[string]*Group // by group key
	used      map[string]bool   // forecasts
	rests     []rest
	errs      []error
}

func (b *builder) build(d *Declarations) (*planner.Problem, error) {
	if err := b.policy.Validate(); err != nil {
		return nil, fmt.Errorf("policy: %w", err)
	}
	c, err := newClassifier(b.snapshot, b.policy, d, &b.found)
	if err != nil {
		return nil, err
	}
	inventory, err := newInventory(b.snapshot, c.globs)
	if err != nil {
		return nil, err
	}
	if b.running, err = newHoldings(b.snapshot, inventory, &b.found); err != nil {
		return nil, err
	}
	c.running = b.running
	b.match = &matchmaker{inventory: inventory}
	b.grid = b.policy.Grid(b.snapshot.Start)
	b.ledger = newLedger(b.grid.Steps, inventory.pools)
	b.standings, b.used, b.groups = map[*groupPlan]int{}, map[string]bool{}, map[string]*Group{}
	b.frame()
	b.classify(c, d)
	b.plan()
	b.occupy()
	b.ledger.reserve(inventory, b.problem)
	b.limitTails()
	b.nameUnused()
	if err := errors.Join(b.errs...); err != nil {
		return nil, err
	}
	if err := b.problem.Validate(); err != nil {
		return nil, fmt.Errorf("the problem that was built: %w", err)
	}
	return b.problem, nil
}

// frame begins the problem with its axis of time, nodes and pools.
func (b *builder) frame() {
	earliness := b.policy.Earliness
	b.problem = &planner.Problem{
		Version: planner.Version, Start: b.snapshot.Start, Timestep: planner.Duration(b.policy.Timestep),
		Steps: b.grid.Steps, Earliness: &earliness, Tail: b.policy.Tail,
		Pools: []planner.Pool{}, Blocks: []planner.Block{}, Services: []planner.Service{},
	}
	for i := range b.snapshot.Nodes {
		b.problem.Nodes = append(b.problem.Nodes, b.snapshot.Nodes[i].problemNode())
	}
	for i := range b.match.pools {
		p := &b.match.pools[i]
		b.problem.Pools = append(b.problem.Pools, planner.Pool{
			ID: p.id, Node: b.snapshot.Nodes[p.node].id(), Device: p.device.label(), GPUs: p.gpus,
		})
	}
}

// classify judges all jobs and opens a standing for each group with GPUs.
func (b *builder) classify(c *classifier, d *Declarations) {
	for i := range b.snapshot.Jobs {
		plan := c.classify(&b.snapshot.Jobs[i], i)
		b.plans = append(b.plans, plan)
		for _, g := range plan.groups {
			b.standings[g] = len(b.report.Groups)
			b.report.Groups = append(b.report.Groups, b.standingOf(plan, g))
		}
	}
	b.nameStrayDeclarations(d)
}

func (b *builder) standingOf(plan *jobPlan, g *groupPlan) Standing {
	s := Standing{
		ID: g.id, Job: plan.job.called(), Group: g.group.Name, Pos: g.group.Pos, State: Planned,
		Gated: g.gated, GPUs: g.need.gpus, Declared: g.declared, Running: b.running.of[g.id] != nil,
	}
	switch {
	case plan.reason != "":
		s.State, s.Reason = Unplanned, plan.reason
	case g.declared == nil:
		s.State, s.Reason = Undeclared, "it did not opt in; its GPUs count as taken"
	}
	return s
}

// standing returns what the report says of the group.
func (b *builder) standing(g *groupPlan) *Standing { return &b.report.Groups[b.standings[g]] }

// leave takes a group out of the plan, with the reason.
func (b *builder) leave(g *groupPlan, severity Severity, reason string) {
	s := b.standing(g)
	s.State, s.Reason = Unplanned, reason
	b.found.group(severity, g.job, g.group, "", "not planned: "+reason)
}

// hopeless notes that no place or no time suits the group as things are.
func (b *builder) hopeless(g *groupPlan, reason string) {
	s := b.standing(g)
	s.State, s.Reason = Hopeless, reason
	b.found.group(Warning, g.job, g.group, "", "cannot be placed: "+reason)
}

// plan makes blocks and services of all groups that can be planned.
func (b *builder) plan() {
	for _, plan := range b.plans {
		b.found.order = plan.order
		switch {
		case plan.reason != "" || !plan.optedIn:
		case plan.hasServices():
			b.planServices(plan)
		default:
			b.planBlocks(plan)
		}
	}
}

// nameStrayDeclarations learns all groups by key, and says which declarations in Consul are of no job.
func (b *builder) nameStrayDeclarations(d *Declarations) {
	jobs := map[string]bool{}
	for i := range b.snapshot.Jobs {
		j := &b.snapshot.Jobs[i]
		jobs[JobKey(j.namespace(), j.ID)] = true
		for k := range j.Groups {
			b.groups[GroupKey(j.namespace(), j.ID, j.Groups[k].Name)] = &j.Groups[k]
		}
	}
	b.found.order = len(b.snapshot.Jobs)
	for _, key := range d.sortedKeys() {
		if !jobs[key] && b.groups[key] == nil {
			b.found.add(Finding{Severity: Warning, Key: "jobs/" + key, Text: "there is no such job or group"})
		}
	}
}

// nameUnused says which forecasts are of no service.
func (b *builder) nameUnused() {
	var keys []string
	for key := range b.forecasts.ByKey {
		if !b.used[key] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	b.found.order = len(b.snapshot.Jobs)
	for _, key := range keys {
		b.found.add(Finding{Severity: Note, Key: b.forecasts.place(key), Text: "it is the forecast of no service that is planned"})
	}
}

// stepsUp and stepsDown count timesteps from the start to a moment, rounded to
// the later and the earlier step.
func (b *builder) stepsUp(d time.Duration) int {
	n := int(d / b.grid.Timestep)
	if d%b.grid.Timestep > 0 {
		n++
	}
	return n
}

func (b *builder) stepsDown(d time.Duration) int {
	n := int(d / b.grid.Timestep)
	if d%b.grid.Timestep < 0 {
		n--
	}
	return n
}
