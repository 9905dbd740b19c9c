package planner

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// decode turns the packing st into a plan without bound.
func (c *compiled) decode(st *grid.State) *Plan {
	q := &Plan{Version: Version, Blocks: make([]PlanBlock, len(c.p.Blocks)), Services: make([]PlanService, len(c.p.Services))}
	for b := range c.p.Blocks {
		c.decodeBlock(st, b, &q.Blocks[b])
	}
	for s := range c.p.Services {
		q.Services[s] = PlanService{ID: c.p.Services[s].ID, Replicas: slices.Clone(c.served[s]), Intervals: []Interval{}}
	}
	for k, y := range c.stays {
		p, svc := st.At(c.firstStay + k).Pools[0], &q.Services[y.service]
		svc.Intervals = append(svc.Intervals, Interval{Index: y.index, Pool: c.p.Pools[p].ID, From: y.from, To: y.to})
	}
	Finish(c.p, q)
	return q
}

func (c *compiled) decodeBlock(st *grid.State, b int, pb *PlanBlock) {
	blk := &c.p.Blocks[b]
	pb.ID = blk.ID
	start, pools := 0, blk.Running
	if u := c.unitOf[b]; u >= 0 {
		start, pools = st.At(u).Start, c.poolsOf(st, u, b)
	}
	if start < 0 {
		return
	}
	pb.Start = &start
	for _, id := range pools {
		pb.Allocs = append(pb.Allocs, PlanAlloc{Pool: id})
	}
}

// poolsOf returns the pools of the allocations of block b, a part of unit u.
func (c *compiled) poolsOf(st *grid.State, u, b int) []string {
	at := st.At(u)
	if at.Start < 0 {
		return nil
	}
	lo := 0
	for i := range c.itemOf(u, b) {
		lo += c.in.Units[u].Items[i].Allocs
	}
	var out []string
	for _, p := range at.Pools[lo : lo+c.p.Blocks[b].Allocs] {
		out = append(out, c.p.Pools[p].ID)
	}
	return out
}

// lease is one allocation that wants labels of a pool for steps [from, to).
type lease struct {
	from, to, gpus int
	labels         *[]int
}

// Finish completes a plan that says where and when everything stands: it names
// the GPUs of every allocation and interval, and fills in the figures that
// follow from them (objective, metrics, weighted shortfall). No step of q may
// hold more GPUs of a pool than it has; the names then need no move.
func Finish(p *Problem, q *Plan) {
	pool := make(map[string]int, len(p.Pools))
	for i := range p.Pools {
		pool[p.Pools[i].ID] = i
	}
	leases := make([][]lease, len(p.Pools))
	for b := range q.Blocks {
		blk, pb := &p.Blocks[b], &q.Blocks[b]
		for i := range pb.Allocs {
			a, from := &pb.Allocs[i], *pb.Start
			k := pool[a.Pool]
			leases[k] = append(leases[k], lease{from, min(from+blk.Steps, p.Steps), blk.GPUsPerAlloc, &a.GPUs})
		}
	}
	for s := range q.Services {
		for i := range q.Services[s].Intervals {
			iv := &q.Services[s].Intervals[i]
			k := pool[iv.Pool]
			leases[k] = append(leases[k], lease{iv.From, iv.To, p.Services[s].GPUsPerReplica, &iv.GPUs})
		}
	}
	for k := range leases {
		sweep(leases[k], p.Pools[k].GPUs)
	}
	p.measure(q)
}

// sweep names GPUs, first free first, in order of start.
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
		*l.labels = g
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
