package search

import (
	"math/rand/v2"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// mustRounds is how many orders PlaceMusts tries.
const mustRounds = 24

// PlaceMusts places every unit that must be placed and reports whether it
// found room for all; where not, none is placed.
func PlaceMusts(st *grid.State) bool {
	in := st.Instance()
	units := By(Musts(in), func(u int) float64 { return mustKey(in, u) })
	boost := map[int]float64{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range mustRounds {
		failed := placeAll(st, units)
		if len(failed) == 0 {
			return true
		}
		for _, u := range failed {
			boost[u]++
		}
		for _, u := range units {
			if st.Placed(u) {
				st.Remove(u)
			}
		}
		// What found no room comes earlier next time, a little shuffled.
		noise := map[int]float64{}
		for _, u := range units {
			noise[u] = boost[u]*1e4 + mustKey(in, u)*(0.8+0.4*rng.Float64())
		}
		units = By(units, func(u int) float64 { return noise[u] })
	}
	return false
}

// mustKey orders units: the fewest pools first, then the most GPUs, then the longest.
func mustKey(in *grid.Instance, u int) float64 {
	it := &in.Units[u].Items[0]
	key := float64(it.GPUs*in.Horizon() + it.Steps)
	if len(it.Pools) == 1 {
		key += 1e6
	}
	return key
}

// placeAll places what it can and returns what it could not.
func placeAll(st *grid.State, units []int) (failed []int) {
	for _, u := range units {
		if !PlaceFirst(st, u, fullest) {
			failed = append(failed, u)
		}
	}
	return slices.Clip(failed)
}
