package report

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

// Comparison is how plans compare with other schedulers on whole days. Shares
// are 0 … 1: a utilization of 0.87 is 87 %, points of 0.33 are 33 points, a
// gain of 1.05 is +105 %.
type Comparison struct {
	Machine string `json:"machine"`
	Command string `json:"command"` // that makes the report again
	Full    bool   `json:"full"`
	Days    []Day  `json:"days"`
	Traces  []Day  `json:"traces,omitempty"`
	// Offline and Online sum up the contended days.
	Offline Summary `json:"offline"`
	Online  Summary `json:"online"`
	Seed    uint64  `json:"seed"`
}

// Summary is ours against FIFO over the contended days.
type Summary struct {
	Days             int     `json:"days"`
	MeanOutputGain   float64 `json:"mean_output_gain"`
	MeanPoints       float64 `json:"mean_points"`
	LeastUtilization float64 `json:"least_utilization"`
	LeastOutputGain  float64 `json:"least_output_gain"`
	LeastPoints      float64 `json:"least_points"`
}

// Day is one day under every planner.
type Day struct {
	Name      string     `json:"name"`
	About     string     `json:"about"`
	Contended bool       `json:"contended"`
	GPUs      int        `json:"gpus"`
	Pools     int        `json:"pools"`
	Blocks    int        `json:"blocks"`
	Steps     int        `json:"steps"`
	Published *Published `json:"published,omitempty"`
	// Bound is proven for plans that leave services as short as ours does.
	Bound *float64 `json:"bound"`
	// Runs are offline first, then online; FIFO first, ours last of each.
	Runs   []Run       `json:"runs"`
	Orders []Spread    `json:"orders,omitempty"`
	Seeds  []Spread    `json:"seeds,omitempty"`
	Errors []Misjudged `json:"errors,omitempty"`
	Nodes  []Variant   `json:"nodes,omitempty"`
	Models []Variant   `json:"models,omitempty"`

	Problem *planner.Problem `json:"-"`
}

// Published are the figures of the published comparison, 0 where it has none.
type Published struct {
	FIFOUtilization float64 `json:"fifo_utilization"`
	PlanUtilization float64 `json:"plan_utilization"`
	OutputGain      float64 `json:"output_gain"`
}

// Ours and FIFO are the names of the two planners that are compared first.
const (
	Ours = "planner"
	FIFO = "fifo"
)

// Run is one planner's result on a day; the gains are over FIFO's of the same kind.
type Run struct {
	Planner        string   `json:"planner"`
	Online         bool     `json:"online"`
	Utilization    float64  `json:"utilization"`
	WeightedOutput float64  `json:"weighted_output"`
	Shortfall      float64  `json:"shortfall"` // GPU-steps
	Objective      float64  `json:"objective"`
	Gap            *float64 `json:"gap"`
	OfBound        *float64 `json:"of_bound"` // objective over the day's bound, where that holds
	Placed         int      `json:"placed"`
	Seconds        float64  `json:"seconds"`
	Points         float64  `json:"points"`
	OutputGain     float64  `json:"output_gain"`

	Plan *planner.Plan `json:"-"`
}

// Interval is a mean with its 95 % confidence interval.
type Interval struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// Spread is one planner over many draws of a day.
type Spread struct {
	Planner     string   `json:"planner"`
	Online      bool     `json:"online"`
	Utilization Interval `json:"utilization"`
	Points      Interval `json:"points"`
	OutputGain  Interval `json:"output_gain"`
	Shortfall   Interval `json:"shortfall"`
}

// Misjudged is a day replayed with a forecast that is off by these shares.
type Misjudged struct {
	Demand float64 `json:"demand"`
	Length float64 `json:"length"`
	Runs   []Run   `json:"runs"`
}

// Variant is a day on other hardware.
type Variant struct {
	Name  string   `json:"name"`
	Bound *float64 `json:"bound"`
	Runs  []Run    `json:"runs"`
}

// find returns the run of a planner, nil when there is none.
func find(runs []Run, name string, online bool) *Run {
	for i := range runs {
		if runs[i].Planner == name && runs[i].Online == online {
			return &runs[i]
		}
	}
	return nil
}

func (d *Day) find(name string, online bool) *Run { return find(d.Runs, name, online) }

// best returns the baseline with the largest weighted output among those that
// leave services no shorter than ours does; nil when there is none.
func (d *Day) best(online bool) *Run {
	ours := d.find(Ours, online)
	var best *Run
	for i := range d.Runs {
		r := &d.Runs[i]
		if r.Online != online || r.Planner == Ours || ours == nil || r.Shortfall > ours.Shortfall {
			continue
		}
		if best == nil || r.WeightedOutput > best.WeightedOutput {
			best = r
		}
	}
	return best
}
