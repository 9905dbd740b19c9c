package grid

import (
	"math"
	"slices"
)

var inf = math.Inf(1)

// hasRange reports whether all of [from, to) is in the set.
func (b Bits) hasRange(from, to int) bool {
	for i := from >> 6; i<<6 < to; i++ {
		lo, hi := max(from-i<<6, 0), min(to-i<<6, 64)
		m := ^uint64(0) << lo & (^uint64(0) >> (64 - hi))
		if b[i]&m != m {
			return false
		}
	}
	return true
}

// meets reports whether any of [from, to) is in the set.
func (b Bits) meets(from, to int) bool {
	for i := from >> 6; i<<6 < to; i++ {
		lo, hi := max(from-i<<6, 0), min(to-i<<6, 64)
		if b[i]&(^uint64(0)<<lo&(^uint64(0)>>(64-hi))) != 0 {
			return true
		}
	}
	return false
}

// Starts returns the steps at which unit u could start, item by item: for a
// unit of one item without CPU or memory limits Place succeeds at exactly
// these; for others it may still fail. The set is valid until the next call.
// Only pools for which use is true count; nil means all.
func (st *State) Starts(u int, use []bool) Bits {
	unit, out := &st.in.Units[u], st.s.start
	out.setRange(unit.Early, unit.Late+1)
	for i := range unit.Items {
		if !out.Any() {
			return out
		}
		st.itemStarts(&unit.Items[i], out, use)
	}
	return out
}

// itemStarts removes from out the starts at which fewer than it.Allocs pools have room.
func (st *State) itemStarts(it *Item, out Bits, use []bool) {
	ladder := st.rungs(it.Allocs)
	if it.Distinct {
		st.climbNodes(it, ladder, use)
	} else {
		st.climbPools(it, ladder, use)
	}
	top := ladder[it.Allocs-1]
	for i := range out {
		out[i] &= top[i]
	}
}

// rungs returns n empty sets: rung i holds the starts with room for i+1 allocations.
func (st *State) rungs(n int) []Bits {
	for len(st.s.ladder) < n {
		st.s.ladder = append(st.s.ladder, make(Bits, st.words))
	}
	ladder := st.s.ladder[:n]
	for _, r := range ladder {
		r.Clear()
	}
	return ladder
}

func climb(ladder []Bits, set Bits) {
	for i := len(ladder) - 1; i > 0; i-- {
		for w, x := range set {
			ladder[i][w] |= ladder[i-1][w] & x
		}
	}
	for w, x := range set {
		ladder[0][w] |= x
	}
}

func (st *State) climbPools(it *Item, ladder []Bits, use []bool) {
	for _, p := range it.Pools {
		if use != nil && !use[p] {
			continue
		}
		for k := 1; k <= len(ladder); k++ {
			if !st.poolStarts(it, p, k, st.s.pool) {
				break
			}
			climb(ladder, st.s.pool)
		}
	}
}

// climbNodes counts every node once, whichever of its pools has room.
func (st *State) climbNodes(it *Item, ladder []Bits, use []bool) {
	st.s.turn++
	for _, p := range it.Pools {
		n := st.in.Pools[p].Node
		if st.s.seen[n] == st.s.turn {
			continue
		}
		st.s.seen[n] = st.s.turn
		all := st.s.all
		all.Clear()
		for _, q := range st.pools[n] {
			if _, ok := slices.BinarySearch(it.Pools, q); ok && (use == nil || use[q]) && st.poolStarts(it, q, 1, st.s.pool) {
				for w, x := range st.s.pool {
					all[w] |= x
				}
			}
		}
		climb(ladder, all)
	}
}

// poolStarts sets out to the steps from which pool p has room for k allocations
// of it, and reports whether there are any.
func (st *State) poolStarts(it *Item, p, k int, out Bits) bool {
	if !st.open(it, p, k, out) {
		return false
	}
	out.erode(min(it.Steps, st.in.Horizon()), st.pad)
	return out.Any()
}

// PoolStarts sets out to the steps in the unit's window from which pool p has
// room for one allocation of item i of unit u, and reports whether there are any.
func (st *State) PoolStarts(u, i, p int, out Bits) bool {
	unit := &st.in.Units[u]
	if !st.poolStarts(&unit.Items[i], p, 1, out) {
		return false
	}
	m := st.s.mask
	m.setRange(unit.Early, unit.Late+1)
	any := uint64(0)
	for w := range out {
		out[w] &= m[w]
		any |= out[w]
	}
	return any != 0
}

// Fits reports whether one allocation of item i of unit u fits pool p from step s.
func (st *State) Fits(u, i, p, s int) bool {
	return st.fits(&st.in.Units[u].Items[i], p, s, nil)
}

// open sets out to the single steps at which pool p has room for k allocations.
func (st *State) open(it *Item, p, k int, out Bits) bool {
	if it.GPUs == 0 {
		out.setRange(0, 64*st.words)
	} else if lv := st.level(p, k*it.GPUs); lv != nil {
		copy(out, lv)
	} else {
		return false
	}
	n := st.in.Pools[p].Node
	closed(out, st.cpu[n], float64(k)*it.CPU)
	closed(out, st.memory[n], float64(k)*it.Memory)
	if it.Apart >= 0 {
		for i, x := range st.apart[it.Apart*len(st.in.Nodes)+n] {
			out[i] &^= x
		}
		return k == 1
	}
	return true
}

// closed removes the steps at which less than need is free.
func closed(out Bits, free []float64, need float64) {
	if need == 0 {
		return
	}
	for t, f := range free {
		if f < need-slack {
			out[t>>6] &^= 1 << (t & 63)
		}
	}
}
