package planner

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/serve"
)

// compiled is a problem as a packing instance, with the way back: which unit is
// which block or which stay of a replica.
type compiled struct {
	p    *Problem
	in   *grid.Instance
	pool map[string]int // pool id → index
	// blocks[u] lists the blocks of unit u, item by item; nil for stays.
	blocks [][]int
	// stays[u − firstStay] is what unit u is, for units from firstStay on.
	stays     []stay
	firstStay int
	unitOf    []int // block → its unit, −1 when it runs already
	served    [][]int
	most      []int         // pool → most GPUs free at any step
	open      map[int][]int // GPUs → pools that ever have as many free
	// forced is the packing of the stays that have one place only.
	forced *grid.State
	// running is the objective of the blocks that run already.
	running float64
}

// stay is a maximal interval over which a replica index exists.
type stay struct{ service, index, from, to int }

// compile builds the instance in which service s has served[s][t] replicas;
// tight says that no other choice of replicas leaves blocks more room.
func compile(p *Problem, served [][]int, tight bool) *compiled {
	c := &compiled{p: p, in: &grid.Instance{Steps: p.Steps, Overrun: p.Tail == TailOverrun}, pool: map[string]int{}, open: map[int][]int{}, served: served}
	c.nodesAndPools()
	c.takeRunning()
	for p := range c.in.Pools {
		c.most = append(c.most, slices.Max(c.in.Pools[p].Free))
	}
	c.blockUnits()
	c.firstStay = len(c.in.Units)
	for s := range p.Services {
		c.serviceUnits(s)
	}
	c.dropSlackLimits()
	c.forced = grid.Forced(c.in)
	base := c.forced
	if !tight { // a start that these replicas stand in the way of may be free beside others
		base = grid.NewState(c.in)
	}
	grid.Trim(c.in, base)
	return c
}

func (c *compiled) nodesAndPools() {
	node := map[string]int{}
	for i := range c.p.Nodes {
		n := &c.p.Nodes[i]
		node[n.ID] = i
		c.in.Nodes = append(c.in.Nodes, grid.Node{
			CPU:    freeAmounts(n.CPU, n.ReservedCPU, c.p.Steps),
			Memory: freeAmounts(n.Memory, n.ReservedMemory, c.p.Steps),
		})
	}
	for i := range c.p.Pools {
		pl := &c.p.Pools[i]
		c.pool[pl.ID] = i
		n, ok := node[pl.Node]
		if !ok {
			n = len(c.in.Nodes)
			node[pl.Node] = n
			c.in.Nodes = append(c.in.Nodes, grid.Node{})
		}
		c.in.Pools = append(c.in.Pools, grid.Pool{Node: n, Free: c.freeGPUs(pl)})
	}
}

// freeGPUs counts what is not reserved, with the tail's capacity behind the horizon.
func (c *compiled) freeGPUs(pl *Pool) []int {
	free := make([]int, c.in.Horizon())
	for t := range c.p.Steps {
		free[t] = pl.GPUs - at(pl.Reserved, t)
	}
	if c.in.Overrun {
		free[c.p.Steps] = pl.GPUs
		if pl.TailGPUs != nil {
			free[c.p.Steps] = min(pl.GPUs, *pl.TailGPUs)
		}
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
			free[t] = max(0, *limit-reserved[t])
		}
	}
	return free
}

// takeRunning takes running blocks out of the pools: there is nothing to decide about them.
func (c *compiled) takeRunning() {
	for b := range c.p.Blocks {
		blk := &c.p.Blocks[b]
		for _, id := range blk.Running {
			pl := &c.in.Pools[c.pool[id]]
			n := &c.in.Nodes[pl.Node]
			for t := range min(blk.Steps, c.p.Steps) {
				pl.Free[t] -= blk.GPUsPerAlloc
			}
			takeAmount(n.CPU, blk.CPU, blk.Steps)
			takeAmount(n.Memory, blk.Memory, blk.Steps)
		}
		if len(blk.Running) > 0 {
			c.running += c.p.value(blk, 0)
		}
	}
}

func takeAmount(free []float64, x float64, steps int) {
	for t := range min(len(free), steps) {
		free[t] = max(0, free[t]-x)
	}
}

// blockUnits makes one unit of every block or gang that isn't running.
func (c *compiled) blockUnits() {
	gang := map[string]int{}
	c.unitOf = make([]int, len(c.p.Blocks))
	for b := range c.p.Blocks {
		blk := &c.p.Blocks[b]
		c.unitOf[b] = -1
		if len(blk.Running) > 0 {
			continue
		}
		u, joined := gang[blk.Gang]
		if blk.Gang == "" || !joined {
			u = len(c.in.Units)
			gang[blk.Gang] = u
			c.in.Units = append(c.in.Units, grid.Unit{Late: c.p.Steps})
			c.blocks = append(c.blocks, nil)
		}
		c.unitOf[b] = u
		c.blocks[u] = append(c.blocks[u], b)
		c.addItem(&c.in.Units[u], blk)
	}
	for u := range c.in.Units {
		c.fillValues(u)
	}
}

