package highs

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// Solve implements mip.Solver. When ctx ends, HiGHS sees its clock jump past
// its time limit and stops with what it has, within a tenth of a second where it
// looks at the clock. Where it does not look for longer than the grace, the
// instance is given up and the last incumbent and bound that it had written down
// are returned. An incumbent at the end of ctx is a success, mip.Feasible; none
// is mip.Unsolved.
func (s *Solver) Solve(ctx context.Context, p *mip.Program, o mip.Options) (mip.Result, error) {
	if err := p.Validate(); err != nil {
		return mip.Result{}, fmt.Errorf("highs: %w", err)
	}
	if len(p.Vars) == 0 {
		return solveEmpty(p), nil
	}
	if err := s.begin(); err != nil {
		return mip.Result{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.closing, cancel)()

	v := s.newSolve(p, o)
	began := time.Now()
	result, err := v.wait(ctx, s.running.Done)
	if err != nil {
		return mip.Result{}, fmt.Errorf("highs: %w", err)
	}
	s.log.Debug("solved", "status", result.Status, "objective", result.Objective, "bound", result.Bound,
		"nodes", result.Nodes, "variables", len(p.Vars), "rows", len(p.Rows), "took", time.Since(began))
	return result, nil
}

// solve is one call of Solve: what is asked for, and what is known so far. It
// belongs to the caller's goroutine, while HiGHS runs on another and sends.
type solve struct {
	p       *mip.Program
	o       mip.Options
	s       Options
	log     hclog.Logger
	integer bool
	// start is the point to begin from, once it has been checked.
	start []float64

	news      chan news
	abandoned chan struct{}
	state     mip.Progress
	incumbent []float64
}

// news is what a running instance tells: how far it is, or a point.
type news struct {
	progress *mip.Progress
	point    []float64
}

func (s *Solver) newSolve(p *mip.Program, o mip.Options) *solve {
	v := &solve{p: p, o: o, s: s.options, log: s.log, news: make(chan news), abandoned: make(chan struct{})}
	v.state.Bound = worst(p)
	for _, x := range p.Vars {
		v.integer = v.integer || x.Integer
	}
	if o.Start == nil {
		return v
	}
	if x, err := v.settle(o.Start); err != nil {
		v.log.Warn("start is passed over", "error", err)
	} else {
		v.start = x
	}
	return v
}

// worst is the bound that holds before anything is proven.
func worst(p *mip.Program) float64 {
	if p.Maximize {
		return math.Inf(1)
	}
	return math.Inf(-1)
}

// wait runs the solve on a goroutine of its own, from which the caller can walk
// away: nothing stops WebAssembly from outside but checks in every loop, and
// those (wazero's WithCloseOnContextDone) made HiGHS five times slower. An
// instance that was given up ends where it next reads the clock or writes.
// ended is called when it has.
func (v *solve) wait(ctx context.Context, ended func()) (mip.Result, error) {
	type outcome struct {
		result mip.Result
		err    error
	}
	end := make(chan outcome, 1)
	defer close(v.abandoned)
	go func() {
		defer ended()
		result, err := v.work(ctx)
		end <- outcome{result, err}
	}()
	done, overdue := ctx.Done(), (<-chan time.Time)(nil)
	for {
		select {
		case n := <-v.news:
			v.take(n)
		case o := <-end:
			return o.result, o.err
		case <-done:
			done, overdue = nil, time.After(v.s.Grace)
		case <-overdue:
			// Whoever cancelled has been served; there is nothing for a person to do.
			v.log.Debug("HiGHS did not stop in time, its instance is given up", "grace", v.s.Grace)
			return v.stopped(v.incumbent, v.printedBound(), v.state.Nodes), nil
		}
	}
}

func (v *solve) take(n news) {
	if n.point != nil {
		v.incumbent = n.point
	}
	if n.progress != nil {
		v.state = *n.progress
		if v.o.Progress != nil {
			v.o.Progress(v.state)
		}
	}
}

// printedBound is the bound from the log, moved by more than the rounding to
// the nine or more digits that HiGHS prints.
func (v *solve) printedBound() float64 {
	slack := 1e-8 * max(1, math.Abs(v.state.Bound))
	if !v.p.Maximize {
		slack = -slack
	}
	return v.state.Bound + slack
}

// send gives news to the caller, unless it has walked away.
func (v *solve) send(n news) {
	select {
	case v.news <- n:
	case <-v.abandoned:
	}
}
