package scenario

import (
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Sources are the three files of a trace.
type Sources struct {
	Nodes  File // node_id, gpu_model, gpus
	Jobs   File // job_id, submit_s, duration_s, and allocs and gpus_per_alloc or gpus_total
	Demand File // app, step_index, step_s, demand
}

// Fractions says what becomes of a job that asks for a part of a GPU.
type Fractions string

// The two answers. The empty string means FractionsCeil.
const (
	FractionsCeil Fractions = "ceil"
	FractionsDrop Fractions = "drop"
)

// Options steer an import. The zero value is a day of quarter hours, tail
// overrun, equal weights and fractions rounded up.
type Options struct {
	Start      time.Time     // zero means DefaultStart
	Timestep   time.Duration // 0 means 15 minutes
	Horizon    time.Duration // 0 means 24 hours; a whole number of timesteps
	Tail       planner.Tail  // "" means overrun
	Weights    Weights
	Fractional Fractions
}

// DefaultStart is when an imported day begins unless something else is asked
// for: traces count from zero, and a fixed date keeps imports repeatable.
var DefaultStart = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// Import reads a trace into a problem that has passed Validate. Arrival and
// earliest start are ⌈submit / timestep⌉, lengths ⌈duration / timestep⌉. Each
// node with GPUs is one pool with the node's id; CPU and memory stay unlimited.
// Jobs and apps are named default/<job_id>/main and default/<app>/main, with
// escaped segments, the app without its unit. Errors name file, line and column.
func Import(in Sources, o Options) (*planner.Problem, Counts, error) {
	var c Counts
	o, steps, err := o.complete()
	if err != nil {
		return nil, c, err
	}
	p := &planner.Problem{
		Version: planner.Version, Start: o.Start, Timestep: planner.Duration(o.Timestep), Steps: steps, Tail: o.Tail,
	}
	if p.Nodes, p.Pools, err = readNodes(in.Nodes, &c); err != nil {
		return nil, c, err
	}
	if p.Blocks, err = readJobs(in.Jobs, o, steps, p.Pools, &c); err != nil {
		return nil, c, err
	}
	if p.Services, err = readDemand(in.Demand, o, steps, &c); err != nil {
		return nil, c, err
	}
	if err := p.Validate(); err != nil {
		return nil, c, fmt.Errorf("import: %w", err)
	}
	return p, c, nil
}

// maxHorizon keeps sums of two times inside a time.Duration.
const maxHorizon = 100 * 365 * 24 * time.Hour

// complete fills in the defaults and counts the horizon's steps.
func (o Options) complete() (Options, int, error) {
	if o.Start.IsZero() {
		o.Start = DefaultStart
	}
	if o.Timestep == 0 {
		o.Timestep = 15 * time.Minute
	}
	if o.Horizon == 0 {
		o.Horizon = 24 * time.Hour
	}
	if o.Tail == "" {
		o.Tail = planner.TailOverrun
	}
	if o.Fractional == "" {
		o.Fractional = FractionsCeil
	}
	return o, int(o.Horizon / max(o.Timestep, 1)), o.mistakes()
}

func (o Options) mistakes() error {
	var errs []error
	if o.Timestep < 0 || o.Horizon <= 0 || o.Horizon%max(o.Timestep, 1) != 0 {
		errs = append(errs, fmt.Errorf("horizon %s is not a whole number of timesteps of %s", o.Horizon, o.Timestep))
	}
	if o.Horizon > maxHorizon || o.Horizon/max(o.Timestep, 1) > planner.MaxSteps {
		errs = append(errs, fmt.Errorf("horizon %s of timestep %s: want at most %d steps and %s", o.Horizon, o.Timestep, planner.MaxSteps, maxHorizon))
	}
	if o.Tail != planner.TailFinish && o.Tail != planner.TailOverrun {
		errs = append(errs, fmt.Errorf("tail %q: want %q or %q", o.Tail, planner.TailOverrun, planner.TailFinish))
	}
	if o.Fractional != FractionsCeil && o.Fractional != FractionsDrop {
		errs = append(errs, fmt.Errorf("fractional %q: want %q or %q", o.Fractional, FractionsCeil, FractionsDrop))
	}
	return errors.Join(errs...)
}

// id names a job or an app as Nomad's namespace, job and group would.
func id(name string) string { return "default/" + url.PathEscape(name) + "/main" }

// ceilSteps returns ⌈d / step⌉.
func ceilSteps(d, step time.Duration) int {
	n := d / step
	if d%step > 0 {
		n++
	}
	return int(n)
}

// firstSeen refuses an id that an earlier line of the sheet holds.
type firstSeen map[string]int

func (f firstSeen) add(s *sheet, column, id string) error {
	if line, twice := f[id]; twice {
		return s.fail(column, "%q stands on line %d already; ids must be unique", id, line)
	}
	f[id] = s.line
	return nil
}
