package planner

import "fmt"

// holdings checks that what runs and what is reserved fit together: nothing
// that runs can be moved, so a step that is over its pool or node has no plan.
func (v *validator) holdings() {
	held := make([][]int, len(v.p.Pools))
	cpu := make([][]float64, len(v.p.Nodes))
	memory := make([][]float64, len(v.p.Nodes))
	for i := range v.p.Blocks {
		b := &v.p.Blocks[i]
		for _, id := range b.Running {
			p := v.pools[id]
			held[p] = addInt(held[p], v.p.Steps, b.Steps, b.GPUsPerAlloc)
			if n, ok := v.nodes[v.p.Pools[p].Node]; ok {
				cpu[n] = addFloat(cpu[n], v.p.Steps, b.Steps, b.CPU)
				memory[n] = addFloat(memory[n], v.p.Steps, b.Steps, b.Memory)
			}
		}
	}
	for p := range v.p.Pools {
		v.poolHolds(p, held[p])
	}
	for n := range v.p.Nodes {
		nd, at := &v.p.Nodes[n], fmt.Sprintf("nodes[%d]", n)
		v.nodeHolds(at+".cpu", cpu[n], nd.ReservedCPU, nd.CPU)
		v.nodeHolds(at+".memory", memory[n], nd.ReservedMemory, nd.Memory)
	}
}

func (v *validator) poolHolds(p int, held []int) {
	pl := &v.p.Pools[p]
	for t := range v.p.Steps {
		n := 0
		if held != nil {
			n = held[t]
		}
		n += at(pl.Reserved, t)
		if n > pl.GPUs {
			v.fail(fmt.Sprintf("pools[%d].gpus", p), "%d, but reserved and running work hold %d at step %d", pl.GPUs, n, t)
			return
		}
	}
}

// nodeHolds leaves alone what is reserved beyond the limit while nothing planned stands there.
func (v *validator) nodeHolds(field string, held, reserved []float64, limit *float64) {
	if limit == nil {
		return
	}
	for t, x := range held {
		if x == 0 {
			continue
		}
		if t < len(reserved) {
			x += reserved[t]
		}
		if x > *limit+1e-6 {
			v.fail(field, "%v, but reserved and running work hold %v at step %d", *limit, x, t)
			return
		}
	}
}

// addInt adds n to the first `steps` of T entries; a nil series counts as zeros.
func addInt(series []int, t, steps, n int) []int {
	if series == nil {
		series = make([]int, t)
	}
	for i := range min(steps, t) {
		series[i] += n
	}
	return series
}

func addFloat(series []float64, t, steps int, x float64) []float64 {
	if series == nil {
		series = make([]float64, t)
	}
	for i := range min(steps, t) {
		series[i] += x
	}
	return series
}
