package scenario

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Reordered returns p with the same blocks arriving in another order: the times
// of arrival stay, and who comes at which is drawn from seed. A block's earliest
// start and deadline keep their distance from its arrival; gangs arrive together
// as they did. Blocks stand in the order of their new arrival.
func Reordered(p *planner.Problem, seed uint64) *planner.Problem {
	q := *p
	q.Blocks = slices.Clone(p.Blocks)
	var movable []int
	for b := range q.Blocks {
		if len(q.Blocks[b].Running) == 0 && q.Blocks[b].Gang == "" {
			movable = append(movable, b)
		}
	}
	for i, k := range rand.New(rand.NewPCG(seed, 0x0de5)).Perm(len(movable)) {
		arriveAt(&q.Blocks[movable[i]], p.Blocks[movable[k]].Arrival)
	}
	slices.SortStableFunc(q.Blocks, func(a, b planner.Block) int { return cmp.Compare(a.Arrival, b.Arrival) })
	return &q
}

func arriveAt(b *planner.Block, t int) {
	later := t - b.Arrival
	b.Arrival += later
	b.Earliest += later
	if b.Deadline != nil {
		due := *b.Deadline + later
		b.Deadline = &due
	}
}
