package planner

import (
	"fmt"
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
)

// explainer says why blocks are not placed.
type explainer struct {
	c    *compiled
	st   *grid.State
	rd   *price.Reader
	gone []int // blocks that are not placed
	// alone holds each of them as a unit of its own, beside reserved and running
	// work only; its state stays empty.
	alone *grid.State
	unit  map[int]int // block → unit of alone
}

// explain gives every block that is not placed its reason.
func (c *compiled) explain(st *grid.State, prices *price.Bound, q *Plan) {
	x := &explainer{c: c, st: st, rd: prices.Reader(), unit: map[int]int{}}
	in := &grid.Instance{Steps: c.in.Steps, Overrun: c.in.Overrun, Pools: c.in.Pools, Nodes: c.in.Nodes}
	for b := range q.Blocks {
		if q.Blocks[b].Start == nil {
			x.gone = append(x.gone, b)
			x.unit[b] = len(in.Units)
			in.Units = append(in.Units, c.aloneUnit(b))
		}
	}
	x.alone = grid.NewState(in)
	for _, b := range x.gone {
		q.Blocks[b].Reason = x.reason(b)
	}
}

// aloneUnit is block b as a unit without its gang.
func (c *compiled) aloneUnit(b int) grid.Unit {
	u := c.unitOf[b]
	early, late := c.p.window(&c.p.Blocks[b])
	return grid.Unit{Early: early, Late: late, Items: c.in.Units[u].Items[c.itemOf(u, b) : c.itemOf(u, b)+1]}
}

// itemOf returns which item of unit u block b is.
func (c *compiled) itemOf(u, b int) int { return slices.Index(c.blocks[u], b) }

// reason says why block b is not placed: it cannot be, a block of its gang
// cannot be, or the GPUs it needs are worth more to others.
func (x *explainer) reason(b int) string {
	if why := x.impossible(b); why != "" {
		return why
	}
	u, gang := x.c.unitOf[b], x.c.p.Blocks[b].Gang
	for _, other := range x.c.blocks[u] {
		if why := x.impossible(other); why != "" {
			return fmt.Sprintf("its gang %q cannot start: %s: %s", gang, x.c.p.Blocks[other].ID, why)
		}
	}
	if unit := &x.c.in.Units[u]; unit.Late < unit.Early {
		if gang != "" {
			return fmt.Sprintf("its gang %q has no step at which all its blocks could start", gang)
		}
		return "services that must stand leave it no window"
	}
	return x.crowdedOut(u)
}

// impossible says why block b can never be placed, "" when it can.
func (x *explainer) impossible(b int) string {
	blk, steps := &x.c.p.Blocks[b], x.c.p.Steps
	early, late := x.c.p.window(blk)
	switch {
	case blk.Pools != nil && len(blk.Pools) == 0:
		return "no pool is eligible"
	case early >= steps:
		return fmt.Sprintf("its earliest start, %s, is past the horizon of %d steps", x.c.p.when(early), steps)
	case blk.Deadline != nil && early+blk.Steps > *blk.Deadline:
		return fmt.Sprintf("the deadline at %s is too early for %d steps from %s on", x.c.p.when(*blk.Deadline), blk.Steps, x.c.p.when(early))
	case late < early:
		return fmt.Sprintf("%d steps from %s on do not end within the horizon of %d steps", blk.Steps, x.c.p.when(early), steps)
	}
	return x.tooBig(b)
}

// tooBig says which of the block's needs reserved and running work never leave free.
func (x *explainer) tooBig(b int) string {
	blk := &x.c.p.Blocks[b]
	u, known := x.unit[b]
	if !known {
		return "" // a placed block of the same gang
	}
	it := &x.alone.Instance().Units[u].Items[0]
	if len(it.Pools) == 0 {
		return fmt.Sprintf("no eligible pool ever has %d GPUs free of reserved and running work", blk.GPUsPerAlloc)
	}
	if x.alone.Starts(u, nil).Any() {
		return ""
	}
	distinct := ""
	if blk.DistinctNodes {
		distinct = " on distinct nodes"
	}
	return fmt.Sprintf("no window: reserved and running work never leave %d × %d GPUs%s (with their CPU and memory) free for %d steps in a row",
		blk.Allocs, blk.GPUsPerAlloc, distinct, blk.Steps)
}

// crowdedOut says what the best start would cost, in the words of prices.
func (x *explainer) crowdedOut(u int) string {
	unit := &x.c.in.Units[u]
	if x.st.Starts(u, nil).Any() {
		return "no room found for all its allocs together"
	}
	best, at := math.Inf(-1), unit.Early
	for s := unit.Early; s <= unit.Late; s++ {
		if red := x.rd.Reduced(u, s); red > best {
			best, at = red, s
		}
	}
	cost, value := x.rd.Cost(u, at), unit.Value(at)
	if cost <= value {
		return fmt.Sprintf("its best start, %s, is worth %.4g and its GPUs are priced at %.4g, but at no start are %d of them free together",
			x.c.p.when(at), value, cost, unit.Size())
	}
	return fmt.Sprintf("its GPUs are worth more to others: its best start, %s, is worth %.4g and its GPUs are priced at %.4g", x.c.p.when(at), value, cost)
}

// when names a step for people: "step 76 (Tue 19:00)".
func (p *Problem) when(t int) string {
	return fmt.Sprintf("step %d (%s)", t, p.Time(t).UTC().Format("Mon 15:04"))
}
