package mip

import (
	"context"
	"math"
)

// Solver solves programs. Implementations may be used by several goroutines at
// once, each call being its own solve.
type Solver interface {
	// Solve works on p until it is solved to o.Gap or ctx ends, and returns the
	// best point known then. That ctx ended is no error: the Result says how far
	// the solve came. An error means that nothing can be said about p: the
	// program is malformed, or the solver is missing or broke.
	Solve(ctx context.Context, p *Program, o Options) (Result, error)
	// Engine names the solver and its version as plans show it, "highs 1.15.1 (wasm)".
	Engine() string
}

// Options steer one solve. The zero value solves to proven optimality.
type Options struct {
	// Start is a complete feasible point to begin from, or nil. The result is then
	// no worse. One that does not pass Check is passed over.
	Start []float64
	// Gap is the relative gap |bound − objective| / |objective| at which to stop.
	Gap float64
	// Seed makes a solver's random choices reproducible.
	Seed int
	// Progress, when not nil, is called on the solving goroutine from time to time.
	Progress func(Progress)
}

// Progress is the state of a running solve. Incumbent is meaningful only when
// Found, Bound is infinite until something is proven.
type Progress struct {
	Found     bool
	Incumbent float64
	Bound     float64
	Nodes     int64
}

// Status says how a solve ended.
type Status int

// The ends of a solve.
const (
	// Unsolved: ctx ended before any point was found. Bound may still be proven.
	Unsolved Status = iota
	// Feasible: ctx ended with a point whose gap is larger than asked for.
	Feasible
	// Optimal: the point is proven within the gap asked for.
	Optimal
	// Infeasible: it is proven that no point exists.
	Infeasible
	// Unbounded: the objective has no bound (or the program is infeasible too).
	Unbounded
)

// String returns the status in lower case, as logs show it.
func (s Status) String() string {
	return [...]string{"unsolved", "feasible", "optimal", "infeasible", "unbounded"}[s]
}

// Result is what a solve left.
type Result struct {
	Status Status
	// X is the best point, one value per variable, integers rounded, passing Check
	// with Tolerance; nil when none.
	X []float64
	// Objective is the value of X.
	Objective float64
	// Bound is proven: no point is better (within what the solver's arithmetic
	// allows). It is on the far side of Objective or equal to it, and infinite when
	// nothing was proven or there is no point.
	Bound float64
	// Nodes counts branch-and-bound nodes.
	Nodes int64
}

// Gap is the relative gap |bound − objective| / |objective|: 0 when both are
// equal, infinite when nothing is proven or the objective alone is 0.
func Gap(bound, objective float64) float64 {
	if bound == objective {
		return 0
	}
	return math.Abs(bound-objective) / math.Abs(objective)
}
