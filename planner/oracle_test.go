package planner_test

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// oracle finds by enumeration what a tiny problem can be worth. It knows the
// problem's own words only: no unit, no price, no bit set.
type oracle struct {
	p      *planner.Problem
	pool   map[string]int
	nodeOf []int      // pool → node
	cpu    []resource // node
	memory []resource // node
	free   [][]int    // pool, step → GPUs left; the last step is the tail
	site   []siteOf   // service → who stands where
	limit  float64    // largest shortfall of interest
	best   []arrangement
	seen   map[string]bool
}

// resource is what a node has of CPU or memory: no limit, or use per step.
type resource struct {
	limit    *float64
	reserved []float64
	used     []float64
}

// siteOf holds, per replica index and step, the pool it stands on, −1 for none.
type siteOf [][]int

// arrangement is a weighted shortfall and the best objective beside it.
type arrangement struct{ short, value float64 }

// enumerate returns the smallest weighted shortfall, and the largest objective
// over the plans with a shortfall of at most limit.
func enumerate(p *planner.Problem, limit float64) (short, value float64) {
	o := newOracle(p, limit)
	base := o.takeRunning()
	o.services(0, 0, 0, 0)
	short, value = math.Inf(1), math.Inf(-1)
	for _, a := range o.best {
		short, value = min(short, a.short), max(value, base+a.value)
	}
	return short, value
}

const hair = 1e-9

func newOracle(p *planner.Problem, limit float64) *oracle {
	o := &oracle{p: p, pool: map[string]int{}, limit: limit + hair, seen: map[string]bool{}}
	node := map[string]int{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		node[n.ID] = i
		o.cpu = append(o.cpu, resource{n.CPU, n.ReservedCPU, make([]float64, p.Steps)})
		o.memory = append(o.memory, resource{n.Memory, n.ReservedMemory, make([]float64, p.Steps)})
	}
	for i := range p.Pools {
		pl := &p.Pools[i]
		o.pool[pl.ID] = i
		n, known := node[pl.Node]
		if !known {
			n = len(o.cpu)
			node[pl.Node] = n
			o.cpu = append(o.cpu, resource{used: make([]float64, p.Steps)})
			o.memory = append(o.memory, resource{used: make([]float64, p.Steps)})
		}
		o.nodeOf = append(o.nodeOf, n)
		o.free = append(o.free, freeOf(p, pl))
	}
	for s := range p.Services {
		o.site = append(o.site, newSite(&p.Services[s]))
	}
	return o
}

func freeOf(p *planner.Problem, pl *planner.Pool) []int {
	free := make([]int, p.Steps+1)
	for t := range free {
		free[t] = pl.GPUs
		if t < len(pl.Reserved) {
			free[t] -= pl.Reserved[t]
		}
	}
	if pl.TailGPUs != nil {
		free[p.Steps] = *pl.TailGPUs
	}
	return free
}

func newSite(s *planner.Service) siteOf {
	site := make(siteOf, slices.Max(s.Demand))
	for i := range site {
		site[i] = slices.Repeat([]int{-1}, len(s.Demand))
	}
	return site
}

// takeRunning takes what runs and returns what it is worth.
func (o *oracle) takeRunning() float64 {
	sum := 0.0
	for b := range o.p.Blocks {
		blk := &o.p.Blocks[b]
		for _, id := range blk.Running {
			o.hold(o.pool[id], blk.GPUsPerAlloc, blk.CPU, blk.Memory, 0, min(blk.Steps, o.p.Steps), 1)
		}
		if len(blk.Running) > 0 {
			sum += o.worth(blk, 0)
		}
	}
	return sum
}

// hold takes (sign 1) or gives back (−1) what one alloc or replica holds.
func (o *oracle) hold(p, gpus int, cpu, memory float64, from, to, sign int) {
	n := o.nodeOf[p]
	for t := from; t < to; t++ {
		o.free[p][t] -= sign * gpus
		if t < o.p.Steps {
			o.cpu[n].used[t] += float64(sign) * cpu
			o.memory[n].used[t] += float64(sign) * memory
		}
	}
}

func (o *oracle) fits(p, gpus int, cpu, memory float64, from, to int) bool {
	n := o.nodeOf[p]
	for t := from; t < to; t++ {
		if o.free[p][t] < gpus || t < o.p.Steps && !(o.cpu[n].has(cpu, t) && o.memory[n].has(memory, t)) {
			return false
		}
	}
	return true
}

func (r *resource) has(x float64, t int) bool {
	if r.limit == nil || x == 0 {
		return true
	}
	used := r.used[t] + x
	if t < len(r.reserved) {
		used += r.reserved[t]
	}
	return used <= *r.limit+hair
}

// services decides for service s, replica index i, step t and all that follow;
// short is what went short before.
func (o *oracle) services(s, i, t int, short float64) {
	switch {
	case short > o.limit:
		return
	case s == len(o.p.Services):
		o.arranged(short)
		return
	case i == len(o.site[s]):
		o.services(s+1, 0, 0, short)
		return
	case t == o.p.Steps:
		o.services(s, i+1, 0, short)
		return
	}
	svc := &o.p.Services[s]
	if svc.Demand[t] <= i {
		o.services(s, i, t+1, short)
		return
	}
	for p := range o.p.Pools {
		if o.mayStand(s, i, t, p) && o.fits(p, svc.GPUsPerReplica, svc.CPU, svc.Memory, t, t+1) {
			o.site[s][i][t] = p
			o.hold(p, svc.GPUsPerReplica, svc.CPU, svc.Memory, t, t+1, 1)
			o.services(s, i, t+1, short)
			o.hold(p, svc.GPUsPerReplica, svc.CPU, svc.Memory, t, t+1, -1)
			o.site[s][i][t] = -1
		}
	}
	o.services(s, i, t+1, short+svc.Weight*float64(svc.GPUsPerReplica))
}

// mayStand reports whether replica i of service s may be on pool p at step t.
func (o *oracle) mayStand(s, i, t, p int) bool {
	svc, site := &o.p.Services[s], o.site[s]
	if i > 0 && site[i-1][t] < 0 {
		return false // Nomad removes the highest index first
	}
	for j := range i {
		if svc.DistinctNodes && o.nodeOf[site[j][t]] == o.nodeOf[p] {
			return false
		}
	}
	if t > 0 && site[i][t-1] >= 0 {
		return site[i][t-1] == p // no move without a break
	}
	if t == 0 && i < len(svc.Running) {
		return o.pool[svc.Running[i]] == p
	}
	return svc.Pools == nil || slices.Contains(svc.Pools, o.p.Pools[p].ID)
}

// arranged finds the best blocks beside the services as they stand now, once
// for all arrangements that leave the same room.
func (o *oracle) arranged(short float64) {
	key := o.room()
	if o.seen[key] {
		o.best = append(o.best, arrangement{short, math.Inf(-1)})
		return
	}
	o.seen[key] = true
	top := 0.0
	o.blocks(0, 0, map[string]int{}, &top)
	o.best = append(o.best, arrangement{short, top})
}
