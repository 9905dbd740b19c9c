package planner_test

import (
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TestBoundHoldsForOtherEquallyShortReplicas: the replica must break between
// its two pools, so it is served at step 0 or at step 1. Only the second leaves
// room for the block, and the bound has to know of it.
func TestBoundHoldsForOtherEquallyShortReplicas(t *testing.T) {
	p := &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(15 * time.Minute), Steps: 2,
		Pools: []planner.Pool{
			{ID: "p0", Node: "n0", GPUs: 1, Reserved: []int{0, 1}},
			{ID: "p1", Node: "n1", GPUs: 1, Reserved: []int{1, 0}},
		},
		Services: []planner.Service{{ID: "s", Weight: 1, GPUsPerReplica: 1, Demand: []int{1, 1}, Running: []string{"p0"}}},
		Blocks:   []planner.Block{{ID: "b", Weight: 1, Allocs: 1, GPUsPerAlloc: 1, Steps: 1, Pools: []string{"p0"}}},
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []planner.Mode{planner.ModeFast, planner.ModeFull} {
		q := mustSolve(t, p, planner.Options{Mode: mode, Iterations: 1000})
		if _, value := enumerate(p, q.Shortfall.Weighted); *q.Bound < value-close {
			t.Errorf("%s: bound %v, but a plan as short is worth %v", mode, *q.Bound, value)
		}
	}
}

// TestBoundHoldsForPlansWithoutReplicasThatCountForNothing: a replica without
// GPUs holds the CPU that the block wants, and may be left out at no shortfall.
func TestBoundHoldsForPlansWithoutReplicasThatCountForNothing(t *testing.T) {
	p := &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(15 * time.Minute), Steps: 1,
		Nodes:    []planner.Node{{ID: "n", CPU: ptr(2.0)}},
		Pools:    []planner.Pool{{ID: "p", Node: "n", GPUs: 1}},
		Blocks:   []planner.Block{{ID: "b", Weight: 1, Allocs: 1, GPUsPerAlloc: 1, Steps: 1, CPU: 1}},
		Services: []planner.Service{{ID: "s", Weight: 1, CPU: 2, Demand: []int{1}}},
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []planner.Mode{planner.ModeFast, planner.ModeFull} {
		q := mustSolve(t, p, planner.Options{Mode: mode, Iterations: 1000})
		if _, value := enumerate(p, q.Shortfall.Weighted); *q.Bound < value-close {
			t.Errorf("%s: bound %v, but a plan as short is worth %v", mode, *q.Bound, value)
		}
	}
}
