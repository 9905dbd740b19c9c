package miptest_test

import (
	"context"
	"math"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip/miptest"
)

// trivial solves what the small cases ask, by enumeration, and knows a bound for
// the others, or lies in one way.
type trivial struct {
	lie func(*mip.Program, mip.Options, *mip.Result)
}

func (s trivial) Engine() string { return "trivial" }

func (s trivial) Solve(ctx context.Context, p *mip.Program, o mip.Options) (mip.Result, error) {
	if err := p.Validate(); err != nil {
		return mip.Result{}, err
	}
	r := solve(ctx, p, o)
	if s.lie != nil {
		s.lie(p, o, &r)
	}
	return r, nil
}

func solve(ctx context.Context, p *mip.Program, o mip.Options) mip.Result {
	if r, odd := withoutBounds(p); odd {
		return r
	}
	start := o.Start
	if p.Check(start, mip.Tolerance) != nil {
		start = nil
	}
	if len(p.Vars) > 15 || ctx.Err() != nil {
		return atOnce(p, start)
	}
	x, best, found := miptest.Enumerate(p)
	if !found {
		return mip.Result{Status: mip.Infeasible, Bound: sign(p) * math.Inf(1)}
	}
	return mip.Result{Status: mip.Optimal, X: x, Objective: best, Bound: best}
}

// withoutBounds knows the programs of the kit that cannot be enumerated.
func withoutBounds(p *mip.Program) (mip.Result, bool) {
	for _, v := range p.Vars {
		if math.IsInf(v.Lower, -1) && math.IsInf(v.Upper, 1) {
			return mip.Result{Status: mip.Infeasible, Bound: sign(p) * math.Inf(1)}, true
		}
	}
	for _, v := range p.Vars {
		if len(p.Vars) < 5 && (math.IsInf(v.Lower, -1) || math.IsInf(v.Upper, 1)) {
			return mip.Result{Status: mip.Unbounded, Bound: sign(p) * math.Inf(1)}, true
		}
	}
	return mip.Result{}, false
}

// atOnce is what can be said without solving.
func atOnce(p *mip.Program, start []float64) mip.Result {
	r := mip.Result{Bound: p.Offset}
	for _, v := range p.Vars {
		if v.Cost*sign(p) > 0 {
			r.Bound += v.Cost
		}
	}
	if start != nil {
		r.Status, r.X, r.Objective = mip.Feasible, start, p.Objective(start)
	}
	return r
}

func sign(p *mip.Program) float64 {
	if p.Maximize {
		return 1
	}
	return -1
}

// beyond lists the cases that trivial is too simple for.
var beyond = map[string]bool{
	"stops within the gap asked for": true,
	"solves several at once":         true,
}

