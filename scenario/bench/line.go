package bench

import (
	"math"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Point is what a solve knew at a moment: its best plan's objective, nil while
// it has none, and its bound, nil while nothing is proven.
type Point struct {
	MS        float64  `json:"ms"` // since the solve began
	Objective *float64 `json:"objective"`
	Bound     *float64 `json:"bound"`
}

// Gap is (bound − objective) / objective, infinite where one of them is missing.
func (p Point) Gap() float64 {
	if p.Objective == nil || p.Bound == nil || *p.Objective <= 0 {
		return math.Inf(1)
	}
	return max(0, (*p.Bound-*p.Objective) / *p.Objective)
}

// Line is the history of one solve. It is not safe for concurrent use.
type Line []Point

// Saw takes what a solve of the planner reports; hand it to planner.Options.
func (l *Line) Saw(p planner.Progress) {
	l.Add(p.Elapsed, p.Objective, p.Bound, true)
}

// Add takes what was known at a moment. Moments that change nothing are left
// out.
func (l *Line) Add(elapsed time.Duration, objective, bound float64, found bool) {
	p := Point{MS: Milliseconds(elapsed)}
	if found {
		p.Objective = &objective
	}
	if !math.IsInf(bound, 0) {
		p.Bound = &bound
	}
	if n := len(*l); n == 0 || !same((*l)[n-1].Objective, p.Objective) || !same((*l)[n-1].Bound, p.Bound) {
		*l = append(*l, p)
	}
}

func same(x, y *float64) bool { return x == y || x != nil && y != nil && *x == *y }

// First returns the milliseconds until there was a plan, nil when there never was.
func (l Line) First() *float64 {
	for i := range l {
		if l[i].Objective != nil {
			return &l[i].MS
		}
	}
	return nil
}

// To returns the milliseconds until the gap was no larger than gap, nil when it
// never was.
func (l Line) To(gap float64) *float64 {
	for i := range l {
		if l[i].Gap() <= gap {
			return &l[i].MS
		}
	}
	return nil
}

// Milliseconds returns d in milliseconds.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// Thin returns at most n points of l, the last one always: the moments are
// spread evenly over the logarithm of time, as a chart shows them.
func (l Line) Thin(n int) Line {
	if len(l) <= n {
		return l
	}
	low := math.Log(max(1e-3, l[0].MS))
	width := (math.Log(max(1e-3, l[len(l)-1].MS)) - low) / float64(n-1)
	var out Line
	next := math.Inf(-1)
	for i := range l {
		at := math.Log(max(1e-3, l[i].MS))
		if at >= next || i == len(l)-1 {
			out = append(out, l[i])
			next = at + width
		}
	}
	return out
}
