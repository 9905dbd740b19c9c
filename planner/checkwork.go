package planner

import (
	"slices"
)

// hold puts GPUs of a pool into use for steps [from, to) and reports whether
// the pool and the labels exist.
func (c *checker) hold(who, pool string, gpus []int, n, from, to int, cpu, memory float64) {
	i, ok := c.pools[pool]
	if !ok {
		c.fail("%s: unknown pool %q", who, pool)
		return
	}
	if len(gpus) != n {
		c.fail("%s: names %d GPUs of %s, needs %d", who, len(gpus), pool, n)
		return
	}
	for _, g := range gpus {
		if g < 0 || g >= c.p.Pools[i].GPUs {
			c.fail("%s: GPU %d is not in %s", who, g, pool)
			return
		}
	}
	c.names = append(c.names, who)
	node, limited := c.nodes[c.p.Pools[i].Node]
	for t := from; t < min(to, c.p.Steps); t++ {
		c.used[i][t] += n
		c.noGPUIsShared(i, gpus, t)
		if limited {
			c.cpu[node][t] += cpu
			c.mem[node][t] += memory
		}
	}
}

// noGPUIsShared lets the holder named last take its GPUs at step t.
func (c *checker) noGPUIsShared(pool int, gpus []int, t int) {
	for _, g := range gpus {
		cell := &c.owner[pool][t*c.p.Pools[pool].GPUs+g]
		if *cell != 0 {
			c.fail("GPU %d of %s is held by %s and %s at step %d", g, c.p.Pools[pool].ID, c.names[*cell-1], c.names[len(c.names)-1], t)
		}
		*cell = int32(len(c.names))
	}
}

// block checks one block and takes its GPUs.
func (c *checker) block(b *Block, pb *PlanBlock) {
	if pb.Start == nil {
		if len(b.Running) > 0 {
			c.fail("running block %s was dropped", b.ID)
		}
		if pb.Reason == "" || len(pb.Allocs) > 0 {
			c.fail("block %s is not placed: it needs a reason and no allocs", b.ID)
		}
		return
	}
	s, end := *pb.Start, *pb.Start+b.Steps
	if s < 0 || s >= c.p.Steps {
		c.fail("block %s starts at step %d of %d", b.ID, s, c.p.Steps)
		return
	}
	if len(pb.Allocs) != b.Allocs {
		c.fail("block %s has %d allocs, needs %d", b.ID, len(pb.Allocs), b.Allocs)
	}
	if len(b.Running) > 0 {
		c.runningStays(b, pb)
	} else {
		c.blockMayStart(b, s, end)
		c.blockMayUse(b, pb, end)
	}
	for _, a := range pb.Allocs {
		c.hold(b.ID, a.Pool, a.GPUs, b.GPUsPerAlloc, s, end, b.CPU, b.Memory)
	}
	c.count(b, s)
}

func (c *checker) runningStays(b *Block, pb *PlanBlock) {
	if *pb.Start != 0 {
		c.fail("running block %s was moved to step %d", b.ID, *pb.Start)
	}
	stay := map[string]int{}
	for _, id := range b.Running {
		stay[id]++
	}
	for _, a := range pb.Allocs {
		if stay[a.Pool]--; stay[a.Pool] < 0 {
			c.fail("running block %s was moved to pool %s", b.ID, a.Pool)
		}
	}
}

func (c *checker) blockMayStart(b *Block, s, end int) {
	if s < b.Earliest {
		c.fail("block %s starts at step %d, before its earliest %d", b.ID, s, b.Earliest)
	}
	if end > c.p.Steps && c.p.Tail != TailOverrun {
		c.fail("block %s ends at step %d, past the horizon %d", b.ID, end, c.p.Steps)
	}
	if b.Deadline != nil && end > *b.Deadline {
		c.fail("block %s ends at step %d, past its deadline %d", b.ID, end, *b.Deadline)
	}
}

func (c *checker) blockMayUse(b *Block, pb *PlanBlock, end int) {
	nodes := map[string]bool{}
	for _, a := range pb.Allocs {
		if b.Pools != nil && !slices.Contains(b.Pools, a.Pool) {
			c.fail("block %s may not use pool %s", b.ID, a.Pool)
		}
		i, ok := c.pools[a.Pool]
		if !ok {
			continue // hold reports it
		}
		if node := c.p.Pools[i].Node; b.DistinctNodes && nodes[node] {
			c.fail("block %s has two allocs on node %s", b.ID, node)
		} else {
			nodes[node] = true
		}
		if end > c.p.Steps {
			c.tail[i] += b.GPUsPerAlloc
		}
	}
}

