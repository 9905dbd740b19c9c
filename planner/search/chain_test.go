package search

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
)

// drawChain draws a crowded instance and a chain on it, with what it offers.
func drawChain(t *rapid.T, moves int64) (*Chain, *grid.State, *[]float64) {
	in, _, rng := gridtest.Draw(t)
	for range rng.IntN(12) {
		in.Units = append(in.Units, gridtest.Block(rng, in))
	}
	if rng.IntN(3) == 0 {
		multiply(in, 16)
	}
	base := grid.Forced(in)
	grid.Trim(in, base)
	st := grid.NewState(in)
	if !PlaceMusts(st) {
		t.Skip("no quick packing of what must stand")
	}
	if len(Blocks(in)) == 0 {
		t.Skip("nothing to move: Run returns at once")
	}
	FillBest(st, nil, nil)
	offers := &[]float64{Value(st)}
	bound := price.Relax(in, base).Solve(price.Options{Rounds: 20, Target: Value(st)})
	c := NewChain(st, base, bound, Options{
		Seed: rng.Uint64(),
		Done: func(made int64) float64 { return float64(made) / float64(moves) },
		Offer: func(st *grid.State) {
			last := (*offers)[len(*offers)-1]
			if v := Value(st); v <= last {
				t.Fatalf("offers %v after %v", v, last)
			}
			*offers = append(*offers, Value(st))
			sound(t, st)
		},
	})
	return c, base, offers
}

// multiply adds pools like those there are, up to n: more than a move looks at.
func multiply(in *grid.Instance, n int) {
	few := len(in.Pools)
	for k := few; k < n; k++ {
		in.Pools = append(in.Pools, in.Pools[k%few])
		for u := range in.Units {
			for i := range in.Units[u].Items {
				if it := &in.Units[u].Items[i]; slices.Contains(it.Pools, k%few) {
					it.Pools = append(it.Pools, k)
				}
			}
		}
	}
}

// sound packs what st holds anew and checks that everything fits and as much is
// free, and that all that must stand does.
func sound(t *rapid.T, st *grid.State) {
	in := st.Instance()
	again := grid.NewState(in)
	for u := range in.Units {
		at := st.At(u)
		if in.Units[u].Must && at.Start < 0 {
			t.Fatalf("unit %d must stand and does not", u)
		}
		if at.Start < 0 {
			continue
		}
		if unit := &in.Units[u]; at.Start < unit.Early || at.Start > unit.Late || math.IsInf(unit.Value(at.Start), -1) {
			t.Fatalf("unit %d stands at %d, outside its window", u, at.Start)
		}
		if !again.PlaceAt(u, at.Start, at.Pools) {
			t.Fatalf("unit %d does not fit at %d on %v", u, at.Start, at.Pools)
		}
	}
	for p := range in.Pools {
		for s := range in.Horizon() {
			if st.Free(p, s) != again.Free(p, s) {
				t.Fatalf("pool %d has %d free at step %d, should have %d", p, st.Free(p, s), s, again.Free(p, s))
			}
		}
	}
}

// listed checks the chain's own lists against its state.
func listed(t *rapid.T, c *Chain, base *grid.State) {
	missing := 0
	for u := range c.in.Units {
		isOut := !c.st.Placed(u) && c.in.Units[u].Late >= c.in.Units[u].Early
		if got := c.outPos[u] >= 0; got != isOut || got && c.out[c.outPos[u]] != u {
			t.Fatalf("unit %d is out: %v, listed at %d of %v", u, isOut, c.outPos[u], c.out)
		}
		if isOut && c.in.Units[u].Must {
			missing++
		}
		for p := range c.on {
			here := c.st.Placed(u) && !base.Placed(u) && slices.Contains(c.st.At(u).Pools, p)
			if got := slices.Contains(c.on[p], u); got != here {
				t.Fatalf("unit %d stands on pool %d: %v, listed: %v", u, p, here, got)
			}
		}
	}
	if c.missing != missing {
		t.Fatalf("%d units are missing, %d counted", missing, c.missing)
	}
	if v := Value(c.st); math.Abs(v-c.value) > 1e-9*(1+v) {
		t.Fatalf("worth %v, counted %v", v, c.value)
	}
}

