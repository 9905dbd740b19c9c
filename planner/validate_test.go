package planner_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

func ptr[T any](x T) *T { return &x }

// valid is a problem with everything in it and no mistake: two nodes of four
// GPUs over four steps, a running block, a gang, a service that runs.
func valid() *planner.Problem {
	return &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(15 * time.Minute), Steps: 4,
		Earliness: ptr(0.05), Tail: planner.TailOverrun,
		Nodes: []planner.Node{
			{ID: "n0", CPU: ptr(10.0), Memory: ptr(10.0), ReservedCPU: []float64{1, 1, 1, 1}, ReservedMemory: []float64{0, 0, 0, 0}},
			{ID: "n1"},
		},
		Pools: []planner.Pool{
			{ID: "p0", Node: "n0", GPUs: 4, Reserved: []int{1, 1, 0, 0}, TailGPUs: ptr(3)},
			{ID: "p1", Node: "n1", GPUs: 4},
		},
		Blocks: []planner.Block{
			{ID: "run", Workload: planner.Training, Weight: 2, Allocs: 1, GPUsPerAlloc: 2, Steps: 2, CPU: 3, Running: []string{"p0"}},
			{ID: "a", Workload: planner.BatchInference, Weight: 1, Allocs: 2, GPUsPerAlloc: 1, Steps: 2, Arrival: -1, Earliest: 1, Deadline: ptr(4), Pools: []string{"p0", "p1"}, DistinctNodes: true, Gang: "g"},
			{ID: "b", Workload: planner.Quantization, Weight: 1, Allocs: 1, GPUsPerAlloc: 1, Steps: 2, CPU: 1, Memory: 1, Gang: "g"},
		},
		Services: []planner.Service{
			{ID: "s", Weight: 10, GPUsPerReplica: 1, Demand: []int{2, 1, 1, 2}, CPU: 1, Memory: 1, Running: []string{"p1"}},
		},
	}
}

func TestValidProblemsPass(t *testing.T) {
	for claim, change := range map[string]func(*planner.Problem){
		"with everything":              func(*planner.Problem) {},
		"without nodes":                func(p *planner.Problem) { p.Nodes = nil },
		"without pools and work":       func(p *planner.Problem) { p.Pools, p.Blocks, p.Services = nil, nil, nil },
		"without tail and earliness":   func(p *planner.Problem) { p.Tail, p.Earliness = "", nil },
		"a block may use no pool":      func(p *planner.Problem) { p.Blocks[1].Pools = []string{} },
		"a block is too long":          func(p *planner.Problem) { p.Blocks[2].Steps = 99 },
		"a deadline has passed":        func(p *planner.Problem) { p.Blocks[1].Deadline = ptr(-3) },
		"a pool has no GPU":            func(p *planner.Problem) { p.Pools[1].GPUs = 0 },
		"reserves are listed as empty": func(p *planner.Problem) { p.Pools[0].Reserved = []int{} },
		"node reserves are empty":      func(p *planner.Problem) { p.Nodes[0].ReservedCPU, p.Nodes[0].ReservedMemory = []float64{}, []float64{} },
		"reserved work alone is over its node": func(p *planner.Problem) {
			p.Blocks[0].CPU, p.Nodes[0].ReservedCPU = 0, []float64{99, 99, 99, 99}
		},
	} {
		p := valid()
		change(p)
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", claim, err)
		}
	}
}

