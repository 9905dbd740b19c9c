package literal

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// job is what holds GPUs without interruption.
type job struct {
	allocs, gpus, steps int
	first, last         int // starts that are allowed; none when last < first
	must                bool
	pools               []int
	distinct            bool // for blocks: no two allocs on one node
	service             int  // index of the service whose replica it is, -1 for a block
	apart               bool // for replicas: none of the service beside another
	gang                string
	cpu, memory         float64
	value               func(start int) float64
}

// total is the GPUs of all allocs.
func (j *job) total() int { return j.allocs * j.gpus }

// starts is the number of starts allowed.
func (j *job) starts() int { return max(0, j.last-j.first+1) }

// at reports whether the job is active at step t when it starts at s.
func (j *job) at(s, t int) bool { return s <= t && t < s+j.steps }

// jobsOf returns the blocks that do not run yet, then the stays of replicas.
func jobsOf(p *planner.Problem) []job {
	var out []job
	for b := range p.Blocks {
		if len(p.Blocks[b].Running) == 0 {
			out = append(out, blockJob(p, &p.Blocks[b]))
		}
	}
	for s := range p.Services {
		out = append(out, stays(p, s)...)
	}
	return out
}

func blockJob(p *planner.Problem, b *planner.Block) job {
	last := p.Steps - 1
	if p.Tail != planner.TailOverrun {
		last = p.Steps - b.Steps
	}
	if b.Deadline != nil {
		last = min(last, *b.Deadline-b.Steps)
	}
	return job{
		allocs: b.Allocs, gpus: b.GPUsPerAlloc, steps: b.Steps, first: max(0, b.Earliest), last: last,
		pools: poolsOf(p, b.Pools), distinct: b.DistinctNodes, service: -1, gang: b.Gang, cpu: b.CPU, memory: b.Memory,
		value: func(start int) float64 { return worth(p, b, start, start-max(0, b.Earliest)) },
	}
}

// worth is what a block adds to the objective when it starts `late` steps after
// it could have.
func worth(p *planner.Problem, b *planner.Block, start, late int) float64 {
	work := float64(b.Allocs) * float64(b.GPUsPerAlloc) * float64(min(b.Steps, p.Steps-start))
	return b.Weight * work * (1 + p.EarlinessOrDefault()*(1-float64(late)/float64(p.Steps)))
}

// poolsOf returns the indices of the named pools, of all for nil.
func poolsOf(p *planner.Problem, names []string) []int {
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	var out []int
	for i := range p.Pools {
		if names == nil || wanted[p.Pools[i].ID] {
			out = append(out, i)
		}
	}
	return out
}

// stays returns the maximal intervals over which each replica exists.
func stays(p *planner.Problem, service int) []job {
	var out []job
	s := &p.Services[service]
	for i := range slices.Max(s.Demand) {
		for from := 0; from < p.Steps; from++ {
			to := from
			for to < p.Steps && s.Demand[to] > i {
				to++
			}
			if to == from {
				continue
			}
			j := job{
				allocs: 1, gpus: s.GPUsPerReplica, steps: to - from, first: from, last: from, must: true,
				pools: poolsOf(p, s.Pools), service: service, apart: s.DistinctNodes, cpu: s.CPU, memory: s.Memory,
				value: func(int) float64 { return 0 },
			}
			if from == 0 && i < len(s.Running) {
				j.pools = poolsOf(p, s.Running[i:i+1])
			}
			out = append(out, j)
			from = to
		}
	}
	return out
}