func TestMovesNeverBreakThePacking(t *testing.T) {
	kept := 0
	rapid.Check(t, func(t *rapid.T) {
		c, base, offers := drawChain(t, 0)
		for range 60 {
			before := c.value
			c.moves++
			c.move(0.3 * c.mean)
			sound(t, c.st)
			listed(t, c, base)
			if c.value != before {
				kept++
			}
		}
		if last := (*offers)[len(*offers)-1]; math.Abs(c.best-last) > 1e-9*(1+last) {
			t.Fatalf("the best is %v, offered was %v", c.best, last)
		}
	})
	if !t.Failed() && kept < 50 {
		t.Errorf("only %d moves changed anything", kept)
	}
}

// TestRevertIsExact: whatever a move did, taking it back leaves every unit
// where it stood and the lists as they were.
func TestRevertIsExact(t *testing.T) {
	undone := 0
	rapid.Check(t, func(t *rapid.T) {
		c, base, _ := drawChain(t, 0)
		was := grid.NewState(c.in)
		for range 40 {
			was.CopyFrom(c.st)
			before := c.value
			c.moves++
			c.log = c.log[:0]
			c.drawStyle()
			kind := rapid.IntRange(0, 2).Draw(t, "kind of move")
			if ok := []func() bool{c.ruin, c.force, c.swapTails}[kind](); ok {
				c.recreate()
			}
			if len(c.log) > 0 {
				undone++
			}
			c.revert()
			c.value = before
			for u := range c.in.Units {
				if x, y := c.st.At(u), was.At(u); x.Start != y.Start || !slices.Equal(x.Pools, y.Pools) {
					t.Fatalf("unit %d stood at %v, now at %v", u, y, x)
				}
			}
			sound(t, c.st)
			listed(t, c, base)
		}
	})
	if !t.Failed() && undone < 50 {
		t.Errorf("only %d moves did anything", undone)
	}
}

func TestChainsEndWithTheirBudgetAndRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, base, offers := drawChain(t, 200)
		st, o := grid.NewState(c.in), c.o
		st.CopyFrom(c.st)
		first := slices.Clone(*offers)
		if made := c.Run(); made < 200 || made > 232 {
			t.Fatalf("%d moves of 200", made)
		}
		first, *offers = slices.Clone(*offers), first
		bound := price.Relax(c.in, base).Solve(price.Options{Rounds: 20, Target: Value(st)})
		NewChain(st, base, bound, o).Run()
		if !slices.Equal(first, *offers) {
			t.Fatalf("offers %v, then %v", first, *offers)
		}
	})
}

// TestChainsFindTheOptimum of small instances, mostly.
func TestChainsFindTheOptimum(t *testing.T) {
	found, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := gridtest.Draw(t)
		st := grid.NewState(in)
		if !PlaceMusts(st) {
			return
		}
		top, _ := gridtest.Optimum(in, base)
		best := Value(st)
		bound := price.Relax(in, base).Solve(price.Options{Rounds: 20})
		NewChain(st, base, bound, Options{
			Seed:  rng.Uint64(),
			Done:  func(made int64) float64 { return float64(made) / 1500 },
			Offer: func(st *grid.State) { best = Value(st) },
		}).Run()
		if best > top+1e-9*(1+top) {
			t.Fatalf("found %v, more than the optimum %v", best, top)
		}
		all++
		if best >= top-1e-9*(1+top) {
			found++
		}
	})
	t.Logf("%d optima of %d", found, all)
	if !t.Failed() && found < all*9/10 {
		t.Errorf("only %d optima of %d found", found, all)
	}
}
