package main

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// engine is HiGHS, with what went wrong in it kept: a plan is made without it
// as well, but a person should know.
type engine struct {
	*highs.Solver
	mu   sync.Mutex
	fail error // the first one
}

func newEngine(log hclog.Logger) *engine {
	return &engine{Solver: highs.New(highs.Options{Logger: log.Named("highs")})}
}

// Solve implements mip.Solver.
func (e *engine) Solve(ctx context.Context, p *mip.Program, o mip.Options) (mip.Result, error) {
	r, err := e.Solver.Solve(ctx, p, o)
	if err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.fail == nil {
			e.fail = err
		}
	}
	return r, err
}

// tell notes what went wrong.
func (e *engine) tell(p *program) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.fail == nil:
	case errors.Is(e.fail, highs.ErrNotFetched):
		p.note("note: planned without HiGHS: %s", e.fail)
	default:
		p.note("warning: HiGHS failed and was done without: %s", e.fail)
	}
}

func engineName() string { return highs.New(highs.Options{}).Engine() }
