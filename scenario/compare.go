package scenario

import (
	"context"
	"fmt"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// CompareOptions steer Compare. The zero value compares the seven days in
// file order with the fast planner.
type CompareOptions struct {
	Days   []Day // nil means Days()
	Traces []Day // reported apart; see TraceDays
	// Offline plans a day that is known; Online is asked at every step of a
	// replay; Study plans the many draws of Orders, Seeds and Variants. nil means
	// the fast mode of planner.Solve.
	Offline, Online, Study Planner
	// Orders is the number of random orders of arrival for each day, Reseeds
	// that of other seeds of its recipe; 0 means none.
	Orders, Reseeds int
	// Errors are the shares by which demand, lengths and both are misjudged, each online.
	Errors []float64
	// ErrorDraws is how often the directions of each error are drawn; 0 means once.
	ErrorDraws int
	// Variants adds nodes of other sizes and two GPU models.
	Variants bool
	// Seed draws orders, errors and models.
	Seed uint64
	Now  func() time.Time // nil means that nothing is timed
	// Progress, when not nil, is called before each task.
	Progress func(Progress)
}

// Progress says what Compare is about to do: task Done + 1 of Total.
type Progress struct {
	Done, Total int
	Day, Task   string
}

// Full returns o with everything added that takes long: 30 orders, 30 seeds,
// errors of 0, 10, 20 and 40 % in ten draws each, and variants.
func (o CompareOptions) Full() CompareOptions {
	o.Orders, o.Reseeds, o.Variants = 30, 30, true
	o.Errors, o.ErrorDraws = []float64{0, 0.1, 0.2, 0.4}, 10
	return o
}

// Compare plans every day with every baseline and with ours, offline and online,
// and whatever else o asks for. Tasks run one after the other, since a planner
// may use all cores. Every plan has passed planner.Check. When ctx ends, the
// error is its error.
func Compare(ctx context.Context, o CompareOptions) (*Report, error) {
	c := &comparison{o: o.complete()}
	r := &Report{Seed: o.Seed, Days: make([]DayReport, len(c.o.Days)), Traces: make([]DayReport, len(c.o.Traces))}
	for i := range c.o.Days {
		c.day(&c.o.Days[i], &r.Days[i])
		c.studies(&c.o.Days[i], &r.Days[i])
	}
	for i := range c.o.Traces {
		c.day(&c.o.Traces[i], &r.Traces[i])
	}
	for i, k := range c.tasks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if o.Progress != nil {
			o.Progress(Progress{Done: i, Total: len(c.tasks), Day: k.day, Task: k.name})
		}
		if err := k.run(ctx); err != nil {
			return nil, fmt.Errorf("compare: %s: %s: %w", k.day, k.name, err)
		}
	}
	r.Offline, r.Online = summarize(r.Days, false), summarize(r.Days, true)
	return r, nil
}

func (o CompareOptions) complete() CompareOptions {
	fast := Solver(planner.Options{Mode: planner.ModeFast, Now: o.Now})
	for _, p := range []*Planner{&o.Offline, &o.Online, &o.Study} {
		if *p == nil {
			*p = fast
		}
	}
	if o.Days == nil {
		o.Days = Days()
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Time{} }
	}
	return o
}

// comparison is the list of what is to be done.
type comparison struct {
	o     CompareOptions
	tasks []task
}

type task struct {
	day, name string
	run       func(context.Context) error
}

func (c *comparison) add(day, name string, run func(context.Context) error) {
	c.tasks = append(c.tasks, task{day, name, run})
}

// day adds the tasks of the first table: all planners, offline and online.
func (c *comparison) day(d *Day, r *DayReport) {
	p := d.Problem
	*r = DayReport{
		Name: d.Name, About: d.About, Contended: d.Contended, Published: d.Published, Problem: p,
		GPUs: p.GPUs(), Pools: len(p.Pools), Blocks: len(p.Blocks), Steps: p.Steps,
	}
	c.add(d.Name, "baselines", func(ctx context.Context) error { return c.baselines(ctx, p, nil, false, &r.Runs) })
	c.add(d.Name, "planner", func(ctx context.Context) error {
		return c.ours(ctx, p, c.o.Offline, &r.Runs)
	})
	c.add(d.Name, "baselines online", func(ctx context.Context) error { return c.baselines(ctx, p, nil, true, &r.Runs) })
	c.add(d.Name, "planner online", func(ctx context.Context) error {
		if err := c.oursOnline(ctx, Ours, p, nil, &r.Runs); err != nil {
			return err
		}
		q := r.Find(Ours, false).Plan
		r.Bound = q.Bound
		against(r.Runs, q.Bound, q.Shortfall.Weighted)
		return nil
	})
}

// baselines adds a run of every baseline; online replays them, with a forecast
// that may be nil.
func (c *comparison) baselines(ctx context.Context, p, forecast *planner.Problem, online bool, runs *[]Run) error {
	for _, name := range Baselines() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.baseline(ctx, name, p, forecast, online, runs); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) baseline(ctx context.Context, name string, p, forecast *planner.Problem, online bool, runs *[]Run) error {
	began := c.o.Now()
	var q *planner.Plan
	var err error
	if online {
		q, err = OnlineBaseline(ctx, name, p, forecast)
	} else if q, err = Baseline(name, p); err == nil {
		err = planner.Check(p, q)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	*runs = append(*runs, newRun(name, online, q, c.since(began)))
	return nil
}

func (c *comparison) ours(ctx context.Context, p *planner.Problem, plan Planner, runs *[]Run) error {
	began := c.o.Now()
	q, err := plan(ctx, p, nil)
	if err == nil {
		err = planner.Check(p, q)
	}
	if err != nil {
		return err
	}
	*runs = append(*runs, newRun(Ours, false, q, c.since(began)))
	return nil
}

func (c *comparison) oursOnline(ctx context.Context, name string, p, forecast *planner.Problem, runs *[]Run) error {
	began := c.o.Now()
	q, err := Online(ctx, p, forecast, c.o.Online)
	if err != nil {
		return err
	}
	*runs = append(*runs, newRun(name, true, q, c.since(began)))
	return nil
}

func (c *comparison) since(began time.Time) float64 { return c.o.Now().Sub(began).Seconds() }
