package scenario

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// seat says that a replica stands on a pool for steps [from, to).
type seat struct{ service, index, pool, from, to int }

// draft is a plan in the making: who is where, without GPU names and figures.
type draft struct {
	p      *planner.Problem
	start  []int   // block → step, −1 when not placed
	spots  [][]int // block → pool of each alloc
	reason []string
	seats  []seat
	idle   [][]int // pool, step → GPUs kept idle; nil where none are
}

// newDraft returns a draft in which only what runs already is placed.
func newDraft(p *planner.Problem) *draft {
	d := &draft{p: p, idle: make([][]int, len(p.Pools))}
	d.start = make([]int, len(p.Blocks))
	d.spots = make([][]int, len(p.Blocks))
	d.reason = make([]string, len(p.Blocks))
	pool := poolIndex(p)
	for b := range p.Blocks {
		d.start[b] = -1
		for _, id := range p.Blocks[b].Running {
			d.start[b] = 0
			d.spots[b] = append(d.spots[b], pool[id])
		}
	}
	return d
}

func poolIndex(p *planner.Problem) map[string]int {
	index := make(map[string]int, len(p.Pools))
	for i := range p.Pools {
		index[p.Pools[i].ID] = i
	}
	return index
}

// keep counts gpus of a pool as idle at step t.
func (d *draft) keep(pool, t, gpus int) {
	if d.idle[pool] == nil {
		d.idle[pool] = make([]int, d.p.Steps)
	}
	d.idle[pool][t] += gpus
}

// plan names GPUs and measures. The plan claims no bound.
func (d *draft) plan(method string) *planner.Plan {
	q := &planner.Plan{
		Version: planner.Version, Solve: planner.SolveStats{Method: method},
		Blocks: make([]planner.PlanBlock, len(d.p.Blocks)), Services: make([]planner.PlanService, len(d.p.Services)),
	}
	leases := make([][]lease, len(d.p.Pools))
	for b := range d.p.Blocks {
		d.planBlock(b, &q.Blocks[b], leases)
	}
	d.planServices(q, leases)
	for p := range leases {
		name(leases[p], d.p.Pools[p].GPUs)
		if d.idle[p] != nil {
			if q.Reserved == nil {
				q.Reserved = map[string][]int{}
			}
			q.Reserved[d.p.Pools[p].ID] = d.idle[p]
		}
	}
	measure(d.p, q)
	return q
}

func (d *draft) planBlock(b int, pb *planner.PlanBlock, leases [][]lease) {
	blk := &d.p.Blocks[b]
	pb.ID = blk.ID
	if d.start[b] < 0 {
		pb.Reason = d.reason[b]
		return
	}
	start := d.start[b]
	pb.Start = &start
	pb.Allocs = make([]planner.PlanAlloc, len(d.spots[b]))
	for i, p := range d.spots[b] {
		a := &pb.Allocs[i]
		a.Pool = d.p.Pools[p].ID
		leases[p] = append(leases[p], lease{start, min(start+blk.Steps, d.p.Steps), blk.GPUsPerAlloc, &a.GPUs})
	}
}

func (d *draft) planServices(q *planner.Plan, leases [][]lease) {
	count := make([]int, len(q.Services))
	for _, y := range d.seats {
		count[y.service]++
	}
	for s := range q.Services {
		q.Services[s] = planner.PlanService{
			ID: d.p.Services[s].ID, Replicas: make([]int, d.p.Steps), Intervals: make([]planner.Interval, 0, count[s]),
		}
	}
	for _, y := range d.seats {
		ps := &q.Services[y.service]
		ps.Intervals = append(ps.Intervals, planner.Interval{Index: y.index, Pool: d.p.Pools[y.pool].ID, From: y.from, To: y.to})
		iv := &ps.Intervals[len(ps.Intervals)-1]
		leases[y.pool] = append(leases[y.pool], lease{y.from, y.to, d.p.Services[y.service].GPUsPerReplica, &iv.GPUs})
		for t := y.from; t < y.to; t++ {
			ps.Replicas[t]++
		}
	}
}

// lease wants labels of a pool for steps [from, to).
type lease struct {
	from, to, gpus int
	labels         *[]int
}

// name gives every lease the lowest labels that are free, in order of start.
// Where no step holds more than gpus, nobody has to move.
func name(leases []lease, gpus int) {
	slices.SortStableFunc(leases, func(a, b lease) int { return a.from - b.from })
	until := make([]int, gpus)
	for _, l := range leases {
		labels := make([]int, 0, l.gpus)
		for g := 0; g < gpus && len(labels) < l.gpus; g++ {
			if until[g] <= l.from {
				until[g] = l.to
				labels = append(labels, g)
			}
		}
		*l.labels = labels
	}
}

// measure fills in the figures that follow from the placements of q.
func measure(p *planner.Problem, q *planner.Plan) {
	busy := 0.0
	for b := range q.Blocks {
		if q.Blocks[b].Start != nil {
			busy += measureBlock(p, &p.Blocks[b], *q.Blocks[b].Start, q)
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

// measureBlock adds a placed block's value and returns its GPU-steps.
func measureBlock(p *planner.Problem, b *planner.Block, s int, q *planner.Plan) float64 {
	work := float64(b.Allocs) * float64(b.GPUsPerAlloc) * float64(min(b.Steps, p.Steps-s))
	late := 0
	if len(b.Running) == 0 {
		late = s - max(b.Earliest, 0)
	}
	q.Metrics.WeightedOutput += b.Weight * work
	q.Objective += b.Weight * work * (1 + p.EarlinessOrDefault()*(1-float64(late)/float64(p.Steps)))
	return work
}
