package bench

import (
	"fmt"
	"math"
)

// Result is a row with all its days: of the table, or of how time grows.
type Result struct {
	Row
	Days []Day `json:"days"`
}

// Report is what a run of the benchmark found.
type Report struct {
	Version int     `json:"version"`
	Machine Machine `json:"machine"`
	// Full: ten days of each row with the time of the table.
	Full   bool     `json:"full"`
	Rows   []Result `json:"rows"`
	Growth []Result `json:"growth"`
}

// Machine says where and with what figures were taken.
type Machine struct {
	Cores   int    `json:"cores"`
	System  string `json:"system"`
	Go      string `json:"go"`
	Program string `json:"program"`
	Engine  string `json:"engine"`
}

// Summary says what is in the days of a row, from the least to the most.
func (r *Result) Summary() string {
	if len(r.Days) == 0 {
		return ""
	}
	load := span{math.Inf(1), math.Inf(-1)}
	served, whole, multi, mixed := load, load, load, 0
	for i := range r.Days {
		s := &r.Days[i].Shape
		load.add(s.Load)
		served.add(100 * float64(s.Served) / float64(s.Capacity))
		whole.add(100 * float64(s.WholeNode) / float64(s.Blocks))
		multi.add(100 * float64(s.MultiAlloc) / float64(s.Blocks))
		if s.RunningBlocks > 0 {
			mixed++
		}
	}
	models := "running work and reserved GPUs"
	if r.GPUs > poolGPUs {
		models = "two GPU models, running work and reserved GPUs"
	}
	if r.Wide {
		models += "; some blocks take four whole nodes at once"
	}
	return fmt.Sprintf("%s times the work that fits; services take %s %% of the GPU time; %s %% of blocks are whole nodes, %s %% have several allocs; %d of %d days with %s",
		load.text(2), served.text(0), whole.text(0), multi.text(0), mixed, len(r.Days), models)
}

// span is the least and the most of some values.
type span struct{ low, high float64 }

func (s *span) add(x float64) { s.low, s.high = min(s.low, x), max(s.high, x) }

func (s *span) text(decimals int) string {
	low, high := fmt.Sprintf("%.*f", decimals, s.low), fmt.Sprintf("%.*f", decimals, s.high)
	if low == high {
		return low
	}
	return low + "–" + high
}

// Planners returns the names of those who ran, in the order of the first day.
func (r *Result) Planners() []string {
	var out []string
	for i := range r.Days {
		for k := range r.Days[i].Runs {
			out = addOnce(out, r.Days[i].Runs[k].Planner)
		}
	}
	return out
}

// Of returns the runs of a planner, by day.
func (r *Result) Of(planner string) []Run {
	var out []Run
	for i := range r.Days {
		for _, run := range r.Days[i].Runs {
			if run.Planner == planner {
				out = append(out, run)
			}
		}
	}
	return out
}

// Figures are a planner's over the days of a row.
type Figures struct {
	Days, Planned, Proven      int
	Gap, Worst, Reach          *float64 // medians but for Worst
	First, To5, To2, To1, Wall *float64 // medians in ms; nil when half of the days did not get there
	WorstWall                  float64
	Peak                       int64 // the largest
	Short                      int   // days with more shortfall than the best
	Note                       string
}

// Sum returns the figures of runs.
func Sum(runs []Run) Figures {
	f := Figures{Days: len(runs)}
	var gaps, reaches, walls []float64
	for i := range runs {
		r := &runs[i]
		if r.Note != "" {
			f.Note = r.Note
		}
		if r.Proven {
			f.Proven++
		}
		walls = append(walls, r.WallMS)
		f.WorstWall = max(f.WorstWall, r.WallMS)
		f.Peak = max(f.Peak, r.PeakBytes)
		gaps, reaches = addTo(gaps, r.Gap), addTo(reaches, r.Reach)
		if r.Objective != nil {
			f.Planned++
			if r.Reach == nil {
				f.Short++
			}
		}
	}
	f.Gap, f.Reach, f.Wall = Median(gaps), Median(reaches), Median(walls)
	if f.Gap != nil && len(gaps) == f.Days {
		worst := gaps[0]
		for _, g := range gaps {
			worst = max(worst, g)
		}
		f.Worst = &worst
	}
	f.First = reached(runs, func(r *Run) *float64 { return r.FirstMS })
	f.To5 = reached(runs, func(r *Run) *float64 { return r.To5MS })
	f.To2 = reached(runs, func(r *Run) *float64 { return r.To2MS })
	f.To1 = reached(runs, func(r *Run) *float64 { return r.To1MS })
	return f
}

func addTo(list []float64, x *float64) []float64 {
	if x == nil {
		return list
	}
	return append(list, *x)
}

// reached returns the median time over all days, those that never got there
// being the slowest.
func reached(runs []Run, of func(*Run) *float64) *float64 {
	var times []float64
	for i := range runs {
		times = addTo(times, of(&runs[i]))
	}
	const never = 1e300
	for len(times) < len(runs) {
		times = append(times, never)
	}
	if m := Median(times); m != nil && *m < never/4 {
		return m
	}
	return nil
}
