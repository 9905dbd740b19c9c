package planner_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TestSmallWeightsKeepTheirProofs: weights are relative, so dividing all of
// them by the same number loses no proof.
func TestSmallWeightsKeepTheirProofs(t *testing.T) {
	const by = 1 << 14 // a power of two divides without rounding
	proven, lost := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, dense)
		o := planner.Options{Iterations: 25_000}
		q := mustSolve(t, p, o)
		for b := range p.Blocks {
			p.Blocks[b].Weight /= by
		}
		for s := range p.Services {
			p.Services[s].Weight /= by
		}
		small := mustSolve(t, p, o)
		if q.Proven {
			proven++
			if !small.Proven {
				lost++
			}
		}
		if gain := small.Objective*by - q.Objective; q.Proven && small.Proven && (gain > close*q.Objective || gain < -close*q.Objective) {
			t.Fatalf("worth %v, divided by %d %v\n%s", q.Objective, by, small.Objective, show(p))
		}
	})
	if lost > proven/50 {
		t.Errorf("%d of %d proofs lost", lost, proven)
	}
}
