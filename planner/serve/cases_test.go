package serve

import (
	"math"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// drawCase draws an instance without units, and services that want more than
// fits most of the time.
func drawCase(t *rapid.T, pools int) (*grid.Instance, []Service) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	in := &grid.Instance{Steps: 1 + rng.IntN(4), Overrun: rng.IntN(2) == 0}
	limited := rng.IntN(3) == 0
	for range 1 + rng.IntN(2) {
		n := grid.Node{}
		if limited {
			n.CPU = slices.Repeat([]float64{float64(1 + rng.IntN(4))}, in.Steps)
		}
		in.Nodes = append(in.Nodes, n)
	}
	for range 1 + rng.IntN(pools) {
		p := grid.Pool{Node: rng.IntN(len(in.Nodes))}
		for range in.Horizon() {
			p.Free = append(p.Free, rng.IntN(4))
		}
		in.Pools = append(in.Pools, p)
	}
	var services []Service
	for range 1 + rng.IntN(2) {
		services = append(services, randomService(rng, in, limited))
	}
	return in, services
}

func randomService(rng *rand.Rand, in *grid.Instance, limited bool) Service {
	svc := Service{Weight: float64(1 + rng.IntN(4)), GPUs: 1 + rng.IntN(3)}
	if limited {
		svc.CPU, svc.Apart = float64(rng.IntN(3)), rng.IntN(2) == 0
	}
	for range in.Steps {
		svc.Demand = append(svc.Demand, rng.IntN(3))
	}
	for p := range in.Pools {
		if rng.IntN(3) > 0 {
			svc.Pools = append(svc.Pools, p)
		}
	}
	for range rng.IntN(5) / 3 {
		svc.Running = append(svc.Running, rng.IntN(len(in.Pools)))
	}
	return svc
}

// packer tries all choices of replicas: it holds one, and what it leaves.
type packer struct {
	in       *grid.Instance
	services []Service
	free     [][]int     // pool, step
	cpu      [][]float64 // node, step; nil: no limit
	on       [][][]int   // service, index, step → pool, −1 for none
	limit    float64     // choices shorter than this are of no interest
	found    func(short float64)
}

// smallest returns the smallest weighted shortfall there is.
func smallest(in *grid.Instance, services []Service) float64 {
	best := math.Inf(1)
	k := newPacker(in, services)
	k.limit = math.Inf(1)
	k.found = func(short float64) {
		best = min(best, short)
		k.limit = best
	}
	k.choose(0, 0, 0, 0)
	return best
}

func newPacker(in *grid.Instance, services []Service) *packer {
	k := &packer{in: in, services: services}
	for p := range in.Pools {
		k.free = append(k.free, slices.Clone(in.Pools[p].Free))
	}
	for n := range in.Nodes {
		k.cpu = append(k.cpu, slices.Clone(in.Nodes[n].CPU))
	}
	for s := range services {
		var on [][]int
		for range slices.Max(services[s].Demand) {
			on = append(on, slices.Repeat([]int{-1}, in.Steps))
		}
		k.on = append(k.on, on)
	}
	return k
}

// choose decides for index i of service s at step t and all that follow.
func (k *packer) choose(s, i, t int, short float64) {
	switch {
	case short > k.limit+1e-9:
		return
	case s == len(k.services):
		k.found(short)
		return
	case i == len(k.on[s]):
		k.choose(s+1, 0, 0, short)
		return
	case t == k.in.Steps:
		k.choose(s, i+1, 0, short)
		return
	}
	svc := &k.services[s]
	if svc.Demand[t] <= i {
		k.choose(s, i, t+1, short)
		return
	}
	for p := range k.in.Pools {
		if k.why(s, i, t, p) == "" {
			k.put(s, i, t, p)
			k.choose(s, i, t+1, short)
			k.take(s, i, t, p)
		}
	}
	k.choose(s, i, t+1, short+svc.Weight*float64(svc.GPUs))
}

// why says why index i of service s may not stand on pool p at step t; the
// indices below it and the steps before have been decided.
func (k *packer) why(s, i, t, p int) string {
	svc, n := &k.services[s], k.in.Pools[p].Node
	stayed := t > 0 && k.on[s][i][t-1] >= 0
	for j := range i {
		if k.on[s][j][t] < 0 {
			return "an index below it does not exist"
		}
		if svc.Apart && k.in.Pools[k.on[s][j][t]].Node == n {
			return "another replica stands on the node"
		}
	}
	switch {
	case k.free[p][t] < svc.GPUs:
		return "too few GPUs"
	case k.cpu[n] != nil && svc.CPU > 0 && k.cpu[n][t] < svc.CPU:
		return "too little CPU"
	case stayed && k.on[s][i][t-1] != p:
		return "it moves without a break"
	case stayed:
		return ""
	case t == 0 && i < len(svc.Running):
		if svc.Running[i] != p {
			return "it runs elsewhere"
		}
		return ""
	case !slices.Contains(svc.Pools, p):
		return "it may not use the pool"
	}
	return ""
}

func (k *packer) put(s, i, t, p int) {
	k.on[s][i][t] = p
	k.free[p][t] -= k.services[s].GPUs
	if n := k.in.Pools[p].Node; k.cpu[n] != nil {
		k.cpu[n][t] -= k.services[s].CPU
	}
}

func (k *packer) take(s, i, t, p int) {
	k.on[s][i][t] = -1
	k.free[p][t] += k.services[s].GPUs
	if n := k.in.Pools[p].Node; k.cpu[n] != nil {
		k.cpu[n][t] += k.services[s].CPU
	}
}
