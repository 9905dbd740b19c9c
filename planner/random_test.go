package planner_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// size bounds what drawProblem makes up; every bound is inclusive. Crowded
// problems have at least half of it and are drawn evenly, from a seed: rapid
// favours small numbers, which leaves a problem easy.
type size struct {
	steps, nodes, pools, gpus, blocks, services, replicas int
	crowded                                               bool
}

// tiny and dense are what the oracle can enumerate; moderate is 8 to 24 GPUs.
var (
	tiny     = size{steps: 5, nodes: 2, pools: 3, gpus: 4, blocks: 4, services: 2, replicas: 2}
	dense    = size{steps: 5, nodes: 2, pools: 3, gpus: 4, blocks: 4, services: 2, replicas: 2, crowded: true}
	moderate = size{steps: 20, nodes: 3, pools: 3, gpus: 8, blocks: 16, services: 2, replicas: 3, crowded: true}
)

// start is when every problem of these tests begins.
var start = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// drawProblem draws a problem with everything that the format knows.
func drawProblem(t *rapid.T, sz size) *planner.Problem {
	d := &drawer{t: t, sz: sz}
	if sz.crowded {
		d.rng = rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed of the problem"), 0))
	}
	p := &planner.Problem{
		Version: planner.Version, Start: start, Timestep: planner.Duration(15 * time.Minute),
		Steps: d.many("steps", 1, sz.steps), Pools: []planner.Pool{}, Blocks: []planner.Block{}, Services: []planner.Service{},
	}
	switch d.int("earliness", 0, 3) {
	case 0:
		p.Earliness = new(float64)
	case 1:
		e := 0.5
		p.Earliness = &e
	}
	if d.bool("overrun") {
		p.Tail = planner.TailOverrun
	}
	d.p = p
	d.pools()
	for b := range d.many("blocks", 0, sz.blocks) {
		p.Blocks = append(p.Blocks, d.block(b))
	}
	for s := range d.int("services", 0, sz.services) {
		p.Services = append(p.Services, d.service(s))
	}
	d.reserve()
	if err := p.Validate(); err != nil {
		t.Fatalf("the generator is wrong: %v", err)
	}
	return p
}

type drawer struct {
	t    *rapid.T
	rng  *rand.Rand // nil: rapid draws
	sz   size
	p    *planner.Problem
	held []int // pool → GPUs that running blocks hold at step 0
}

func (d *drawer) int(what string, low, high int) int {
	if d.rng != nil {
		return low + d.rng.IntN(high-low+1)
	}
	return rapid.IntRange(low, high).Draw(d.t, what)
}

// many draws a number that makes a problem crowded when it is large.
func (d *drawer) many(what string, low, high int) int {
	if d.sz.crowded {
		low = max(low, high/2)
	}
	return d.int(what, low, high)
}

// calm is what the length of blocks is divided by: long horizons have shorter blocks.
func (d *drawer) calm() int { return 1 + d.p.Steps/10 }

func (d *drawer) bool(what string) bool { return d.int(what, 0, 1) == 1 }
func (d *drawer) rare(what string) bool { return d.int(what, 0, 4) == 4 }

func (d *drawer) pools() {
	nodes := d.int("nodes", 1, d.sz.nodes)
	named := d.int("nodes are listed", 0, 3) > 0
	for n := range nodes {
		if !named {
			break
		}
		node := planner.Node{ID: fmt.Sprintf("n%d", n)}
		if d.rare("CPU is limited") {
			cpu := float64(d.int("cpu", 0, 6))
			node.CPU = &cpu
		}
		if d.rare("memory is limited") {
			memory := float64(d.int("memory", 0, 6))
			node.Memory = &memory
		}
		d.p.Nodes = append(d.p.Nodes, node)
	}
	for i := range d.many("pools", 1, d.sz.pools) {
		pl := planner.Pool{ID: fmt.Sprintf("p%d", i), Node: fmt.Sprintf("n%d", i%nodes), GPUs: d.many("gpus", 1, d.sz.gpus)}
		if d.p.Tail == planner.TailOverrun && d.rare("tail_gpus") {
			most := d.int("tail_gpus", 0, pl.GPUs)
			pl.TailGPUs = &most
		}
		d.p.Pools = append(d.p.Pools, pl)
	}
	d.held = make([]int, len(d.p.Pools))
}

