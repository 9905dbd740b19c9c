package branch

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// begun returns a packing in which all that must stand does, built with no
// regard for value; ok is false when the quick construction finds none.
func begun(in *grid.Instance, base *grid.State) (st *grid.State, ok bool) {
	st = grid.NewState(in)
	ok = search.PlaceMusts(st)
	return st, ok
}

// tried is what a test saw of one solve.
type tried struct {
	best   float64
	offers int
	proved []float64
}

// solve runs branch and bound and checks what it offers on the way.
func solve(t *rapid.T, in *grid.Instance, base, start *grid.State, o Options) (Result, *tried, error) {
	seen := &tried{best: search.Value(start)}
	o.Offer = func(st *grid.State) float64 {
		v := search.Value(st)
		if v <= seen.best {
			t.Fatalf("offers %v after %v", v, seen.best)
		}
		seen.best = v
		seen.offers++
		for u := range in.Units {
			if in.Units[u].Must && !st.Placed(u) {
				t.Fatalf("offers a packing without unit %d, which must stand", u)
			}
		}
		return 0
	}
	o.Prove = func(bound float64) { seen.proved = append(seen.proved, bound) }
	res, err := Solve(context.Background(), in, base, start, o)
	return res, seen, err
}

func TestProvenValuesAreTheOptimum(t *testing.T) {
	proven, better := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		start, ok := begun(in, base)
		if !ok {
			return
		}
		best, _ := gridtest.Optimum(in, base)
		res, seen, err := solve(t, in, base, start, Options{Tolerance: 1e-9 * (1 + best)})
		if err != nil {
			t.Fatal(err)
		}
		slack := 1e-8 * (1 + best)
		if !res.Proven || math.Abs(seen.best-best) > slack || res.Bound < best-slack {
			t.Fatalf("proven %v, best %v, bound %v, optimum %v", res.Proven, seen.best, res.Bound, best)
		}
		proven++
		better += seen.offers
	})
	if !t.Failed() && (proven < 50 || better < 20) {
		t.Errorf("only %d instances proven, %d packings offered", proven, better)
	}
}

// TestBoundsHoldWhereverItStops: at every limit of nodes, result and proofs on
// the way bound the optimum.
func TestBoundsHoldWhereverItStops(t *testing.T) {
	open := 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		start, ok := begun(in, base)
		if !ok {
			return
		}
		best, _ := gridtest.Optimum(in, base)
		nodes := int64(rapid.IntRange(1, 4).Draw(t, "nodes"))
		res, seen, err := solve(t, in, base, start, Options{Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		if res.Nodes > nodes {
			t.Fatalf("%d nodes of %d", res.Nodes, nodes)
		}
		if !res.Proven {
			open++
		}
		for _, b := range append(seen.proved, res.Bound) {
			if b < best-1e-8*(1+best) {
				t.Fatalf("bound %v, but %v is possible", b, best)
			}
		}
	})
	t.Logf("%d left open", open)
}

// TestCancelledSolvesProveNothingFalse stops before the first node.
func TestCancelledSolvesProveNothingFalse(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := &grid.Instance{Steps: 2, Nodes: make([]grid.Node, 1), Pools: []grid.Pool{{Free: []int{1, 1}}},
		Units: []grid.Unit{{Items: []grid.Item{{Allocs: 1, GPUs: 1, Steps: 1, Pools: []int{0}, Apart: -1}}, Early: 0, Late: 1, Values: []float64{2, 1}}}}
	st := grid.NewState(in)
	res, err := Solve(ctx, in, grid.NewState(in), st, Options{Offer: func(*grid.State) float64 { return 0 }, Prove: func(float64) {}})
	if err != nil || res.Proven || res.Bound < 2 {
		t.Errorf("%+v, %v", res, err)
	}
}

// TestTheSameSolveOffersTheSamePackings: nothing depends on anything but the input.
func TestTheSameSolveOffersTheSamePackings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		start, ok := begun(in, base)
		if !ok {
			return
		}
		var values [2][]float64
		for k := range values {
			_, err := Solve(context.Background(), in, base, start, Options{
				Nodes: 5, Prove: func(float64) {},
				Offer: func(st *grid.State) float64 { values[k] = append(values[k], search.Value(st)); return 0 },
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(values[0], values[1]) {
			t.Fatalf("offers %v, then %v", values[0], values[1])
		}
	})
}

// TestBeatFindsWhatIsWorthMoreThanTheGoal: a value to beat just below the
// optimum is beaten, one at the optimum is not.
func TestBeatFindsWhatIsWorthMoreThanTheGoal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		start, ok := begun(in, base)
		best, _ := gridtest.Optimum(in, base)
		if !ok || best == 0 {
			return
		}
		for _, goal := range []float64{best * (1 - 1e-5), best} {
			found := false
			o := Options{Beat: &goal, Tolerance: 1e-7 * best, Prove: func(float64) {}, Offer: func(*grid.State) float64 { found = true; return goal }}
			if _, err := Solve(context.Background(), in, base, start, o); err != nil {
				t.Fatal(err)
			}
			if found != (goal < best) {
				t.Fatalf("something beats %v: %v, the optimum is %v", goal, found, best)
			}
		}
	})
}

func TestLargeInstancesAreRefused(t *testing.T) {
	in := &grid.Instance{Steps: 4, Nodes: make([]grid.Node, 1)}
	var all []int
	for p := range 30 {
		in.Pools = append(in.Pools, grid.Pool{Free: []int{1, 1, 1, 1}})
		all = append(all, p)
	}
	in.Units = []grid.Unit{{Items: []grid.Item{{Allocs: 3, GPUs: 1, Steps: 1, Pools: all, Apart: -1}}, Late: 3, Values: []float64{4, 3, 2, 1}}}
	st := grid.NewState(in)
	if _, err := Solve(context.Background(), in, st, st, Options{}); !errors.Is(err, ErrTooLarge) {
		t.Error(err)
	}
	if Small(in, st) {
		t.Error("4060 ways to spread a unit count as small")
	}
	in.Pools = in.Pools[:1]
	in.Units[0].Items[0].Pools = all[:1]
	in.Units[0].Items[0].Allocs = 1
	if !Small(in, grid.NewState(in)) {
		t.Error("one block on one pool counts as large")
	}
}
