package scenario

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// placer puts units and replicas into a room and notes them in a draft. All
// baselines share it.
type placer struct {
	p     *planner.Problem
	room  *room
	draft *draft
	pools map[string]int
	all   []int
	lists [][]int // block → pools it may use
	// snug takes the pool with the fewest free GPUs, as Nomad's bin packing
	// does, instead of the first in file order.
	snug bool
	// taken[s][n] are the steps at which distinct service s stands on node n.
	taken []map[int][]bool
}

func newPlacer(p *planner.Problem) *placer {
	z := &placer{p: p, room: newRoom(p), draft: newDraft(p), pools: poolIndex(p), lists: make([][]int, len(p.Blocks))}
	for i := range p.Pools {
		z.all = append(z.all, i)
	}
	z.taken = make([]map[int][]bool, len(p.Services))
	for s := range z.taken {
		z.taken[s] = map[int][]bool{}
	}
	for b := range p.Blocks {
		blk := &p.Blocks[b]
		z.lists[b] = z.list(blk.Pools)
		if z.draft.start[b] < 0 {
			continue
		}
		for _, i := range z.draft.spots[b] {
			z.room.take(i, 0, min(blk.Steps, p.Steps), blockNeed(blk))
		}
	}
	return z
}

// list returns the pools named, in file order; all when names is nil.
func (z *placer) list(names []string) []int {
	if names == nil {
		return z.all
	}
	wanted := make(map[int]bool, len(names))
	for _, id := range names {
		wanted[z.pools[id]] = true
	}
	var out []int
	for _, i := range z.all {
		if wanted[i] {
			out = append(out, i)
		}
	}
	return out
}

func blockNeed(b *planner.Block) need { return need{b.GPUsPerAlloc, b.CPU, b.Memory} }

// find returns the smallest start of u from step s on that fits, −1 when none does.
// Nothing is placed.
func (z *placer) find(u *unit, s int) int {
	for s = max(s, u.early); s <= u.late; s++ {
		if spots, ok := z.put(u, s); ok {
			z.drop(u, s, spots)
			return s
		}
	}
	return -1
}

// start places u at step s when it fits there.
func (z *placer) start(u *unit, s int) bool {
	if s < u.early || s > u.late {
		return false
	}
	spots, ok := z.put(u, s)
	if !ok {
		return false
	}
	for i, b := range u.blocks {
		z.draft.start[b], z.draft.spots[b] = s, spots[i]
	}
	return true
}

// put takes the room of all of u's allocs from step s, or of none.
func (z *placer) put(u *unit, s int) (spots [][]int, ok bool) {
	for _, b := range u.blocks {
		at, ok := z.putBlock(b, s)
		if !ok {
			z.drop(u, s, spots)
			return nil, false
		}
		spots = append(spots, at)
	}
	return spots, true
}

// drop gives back what put took.
func (z *placer) drop(u *unit, s int, spots [][]int) {
	for i, at := range spots {
		z.dropBlock(u.blocks[i], s, at)
	}
}

func (z *placer) dropBlock(b, s int, at []int) {
	blk := &z.p.Blocks[b]
	for _, i := range at {
		z.room.give(i, s, s+blk.Steps, blockNeed(blk))
	}
}

func (z *placer) putBlock(b, s int) ([]int, bool) {
	blk := &z.p.Blocks[b]
	at := make([]int, 0, blk.Allocs)
	for range blk.Allocs {
		i := z.choose(blk, z.lists[b], s, at)
		if i < 0 {
			z.dropBlock(b, s, at)
			return nil, false
		}
		z.room.take(i, s, s+blk.Steps, blockNeed(blk))
		at = append(at, i)
	}
	return at, true
}

// choose returns the pool for one more alloc, −1 when none can take it.
func (z *placer) choose(blk *planner.Block, list []int, s int, at []int) int {
	best := -1
	for _, i := range list {
		if z.room.gpus[i][s] < blk.GPUsPerAlloc || blk.DistinctNodes && z.stands(at, i) ||
			!z.room.fits(i, s, s+blk.Steps, blockNeed(blk)) {
			continue
		}
		if !z.snug {
			return i
		}
		if best < 0 || z.room.gpus[i][s] < z.room.gpus[best][s] {
			best = i
		}
	}
	return best
}

// stands reports whether one of the pools at lies on the node of pool i.
func (z *placer) stands(at []int, i int) bool {
	for _, other := range at {
		if z.room.node[other] == z.room.node[i] {
			return true
		}
	}
	return false
}

// plan completes the draft: every block that is not placed gets a reason.
func (z *placer) plan(method, crowded string) *planner.Plan {
	var empty *placer
	for _, u := range unitsOf(z.p) {
		if z.draft.start[u.blocks[0]] >= 0 {
			continue
		}
		if empty == nil {
			empty = newPlacer(z.p)
		}
		why := empty.impossible(u)
		for _, b := range u.blocks {
			switch {
			case why != "":
				z.draft.reason[b] = why
			case z.draft.reason[b] == "":
				z.draft.reason[b] = crowded
			}
		}
	}
	return z.draft.plan(method)
}

// impossible says why u has no place even beside reserved and running work
// alone, "" when it has one.
func (z *placer) impossible(u *unit) string {
	for _, b := range u.blocks {
		if len(z.lists[b]) == 0 {
			return fmt.Sprintf("no pool is eligible for %s", z.p.Blocks[b].ID)
		}
	}
	switch {
	case u.early >= z.p.Steps:
		return fmt.Sprintf("its earliest start, step %d, is past the horizon of %d steps", u.early, z.p.Steps)
	case u.late < u.early:
		return fmt.Sprintf("from step %d on it ends too late for its deadline or the horizon of %d steps", u.early, z.p.Steps)
	case z.find(u, u.early) < 0:
		return "reserved and running work never leave it enough of a pool for long enough"
	}
	return ""
}
