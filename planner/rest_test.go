package planner_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TestPlansRest: planning an unchanged problem from its own plan returns that
// plan, or one that is worth more.
func TestPlansRest(t *testing.T) {
	moved := 0
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		first := mustSolve(t, p, o)
		o.From = first
		again := mustSolve(t, p, o)
		if standing(again) == standing(first) {
			return
		}
		moved++
		if first.Proven || again.Objective <= first.Objective*(1+1e-7) {
			t.Fatalf("proven %v, worth %v, then %v\n%s\nthen %s\n%s", first.Proven, first.Objective, again.Objective, standing(first), standing(again), show(p))
		}
	})
	t.Logf("%d plans were improved", moved)
}

// TestFastPlansRest is the same for fast mode.
func TestFastPlansRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, moderate)
		o := planner.Options{Mode: planner.ModeFast}
		o.From = mustSolve(t, p, o)
		again := mustSolve(t, p, o)
		if standing(again) != standing(o.From) && again.Objective <= o.From.Objective*(1+1e-7) {
			t.Fatalf("worth %v, then %v\n%s\nthen %s\n%s", o.From.Objective, again.Objective, standing(o.From), standing(again), show(p))
		}
	})
}

// TestStabilityIsHonoured: from a plan of fewer moves, another plan is taken
// only for a gain of more than the stability; blocks that the earlier plan left
// out may join where they are in nobody's way.
func TestStabilityIsHonoured(t *testing.T) {
	stayed, moved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		o.From = mustSolve(t, p, planner.Options{Mode: planner.ModeFast})
		o.Stability = rapid.SampledFrom([]float64{0, 0.02, 0.2}).Draw(t, "stability")
		q := mustSolve(t, p, o)
		if keeps(q, o.From) {
			stayed++
			return
		}
		moved++
		if gain := q.Objective/o.From.Objective - 1; gain <= o.Stability-close {
			t.Fatalf("gains %v, moves for more than %v\n%s\nthen %s\n%s", gain, o.Stability, standing(o.From), standing(q), show(p))
		}
	})
	t.Logf("%d plans stayed, %d moved", stayed, moved)
}

// TestFastPlansMoveForAGainOnly: of two like blocks the one that was to run
// stays, though the file names the other first.
func TestFastPlansMoveForAGainOnly(t *testing.T) {
	p := &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(1), Steps: 2, Pools: []planner.Pool{{ID: "p", Node: "n", GPUs: 1}},
		Blocks: []planner.Block{
			{ID: "first", Weight: 1, Allocs: 1, GPUsPerAlloc: 1, Steps: 2},
			{ID: "second", Weight: 1, Allocs: 1, GPUsPerAlloc: 1, Steps: 2},
		},
	}
	for _, mode := range []planner.Mode{planner.ModeFast, planner.ModeFull} {
		q := mustSolve(t, p, planner.Options{Mode: mode, Iterations: 100, From: &planner.Plan{Blocks: []planner.PlanBlock{
			{ID: "second", Start: ptr(0), Allocs: []planner.PlanAlloc{{Pool: "p", GPUs: []int{0}}}},
		}}})
		if q.Blocks[0].Start != nil || q.Blocks[1].Start == nil {
			t.Errorf("%s: moved without a gain: %s", mode, standing(q))
		}
	}
}

// keeps reports whether every block placed in was stands at the same start in q.
func keeps(q, was *planner.Plan) bool {
	for b := range was.Blocks {
		x, y := was.Blocks[b].Start, q.Blocks[b].Start
		if x != nil && (y == nil || *x != *y) {
			return false
		}
	}
	return true
}
