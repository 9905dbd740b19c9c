package planner_test

import (
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TestLimitsHoldForReplicasThatAppearLater: the replica runs where there is no
// room at step 0, so the only stay that meets demand cannot be, and it may
// appear at step 1 on a node that has too little CPU for it. That node's limit
// has to be looked at although nothing that was asked for could stand there.
func TestLimitsHoldForReplicasThatAppearLater(t *testing.T) {
	p := &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(1), Steps: 2,
		Nodes: []planner.Node{{ID: "n0"}, {ID: "n1", CPU: ptr(1.0)}},
		Pools: []planner.Pool{{ID: "p0", Node: "n0", GPUs: 1, Reserved: []int{1, 1}}, {ID: "p1", Node: "n1", GPUs: 1}},
		Services: []planner.Service{
			{ID: "s", Weight: 1, GPUsPerReplica: 1, CPU: 2, Demand: []int{1, 1}, Running: []string{"p0"}},
		},
	}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, mode := range []planner.Mode{planner.ModeFast, planner.ModeFull} {
		q := mustSolve(t, p, planner.Options{Mode: mode, Iterations: 100})
		if q.Shortfall.Weighted != 2 {
			t.Errorf("%s: short by %v, nothing can be served", mode, q.Shortfall.Weighted)
		}
	}
}
