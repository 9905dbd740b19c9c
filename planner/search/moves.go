package search

import "slices"

// ruin takes a few units out of one to four pools, mostly of one class, over a window.
func (c *Chain) ruin() bool {
	r, h := c.rng, c.in.Steps
	pools, most, length := 1+r.IntN(3), 2+r.IntN(10), 1+r.IntN(max(1, h/3))
	large := r.IntN(12) == 0
	if large {
		pools, most, length = 2+r.IntN(3), 8+r.IntN(20), h/3+r.IntN(max(1, h/2))
	}
	from := r.IntN(h) - length/2
	c.choosePools(pools)
	blocksOnly := r.IntN(3) == 0
	left := most
	for _, p := range c.used {
		list := c.on[p]
		if len(list) == 0 {
			continue
		}
		first := r.IntN(len(list))
		for k := 0; k < len(list) && left > 0; k++ {
			u := list[(first+k)%len(list)]
			if c.meets(u, from, from+length) && !(blocksOnly && c.in.Units[u].Must) && !(large && c.in.Units[u].Size() < 4) {
				c.remove(u)
				list = c.on[p]
				left--
				k--
				if len(list) == 0 {
					break
				}
			}
		}
	}
	return left < most || len(c.out) > 0
}

// choosePools picks n pools: the first at random, the others mostly of its class.
func (c *Chain) choosePools(n int) {
	first := c.rng.IntN(len(c.in.Pools))
	c.touch(first)
	kin := c.kin[c.class[first]]
	for range n - 1 {
		if c.rng.IntN(8) > 0 {
			c.touch(kin[c.rng.IntN(len(kin))])
		} else {
			c.touch(c.rng.IntN(len(c.in.Pools)))
		}
	}
}

// meets reports whether placed unit u holds anything in [from, to).
func (c *Chain) meets(u, from, to int) bool {
	s := c.st.At(u).Start
	longest := 0
	for i := range c.in.Units[u].Items {
		longest = max(longest, c.in.Units[u].Items[i].Steps)
	}
	return s < to && s+longest > from
}

// force draws a block, gives it a start and throws out what is in its way.
func (c *Chain) force() bool {
	u := c.drawBlock()
	if c.st.Placed(u) {
		c.remove(u)
	}
	s := c.drawStart(u)
	unit := &c.in.Units[u]
	if s < 0 {
		return false
	}
	var pools []int
	for i := range unit.Items {
		it := &unit.Items[i]
		for range it.Allocs {
			p := c.drawPool(u, i, s, pools)
			if p < 0 || !c.clear(u, i, p, s) {
				return false
			}
			pools = append(pools, p)
		}
		if it.Allocs > 1 || len(unit.Items) > 1 {
			if !c.clearAll(u, s, pools) {
				return false
			}
		}
	}
	return c.putAt(u, s, pools)
}

// drawBlock draws a block by value, half the time one that is out.
func (c *Chain) drawBlock() int {
	if len(c.out) > 0 && c.rng.IntN(2) == 0 {
		best := -1
		for range 3 {
			u := c.out[c.rng.IntN(len(c.out))]
			if best < 0 || c.ratio[u]*c.worth[u] > c.ratio[best]*c.worth[best] {
				best = u
			}
		}
		if !c.in.Units[best].Must {
			return best
		}
	}
	x := c.rng.Float64() * c.draw[len(c.draw)-1]
	k, _ := slices.BinarySearch(c.draw, x)
	return c.blocks[min(k, len(c.blocks)-1)]
}

// drawStart draws a few starts and returns the one of the largest reduced value.
func (c *Chain) drawStart(u int) int {
	unit := &c.in.Units[u]
	best, at := 0.0, -1
	for range 1 + c.rng.IntN(6) {
		s := unit.Early + c.rng.IntN(unit.Late-unit.Early+1)
		if c.rng.IntN(4) == 0 {
			s = unit.Early
		}
		if unit.Value(s) < 0 {
			continue
		}
		if v := c.rd.Reduced(u, s); at < 0 || v > best {
			best, at = v, s
		}
	}
	return at
}

