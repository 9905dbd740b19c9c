package branch

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
)

// rootOf builds the solver of an instance and its root.
func rootOf(t *rapid.T, in *grid.Instance, base *grid.State) (*solver, *node) {
	s := &solver{in: in, base: base, h: in.Horizon(), st: grid.NewState(in)}
	if err := s.build(); err != nil {
		t.Fatal(err)
	}
	s.dual.init(s)
	s.prop.init(s)
	return s, s.root()
}

// bestLeft returns the largest value of a packing that uses options left in n only.
func bestLeft(s *solver, n *node) float64 {
	best := math.Inf(-1)
	gridtest.Packings(s.in, s.base, func(st *grid.State, value float64) {
		if value > best && left(s, n, st) {
			best = value
		}
	})
	return best
}

// left reports whether every unit of st that base doesn't place has its option in n.
func left(s *solver, n *node, st *grid.State) bool {
	listed := 0
	for u := range s.units {
		at := st.At(s.units[u].index)
		if at.Start < 0 {
			if n.in[u] {
				return false
			}
			continue
		}
		listed++
		if !slices.ContainsFunc(n.alive[u], func(o int32) bool {
			op := &s.units[u].options[o]
			return op.start == at.Start && slices.Equal(s.units[u].patterns[op.pattern].pools, at.Pools)
		}) {
			return false
		}
	}
	for u := range s.in.Units {
		if st.Placed(u) && !s.base.Placed(u) {
			listed--
		}
	}
	return listed == 0 // nothing stands that is no unit of the solver
}

// TestDominanceLeavesABestPacking: with earlier starts worth no less, some best
// packing has only starts that the rule keeps.
func TestDominanceLeavesABestPacking(t *testing.T) {
	went := 0
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		s, n := rootOf(t, in, base)
		if !s.plain {
			return
		}
		best, _ := gridtest.Optimum(in, base)
		before := options(n)
		s.prop.dominate(n)
		went += before - options(n)
		if got := bestLeft(s, n); got < best-1e-9*(1+best) {
			t.Fatalf("the best packing left is worth %v, not %v", got, best)
		}
	})
	if !t.Failed() && went < 10 {
		t.Errorf("only %d starts were dominated", went)
	}
}

func options(n *node) int {
	sum := 0
	for u := range n.alive {
		sum += len(n.alive[u])
	}
	return sum
}

// TestTighteningKeepsWhatIsBetter: bounding and fixing at the root with a value
// to beat below the optimum leaves the optimum, and a bound above it.
func TestTighteningKeepsWhatIsBetter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, _ := gridtest.Draw(t)
		s, n := rootOf(t, in, base)
		best, _ := gridtest.Optimum(in, base)
		s.value = best * rapid.SampledFrom([]float64{0, 0.8, 0.99}).Draw(t, "value to beat")
		if s.value >= best {
			return
		}
		if !s.tighten(n, 100) {
			t.Fatalf("nothing beats %v, they say, but %v is possible", s.value, best)
		}
		if got := bestLeft(s, n); n.bound < best || got < best-1e-9*(1+best) {
			t.Fatalf("bound %v, the best packing left is worth %v, not %v", n.bound, got, best)
		}
		for u := range s.units {
			a, b := s.divide(n, u)
			if len(n.alive[u]) > 1 && max(bestLeft(s, a), bestLeft(s, b)) < best-1e-9*(1+best) {
				t.Fatalf("the children of unit %d do not hold all of their parent", u)
			}
		}
	})
}

// TestStartsBehindAnotherUnitsEndStay: two blocks of one length on one GPU must
// run one after the other, so each keeps the start at which the other ends.
func TestStartsBehindAnotherUnitsEndStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length, steps := rapid.IntRange(1, 4).Draw(t, "length"), rapid.IntRange(8, 12).Draw(t, "steps")
		unit := grid.Unit{Items: []grid.Item{{Allocs: 1, GPUs: 1, Steps: length, Pools: []int{0}, Apart: -1}}, Late: steps - length}
		for s := range unit.Late + 1 {
			unit.Values = append(unit.Values, float64(steps-s))
		}
		in := &grid.Instance{Steps: steps, Nodes: make([]grid.Node, 1), Pools: []grid.Pool{{Free: slices.Repeat([]int{1}, steps)}}, Units: []grid.Unit{unit, unit}}
		s, n := rootOf(t, in, grid.NewState(in))
		s.prop.dominate(n)
		for u := range s.units {
			for _, start := range []int{0, length} {
				if !slices.ContainsFunc(n.alive[u], func(o int32) bool { return s.units[u].options[o].start == start }) {
					t.Fatalf("unit %d has lost start %d", u, start)
				}
			}
		}
		if left := options(n); left >= 2*(unit.Late+1) && length > 1 {
			t.Fatalf("all %d starts are left", left)
		}
	})
}

// TestStartsWhereCapacityRisesStay: one of two long blocks begins when the
// second GPU comes free, a step at which nothing ends.
func TestStartsWhereCapacityRisesStay(t *testing.T) {
	unit := grid.Unit{Items: []grid.Item{{Allocs: 1, GPUs: 1, Steps: 3, Pools: []int{0}, Apart: -1}}, Late: 2, Values: []float64{5, 4, 3}}
	in := &grid.Instance{Steps: 5, Nodes: make([]grid.Node, 1), Pools: []grid.Pool{{Free: []int{1, 1, 2, 2, 2}}}, Units: []grid.Unit{unit, unit}}
	s := &solver{in: in, base: grid.NewState(in), h: in.Steps, st: grid.NewState(in)}
	if err := s.build(); err != nil {
		t.Fatal(err)
	}
	s.dual.init(s)
	s.prop.init(s)
	n := s.root()
	s.prop.dominate(n)
	if got := bestLeft(s, n); got != 8 {
		t.Errorf("the best packing left is worth %v, want 8", got)
	}
}

// TestDividingLosesNothing: the children of a node hold each option of the unit
// that is divided, and none twice unless it is put in or out.
func TestDividingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := gridtest.Draw(t)
		s, n := rootOf(t, in, base)
		for u := range s.units {
			if len(n.alive[u]) < 2 {
				continue
			}
			n.in[u] = n.in[u] || rng.IntN(2) == 0
			n.mean[u] = float64(rng.IntN(in.Steps))
			a, b := s.divide(n, u)
			both := append(slices.Clone(a.alive[u]), b.alive[u]...)
			if slices.Sort(both); !slices.Equal(both, n.alive[u]) {
				t.Fatalf("unit %d has %v, its children %v and %v", u, n.alive[u], a.alive[u], b.alive[u])
			}
			if n.in[u] && (len(a.alive[u]) == 0 || len(b.alive[u]) == 0) {
				t.Fatalf("unit %d is divided into %v and %v: nothing is gained", u, a.alive[u], b.alive[u])
			}
		}
	})
}
