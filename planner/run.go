package planner

import (
	"context"
	"math"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/serve"
)

// run is one solve: what its stages hand to each other.
type run struct {
	p     *Problem
	o     *Options
	began time.Time

	c       *compiled
	board   *board
	musts   *grid.State // all that must be placed, and nothing else
	from    *grid.State // the plan to start from, as far as it still holds; nil when there is none
	prices  *price.Bound
	boundMS float64
	short   float64 // proven lower bound on the weighted shortfall
	// tight: a bound for the replicas chosen holds for every choice as short.
	tight  bool
	engine string
}

// solve runs the stages. A first plan stands after construct; everything later
// may be cut short.
func (r *run) solve(ctx context.Context) {
	if left, limited := r.o.left(r.began); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, left)
		defer cancel()
	}
	r.construct(ctx)
	r.bound(ctx)
	if r.o.Mode != ModeFast && !r.board.done() {
		r.improve(ctx)
	}
	r.rest()
}

// construct decides what services get and builds the first plan.
func (r *run) construct(ctx context.Context) {
	r.tight = r.p.everyReplicaCounts()
	r.c = compile(r.p, r.p.demand(), r.tight)
	st := grid.NewState(r.c.in)
	if !search.PlaceMusts(st) {
		st = r.goShort(ctx)
	}
	r.musts = grid.NewState(r.c.in)
	r.musts.CopyFrom(st)
	search.FillBest(st, nil, ended(ctx))
	r.board = newBoard(r.c, r.o, r.began, st)
	if r.o.From != nil {
		r.from = r.c.resume(r.o.From, r.musts)
		search.Fill(r.from, search.By(search.Blocks(r.c.in), func(u int) float64 { return search.Density(r.c.in, u) }))
		r.board.offer("previous plan", r.from)
	}
}

// goShort decides which replicas are left out where not all demand can be met,
// and returns the packing of those that are not.
func (r *run) goShort(ctx context.Context) *grid.State {
	if left, limited := r.o.left(r.began); limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, left/4)
		defer cancel()
	}
	solver := r.o.Solver
	if r.o.Mode == ModeFast || r.o.Iterations > 0 {
		solver = nil
	}
	services := r.c.services()
	st := r.seat(serve.Least(ctx, r.c.in, services, solver))
	if st == nil { // a solver's point may be off by its tolerance
		st = r.seat(serve.Least(ctx, r.c.in, services, nil))
	}
	if st == nil {
		panic("planner: a stay does not fit where it was found")
	}
	return st
}

// seat compiles the problem for the replicas chosen and places them; nil means
// that they do not fit.
func (r *run) seat(least *serve.Result) *grid.State {
	tight := r.tight && (least.Tight || least.Short == 0)
	c := compile(r.p, least.Served, tight)
	st := grid.NewState(c.in)
	u := c.firstStay
	for s := range least.Stays {
		for _, y := range least.Stays[s] {
			if !st.PlaceAt(u, y.From, []int{y.Pool}) {
				return nil
			}
			u++
		}
	}
	r.c, r.short, r.tight = c, least.Bound, tight
	return st
}

// everyReplicaCounts reports whether no replica can be left out for nothing: one
// without GPUs adds nothing to the shortfall, and may hold CPU or memory that
// blocks want.
func (p *Problem) everyReplicaCounts() bool {
	for s := range p.Services {
		if svc := &p.Services[s]; svc.GPUsPerReplica == 0 && (svc.CPU > 0 || svc.Memory > 0) {
			return false
		}
	}
	return true
}

// Subgradient rounds of the two modes.
const (
	fastRounds = 60
	fullRounds = 400
)

// bound prices GPUs, proves a bound and fills in blocks by what prices say they
// are worth: quickly first, as fast mode does, then as well as prices can.
func (r *run) bound(ctx context.Context) {
	r.price(ctx, fastRounds)
	if r.o.Mode != ModeFast && ctx.Err() == nil && !r.board.proven() {
		r.price(ctx, fullRounds)
	}
}

func (r *run) price(ctx context.Context, rounds int) {
	start := r.o.now()
	for _, rel := range r.relax() {
		b := rel.Solve(price.Options{Rounds: rounds, Target: r.board.incumbent(), Stop: ended(ctx)})
		if r.prices == nil || b.Value < r.prices.Value {
			r.prices = b
		}
	}
	r.boundMS += float64(r.o.since(start)) / float64(time.Millisecond)
	r.board.prove("bound", r.prices.Value)
	if ctx.Err() != nil {
		return
	}
	st := grid.NewState(r.c.in)
	st.CopyFrom(r.musts)
	search.FillBest(st, r.prices.Reader().Ratio, ended(ctx))
	r.board.offer("construction", st)
}

// ended returns a function that says whether ctx has ended.
func ended(ctx context.Context) func() bool {
	return func() bool { return ctx.Err() != nil }
}

// relax states the relaxations to price: with every stay in its place, or,
// where another choice of replicas may be as short, with the services' wishes
// and, since the price of going short converges slowly, without services.
func (r *run) relax() []*price.Relaxation {
	if r.tight {
		return []*price.Relaxation{price.Relax(r.c.in, r.c.forced)}
	}
	var wishes []price.Wish
	budget := 0.0
	for s, svc := range r.c.services() {
		wishes = append(wishes, price.Wish{Weight: svc.Weight, GPUs: svc.GPUs, Demand: svc.Demand, Pools: svc.Open()})
		for t, d := range svc.Demand {
			budget += svc.Weight * float64((d-r.c.served[s][t])*svc.GPUs)
		}
	}
	return []*price.Relaxation{price.RelaxShort(r.c.in, wishes, budget*(1+1e-9)), price.RelaxShort(r.c.in, nil, 0)}
}

// rest goes back to the plan that was handed in unless the new one gains more
// than the stability asked for.
func (r *run) rest() {
	if r.from == nil {
		return
	}
	was := search.Value(r.from)
	if now := r.board.incumbent(); now-was <= max(r.o.Stability*(was+r.c.running), epsilon(was)) {
		r.board.settle("previous plan", r.from)
	}
}

// plan turns the best packing into a plan with its proven bound.
func (r *run) plan() *Plan {
	q := r.c.decode(r.board.best)
	bound := math.Max(r.board.bound+r.c.running, q.Objective)
	q.Bound = &bound
	q.Gap = gapOf(q.Objective, q.Bound)
	short := math.Min(r.short, q.Shortfall.Weighted)
	q.Shortfall.Bound = &short
	q.Proven = isProven(q.Gap, q.Shortfall.Weighted, q.Shortfall.Bound)
	q.Solve = SolveStats{
		Method: r.board.method, Engine: r.engine, BoundMS: r.boundMS, Iterations: r.board.moves, Seed: r.o.Seed,
		WallMS: max(0, float64(r.o.since(r.began))/float64(time.Millisecond)-r.boundMS),
	}
	r.c.explain(r.board.best, r.prices, q)
	r.c.explainShort(q)
	return q
}
