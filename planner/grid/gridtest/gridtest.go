// Package gridtest draws small packing instances and packs them by brute force:
// the oracle of the tests of all that prices, searches and proves.
package gridtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Draw draws an instance that brute force can pack, with a state that
// holds what is forced; every unit that must stand has room beside the others.
func Draw(t *rapid.T) (*grid.Instance, *grid.State, *rand.Rand) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	for {
		in := Random(rng)
		base := grid.Forced(in)
		grid.Trim(in, base)
		if _, ok := Optimum(in, base); ok {
			return in, base, rng
		}
	}
}

// Random has no limits but GPUs half of the time.
func Random(rng *rand.Rand) *grid.Instance {
	in := &grid.Instance{Steps: 2 + rng.IntN(5), Overrun: rng.IntN(2) == 0, Aparts: rng.IntN(2)}
	for range 1 + rng.IntN(2) {
		in.Nodes = append(in.Nodes, grid.Node{})
		if n := &in.Nodes[len(in.Nodes)-1]; in.Aparts > 0 {
			n.CPU, n.Memory = amounts(rng, in.Steps), amounts(rng, in.Steps)
		}
	}
	for range 1 + rng.IntN(3) {
		free := slices.Repeat([]int{1 + rng.IntN(5)}, in.Horizon())
		for range rng.IntN(3) {
			free[rng.IntN(len(free))] = rng.IntN(3)
		}
		in.Pools = append(in.Pools, grid.Pool{Node: rng.IntN(len(in.Nodes)), Free: free})
	}
	for range 1 + rng.IntN(5) {
		in.Units = append(in.Units, Block(rng, in))
	}
	for range rng.IntN(3) {
		in.Units = append(in.Units, RandomReplica(rng, in))
	}
	return in
}

// amounts is free CPU or memory, mostly without limit.
func amounts(rng *rand.Rand, steps int) []float64 {
	if rng.IntN(4) > 0 {
		return nil
	}
	return slices.Repeat([]float64{float64(1 + rng.IntN(4))}, steps)
}

// Block is a unit that may stay out: a block, or a gang of two.
func Block(rng *rand.Rand, in *grid.Instance) grid.Unit {
	u, longest, weight := grid.Unit{Early: rng.IntN(in.Steps)}, 1, float64(1+rng.IntN(8))
	for range 1 + rng.IntN(5)/4 {
		it := randomItem(rng, in)
		it.Allocs, it.Distinct = 1+rng.IntN(5)/3, rng.IntN(3) == 0
		u.Items = append(u.Items, it)
		longest = max(longest, it.Steps)
	}
	if u.Late = in.Steps - longest; in.Overrun {
		u.Late = in.Steps - 1
	}
	early := 0.3 * float64(rng.IntN(2))
	for s := u.Early; s <= u.Late; s++ {
		work := 0
		for i := range u.Items {
			work += u.Items[i].Allocs * u.Items[i].GPUs * min(u.Items[i].Steps, in.Steps-s)
		}
		u.Values = append(u.Values, weight*float64(work)*(1+early*(1-float64(s-u.Early)/float64(in.Steps))))
	}
	return u
}

// RandomReplica is a unit that must stand at one step.
func RandomReplica(rng *rand.Rand, in *grid.Instance) grid.Unit {
	it, s := randomItem(rng, in), rng.IntN(in.Steps)
	it.Allocs, it.Apart, it.Steps = 1, rng.IntN(in.Aparts+1)-1, 1+rng.IntN(in.Steps-s)
	return grid.Unit{Items: []grid.Item{it}, Early: s, Late: s, Must: true}
}

func randomItem(rng *rand.Rand, in *grid.Instance) grid.Item {
	it := grid.Item{GPUs: rng.IntN(4), Steps: 1 + rng.IntN(in.Steps), Apart: -1}
	if rng.IntN(4) == 0 {
		it.CPU, it.Memory = float64(rng.IntN(3)), float64(rng.IntN(3))
	}
	for p := range in.Pools {
		if rng.IntN(4) > 0 {
			it.Pools = append(it.Pools, p)
		}
	}
	return it
}

// Optimum returns the largest value of any packing that places all that must
// be, beside what base places; ok is false when there is none.
func Optimum(in *grid.Instance, base *grid.State) (best float64, ok bool) {
	best = math.Inf(-1)
	Packings(in, base, func(_ *grid.State, value float64) { best = max(best, value) })
	return best, !math.IsInf(best, -1)
}

// Packings calls f with every packing that places all that must be.
func Packings(in *grid.Instance, base *grid.State, f func(st *grid.State, value float64)) {
	st := grid.NewState(in)
	st.CopyFrom(base)
	packFrom(st, 0, 0, f)
}

func packFrom(st *grid.State, u int, value float64, f func(*grid.State, float64)) {
	in := st.Instance()
	if u == len(in.Units) {
		f(st, value)
		return
	}
	unit := &in.Units[u]
	if !unit.Must || st.Placed(u) {
		packFrom(st, u+1, value, f)
	}
	if st.Placed(u) {
		return
	}
	Spreads(unit, nil, func(pools []int) {
		for s := unit.Early; s <= unit.Late; s++ {
			if v := unit.Value(s); !math.IsInf(v, -1) && st.PlaceAt(u, s, pools) {
				packFrom(st, u+1, value+v, f)
				st.Remove(u)
			}
		}
	})
}

// Spreads calls f with every way to spread a unit's allocations over pools.
func Spreads(unit *grid.Unit, pools []int, f func([]int)) {
	i, k := 0, len(pools)
	for i < len(unit.Items) && k >= unit.Items[i].Allocs {
		k -= unit.Items[i].Allocs
		i++
	}
	if i == len(unit.Items) {
		f(slices.Clone(pools))
		return
	}
	for _, p := range unit.Items[i].Pools {
		if k == 0 || p >= pools[len(pools)-1] { // allocations of an item are alike
			Spreads(unit, append(pools, p), f)
		}
	}
}
