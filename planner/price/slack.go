package price

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Wish is what a service wants where not all demand can be met: every GPU-step
// is served in the cheapest class or goes short at its weight.
type Wish struct {
	Weight float64
	GPUs   int // per replica
	Demand []int
	Pools  []int
}

// RelaxShort is Relax for packings in which the services' weighted shortfall
// is at most budget, whichever replicas they leave out: the units that must be
// placed are not looked at, the wishes are. A second kind of price, mu per
// unit of weighted shortfall, holds the services to the budget.
func RelaxShort(in *grid.Instance, wishes []Wish, budget float64) *Relaxation {
	r := Relax(in, grid.NewState(in))
	for u := range r.units {
		if r.units[u].must {
			r.units[u].late = r.units[u].early - 1
		}
	}
	r.short = &slack{budget: budget, start: r.startingMu(wishes)}
	for _, w := range wishes {
		r.short.scale = max(r.short.scale, w.Weight)
		for _, n := range w.Demand {
			r.short.wanted += w.Weight * float64(n*w.GPUs)
		}
		r.short.wishes = append(r.short.wishes, wish{Wish: w, classes: r.classesOf(w.Pools)})
	}
	return r
}

// slack is the part of a relaxation that stands for services that may go short.
type slack struct {
	budget float64
	wanted float64 // the weighted shortfall of serving nothing
	start  float64
	scale  float64 // the largest weight: what makes mu's steps comparable to those of prices
	wishes []wish
}

type wish struct {
	Wish
	classes []int
}

// startingMu prices a shortfall so that no block is worth one.
func (r *Relaxation) startingMu(wishes []Wish) float64 {
	dearest, least := 0.0, math.Inf(1)
	for u := range r.units {
		if r.units[u].must {
			continue
		}
		size := 1.0
		for i := range r.units[u].items {
			size += r.units[u].items[i].gpus * float64(r.units[u].items[i].steps)
		}
		dearest = max(dearest, r.in.Units[u].Best()/size)
	}
	for _, w := range wishes {
		least = min(least, w.Weight)
	}
	if len(wishes) == 0 {
		return 0
	}
	return 4 * dearest / least
}

// serve lets every wish take the cheaper of being served and going short, and
// returns what that adds to the bound.
func (a *ascent) serve() float64 {
	s := a.r.short
	if s == nil {
		return 0
	}
	sum := a.mu * s.budget
	a.missing = -s.budget
	for k := range s.wishes {
		w := &s.wishes[k]
		for t, n := range w.Demand {
			sum -= a.serveStep(w, t, float64(n*w.GPUs))
		}
	}
	return sum
}

func (a *ascent) serveStep(w *wish, t int, gpus float64) float64 {
	if gpus == 0 {
		return 0
	}
	best, least := -1, a.mu*w.Weight
	for _, c := range w.classes {
		if a.price[c][t] < least {
			best, least = c, a.price[c][t]
		}
	}
	if best < 0 {
		a.missing += w.Weight * gpus
	} else {
		a.usage[best][t] += gpus
		a.usage[best][t+1] -= gpus
	}
	return gpus * least
}
