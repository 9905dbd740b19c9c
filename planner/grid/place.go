package grid

// Chooser ranks pools for one allocation over steps [from, to): the lowest rank
// wins, the first pool of equal ones. A rank of +Inf passes the pool over.
type Chooser interface {
	Rank(st *State, it *Item, p, from, to int) float64
}

// Place puts unit u at start s on the pools that c ranks lowest, and reports
// whether all of its allocations found one. On false nothing has changed. A nil
// Chooser takes the first pool that fits.
func (st *State) Place(u, s int, c Chooser) bool {
	unit := &st.in.Units[u]
	at := &st.at[u]
	at.Pools = at.Pools[:0]
	for i := range unit.Items {
		it := &unit.Items[i]
		for range it.Allocs {
			p := st.choose(it, s, len(at.Pools)-st.allocsOf(unit, i), c, at.Pools)
			if p < 0 {
				at.Start = s
				st.release(u)
				return false
			}
			st.hold(it, p, s, true)
			at.Pools = append(at.Pools, p)
		}
	}
	at.Start = s
	return true
}

// PlaceAt puts unit u at start s on the given pools, one per allocation, and
// reports whether they fit. On false nothing has changed.
func (st *State) PlaceAt(u, s int, pools []int) bool {
	unit := &st.in.Units[u]
	at := &st.at[u]
	at.Pools = at.Pools[:0]
	i, left := 0, unit.Items[0].Allocs
	for _, p := range pools {
		for left == 0 {
			i++
			left = unit.Items[i].Allocs
		}
		it := &unit.Items[i]
		if !st.fits(it, p, s, at.Pools[len(at.Pools)-(it.Allocs-left):]) {
			at.Start = s
			st.release(u)
			return false
		}
		st.hold(it, p, s, true)
		at.Pools = append(at.Pools, p)
		left--
	}
	at.Start = s
	return true
}

// Remove takes unit u out; it must be placed.
func (st *State) Remove(u int) { st.release(u) }

// release gives back what the allocations recorded so far hold.
func (st *State) release(u int) {
	unit, at := &st.in.Units[u], &st.at[u]
	k := 0
	for i := range unit.Items {
		for range unit.Items[i].Allocs {
			if k == len(at.Pools) {
				break
			}
			st.hold(&unit.Items[i], at.Pools[k], at.Start, false)
			k++
		}
	}
	at.Start, at.Pools = -1, at.Pools[:0]
}

// allocsOf counts the allocations of the items before item i.
func (st *State) allocsOf(unit *Unit, i int) int {
	n := 0
	for j := range i {
		n += unit.Items[j].Allocs
	}
	return n
}

// choose returns the best pool for one more allocation of it, of which the last
// `placed` of pools are placed already, or −1.
func (st *State) choose(it *Item, s, placed int, c Chooser, pools []int) int {
	best, rank := -1, 0.0
	from, to := st.in.Span(it, s)
	mine := pools[len(pools)-placed:]
	for _, p := range it.Pools {
		if !st.fits(it, p, s, mine) {
			continue
		}
		if c == nil {
			return p
		}
		if r := c.Rank(st, it, p, from, to); best < 0 && r < inf || r < rank {
			best, rank = p, r
		}
	}
	return best
}

// fits reports whether one allocation of it fits pool p from step s, beside
// the item's own allocations on the pools `mine`.
func (st *State) fits(it *Item, p, s int, mine []int) bool {
	from, to := st.in.Span(it, s)
	if it.GPUs > 0 {
		lv := st.level(p, it.GPUs)
		if lv == nil || !lv.hasRange(from, to) {
			return false
		}
	}
	n := st.in.Pools[p].Node
	if it.Distinct {
		for _, q := range mine {
			if st.in.Pools[q].Node == n {
				return false
			}
		}
	}
	if it.Apart >= 0 && st.apart[it.Apart*len(st.in.Nodes)+n].meets(from, to) {
		return false
	}
	return room(st.cpu[n], it.CPU, from, to) && room(st.memory[n], it.Memory, from, to)
}

// hold takes (or gives back) what one allocation of it holds on pool p from step s.
func (st *State) hold(it *Item, p, s int, take bool) {
	from, to := st.in.Span(it, s)
	m := st.s.mask
	m.setRange(from, to)
	sign := 1.0
	if take {
		st.take(p, it.GPUs, m)
	} else {
		st.give(p, it.GPUs, m)
		sign = -1
	}
	n := st.in.Pools[p].Node
	use(st.cpu[n], sign*it.CPU, from, to)
	use(st.memory[n], sign*it.Memory, from, to)
	if it.Apart < 0 {
		return
	}
	set := st.apart[it.Apart*len(st.in.Nodes)+n]
	for i := range set {
		if take {
			set[i] |= m[i]
		} else {
			set[i] &^= m[i]
		}
	}
}

// slack is the rounding error that sums of CPU and memory may carry.
const slack = 1e-7

// room reports whether need is free at every step [from, to) that has a limit.
func room(free []float64, need float64, from, to int) bool {
	if need == 0 || len(free) == 0 {
		return true
	}
	for t := from; t < min(to, len(free)); t++ {
		if free[t] < need-slack {
			return false
		}
	}
	return true
}

func use(free []float64, amount float64, from, to int) {
	if amount == 0 || len(free) == 0 {
		return
	}
	for t := from; t < min(to, len(free)); t++ {
		free[t] -= amount
	}
}
