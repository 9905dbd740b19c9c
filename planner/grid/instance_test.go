package grid

import (
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"
)

// horizons are the numbers of steps that words of 64 steps make interesting.
var horizons = []int{1, 2, 7, 62, 63, 64, 65, 127, 128}

// drawInstance draws an instance with everything that the package knows.
func drawInstance(t *rapid.T) (*Instance, *rand.Rand) {
	steps := rapid.SampledFrom(horizons).Draw(t, "steps")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return instance(rng, steps, rapid.Bool().Draw(t, "overrun")), rng
}

func instance(rng *rand.Rand, steps int, overrun bool) *Instance {
	in := &Instance{Steps: steps, Overrun: overrun, Aparts: 2}
	for range 1 + rng.IntN(3) {
		in.Nodes = append(in.Nodes, Node{CPU: amounts(rng, steps), Memory: amounts(rng, steps)})
	}
	for range 1 + rng.IntN(4) {
		in.Pools = append(in.Pools, Pool{Node: rng.IntN(len(in.Nodes)), Free: counts(rng, in.Horizon())})
	}
	for range 1 + rng.IntN(7) {
		in.Units = append(in.Units, randomUnit(rng, in))
	}
	return in
}

// amounts is free CPU or memory in halves, nil half of the time.
func amounts(rng *rand.Rand, steps int) []float64 {
	if rng.IntN(2) == 0 {
		return nil
	}
	out := slices.Repeat([]float64{float64(rng.IntN(9)) / 2}, steps)
	for range rng.IntN(4) {
		out[rng.IntN(steps)] = float64(rng.IntN(5)) / 2
	}
	return out
}

func counts(rng *rand.Rand, h int) []int {
	out := slices.Repeat([]int{1 + rng.IntN(5)}, h)
	for range rng.IntN(4) {
		out[rng.IntN(h)] = rng.IntN(4)
	}
	return out
}

func randomUnit(rng *rand.Rand, in *Instance) Unit {
	u := Unit{Early: rng.IntN(in.Steps)}
	if rng.IntN(4) == 0 { // a replica's stay
		it := randomItem(rng, in)
		it.Allocs, it.Distinct, it.Apart = 1, false, rng.IntN(in.Aparts+1)-1
		it.Steps = 1 + rng.IntN(in.Steps-u.Early)
		return Unit{Items: []Item{it}, Early: u.Early, Late: u.Early, Must: true}
	}
	longest := 1
	for range 1 + rng.IntN(5)/4 {
		u.Items = append(u.Items, randomItem(rng, in))
		longest = max(longest, u.Items[len(u.Items)-1].Steps)
	}
	u.Late = in.Steps - 1
	if !in.Overrun {
		u.Late = in.Steps - longest
	}
	for s := u.Early; s <= u.Late; s++ {
		u.Values = append(u.Values, 1+float64(in.Steps-s)/float64(in.Steps))
	}
	return u
}

func randomItem(rng *rand.Rand, in *Instance) Item {
	it := Item{
		Allocs: 1 + rng.IntN(3), GPUs: rng.IntN(4), Steps: 1 + rng.IntN(in.Steps+2),
		Distinct: rng.IntN(3) == 0, Apart: -1,
	}
	if rng.IntN(3) == 0 {
		it.CPU, it.Memory = float64(rng.IntN(3))/2, float64(rng.IntN(3))/2
	}
	for p := range in.Pools {
		if rng.IntN(4) > 0 {
			it.Pools = append(it.Pools, p)
		}
	}
	return it
}
