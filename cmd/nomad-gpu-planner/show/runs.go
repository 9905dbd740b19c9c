package show

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

const (
	mostRuns  = 40
	mostWaits = 25
)

// placed is a block with its place in the plan.
type placed struct {
	block int
	plan  *planner.PlanBlock
}

// split sorts the plan's blocks into those that run, by start, and those that wait.
func split(p *planner.Problem, q *planner.Plan) (run, wait []placed) {
	index := make(map[string]int, len(p.Blocks))
	for i := range p.Blocks {
		index[p.Blocks[i].ID] = i
	}
	for i := range q.Blocks {
		b, known := index[q.Blocks[i].ID]
		switch {
		case !known:
		case q.Blocks[i].Start != nil:
			run = append(run, placed{b, &q.Blocks[i]})
		default:
			wait = append(wait, placed{b, &q.Blocks[i]})
		}
	}
	slices.SortStableFunc(run, func(a, b placed) int { return cmp.Compare(*a.plan.Start, *b.plan.Start) })
	return run, wait
}

// runs prints what runs when and where.
func (s *screen) runs() {
	run, _ := split(s.p, s.q)
	if len(run) == 0 {
		return
	}
	t := &table{head: []string{" ", "runs", "kind", "start", "end", "GPUs", "where"}, right: []bool{5: true}}
	for _, x := range run[:min(len(run), mostRuns)] {
		b := &s.p.Blocks[x.block]
		t.add(workloadHue(b.Workload).ink, string(s.signs.block[x.block]), lane.Label(b.ID), kind(b),
			s.clock(*x.plan.Start), s.clock(*x.plan.Start+b.Steps), size(b), s.where.list(x.plan.Allocs))
	}
	s.table(t, len(run)-mostRuns)
}

// waits prints what is not placed and why.
func (s *screen) waits() {
	_, wait := split(s.p, s.q)
	if len(wait) == 0 {
		return
	}
	t := &table{head: []string{" ", "waits", "kind", "weight", "length", "GPUs", "why"}, right: []bool{3: true, 4: true, 5: true}}
	for _, x := range wait[:min(len(wait), mostWaits)] {
		b := &s.p.Blocks[x.block]
		t.add("", " ", lane.Label(b.ID), kind(b), fmt.Sprintf("%g", b.Weight), s.length(b.Steps), size(b), lane.Printable(x.plan.Reason))
	}
	s.table(t, len(wait)-mostWaits)
}

func kind(b *planner.Block) string {
	k := workloadHue(b.Workload).name
	if len(b.Running) > 0 {
		k += ", runs"
	}
	return k
}

// size returns "8" or, for several allocs, "2×8".
func size(b *planner.Block) string {
	if b.Allocs == 1 {
		return fmt.Sprint(b.GPUsPerAlloc)
	}
	return fmt.Sprintf("%d×%d", b.Allocs, b.GPUsPerAlloc)
}
