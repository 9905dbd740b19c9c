// Package miptest checks that a mip.Solver keeps its promises, by solving small
// programs whose answers are known: from enumeration, from dynamic programming,
// or by how they were made.
//
//	func TestSolver(t *testing.T) { miptest.Run(t, newSolver()) }
package miptest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// Case is one promise and how it is checked. Check returns nil when the solver
// keeps it, else what it did.
type Case struct {
	Name  string
	Check func(mip.Solver) error
}

// Cases returns every promise, in the order in which they are best read.
func Cases() []Case {
	return []Case{
		{"finds the optimum of random binary programs", randomly(binaries)},
		{"finds the optimum of random integer programs", randomly(integers)},
		{"finds the optimum of random mixed programs", randomly(mixed)},
		{"finds the optimum of random linear programs", randomly(linear)},
		{"finds the optimum between equality rows", randomly(equalities)},
		{"tells what is infeasible", infeasible},
		{"tells what is unbounded", unbounded},
		{"solves what is empty", empty},
		{"maximises what the negated program minimises", mirrored},
		{"adds the offset", offset},
		{"refuses a malformed program", malformed},
		{"leaves the program as it was", untouched},
		{"gives the same answer for the same seed", repeatable},
		{"is never worse than its start", startKept},
		{"passes over a start that is no solution", badStart},
		{"stops within the gap asked for", gapKept},
		{"says unsolved when there was no time", noTime},
		{"returns the start when there was no time", noTimeButStart},
		{"is honest when interrupted", interrupted},
		{"is honest about its progress", progress},
		{"ends soon after its context", prompt},
		{"solves several at once", parallel},
	}
}

// Run checks every case as a subtest. The solver must be ready: what it does
// once, at its first solve, counts against the cases that measure time.
func Run(t *testing.T, s mip.Solver) {
	t.Helper()
	for _, c := range Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Check(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// patience is how long a solve that should be quick may take on a slow machine.
const patience = 2 * time.Minute

// solve solves p in good time, and checks all that holds of any result.
func solve(s mip.Solver, p *mip.Program, o mip.Options) (mip.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return solveUntil(ctx, s, p, o)
}

func solveUntil(ctx context.Context, s mip.Solver, p *mip.Program, o mip.Options) (mip.Result, error) {
	r, err := s.Solve(ctx, p, o)
	if err != nil {
		return r, fmt.Errorf("error where a result was due: %w", err)
	}
	return r, coherent(p, r)
}

// coherent checks a result against the program alone.
func coherent(p *mip.Program, r mip.Result) error {
	hasPoint := r.Status == mip.Feasible || r.Status == mip.Optimal
	if hasPoint != (r.X != nil) {
		return fmt.Errorf("%v with %d values", r.Status, len(r.X))
	}
	if r.X == nil {
		return nil
	}
	if err := p.Check(r.X, mip.Tolerance); err != nil {
		return fmt.Errorf("%v, but %w", r.Status, err)
	}
	for i, v := range p.Vars {
		if v.Integer && r.X[i] != math.Round(r.X[i]) {
			return fmt.Errorf("integer variable %d is %v", i, r.X[i])
		}
	}
	if !close(r.Objective, p.Objective(r.X)) {
		return fmt.Errorf("objective %v, but the point is worth %v", r.Objective, p.Objective(r.X))
	}
	if beyond(p, r.Objective, r.Bound) {
		return fmt.Errorf("objective %v is better than the bound %v", r.Objective, r.Bound)
	}
	return nil
}

// honest checks the result of a solve of p, however it ended, against the best
// value there is.
func honest(p *mip.Program, r mip.Result, best float64) error {
	slack := 1e-5 * max(1, math.Abs(best))
	if p.Maximize {
		slack = -slack
	}
	switch {
	case r.Status == mip.Infeasible || r.Status == mip.Unbounded:
		return fmt.Errorf("%v, but the best value is %v", r.Status, best)
	case beyond(p, best+slack, r.Bound):
		return fmt.Errorf("bound %v rules out the best value %v", r.Bound, best)
	case r.X != nil && beyond(p, r.Objective, best-slack):
		return fmt.Errorf("objective %v is better than the best value %v", r.Objective, best)
	}
	return nil
}

// solved checks that r is the optimum of p, worth best.
func solved(p *mip.Program, r mip.Result, best float64) error {
	if err := honest(p, r, best); err != nil {
		return err
	}
	if r.Status != mip.Optimal || !close(r.Objective, best) || !close(r.Bound, best) {
		return fmt.Errorf("%v with objective %v and bound %v, the optimum is %v", r.Status, r.Objective, r.Bound, best)
	}
	return nil
}

// beyond tells whether a is strictly better than b.
func beyond(p *mip.Program, a, b float64) bool {
	if p.Maximize {
		return a > b
	}
	return a < b
}

func close(a, b float64) bool {
	return math.Abs(a-b) <= 1e-5*max(1, math.Abs(a), math.Abs(b))
}

var errNoError = errors.New("no error")
