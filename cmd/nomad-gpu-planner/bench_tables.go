package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/report"
)

// headline says where figures were taken and with what.
func headline(r *bench.Report) string {
	kind := "quick run: fewer days and less time than the table gives"
	if r.Full {
		kind = "full run"
	}
	return machineLine(r.Machine) + "; " + kind
}

func machineLine(m bench.Machine) string {
	return fmt.Sprintf("%d cores, %s, %s, %s %s, %s", m.Cores, m.System, m.Go, name, m.Program, m.Engine)
}

// sizeTables are the tables of a report, as people read them.
func sizeTables(r *bench.Report) []report.Table {
	var out []report.Table
	for i := range r.Rows {
		out = append(out, rowTable(&r.Rows[i]))
	}
	if len(r.Growth) > 0 {
		out = append(out, growthTable(r.Growth))
	}
	return out
}

// never stands where a figure was not reached or does not exist.
const never = "–"

func rowTable(r *bench.Result) report.Table {
	t := report.Table{
		Title: fmt.Sprintf("%s: %s GPUs, %d steps, %s blocks, %s a day, seeds %s", r.Name, grouped(r.GPUs), r.Steps, grouped(r.Blocks), r.Limit, seedsOf(r)),
		Head:  []string{"planner", "reach", "gap", "worst", "proven", "first", "5 %", "2 %", "1 %", "wall", "slowest", "memory"},
	}
	t.Before = append(t.Before, r.Summary()+".")
	if r.Must != "" {
		t.Before = append(t.Before, fmt.Sprintf("Must: %s. Goal: %s.", r.Must, r.Goal))
	}
	var notes []string
	for _, who := range r.Planners() {
		f := bench.Sum(r.Of(who))
		t.Add(who, percent(f.Reach, 1), percent(f.Gap, 2), percent(f.Worst, 2), provenOf(f), span(f.First), span(f.To5),
			span(f.To2), span(f.To1), span(f.Wall), span(&f.WorstWall), memory(f.Peak))
		if f.Note != "" {
			notes = append(notes, fmt.Sprintf("%s: %s (%d of %d days with a plan)", who, f.Note, f.Planned, f.Days))
		}
		if f.Short > 0 {
			notes = append(notes, fmt.Sprintf("%s: services get less than they could on %d of %d days", who, f.Short, f.Days))
		}
	}
	if len(notes) > 0 {
		t.After = append(t.After, strings.Join(notes, "; ")+".")
	}
	return t
}

func growthTable(results []bench.Result) report.Table {
	t := report.Table{
		Title:  "How time grows",
		Head:   []string{"GPUs × steps, blocks", "fast mode", "first plan and bound", "5 %", "2 %", "gap at the end", "memory"},
		Before: []string{fmt.Sprintf("One thing at a time differs from 64 GPUs, 96 steps and 100 blocks; %s for each solve, medians over seeds %s.", results[0].Limit, seedsOf(&results[0]))},
	}
	for i := range results {
		r := &results[i]
		full, fast := bench.Sum(r.Of(fullPlanner)), bench.Sum(r.Of(fastPlanner))
		t.Add(fmt.Sprintf("%s × %d, %s", grouped(r.GPUs), r.Steps, grouped(r.Blocks)), span(fast.Wall), span(full.First), span(full.To5), span(full.To2),
			percent(full.Gap, 2), memory(full.Peak))
	}
	return t
}

func seedsOf(r *bench.Result) string {
	var seeds []string
	for i := range r.Days {
		seeds = append(seeds, strconv.FormatUint(r.Days[i].Seed, 10))
	}
	if n := len(seeds); n > 2 {
		return seeds[0] + "–" + seeds[n-1]
	}
	return strings.Join(seeds, ", ")
}

func provenOf(f bench.Figures) string {
	if f.Gap == nil {
		return never
	}
	return fmt.Sprintf("%d of %d", f.Proven, f.Days)
}

func percent(x *float64, decimals int) string {
	if x == nil {
		return never
	}
	if *x > 9.995 {
		return "> 999 %"
	}
	return strconv.FormatFloat(100**x, 'f', decimals, 64) + " %"
}

// span writes milliseconds with two digits that mean something.
func span(ms *float64) string {
	if ms == nil {
		return never
	}
	switch d := time.Duration(*ms * float64(time.Millisecond)); {
	case d < 100*time.Microsecond:
		return "< 0.1 ms"
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", *ms)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", *ms)
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	default:
		return fmt.Sprintf("%.0f s", d.Seconds())
	}
}

func memory(bytes int64) string {
	switch {
	case bytes == 0:
		return never
	case bytes < 1<<30:
		return fmt.Sprintf("%d MB", bytes>>20)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/(1<<30))
}

func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// chartLegend are the planners with a gap that changes over time.
var chartLegend = []string{fullPlanner, gridPlanner, pulsePlanner}

// gapPanels are the rows in which a gap closes over time.
func gapPanels(r *bench.Report) []report.Panel {
	var out []report.Panel
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Fast {
			continue
		}
		p := report.Panel{Title: fmt.Sprintf("%s: %s GPUs, %d steps, %s blocks", row.Name, grouped(row.GPUs), row.Steps, grouped(row.Blocks))}
		for k := range row.Days {
			p.Curves = append(p.Curves, curves(&row.Days[k])...)
		}
		out = append(out, p)
	}
	return out
}

func curves(d *bench.Day) []report.Curve {
	var out []report.Curve
	for i := range d.Runs {
		look := slices.Index(chartLegend, d.Runs[i].Planner)
		if look < 0 {
			continue
		}
		c := report.Curve{Look: look}
		for _, p := range d.Runs[i].Trace {
			c.Points = append(c.Points, report.CurvePoint{Seconds: p.MS / 1000, Gap: p.Gap()})
		}
		out = append(out, c)
	}
	return out
}
