package scenario

import (
	"cmp"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// unit is what starts together: one block, or the blocks of one gang.
type unit struct {
	blocks      []int // widest first
	arrival     int   // of its last block: until then it cannot start
	early, late int   // first and last start; late < early means never
	weight      float64
	deadline    bool
}

// unitsOf returns the blocks and gangs of p that do not run yet, by arrival and
// then by file order.
func unitsOf(p *planner.Problem) []*unit {
	var units []*unit
	gang := map[string]*unit{}
	for b := range p.Blocks {
		blk := &p.Blocks[b]
		if len(blk.Running) > 0 {
			continue
		}
		u := gang[blk.Gang]
		if blk.Gang == "" || u == nil {
			u = &unit{arrival: blk.Arrival, late: p.Steps}
			gang[blk.Gang] = u
			units = append(units, u)
		}
		u.add(p, b)
	}
	for _, u := range units {
		u.finish(p)
	}
	slices.SortStableFunc(units, func(x, y *unit) int { return cmp.Compare(x.arrival, y.arrival) })
	return units
}

func (u *unit) add(p *planner.Problem, b int) {
	blk := &p.Blocks[b]
	late := p.Steps - 1
	if p.Tail != planner.TailOverrun {
		late = p.Steps - blk.Steps
	}
	if blk.Deadline != nil {
		late = min(late, *blk.Deadline-blk.Steps)
		u.deadline = true
	}
	u.blocks = append(u.blocks, b)
	u.arrival = max(u.arrival, blk.Arrival)
	u.early = max(u.early, blk.Earliest)
	u.late = min(u.late, late)
}

// finish weighs the unit by its GPUs and puts its widest block first: what is
// hardest to place is placed first.
func (u *unit) finish(p *planner.Problem) {
	sum, size := 0.0, 0.0
	for _, b := range u.blocks {
		blk := &p.Blocks[b]
		gpus := float64(max(1, blk.Allocs*blk.GPUsPerAlloc))
		sum += blk.Weight * gpus
		size += gpus
	}
	u.weight = sum / size
	slices.SortStableFunc(u.blocks, func(x, y int) int {
		return cmp.Compare(p.Blocks[y].GPUsPerAlloc, p.Blocks[x].GPUsPerAlloc)
	})
}
