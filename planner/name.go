package planner

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// lease is one allocation that wants labels of a pool for steps [from, to).
type lease struct {
	from, to, gpus int
	give           func([]int)
}

// decode turns the packing st into a plan with named GPUs, without bound.
func (c *compiled) decode(st *grid.State) *Plan {
	q := &Plan{Version: Version, Blocks: make([]PlanBlock, len(c.p.Blocks)), Services: make([]PlanService, len(c.p.Services))}
	leases := make([][]lease, len(c.p.Pools))
	for b := range c.p.Blocks {
		c.decodeBlock(st, b, &q.Blocks[b], leases)
	}
	for s := range c.p.Services {
		q.Services[s] = PlanService{ID: c.p.Services[s].ID, Replicas: slices.Clone(c.served[s])}
	}
	c.decodeStays(st, q, leases)
	for p := range leases {
		sweep(leases[p], c.p.Pools[p].GPUs)
	}
	c.p.measure(q)
	return q
}

func (c *compiled) decodeBlock(st *grid.State, b int, pb *PlanBlock, leases [][]lease) {
	blk := &c.p.Blocks[b]
	pb.ID = blk.ID
	start, pools := 0, []int(nil)
	if u := c.unitOf[b]; u >= 0 {
		start, pools = st.At(u).Start, c.poolsOf(st, u, b)
	} else {
		for _, id := range blk.Running {
			pools = append(pools, c.pool[id])
		}
	}
	if start < 0 {
		return
	}
	pb.Start = &start
	pb.Allocs = make([]PlanAlloc, len(pools))
	for i, p := range pools {
		a := &pb.Allocs[i]
		a.Pool = c.p.Pools[p].ID
		leases[p] = append(leases[p], lease{start, min(start+blk.Steps, c.p.Steps), blk.GPUsPerAlloc, func(g []int) { a.GPUs = g }})
	}
}

// poolsOf returns the pools of the allocations of block b, a part of unit u.
func (c *compiled) poolsOf(st *grid.State, u, b int) []int {
	pools := st.At(u).Pools
	if len(pools) == 0 {
		return nil
	}
	lo := 0
	for i, other := range c.blocks[u] {
		n := c.in.Units[u].Items[i].Allocs
		if other == b {
			return pools[lo : lo+n]
		}
		lo += n
	}
	return nil
}

func (c *compiled) decodeStays(st *grid.State, q *Plan, leases [][]lease) {
	count := make([]int, len(q.Services))
	for _, y := range c.stays {
		count[y.service]++
	}
	for s := range q.Services {
		q.Services[s].Intervals = make([]Interval, 0, count[s])
	}
	for k, y := range c.stays {
		p, svc := st.At(c.firstStay + k).Pools[0], &q.Services[y.service]
		svc.Intervals = append(svc.Intervals, Interval{Index: y.index, Pool: c.p.Pools[p].ID, From: y.from, To: y.to})
		iv := &svc.Intervals[len(svc.Intervals)-1]
		leases[p] = append(leases[p], lease{y.from, y.to, c.p.Services[y.service].GPUsPerReplica, func(g []int) { iv.GPUs = g }})
	}
}

// sweep names GPUs, first free first, in order of start. It needs no move
// because no step holds more than gpus.
func sweep(leases []lease, gpus int) {
	slices.SortStableFunc(leases, func(a, b lease) int { return a.from - b.from })
	until := make([]int, gpus) // label → step from which it is free
	for _, l := range leases {
		g := make([]int, 0, l.gpus)
		for label := 0; label < gpus && len(g) < l.gpus; label++ {
			if until[label] <= l.from {
				until[label] = l.to
				g = append(g, label)
			}
		}
		l.give(g)
	}
}

// measure fills in the figures of q that follow from its placements.
func (p *Problem) measure(q *Plan) {
	busy := 0.0
	q.Objective, q.Metrics, q.Shortfall.Weighted = 0, Metrics{}, 0
	for b := range q.Blocks {
		if s := q.Blocks[b].Start; s != nil {
			blk := &p.Blocks[b]
			q.Objective += p.value(blk, *s)
			q.Metrics.WeightedOutput += p.output(blk, *s)
			busy += p.output(blk, *s) / blk.Weight
		}
	}
	for s := range q.Services {
		svc := &p.Services[s]
		for t, n := range q.Services[s].Replicas {
			short := float64(svc.Demand[t]-n) * float64(svc.GPUsPerReplica)
			q.Metrics.ServiceShortfall += short
			q.Shortfall.Weighted += svc.Weight * short
			busy += float64(n) * float64(svc.GPUsPerReplica)
		}
	}
	if all := p.GPUs() * p.Steps; all > 0 {
		q.Metrics.Utilization = busy / float64(all)
	}
}
