package planner_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// solver returns HiGHS, or skips the test where it was not fetched.
func solver(t *testing.T) mip.Solver {
	h := highs.New(highs.Options{})
	t.Cleanup(func() { h.Close() })
	p := &mip.Program{}
	p.Binary("x", 1)
	if _, err := h.Solve(context.Background(), p, mip.Options{}); errors.Is(err, highs.ErrNotFetched) {
		t.Skip("HiGHS is not fetched: make deps")
	} else if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestRunsThatEndByProofAgree: whichever part of a solve by time proves first,
// two proven runs return the same plan, and the oracle has nothing against it.
// Runs that prove nothing within the limit are not compared.
func TestRunsThatEndByProofAgree(t *testing.T) {
	o := planner.Options{Solver: solver(t), Limit: 300 * time.Millisecond, Now: time.Now, Workers: 2, Seed: 1}
	problems, proven := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.SampledFrom([]size{tiny, dense}).Draw(t, "size"))
		if problems++; problems > 40 {
			return
		}
		first, second := mustSolve(t, p, o), mustSolve(t, p, o)
		againstOracle(t, p, first)
		againstOracle(t, p, second)
		if first.Proven && second.Proven {
			if proven++; standing(first) != standing(second) {
				t.Fatalf("%s (%s)\nthen %s (%s)\n%s", standing(first), first.Solve.Method, standing(second), second.Solve.Method, show(p))
			}
		}
	})
	t.Logf("%d of %d problems proven twice", proven, min(problems, 40))
}
