package serve

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// mostGPUs is the pool size up to which onePool's table is worth its time.
const mostGPUs = 1024

// onePool solves the case of a single pool exactly: every step is a knapsack of
// replicas, and since all of them stand on the one pool nothing ties steps
// together. Of equally short choices the one that holds the fewest GPUs is
// taken. It returns nil where the case is another one.
func onePool(in *grid.Instance, services []Service) *Result {
	if len(in.Pools) != 1 || slices.Max(in.Pools[0].Free) > mostGPUs {
		return nil
	}
	if n := &in.Nodes[in.Pools[0].Node]; n.CPU != nil || n.Memory != nil {
		return nil
	}
	for s := range services {
		if services[s].Apart || services[s].GPUs == 0 {
			return nil
		}
	}
	res := &Result{Tight: true, Served: make([][]int, len(services)), Stays: make([][]Stay, len(services))}
	for s := range services {
		res.Served[s] = make([]int, in.Steps)
	}
	for t := range in.Steps {
		for s, n := range knapsack(services, in.Pools[0].Free[t], t) {
			res.Served[s][t] = n
		}
	}
	for s := range services {
		if len(services[s].Pools) == 0 && slices.Max(res.Served[s]) > 0 {
			return nil // replicas that run where no new one may stand
		}
		res.Stays[s] = runs(res.Served[s], 0)
	}
	res.Short = shortOf(services, res.Served)
	res.Bound = res.Short
	return res
}

// knapsack returns the replicas of each service at step t for the least
// weighted shortfall, then the fewest GPUs, with free GPUs to hand out.
func knapsack(services []Service, free, t int) []int {
	value := make([]float64, free+1) // most that c GPUs exactly serve
	for c := 1; c <= free; c++ {
		value[c] = math.Inf(-1)
	}
	chosen := make([][]int, len(services))
	for s := range services {
		svc := &services[s]
		next := make([]float64, free+1)
		chosen[s] = make([]int, free+1)
		for c := range next {
			next[c] = math.Inf(-1)
			for n := 0; n <= svc.Demand[t] && n*svc.GPUs <= c; n++ {
				if v := value[c-n*svc.GPUs] + float64(n*svc.GPUs)*svc.Weight; v > next[c]+tolerance {
					next[c], chosen[s][c] = v, n
				}
			}
		}
		value = next
	}
	best := 0
	for c := range value {
		if value[c] > value[best]+tolerance {
			best = c
		}
	}
	out := make([]int, len(services))
	for s := len(services) - 1; s >= 0; s-- {
		out[s] = chosen[s][best]
		best -= out[s] * services[s].GPUs
	}
	return out
}
