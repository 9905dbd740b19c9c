package miptest

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// Enumerate returns a best point of p and its value, by trying every assignment
// of the integer variables; found is false when p has no point. All integer
// variables must have finite bounds, and there may be one continuous variable,
// which is then set as well as the rows let it.
func Enumerate(p *mip.Program) (x []float64, best float64, found bool) {
	e := enumeration{p: p, free: -1, at: make([]float64, len(p.Vars)), seen: func([]float64, float64) bool { return true }}
	e.run()
	return e.best, e.value, e.best != nil
}

// enumeration walks through all points. It ends early when seen says so.
type enumeration struct {
	p     *mip.Program
	free  int // the continuous variable, or −1
	at    []float64
	best  []float64
	value float64
	seen  func(best []float64, value float64) bool
}

func (e *enumeration) run() bool {
	for i, v := range e.p.Vars {
		if v.Integer {
			continue
		}
		if e.free >= 0 {
			panic("miptest: more than one continuous variable")
		}
		e.free = i
	}
	return e.walk(0)
}

func (e *enumeration) walk(i int) bool {
	if i == len(e.at) {
		e.leaf()
		return e.seen(e.best, e.value)
	}
	if i == e.free {
		return e.walk(i + 1)
	}
	for v := math.Ceil(e.p.Vars[i].Lower); v <= e.p.Vars[i].Upper; v++ {
		e.at[i] = v
		if !e.walk(i + 1) {
			return false
		}
	}
	return true
}

// leaf weighs the point, once for each end of what the free variable may be.
func (e *enumeration) leaf() {
	if e.free < 0 {
		e.weigh()
		return
	}
	low, high := e.interval()
	for _, end := range []float64{low, high} {
		if low <= high+1e-12 && !math.IsInf(end, 0) {
			e.at[e.free] = end
			e.weigh()
		}
	}
}

func (e *enumeration) weigh() {
	if e.p.Check(e.at, 1e-9) != nil {
		return
	}
	if value := e.p.Objective(e.at); e.best == nil || beyond(e.p, value, e.value) {
		e.best, e.value = append([]float64{}, e.at...), value
	}
}

// interval is what the rows and its own bounds leave to the free variable.
func (e *enumeration) interval() (low, high float64) {
	low, high = e.p.Vars[e.free].Lower, e.p.Vars[e.free].Upper
	for _, row := range e.p.Rows {
		rest, coef := 0.0, 0.0
		for _, t := range row.Terms {
			if int(t.Var) == e.free {
				coef = t.Coef
			} else {
				rest += t.Coef * e.at[t.Var]
			}
		}
		switch a, b := (row.Lower-rest)/coef, (row.Upper-rest)/coef; {
		case coef > 0:
			low, high = max(low, a), min(high, b)
		case coef < 0:
			low, high = max(low, b), min(high, a)
		}
	}
	return low, high
}
