package branch

import "math"

// dominate keeps a start only if the unit cannot begin one step earlier for a
// reason that may hold: the step before is outside its window, capacity rises,
// or another unit may end there. Some best packing has only such starts, since
// moving a unit one step earlier never makes it worth less.
func (pr *propagator) dominate(n *node) bool {
	pr.markEnds(n)
	changed := false
	for u := range pr.s.units {
		if len(n.alive[u]) > 1 && len(pr.s.in.Units[pr.s.units[u].index].Items) == 1 && !pr.s.units[u].must {
			pr.markMine(n, u)
			changed = n.keep(u, func(o int32) bool { return pr.useful(u, o) }) || changed
			pr.unmark()
		}
	}
	return changed
}

// markEnds counts, up to two, the units that may end at each step of each pool.
func (pr *propagator) markEnds(n *node) {
	for p := range pr.ends {
		clear(pr.ends[p])
	}
	for u := range pr.s.units {
		pr.markMine(n, u)
		for _, m := range pr.marks {
			p, t := m/(pr.s.h+1), m%(pr.s.h+1)
			if pr.ends[p][t] < 2 {
				pr.ends[p][t]++
			}
		}
		pr.unmark()
	}
}

// markMine marks the steps at which unit u may end.
func (pr *propagator) markMine(n *node, u int) {
	x := &pr.s.units[u]
	for _, o := range n.alive[u] {
		op := &x.options[o]
		for k := range x.patterns[op.pattern].uses {
			us := &x.patterns[op.pattern].uses[k]
			end := op.start + us.steps
			if end < pr.s.h && !pr.mine[us.pool][end] {
				pr.mine[us.pool][end] = true
				pr.marks = append(pr.marks, us.pool*(pr.s.h+1)+end)
			}
		}
	}
}

func (pr *propagator) unmark() {
	for _, m := range pr.marks {
		pr.mine[m/(pr.s.h+1)][m%(pr.s.h+1)] = false
	}
	pr.marks = pr.marks[:0]
}

// useful reports whether something may stop option o of unit u from starting a step earlier.
func (pr *propagator) useful(u int, o int32) bool {
	s, x := pr.s, &pr.s.units[u]
	op, gu := &x.options[o], &s.in.Units[x.index]
	if op.start == gu.Early || math.IsInf(gu.Value(op.start-1), -1) {
		return true
	}
	for k := range x.patterns[op.pattern].uses {
		us := &x.patterns[op.pattern].uses[k]
		cap := s.cap[us.pool]
		if cap[op.start] > cap[op.start-1] {
			return true
		}
		others := pr.ends[us.pool][op.start]
		if pr.mine[us.pool][op.start] {
			others--
		}
		if others > 0 {
			return true
		}
	}
	return false
}
