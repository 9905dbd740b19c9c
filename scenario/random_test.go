package scenario

import (
	"fmt"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"pgregory.net/rapid"
)

// randomProblem draws a small problem with everything that the format knows.
func randomProblem(t *rapid.T) *planner.Problem {
	d := drawer{t}
	p := &planner.Problem{
		Version: planner.Version, Start: DefaultStart, Timestep: planner.Duration(15 * time.Minute),
		Steps: d.int("steps", 1, 14), Services: []planner.Service{}, Blocks: []planner.Block{},
	}
	if d.bool("overrun") {
		p.Tail = planner.TailOverrun
	}
	d.pools(p)
	held := make([]int, len(p.Pools))
	for b := range d.int("blocks", 0, 9) {
		p.Blocks = append(p.Blocks, d.block(p, b, held))
	}
	for s := range d.int("services", 0, 3) {
		p.Services = append(p.Services, d.service(p, s, held))
	}
	if err := p.Validate(); err != nil {
		t.Fatalf("the generator is wrong: %v", err)
	}
	return p
}

type drawer struct{ t *rapid.T }

func (d drawer) int(what string, low, high int) int { return rapid.IntRange(low, high).Draw(d.t, what) }
func (d drawer) bool(what string) bool              { return rapid.Bool().Draw(d.t, what) }
func (d drawer) rare(what string) bool              { return d.int(what, 0, 3) == 0 }

func (d drawer) pools(p *planner.Problem) {
	nodes := d.int("nodes", 1, 3)
	for n := range nodes {
		node := planner.Node{ID: fmt.Sprintf("n%d", n)}
		if d.rare("limited") {
			cpu, mem := float64(d.int("cpu", 0, 8)), float64(d.int("memory", 0, 8))
			node.CPU, node.Memory = &cpu, &mem
		}
		p.Nodes = append(p.Nodes, node)
	}
	for i := range d.int("pools", 1, 4) {
		pl := planner.Pool{ID: fmt.Sprintf("p%d", i), Node: p.Nodes[i%nodes].ID, GPUs: d.int("gpus", 1, 5)}
		if d.rare("reserves") {
			for range p.Steps {
				pl.Reserved = append(pl.Reserved, d.int("reserved", 0, 1))
			}
		}
		if p.Tail == planner.TailOverrun && d.rare("tail") {
			most := d.int("tail_gpus", 0, pl.GPUs)
			pl.TailGPUs = &most
		}
		p.Pools = append(p.Pools, pl)
	}
}

// some returns a list of pools, nil for all, at times empty.
func (d drawer) some(p *planner.Problem) []string {
	if !d.rare("picky") {
		return nil
	}
	list := []string{}
	for i := range p.Pools {
		if d.bool("may use") {
			list = append(list, p.Pools[i].ID)
		}
	}
	return list
}

func (d drawer) block(p *planner.Problem, b int, held []int) planner.Block {
	blk := planner.Block{
		ID: fmt.Sprintf("b%d", b), Weight: float64(d.int("weight", 1, 8)), Allocs: d.int("allocs", 1, 3),
		GPUsPerAlloc: d.int("gpus", 0, 4), Steps: d.int("length", 1, 10), Arrival: d.int("arrival", -2, p.Steps),
		Pools: d.some(p), DistinctNodes: d.rare("distinct"),
	}
	blk.Earliest = blk.Arrival + d.int("later", 0, 2)
	if d.rare("thirsty") {
		blk.CPU, blk.Memory = float64(d.int("cpu", 0, 3)), float64(d.int("memory", 0, 3))
	}
	if d.rare("due") {
		due := d.int("deadline", 0, p.Steps+4)
		blk.Deadline = &due
	}
	if d.rare("gang") {
		blk.Gang = fmt.Sprintf("g%d", d.int("gang", 0, 1))
		return blk
	}
	if i := d.int("pool", 0, len(p.Pools)-1); d.rare("runs") && blk.GPUsPerAlloc > 0 && blk.CPU+blk.Memory == 0 && held[i]+blk.GPUsPerAlloc < p.Pools[i].GPUs {
		blk.Allocs, blk.Running = 1, []string{p.Pools[i].ID}
		held[i] += blk.GPUsPerAlloc
	}
	return blk
}

func (d drawer) service(p *planner.Problem, s int, held []int) planner.Service {
	svc := planner.Service{
		ID: fmt.Sprintf("s%d", s), Weight: float64(d.int("weight", 1, 8)), GPUsPerReplica: d.int("gpus", 0, 2),
		Pools: d.some(p), DistinctNodes: d.rare("distinct"), CPU: float64(d.int("cpu", 0, 1)),
	}
	for range p.Steps {
		svc.Demand = append(svc.Demand, d.int("demand", 0, 3))
	}
	i := d.int("pool", 0, len(p.Pools)-1)
	if d.rare("runs") && held[i]+svc.GPUsPerReplica < p.Pools[i].GPUs && p.Nodes[i%len(p.Nodes)].CPU == nil {
		held[i] += svc.GPUsPerReplica
		svc.Running = []string{p.Pools[i].ID}
	}
	return svc
}
