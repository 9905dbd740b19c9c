package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/show"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
)

// benchCommand measures the planner, on seeded days of many sizes or on the
// named days against other schedulers.
type benchCommand struct {
	*program
	logging
	json, full, scenarios bool
	report, traces        string
	only                  string
	seeds                 int
	limit                 time.Duration
}

func (c *benchCommand) flags(set *flag.FlagSet) {
	set.BoolVar(&c.json, "json", false, "print the figures as JSON")
	set.BoolVar(&c.full, "full", false, "measure all of it, which may take hours, in place of minutes")
	set.BoolVar(&c.scenarios, "scenarios", false, "compare with other schedulers on the named days, in place of sizes")
	set.StringVar(&c.report, "report", "", "write figures, pictures and texts into this `DIR`")
	set.StringVar(&c.only, "only", "", "`NAME` of the one row or day to measure")
	set.StringVar(&c.traces, "traces", "", "with -scenarios: compare on the days of traces in this `DIR` too")
	set.IntVar(&c.seeds, "seeds", 0, "measure the first `N` seeds of a row, or orders of a day")
	set.DurationVar(&c.limit, "limit", 0, "give every solve this `TIME`")
	c.logging.flags(set)
}

func (c *benchCommand) run(args []string) error {
	switch {
	case len(args) > 0:
		return misuse{fmt.Sprintf("%q: takes no arguments", args[0])}
	case c.seeds < 0 || c.limit < 0:
		return misuse{"-seeds and -limit: want 0 or more"}
	case c.traces != "" && !c.scenarios:
		return misuse{"-traces: goes with -scenarios"}
	}
	if err := c.logging.check(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	if c.scenarios {
		return c.compare(ctx)
	}
	return c.measure(ctx)
}

// measure measures the rows of the table, and says what came out.
func (c *benchCommand) measure(ctx context.Context) error {
	rows, growth, err := c.rows()
	if err != nil {
		return err
	}
	m, err := c.newMeasurement(ctx)
	if err != nil {
		return err
	}
	defer m.close()
	defer c.rested()
	r := &bench.Report{Version: 1, Machine: machineOf(m.engine), Full: c.full}
	if r.Rows, err = m.results(rows, bench.Days); err != nil {
		return err
	}
	m.growth = true
	if r.Growth, err = m.results(growth, 2); err != nil {
		return err
	}
	if c.report != "" {
		if err := c.reportSizes(c.report, r); err != nil {
			return err
		}
	}
	if c.json {
		return c.write("-", func(w io.Writer) error { return encodeIndented(w, r) })
	}
	return show.Tables(c.stdout, headline(r), sizeTables(r), c.screen)
}

// rows returns what is to be measured: of the table, and of how time grows.
func (c *benchCommand) rows() (rows, growth []bench.Row, err error) {
	if c.only != "" {
		row, err := bench.Find(c.only)
		return []bench.Row{row}, nil, err
	}
	if c.full {
		return bench.Rows(), bench.Growth(10*time.Second, 4096), nil
	}
	return bench.Rows(), bench.Growth(time.Second, 1024), nil
}

// spent returns how many days of a row are measured, and with what limit.
func (c *benchCommand) spent(r bench.Row, most int) (days int, limit time.Duration) {
	days, limit = r.Quick()
	if days == 0 {
		days, limit = 1, time.Duration(r.Limit)
	}
	if c.full {
		days, limit = most, time.Duration(r.Limit)
	}
	if c.seeds > 0 {
		days = c.seeds
	}
	if c.limit > 0 {
		limit = c.limit
	}
	return days, limit
}

func (c *benchCommand) usage() usage {
	return usage{
		synopsis: "measure the planner, or compare it with other schedulers",
		text: `
Measures how good plans are and how fast, on seeded days of 8 to 8192 GPUs:
gap, bound, time to the first plan and to a gap of 5, 2 and 1 %, memory, beside
what a solver makes of the same day stated as a grid of (GPU, job, timestep)
or of (pool, job, start), and beside schedulers that solve nothing.

With -scenarios it compares plans with first-in-first-out and other schedulers
on seven named days. -report DIR writes what was found into a folder: figures
as JSON, a text, and a chart or a page.

The default takes minutes. -full takes ten days of each row and all the time
that the table gives them, and with -scenarios many orders of arrival, errors
of forecast and traces.`,
		examples: []string{"bench", "bench -only 64x96 -seeds 10", "bench -full -json > figures.json", "bench -scenarios -report report"},
	}
}

func encodeIndented(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}

// doing says what is being measured: on a line of its own, or, where that is a
// terminal, on one that the next takes the place of.
func (c *benchCommand) doing(format string, a ...any) {
	if !c.progress || c.verbose {
		c.note(format, a...)
		return
	}
	fmt.Fprint(c.stderr, clearLine+fmt.Sprintf(format, a...))
}

// rested clears what doing left on a terminal.
func (c *benchCommand) rested() {
	if c.progress && !c.verbose {
		fmt.Fprint(c.stderr, clearLine)
	}
}

var errInterrupted = errors.New("bench: interrupted; nothing was written")
