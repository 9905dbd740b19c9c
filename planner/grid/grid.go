// Package grid is the packing problem below a plan: units that want GPUs of
// pools for an interval of steps. It knows nothing of jobs or files; planner
// compiles a problem into an Instance and reads placements back.
//
// GPUs of one pool need no variables. Work holds its GPUs without interruption,
// so inside a pool it is a set of intervals with multiplicity, and as long as
// no step is over the pool's count a sweep names concrete GPUs without a move
// (interval graphs are perfect). What remains to be decided is where and when.
//
// Services and blocks are one kind of object here, with and without freedom in
// time: a replica that must stand from step 3 to 9 is a unit whose earliest and
// latest start are both 3.
package grid

// Instance is what is to be packed. It is not changed once built.
type Instance struct {
	// Steps is T, the number of steps of the horizon.
	Steps int
	// Overrun lets units run past T. They then also hold the step with index T,
	// whose capacity is what may still be held when the horizon ends.
	Overrun bool
	Pools   []Pool
	Nodes   []Node
	Units   []Unit
	// Aparts is the number of groups that Item.Apart counts.
	Aparts int
}

// Pool is GPUs of one node that serve a request together.
type Pool struct {
	// Node indexes Instance.Nodes.
	Node int
	// Free counts the GPUs that units may take, one entry per step, Horizon long.
	Free []int
}

// Node limits CPU and memory over its pools. Entries are per step, T long; nil
// means that the limit can never bind.
type Node struct {
	CPU, Memory []float64
}

// Unit starts as a whole or not at all: one block, the blocks of a gang, or one
// stay of a service's replica.
type Unit struct {
	Items []Item
	// Early and Late are its first and last start; Late < Early means never.
	Early, Late int
	// Values holds what each start is worth, indexed by start − Early; nil for units that Must.
	Values []float64
	// Must marks a unit that is placed before anything else is worth anything.
	Must bool
}

// Item is Allocs like allocations that run for Steps steps from the unit's start.
type Item struct {
	Allocs, GPUs, Steps int
	// Pools it may use, ascending.
	Pools []int
	// CPU and Memory per allocation.
	CPU, Memory float64
	// Distinct forbids two of its allocations on one node.
	Distinct bool
	// Apart is the group of items of which no two may stand on one node at a step; −1: none.
	Apart int
}

// Horizon returns the number of steps that have a capacity: T, and one more
// with Overrun.
func (in *Instance) Horizon() int {
	if in.Overrun {
		return in.Steps + 1
	}
	return in.Steps
}

// Span returns the steps [from, to) of the horizon that an item holds when its
// unit starts at s.
func (in *Instance) Span(it *Item, s int) (from, to int) {
	return s, min(s+it.Steps, in.Horizon())
}

// Value returns what u is worth when it starts at s; 0 for units that Must.
func (u *Unit) Value(s int) float64 {
	if u.Values == nil {
		return 0
	}
	return u.Values[s-u.Early]
}

// Best returns the largest value of any start, 0 when there is none.
func (u *Unit) Best() float64 {
	best := 0.0
	for _, v := range u.Values {
		best = max(best, v)
	}
	return best
}

// Size returns the GPUs that the unit holds while all its items run.
func (u *Unit) Size() int {
	n := 0
	for i := range u.Items {
		n += u.Items[i].Allocs * u.Items[i].GPUs
	}
	return n
}

// Work returns the GPU-steps of the unit when it runs to its end.
func (u *Unit) Work() int {
	n := 0
	for i := range u.Items {
		n += u.Items[i].Allocs * u.Items[i].GPUs * u.Items[i].Steps
	}
	return n
}

// Allocs returns the number of allocations of all its items.
func (u *Unit) Allocs() int {
	n := 0
	for i := range u.Items {
		n += u.Items[i].Allocs
	}
	return n
}