func TestAnHonestSolverPasses(t *testing.T) {
	for _, c := range miptest.Cases() {
		err := c.Check(trivial{})
		if beyond[c.Name] != (err != nil) {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

func TestLiesAreCaught(t *testing.T) {
	for _, c := range []struct {
		lie    string
		caught string
		tell   func(*mip.Program, mip.Options, *mip.Result)
	}{
		{"a worse point is optimal", "finds the optimum of random binary programs", worsePoint},
		{"the bound is too tight", "is honest when interrupted", func(p *mip.Program, _ mip.Options, r *mip.Result) {
			r.Bound = p.Offset - sign(p)
		}},
		{"the bound is on the near side", "finds the optimum of random integer programs", func(p *mip.Program, _ mip.Options, r *mip.Result) {
			r.Bound -= sign(p)
		}},
		{"the point is not rounded", "finds the optimum of random binary programs", func(_ *mip.Program, _ mip.Options, r *mip.Result) {
			for i := range r.X {
				r.X[i] += 1e-8
			}
		}},
		{"the point breaks a row", "finds the optimum between equality rows", func(p *mip.Program, _ mip.Options, r *mip.Result) {
			for i := range r.X {
				r.X[i] = p.Vars[i].Upper
			}
		}},
		{"the objective misses the offset", "adds the offset", func(p *mip.Program, _ mip.Options, r *mip.Result) {
			r.Objective -= p.Offset
		}},
		{"everything is infeasible", "finds the optimum of random mixed programs", always(mip.Infeasible)},
		{"nothing is infeasible", "tells what is infeasible", never(mip.Infeasible)},
		{"nothing is unbounded", "tells what is unbounded", never(mip.Unbounded)},
		{"unsolved means infeasible", "says unsolved when there was no time", func(_ *mip.Program, _ mip.Options, r *mip.Result) {
			if r.Status == mip.Unsolved {
				r.Status = mip.Infeasible
			}
		}},
		{"an incumbent means optimal", "returns the start when there was no time", func(_ *mip.Program, _ mip.Options, r *mip.Result) {
			if r.Status == mip.Feasible {
				r.Status = mip.Optimal
			}
		}},
		{"the start is forgotten", "returns the start when there was no time", func(_ *mip.Program, o mip.Options, r *mip.Result) {
			if o.Start != nil {
				r.Status, r.X = mip.Unsolved, nil
			}
		}},
		{"the start is believed", "passes over a start that is no solution", func(p *mip.Program, o mip.Options, r *mip.Result) {
			if o.Start != nil {
				r.X = o.Start
			}
		}},
		{"the program is changed", "leaves the program as it was", func(p *mip.Program, _ mip.Options, _ *mip.Result) {
			p.Vars[0].Cost++
		}},
		{"the start is changed", "is never worse than its start", func(_ *mip.Program, o mip.Options, _ *mip.Result) {
			for i := range o.Start {
				o.Start[i] = 2
			}
		}},
		{"progress is invented", "is honest about its progress", func(p *mip.Program, o mip.Options, _ *mip.Result) {
			if o.Progress != nil {
				o.Progress(mip.Progress{Found: true, Incumbent: 1e9, Bound: 1e9})
			}
		}},
	} {
		if err := check(t, c.caught)(trivial{lie: c.tell}); err == nil {
			t.Errorf("%s: %q did not notice", c.lie, c.caught)
		}
		if err := check(t, c.caught)(trivial{}); err != nil {
			t.Errorf("%q fails without the lie: %v", c.caught, err)
		}
	}
}

// TestSolversThatAnswerDifferentlyAreCaught needs a solver with a memory.
func TestSolversThatAnswerDifferentlyAreCaught(t *testing.T) {
	solves := 0.0
	moody := trivial{lie: func(_ *mip.Program, _ mip.Options, r *mip.Result) {
		solves++
		r.Bound += solves
	}}
	if check(t, "gives the same answer for the same seed")(moody) == nil {
		t.Error("two bounds for one program pass")
	}
}

// TestCarelessSolversAreCaught is about what a solver does rather than says.
func TestCarelessSolversAreCaught(t *testing.T) {
	if check(t, "refuses a malformed program")(credulous{}) == nil {
		t.Error("a solver that takes every program passes")
	}
}

type credulous struct{ trivial }

func (credulous) Solve(context.Context, *mip.Program, mip.Options) (mip.Result, error) {
	return mip.Result{}, nil
}

func check(t *testing.T, name string) func(mip.Solver) error {
	t.Helper()
	for _, c := range miptest.Cases() {
		if c.Name == name {
			return c.Check
		}
	}
	t.Fatalf("no case %q", name)
	return nil
}

// worsePoint returns some other point as if it were best.
func worsePoint(p *mip.Program, _ mip.Options, r *mip.Result) {
	q := *p
	q.Maximize = !p.Maximize
	if x, worst, found := miptest.Enumerate(&q); found {
		r.X, r.Objective, r.Bound = x, worst, worst
	}
}

func always(s mip.Status) func(*mip.Program, mip.Options, *mip.Result) {
	return func(_ *mip.Program, _ mip.Options, r *mip.Result) { *r = mip.Result{Status: s} }
}

func never(s mip.Status) func(*mip.Program, mip.Options, *mip.Result) {
	return func(_ *mip.Program, _ mip.Options, r *mip.Result) {
		if r.Status == s {
			r.Status = mip.Unsolved
		}
	}
}
