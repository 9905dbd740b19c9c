package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/show"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/report"
)

// Times that one plan of a day gets when it is known, in a quick and in a full run.
const (
	quickDay = 10 * time.Second
	fullDay  = time.Minute
)

// studyMoves bounds the plans of many draws: as good as seconds give, and the
// same on every machine.
const studyMoves = 40_000

// compare runs the comparison with other schedulers, and says what came out.
func (c *benchCommand) compare(ctx context.Context) error {
	log, _ := c.logger(c.program)
	e := newEngine(log)
	defer e.Close()
	o, err := c.comparison(e)
	if err != nil {
		return err
	}
	r, err := scenario.Compare(ctx, o)
	c.rested()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	e.tell(c.program)
	found := comparisonOf(r)
	found.Machine = machineLine(machineOf(e))
	found.Command, found.Full = c.again(), c.full
	if c.report != "" {
		if err := c.reportComparison(c.report, found); err != nil {
			return err
		}
	}
	if c.json {
		return c.write("-", func(w io.Writer) error { return encodeIndented(w, found) })
	}
	return show.Tables(c.stdout, found.Machine, found.Texts(), c.screen)
}

// comparison says what is to be compared.
func (c *benchCommand) comparison(e *engine) (scenario.CompareOptions, error) {
	limit := quickDay
	if c.full {
		limit = fullDay
	}
	if c.limit > 0 {
		limit = c.limit
	}
	o := scenario.CompareOptions{
		Offline: scenario.Solver(planner.Options{Limit: limit, Seed: 1, Solver: e, Now: time.Now}),
		Online:  scenario.Solver(planner.Options{Mode: planner.ModeFast, Seed: 1, Now: time.Now}),
		Study:   scenario.Solver(planner.Options{Iterations: studyMoves, Seed: 1, Now: time.Now}),
		Seed:    1, Now: time.Now, Progress: c.tellTask,
	}
	var err error
	if o.Days, err = scenario.DaysNamed(c.named()...); err != nil {
		return o, err
	}
	if c.full {
		o = o.Full()
	}
	if c.seeds > 0 {
		o.Orders = c.seeds
	}
	o.Traces, err = c.traceDays()
	return o, err
}

// traceWeights is the rule for the weights that traces lack, as import knows it.
const traceWeights = "random:1"

// traceDays imports the days of traces that were asked for.
func (c *benchCommand) traceDays() ([]scenario.Day, error) {
	if c.traces == "" {
		return nil, nil
	}
	weights, err := scenario.ParseWeights(traceWeights)
	if err != nil {
		return nil, err
	}
	days, err := scenario.TraceDays(os.DirFS(c.traces), scenario.Options{Weights: weights})
	if err == nil && len(days) == 0 {
		err = errors.New("no file slice_<GPUs>g_<name>.csv is there")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.traces, err)
	}
	return days, nil
}

func (c *benchCommand) named() []string {
	if c.only == "" {
		return nil
	}
	return []string{c.only}
}

func (c *benchCommand) tellTask(p scenario.Progress) {
	c.doing("%d of %d: %s: %s", p.Done+1, p.Total, p.Day, p.Task)
}

// again is the command line that makes the same comparison.
func (c *benchCommand) again() string {
	words := []string{name, "bench", "-scenarios"}
	if c.full {
		words = append(words, "-full")
	}
	if c.only != "" {
		words = append(words, "-only", c.only)
	}
	if c.seeds > 0 {
		words = append(words, "-seeds", fmt.Sprint(c.seeds))
	}
	if c.limit > 0 {
		words = append(words, "-limit", c.limit.String())
	}
	if c.traces != "" {
		words = append(words, "-traces", "DIR")
	}
	return strings.Join(append(words, "-report", "DIR"), " ")
}

// comparisonOf hands the comparison over as values for a page.
func comparisonOf(r *scenario.Report) *report.Comparison {
	return &report.Comparison{
		Days: comparedDays(r.Days), Traces: comparedDays(r.Traces), Seed: r.Seed,
		Offline: report.Summary(r.Offline), Online: report.Summary(r.Online),
	}
}

func comparedDays(days []scenario.DayReport) []report.Day {
	var out []report.Day
	for i := range days {
		d := &days[i]
		out = append(out, report.Day{
			Name: d.Name, About: d.About, Contended: d.Contended, GPUs: d.GPUs, Pools: d.Pools, Blocks: d.Blocks, Steps: d.Steps,
			Published: published(d.Published), Bound: d.Bound, Runs: comparedRuns(d.Runs), Orders: spreads(d.Orders), Seeds: spreads(d.Seeds),
			Errors: misjudged(d.Errors), Nodes: variants(d.Nodes), Models: variants(d.Models), Problem: d.Problem,
		})
	}
	return out
}

func published(p *scenario.Published) *report.Published {
	if p == nil || p.FIFOUtilization == 0 {
		return nil
	}
	out := report.Published(*p)
	return &out
}

func comparedRuns(runs []scenario.Run) []report.Run {
	out := make([]report.Run, len(runs))
	for i := range runs {
		out[i] = report.Run(runs[i])
	}
	return out
}

func spreads(list []scenario.Spread) []report.Spread {
	var out []report.Spread
	for _, s := range list {
		out = append(out, report.Spread{
			Planner: s.Planner, Online: s.Online, Utilization: report.Interval(s.Utilization), Points: report.Interval(s.Points),
			OutputGain: report.Interval(s.OutputGain), Shortfall: report.Interval(s.Shortfall),
		})
	}
	return out
}

func misjudged(list []scenario.ErrorReport) []report.Misjudged {
	var out []report.Misjudged
	for _, e := range list {
		out = append(out, report.Misjudged{Demand: e.Demand, Length: e.Length, Runs: comparedRuns(e.Runs)})
	}
	return out
}

func variants(list []scenario.Variant) []report.Variant {
	var out []report.Variant
	for _, v := range list {
		out = append(out, report.Variant{Name: v.Name, Bound: v.Bound, Runs: comparedRuns(v.Runs)})
	}
	return out
}
