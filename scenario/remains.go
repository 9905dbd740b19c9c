package scenario

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// from returns the problem that is left at step t, as it is believed to be, and
// for each of its blocks the block of the day.
func (r *replay) from(t int) (*planner.Problem, []int) {
	d := r.day
	p := &planner.Problem{
		Version: d.Version, Start: d.Time(t), Timestep: d.Timestep, Steps: d.Steps - t, Earliness: d.Earliness, Tail: d.Tail,
		Nodes: slices.Clone(d.Nodes), Pools: slices.Clone(d.Pools), Blocks: []planner.Block{}, Services: []planner.Service{},
	}
	for n := range p.Nodes {
		p.Nodes[n].ReservedCPU = tail(d.Nodes[n].ReservedCPU, t)
		p.Nodes[n].ReservedMemory = tail(d.Nodes[n].ReservedMemory, t)
	}
	r.poolsFrom(t, p.Pools)
	var blocks []int
	for b := range d.Blocks {
		if blk, there := r.blockFrom(t, b); there {
			p.Blocks = append(p.Blocks, blk)
			blocks = append(blocks, b)
		}
	}
	for s := range d.Services {
		p.Services = append(p.Services, r.serviceFrom(t, s))
	}
	return p, blocks
}

// tail returns series from t on; nil stays nil.
func tail[T any](series []T, t int) []T {
	if len(series) == 0 {
		return nil
	}
	return series[t:]
}

// poolsFrom cuts the reserves, and takes from tail_gpus what was started since.
func (r *replay) poolsFrom(t int, pools []planner.Pool) {
	held := make([]int, len(pools))
	for b := range r.day.Blocks {
		f := &r.forecast.Blocks[b]
		if r.draft.start[b] < 0 || len(f.Running) > 0 || r.draft.start[b]+f.Steps <= r.day.Steps {
			continue
		}
		for _, p := range r.draft.spots[b] {
			held[p] += f.GPUsPerAlloc
		}
	}
	for p := range pools {
		pools[p].Reserved = tail(pools[p].Reserved, t)
		if pools[p].TailGPUs != nil {
			left := max(0, *pools[p].TailGPUs-held[p])
			pools[p].TailGPUs = &left
		}
	}
}

// blockFrom returns block b as it is known at step t; there is false when it
// has ended or not arrived.
func (r *replay) blockFrom(t, b int) (blk planner.Block, there bool) {
	blk = r.forecast.Blocks[b]
	if start := r.draft.start[b]; start >= 0 {
		if start+r.day.Blocks[b].Steps <= t {
			return blk, false
		}
		blk.Steps = max(1, blk.Steps-(t-start))
		blk.Running = r.idsOf(r.draft.spots[b])
	} else if blk.Arrival > t || r.here[blk.Gang] > t {
		return blk, false
	}
	blk.Arrival -= t
	blk.Earliest -= t
	if blk.Deadline != nil {
		left := *blk.Deadline - t
		blk.Deadline = &left
	}
	return blk, true
}

func (r *replay) idsOf(pools []int) []string {
	ids := make([]string, len(pools))
	for i, p := range pools {
		ids[i] = r.day.Pools[p].ID
	}
	return ids
}

func (r *replay) serviceFrom(t, s int) planner.Service {
	svc := r.forecast.Services[s]
	svc.Running = r.idsOf(r.stand[s])
	svc.Demand = svc.Demand[t:]
	now := svc.Demand[0]
	switch asked := r.day.Services[s].Demand[t]; r.sees {
	case seesNow:
		now = asked
	case seesReserve:
		now = min(asked, r.peak[s])
	}
	if now != svc.Demand[0] {
		svc.Demand = slices.Clone(svc.Demand)
		svc.Demand[0] = now
	}
	return svc
}

// later returns q as it is seen one step later. What started at step 0 runs.
func later(q *planner.Plan) *planner.Plan {
	next := *q
	next.Blocks = slices.Clone(q.Blocks)
	for b := range next.Blocks {
		if s := next.Blocks[b].Start; s != nil {
			moved := max(0, *s-1)
			next.Blocks[b].Start = &moved
		}
	}
	next.Services = slices.Clone(q.Services)
	for s := range next.Services {
		ps := &next.Services[s]
		ps.Replicas = ps.Replicas[1:]
		var left []planner.Interval
		for _, iv := range ps.Intervals {
			if iv.From, iv.To = max(0, iv.From-1), iv.To-1; iv.To > iv.From {
				left = append(left, iv)
			}
		}
		ps.Intervals = left
	}
	return &next
}