func (c *compiled) addItem(u *grid.Unit, b *Block) {
	early, late := c.p.window(b)
	u.Early, u.Late = max(u.Early, early), min(u.Late, late)
	u.Items = append(u.Items, grid.Item{
		Allocs: b.Allocs, GPUs: b.GPUsPerAlloc, Steps: b.Steps,
		Pools: c.eligible(b.Pools, b.GPUsPerAlloc), CPU: b.CPU, Memory: b.Memory,
		Distinct: b.DistinctNodes, Apart: -1,
	})
}

// window returns the first and last step at which b may start; last < first means never.
func (p *Problem) window(b *Block) (early, late int) {
	early, late = max(b.Earliest, 0), p.Steps-1
	if p.Tail != TailOverrun {
		late = p.Steps - b.Steps
	}
	if b.Deadline != nil {
		late = min(late, *b.Deadline-b.Steps)
	}
	return early, late
}

// fillValues computes what each start of unit u is worth.
func (c *compiled) fillValues(u int) {
	unit := &c.in.Units[u]
	if unit.Late < unit.Early {
		return
	}
	unit.Values = make([]float64, unit.Late-unit.Early+1)
	for i := range unit.Values {
		for _, b := range c.blocks[u] {
			unit.Values[i] += c.p.value(&c.p.Blocks[b], unit.Early+i)
		}
	}
}

// value returns what block b adds to the objective when it starts at step s.
func (p *Problem) value(b *Block, s int) float64 {
	late := 0
	if len(b.Running) == 0 {
		late = s - max(b.Earliest, 0)
	}
	return p.output(b, s) * (1 + p.EarlinessOrDefault()*(1-float64(late)/float64(p.Steps)))
}

// output returns the weighted GPU-steps of block b before T when it starts at s.
func (p *Problem) output(b *Block, s int) float64 {
	return b.Weight * float64(b.Allocs) * float64(b.GPUsPerAlloc) * float64(min(b.Steps, p.Steps-s))
}

// eligible returns the pools of the list (nil: all), in file order, that ever
// have gpus free. The result is shared and must not be changed.
func (c *compiled) eligible(list []string, gpus int) []int {
	if list == nil {
		if out, ok := c.open[gpus]; ok {
			return out
		}
	}
	var allowed map[int]bool
	if list != nil {
		allowed = make(map[int]bool, len(list))
		for _, id := range list {
			allowed[c.pool[id]] = true
		}
	}
	var out []int
	for p, most := range c.most {
		if (allowed == nil || allowed[p]) && most >= gpus {
			out = append(out, p)
		}
	}
	if list == nil {
		c.open[gpus] = out
	}
	return out
}

// serviceUnits makes a unit of every stay of every replica of service s.
func (c *compiled) serviceUnits(s int) {
	svc, apart := &c.p.Services[s], -1
	if svc.DistinctNodes {
		apart = c.in.Aparts
		c.in.Aparts++
	}
	pools := c.eligible(svc.Pools, svc.GPUsPerReplica)
	for _, y := range stays(c.served[s]) {
		y.service = s
		it := grid.Item{
			Allocs: 1, GPUs: svc.GPUsPerReplica, Steps: y.to - y.from,
			Pools: pools, CPU: svc.CPU, Memory: svc.Memory, Apart: apart,
		}
		if y.from == 0 && y.index < len(svc.Running) {
			it.Pools = []int{c.pool[svc.Running[y.index]]}
		}
		c.in.Units = append(c.in.Units, grid.Unit{Items: []grid.Item{it}, Early: y.from, Late: y.from, Must: true})
		c.stays = append(c.stays, y)
	}
}

// stays returns the maximal intervals over which each replica index exists,
// by index, then by time.
func stays(replicas []int) []stay {
	var out []stay
	for i := range slices.Max(replicas) {
		for t := 0; t < len(replicas); t++ {
			if replicas[t] <= i {
				continue
			}
			from := t
			for t < len(replicas) && replicas[t] > i {
				t++
			}
			out = append(out, stay{index: i, from: from, to: t})
		}
	}
	return out
}

// demand returns the demand of every service: the replicas of a plan without shortfall.
func (p *Problem) demand() [][]int {
	out := make([][]int, len(p.Services))
	for s := range p.Services {
		out[s] = p.Services[s].Demand
	}
	return out
}

// services returns what the services want, in terms of the instance.
func (c *compiled) services() []serve.Service {
	out := make([]serve.Service, len(c.p.Services))
	for i := range out {
		s := &c.p.Services[i]
		out[i] = serve.Service{
			Weight: s.Weight, GPUs: s.GPUsPerReplica, Demand: s.Demand, Pools: c.eligible(s.Pools, s.GPUsPerReplica),
			CPU: s.CPU, Memory: s.Memory, Apart: s.DistinctNodes,
		}
		for _, id := range s.Running {
			out[i].Running = append(out[i].Running, c.pool[id])
		}
	}
	return out
}
