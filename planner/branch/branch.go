// Package branch proves small packings optimal: a depth-first branch and bound
// on the units' start windows, driven by prices.
//
// A node is a list of starts for every unit, whether the unit may stay out, and
// prices warm from its parent. Prices bound the node and show which starts
// cannot be in a better packing; what must be placed surely holds part of its
// window, which leaves less for the others; and a start is worth looking at
// only where something ends or capacity rises. All three are repeated until
// nothing changes. Rows rounded by 2 and by 4 join the plain capacity rows
// (mixed-integer rounding, Nemhauser & Wolsey 1990): they see that two units
// of four GPUs do not fit where seven are free.
package branch

import (
	"context"
	"errors"
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// ErrTooLarge says that an instance has more choices than this method is for.
var ErrTooLarge = errors.New("branch: too many starts")

// Options steer Solve.
type Options struct {
	// Nodes is the most nodes to look at; 0 means no limit.
	Nodes int64
	// Tolerance is the absolute difference that a proof may leave open.
	Tolerance float64
	// Beat is the value to beat at first; nil means that of the packing to start from.
	Beat *float64
	// Incumbent, when not nil, is asked for the value to beat now and then.
	Incumbent func() float64
	// Offer receives every packing better than the ones before; it returns the
	// value to beat, which others may have raised.
	Offer func(st *grid.State) float64
	// Prove receives proven bounds, falling.
	Prove func(bound float64)
}

// Result says how a solve ended.
type Result struct {
	// Proven: no packing is worth more than the best offered plus the tolerance.
	Proven bool
	// Bound holds for every packing.
	Bound float64
	Nodes int64
}

// solver is one branch and bound.
type solver struct {
	in    *grid.Instance
	base  *grid.State
	o     Options
	units []unit
	cap   [][]int // pool, step: GPUs free of what base places
	needs []need  // distinct (pool, GPUs) pairs
	h     int
	plain bool // no limit but GPUs: dominance holds

	st        *grid.State
	value     float64 // to beat
	nodes     int64
	dual      dual
	prop      propagator
	tolerance float64
}

// Solve looks for packings better than start, which places all that must be,
// until none can be or ctx ends. base is what has no choice. The same input
// gives the same packings in the same order, unless Offer raises the value.
func Solve(ctx context.Context, in *grid.Instance, base, start *grid.State, o Options) (Result, error) {
	s := &solver{in: in, base: base, o: o, h: in.Horizon(), st: grid.NewState(in), value: search.Value(start), tolerance: o.Tolerance}
	if o.Beat != nil {
		s.value = *o.Beat
	}
	if err := s.build(); err != nil {
		return Result{Bound: math.Inf(1)}, err
	}
	s.dual.init(s)
	s.prop.init(s)
	return s.search(ctx), nil
}

// Small reports whether an instance is small enough for Solve.
func Small(in *grid.Instance, base *grid.State) bool {
	s := &solver{in: in, base: base, h: in.Horizon()}
	return s.build() == nil
}

// search runs the nodes depth first.
func (s *solver) search(ctx context.Context) Result {
	stack := []*node{s.root()}
	for len(stack) > 0 {
		if ctx.Err() != nil || s.o.Nodes > 0 && s.nodes >= s.o.Nodes {
			return Result{Bound: s.open(stack), Nodes: s.nodes}
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		s.nodes++
		stack = append(stack, s.process(n)...)
		if s.nodes&15 == 0 {
			s.o.Prove(s.open(stack))
			if s.o.Incumbent != nil {
				s.value = max(s.value, s.o.Incumbent())
			}
		}
	}
	s.o.Prove(s.cutoff())
	return Result{Proven: true, Bound: s.value + s.tolerance, Nodes: s.nodes}
}

// open returns the bound that the open nodes leave.
func (s *solver) open(stack []*node) float64 {
	bound := s.cutoff() // what was cut off may be worth as much
	for _, n := range stack {
		bound = max(bound, n.bound)
	}
	return bound
}

// cutoff is the bound at or below which a node holds nothing better.
func (s *solver) cutoff() float64 { return s.value + s.tolerance }

// process bounds node n and returns its children, the one to look at first last.
func (s *solver) process(n *node) []*node {
	rounds := nodeRounds
	if n.depth == 0 {
		rounds = rootRounds
	}
	for {
		if !s.tighten(n, rounds) || n.bound <= s.cutoff() {
			return nil
		}
		s.insert(n)
		if n.bound <= s.cutoff() {
			return nil
		}
		if n.decided() {
			s.leaf(n)
			return nil
		}
		children, again := s.split(n)
		if !again {
			return children
		}
		rounds = probeRounds
	}
}

const (
	rootRounds  = 400
	nodeRounds  = 150
	probeRounds = 60
)

// leaf offers the packing of a node in which every unit is decided.
func (s *solver) leaf(n *node) {
	s.st.CopyFrom(s.base)
	for u := range s.units {
		if len(n.alive[u]) == 0 {
			continue
		}
		o := &s.units[u].options[n.alive[u][0]]
		if !s.st.PlaceAt(s.units[u].index, o.start, s.units[u].patterns[o.pattern].pools) {
			return // CPU, memory or distance: what the rows do not see
		}
	}
	s.take()
}

// take offers the packing in s.st when it is better.
func (s *solver) take() {
	if v := search.Value(s.st); v > s.value+s.tolerance/2 {
		s.value = v
		s.value = max(s.value, s.o.Offer(s.st))
	}
}
