package cluster

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// planBlocks makes a block of each group of the job; they are one gang.
func (b *builder) planBlocks(plan *jobPlan) {
	suits := make([]suit, len(plan.groups))
	for i, g := range plan.groups {
		suits[i] = b.match.suit(g.job, g.group, &g.need)
		if suits[i].twoModels {
			b.leaveAll(plan, fmt.Sprintf("group %q needs two models at once", g.group.Name))
			return
		}
	}
	running := 0
	for _, g := range plan.groups {
		if b.running.of[g.id] != nil {
			running++
		}
	}
	if running > 0 {
		b.planStarted(plan, running < len(plan.groups))
		return
	}
	b.planWaiting(plan, suits)
}

// leaveAll takes all groups of a job out of the plan.
func (b *builder) leaveAll(plan *jobPlan, reason string) {
	plan.reason = reason
	for _, g := range plan.groups {
		b.leave(g, Warning, reason)
	}
}

// blockOf returns the part of a block that doesn't depend on time or place.
func (b *builder) blockOf(g *groupPlan) planner.Block {
	return planner.Block{
		ID: g.id, Workload: g.declared.Workload, Weight: g.declared.Priority,
		Allocs: g.group.Count, GPUsPerAlloc: g.need.gpus, Steps: max(1, b.stepsUp(g.declared.Duration)),
		CPU: g.need.cpu, Memory: g.need.memory, DistinctNodes: g.apart,
	}
}

// planWaiting makes blocks of groups of which nothing runs.
func (b *builder) planWaiting(plan *jobPlan, suits []suit) {
	arrival := 0
	if s := plan.job.Submitted; !s.IsZero() {
		arrival = min(0, b.stepsDown(s.Sub(b.grid.Start)))
	}
	earliest := 0
	for _, g := range plan.groups {
		if at := g.declared.Earliest; !at.IsZero() {
			earliest = max(earliest, b.stepsUp(at.Sub(b.grid.Start)))
		}
	}
	for i, g := range plan.groups {
		block := b.blockOf(g)
		block.Arrival, block.Earliest = arrival, earliest
		block.Pools = suits[i].ids
		if len(plan.groups) > 1 {
			block.Gang = JobKey(plan.job.namespace(), plan.job.ID)
		}
		b.setDeadline(g, &block)
		b.warnLate(g, &block)
		if suits[i].reason != "" {
			b.hopeless(g, suits[i].reason)
		}
		b.warnLoose(g, &suits[i])
		b.problem.Blocks = append(b.problem.Blocks, block)
	}
}

// warnLoose says of a group that the plan can't hold Nomad to the model it chose.
func (b *builder) warnLoose(g *groupPlan, s *suit) {
	if s.loose {
		b.found.group(Warning, g.job, g.group, "device",
			"a node has two models that suit, and Nomad takes either; ask for one by a constraint on ${device.model}")
	}
}

// warnLate says of a block that the horizon ends before its turn can come.
func (b *builder) warnLate(g *groupPlan, block *planner.Block) {
	switch {
	case block.Earliest >= b.grid.Steps:
		b.hopeless(g, fmt.Sprintf("it may not start before step %d, the horizon ends at %d", block.Earliest, b.grid.Steps))
	case b.policy.Tail != planner.TailOverrun && block.Earliest+block.Steps > b.grid.Steps:
		b.hopeless(g, fmt.Sprintf("it takes %d steps from step %d on and must end by %d", block.Steps, block.Earliest, b.grid.Steps))
	}
}

// setDeadline rounds the deadline down to a step. One that cannot be met even
// on an empty cluster is dropped and flagged, unless it is hard.
func (b *builder) setDeadline(g *groupPlan, block *planner.Block) {
	if g.declared.Deadline.IsZero() {
		return
	}
	deadline := max(0, b.stepsDown(g.declared.Deadline.Sub(b.grid.Start)))
	late := block.Earliest+block.Steps > deadline
	switch {
	case late && g.declared.DeadlineHard:
		b.hopeless(g, fmt.Sprintf("its hard deadline, step %d, is before step %d, the first it could end at", deadline, block.Earliest+block.Steps))
	case late:
		b.found.group(Warning, g.job, g.group, MetaKey(keyDeadline), fmt.Sprintf(
			"%s can no longer be met and is dropped: it could end at %s at the earliest",
			g.declared.Deadline.Format(stampLayout), b.grid.Time(block.Earliest+block.Steps).Format(stampLayout)))
		return
	}
	block.Deadline = &deadline
}

