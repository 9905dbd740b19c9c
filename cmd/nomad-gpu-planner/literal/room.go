package literal

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

// room is what reserved GPUs and running blocks leave at every step, and in one
// more that stands for all time past the horizon.
type room struct {
	gpus        [][]int     // pool, step
	cpu, memory [][]float64 // node, step; nil where it is not limited
	node        []int       // pool → node
}

func roomOf(p *planner.Problem) *room {
	r := &room{}
	index := map[string]int{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		index[n.ID] = i
		r.cpu = append(r.cpu, amounts(n.CPU, n.ReservedCPU, p.Steps))
		r.memory = append(r.memory, amounts(n.Memory, n.ReservedMemory, p.Steps))
	}
	pool := map[string]int{}
	for i := range p.Pools {
		pl := &p.Pools[i]
		n, known := index[pl.Node]
		if !known {
			n = len(r.cpu)
			index[pl.Node] = n
			r.cpu, r.memory = append(r.cpu, nil), append(r.memory, nil)
		}
		pool[pl.ID] = i
		r.node = append(r.node, n)
		r.gpus = append(r.gpus, counts(pl, p.Steps))
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for _, id := range b.Running {
			r.take(pool[id], b, min(b.Steps, p.Steps))
		}
	}
	return r
}

func counts(pl *planner.Pool, steps int) []int {
	out := make([]int, steps+1)
	for t := range out {
		out[t] = pl.GPUs
		if t < len(pl.Reserved) {
			out[t] -= pl.Reserved[t]
		}
	}
	if pl.TailGPUs != nil {
		out[steps] = min(pl.GPUs, *pl.TailGPUs)
	}
	return out
}

func amounts(limit *float64, reserved []float64, steps int) []float64 {
	if limit == nil {
		return nil
	}
	out := make([]float64, steps)
	for t := range out {
		out[t] = *limit
		if t < len(reserved) {
			out[t] -= reserved[t]
		}
	}
	return out
}

// take takes one alloc of a running block out of a pool.
func (r *room) take(pool int, b *planner.Block, until int) {
	for t := range until {
		r.gpus[pool][t] -= b.GPUsPerAlloc
		if cpu := r.cpu[r.node[pool]]; cpu != nil {
			cpu[t] -= b.CPU
		}
		if memory := r.memory[r.node[pool]]; memory != nil {
			memory[t] -= b.Memory
		}
	}
}
