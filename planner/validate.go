package planner

import (
	"errors"
	"fmt"
	"math"
)

// Sizes beyond which a problem is taken for a mistake: they keep a hostile file
// from claiming memory that no real horizon or pool needs.
const (
	MaxSteps     = 100_000
	maxGPUs      = 1 << 12 // of one pool: one device group of one node
	maxAllocs    = 1 << 14 // of one block
	maxAllAllocs = 1 << 20
	maxReplicas  = 1 << 20
	maxCells     = 1 << 26 // GPUs, or blocks, times steps: 8,192 GPUs over 8,192 steps
	maxLength    = 1 << 40
	maxMistakes  = 20
)

// Validate returns nil when p is a problem at all, else every mistake found (at
// most twenty), each naming the field, as joined FieldErrors. A block that can
// never be placed is no mistake: it stays unplaced, with that reason.
func (p *Problem) Validate() error {
	v := &validator{p: p, nodes: map[string]int{}, pools: map[string]int{}, ids: map[string]string{}}
	if v.frame() && v.size() {
		v.nodeList()
		v.poolList()
		v.blockList()
		v.serviceList()
		v.gangs()
		if len(v.errs) == 0 {
			v.holdings()
		}
	}
	return errors.Join(v.errs...)
}

type validator struct {
	p     *Problem
	errs  []error
	nodes map[string]int    // id → index
	pools map[string]int    // id → index
	ids   map[string]string // id of a block or service → field that took it
}

// fail notes a mistake; field may hold one %d for an index.
func (v *validator) fail(field, format string, a ...any) {
	if len(v.errs) < maxMistakes {
		v.errs = append(v.errs, &FieldError{Field: field, Message: fmt.Sprintf(format, a...)})
	}
}

// frame checks what everything else is measured by.
func (v *validator) frame() bool {
	p := v.p
	if p.Version != Version {
		v.fail("version", "is %d, this program reads %d", p.Version, Version)
	}
	if p.Steps < 1 || p.Steps > MaxSteps {
		v.fail("steps", "is %d, want 1 … %d", p.Steps, MaxSteps)
	}
	if p.Timestep <= 0 {
		v.fail("timestep", "is %q, want a positive duration such as \"15m\"", p.Timestep)
	}
	if p.Tail != "" && p.Tail != TailFinish && p.Tail != TailOverrun {
		v.fail("tail", "is %q, want %q or %q", p.Tail, TailFinish, TailOverrun)
	}
	if p.Earliness != nil && !(*p.Earliness >= 0 && *p.Earliness <= 1e6) {
		v.fail("earliness", "is %v, want 0 … 1e6", *p.Earliness)
	}
	return len(v.errs) == 0
}

// size refuses problems whose tables alone would not fit a machine's memory.
func (v *validator) size() bool {
	p := v.p
	gpus, allocs := len(p.Pools)+len(p.Nodes), 0
	for i := range p.Pools {
		gpus += max(p.Pools[i].GPUs, 0)
	}
	for i := range p.Blocks {
		allocs += max(p.Blocks[i].Allocs, 0)
	}
	if gpus > maxCells/p.Steps {
		v.fail("pools", "%d GPUs, pools and nodes over %d steps are more than this program plans; take fewer, longer steps", gpus, p.Steps)
	}
	if len(p.Blocks) > maxCells/p.Steps {
		v.fail("blocks", "%d blocks over %d steps are more than this program plans; take fewer, longer steps", len(p.Blocks), p.Steps)
	}
	if allocs > maxAllAllocs {
		v.fail("blocks", "%d allocs together, want at most %d", allocs, maxAllAllocs)
	}
	return len(v.errs) == 0
}

func (v *validator) nodeList() {
	for i := range v.p.Nodes {
		n, at := &v.p.Nodes[i], fmt.Sprintf("nodes[%d]", i)
		if first, twice := v.nodes[n.ID]; twice {
			v.fail(at+".id", "%q is nodes[%d] already", n.ID, first)
		} else if v.named(at, n.ID) {
			v.nodes[n.ID] = i
		}
		v.amountOrNil(at+".cpu", n.CPU)
		v.amountOrNil(at+".memory", n.Memory)
		v.amounts(at+".reserved_cpu", n.ReservedCPU)
		v.amounts(at+".reserved_memory", n.ReservedMemory)
	}
}

func (v *validator) poolList() {
	for i := range v.p.Pools {
		pl, at := &v.p.Pools[i], fmt.Sprintf("pools[%d]", i)
		if first, twice := v.pools[pl.ID]; twice {
			v.fail(at+".id", "%q is pools[%d] already", pl.ID, first)
		} else if v.named(at, pl.ID) {
			v.pools[pl.ID] = i
		}
		if _, known := v.nodes[pl.Node]; len(v.p.Nodes) > 0 && !known {
			v.fail(at+".node", "unknown node %q", pl.Node)
		}
		v.count(at+".gpus", pl.GPUs, 0, maxGPUs)
		v.counts(at+".reserved", pl.Reserved, maxGPUs, false)
		if pl.TailGPUs != nil {
			v.count(at+".tail_gpus", *pl.TailGPUs, 0, maxGPUs)
		}
	}
}

