package exact

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// TestEveryPackingIsAPoint: each packing is a solution of the program of the
// same value, and is read back as it was.
func TestEveryPackingIsAPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		m := New(in, ByPool(in), nil)
		if err := m.Program.Validate(); err != nil {
			t.Fatal(err)
		}
		again, seen := grid.NewState(in), 0
		gridtest.Packings(in, base, func(st *grid.State, value float64) {
			if seen++; seen > 200 {
				return
			}
			x := m.Point(st)
			if err := m.Program.Check(x, mip.Tolerance); err != nil {
				t.Fatalf("a packing is no solution: %v", err)
			}
			if got := m.Program.Objective(x) / m.scale; math.Abs(got-value) > 1e-9*(1+value) {
				t.Fatalf("a packing worth %v is a point worth %v", value, got)
			}
			again.CopyFrom(grid.NewState(in))
			if !m.Read(x, again) {
				t.Fatal("a point of single pools has no place")
			}
			for u, s := range m.Starts(x) {
				at := again.At(u)
				pools := slices.Sorted(slices.Values(st.At(u).Pools))
				if s != st.At(u).Start || at.Start != s || !slices.Equal(slices.Sorted(slices.Values(at.Pools)), pools) {
					t.Fatalf("unit %d stood at %v, is read back at %v", u, st.At(u), at)
				}
			}
		})
	})
}

// TestPointsAreSolutionsExactlyWhenTheyFit: placements drawn without regard
// for room are a solution exactly when they can stand together.
func TestPointsAreSolutionsExactlyWhenTheyFit(t *testing.T) {
	fit, clash := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in, _, rng := gridtest.Draw(t)
		m := New(in, ByPool(in), nil)
		for range 40 {
			x, st, fits := make([]float64, len(m.Program.Vars)), grid.NewState(in), true
			for u := range in.Units {
				unit, c := &in.Units[u], &m.units[u]
				var ways [][]int
				gridtest.Spreads(unit, nil, func(pools []int) { ways = append(ways, pools) })
				if len(c.starts) == 0 || len(ways) == 0 || !unit.Must && rng.IntN(2) == 0 {
					fits = fits && !unit.Must
					continue
				}
				k, pools := rng.IntN(len(c.starts)), ways[rng.IntN(len(ways))]
				c.fill(x, k, pools, unit.Items, m.cell)
				fits = st.PlaceAt(u, c.starts[k], pools) && fits
			}
			if err := m.Program.Check(x, mip.Tolerance); (err == nil) != fits {
				t.Fatalf("fits: %v, but Check says %v", fits, err)
			}
			if fits {
				fit++
			} else {
				clash++
			}
		}
	})
	if !t.Failed() && (fit < 50 || clash < 50) {
		t.Errorf("%d placements fit, %d clash", fit, clash)
	}
}

// TestAGangOnOnePoolStandsInARowOnce: both blocks draw of the pool through the
// one variable that says when the gang starts.
func TestAGangOnOnePoolStandsInARowOnce(t *testing.T) {
	it := grid.Item{Allocs: 1, GPUs: 2, Steps: 2, Pools: []int{0}, Apart: -1}
	in := &grid.Instance{
		Steps: 2, Nodes: make([]grid.Node, 1), Pools: []grid.Pool{{Free: []int{3, 3}}},
		Units: []grid.Unit{{Items: []grid.Item{it, it}, Values: []float64{8}}},
	}
	p := &New(in, ByPool(in), nil).Program
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if err := p.Check([]float64{1}, mip.Tolerance); err == nil {
		t.Error("a gang of 2 × 2 GPUs fits a pool of 3")
	}
}

// TestLeftOutStartsHaveNoPoint.
func TestLeftOutStartsHaveNoPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := gridtest.Draw(t)
		u := rng.IntN(len(in.Units))
		m := New(in, ByPool(in), func(v, s int) bool { return v != u || in.Units[v].Must || s > in.Units[v].Early })
		gridtest.Packings(in, base, func(st *grid.State, _ float64) {
			left := !in.Units[u].Must && st.Placed(u) && st.At(u).Start == in.Units[u].Early
			if got := m.Point(st) == nil; got != left {
				t.Fatalf("the packing uses a start that is left out: %v, has no point: %v", left, got)
			}
		})
	})
}

