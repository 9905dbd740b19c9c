// Package search finds good packings of a grid.Instance: constructions that
// take a few microseconds per unit, and a local search that starts from them.
package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Fit ranks pools by how tightly an allocation would fit: Area weighs the mean
// number of GPUs left over in the pool while it runs (best fit), Touch the GPUs
// left free just before and just after (so that free windows stay whole).
type Fit struct{ Area, Touch float64 }

// Rank implements grid.Chooser.
func (f Fit) Rank(st *grid.State, _ *grid.Item, p, from, to int) float64 {
	r := f.Area * float64(st.FreeArea(p, from, to)) / float64(to-from)
	if f.Touch == 0 {
		return r
	}
	if from > 0 {
		r += f.Touch * float64(st.Free(p, from-1))
	}
	if to < st.Instance().Horizon() {
		r += f.Touch * float64(st.Free(p, to))
	}
	return r
}

// fullest fills the pools that are fullest already and so leaves whole pools free.
var fullest = Fit{Area: 1}

// tight is what blocks are placed by where nothing else is asked for.
var tight = Fit{Area: 1, Touch: 0.5}

// mostTries is how many starts are tried where a start that every item has room
// for alone may fail for all together.
const mostTries = 64

// PlaceFirst puts unit u at its first feasible start and reports whether there is one.
func PlaceFirst(st *grid.State, u int, c grid.Chooser) bool {
	starts := slices.Clone(st.Starts(u, nil))
	tries := 0
	for s := starts.First(0); s >= 0 && tries < mostTries; s = starts.First(s + 1) {
		if st.Place(u, s, c) {
			return true
		}
		if s+1 >= 64*len(starts) {
			return false
		}
		tries++
	}
	return false
}

// Fill places the units of order that are not placed, each as early as it can
// be beside what stands already.
func Fill(st *grid.State, order []int) {
	for _, u := range order {
		if !st.Placed(u) {
			PlaceFirst(st, u, tight)
		}
	}
}

// Blocks returns the units that may be left out and can be placed at all.
func Blocks(in *grid.Instance) []int { return unitsWhere(in, false) }

// Musts returns the units that must be placed.
func Musts(in *grid.Instance) []int { return unitsWhere(in, true) }

func unitsWhere(in *grid.Instance, must bool) []int {
	var out []int
	for u := range in.Units {
		if in.Units[u].Must == must && in.Units[u].Early <= in.Units[u].Late {
			out = append(out, u)
		}
	}
	return out
}

// By sorts units by falling key; equal ones keep their order.
func By(units []int, key func(u int) float64) []int {
	keys := make(map[int]float64, len(units))
	for _, u := range units {
		keys[u] = key(u)
	}
	out := slices.Clone(units)
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(keys[b], keys[a]) })
	return out
}

// Density returns a unit's best value per GPU-step.
func Density(in *grid.Instance, u int) float64 {
	return in.Units[u].Best() / math.Max(1, float64(in.Units[u].Work()))
}

// FillBest places what it can of the blocks that are out, in several orders,
// and keeps the best: by weight and size, or, where prices have given units a
// ratio of value to price, by that. stop, when not nil, is asked between orders;
// the first is always tried.
func FillBest(st *grid.State, ratio func(u int) float64, stop func() bool) {
	in := st.Instance()
	blocks := Blocks(in)
	best, base, bestValue := grid.NewState(in), grid.NewState(in), -1.0
	base.CopyFrom(st)
	for i, key := range orders(in, ratio) {
		if i > 0 && stop != nil && stop() {
			break
		}
		st.CopyFrom(base)
		Fill(st, By(blocks, key))
		if v := Value(st); v > bestValue {
			bestValue = v
			best.CopyFrom(st)
		}
	}
	st.CopyFrom(best)
}

// orders lists the keys that FillBest tries.
func orders(in *grid.Instance, ratio func(u int) float64) []func(int) float64 {
	if ratio != nil {
		return []func(int) float64{ratio, func(u int) float64 { return ratio(u) * float64(in.Units[u].Size()) }}
	}
	return []func(int) float64{
		func(u int) float64 { return Density(in, u) },
		func(u int) float64 { return Density(in, u) * float64(in.Units[u].Size()) },
		func(u int) float64 { return Density(in, u) / math.Sqrt(float64(1+in.Units[u].Work())) },
		func(u int) float64 { return in.Units[u].Best() },
	}
}

// Value returns what the placed units are worth.
func Value(st *grid.State) float64 {
	in, sum := st.Instance(), 0.0
	for u := range in.Units {
		if at := st.At(u); at.Start >= 0 {
			sum += in.Units[u].Value(at.Start)
		}
	}
	return sum
}