func TestEveryMistakeNamesItsField(t *testing.T) {
	type change = func(*planner.Problem)
	for _, c := range []struct {
		field, words string
		change       change
	}{
		{"version", "is 2, this program reads 1", func(p *planner.Problem) { p.Version = 2 }},
		{"steps", "is 0", func(p *planner.Problem) { p.Steps = 0 }},
		{"steps", "want 1 … 100000", func(p *planner.Problem) { p.Steps = planner.MaxSteps + 1 }},
		{"timestep", "positive duration", func(p *planner.Problem) { p.Timestep = -1 }},
		{"tail", `is "stop"`, func(p *planner.Problem) { p.Tail = "stop" }},
		{"earliness", "is -1", func(p *planner.Problem) { p.Earliness = ptr(-1.0) }},
		{"earliness", "is NaN", func(p *planner.Problem) { p.Earliness = ptr(math.NaN()) }},
		{"pools", "more than this program plans", func(p *planner.Problem) { p.Steps, p.Pools = planner.MaxSteps, make([]planner.Pool, 5000) }},
		{"nodes[1].id", `"n0" is nodes[0] already`, func(p *planner.Problem) { p.Nodes[1].ID = "n0" }},
		{"nodes[0].id", "is empty", func(p *planner.Problem) { p.Nodes[0].ID = "" }},
		{"nodes[0].cpu", "is -1", func(p *planner.Problem) { p.Nodes[0].CPU = ptr(-1.0) }},
		{"nodes[0].memory", "is +Inf", func(p *planner.Problem) { p.Nodes[0].Memory = ptr(math.Inf(1)) }},
		{"nodes[0].reserved_cpu", "has 1 entries", func(p *planner.Problem) { p.Nodes[0].ReservedCPU = []float64{1} }},
		{"nodes[0].reserved_memory[2]", "is -1", func(p *planner.Problem) { p.Nodes[0].ReservedMemory[2] = -1 }},
		{"pools[1].id", `"p0" is pools[0] already`, func(p *planner.Problem) { p.Pools[1].ID = "p0" }},
		{"pools[1].id", "is empty", func(p *planner.Problem) { p.Pools[1].ID = "" }},
		{"pools[1].node", `unknown node "n9"`, func(p *planner.Problem) { p.Pools[1].Node = "n9" }},
		{"pools[1].gpus", "is -1", func(p *planner.Problem) { p.Pools[1].GPUs = -1 }},
		{"pools[0].reserved", "has 5 entries", func(p *planner.Problem) { p.Pools[0].Reserved = make([]int, 5) }},
		{"pools[0].reserved[3]", "is -1", func(p *planner.Problem) { p.Pools[0].Reserved[3] = -1 }},
		{"pools[0].tail_gpus", "is -1", func(p *planner.Problem) { p.Pools[0].TailGPUs = ptr(-1) }},
		{"pools[0].gpus", "reserved and running work hold 3 at step 0", func(p *planner.Problem) { p.Pools[0].GPUs = 2 }},
		{"nodes[0].cpu", "reserved and running work hold 4 at step 0", func(p *planner.Problem) { p.Nodes[0].CPU = ptr(3.5) }},
		{"nodes[0].memory", "hold 12 at step 0", func(p *planner.Problem) { p.Blocks[0].Memory = 12 }},
		{"blocks[1].id", `"run" is blocks[0].id already`, func(p *planner.Problem) { p.Blocks[1].ID = "run" }},
		{"blocks[1].id", "is empty", func(p *planner.Problem) { p.Blocks[1].ID = "" }},
		{"services[0].id", `"run" is blocks[0].id already`, func(p *planner.Problem) { p.Services[0].ID = "run" }},
		{"blocks[0].workload", `is "realtime"`, func(p *planner.Problem) { p.Blocks[0].Workload = planner.Realtime }},
		{"blocks[0].weight", "is 0", func(p *planner.Problem) { p.Blocks[0].Weight = 0 }},
		{"blocks[0].weight", "is NaN", func(p *planner.Problem) { p.Blocks[0].Weight = math.NaN() }},
		{"blocks[0].weight", "is +Inf", func(p *planner.Problem) { p.Blocks[0].Weight = math.Inf(1) }},
		{"blocks[1].allocs", "is 0", func(p *planner.Problem) { p.Blocks[1].Allocs = 0 }},
		{"blocks[1].gpus_per_alloc", "is -1", func(p *planner.Problem) { p.Blocks[1].GPUsPerAlloc = -1 }},
		{"blocks[1].steps", "is 0", func(p *planner.Problem) { p.Blocks[1].Steps = 0 }},
		{"blocks[1].earliest", "is -2, before arrival -1", func(p *planner.Problem) { p.Blocks[1].Earliest = -2 }},
		{"blocks[1].cpu", "is -1", func(p *planner.Problem) { p.Blocks[1].CPU = -1 }},
		{"blocks[1].memory", "is NaN", func(p *planner.Problem) { p.Blocks[1].Memory = math.NaN() }},
		{"blocks[1].pools[1]", `unknown pool "p9"`, func(p *planner.Problem) { p.Blocks[1].Pools[1] = "p9" }},
		{"blocks[0].running[0]", `unknown pool "p9"`, func(p *planner.Problem) { p.Blocks[0].Running[0] = "p9" }},
		{"blocks[0].running", "lists 2 pools for 1 allocs", func(p *planner.Problem) { p.Blocks[0].Running = []string{"p0", "p1"} }},
		{"blocks[2].gang", "runs in part (blocks[1])", func(p *planner.Problem) { p.Blocks[2].Running = []string{"p1"} }},
		{"services[0].weight", "is -1", func(p *planner.Problem) { p.Services[0].Weight = -1 }},
		{"services[0].gpus_per_replica", "is -1", func(p *planner.Problem) { p.Services[0].GPUsPerReplica = -1 }},
		{"services[0].demand", "has 3 entries, the horizon has 4", func(p *planner.Problem) { p.Services[0].Demand = []int{1, 1, 1} }},
		{"services[0].demand", "has 0 entries", func(p *planner.Problem) { p.Services[0].Demand = nil }},
		{"services[0].demand[1]", "is -1", func(p *planner.Problem) { p.Services[0].Demand[1] = -1 }},
		{"services[0].cpu", "is -1", func(p *planner.Problem) { p.Services[0].CPU = -1 }},
		{"services[0].memory", "is -1", func(p *planner.Problem) { p.Services[0].Memory = -1 }},
		{"services[0].pools[0]", `unknown pool ""`, func(p *planner.Problem) { p.Services[0].Pools = []string{""} }},
		{"services[0].running[0]", `unknown pool "p9"`, func(p *planner.Problem) { p.Services[0].Running[0] = "p9" }},
	} {
		p := valid()
		c.change(p)
		err := p.Validate()
		var f *planner.FieldError
		switch {
		case !errors.As(err, &f):
			t.Errorf("%s: %v, want a FieldError", c.field, err)
		case f.Field != c.field || !strings.Contains(f.Message, c.words):
			t.Errorf("got %v, want %s with %q", err, c.field, c.words)
		}
	}
}

func TestValidateReportsAllMistakesUpToTwenty(t *testing.T) {
	p := valid()
	p.Blocks[0].Weight, p.Services[0].Weight = -1, -1
	if got := strings.Count(p.Validate().Error(), "\n") + 1; got != 2 {
		t.Errorf("%d mistakes, want 2", got)
	}
	p.Blocks = make([]planner.Block, 50)
	if got := strings.Count(p.Validate().Error(), "\n") + 1; got != 20 {
		t.Errorf("%d mistakes, want 20", got)
	}
}

func TestValidateDoesNotChangeTheProblem(t *testing.T) {
	p, want := valid(), show(valid())
	if err := p.Validate(); err != nil || show(p) != want {
		t.Errorf("error %v, or the problem changed", err)
	}
}