func (v *validator) blockList() {
	for i := range v.p.Blocks {
		b, at := &v.p.Blocks[i], fmt.Sprintf("blocks[%d]", i)
		v.unique(at+".id", b.ID)
		switch b.Workload {
		case "", Training, BatchInference, Quantization:
		default:
			v.fail(at+".workload", "is %q, want %q, %q or %q", b.Workload, Training, BatchInference, Quantization)
		}
		v.weight(at+".weight", b.Weight)
		v.count(at+".allocs", b.Allocs, 1, maxAllocs)
		v.count(at+".gpus_per_alloc", b.GPUsPerAlloc, 0, maxGPUs)
		v.count(at+".steps", b.Steps, 1, maxLength)
		v.count(at+".arrival", b.Arrival, -maxLength, maxLength)
		v.count(at+".earliest", b.Earliest, -maxLength, maxLength)
		if b.Earliest < b.Arrival {
			v.fail(at+".earliest", "is %d, before arrival %d", b.Earliest, b.Arrival)
		}
		v.amount(at+".cpu", b.CPU)
		v.amount(at+".memory", b.Memory)
		v.known(at+".pools", b.Pools)
		v.known(at+".running", b.Running)
		if len(b.Running) > 0 && len(b.Running) != b.Allocs {
			v.fail(at+".running", "lists %d pools for %d allocs", len(b.Running), b.Allocs)
		}
	}
}

func (v *validator) serviceList() {
	for i := range v.p.Services {
		s, at := &v.p.Services[i], fmt.Sprintf("services[%d]", i)
		v.unique(at+".id", s.ID)
		v.weight(at+".weight", s.Weight)
		v.count(at+".gpus_per_replica", s.GPUsPerReplica, 0, maxGPUs)
		v.counts(at+".demand", s.Demand, maxReplicas, true)
		v.amount(at+".cpu", s.CPU)
		v.amount(at+".memory", s.Memory)
		v.known(at+".pools", s.Pools)
		v.known(at+".running", s.Running)
	}
}

// gangs refuses a gang of which only a part runs: nothing could move that part
// to the start of the rest.
func (v *validator) gangs() {
	first := map[string]int{}
	for i := range v.p.Blocks {
		b := &v.p.Blocks[i]
		if b.Gang == "" {
			continue
		}
		j, seen := first[b.Gang]
		if !seen {
			first[b.Gang] = i
		} else if (len(b.Running) > 0) != (len(v.p.Blocks[j].Running) > 0) {
			v.fail(fmt.Sprintf("blocks[%d].gang", i), "%q runs in part (blocks[%d]); make what runs a block without gang and reserve the rest's GPUs", b.Gang, j)
		}
	}
}

func (v *validator) named(at, id string) bool {
	if id == "" {
		v.fail(at+".id", "is empty")
	}
	return id != ""
}

func (v *validator) unique(field, id string) {
	if id == "" {
		v.fail(field, "is empty")
	} else if first, twice := v.ids[id]; twice {
		v.fail(field, "%q is %s already", id, first)
	} else {
		v.ids[id] = field
	}
}

func (v *validator) known(field string, pools []string) {
	for i, id := range pools {
		if _, ok := v.pools[id]; !ok {
			v.fail(fmt.Sprintf("%s[%d]", field, i), "unknown pool %q", id)
		}
	}
}

func (v *validator) weight(field string, w float64) {
	if !(w > 0) || math.IsInf(w, 0) || w > 1e9 {
		v.fail(field, "is %v, want more than 0 and at most 1e9", w)
	}
}

func (v *validator) amount(field string, x float64) {
	if !(x >= 0) || x > 1e15 {
		v.fail(field, "is %v, want 0 … 1e15", x)
	}
}

func (v *validator) amountOrNil(field string, x *float64) {
	if x != nil {
		v.amount(field, *x)
	}
}

func (v *validator) amounts(field string, series []float64) {
	if n := len(series); n != 0 && n != v.p.Steps {
		v.fail(field, "has %d entries, want none or %d", n, v.p.Steps)
	}
	for t, x := range series {
		if !(x >= 0) || x > 1e15 {
			v.fail(fmt.Sprintf("%s[%d]", field, t), "is %v, want 0 … 1e15", x)
		}
	}
}

func (v *validator) count(field string, n, low, high int) {
	if n < low || n > high {
		v.fail(field, "is %d, want %d … %d", n, low, high)
	}
}

func (v *validator) counts(field string, series []int, high int, required bool) {
	if n := len(series); n != v.p.Steps && (n != 0 || required) {
		v.fail(field, "has %d entries, the horizon has %d steps", n, v.p.Steps)
	}
	for t, n := range series {
		if n < 0 || n > high {
			v.fail(fmt.Sprintf("%s[%d]", field, t), "is %d, want 0 … %d", n, high)
		}
	}
}
