package bench

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Run is what one planner made of one day.
type Run struct {
	Planner string `json:"planner"`
	// Note says why there are no figures, or what they lack.
	Note      string   `json:"note,omitempty"`
	Objective *float64 `json:"objective"`
	Bound     *float64 `json:"bound"`
	Gap       *float64 `json:"gap"`
	Proven    bool     `json:"proven"`
	// Reach is the objective over the smallest bound that any planner proved for
	// the day, at most 1.
	Reach *float64 `json:"reach"`
	// Shortfall is the weighted shortfall of services.
	Shortfall   float64  `json:"shortfall"`
	Utilization *float64 `json:"utilization"`
	// FirstMS, To5MS, To2MS and To1MS are the milliseconds until the first plan and
	// until the gap was 5, 2 and 1 %.
	FirstMS *float64 `json:"first_ms"`
	To5MS   *float64 `json:"to_5_percent_ms"`
	To2MS   *float64 `json:"to_2_percent_ms"`
	To1MS   *float64 `json:"to_1_percent_ms"`
	// WallMS is all of the call, with proofs, checks and, for programs, their making.
	WallMS float64 `json:"wall_ms"`
	// PeakBytes is the most memory that the process held meanwhile; 0 where the
	// system does not say.
	PeakBytes int64 `json:"peak_bytes,omitempty"`
	// Iterations are the moves and nodes of a search.
	Iterations int64 `json:"iterations,omitempty"`
	Trace      Line  `json:"trace,omitempty"`
}

// tracePoints is the most points of a run that are kept.
const tracePoints = 120

// Ended takes the plan that a solve ended with, wall milliseconds after it began.
func Ended(name string, q *planner.Plan, l Line, wall float64) Run {
	r := Run{
		Planner: name, Objective: &q.Objective, Bound: q.Bound, Gap: q.Gap, Proven: q.Proven,
		Shortfall: q.Shortfall.Weighted, Utilization: &q.Metrics.Utilization, WallMS: wall, Iterations: q.Solve.Iterations,
	}
	if q.Bound != nil && math.IsInf(*q.Bound, 0) {
		r.Bound, r.Gap = nil, nil // the limit came before any proof
	}
	if r.Bound != nil {
		l = append(l, Point{MS: wall, Objective: r.Objective, Bound: r.Bound})
	}
	r.trace(l)
	return r
}

// Stopped takes what a solver of programs ended with; a bound that is infinite
// is none.
func Stopped(name string, l Line, wall float64) Run {
	r := Run{Planner: name, WallMS: wall}
	if n := len(l); n > 0 {
		r.Objective, r.Bound = l[n-1].Objective, l[n-1].Bound
		if gap := l[n-1].Gap(); !math.IsInf(gap, 0) {
			r.Gap = &gap
			r.Proven = gap <= 1e-6
		}
	}
	r.trace(l)
	return r
}

// Failed is a run that came to nothing.
func Failed(name string, err error, wall float64) Run {
	return Run{Planner: name, Note: err.Error(), WallMS: wall}
}

func (r *Run) trace(l Line) {
	r.FirstMS, r.To5MS, r.To2MS, r.To1MS = l.First(), l.To(0.05), l.To(0.02), l.To(0.01)
	r.Trace = l.Thin(tracePoints)
}

// Day is one seeded day and what everybody made of it.
type Day struct {
	Seed  uint64 `json:"seed"`
	Shape Shape  `json:"shape"`
	Runs  []Run  `json:"runs"`
}

// Compare fills in Reach. A plan that serves less than the best may be worth
// more than that bound; it reaches nothing. Another plan that passes the bound
// contradicts it, which a note says.
func (d *Day) Compare() {
	least, short := math.Inf(1), math.Inf(1)
	for i := range d.Runs {
		if r := &d.Runs[i]; r.Bound != nil {
			least = min(least, *r.Bound)
			short = min(short, r.Shortfall)
		}
	}
	for i := range d.Runs {
		r := &d.Runs[i]
		if r.Objective == nil || math.IsInf(least, 0) || least <= 0 || r.Shortfall > short+1e-6 {
			continue
		}
		reach := *r.Objective / least
		if reach > 1+1e-5 { // more than the solvers' tolerances explain
			r.Note = "contradiction: it passes a bound that another planner claims as proven"
		}
		reach = min(1, reach)
		r.Reach = &reach
	}
}

// Median returns the middle of the values, the mean of two for an even number,
// nil when there are none.
func Median(values []float64) *float64 {
	n := len(values)
	if n == 0 {
		return nil
	}
	sorted := slices.Sorted(slices.Values(values))
	m := (sorted[(n-1)/2] + sorted[n/2]) / 2
	return &m
}
