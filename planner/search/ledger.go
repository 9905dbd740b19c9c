package search

import "slices"

// enter notes on its pools that unit u is placed.
func (c *Chain) enter(u int) {
	pools := c.st.At(u).Pools
	for i, p := range pools {
		if !slices.Contains(pools[:i], p) {
			c.on[p] = append(c.on[p], u)
		}
	}
}

// leave notes that unit u is not placed.
func (c *Chain) leave(u int) {
	c.outPos[u] = len(c.out)
	c.out = append(c.out, u)
	if c.in.Units[u].Must {
		c.missing++
	}
}

// record keeps where u stood before the present move.
func (c *Chain) record(u int) {
	if c.seen[u] == c.moves {
		return
	}
	c.seen[u] = c.moves
	n := len(c.log)
	if n < cap(c.log) {
		c.log = c.log[:n+1]
	} else {
		c.log = append(c.log, undo{})
	}
	at := c.st.At(u)
	c.log[n].u, c.log[n].start = u, at.Start
	c.log[n].pools = append(c.log[n].pools[:0], at.Pools...)
}

// remove takes unit u out of the packing.
func (c *Chain) remove(u int) {
	c.record(u)
	at := c.st.At(u)
	c.value -= c.in.Units[u].Value(at.Start)
	for i, p := range at.Pools {
		if !slices.Contains(at.Pools[:i], p) {
			list := c.on[p]
			k := slices.Index(list, u)
			list[k] = list[len(list)-1]
			c.on[p] = list[:len(list)-1]
		}
	}
	c.st.Remove(u)
	c.leave(u)
}

// placed notes that unit u has just been placed in st.
func (c *Chain) placed(u int) {
	last, k := c.out[len(c.out)-1], c.outPos[u]
	c.out[k] = last
	c.outPos[last] = k
	c.out = c.out[:len(c.out)-1]
	c.outPos[u] = -1
	if c.in.Units[u].Must {
		c.missing--
	}
	c.enter(u)
	c.value += c.in.Units[u].Value(c.st.At(u).Start)
}

// putAt places unit u at s on pools and reports whether it fits.
func (c *Chain) putAt(u, s int, pools []int) bool {
	c.record(u)
	if !c.st.PlaceAt(u, s, pools) {
		return false
	}
	c.placed(u)
	return true
}

// revert undoes the present move.
func (c *Chain) revert() {
	for i := range c.log {
		if u := c.log[i].u; c.st.Placed(u) {
			c.remove(u)
		}
	}
	for i := range c.log {
		if l := &c.log[i]; l.start >= 0 {
			if !c.putAt(l.u, l.start, l.pools) {
				panic("search: a packing that stood no longer fits")
			}
		}
	}
}
