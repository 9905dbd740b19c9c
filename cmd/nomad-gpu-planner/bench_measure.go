package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/literal"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
)

// Names of those who plan, as tables show them; baselines go by their own.
const (
	fullPlanner  = "full"
	fastPlanner  = "fast"
	gridPlanner  = "grid ILP"
	pulsePlanner = "pulse ILP"
)

// benchBaselines are the schedulers that solve nothing.
var benchBaselines = []string{"priority", "easy", "fifo"}

// measurement runs planners on days and keeps what they reach.
type measurement struct {
	c      *benchCommand
	ctx    context.Context
	engine *engine
	// patient is for the programs: it waits for a solve that is slow to stop, which
	// would else go on beside the next measurement.
	patient *highs.Solver
	growth  bool // only how the planner's own time grows
}

// newMeasurement loads HiGHS, so that no solve pays for it.
func (c *benchCommand) newMeasurement(ctx context.Context) (*measurement, error) {
	log, _ := c.logger(c.program)
	e := newEngine(log)
	if err := e.Prepare(); err != nil {
		c.note("note: measured without HiGHS: %s", err)
	}
	patient := highs.New(highs.Options{Logger: log.Named("highs"), Grace: time.Minute})
	return &measurement{c: c, ctx: ctx, engine: e, patient: patient}, nil
}

func (m *measurement) close() {
	m.engine.tell(m.c.program)
	_ = m.engine.Close() // both only wait
	_ = m.patient.Close()
}

func machineOf(e *engine) bench.Machine {
	return bench.Machine{
		Cores: runtime.GOMAXPROCS(0), System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Program: version, Engine: e.Engine(),
	}
}

func (m *measurement) results(rows []bench.Row, most int) ([]bench.Result, error) {
	var out []bench.Result
	for _, row := range rows {
		days, limit := m.c.spent(row, most)
		row.Limit = planner.Duration(limit)
		r := bench.Result{Row: row}
		for k := range days {
			m.c.doing("%s, %d blocks: day %d of %d", row.Name, row.Blocks, k+1, days)
			r.Days = append(r.Days, m.day(row, uint64(k+1)))
			if m.ctx.Err() != nil {
				return nil, errInterrupted
			}
		}
		out = append(out, r)
	}
	return out, nil
}

// day has everybody plan the day of a seed.
func (m *measurement) day(row bench.Row, seed uint64) bench.Day {
	p := row.Instance(seed)
	d := bench.Day{Seed: seed, Shape: bench.Describe(p)}
	add := func(run func() bench.Run) {
		if m.ctx.Err() != nil {
			return
		}
		forgetPeak()
		r := run()
		r.PeakBytes = peak()
		d.Runs = append(d.Runs, r)
	}
	limit := time.Duration(row.Limit)
	add(func() bench.Run { return m.solve(fullPlanner, p, planner.ModeFull, limit) })
	add(func() bench.Run { return m.fast(p) })
	if !m.growth {
		for _, name := range benchBaselines {
			add(func() bench.Run { return baseline(name, p) })
		}
		add(func() bench.Run { return m.program(gridPlanner, p, limit, literal.Grid) })
		add(func() bench.Run { return m.program(pulsePlanner, p, limit, literal.Pulse) })
	}
	d.Compare()
	return d
}

func (m *measurement) solve(name string, p *planner.Problem, mode planner.Mode, limit time.Duration) bench.Run {
	var line bench.Line
	o := planner.Options{Mode: mode, Limit: limit, Seed: 1, Now: time.Now, Progress: line.Saw}
	if mode == planner.ModeFull {
		o.Solver = m.engine
	}
	began := time.Now()
	q, err := planner.Solve(m.ctx, p, o)
	wall := bench.Milliseconds(time.Since(began))
	if err != nil {
		return bench.Failed(name, err, wall)
	}
	return bench.Ended(name, q, line, wall)
}

// fast repeats what takes milliseconds, and reports the run of middling time.
func (m *measurement) fast(p *planner.Problem) bench.Run {
	const repeats, patience = 5, 200 * time.Millisecond
	var runs []bench.Run
	var walls []float64
	for began := time.Now(); len(runs) == 0 || len(runs) < repeats && time.Since(began) < patience; {
		r := m.solve(fastPlanner, p, planner.ModeFast, 0)
		runs, walls = append(runs, r), append(walls, r.WallMS)
	}
	middle := *bench.Median(walls)
	for _, r := range runs {
		if r.WallMS >= middle {
			return r
		}
	}
	return runs[0]
}

// program states the day as an integer program and leaves it to HiGHS.
func (m *measurement) program(name string, p *planner.Problem, limit time.Duration, state func(*planner.Problem) (*mip.Program, error)) bench.Run {
	began := time.Now()
	elapsed := func() float64 { return bench.Milliseconds(time.Since(began)) }
	ctx, cancel := context.WithTimeout(m.ctx, limit)
	defer cancel()
	program, err := state(p)
	if err != nil {
		return bench.Failed(name, err, elapsed())
	}
	var line bench.Line
	res, err := m.patient.Solve(ctx, program, mip.Options{Seed: 1, Progress: func(s mip.Progress) {
		line.Add(time.Since(began), s.Incumbent, s.Bound, s.Found)
	}})
	if err != nil {
		return bench.Failed(name, err, elapsed())
	}
	line.Add(time.Since(began), res.Objective, res.Bound, res.X != nil)
	r := bench.Stopped(name, line, elapsed())
	if res.X == nil {
		r.Note = fmt.Sprintf("no plan in time for %d variables", len(program.Vars))
	}
	return r
}

func baseline(name string, p *planner.Problem) bench.Run {
	began := time.Now()
	q, err := scenario.Baseline(name, p)
	wall := bench.Milliseconds(time.Since(began))
	if err != nil {
		return bench.Failed(name, err, wall)
	}
	return bench.Ended(name, q, nil, wall)
}
