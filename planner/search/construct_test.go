package search

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
)

func TestPlaceFirstTakesTheFirstStartThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, _, rng := gridtest.Draw(t)
		st, probe := grid.NewState(in), grid.NewState(in)
		for range 4 {
			u := rng.IntN(len(in.Units))
			if st.Placed(u) || in.Units[u].Late < in.Units[u].Early {
				continue
			}
			first := -1
			for s := in.Units[u].Late; s >= in.Units[u].Early; s-- {
				probe.CopyFrom(st)
				if probe.Place(u, s, tight) {
					first = s
				}
			}
			if got := PlaceFirst(st, u, tight); got != (first >= 0) || st.At(u).Start != first {
				t.Fatalf("unit %d was placed at %d, it first fits at %d", u, st.At(u).Start, first)
			}
		}
	})
}

func TestPlaceMustsIsAllOrNothing(t *testing.T) {
	failed := 0
	rapid.Check(t, func(t *rapid.T) {
		in, _, rng := gridtest.Draw(t)
		for range rng.IntN(8) {
			in.Units = append(in.Units, gridtest.RandomReplica(rng, in))
		}
		st := grid.NewState(in)
		ok := PlaceMusts(st)
		if !ok {
			failed++
		}
		for u := range in.Units {
			if st.Placed(u) != (ok && in.Units[u].Must) {
				t.Fatalf("all placed: %v, unit %d (must stand: %v) is placed: %v", ok, u, in.Units[u].Must, st.Placed(u))
			}
		}
	})
	if !t.Failed() && failed == 0 {
		t.Error("everything always fits: the test is too easy")
	}
}

// TestPlaceMustsFindsMostPackings: where brute force packs all that must
// stand, the construction does in nearly all cases.
func TestPlaceMustsFindsMostPackings(t *testing.T) {
	missed, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in, _, _ := gridtest.Draw(t) // those that cannot be packed are not drawn
		all++
		if !PlaceMusts(grid.NewState(in)) {
			missed++
		}
	})
	if missed > all/20 {
		t.Errorf("missed %d of %d", missed, all)
	}
}

// TestFillBestKeepsWhatStandsAndTakesTheBestOrder.
func TestFillBestKeepsWhatStandsAndTakesTheBestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		st := grid.NewState(in)
		if !PlaceMusts(st) {
			return
		}
		was, one := grid.NewState(in), grid.NewState(in)
		was.CopyFrom(st)
		ratio := func(u int) float64 { return float64(u * 7 % 5) }
		FillBest(st, ratio, nil)
		sound(t, st)
		for u := range in.Units {
			if x, y := was.At(u), st.At(u); x.Start >= 0 && (x.Start != y.Start || !slices.Equal(x.Pools, y.Pools)) {
				t.Fatalf("unit %d stood at %v, now at %v", u, x, y)
			}
		}
		for _, key := range orders(in, ratio) {
			one.CopyFrom(was)
			Fill(one, By(Blocks(in), key))
			if Value(one) > Value(st) {
				t.Fatalf("one order gives %v, the best of all %v", Value(one), Value(st))
			}
		}
		if top, _ := gridtest.Optimum(in, base); Value(st) > top*(1+1e-9) {
			t.Fatalf("worth %v, more than the optimum %v", Value(st), top)
		}
	})
}

func TestBySortsByFallingKeyAndKeepsTies(t *testing.T) {
	key := func(u int) float64 { return float64(u % 3) }
	if got, want := By([]int{0, 1, 2, 3, 4, 5}, key), []int{2, 5, 1, 4, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
