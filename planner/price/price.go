// Package price bounds what any packing can be worth. The pools of one kind
// are relaxed into one capacity per step, and a price is put on it (Lagrangian
// relaxation): every unit then chooses its best start alone, in O(T) with
// prefix sums of prices. Subgradient steps on the averaged violation with
// Polyak's step size come close to the linear-programming bound.
//
// The prices are also the best explanation there is of what a GPU at a step is
// worth to the plan.
package price

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Bound is a dual solution: prices, and what they prove.
type Bound struct {
	// Value is proven: no packing that places all that must be is worth more.
	Value float64
	// Prices holds the price of a GPU per class and step of the horizon, ≥ 0.
	Prices [][]float64
	// Rounds counts the subgradient rounds that were made.
	Rounds int

	rel *Relaxation
	// lambda[u] is the largest reduced value of any start of u, at least 0 for
	// units that may stay out.
	lambda []float64
}

// Relaxation is an instance with the pools of one kind merged. It may be used
// by several goroutines at once.
type Relaxation struct {
	in *grid.Instance
	// Class holds the class of every pool.
	Class    []int
	capacity [][]float64 // class, step → free GPUs
	gpus     float64     // of all units together
	units    []unit
	short    *slack // nil: all that must be placed is
}

// unit is what a grid.Unit becomes: its items with classes in place of pools.
type unit struct {
	early, late int
	values      []float64
	must        bool
	items       []item
}

type item struct {
	gpus    float64 // GPUs of all its allocations
	steps   int
	classes []int
}

// Relax merges the pools that the same items may use. What base places is taken
// as placed.
func Relax(in *grid.Instance, base *grid.State) *Relaxation {
	r := &Relaxation{in: in, Class: classes(in)}
	h := in.Horizon()
	r.capacity = make([][]float64, 1+slices.Max(append([]int{-1}, r.Class...)))
	for p, c := range r.Class {
		if r.capacity[c] == nil {
			r.capacity[c] = make([]float64, h)
		}
		for t := range h {
			r.capacity[c][t] += float64(base.Free(p, t))
		}
	}
	for u := range in.Units {
		r.units = append(r.units, r.relaxUnit(&in.Units[u]))
		r.gpus += float64(in.Units[u].Size())
		if base.Placed(u) {
			r.units[u].late = r.units[u].early - 1
		}
	}
	return r
}

func (r *Relaxation) relaxUnit(gu *grid.Unit) unit {
	u := unit{early: gu.Early, late: gu.Late, values: gu.Values, must: gu.Must}
	for i := range gu.Items {
		it := &gu.Items[i]
		cl := r.classesOf(it.Pools)
		if len(cl) == 0 {
			u.late = u.early - 1 // no pool serves it: it never starts
		}
		u.items = append(u.items, item{float64(it.Allocs * it.GPUs), it.Steps, cl})
	}
	return u
}

func (r *Relaxation) classesOf(pools []int) []int {
	var out []int
	for _, p := range pools {
		if !slices.Contains(out, r.Class[p]) {
			out = append(out, r.Class[p])
		}
	}
	return out
}

// classes numbers the pools so that two have one number when the same items may use them.
func classes(in *grid.Instance) []int {
	class := make([]int, len(in.Pools))
	seen := map[string]bool{}
	next := 1
	for u := range in.Units {
		for i := range in.Units[u].Items {
			pools := in.Units[u].Items[i].Pools
			if key := listKey(pools); !seen[key] {
				seen[key] = true
				next = refine(class, pools, next)
			}
		}
	}
	return renumber(class)
}

func listKey(pools []int) string {
	b := make([]byte, 0, 2*len(pools))
	for _, p := range pools {
		b = append(b, byte(p), byte(p>>8), byte(p>>16))
	}
	return string(b)
}

// refine splits every class into the pools on the list and the others.
func refine(class []int, pools []int, next int) int {
	to := map[int]int{}
	for _, p := range pools {
		c, ok := to[class[p]]
		if !ok {
			c = next
			next++
			to[class[p]] = c
		}
		class[p] = c
	}
	return next
}

func renumber(class []int) []int {
	number := map[int]int{}
	out := make([]int, len(class))
	for p, c := range class {
		n, ok := number[c]
		if !ok {
			n = len(number)
			number[c] = n
		}
		out[p] = n
	}
	return out
}

// Classes returns the number of classes.
func (r *Relaxation) Classes() int { return len(r.capacity) }

// safety covers the rounding of the sums behind a bound, relative to their size.
const safety = 1e-10

func safe(x float64) float64 { return x + safety*math.Abs(x) }

// rounding bounds the error of the sums behind a bound when prices are so high
// that what is paid and what is earned cancel out: the bound may then be small
// and safe not enough.
func (a *ascent) rounding() float64 {
	paid := a.base()
	for _, row := range a.prefix {
		paid += row[len(row)-1] * a.r.gpus
	}
	if s := a.r.short; s != nil {
		paid += a.mu * (s.budget + s.wanted)
	}
	return epsilon * float64(a.r.in.Horizon()+len(a.r.units)) * paid
}

// epsilon is the relative error of one operation, 2⁻⁵².
const epsilon = 0x1p-52
