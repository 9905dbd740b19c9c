package cluster

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// entry is what something holds from step 0 up to the step until.
type entry struct {
	node, pool  int // pool is −1 where no GPU is held
	gpus, sick  int
	cpu, memory float64
	until       int
	// planned entries are blocks and services of the problem; the others are reserved.
	planned bool
}

// ledger is all that is held when the plan begins.
type ledger struct {
	steps   int
	entries []entry
	free    []int // GPUs per pool at step 0
}

func newLedger(steps int, pools []pool) *ledger {
	l := &ledger{steps: steps, free: make([]int, len(pools))}
	for i := range pools {
		l.free[i] = pools[i].gpus
	}
	return l
}

// enter books one thing; it holds something at step 0 at least.
func (l *ledger) enter(e entry) {
	e.until = max(1, min(e.until, l.steps))
	if e.pool >= 0 {
		l.free[e.pool] -= e.gpus
	}
	l.entries = append(l.entries, e)
}

// enterAlloc books a running alloc: its GPUs pool by pool, CPU and memory once.
func (l *ledger) enterAlloc(a *alloc, cpu, memory float64, until int, planned bool) {
	l.enter(entry{node: a.node, pool: -1, cpu: cpu, memory: memory, until: until, planned: planned})
	for _, h := range a.holds {
		l.enter(entry{node: a.node, pool: h.pool, gpus: h.gpus, sick: h.sick, until: until, planned: planned})
	}
}

// pile adds x to the steps before until.
func pile[T int | float64](series []T, until int, x T) {
	for t := range until {
		series[t] += x
	}
}

// reserve writes what is reserved into the problem's pools and nodes: work that
// isn't planned, GPUs that are not healthy once nobody holds them any more, and
// all of nodes that take nothing new.
func (l *ledger) reserve(v *inventory, p *planner.Problem) {
	reserved, planned, sick := l.grid(len(v.pools)), l.grid(len(v.pools)), l.grid(len(v.pools))
	for _, e := range l.entries {
		if e.pool < 0 {
			continue
		}
		pile(sick[e.pool], e.until, e.sick)
		if e.planned {
			pile(planned[e.pool], e.until, e.gpus)
		} else {
			pile(reserved[e.pool], e.until, e.gpus)
		}
	}
	for i := range v.pools {
		one := &v.pools[i]
		closed := v.snapshot.Nodes[one.node].Closed != ""
		for t := range l.steps {
			held := reserved[i][t] + planned[i][t]
			idle := one.gpus - one.healthy - max(sick[i][t], held-one.healthy, 0)
			reserved[i][t] = min(reserved[i][t]+max(idle, 0), one.gpus-planned[i][t])
			if closed {
				reserved[i][t] = one.gpus - planned[i][t]
			}
		}
		p.Pools[i].Reserved = unlessZero(reserved[i])
	}
	l.reserveNodes(v, p)
}

func (l *ledger) grid(n int) [][]int {
	out := make([][]int, n)
	for i := range out {
		out[i] = make([]int, l.steps)
	}
	return out
}

// reserveNodes does the same for CPU and memory, where they are limited at all.
// Nomad may have placed more than a node says it has: what is planned there
// then widens the node, and the reserve gets what is left.
func (l *ledger) reserveNodes(v *inventory, p *planner.Problem) {
	ofNode := make([][]*entry, len(p.Nodes))
	for i := range l.entries {
		e := &l.entries[i]
		ofNode[e.node] = append(ofNode[e.node], e)
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.ReservedCPU = l.nodeSeries(ofNode[i], n.CPU, func(e *entry) float64 { return e.cpu })
		n.ReservedMemory = l.nodeSeries(ofNode[i], n.Memory, func(e *entry) float64 { return e.memory })
	}
}

func (l *ledger) nodeSeries(entries []*entry, limit *float64, amount func(*entry) float64) []float64 {
	if limit == nil {
		return nil
	}
	reserved, planned := make([]float64, l.steps), make([]float64, l.steps)
	for _, e := range entries {
		if e.planned {
			pile(planned, e.until, amount(e))
		} else {
			pile(reserved, e.until, amount(e))
		}
	}
	for _, x := range planned {
		*limit = math.Max(*limit, x)
	}
	for t := range reserved {
		reserved[t] = math.Min(reserved[t], *limit-planned[t])
	}
	return unlessZero(reserved)
}

// unlessZero returns nil, which means no reserve, for a series of zeros.
func unlessZero[T int | float64](series []T) []T {
	for _, x := range series {
		if x != 0 {
			return series
		}
	}
	return nil
}
