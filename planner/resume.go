package planner

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// resume returns the packing of an earlier plan, as far as it still holds:
// stays where their replica stood, blocks where and when they were to start.
// base is a packing of all that must be placed, for where it doesn't.
func (c *compiled) resume(from *Plan, base *grid.State) *grid.State {
	st := grid.NewState(c.in)
	c.resumeStays(from, st)
	for u := c.firstStay; u < len(c.in.Units); u++ {
		if !st.Placed(u) && !search.PlaceFirst(st, u, search.Fit{Area: 1}) {
			st.CopyFrom(base)
			break
		}
	}
	c.resumeBlocks(from, st)
	return st
}

func (c *compiled) resumeStays(from *Plan, st *grid.State) {
	was := map[string]*PlanService{}
	for s := range from.Services {
		was[from.Services[s].ID] = &from.Services[s]
	}
	for k, y := range c.stays {
		ps := was[c.p.Services[y.service].ID]
		if ps == nil {
			continue
		}
		for i := range ps.Intervals {
			iv := &ps.Intervals[i]
			p, known := c.pool[iv.Pool]
			it := &c.in.Units[c.firstStay+k].Items[0]
			if iv.Index == y.index && iv.From < y.to && y.from < iv.To && known && slices.Contains(it.Pools, p) {
				if st.PlaceAt(c.firstStay+k, y.from, []int{p}) {
					break
				}
			}
		}
	}
}

func (c *compiled) resumeBlocks(from *Plan, st *grid.State) {
	was := map[string]*PlanBlock{}
	for b := range from.Blocks {
		was[from.Blocks[b].ID] = &from.Blocks[b]
	}
	for u := range c.blocks {
		if start, pools, ok := c.placeOf(u, was); ok {
			st.PlaceAt(u, start, pools)
		}
	}
}

// placeOf returns where an earlier plan had unit u; ok is false when it had
// not, or when it may not be there any more.
func (c *compiled) placeOf(u int, was map[string]*PlanBlock) (start int, pools []int, ok bool) {
	unit := &c.in.Units[u]
	for i, b := range c.blocks[u] {
		pb := was[c.p.Blocks[b].ID]
		if pb == nil || pb.Start == nil || len(pb.Allocs) != unit.Items[i].Allocs || i > 0 && *pb.Start != start {
			return 0, nil, false
		}
		start = *pb.Start
		for _, a := range pb.Allocs {
			p, known := c.pool[a.Pool]
			if !known || !slices.Contains(unit.Items[i].Pools, p) {
				return 0, nil, false
			}
			pools = append(pools, p)
		}
	}
	return start, pools, start >= unit.Early && start <= unit.Late && unit.Value(start) >= 0
}
