package planner

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/branch"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/exact"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// chains is the number of annealings side by side wherever a plan must not
// depend on how many cores there are.
const chains = 2

// firstMoves is the length of the first annealing. It is the same whatever the
// budget, so that what follows starts from the same packing.
const firstMoves = 20_000

// longMoves is the length of the annealing whose packing the solver starts
// from: the better it is, the fewer starts are left to decide.
const longMoves = 150_000

// improve searches and proves until the gap, the limit or cancellation.
func (r *run) improve(ctx context.Context) {
	first := r.o.Iterations
	if first == 0 || first > firstMoves {
		first = firstMoves
	}
	start := r.anneal(ctx, 0, first)
	switch {
	case r.board.done() || r.o.Iterations > 0 && r.o.Iterations <= firstMoves:
	case r.o.Iterations > 0:
		r.byIterations(ctx, start)
	default:
		r.byTime(ctx, start)
	}
}

// byIterations spends what is left of the moves: branch and bound from the
// first annealing, then annealings that double in length. A larger budget does
// the same and more, so it is never worse.
func (r *run) byIterations(ctx context.Context, start *grid.State) {
	r.branch(ctx, start, branch.Options{Nodes: r.o.Iterations / movesPerNode})
	left, length := r.o.Iterations-firstMoves, int64(firstMoves)
	for round := 1; left > 0 && !r.board.done() && ctx.Err() == nil; round++ {
		r.annealFrom(ctx, start, round, length, min(left, length))
		left -= length
		length *= 2
	}
}

// movesPerNode is how many moves of the search cost as much as a node.
const movesPerNode = 1_000

// byTime works on all cores until ctx ends or the gap is closed.
func (r *run) byTime(outer context.Context, start *grid.State) {
	ctx, stop := context.WithCancel(outer)
	defer stop()
	var wg sync.WaitGroup
	work := func(f func()) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f()
			if r.board.done() {
				stop()
			}
		}()
	}
	small := branch.Small(r.c.in, r.c.forced)
	if small {
		work(func() {
			half, cancel := r.part(ctx, 0.5)
			defer cancel()
			r.branch(half, start, branch.Options{})
			r.annealOn(ctx, 0) // what is not proven by now may still get better
		})
	}
	work(func() {
		if r.o.Solver != nil {
			r.exact(ctx, start)
		}
		r.annealOn(ctx, 1)
	})
	for k := 2; k < r.o.Workers || k == 2 && !small; k++ {
		work(func() { r.annealOn(ctx, k) })
	}
	wg.Wait()
	if r.board.proven() {
		r.canonical(outer, start)
	}
}

// branch runs branch and bound from a packing that depends on problem and seed only.
func (r *run) branch(ctx context.Context, start *grid.State, o branch.Options) {
	o.Tolerance = epsilon(search.Value(start) + r.c.running)
	o.Offer = func(found *grid.State) float64 {
		r.board.offer("branch and bound", found)
		return 0
	}
	if r.o.Iterations == 0 {
		o.Offer = func(found *grid.State) float64 {
			r.board.offer("branch and bound", found)
			return r.board.incumbent()
		}
		o.Incumbent = r.board.incumbent
	}
	o.Prove = func(bound float64) { r.proveIfTight("branch and bound", bound) }
	res, err := branch.Solve(ctx, r.c.in, r.c.forced, start, o)
	if err == nil {
		r.board.count(res.Nodes)
	}
}

// proveIfTight hands in a bound that holds for the replicas chosen.
func (r *run) proveIfTight(stage string, bound float64) {
	if r.tight {
		r.board.prove(stage, bound)
	}
}

// Sizes up to which the solver is given a whole problem, and the time below
// which it is not worth a core on one that is larger than a proof takes.
const (
	mostColumns  = 25_000
	proofColumns = 12_000
	solverTime   = 15 * time.Second
)

// solverShare leaves the solver time to come to an end: it looks at the clock
// between its own steps only.
const solverShare = 0.9

