package planner

import (
	"encoding"
	"fmt"
	"strings"
	"time"
)

// Version is the schema version of problem.json and plan.json.
const Version = 1

// DefaultEarliness is the earliness of a problem that states none.
const DefaultEarliness = 0.05

// Problem is what is to be planned: a horizon of T = Steps timesteps, the pools
// that GPUs are taken from, and the blocks and services that want them. It is
// the content of problem.json (docs/formats.md). File order breaks every tie.
//
// Series over time are nil or exactly T long; entry t covers
// [Start + t·Timestep, Start + (t+1)·Timestep). A Problem is not changed by any
// function of this package.
type Problem struct {
	Version  int       `json:"version"`
	Start    time.Time `json:"start"`
	Timestep Duration  `json:"timestep"`
	Steps    int       `json:"steps"`
	// Earliness says how much an early start is worth, ≥ 0; nil means DefaultEarliness.
	Earliness *float64  `json:"earliness,omitempty"`
	Tail      Tail      `json:"tail,omitempty"`
	Nodes     []Node    `json:"nodes,omitempty"`
	Pools     []Pool    `json:"pools"`
	Blocks    []Block   `json:"blocks"`
	Services  []Service `json:"services"`
}

// Tail says what may happen at the end of the horizon.
type Tail string

// The two tails. The empty string means TailFinish.
const (
	// TailFinish: a block must end by T.
	TailFinish Tail = "finish"
	// TailOverrun: a block may run past T; only its GPU-steps before T count.
	TailOverrun Tail = "overrun"
)

// Node is one Nomad client node. It limits CPU and memory across its pools.
type Node struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`
	// Pool is the Nomad node pool, for people.
	Pool string `json:"pool,omitempty"`
	// CPU (MHz) and Memory (MiB); nil means not limited, 0 none left.
	CPU    *float64 `json:"cpu,omitempty"`
	Memory *float64 `json:"memory,omitempty"`
	// ReservedCPU and ReservedMemory are held by work that is not planned.
	ReservedCPU    []float64 `json:"reserved_cpu,omitempty"`
	ReservedMemory []float64 `json:"reserved_memory,omitempty"`
}

// Pool is one device group of one node.
type Pool struct {
	ID     string `json:"id"`
	Node   string `json:"node"`
	Device string `json:"device,omitempty"` // "vendor/type/name"
	GPUs   int    `json:"gpus"`
	// Reserved counts GPUs per step that work which is not planned holds, or that can take nothing new.
	Reserved []int `json:"reserved,omitempty"`
	// TailGPUs is, with TailOverrun, the most GPUs that blocks started by this plan may hold past T; nil means all.
	TailGPUs *int `json:"tail_gpus,omitempty"`
}

// Workload says what kind of work a block is.
type Workload string

// The workloads of blocks, and of services.
const (
	Training       Workload = "training"
	BatchInference Workload = "batch-inference"
	Quantization   Workload = "quantization"
	Realtime       Workload = "realtime"
)

// Block is a job group that needs its GPUs without interruption for Steps
// steps: Allocs allocations of GPUsPerAlloc each, all from the same step, each
// inside one pool.
type Block struct {
	ID           string   `json:"id"`
	Workload     Workload `json:"workload,omitempty"`
	Weight       float64  `json:"weight"`
	Allocs       int      `json:"allocs"`
	GPUsPerAlloc int      `json:"gpus_per_alloc"`
	Steps        int      `json:"steps"`
	// Arrival is the step it was submitted at; it may be negative.
	Arrival int `json:"arrival"`
	// Earliest is the first step it may start at, ≥ Arrival.
	Earliest int `json:"earliest"`
	// Deadline is the step by which it must have ended; nil means none.
	Deadline *int `json:"deadline,omitempty"`
	// Pools lists the pools it may use; nil means all, empty means none.
	Pools []string `json:"pools,omitzero"`
	// CPU (MHz) and Memory (MiB) per alloc.
	CPU    float64 `json:"cpu,omitempty"`
	Memory float64 `json:"memory,omitempty"`
	// DistinctNodes forbids two allocs on one node.
	DistinctNodes bool `json:"distinct_nodes,omitempty"`
	// Gang names the blocks that start at the same step or not at all.
	Gang string `json:"gang,omitempty"`
	// Running is the pool of each alloc of a block that already runs: it starts
	// at step 0 and stays there, Steps being what remains.
	Running []string `json:"running,omitempty"`
}

// Service is a real-time job group with a demand for replicas at every step.
type Service struct {
	ID             string  `json:"id"`
	Weight         float64 `json:"weight"`
	GPUsPerReplica int     `json:"gpus_per_replica"`
	// Demand is the number of replicas wanted at each step, exactly T long.
	Demand []int `json:"demand"`
	// Pools lists the pools it may use; nil means all, empty means none.
	Pools []string `json:"pools,omitzero"`
	// CPU (MHz) and Memory (MiB) per replica.
	CPU           float64 `json:"cpu,omitempty"`
	Memory        float64 `json:"memory,omitempty"`
	DistinctNodes bool    `json:"distinct_nodes,omitempty"`
	// Running is the pool of replica index 0, 1, … at step 0.
	Running []string `json:"running,omitempty"`
}

// EarlinessOrDefault returns the earliness that holds for p.
func (p *Problem) EarlinessOrDefault() float64 {
	if p.Earliness == nil {
		return DefaultEarliness
	}
	return *p.Earliness
}

// Time returns the wall-clock time at which step t begins.
func (p *Problem) Time(t int) time.Time {
	return p.Start.Add(time.Duration(t) * time.Duration(p.Timestep))
}

// GPUs returns the number of GPUs of all pools.
func (p *Problem) GPUs() int {
	sum := 0
	for i := range p.Pools {
		sum += p.Pools[i].GPUs
	}
	return sum
}

// Duration is a time.Duration that is written as Go writes it, without
// trailing zero units: "15m", "1h30m".
type Duration time.Duration

var (
	_ encoding.TextMarshaler   = Duration(0)
	_ encoding.TextUnmarshaler = (*Duration)(nil)
)

// String returns the shortest form, "15m" for fifteen minutes.
func (d Duration) String() string {
	s := time.Duration(d).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// MarshalText writes String.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what time.ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is not a duration such as \"15m\"", text)
	}
	*d = Duration(v)
	return nil
}
