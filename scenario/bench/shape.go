package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Shape is what is in a day.
type Shape struct {
	GPUs     int `json:"gpus"`
	Pools    int `json:"pools"`
	Models   int `json:"models"`
	Steps    int `json:"steps"`
	Blocks   int `json:"blocks"`
	Services int `json:"services"`
	// Of the blocks:
	RunningBlocks int `json:"running_blocks"`
	MultiAlloc    int `json:"multi_alloc"`
	WholeNode     int `json:"whole_node"` // one alloc or more of eight GPUs
	Gangs         int `json:"gangs"`
	Deadlines     int `json:"deadlines"`
	Arriving      int `json:"arriving"` // after step 0
	OneModel      int `json:"one_model"`
	// In GPU-steps:
	Capacity int `json:"capacity_gpu_steps"`
	Served   int `json:"service_gpu_steps"`
	Reserved int `json:"reserved_gpu_steps"`
	Running  int `json:"running_gpu_steps"`
	Asked    int `json:"asked_gpu_steps"` // by blocks that don't run yet
	// Load is Asked over what the others leave of Capacity.
	Load float64 `json:"load"`
}

// Describe says what is in a problem.
func Describe(p *planner.Problem) Shape {
	s := Shape{GPUs: p.GPUs(), Pools: len(p.Pools), Steps: p.Steps, Blocks: len(p.Blocks), Services: len(p.Services)}
	s.Capacity = s.GPUs * p.Steps
	var models, gangs []string
	for i := range p.Pools {
		models = addOnce(models, p.Pools[i].Device)
		for _, n := range p.Pools[i].Reserved {
			s.Reserved += n
		}
	}
	s.Models = len(models)
	for i := range p.Services {
		for _, n := range p.Services[i].Demand {
			s.Served += n * p.Services[i].GPUsPerReplica
		}
	}
	for i := range p.Blocks {
		s.count(p, &p.Blocks[i])
		if g := p.Blocks[i].Gang; g != "" {
			gangs = addOnce(gangs, g)
		}
	}
	s.Gangs = len(gangs)
	if left := s.Capacity - s.Served - s.Reserved - s.Running; left > 0 {
		s.Load = float64(s.Asked) / float64(left)
	}
	return s
}

func addOnce(list []string, x string) []string {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

func (s *Shape) count(p *planner.Problem, b *planner.Block) {
	size := b.Allocs * b.GPUsPerAlloc * min(b.Steps, p.Steps)
	if len(b.Running) > 0 {
		s.RunningBlocks++
		s.Running += size
		return
	}
	s.Asked += size
	for _, c := range []struct {
		is bool
		n  *int
	}{
		{b.Allocs > 1, &s.MultiAlloc}, {b.GPUsPerAlloc >= poolGPUs, &s.WholeNode}, {b.Deadline != nil, &s.Deadlines},
		{b.Earliest > 0, &s.Arriving}, {b.Pools != nil, &s.OneModel},
	} {
		if c.is {
			*c.n++
		}
	}
}

// String returns one line for people.
func (s Shape) String() string {
	part := func(n, of int) string { return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(max(1, of))) }
	text := []string{
		fmt.Sprintf("%.2f times the work that fits", s.Load),
		part(s.Served, s.Capacity) + " of the GPU time for services",
		part(s.Arriving, s.Blocks) + " of blocks arrive during the day",
		part(s.WholeNode, s.Blocks) + " whole nodes",
		part(s.MultiAlloc, s.Blocks) + " several allocs",
		part(s.Deadlines, s.Blocks) + " with a deadline",
		fmt.Sprintf("%d gangs", s.Gangs),
	}
	if s.RunningBlocks > 0 {
		text = append(text, fmt.Sprintf("%d running", s.RunningBlocks))
	}
	if s.Models > 1 {
		text = append(text, fmt.Sprintf("%d GPU models", s.Models))
	}
	return strings.Join(text, ", ")
}