// drawPool draws a pool for one more allocation of item i; pools hold those before it.
func (c *Chain) drawPool(u, i, s int, pools []int) int {
	it := &c.in.Units[u].Items[i]
	var fit, any int = -1, -1
	for range 4 {
		p := it.Pools[c.rng.IntN(len(it.Pools))]
		if it.Distinct && c.nodeTaken(p, pools) {
			continue
		}
		any = p
		if c.st.Fits(u, i, p, s) && !slices.Contains(pools, p) {
			fit = p
		}
	}
	if fit >= 0 && c.rng.IntN(2) == 0 {
		return fit
	}
	return any
}

func (c *Chain) nodeTaken(p int, pools []int) bool {
	for _, q := range pools {
		if c.in.Pools[q].Node == c.in.Pools[p].Node {
			return true
		}
	}
	return false
}

// clear removes blocks from pool p until item i of u fits there from s.
func (c *Chain) clear(u, i, p, s int) bool {
	c.touch(p)
	from, to := c.in.Span(&c.in.Units[u].Items[i], s)
	for !c.st.Fits(u, i, p, s) {
		if !c.evict(p, from, to) {
			return false
		}
	}
	return true
}

// clearAll removes blocks from the pools until u fits on all of them together.
func (c *Chain) clearAll(u, s int, pools []int) bool {
	whole := len(pools) == c.in.Units[u].Allocs()
	for whole && !c.st.PlaceAt(u, s, pools) {
		any := false
		for _, p := range pools {
			from, to := c.in.Span(&c.in.Units[u].Items[0], s)
			any = c.evict(p, from, to) || any
		}
		if !any {
			return false
		}
	}
	if whole {
		c.st.Remove(u)
	}
	return true
}

// evict removes one block that holds GPUs of pool p in [from, to): of a few
// drawn, the one of the lowest value per GPU-step. Units that must stand stay.
func (c *Chain) evict(p, from, to int) bool {
	list := c.on[p]
	victim, worst := -1, 0.0
	if len(list) == 0 {
		return false
	}
	first := c.rng.IntN(len(list))
	for k := range list {
		u := list[(first+k)%len(list)]
		if c.in.Units[u].Must || !c.meets(u, from, to) {
			continue
		}
		if d := c.ratio[u] * (0.5 + c.rng.Float64()); victim < 0 || d < worst {
			victim, worst = u, d
		}
	}
	if victim < 0 {
		return false
	}
	for _, q := range c.st.At(victim).Pools {
		c.touch(q)
	}
	c.remove(victim)
	return true
}

// swapTails lets two pools of a class exchange what starts from a step on.
func (c *Chain) swapTails() bool {
	p := c.rng.IntN(len(c.in.Pools))
	kin := c.kin[c.class[p]]
	q := kin[c.rng.IntN(len(kin))]
	if p == q {
		return false
	}
	t := c.rng.IntN(c.in.Steps)
	c.touch(p)
	c.touch(q)
	mine, yours := c.tail(p, t), c.tail(q, t)
	starts := make([]int, 0, len(mine)+len(yours))
	for _, u := range append(slices.Clone(mine), yours...) {
		starts = append(starts, c.st.At(u).Start)
		c.remove(u)
	}
	for k, u := range mine {
		if !c.putAt(u, starts[k], []int{q}) {
			return false
		}
	}
	for k, u := range yours {
		if !c.putAt(u, starts[len(mine)+k], []int{p}) {
			return false
		}
	}
	return len(starts) > 0
}

// tail lists the units of one allocation on pool p that start at t or later.
func (c *Chain) tail(p, t int) []int {
	var out []int
	for _, u := range c.on[p] {
		if at := c.st.At(u); len(at.Pools) == 1 && at.Start >= t {
			out = append(out, u)
		}
	}
	return out
}
