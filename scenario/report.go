package scenario

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

// Report is what Compare found, as values for a page or for machines.
type Report struct {
	Days   []DayReport `json:"days"`
	Traces []DayReport `json:"traces,omitempty"`
	// Offline and Online sum up the contended days: the planner against FIFO.
	Offline Summary `json:"offline"`
	Online  Summary `json:"online"`
	Seed    uint64  `json:"seed"`
}

// Summary is the planner against FIFO over the contended days.
type Summary struct {
	Days           int     `json:"days"`
	MeanOutputGain float64 `json:"mean_output_gain"` // 0.52 is +52 %
	// MeanPoints is the mean rise of utilization, 0.33 is 33 points.
	MeanPoints float64 `json:"mean_points"`
	// Least are the least utilization and gains of any contended day.
	LeastUtilization float64 `json:"least_utilization"`
	LeastOutputGain  float64 `json:"least_output_gain"`
	LeastPoints      float64 `json:"least_points"`
}

// DayReport is one day under every planner.
type DayReport struct {
	Name      string     `json:"name"`
	About     string     `json:"about"`
	Contended bool       `json:"contended"`
	GPUs      int        `json:"gpus"`
	Pools     int        `json:"pools"`
	Blocks    int        `json:"blocks"`
	Steps     int        `json:"steps"`
	Published *Published `json:"published,omitempty"`
	// Bound is proven: no plan that is as short of replicas as the planner's
	// offline plan has a larger objective.
	Bound *float64 `json:"bound"`
	// Runs are all planners, first offline, then online: FIFO first, ours last.
	Runs []Run `json:"runs"`

	Orders []Spread      `json:"orders,omitempty"` // random orders of arrival
	Seeds  []Spread      `json:"seeds,omitempty"`  // other draws of the same recipe
	Errors []ErrorReport `json:"errors,omitempty"`
	Nodes  []Variant     `json:"nodes,omitempty"`
	Models []Variant     `json:"models,omitempty"`

	Problem *planner.Problem `json:"-"`
}

// The names of our planner in the runs of a report. OursHeadroom asks for more
// replicas than the forecast says, by the share by which it may be off.
const (
	Ours         = "planner"
	OursHeadroom = "planner+headroom"
)

// Run is one planner's result on a day.
type Run struct {
	Planner        string  `json:"planner"`
	Online         bool    `json:"online"`
	Utilization    float64 `json:"utilization"`
	WeightedOutput float64 `json:"weighted_output"`
	// Shortfall is in GPU-steps, not weighted.
	Shortfall float64  `json:"shortfall"`
	Objective float64  `json:"objective"`
	Gap       *float64 `json:"gap"` // as the plan states it; nil where nothing is proven
	// OfBound is objective / the day's bound; nil where the bound does not hold
	// for this run, because it leaves services shorter.
	OfBound *float64 `json:"of_bound"`
	Placed  int      `json:"placed"`
	// Seconds is the time of all planning: one plan offline, one for each step online.
	Seconds float64 `json:"seconds"`
	// Points and OutputGain compare with the FIFO run of the same kind: 0.33 is
	// 33 points of utilization more, 1.05 is +105 % of weighted output.
	Points     float64 `json:"points"`
	OutputGain float64 `json:"output_gain"`

	Plan *planner.Plan `json:"-"`
}

// Find returns the run of the named planner, nil when there is none.
func (d *DayReport) Find(name string, online bool) *Run { return findRun(d.Runs, name, online) }

func findRun(runs []Run, name string, online bool) *Run {
	for i := range runs {
		if runs[i].Planner == name && runs[i].Online == online {
			return &runs[i]
		}
	}
	return nil
}

// Spread is one planner over many draws of a day.
type Spread struct {
	Planner     string   `json:"planner"`
	Online      bool     `json:"online"`
	Utilization Interval `json:"utilization"`
	Points      Interval `json:"points"`
	Output      Interval `json:"weighted_output"`
	OutputGain  Interval `json:"output_gain"`
	Shortfall   Interval `json:"shortfall"`
}

// ErrorReport is a day replayed online with a forecast that is off by these
// shares: Runs of the first draw of directions, Spread over all.
type ErrorReport struct {
	Demand float64  `json:"demand"`
	Length float64  `json:"length"`
	Runs   []Run    `json:"runs"`
	Spread []Spread `json:"spread"`
}

// Variant is a day on other hardware.
type Variant struct {
	Name  string   `json:"name"` // "1 × 16", "8 × 2", "two models"
	Bound *float64 `json:"bound"`
	Runs  []Run    `json:"runs"`
}

func newRun(name string, online bool, q *planner.Plan, seconds float64) Run {
	r := Run{
		Planner: name, Online: online, Utilization: q.Metrics.Utilization, WeightedOutput: q.Metrics.WeightedOutput,
		Shortfall: q.Metrics.ServiceShortfall, Objective: q.Objective, Gap: q.Gap, Seconds: seconds, Plan: q,
	}
	for b := range q.Blocks {
		if q.Blocks[b].Start != nil {
			r.Placed++
		}
	}
	return r
}

// against fills in what compares with FIFO and with the bound that comes with
// the weighted shortfall short.
func against(runs []Run, bound *float64, short float64) {
	for i := range runs {
		r := &runs[i]
		if fifo := findRun(runs, "fifo", r.Online); fifo != nil {
			r.Points = r.Utilization - fifo.Utilization
			if fifo.WeightedOutput > 0 {
				r.OutputGain = r.WeightedOutput/fifo.WeightedOutput - 1
			}
		}
		if bound != nil && *bound > 0 && r.Plan.Shortfall.Weighted <= short+slack {
			of := r.Objective / *bound
			r.OfBound = &of
		}
	}
}

// summarize compares the planner with FIFO over the contended days.
func summarize(days []DayReport, online bool) Summary {
	var sum Summary
	for i := range days {
		r := days[i].Find(Ours, online)
		if !days[i].Contended || r == nil {
			continue
		}
		if sum.Days == 0 {
			sum.LeastUtilization, sum.LeastOutputGain, sum.LeastPoints = r.Utilization, r.OutputGain, r.Points
		}
		sum.Days++
		sum.MeanOutputGain += r.OutputGain
		sum.MeanPoints += r.Points
		sum.LeastUtilization = min(sum.LeastUtilization, r.Utilization)
		sum.LeastOutputGain = min(sum.LeastOutputGain, r.OutputGain)
		sum.LeastPoints = min(sum.LeastPoints, r.Points)
	}
	sum.MeanOutputGain /= float64(max(1, sum.Days))
	sum.MeanPoints /= float64(max(1, sum.Days))
	return sum
}
