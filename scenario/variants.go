package scenario

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// NodesOf returns p with the same GPUs on nodes of the given size, and true. A
// block whose alloc is wider than a node becomes allocs of a whole node each,
// as a team would have to write it. It returns false when that comes out even
// for neither the GPUs nor such a block, or when p ties work to its nodes.
func NodesOf(p *planner.Problem, size int) (*planner.Problem, bool) {
	if p.GPUs()%size != 0 || tied(p) {
		return p, false
	}
	q := *p
	q.Nodes, q.Pools = likeNodes(p.GPUs()/size, size, p.Pools[0].Device)
	q.Blocks = slices.Clone(p.Blocks)
	for b := range q.Blocks {
		blk := &q.Blocks[b]
		if blk.GPUsPerAlloc <= size {
			continue
		}
		if blk.GPUsPerAlloc%size != 0 {
			return p, false
		}
		blk.Allocs *= blk.GPUsPerAlloc / size
		blk.GPUsPerAlloc = size
	}
	return &q, true
}

// likeNodes returns n nodes of one pool each.
func likeNodes(n, gpus int, device string) (nodes []planner.Node, pools []planner.Pool) {
	for i := range n {
		id := fmt.Sprintf("gpu-%02d", i+1)
		nodes = append(nodes, planner.Node{ID: id, Name: id})
		pools = append(pools, planner.Pool{ID: id, Node: id, Device: device, GPUs: gpus})
	}
	return nodes, pools
}

// tied reports whether p says where something runs or what a node holds.
func tied(p *planner.Problem) bool {
	for i := range p.Nodes {
		if p.Nodes[i].CPU != nil || p.Nodes[i].Memory != nil {
			return true
		}
	}
	for i := range p.Pools {
		if p.Pools[i].Reserved != nil || p.Pools[i].TailGPUs != nil {
			return true
		}
	}
	for b := range p.Blocks {
		if blk := &p.Blocks[b]; blk.Pools != nil || blk.Running != nil || blk.DistinctNodes {
			return true
		}
	}
	for s := range p.Services {
		if svc := &p.Services[s]; svc.Pools != nil || svc.Running != nil || svc.DistinctNodes {
			return true
		}
	}
	return len(p.Pools) == 0
}

// TwoModels returns p with every other node of another GPU model, and true. A
// single node becomes two of half its size. Of the blocks, a quarter each may
// use one of the models only, drawn from seed; one that its model could never
// hold may use both, as may the rest and all services. It returns false where
// NodesOf would.
func TwoModels(p *planner.Problem, seed uint64) (*planner.Problem, bool) {
	if tied(p) {
		return p, false
	}
	if len(p.Pools) == 1 {
		half, even := NodesOf(p, max(1, p.GPUs()/2))
		if !even || len(half.Pools) != 2 {
			return p, false
		}
		p = half
	}
	q := *p
	q.Pools = slices.Clone(p.Pools)
	for i := range q.Pools {
		q.Pools[i].Device = devicePrefix + twoModels[i%2]
	}
	q.Blocks = slices.Clone(p.Blocks)
	pickModels(&q, rand.New(rand.NewPCG(seed, 0x90de1)))
	return &q, true
}

var twoModels = [2]string{"H100", "A100"}

func pickModels(p *planner.Problem, rng *rand.Rand) {
	var ids [2][]string
	var gpus [2]int
	for i := range p.Pools {
		ids[i%2] = append(ids[i%2], p.Pools[i].ID)
		gpus[i%2] += p.Pools[i].GPUs
	}
	for b := range p.Blocks {
		blk := &p.Blocks[b]
		if m := rng.IntN(4); m < 2 && blk.Allocs*blk.GPUsPerAlloc <= gpus[m] {
			blk.Pools = ids[m]
		}
	}
}
