package price

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
)

// TestSoaringPricesProveNothing: what must stand takes all that is there, the
// averaged violation fades, and steps along it make prices soar until value and
// cost cancel out to less than the block is worth. Found by the oracle.
func TestSoaringPricesProveNothing(t *testing.T) {
	stay := func(gpus, steps int, pools ...int) grid.Unit {
		return grid.Unit{Items: []grid.Item{{Allocs: 1, GPUs: gpus, Steps: steps, Pools: pools, Apart: -1}}, Early: 1, Late: 1, Must: true}
	}
	in := &grid.Instance{
		Steps: 4, Overrun: true, Nodes: make([]grid.Node, 2),
		Pools: []grid.Pool{{Node: 0, Free: []int{3, 2, 0, 2, 4}}, {Node: 1, Free: []int{2, 2, 4, 4, 4}}, {Node: 0, Free: []int{2, 2, 2, 2, 2}}},
		Units: []grid.Unit{
			{Items: []grid.Item{{Allocs: 2, GPUs: 1, Steps: 5, Pools: []int{0, 1, 2}, Apart: -1}}, Early: 1, Late: 3, Values: []float64{18.9, 12.45, 6.15}},
			stay(2, 3, 0, 1, 2), stay(2, 2, 0, 1, 2), stay(0, 1, 1, 2),
		},
	}
	best, ok := gridtest.Optimum(in, grid.NewState(in))
	if !ok || best == 0 {
		t.Fatalf("the block can be worth %v", best)
	}
	for rounds := 1; rounds <= 400; rounds++ {
		if b := Relax(in, grid.NewState(in)).Solve(Options{Rounds: rounds}); b.Value < best {
			t.Fatalf("after %d rounds: bound %v, but %v is possible", rounds, b.Value, best)
		}
	}
}

// TestBoundsHoldAtPricesOfAnyHeight.
func TestBoundsHoldAtPricesOfAnyHeight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := gridtest.Draw(t)
		best, _ := gridtest.Optimum(in, base)
		r := Relax(in, base)
		height := rapid.SampledFrom([]float64{1, 1e6, 1e12, 1e18, 1e30}).Draw(t, "height of prices")
		prices := matrix(r.Classes(), in.Horizon())
		for range 20 {
			for c := range prices {
				for s := range prices[c] {
					prices[c][s] = rng.Float64()
					if rng.IntN(4) == 0 {
						prices[c][s] *= height
					}
				}
			}
			if b := r.Solve(Options{Rounds: 1, Prices: prices}); b.Value < best {
				t.Fatalf("bound %v, but %v is possible", b.Value, best)
			}
		}
	})
}
