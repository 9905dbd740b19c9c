package search

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// recreate puts back what the move took out, and a few units that were out
// before, in an order drawn anew. It reports whether all that must stand does.
func (c *Chain) recreate() bool {
	c.widen()
	c.fillQueue()
	for _, e := range c.queue {
		if c.st.Placed(e.u) {
			continue
		}
		if !c.insert(e.u) && c.in.Units[e.u].Must && !c.intrude(e.u) {
			return false
		}
	}
	return c.missing == 0
}

// widen adds random pools of the classes touched; one move of 16 may use all.
func (c *Chain) widen() {
	if len(c.in.Pools) <= 12 || c.rng.IntN(16) == 0 {
		for p := range c.in.Pools {
			c.touch(p)
		}
		return
	}
	if len(c.used) == 0 {
		c.touch(c.rng.IntN(len(c.in.Pools)))
	}
	kin := c.kin[c.class[c.used[0]]]
	for range 10 {
		c.touch(kin[c.rng.IntN(len(kin))])
	}
}

// fillQueue lists the units to insert, in order.
func (c *Chain) fillQueue() {
	c.queue = c.queue[:0]
	kind, noise := c.rng.IntN(8), 0.3*c.rng.Float64()
	add := func(u int) {
		key := c.key(kind, u) * math.Exp(noise*c.rng.NormFloat64())
		if c.in.Units[u].Must && c.rng.IntN(16) > 0 {
			key += 1e12
		}
		c.queue = append(c.queue, entry{u, key})
	}
	for i := range c.log {
		if u := c.log[i].u; !c.st.Placed(u) {
			add(u)
		}
	}
	for range 2 + c.rng.IntN(8) {
		if len(c.out) == 0 {
			break
		}
		if u := c.out[c.rng.IntN(len(c.out))]; c.seen[u] != c.moves && c.serves(u) {
			add(u)
		}
	}
	slices.SortFunc(c.queue, func(a, b entry) int {
		switch {
		case a.key > b.key:
			return -1
		case a.key < b.key:
			return 1
		}
		return a.u - b.u
	})
}

// key is what units are ordered by in this move.
func (c *Chain) key(kind, u int) float64 {
	unit := &c.in.Units[u]
	switch kind {
	case 0, 1:
		return c.ratio[u]
	case 2, 3:
		return c.ratio[u] * float64(unit.Size())
	case 4:
		return c.worth[u] / float64(1+unit.Work())
	case 5:
		return c.worth[u] / float64(1+unit.Work()) * float64(unit.Size())
	case 6:
		return float64(unit.Size())
	}
	return c.rng.Float64()
}

// serves reports whether a touched pool may serve unit u.
func (c *Chain) serves(u int) bool {
	for _, p := range c.used {
		if c.serve[u][c.class[p]] {
			return true
		}
	}
	return false
}

// insert places unit u into the touched pools where the move's style likes it most.
func (c *Chain) insert(u int) bool {
	c.record(u)
	unit := &c.in.Units[u]
	if len(unit.Items) == 1 && unit.Items[0].Allocs == 1 {
		return c.insertOne(u)
	}
	starts := c.st.Starts(u, c.use)
	s := starts.First(unit.Early)
	if s < 0 {
		return false
	}
	copy(c.bits, starts)
	for tries := 0; s >= 0 && s <= unit.Late && tries < 3; tries++ {
		if c.st.Place(u, s, c) {
			c.placed(u)
			return true
		}
		if s+1 >= 64*len(c.bits) {
			break
		}
		s = c.bits.First(s + 1)
	}
	return false
}

// Rank implements grid.Chooser for units of several allocations.
func (c *Chain) Rank(st *grid.State, _ *grid.Item, p, from, to int) float64 {
	if !c.use[p] {
		return math.Inf(1)
	}
	return Fit{c.style.area, c.style.touch}.Rank(st, nil, p, from, to) + 1e-3*c.rng.Float64()
}

// insertOne places a unit of one allocation: over the pools, the first start
// of each run of feasible ones (and the last in half of the moves).
func (c *Chain) insertOne(u int) bool {
	it := &c.in.Units[u].Items[0]
	best, at, pool := math.Inf(1), -1, -1
	consider := func(p, s int) {
		from, to := c.in.Span(it, s)
		fit := Fit{c.style.area, c.style.touch}
		if r := c.style.early*float64(s-c.in.Units[u].Early) + fit.Rank(c.st, it, p, from, to); r < best {
			best, at, pool = r, s, p
		}
	}
	for _, p := range c.used {
		if !c.serve[u][c.class[p]] || c.style.blink > 0 && c.rng.Float64() < c.style.blink || !c.st.PoolStarts(u, 0, p, c.bits) {
			continue
		}
		runs := 0
		for s := c.bits.First(0); s >= 0 && runs < 8; runs++ {
			end := c.bits.FirstNot(s)
			consider(p, s)
			if c.style.lasts && end-1 > s {
				consider(p, end-1)
			}
			if end >= 64*len(c.bits) {
				break
			}
			s = c.bits.First(end)
		}
	}
	if pool < 0 {
		return false
	}
	c.st.PlaceAt(u, at, []int{pool})
	c.placed(u)
	return true
}

// intrude places a unit that must stand by throwing out blocks.
func (c *Chain) intrude(u int) bool {
	it := &c.in.Units[u].Items[0]
	s := c.in.Units[u].Early
	for range 4 {
		p := it.Pools[c.rng.IntN(len(it.Pools))]
		if c.clear(u, 0, p, s) {
			return c.putAt(u, s, []int{p})
		}
	}
	return false
}
