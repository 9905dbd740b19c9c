package planner

import (
	"context"
	"sync"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// anneal runs the first annealings, from the best packing so far, and returns
// the best of them.
func (r *run) anneal(ctx context.Context, round int, moves int64) *grid.State {
	start := grid.NewState(r.c.in)
	r.board.copyBest(start)
	return r.annealFrom(ctx, start, round, firstMoves, moves)
}

// annealFrom runs annealings side by side whose schedule is for `length` moves,
// of which `moves` are made, and returns the best packing; the first of equal
// ones, so that it depends on nothing but seed and moves.
func (r *run) annealFrom(ctx context.Context, start *grid.State, round int, length, moves int64) *grid.State {
	best := make([]*grid.State, chains)
	var wg sync.WaitGroup
	for k := range best {
		best[k] = grid.NewState(r.c.in)
		best[k].CopyFrom(start)
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.chain(start, round*chains+k, func(st *grid.State) { best[k].CopyFrom(st) }, func(made int64) float64 {
				if made >= moves || ctx.Err() != nil {
					return 1
				}
				return float64(made) / float64(length)
			})
		}()
	}
	wg.Wait()
	out := best[0]
	for _, st := range best[1:] {
		if search.Value(st) > search.Value(out) {
			out = st
		}
	}
	r.board.offer("search", out)
	return out
}

// annealOn anneals until ctx ends or the gap is closed: one long annealing
// where the time is known, else ever longer ones.
func (r *run) annealOn(ctx context.Context, worker int) {
	offer := func(st *grid.State) { r.board.offer("search", st) }
	length := int64(firstMoves)
	for round := 1; ctx.Err() == nil && !r.board.done(); round++ {
		began, limited := r.o.left(r.began)
		start := grid.NewState(r.c.in)
		r.board.copyBest(start)
		made := r.chain(start, 1000*worker+round, offer, func(made int64) float64 {
			if ctx.Err() != nil || r.board.done() {
				return 1
			}
			if limited {
				left, _ := r.o.left(r.began)
				return 1 - float64(left)/float64(began)
			}
			return float64(made) / float64(length)
		})
		if made == 0 {
			return
		}
		length *= 2
	}
}

// chain runs one annealing from a copy of start and returns the moves made.
func (r *run) chain(start *grid.State, stream int, offer func(*grid.State), spent func(int64) float64) int64 {
	st := grid.NewState(r.c.in)
	st.CopyFrom(start)
	made := search.NewChain(st, r.c.forced, r.prices, search.Options{
		Seed: uint64(r.o.Seed)<<20 + uint64(stream), Done: spent, Offer: offer,
	}).Run()
	r.board.count(made)
	return made
}
