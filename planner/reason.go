package planner

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
)

// explain gives every block that is not placed its reason.
func (c *compiled) explain(st *grid.State, prices *price.Bound, q *Plan) {
	var rd *price.Reader
	if prices != nil {
		rd = prices.Reader()
	}
	for b := range q.Blocks {
		if q.Blocks[b].Start == nil {
			q.Blocks[b].Reason = c.reason(st, rd, b)
		}
	}
}

// reason says why block b is not placed: it cannot be, a block of its gang
// cannot be, or the GPUs it needs are worth more to others.
func (c *compiled) reason(st *grid.State, rd *price.Reader, b int) string {
	u := c.unitOf[b]
	if why := c.impossible(b); why != "" {
		return why
	}
	for _, other := range c.blocks[u] {
		if why := c.impossible(other); why != "" {
			return fmt.Sprintf("its gang %q cannot start: %s: %s", c.p.Blocks[b].Gang, c.p.Blocks[other].ID, why)
		}
	}
	if unit := &c.in.Units[u]; unit.Late < unit.Early {
		return fmt.Sprintf("its gang %q has no step at which all its blocks may start", c.p.Blocks[b].Gang)
	}
	return c.crowdedOut(st, rd, u)
}

// impossible says why block b can never be placed, "" when it can.
func (c *compiled) impossible(b int) string {
	blk := &c.p.Blocks[b]
	early, late := c.p.window(blk)
	switch {
	case blk.Pools != nil && len(blk.Pools) == 0:
		return "no pool is eligible"
	case early >= c.p.Steps:
		return fmt.Sprintf("its earliest start, step %d, is past the horizon of %d steps", early, c.p.Steps)
	case blk.Deadline != nil && early+blk.Steps > *blk.Deadline:
		return fmt.Sprintf("the deadline at step %d is too early for %d steps from step %d on", *blk.Deadline, blk.Steps, early)
	case late < early:
		return fmt.Sprintf("%d steps from step %d on do not end within the horizon of %d steps", blk.Steps, early, c.p.Steps)
	}
	return c.tooBig(blk)
}

// tooBig says which of the block's needs no eligible pool can ever meet.
func (c *compiled) tooBig(blk *Block) string {
	pools := c.eligible(blk.Pools, blk.GPUsPerAlloc)
	if len(pools) == 0 {
		return fmt.Sprintf("no eligible pool ever has %d GPUs free of reserved and running work", blk.GPUsPerAlloc)
	}
	empty := &grid.Instance{Steps: c.in.Steps, Overrun: c.in.Overrun, Pools: c.in.Pools, Nodes: c.in.Nodes}
	early, late := c.p.window(blk)
	empty.Units = []grid.Unit{{Early: early, Late: late, Items: []grid.Item{{
		Allocs: blk.Allocs, GPUs: blk.GPUsPerAlloc, Steps: blk.Steps, Pools: pools,
		CPU: blk.CPU, Memory: blk.Memory, Distinct: blk.DistinctNodes, Apart: -1,
	}}}}
	if grid.NewState(empty).Starts(0, nil).Any() {
		return ""
	}
	distinct := ""
	if blk.DistinctNodes {
		distinct = " on distinct nodes"
	}
	return fmt.Sprintf("no window: reserved and running work never leave %d × %d GPUs%s (with their CPU and memory) free for %d steps in a row",
		blk.Allocs, blk.GPUsPerAlloc, distinct, blk.Steps)
}

// crowdedOut says what the cheapest start would cost, in the words of prices.
func (c *compiled) crowdedOut(st *grid.State, rd *price.Reader, u int) string {
	unit := &c.in.Units[u]
	if rd == nil {
		return "no room beside work of higher weight"
	}
	best, at := 0.0, -1
	for s := unit.Early; s <= unit.Late; s++ {
		if red := rd.Reduced(u, s); at < 0 || red > best {
			best, at = red, s
		}
	}
	work := float64(unit.Size())
	cost, value := rd.Cost(u, at), unit.Value(at)
	if st.Starts(u, nil).Any() && value > 0 {
		return "no room found for all its allocs together"
	}
	if cost <= value {
		return fmt.Sprintf("no window of %d GPUs is left whole: at step %d it offers %.4g and its GPUs are priced at %.4g, but not enough of them are free at once",
			int(work), at, value, cost)
	}
	return fmt.Sprintf("its GPUs are worth more to others: its best start, step %d, offers %.4g and costs %.4g", at, value, cost)
}