// count adds a placed block to the figures.
func (c *checker) count(b *Block, s int) {
	steps := min(s+b.Steps, c.p.Steps) - s
	late := 0
	if len(b.Running) == 0 {
		late = s - max(b.Earliest, 0)
	}
	work := float64(b.Allocs) * float64(b.GPUsPerAlloc) * float64(steps)
	c.busy += work
	c.out += b.Weight * work
	c.value += b.Weight * work * (1 + c.p.EarlinessOrDefault()*(1-float64(late)/float64(c.p.Steps)))
}

// service checks one service's replicas and takes their GPUs.
func (c *checker) service(s *Service, ps *PlanService) {
	if len(ps.Replicas) != c.p.Steps {
		c.fail("service %s has replicas for %d steps, needs %d", s.ID, len(ps.Replicas), c.p.Steps)
		return
	}
	on := make([]map[int]*Interval, c.p.Steps)
	for t := range on {
		on[t] = map[int]*Interval{}
	}
	for k := range ps.Intervals {
		iv := &ps.Intervals[k]
		if iv.Index < 0 || iv.From < 0 || iv.To > c.p.Steps || iv.From >= iv.To {
			c.fail("service %s: replica %d is on steps [%d, %d)", s.ID, iv.Index, iv.From, iv.To)
			continue
		}
		c.replicaMayUse(s, iv)
		for t := iv.From; t < iv.To; t++ {
			if on[t][iv.Index] != nil {
				c.fail("service %s: replica %d stands twice at step %d", s.ID, iv.Index, t)
			}
			on[t][iv.Index] = iv
		}
		c.hold(s.ID, iv.Pool, iv.GPUs, s.GPUsPerReplica, iv.From, iv.To, s.CPU, s.Memory)
	}
	c.replicasArePrefixes(s, ps, on)
	c.replicasStay(s, on)
	if s.DistinctNodes {
		c.replicasStandApart(s, on)
	}
}

func (c *checker) replicaMayUse(s *Service, iv *Interval) {
	stays := iv.From == 0 && iv.Index < len(s.Running)
	if stays && iv.Pool != s.Running[iv.Index] {
		c.fail("service %s: replica %d runs on %s and was moved to %s", s.ID, iv.Index, s.Running[iv.Index], iv.Pool)
	}
	if !stays && s.Pools != nil && !slices.Contains(s.Pools, iv.Pool) {
		c.fail("service %s may not use pool %s", s.ID, iv.Pool)
	}
}

// replicasArePrefixes: Nomad removes the highest index first, so n replicas are 0 … n−1.
func (c *checker) replicasArePrefixes(s *Service, ps *PlanService, on []map[int]*Interval) {
	for t, n := range ps.Replicas {
		if n < 0 || n > s.Demand[t] || len(on[t]) != n {
			c.fail("service %s: %d replicas claimed and %d placed of %d wanted at step %d", s.ID, n, len(on[t]), s.Demand[t], t)
		}
		for i := range n {
			if on[t][i] == nil {
				c.fail("service %s: replica %d of %d is missing at step %d", s.ID, i, n, t)
				break
			}
		}
		missing := float64(s.Demand[t]-n) * float64(s.GPUsPerReplica)
		c.busy += float64(n) * float64(s.GPUsPerReplica)
		c.short += missing
		c.wgt += s.Weight * missing
	}
}

func (c *checker) replicasStay(s *Service, on []map[int]*Interval) {
	for t := 1; t < len(on); t++ {
		for i, iv := range on[t] {
			if was := on[t-1][i]; was != nil && (was.Pool != iv.Pool || !slices.Equal(was.GPUs, iv.GPUs)) {
				c.fail("service %s: replica %d moves at step %d without a break", s.ID, i, t)
			}
		}
	}
}

func (c *checker) replicasStandApart(s *Service, on []map[int]*Interval) {
	for t := range on {
		nodes := map[string]bool{}
		for _, iv := range on[t] {
			i, ok := c.pools[iv.Pool]
			if !ok {
				continue
			}
			if node := c.p.Pools[i].Node; nodes[node] {
				c.fail("service %s stands twice on node %s at step %d", s.ID, node, t)
			} else {
				nodes[node] = true
			}
		}
	}
}
