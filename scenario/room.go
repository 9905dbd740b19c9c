package scenario

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// slack swallows the noise of sums of CPU and memory.
const slack = 1e-7

// need is what one alloc or replica takes of its pool and node.
type need struct {
	gpus        int
	cpu, memory float64
}

// room is what is free: GPUs per pool and step, CPU and memory per node and
// step. Entry T of a pool is what may be held past the horizon.
type room struct {
	steps int
	gpus  [][]int     // pool, step
	node  []int       // pool → node
	cpu   [][]float64 // node, step; nil is not limited
	mem   [][]float64
}

// newRoom returns what p leaves beside reserved GPUs and running blocks.
func newRoom(p *planner.Problem) *room {
	r := &room{steps: p.Steps}
	node := map[string]int{}
	for n := range p.Nodes {
		nd := &p.Nodes[n]
		node[nd.ID] = n
		r.cpu = append(r.cpu, freeAmounts(nd.CPU, nd.ReservedCPU, p.Steps))
		r.mem = append(r.mem, freeAmounts(nd.Memory, nd.ReservedMemory, p.Steps))
	}
	for i := range p.Pools {
		pl := &p.Pools[i]
		n, ok := node[pl.Node]
		if !ok {
			n = len(r.cpu)
			node[pl.Node] = n
			r.cpu, r.mem = append(r.cpu, nil), append(r.mem, nil)
		}
		r.node = append(r.node, n)
		r.gpus = append(r.gpus, freeGPUs(pl, p.Steps))
	}
	return r
}

func freeGPUs(pl *planner.Pool, steps int) []int {
	free := make([]int, steps+1)
	for t := range free {
		free[t] = pl.GPUs
		if t < len(pl.Reserved) {
			free[t] -= pl.Reserved[t]
		}
	}
	if pl.TailGPUs != nil {
		free[steps] = min(pl.GPUs, *pl.TailGPUs)
	}
	return free
}

func freeAmounts(limit *float64, reserved []float64, steps int) []float64 {
	if limit == nil {
		return nil
	}
	free := make([]float64, steps)
	for t := range free {
		free[t] = *limit
		if t < len(reserved) {
			free[t] = math.Max(0, *limit-reserved[t])
		}
	}
	return free
}

// until returns the step at which n no longer fits on pool p when it is there
// from step from on; to when it fits all the time.
func (r *room) until(p, from, to int, n need) int {
	gpus, cpu, mem := r.gpus[p], r.cpu[r.node[p]], r.mem[r.node[p]]
	last := min(to, r.steps)
	for t := from; t < last; t++ {
		if gpus[t] < n.gpus || lacks(cpu, t, n.cpu) || lacks(mem, t, n.memory) {
			return t
		}
	}
	if to > r.steps && gpus[r.steps] < n.gpus {
		return r.steps
	}
	return to
}

func lacks(free []float64, t int, x float64) bool { return x > 0 && free != nil && free[t]+slack < x }

// fits reports whether n fits on pool p for steps [from, to).
func (r *room) fits(p, from, to int, n need) bool { return r.until(p, from, to, n) == to }

// take puts n on pool p for steps [from, to); past the horizon it holds a part of the tail.
func (r *room) take(p, from, to int, n need) { r.add(p, from, to, n, -1) }

// give takes it away again.
func (r *room) give(p, from, to int, n need) { r.add(p, from, to, n, 1) }

func (r *room) add(p, from, to int, n need, sign int) {
	gpus, cpu, mem := r.gpus[p], r.cpu[r.node[p]], r.mem[r.node[p]]
	for t := from; t < min(to, r.steps); t++ {
		gpus[t] += sign * n.gpus
		if cpu != nil {
			cpu[t] += float64(sign) * n.cpu
		}
		if mem != nil {
			mem[t] += float64(sign) * n.memory
		}
	}
	if to > r.steps {
		gpus[r.steps] += sign * n.gpus
	}
}
