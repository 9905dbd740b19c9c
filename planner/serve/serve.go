// Package serve decides how many replicas every service gets where demand
// exceeds supply: the smallest weighted shortfall it can find, and a proven
// lower bound on anyone's.
//
// Replicas that exist are always the indices 0 … n−1, and a replica keeps its
// pool for as long as it exists without a break.
package serve

import (
	"context"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Service is what one service wants.
type Service struct {
	Weight float64
	GPUs   int // per replica
	Demand []int
	Pools  []int // eligible, ascending
	// Running is the pool of replica index 0, 1, … at step 0.
	Running     []int
	CPU, Memory float64 // per replica
	// Apart forbids two replicas on one node.
	Apart bool
}

// Stay is a maximal interval [From, To) of one replica on a pool.
type Stay struct{ Index, Pool, From, To int }

// Result is what the services get.
type Result struct {
	// Served holds, per service and step, the replicas that exist.
	Served [][]int
	// Stays holds, per service, where they stand, by index, then by time.
	Stays [][]Stay
	// Short is the weighted shortfall, Bound a proven lower bound on any.
	Short, Bound float64
	// Tight: every packing with a shortfall of at most Short leaves blocks no
	// more room than this one, at any step.
	Tight bool
}

// Least decides for the services on the empty instance in, whose units are not
// looked at. solver, when not nil, settles what is small; ctx bounds its time.
func Least(ctx context.Context, in *grid.Instance, services []Service, solver mip.Solver) *Result {
	if r := onePool(in, services); r != nil {
		return r
	}
	r := greedy(in, services)
	r.Short = shortOf(services, r.Served)
	r.Bound = min(flowBound(in, services), r.Short)
	if r.Bound < r.Short-tolerance && solver != nil {
		settle(ctx, in, services, solver, r)
	}
	return r
}

// tolerance is the difference below which two shortfalls are the same.
const tolerance = 1e-7

func shortOf(services []Service, served [][]int) float64 {
	sum := 0.0
	for s := range services {
		for t, d := range services[s].Demand {
			sum += services[s].Weight * float64((d-served[s][t])*services[s].GPUs)
		}
	}
	return sum
}

// byWeight returns the services' indices by falling weight, in file order where equal.
func byWeight(services []Service) []int {
	order := make([]int, len(services))
	for s := range order {
		order[s] = s
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case services[a].Weight > services[b].Weight:
			return -1
		case services[a].Weight < services[b].Weight:
			return 1
		}
		return 0
	})
	return order
}

// runs lists the maximal stays of n replicas that all stand on one pool.
func runs(served []int, pool int) []Stay {
	var out []Stay
	for i := range slices.Max(served) {
		for t := 0; t < len(served); t++ {
			from := t
			for t < len(served) && served[t] > i {
				t++
			}
			if t > from {
				out = append(out, Stay{i, pool, from, t})
			}
		}
	}
	return out
}
