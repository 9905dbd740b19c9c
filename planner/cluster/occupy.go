package cluster

import "fmt"

// rest is a part of a gang that has not started, for which GPUs are kept.
type rest struct {
	group                *groupPlan
	allocs, steps, order int
}

// awaitRest keeps GPUs for allocs that are to follow those that run.
func (b *builder) awaitRest(g *groupPlan, allocs, steps int) {
	b.rests = append(b.rests, rest{g, allocs, steps, b.found.order})
}

// occupy books all that isn't planned: what runs without being planned, then
// what is kept for gangs that started in part, then what waits unheld and will
// take the first GPUs that suit it.
func (b *builder) occupy() {
	for _, w := range b.running.list {
		if !w.planned {
			b.reserveWork(w)
		}
	}
	for _, r := range b.rests {
		b.found.order = r.order
		b.claim(r.group, r.allocs, r.steps)
	}
	for _, plan := range b.plans {
		b.found.order = plan.order
		if plan.starts() {
			b.claimWaiting(plan)
		}
	}
}

// reserveWork books running work that isn't planned, for the whole horizon:
// nobody has said when it ends.
func (b *builder) reserveWork(w *work) {
	group, known := b.groupOf(w)
	for i := range w.allocs {
		one := &w.allocs[i]
		cpu, memory := one.cpu, one.memory
		if known {
			cpu, memory = group.cpu, group.memory
		}
		b.ledger.enterAlloc(one, cpu, memory, b.grid.Steps, false)
	}
	if !known {
		b.found.order = w.order
		b.found.add(Finding{Severity: Note, Pos: w.pos, Job: w.job, Group: w.group, Text: "its job is not known; what it holds counts as taken"})
	}
}

// groupOf returns what the work's group asks for, where its job is known.
func (b *builder) groupOf(w *work) (need, bool) {
	g := b.groups[w.key]
	if g == nil {
		return need{}, false
	}
	return needOf(g, nil), true
}

// starts reports whether Nomad starts the job by itself sooner or later, the
// planner having no say in it.
func (p *jobPlan) starts() bool {
	planned := p.optedIn && p.reason == "" && !p.hasServices()
	return !planned && !p.job.Periodic && !p.job.Parameterized && !p.job.Dead
}

// claimWaiting books the first GPUs that suit for each alloc that waits unheld.
func (b *builder) claimWaiting(plan *jobPlan) {
	for _, g := range plan.groups {
		if g.gated || b.standing(g).State == Planned || b.standing(g).State == Hopeless {
			continue
		}
		if b.onEveryNode(g) {
			continue
		}
		missing := g.group.Count
		if w := b.running.of[g.id]; w != nil {
			missing -= w.ended + len(w.allocs)
		}
		if missing > 0 {
			b.claim(g, missing, b.grid.Steps)
		}
	}
}

// onEveryNode books a system job's GPUs on each node that suits and does not
// run it yet; for other jobs it returns false.
func (b *builder) onEveryNode(g *groupPlan) bool {
	if k := g.job.kind(); k != "system" && k != "sysbatch" {
		return false
	}
	has := map[int]bool{}
	if w := b.running.of[g.id]; w != nil {
		for i := range w.allocs {
			has[w.allocs[i].node] = true
		}
	}
	for _, p := range b.match.suit(g.job, g.group, &g.need).pools {
		if n := b.match.pools[p].node; !has[n] && b.claimOne(g, p, b.grid.Steps) {
			has[n] = true
		}
	}
	return true
}

// claim books allocs one by one in the first pools that suit and have room now.
func (b *builder) claim(g *groupPlan, allocs, steps int) {
	pools := b.match.suit(g.job, g.group, &g.need).pools
	placed := 0
	for _, p := range pools {
		for placed < allocs && b.claimOne(g, p, steps) {
			placed++
		}
	}
	switch {
	case placed > 0:
		b.found.group(Note, g.job, g.group, "", fmt.Sprintf("%d waiting allocs count as taking the first GPUs that suit them", placed))
	case allocs > 0:
		b.found.group(Note, g.job, g.group, "", "it waits, and no GPUs that suit it are free now")
	}
}

func (b *builder) claimOne(g *groupPlan, p, steps int) bool {
	if g.need.gpus < 1 || b.ledger.free[p] < g.need.gpus {
		return false
	}
	b.ledger.enter(entry{
		node: b.match.pools[p].node, pool: p, gpus: g.need.gpus, cpu: g.need.cpu, memory: g.need.memory, until: steps,
	})
	return true
}
