package miptest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// inTime is a context for solves whose end does not depend on it.
func inTime() context.Context { return context.Background() }

// gone is a context that has ended.
func gone() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func startKept(s mip.Solver) error {
	for seed := range uint64(10) {
		p := binaries(source(seed))
		x, best, found := Enumerate(p)
		if !found {
			continue
		}
		// Any gap would do for the solver, but the start is optimal.
		start := slices.Clone(x)
		r, err := solve(s, p, mip.Options{Start: start, Gap: 1e6})
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if !close(r.Objective, best) {
			return fmt.Errorf("seed %d: objective %v from a start worth %v", seed, r.Objective, best)
		}
		if !slices.Equal(start, x) {
			return fmt.Errorf("seed %d: the start was changed", seed)
		}
	}
	return nil
}

func badStart(s mip.Solver) error {
	p := &mip.Program{Maximize: true}
	x, y := p.Binary("x", 1), p.Binary("y", 1)
	p.Row("one", mip.Inf(-1), 1, x.Times(1), y.Times(1))
	for _, start := range [][]float64{{1, 1}, {0.5, 0.5}, {1}, {}} {
		r, err := solve(s, p, mip.Options{Start: start})
		if err == nil {
			err = solved(p, r, 1)
		}
		if err != nil {
			return fmt.Errorf("start %v: %w", start, err)
		}
	}
	return nil
}

func gapKept(s mip.Solver) error {
	for seed := range uint64(5) {
		p, best := knapsack(seed, 40)
		const gap = 0.05
		r, err := solve(s, p, mip.Options{Gap: gap})
		if err == nil {
			err = honest(p, r, best)
		}
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if r.Status != mip.Optimal || mip.Gap(r.Bound, r.Objective) > gap+1e-6 {
			return fmt.Errorf("seed %d: %v with a gap of %v, asked for was %v", seed, r.Status, mip.Gap(r.Bound, r.Objective), gap)
		}
	}
	return nil
}

func noTime(s mip.Solver) error {
	p, best := knapsack(1, 60)
	r, err := solveUntil(gone(), s, p, mip.Options{})
	if err != nil {
		return err
	}
	if r.Status != mip.Unsolved {
		return fmt.Errorf("%v, want unsolved", r.Status)
	}
	return honest(p, r, best)
}

func noTimeButStart(s mip.Solver) error {
	p, start := endless(1)
	r, err := solveUntil(gone(), s, p, mip.Options{Start: start})
	if err != nil {
		return err
	}
	if r.Status != mip.Feasible {
		return fmt.Errorf("%v, want feasible", r.Status)
	}
	return honest(p, r, 0)
}

// interrupted ends solves at many moments.
func interrupted(s mip.Solver) error {
	p, best := knapsack(2, 60)
	for wait := time.Millisecond; wait < 300*time.Millisecond; wait = wait * 3 / 2 {
		ctx, cancel := context.WithTimeout(context.Background(), wait)
		r, err := solveUntil(ctx, s, p, mip.Options{})
		cancel()
		if err == nil {
			err = honest(p, r, best)
		}
		if err == nil && r.Status == mip.Optimal {
			err = solved(p, r, best)
		}
		if err != nil {
			return fmt.Errorf("after %v: %w", wait, err)
		}
	}
	return nil
}

// progress checks every report of a solve. A solver need not report.
func progress(s mip.Solver) error {
	p, best := knapsack(3, 60)
	var wrong error
	running := true
	_, err := solve(s, p, mip.Options{Gap: 1e-3, Progress: func(at mip.Progress) {
		r := mip.Result{Bound: at.Bound}
		if at.Found {
			r.X, r.Objective = []float64{}, at.Incumbent
		}
		if !running {
			wrong = errors.New("a report after the end")
		} else if err := honest(p, r, best); err != nil {
			wrong = errors.Join(wrong, err)
		}
	}})
	running = false
	return errors.Join(err, wrong)
}

// prompt asks for an end within a few seconds of the deadline, and for a point and a
// bound at it.
func prompt(s mip.Solver) error {
	const limit, late = 1500 * time.Millisecond, 3 * time.Second
	p, start := endless(2)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	r, err := solveUntil(ctx, s, p, mip.Options{Start: start})
	if took := time.Since(began); took > limit+late {
		return fmt.Errorf("a solve of %v took %v", limit, took)
	}
	if err != nil {
		return err
	}
	if r.Status != mip.Feasible {
		return fmt.Errorf("%v, want feasible", r.Status)
	}
	return honest(p, r, 0)
}

func parallel(s mip.Solver) error {
	const solves = 6
	errs := make([]error, solves)
	var wg sync.WaitGroup
	for i := range solves {
		wg.Go(func() {
			p, best := knapsack(uint64(i), 20+i)
			r, err := solve(s, p, mip.Options{})
			if err == nil {
				err = solved(p, r, best)
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
