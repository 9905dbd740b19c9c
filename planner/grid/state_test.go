package grid

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// walk makes random changes to two states and their naive twins, and calls
// look after each.
func walk(t *rapid.T, in *Instance, rng *rand.Rand, steps int, look func(st *State, n *naive)) {
	states := []*State{NewState(in), NewState(in)}
	twins := []*naive{newNaive(in), newNaive(in)}
	for range steps {
		k, u := rng.IntN(2), rng.IntN(len(in.Units))
		st, n := states[k], twins[k]
		switch {
		case rng.IntN(12) == 0:
			st.CopyFrom(states[1-k])
			n.copyFrom(twins[1-k])
		case st.Placed(u):
			st.Remove(u)
			n.at[u] = Placement{Start: -1}
		case in.Units[u].Late >= in.Units[u].Early:
			place(t, st, n, rng, u)
		}
		look(st, n)
	}
}

// place puts unit u somewhere, in one of the ways there are.
func place(t *rapid.T, st *State, n *naive, rng *rand.Rand, u int) {
	unit := &st.in.Units[u]
	s := unit.Early + rng.IntN(unit.Late-unit.Early+1)
	var c Chooser
	if rng.IntN(2) == 0 {
		c = fullestFirst{}
	}
	if pools := somePools(rng, unit); rng.IntN(2) == 0 && pools != nil {
		want := n.fits(u, s, pools)
		if got := st.PlaceAt(u, s, pools); got != want {
			t.Fatalf("unit %d fits at %d on %v: %v, want %v", u, s, pools, got, want)
		}
		if want {
			n.at[u] = Placement{s, slices.Clone(pools)}
		}
		return
	}
	if st.Place(u, s, c) {
		pools := slices.Clone(st.At(u).Pools)
		if !n.fits(u, s, pools) {
			t.Fatalf("unit %d was placed at %d on %v, where it does not fit", u, s, pools)
		}
		n.at[u] = Placement{s, pools}
	}
}

// somePools draws a pool for every allocation, nil where an item has none.
func somePools(rng *rand.Rand, unit *Unit) []int {
	var out []int
	for i := range unit.Items {
		it := &unit.Items[i]
		for range it.Allocs {
			if len(it.Pools) == 0 {
				return nil
			}
			out = append(out, it.Pools[rng.IntN(len(it.Pools))])
		}
	}
	return out
}

// fullestFirst ranks the pool lowest that has the least free, and passes the last one over.
type fullestFirst struct{}

func (fullestFirst) Rank(st *State, it *Item, p, from, to int) float64 {
	if len(it.Pools) > 1 && p == it.Pools[len(it.Pools)-1] {
		return inf
	}
	return float64(st.FreeArea(p, from, to))
}

func TestStateCountsLikeANaiveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, rng := drawInstance(t)
		walk(t, in, rng, 25, func(st *State, n *naive) {
			for u := range in.Units {
				if got, want := st.At(u), n.at[u]; got.Start != want.Start || !slices.Equal(got.Pools, want.Pools) {
					t.Fatalf("unit %d stands at %v, want %v", u, got, want)
				}
			}
			p := rng.IntN(len(in.Pools))
			from := rng.IntN(in.Horizon())
			to, area := from+1+rng.IntN(in.Horizon()-from), 0
			for t := from; t < to; t++ {
				area += n.free(p, t)
			}
			if got := st.FreeArea(p, from, to); got != area {
				t.Fatalf("pool %d has %d GPU-steps free in [%d, %d), want %d", p, got, from, to, area)
			}
			if got, want := st.Free(p, from), n.free(p, from); got != want {
				t.Fatalf("pool %d has %d free at step %d, want %d", p, got, from, want)
			}
		})
	})
}

func TestFitsAgreesWithANaiveModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, rng := drawInstance(t)
		walk(t, in, rng, 15, func(st *State, n *naive) {
			u := rng.IntN(len(in.Units))
			unit := &in.Units[u]
			i := rng.IntN(len(unit.Items))
			if unit.Late < unit.Early || st.Placed(u) {
				return
			}
			p := rng.IntN(len(in.Pools))
			starts := NewBits(in.Horizon())
			any := st.PoolStarts(u, i, p, starts)
			if any && !starts.Any() {
				t.Fatalf("PoolStarts says there are some, there are none")
			}
			for s := unit.Early; s <= unit.Late; s++ {
				want := n.oneFits(&unit.Items[i], p, s)
				if got := st.Fits(u, i, p, s); got != want {
					t.Fatalf("item %d of unit %d fits pool %d at %d: %v, want %v", i, u, p, s, got, want)
				}
				if got := any && starts.Has(s); got != want {
					t.Fatalf("PoolStarts of item %d of unit %d on pool %d at %d: %v, want %v", i, u, p, s, got, want)
				}
			}
		})
	})
}

// TestStartsMissNothing: where unit u can stand at all Starts has the step, and
// for one item without CPU, memory and group it has no other, and Place succeeds.
func TestStartsMissNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, rng := drawInstance(t)
		probe := NewState(in)
		walk(t, in, rng, 8, func(st *State, n *naive) {
			u := rng.IntN(len(in.Units))
			unit := &in.Units[u]
			if unit.Late < unit.Early || st.Placed(u) {
				return
			}
			it := &unit.Items[0]
			plain := len(unit.Items) == 1 && it.CPU == 0 && it.Memory == 0 && it.Apart < 0
			starts := slices.Clone(st.Starts(u, nil))
			for s := range 64 * len(starts) {
				if inside := s >= unit.Early && s <= unit.Late; !inside {
					if starts.Has(s) {
						t.Fatalf("unit %d may start at %d, outside [%d, %d]", u, s, unit.Early, unit.Late)
					}
					continue
				}
				can := n.anyFits(u, s)
				if can && !starts.Has(s) || plain && !can && starts.Has(s) {
					t.Fatalf("unit %d can start at %d: %v, Starts says %v", u, s, can, starts.Has(s))
				}
				probe.CopyFrom(st)
				if got := probe.Place(u, s, nil); got && !can || plain && got != can {
					t.Fatalf("unit %d can start at %d: %v, Place says %v", u, s, can, got)
				}
			}
		})
	})
}

// TestStartsUseOnlyTheNamedPools: leaving pools out of `use` is the same as
// leaving them out of the items.
func TestStartsUseOnlyTheNamedPools(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, rng := drawInstance(t)
		use := make([]bool, len(in.Pools))
		for p := range use {
			use[p] = rng.IntN(2) == 0
		}
		less := *in
		less.Units = slices.Clone(in.Units)
		for u := range less.Units {
			less.Units[u].Items = slices.Clone(in.Units[u].Items)
			for i := range less.Units[u].Items {
				it := &less.Units[u].Items[i]
				it.Pools = slices.DeleteFunc(slices.Clone(it.Pools), func(p int) bool { return !use[p] })
			}
		}
		st, want := NewState(in), NewState(&less)
		for u := range in.Units {
			if in.Units[u].Late >= in.Units[u].Early && !slices.Equal(st.Starts(u, use), want.Starts(u, nil)) {
				t.Fatalf("unit %d: starts %v, want %v", u, st.Starts(u, use), want.Starts(u, nil))
			}
		}
	})
}

// TestFailedPlacementsChangeNothing over a horizon of three weeks of 15 minutes.
func TestFailedPlacementsChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, overrun := range []bool{false, true} {
		in := instance(rng, 2016, overrun)
		for range 30 {
			in.Units = append(in.Units, randomUnit(rng, in))
		}
		st, was, failed := NewState(in), NewState(in), 0
		for range 2000 {
			u := rng.IntN(len(in.Units))
			unit := &in.Units[u]
			if st.Placed(u) && rng.IntN(2) == 0 {
				st.Remove(u)
			}
			if st.Placed(u) || unit.Late < unit.Early {
				continue
			}
			was.CopyFrom(st)
			if s := unit.Early + rng.IntN(unit.Late-unit.Early+1); st.Place(u, s, fullestFirst{}) {
				continue
			}
			failed++
			for p := range in.Pools {
				if !slices.Equal(st.levels[p], was.levels[p]) {
					t.Fatalf("a placement that failed changed pool %d", p)
				}
			}
		}
		if failed == 0 {
			t.Errorf("overrun %v: no placement failed", overrun)
		}
	}
}
