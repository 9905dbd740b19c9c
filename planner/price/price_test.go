package price

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
)

// drawOptions draws how long to look for prices, and towards what.
func drawOptions(t *rapid.T, best float64) Options {
	return Options{
		Rounds: rapid.SampledFrom([]int{1, 5, 60}).Draw(t, "rounds"),
		Target: best * rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "target"),
	}
}

func TestTheBoundHoldsForEveryPacking(t *testing.T) {
	classes := 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		best, _ := gridtest.Optimum(in, base)
		r := Relax(in, base)
		classes = max(classes, r.Classes())
		b := r.Solve(drawOptions(t, best))
		if b.Value < best {
			t.Fatalf("bound %v, but a packing is worth %v", b.Value, best)
		}
		for c := range b.Prices {
			for s, x := range b.Prices[c] {
				if x < 0 || math.IsNaN(x) {
					t.Fatalf("the price of class %d at step %d is %v", c, s, x)
				}
			}
		}
	})
	if !t.Failed() && classes < 3 {
		t.Errorf("%d classes at most: several should occur", classes)
	}
}

// TestPoolsOfAClassServeTheSame: two pools are of one class exactly when every
// item may use both or neither.
func TestPoolsOfAClassServeTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		class := Relax(in, base).Class
		for p := range class {
			for q := range class {
				if alike := alike(in, p, q); alike != (class[p] == class[q]) {
					t.Fatalf("pools %d and %d serve the same: %v, their classes are %d and %d", p, q, alike, class[p], class[q])
				}
			}
		}
	})
}

func alike(in *grid.Instance, p, q int) bool {
	for u := range in.Units {
		for i := range in.Units[u].Items {
			mayP, mayQ := false, false
			for _, x := range in.Units[u].Items[i].Pools {
				mayP, mayQ = mayP || x == p, mayQ || x == q
			}
			if mayP != mayQ {
				return false
			}
		}
	}
	return true
}

// TestKeepNeverDropsAStartOfABetterPacking: every start of every packing worth
// more than the incumbent is kept.
func TestKeepNeverDropsAStartOfABetterPacking(t *testing.T) {
	dropped := 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		best, _ := gridtest.Optimum(in, base)
		incumbent := best * rapid.SampledFrom([]float64{0.7, 0.9, 0.999}).Draw(t, "incumbent")
		rd := Relax(in, base).Solve(drawOptions(t, best)).Reader()
		gridtest.Packings(in, base, func(st *grid.State, value float64) {
			if value <= incumbent*(1+1e-9) {
				return
			}
			for u := range in.Units {
				if s := st.At(u).Start; s >= 0 && !base.Placed(u) && !rd.Keep(u, s, incumbent) {
					t.Fatalf("start %d of unit %d is dropped, but a packing with it is worth %v, more than %v", s, u, value, incumbent)
				}
			}
		})
		for u := range in.Units {
			for s := in.Units[u].Early; s <= in.Units[u].Late; s++ {
				if !base.Placed(u) && !rd.Keep(u, s, incumbent) {
					dropped++
				}
			}
		}
	})
	if !t.Failed() && dropped < 10 {
		t.Errorf("only %d starts were dropped: fixing does nothing", dropped)
	}
}

func TestMoreRoundsNeverLoosenTheBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		best, _ := gridtest.Optimum(in, base)
		o := drawOptions(t, best)
		few := Relax(in, base).Solve(o)
		o.Rounds *= 3
		if many := Relax(in, base).Solve(o); many.Value > few.Value || many.Rounds < few.Rounds {
			t.Fatalf("%d rounds: %v, %d rounds: %v", few.Rounds, few.Value, many.Rounds, many.Value)
		}
	})
}

func TestTheReaderAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		b := Relax(in, base).Solve(Options{Rounds: 30})
		rd := b.Reader()
		for u := range in.Units {
			unit := &in.Units[u]
			for s := unit.Early; s <= unit.Late && servable(unit); s++ {
				want := priceOf(b, in, unit, s)
				if got := rd.Cost(u, s); !math.IsInf(unit.Value(s), -1) && math.Abs(got-want) > 1e-9*(1+want) {
					t.Fatalf("unit %d at %d costs %v, want %v", u, s, got, want)
				}
			}
		}
	})
}

func servable(unit *grid.Unit) bool {
	for i := range unit.Items {
		if len(unit.Items[i].Pools) == 0 {
			return false
		}
	}
	return true
}

// priceOf adds up prices step by step, every item where it is cheapest.
func priceOf(b *Bound, in *grid.Instance, unit *grid.Unit, s int) float64 {
	sum := 0.0
	for i := range unit.Items {
		it, least := &unit.Items[i], math.Inf(1)
		for _, p := range it.Pools {
			cost := 0.0
			for t := s; t < min(s+it.Steps, in.Horizon()); t++ {
				cost += b.Price(p, t)
			}
			least = min(least, cost)
		}
		sum += least * float64(it.Allocs*it.GPUs)
	}
	return sum
}