const stampLayout = "2006-01-02T15:04Z07:00"

// planStarted makes running blocks of what runs, and keeps GPUs free for what
// doesn't: a gang that started in part can't be moved to the start of its rest.
func (b *builder) planStarted(plan *jobPlan, inPart bool) {
	for _, g := range plan.groups {
		w := b.running.of[g.id]
		if w == nil && b.succeeds(g) {
			b.leave(g, Note, "it waits behind its gate for the job's present run to end")
			continue
		}
		if w == nil {
			b.leave(g, Warning, "its job started in part; GPUs are kept for it")
			b.awaitRest(g, g.group.Count, max(1, b.stepsUp(g.declared.Duration)))
			continue
		}
		block := b.blockOf(g)
		if !b.takeRunning(g, w, &block) {
			continue
		}
		if !inPart && len(plan.groups) > 1 && b.allTaken(plan) {
			block.Gang = JobKey(plan.job.namespace(), plan.job.ID)
		}
		b.problem.Blocks = append(b.problem.Blocks, block)
		if missing := g.group.Count - w.ended - len(w.allocs); missing > 0 && !b.succeeds(g) {
			b.found.group(Warning, g.job, g.group, "", fmt.Sprintf("%d of %d allocs run; GPUs are kept for the rest", len(w.allocs), g.group.Count))
			b.awaitRest(g, missing, block.Steps)
		}
	}
}

// succeeds reports whether what of the group doesn't run belongs to the next
// run: live, a gate on a running job is that of a version submitted since.
func (b *builder) succeeds(g *groupPlan) bool { return b.snapshot.Live && g.gated }

// allTaken reports whether every group of the job runs as its file says.
func (b *builder) allTaken(plan *jobPlan) bool {
	for _, g := range plan.groups {
		if w := b.running.of[g.id]; w == nil || !w.runsAs(g) {
			return false
		}
	}
	return true
}

// runsAs reports whether every alloc holds what the group asks for, of one pool.
func (w *work) runsAs(g *groupPlan) bool {
	for i := range w.allocs {
		if _, ok := w.allocs[i].single(g.need.gpus); !ok {
			return false
		}
	}
	return len(w.allocs) > 0
}

// takeRunning fills in a block from what runs. What doesn't run as its file
// says stays reserved for the whole horizon.
func (b *builder) takeRunning(g *groupPlan, w *work, block *planner.Block) bool {
	if !w.runsAs(g) {
		b.leave(g, Warning, "it does not run as its file says; what it holds counts as taken")
		return false
	}
	w.planned = true
	block.Steps = b.remaining(g, w, block.Steps)
	if d := g.declared.Deadline; !d.IsZero() && d.Before(b.grid.Time(block.Steps)) {
		b.found.group(Warning, g.job, g.group, MetaKey(keyDeadline), "it runs past its deadline")
	}
	block.Allocs = len(w.allocs)
	for i := range w.allocs {
		p, _ := w.allocs[i].single(g.need.gpus)
		block.Running = append(block.Running, b.match.pools[p].id)
		b.ledger.enterAlloc(&w.allocs[i], block.CPU, block.Memory, block.Steps, true)
	}
	return true
}

// remaining returns how many steps running work still takes, at least one.
func (b *builder) remaining(g *groupPlan, w *work, whole int) int {
	steps := 0
	for _, r := range w.run {
		steps = max(steps, b.stepsUp(r.Remaining))
	}
	if steps > 0 {
		return steps
	}
	b.found.group(Note, g.job, g.group, "", "how long it still runs is not known; its whole duration is assumed")
	return whole
}
