package planner

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/branch"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/exact"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// run is one solve: what its stages hand to each other.
type run struct {
	p     *Problem
	o     *Options
	began time.Time

	c       *compiled
	board   *board
	prices  *price.Bound
	boundMS float64
	short   float64 // proven lower bound on the weighted shortfall
	engine  string
}

// solve runs the stages. The first plan stands after construct; everything
// later may be cut short.
func (r *run) solve(ctx context.Context) error {
	if err := r.construct(ctx); err != nil {
		return err
	}
	if left, limited := r.o.left(r.began); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, left)
		defer cancel()
	}
	r.bound(ctx)
	if r.o.Mode == ModeFast || r.board.done() {
		return nil
	}
	r.improve(ctx)
	return nil
}

// construct decides what services get and builds the first plan.
func (r *run) construct(_ context.Context) error {
	r.c = compile(r.p, r.p.demand())
	st := grid.NewState(r.c.in)
	if !search.Construct(st, nil) {
		return errors.New("planner: shortfall is not built yet")
	}
	r.board = newBoard(r.c, r.o, r.began, st)
	return nil
}

// bound prices GPUs, proves a bound and tries the constructions that prices suggest.
func (r *run) bound(ctx context.Context) {
	start := r.o.now()
	rel := price.Relax(r.c.in, r.c.forced)
	rounds := 400
	if r.o.Mode == ModeFast {
		rounds = 60
	}
	r.prices = rel.Solve(price.Options{
		Rounds: rounds, Target: r.board.incumbent(), Gap: min(r.o.Gap, 1e-6),
		Stop: func() bool { return ctx.Err() != nil },
	})
	r.boundMS = float64(r.o.since(start)) / float64(time.Millisecond)
	r.board.prove("bound", r.prices.Value)
}

// improve runs the parts that search and prove beside each other.
func (r *run) improve(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	work := func(f func(context.Context)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			f(ctx)
			if r.board.done() {
				stop()
			}
		}()
	}
	r.search(ctx)
	work(r.branch)
	if r.o.Solver != nil && r.o.Iterations == 0 {
		work(r.exact)
	}
	wg.Wait()
}

// search anneals, one chain per worker.
func (r *run) search(ctx context.Context) {
	var wg sync.WaitGroup
	for k := range r.o.Workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			st := grid.NewState(r.c.in)
			r.board.copyBest(st)
			chain := search.NewChain(st, r.c.forced, r.prices, search.Options{
				Seed:  uint64(r.o.Seed)<<8 + uint64(k),
				Done:  func(moves int64) float64 { return r.spent(ctx, moves) },
				Offer: func(found *grid.State) { r.board.offer("search", found) },
			})
			r.board.count(chain.Run())
		}()
	}
	wg.Wait()
}

// spent says how much of a chain's budget is used, 0 … 1.
func (r *run) spent(ctx context.Context, moves int64) float64 {
	if ctx.Err() != nil || r.board.done() {
		return 1
	}
	return float64(moves) / tryMoves
}

var tryMoves = 20000.0

// branch proves small problems by branch and bound.
func (r *run) branch(ctx context.Context) {
	st := grid.NewState(r.c.in)
	r.board.copyBest(st)
	res, err := branch.Solve(ctx, r.c.in, r.c.forced, st, branch.Options{
		Tolerance: epsilon(r.board.incumbent() + r.c.running),
		Offer: func(found *grid.State) float64 {
			r.board.offer("branch and bound", found)
			return r.board.incumbent()
		},
		Prove: func(bound float64) { r.board.prove("branch and bound", bound) },
	})
	if err == nil {
		r.board.count(res.Nodes)
	}
}

// mostStarts is the number of start variables up to which the whole problem is
// given to the solver.
const mostStarts = 20_000

// exact gives the starts that a better plan may use to the solver.
func (r *run) exact(ctx context.Context) {
	st := grid.NewState(r.c.in)
	value := r.board.copyBest(st)
	rd := r.prices.Reader()
	keep := func(u, s int) bool {
		return r.c.in.Units[u].Must || st.At(u).Start == s || rd.Keep(u, s, value)
	}
	if exact.Size(r.c.in, keep) > mostStarts {
		return
	}
	m := exact.New(r.c.in, exact.ByPool(r.c.in), keep)
	bound, err := m.Solve(ctx, r.o.Solver, exact.Options{
		Start: st, Seed: int(r.o.Seed), Gap: r.o.Gap,
		Progress: func(bound float64) { r.board.prove("exact", math.Max(bound, value)) },
	})
	if err != nil {
		return
	}
	r.engine = r.o.Solver.Engine()
	r.board.offer("exact", st)
	r.board.prove("exact", math.Max(bound, r.board.incumbent()))
}

// plan turns the best packing into a plan with its proven bound.
func (r *run) plan() *Plan {
	q := r.c.decode(r.board.best)
	bound := math.Max(r.board.bound+r.c.running, q.Objective)
	if !math.IsInf(bound, 0) {
		q.Bound = &bound
	}
	q.Gap = gapOf(q.Objective, q.Bound)
	q.Shortfall.Bound = &r.short
	q.Proven = isProven(q.Gap, q.Shortfall.Weighted, q.Shortfall.Bound)
	q.Solve = SolveStats{
		Method: r.board.method, Engine: r.engine, BoundMS: r.boundMS, Iterations: r.board.moves, Seed: r.o.Seed,
		WallMS: max(0, float64(r.o.since(r.began))/float64(time.Millisecond)-r.boundMS),
	}
	r.c.explain(r.board.best, r.prices, q)
	return q
}