// exact gives the starts that a better plan may use to the solver: first with
// the pools that the same items may use in one cell, which is much smaller and
// proves as much; then, where its answer has no place on single pools, with
// every pool on its own.
func (r *run) exact(ctx context.Context, start *grid.State) {
	merged, single := r.prices.Classes(), exact.ByPool(r.c.in)
	if !r.worthIt(merged, start) {
		return
	}
	start = r.annealFrom(ctx, start, 1, longMoves, longMoves)
	ctx, cancel := r.part(ctx, solverShare)
	defer cancel()
	if len(slices.Compact(slices.Sorted(slices.Values(merged)))) < len(single) {
		r.exactOver(ctx, start, merged)
	}
	if ctx.Err() == nil && !r.board.done() && r.worthIt(single, start) {
		r.exactOver(ctx, start, single)
	}
}

// part returns a context that ends when a share of the time left is spent.
func (r *run) part(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if left, limited := r.o.left(r.began); limited {
		return context.WithTimeout(ctx, time.Duration(share*float64(left)))
	}
	return context.WithCancel(ctx)
}

// worthIt reports whether the program over cells is small enough for the solver.
func (r *run) worthIt(cell []int, start *grid.State) bool {
	n := exact.Size(r.c.in, cell, r.keep(start))
	left, limited := r.o.left(r.began)
	return n <= proofColumns && len(r.c.in.Pools) <= smallPools || n <= mostColumns && (!limited || left > solverTime)
}

// smallPools is the number of pools up to which a proof is likely.
const smallPools = 8

// keep says which starts a packing better than start may use.
func (r *run) keep(start *grid.State) func(u, s int) bool {
	value, rd := search.Value(start), r.prices.Reader()
	return func(u, s int) bool {
		return r.c.in.Units[u].Must || start.At(u).Start == s || rd.Keep(u, s, value)
	}
}

// exactOver solves the program over cells.
func (r *run) exactOver(ctx context.Context, start *grid.State, cell []int) {
	st := grid.NewState(r.c.in)
	st.CopyFrom(start)
	value := search.Value(start)
	m := exact.New(r.c.in, cell, r.keep(start))
	bound, err := m.Solve(ctx, r.o.Solver, exact.Options{
		Start: st, Seed: int(r.o.Seed), Gap: r.o.Gap,
		Progress: func(bound float64) { r.proveIfTight("exact", math.Max(bound, value)) },
	})
	if err != nil {
		return // what else works goes on; the adapter has logged it
	}
	r.engine = r.o.Solver.Engine()
	r.board.offer("exact", st)
	r.proveIfTight("exact", math.Max(bound, value))
}

// Sizes of the search for the packing to return after a proof.
const (
	canonicalRounds = 4
	canonicalNodes  = 1_000
)

// canonical makes the plan of a proven solve the same in every run, whichever
// part was the first to prove it: the first packing of the proven value that a
// fixed sequence of annealings and branch and bound meets from `start`. Where
// it meets none, or ctx ends, the packing that the race found stays.
func (r *run) canonical(ctx context.Context, start *grid.State) {
	value := r.board.incumbent()
	tol := epsilon(value + r.c.running)
	goal := value - tol/2 // still proven: what is left open is 1.5 tol at most
	length := int64(firstMoves)
	for round := 0; ; round++ {
		if search.Value(start) >= goal {
			r.board.settle("search", start)
			return
		}
		if round == canonicalRounds || ctx.Err() != nil {
			break
		}
		start = r.annealFrom(ctx, start, round+1, length, length)
		length *= 2
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	beat := value - tol/2
	_, _ = branch.Solve(ctx, r.c.in, r.c.forced, start, branch.Options{
		Nodes: canonicalNodes, Tolerance: tol / 4, Beat: &beat,
		Offer: func(found *grid.State) float64 {
			r.board.settle("branch and bound", found)
			stop()
			return value
		},
		Prove: func(float64) {},
	})
}
