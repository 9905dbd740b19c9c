package main

import (
	"flag"
	"fmt"
	"math"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// solving are the flags of commands that solve.
type solving struct {
	logging
	mode       string
	limit      time.Duration
	gap        float64
	iterations int64
	seed       int64
	from       string
	set        *flag.FlagSet
}

func (s *solving) flags(set *flag.FlagSet) {
	s.set = set
	set.StringVar(&s.mode, "mode", string(planner.ModeFull), "`MODE` fast (one plan and a quick bound) or full")
	timeVar(set, &s.limit, "limit", 10*time.Second, "stop after this `TIME`; 0 means not before the gap")
	set.Float64Var(&s.gap, "gap", 0.01, "stop at this relative `GAP`; 0 means not before it is proven")
	set.Int64Var(&s.iterations, "iterations", 0, "stop the search after `N` moves, the same on every machine, instead of by time")
	set.Int64Var(&s.seed, "seed", 1, "`SEED` of all random choices")
	set.StringVar(&s.from, "from", "", "start from an earlier plan `FILE`")
	s.logging.flags(set)
}

// check refuses values that mean nothing.
func (s *solving) check() error {
	switch {
	case s.mode != string(planner.ModeFast) && s.mode != string(planner.ModeFull):
		return misuse{fmt.Sprintf("-mode %q: want fast or full", s.mode)}
	case s.limit < 0:
		return misuse{fmt.Sprintf("-limit %s: want 0 or more", s.limit)}
	case !(s.gap >= 0) || math.IsInf(s.gap, 0):
		return misuse{fmt.Sprintf("-gap %v: want 0 or more", s.gap)}
	case s.iterations < 0:
		return misuse{fmt.Sprintf("-iterations %d: want 0 or more", s.iterations)}
	}
	return s.logging.check()
}

// solve solves a problem with progress shown, until it is done or interrupted.
func (s *solving) solve(p *program, problem *planner.Problem) (*planner.Plan, error) {
	o := planner.Options{
		Mode: planner.Mode(s.mode), Gap: s.gap, Limit: s.limit, Iterations: s.iterations, Seed: s.seed, Now: time.Now,
	}
	if s.iterations > 0 && !given(s.set, "limit") {
		o.Limit = 0 // a default that cuts moves short would make the plan depend on the machine
	}
	if s.from != "" {
		from, err := p.readPlan(s.from)
		if err != nil {
			return nil, err
		}
		o.From = from
	}
	log, chatty := s.logger(p)
	if o.Mode == planner.ModeFast {
		return s.watched(p, problem, o, log, chatty)
	}
	e := newEngine(log)
	defer e.Close()
	o.Solver = e
	plan, err := s.watched(p, problem, o, log, chatty)
	e.tell(p)
	return plan, err
}

// given reports whether a flag stands on the command line.
func given(set *flag.FlagSet, name string) bool {
	found := false
	set.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// watched solves until done or interrupted, under a progress line where there
// is a terminal, else under the log.
func (s *solving) watched(p *program, problem *planner.Problem, o planner.Options, log hclog.Logger, chatty bool) (*planner.Plan, error) {
	ctx, stop := interruptible()
	defer stop()
	o.Progress = logProgress(log)
	hide := func() {}
	if p.progress && !chatty {
		line := startProgress(p.stderr, p.progressWidth)
		o.Progress, hide = line.seen, line.stop
	}
	plan, err := planner.Solve(ctx, problem, o)
	hide()
	if err == nil && ctx.Err() != nil {
		p.note("interrupted: this is the best plan so far")
	}
	return plan, err
}
