package planner

import (
	"context"
	"runtime"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// Mode says how much work a solve may do.
type Mode string

// The two modes.
const (
	// ModeFast builds one plan by construction and proves a quick bound.
	ModeFast Mode = "fast"
	// ModeFull goes on with prices, search and exact methods until the gap, the limit or cancellation.
	ModeFull Mode = "full"
)

// Options steer Solve. The zero value is a full solve to proven optimality that
// only ctx and proof end.
type Options struct {
	Mode Mode // "" means ModeFull
	// Gap is the relative gap at which to stop; 0 means only at proof.
	Gap float64
	// Limit bounds the time of the solve, counted by Now; 0 means none.
	Limit time.Duration
	// Iterations, when positive, bounds the search by moves instead of time, so
	// that the same problem and seed give the same plan on any machine.
	Iterations int64
	Seed       int64
	// From is an earlier plan to start from; blocks and services that it does not know are ignored.
	From *Plan
	// Stability is the share of From's objective that another plan must gain to replace it.
	Stability float64
	// Solver proves what is small enough; nil leaves the exact part to branch and bound.
	Solver mip.Solver
	// Workers is the number of goroutines that work at once; 0 means one per core.
	Workers int
	// Now is the clock; nil means that nothing is timed and Limit is not looked at.
	Now func() time.Time
	// Progress, when not nil, is called from time to time, never concurrently.
	Progress func(Progress)
}

// Progress is what a running solve knows.
type Progress struct {
	Elapsed    time.Duration
	Stage      string // who found or proved something: "construction", "previous plan", "bound", "search", "branch and bound", "exact"
	Objective  float64
	Bound      float64 // +Inf until proven
	Iterations int64
}

// Solve plans p: first the services' shortfall as small as it can be made, then
// the blocks' objective as large. p must have passed Validate. When ctx ends or
// the limit is reached the best plan so far is returned with its proven bound,
// and no error. Every plan returned has passed Check.
func Solve(ctx context.Context, p *Problem, o Options) (*Plan, error) {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	r := &run{p: p, o: &o, began: o.now(), tight: true}
	r.solve(ctx)
	q := r.plan()
	return q, Check(p, q)
}

func (o *Options) now() time.Time {
	if o.Now == nil {
		return time.Time{}
	}
	return o.Now()
}

// since returns the time from began to now, 0 without a clock.
func (o *Options) since(began time.Time) time.Duration { return o.now().Sub(began) }

// left returns how much of the limit is left; ok is false where there is none.
func (o *Options) left(began time.Time) (d time.Duration, ok bool) {
	if o.Limit <= 0 || o.Now == nil {
		return 0, false
	}
	return o.Limit - o.since(began), true
}
