package scenario

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

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
	for b := range d.p.Blocks {
		d.planBlock(b, &q.Blocks[b])
	}
	d.planServices(q)
	for p, idle := range d.idle {
		if idle != nil {
			if q.Reserved == nil {
				q.Reserved = map[string][]int{}
			}
			q.Reserved[d.p.Pools[p].ID] = idle
		}
	}
	planner.Finish(d.p, q)
	return q
}

func (d *draft) planBlock(b int, pb *planner.PlanBlock) {
	pb.ID = d.p.Blocks[b].ID
	if d.start[b] < 0 {
		pb.Reason = d.reason[b]
		return
	}
	start := d.start[b]
	pb.Start = &start
	for _, p := range d.spots[b] {
		pb.Allocs = append(pb.Allocs, planner.PlanAlloc{Pool: d.p.Pools[p].ID})
	}
}

func (d *draft) planServices(q *planner.Plan) {
	for s := range q.Services {
		q.Services[s] = planner.PlanService{ID: d.p.Services[s].ID, Replicas: make([]int, d.p.Steps), Intervals: []planner.Interval{}}
	}
	for _, y := range d.seats {
		ps := &q.Services[y.service]
		ps.Intervals = append(ps.Intervals, planner.Interval{Index: y.index, Pool: d.p.Pools[y.pool].ID, From: y.from, To: y.to})
		for t := y.from; t < y.to; t++ {
			ps.Replicas[t]++
		}
	}
}
