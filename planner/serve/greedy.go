package serve

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"

// room is what is still free while replicas are handed out one by one.
type room struct {
	in    *grid.Instance
	gpus  [][]int     // pool, step
	cpu   [][]float64 // node, step; nil: not limited
	mem   [][]float64
	taken [][]bool // node, step: a replica of the present service stands there
}

func newRoom(in *grid.Instance) *room {
	r := &room{in: in}
	for p := range in.Pools {
		r.gpus = append(r.gpus, append([]int(nil), in.Pools[p].Free[:in.Steps]...))
	}
	for n := range in.Nodes {
		r.cpu = append(r.cpu, append([]float64(nil), in.Nodes[n].CPU...))
		r.mem = append(r.mem, append([]float64(nil), in.Nodes[n].Memory...))
		r.taken = append(r.taken, make([]bool, in.Steps))
	}
	return r
}

// greedy hands out replicas by weight and index, each to the pool that can
// keep it longest; where that ends early the replica breaks off for a step.
func greedy(in *grid.Instance, services []Service) *Result {
	res := &Result{Served: make([][]int, len(services)), Stays: make([][]Stay, len(services))}
	r := newRoom(in)
	for _, s := range byWeight(services) {
		svc := &services[s]
		res.Served[s] = make([]int, in.Steps)
		for n := range r.taken {
			clear(r.taken[n])
		}
		for i := 0; ; i++ {
			stays := r.replica(svc, i, res.Served[s])
			if len(stays) == 0 {
				break
			}
			res.Stays[s] = append(res.Stays[s], stays...)
			for _, y := range stays {
				for t := y.From; t < y.To; t++ {
					res.Served[s][t]++
				}
			}
		}
	}
	return res
}

// replica places index i wherever demand and the indices below it let it exist.
func (r *room) replica(svc *Service, i int, served []int) []Stay {
	var out []Stay
	for t := 0; t < r.in.Steps; t++ {
		end := t
		for end < r.in.Steps && svc.Demand[end] > i && served[end] == i {
			end++
		}
		if end == t {
			continue
		}
		p, to := r.longest(svc, i, t, end)
		if p < 0 {
			continue
		}
		r.take(svc, p, t, to)
		out = append(out, Stay{i, p, t, to})
		t = to // a break of one step, unless demand ended here
	}
	return out
}

// longest returns the pool that can keep a replica from t for longest, up to
// end; of equal ones the one with the least left over.
func (r *room) longest(svc *Service, i, t, end int) (pool, to int) {
	pools := svc.Pools
	if t == 0 && i < len(svc.Running) {
		pools = svc.Running[i : i+1]
	}
	pool, least := -1, 0
	for _, p := range pools {
		u, left := t, 0
		for u < end && r.fits(svc, p, u) {
			left += r.gpus[p][u]
			u++
		}
		if u > t && (pool < 0 || u > to || u == to && left < least) {
			pool, to, least = p, u, left
		}
	}
	return pool, to
}

func (r *room) fits(svc *Service, p, t int) bool {
	n := r.in.Pools[p].Node
	return r.gpus[p][t] >= svc.GPUs && !(svc.Apart && r.taken[n][t]) &&
		(len(r.cpu[n]) == 0 || r.cpu[n][t] >= svc.CPU) && (len(r.mem[n]) == 0 || r.mem[n][t] >= svc.Memory)
}

func (r *room) take(svc *Service, p, from, to int) {
	n := r.in.Pools[p].Node
	for t := from; t < to; t++ {
		r.gpus[p][t] -= svc.GPUs
		r.taken[n][t] = true
		if len(r.cpu[n]) > 0 {
			r.cpu[n][t] -= svc.CPU
		}
		if len(r.mem[n]) > 0 {
			r.mem[n][t] -= svc.Memory
		}
	}
}
