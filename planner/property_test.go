package planner_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// draw returns a problem and options of a short full solve.
func draw(t *rapid.T) (*planner.Problem, planner.Options) {
	p := drawProblem(t, moderate)
	return p, planner.Options{
		Iterations: rapid.SampledFrom([]int64{1, 300, 1000, 3000, 20_500}).Draw(t, "iterations"),
		Seed:       rapid.Int64Range(0, 3).Draw(t, "seed"), Workers: 1,
	}
}

// standing is where everything stands in q, without figures and reasons.
func standing(q *planner.Plan) string {
	c := planner.Plan{Services: q.Services}
	for _, b := range q.Blocks {
		c.Blocks = append(c.Blocks, planner.PlanBlock{ID: b.ID, Start: b.Start, Allocs: b.Allocs})
	}
	return text(&c)
}

func TestTheSameSeedGivesTheSamePlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		first := text(mustSolve(t, p, o))
		for o.Workers = range 3 { // 0: one per core
			if again := text(mustSolve(t, p, o)); again != first {
				t.Fatalf("%d workers: %s\nthen %s", o.Workers, first, again)
			}
		}
	})
}

func TestFastPlansAreTheSameEveryTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, moderate)
		o := planner.Options{Mode: planner.ModeFast}
		first := text(mustSolve(t, p, o))
		if again := text(mustSolve(t, p, o)); again != first {
			t.Fatalf("%s\nthen %s", first, again)
		}
	})
}

func TestTwiceTheIterationsAreNeverWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		once := mustSolve(t, p, o)
		o.Iterations *= 2
		twice := mustSolve(t, p, o)
		if twice.Shortfall.Weighted != once.Shortfall.Weighted || twice.Objective < once.Objective*(1-close) {
			t.Fatalf("%d iterations: %v short, worth %v; twice: %v, %v\n%s", o.Iterations/2,
				once.Shortfall.Weighted, once.Objective, twice.Shortfall.Weighted, twice.Objective, show(p))
		}
	})
}

func TestFullIsNeverWorseThanFast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		fast := mustSolve(t, p, planner.Options{Mode: planner.ModeFast})
		if full := mustSolve(t, p, o); full.Objective < fast.Objective*(1-close) || full.Shortfall.Weighted > fast.Shortfall.Weighted+close {
			t.Fatalf("full: %v short, worth %v; fast: %v, %v\n%s", full.Shortfall.Weighted, full.Objective, fast.Shortfall.Weighted, fast.Objective, show(p))
		}
	})
}

func TestCancellingAtAnyMomentGivesAValidPlan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		if rapid.Bool().Draw(t, "without iterations") {
			o.Iterations, o.Workers = 0, 2
		}
		calls := rapid.IntRange(0, 6).Draw(t, "calls of Progress before cancelling")
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if calls == 0 || o.Iterations == 0 {
			cancel() // a solve without limits ends by nothing else for certain
		}
		o.Progress = func(planner.Progress) {
			if calls--; calls <= 0 {
				cancel()
			}
		}
		q, err := planner.Solve(ctx, p, o)
		if err != nil {
			t.Fatalf("%v\n%s", err, show(p))
		}
		if q.Bound == nil || q.Shortfall.Bound == nil {
			t.Fatalf("a plan without bounds: %s", text(q))
		}
	})
}

func TestMoreGPUsNeverMakeAProvenPlanWorse(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, tiny)
		o := planner.Options{Iterations: 22_000}
		few := mustSolve(t, p, o)
		p.Pools[rapid.IntRange(0, len(p.Pools)-1).Draw(t, "pool that grows")].GPUs += rapid.IntRange(1, 2).Draw(t, "GPUs more")
		many := mustSolve(t, p, o)
		if !few.Proven || !many.Proven {
			return
		}
		compared++
		if many.Shortfall.Weighted > few.Shortfall.Weighted+close ||
			many.Shortfall.Weighted > few.Shortfall.Weighted-close && many.Objective < few.Objective*(1-2*close) {
			t.Fatalf("%v short and worth %v, then with more GPUs %v and %v\n%s", few.Shortfall.Weighted, few.Objective,
				many.Shortfall.Weighted, many.Objective, show(p))
		}
	})
	if !t.Failed() && compared < 10 {
		t.Errorf("only %d pairs of plans proven", compared)
	}
}