// TestSizeIsNoLessThanTheVariables.
func TestSizeIsNoLessThanTheVariables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, _, rng := gridtest.Draw(t)
		cell := ByPool(in)
		if rng.IntN(2) == 0 {
			clear(cell)
		}
		keep := func(u, s int) bool { return in.Units[u].Must || (u+s)%2 == 0 }
		vars := len(New(in, cell, keep).Program.Vars)
		if got := Size(in, cell, keep); got < vars {
			t.Fatalf("Size says %d, the program has %d variables", got, vars)
		}
	})
}

// solver returns HiGHS, or skips the test where it was not fetched.
func solver(t *testing.T) mip.Solver {
	h := highs.New(highs.Options{})
	t.Cleanup(func() { h.Close() })
	p := &mip.Program{}
	p.Binary("x", 1)
	if _, err := h.Solve(context.Background(), p, mip.Options{}); errors.Is(err, highs.ErrNotFetched) {
		t.Skip("HiGHS is not fetched: make deps")
	} else if err != nil {
		t.Fatal(err)
	}
	return h
}

// mostSolves keeps the tests short: HiGHS takes tens of milliseconds to start.
const mostSolves = 25

func TestTheModelsOptimumIsTheOptimum(t *testing.T) {
	h, solves := solver(t), 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		st := grid.NewState(in)
		if solves++; solves > mostSolves || !search.PlaceMusts(st) {
			return
		}
		best, _ := gridtest.Optimum(in, base)
		bound, err := New(in, ByPool(in), nil).Solve(context.Background(), h, Options{Start: st, Progress: func(float64) {}})
		if err != nil {
			t.Fatal(err)
		}
		slack := 1e-6 * (1 + best)
		if bound < best-slack || math.Abs(search.Value(st)-best) > slack {
			t.Fatalf("bound %v, found %v, the optimum is %v", bound, search.Value(st), best)
		}
	})
}

// TestJoinedPoolsBoundTheOptimum: with all pools in one cell the program is a relaxation.
func TestJoinedPoolsBoundTheOptimum(t *testing.T) {
	h, solves := solver(t), 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		st := grid.NewState(in)
		if solves++; solves > mostSolves || !search.PlaceMusts(st) {
			return
		}
		best, _ := gridtest.Optimum(in, base)
		before := search.Value(st)
		bound, err := New(in, make([]int, len(in.Pools)), nil).Solve(context.Background(), h, Options{Start: st, Progress: func(float64) {}})
		if err != nil {
			t.Fatal(err)
		}
		if bound < best-1e-6*(1+best) || search.Value(st) < before {
			t.Fatalf("bound %v, the optimum is %v; found %v from %v", bound, best, search.Value(st), before)
		}
	})
}

// fixed is a solver that returns the same point whatever it is asked.
type fixed struct{ x []float64 }

func (f fixed) Engine() string { return "fixed" }
func (f fixed) Solve(context.Context, *mip.Program, mip.Options) (mip.Result, error) {
	return mip.Result{Status: mip.Feasible, X: f.x, Bound: 1e9}, nil
}

// TestAWorsePointDoesNotReplaceTheStart: a solver that was stopped early may
// return less than it was given.
func TestAWorsePointDoesNotReplaceTheStart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := gridtest.Draw(t)
		m := New(in, ByPool(in), nil)
		start, value := grid.NewState(in), -1.0
		var points [][]float64
		gridtest.Packings(in, base, func(st *grid.State, v float64) {
			points = append(points, m.Point(st))
			if v > value {
				value = v
				start.CopyFrom(st)
			}
		})
		_, err := m.Solve(context.Background(), fixed{points[rng.IntN(len(points))]}, Options{Start: start, Progress: func(float64) {}})
		if err != nil || search.Value(start) < value-1e-9 {
			t.Fatalf("worth %v before, then %v (%v)", value, search.Value(start), err)
		}
	})
}
