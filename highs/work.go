package highs

import (
	"context"
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// work is the solve from end to end, on the instance's goroutine.
func (v *solve) work(ctx context.Context) (mip.Result, error) {
	e, err := sharedEngine(v.s.CacheDir, v.log)
	if err != nil {
		return mip.Result{}, err
	}
	if ctx.Err() != nil {
		return v.stopped(nil, worst(v.p), 0), nil
	}
	in, err := e.newInstance(v.newHost(ctx))
	if err != nil {
		return mip.Result{}, err
	}
	defer in.close()
	m, err := in.model()
	if err != nil {
		return mip.Result{}, err
	}
	if err := v.prepare(m); err != nil {
		return mip.Result{}, err
	}
	ended, err := m.run(ctx)
	if err != nil {
		return mip.Result{}, err
	}
	return v.result(ctx, m, ended)
}

func (v *solve) newHost(ctx context.Context) *host {
	return newHost(ctx.Done(), v.abandoned, v.s.MaxMemory, &journal{
		line:     func(line string) { v.log.Trace(line) },
		progress: func(p mip.Progress) { v.send(news{progress: &p}) },
		state:    mip.Progress{Bound: worst(v.p)},
	}, &incumbentReader{
		size:  len(v.p.Vars),
		found: func(x []float64) { v.send(news{point: x}) },
	})
}

// prepare hands HiGHS the options, the program and the start.
func (v *solve) prepare(m *model) error {
	for _, option := range []struct {
		name  string
		value any
	}{
		{"threads", 1},
		{"parallel", "off"},
		{"random_seed", v.o.Seed & 0x7fffffff},
		{"time_limit", timeLimit.Seconds()},
		{"mip_rel_gap", v.o.Gap},
		// The default would end a solve to proven optimality 1e-6 early.
		{"mip_abs_gap", 1e-9},
		{"mip_feasibility_tolerance", mip.Tolerance},
		{"mip_min_logging_interval", 0.25},
		{"mip_improving_solution_file", incumbentFile},
		{"mip_improving_solution_report_sparse", true},
	} {
		if err := m.set(option.name, option.value); err != nil {
			return fmt.Errorf("option %s: %w", option.name, err)
		}
	}
	if err := m.pass(v.p); err != nil {
		return err
	}
	if v.start == nil {
		return nil
	}
	return m.setStart(v.start)
}
