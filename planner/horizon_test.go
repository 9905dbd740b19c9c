package planner

import (
	"context"
	"testing"
)

// TestLongHorizonsArePlanned: three weeks of quarter hours, and horizons that
// fill words of 64 steps exactly, one less and one more.
func TestLongHorizonsArePlanned(t *testing.T) {
	for _, steps := range []int{63, 64, 65, 127, 128, 129, 2016} {
		p := day(2, steps, 30)
		for _, p.Tail = range []Tail{TailFinish, TailOverrun} {
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			fast, err := Solve(context.Background(), p, Options{Mode: ModeFast})
			if err != nil {
				t.Fatalf("%d steps, %s, fast: %v", steps, p.Tail, err)
			}
			full, err := Solve(context.Background(), p, Options{Iterations: 300, Seed: 1})
			if err != nil {
				t.Fatalf("%d steps, %s, full: %v", steps, p.Tail, err)
			}
			if full.Objective < fast.Objective || fast.Objective == 0 {
				t.Errorf("%d steps, %s: full is worth %v, fast %v", steps, p.Tail, full.Objective, fast.Objective)
			}
		}
	}
}