// some returns a list of pools: mostly nil for all, at times empty.
func (d *drawer) some() []string {
	if d.int("may use all pools", 0, 2) > 0 {
		return nil
	}
	list := []string{}
	for i := range d.p.Pools {
		if d.bool("may use") {
			list = append(list, d.p.Pools[i].ID)
		}
	}
	return list
}

func (d *drawer) block(b int) planner.Block {
	blk := planner.Block{
		ID: fmt.Sprintf("b%d", b), Weight: float64(d.int("weight", 1, 8)), Allocs: 1 + d.int("more allocs", 0, 2)/2,
		GPUsPerAlloc: d.int("gpus_per_alloc", 0, min(4, d.sz.gpus)), Steps: d.int("length", 1, 1+d.p.Steps/d.calm()), Arrival: d.int("arrival", -1, max(0, d.p.Steps-2)),
		Pools: d.some(), DistinctNodes: d.rare("distinct"),
	}
	blk.Earliest = blk.Arrival + d.int("later", 0, 2)/2
	if d.rare("thirsty") {
		blk.CPU, blk.Memory = float64(d.int("cpu", 0, 3)), float64(d.int("memory", 0, 3))
	}
	if d.rare("due") {
		due := d.int("deadline", 0, d.p.Steps+2)
		blk.Deadline = &due
	}
	if d.int("in a gang", 0, 2) == 2 {
		blk.Gang = fmt.Sprintf("g%d", d.int("gang", 0, 2)/2)
		return blk
	}
	if d.rare("runs") {
		d.run(&blk)
	}
	return blk
}

// run lets blk run already where its pools still have room.
func (d *drawer) run(blk *planner.Block) {
	var running []string
	held := append([]int(nil), d.held...)
	for range blk.Allocs {
		i := d.int("runs on", 0, len(d.p.Pools)-1)
		if held[i] += blk.GPUsPerAlloc; held[i] > d.p.Pools[i].GPUs {
			return
		}
		running = append(running, d.p.Pools[i].ID)
	}
	d.held, blk.Running, blk.Gang = held, running, ""
	blk.CPU, blk.Memory = 0, 0
}

func (d *drawer) service(s int) planner.Service {
	svc := planner.Service{
		ID: fmt.Sprintf("s%d", s), Weight: float64(d.int("weight", 1, 4)), GPUsPerReplica: d.int("gpus_per_replica", 0, 3),
		Pools: d.some(), DistinctNodes: d.rare("distinct"),
	}
	if d.rare("thirsty") {
		svc.CPU = float64(d.int("cpu", 0, 2))
	}
	for range d.p.Steps {
		svc.Demand = append(svc.Demand, d.int("demand", 0, d.sz.replicas))
	}
	if d.rare("runs") {
		for range d.int("replicas that run", 1, d.sz.replicas) {
			svc.Running = append(svc.Running, d.p.Pools[d.int("runs on", 0, len(d.p.Pools)-1)].ID)
		}
	}
	return svc
}

// reserve lets work that is not planned hold some of what nothing running does.
func (d *drawer) reserve() {
	for i := range d.p.Pools {
		if pl := &d.p.Pools[i]; d.rare("GPUs are reserved") {
			for range d.p.Steps {
				pl.Reserved = append(pl.Reserved, d.int("reserved", 0, pl.GPUs-d.held[i]))
			}
		}
	}
	for n := range d.p.Nodes {
		if nd := &d.p.Nodes[n]; nd.CPU != nil && d.bool("CPU is reserved") {
			for range d.p.Steps {
				nd.ReservedCPU = append(nd.ReservedCPU, float64(d.int("reserved_cpu", 0, 2)))
			}
		}
	}
}
