package planner_test

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// close is the relative error that figures may carry (docs/model.md).
const close = 1e-6

// mustSolve solves p; Solve has checked the plan.
func mustSolve(t interface{ Fatalf(string, ...any) }, p *planner.Problem, o planner.Options) *planner.Plan {
	q, err := planner.Solve(context.Background(), p, o)
	if err != nil {
		t.Fatalf("solve: %v\n%s", err, show(p))
	}
	return q
}

// againstOracle compares the plan q of a tiny problem with enumeration.
func againstOracle(t *rapid.T, p *planner.Problem, q *planner.Plan) {
	short, value := enumerate(p, q.Shortfall.Weighted)
	slack := close * math.Max(1, value)
	switch {
	case *q.Shortfall.Bound > short+close:
		t.Fatalf("shortfall.bound %v, but %v is possible\n%s", *q.Shortfall.Bound, short, show(p))
	case *q.Bound < value-slack:
		t.Fatalf("bound %v, but a plan as short is worth %v\n%s", *q.Bound, value, show(p))
	case q.Proven && q.Shortfall.Weighted > short+close:
		t.Fatalf("proven with a shortfall of %v, but %v is possible\n%s", q.Shortfall.Weighted, short, show(p))
	case q.Proven && q.Objective < value-2*slack:
		t.Fatalf("proven with %v, but %v is possible\n%s", q.Objective, value, show(p))
	case q.Objective > value+slack:
		t.Fatalf("the plan is worth %v, the oracle knows only %v: it is wrong\n%s", q.Objective, value, show(p))
	}
}

func TestFastPlansKeepToTheOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.SampledFrom([]size{tiny, dense}).Draw(t, "size"))
		againstOracle(t, p, mustSolve(t, p, planner.Options{Mode: planner.ModeFast}))
	})
}

func TestFullPlansKeepToTheOracle(t *testing.T) {
	solved, proven, short := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.SampledFrom([]size{tiny, dense}).Draw(t, "size"))
		q := mustSolve(t, p, planner.Options{Iterations: 25_000, Seed: 1})
		solved++
		if q.Proven {
			proven++
		} else if q.Shortfall.Weighted > 0 {
			short++
		}
		againstOracle(t, p, q)
	})
	t.Logf("%d of %d plans proven; of the others %d go short", proven, solved, short)
	if !t.Failed() && 4*proven < 3*solved {
		t.Errorf("only %d of %d plans proven, want three in four", proven, solved)
	}
}
