package branch

// propagator removes options that what surely stands leaves no room for, and
// starts at which nothing ends and no capacity rises.
type propagator struct {
	s     *solver
	left  [][]int // pool, step → GPUs left beside what surely stands
	ends  [][]uint8
	mine  [][]bool
	marks []int // steps marked in mine, as pool·h + step
}

func (pr *propagator) init(s *solver) {
	pr.s = s
	for range s.cap {
		pr.left = append(pr.left, make([]int, s.h))
		pr.ends = append(pr.ends, make([]uint8, s.h+1))
		pr.mine = append(pr.mine, make([]bool, s.h+1))
	}
	s.dual.spans = make([]span, len(s.units))
}

// tighten bounds n and removes what cannot be part of anything better, until
// nothing changes. It reports whether n may still hold something better.
func (s *solver) tighten(n *node, rounds int) bool {
	for pass := 0; ; pass++ {
		if !s.propagate(n) {
			return false
		}
		b := s.ascend(n, rounds)
		n.bound = min(n.bound, b)
		if n.bound <= s.cutoff() {
			return false
		}
		if !s.fix(n) || pass >= 3 {
			return true
		}
		rounds = probeRounds
	}
}

// fix removes options by reduced cost and makes units that cannot stay out
// placed; it reports whether enough changed for another pass.
func (s *solver) fix(n *node) bool {
	d := &s.dual
	v := d.evaluate(n)
	before, after := 0, 0
	changed := false
	for u := range s.units {
		x := &s.units[u]
		slackness := v - d.lambda[u] + d.credit[u] - s.cutoff()
		before += len(n.alive[u])
		n.keep(u, func(o int32) bool { return d.reduced(x, &x.options[o])+slackness > 0 })
		after += len(n.alive[u])
		if !n.in[u] && len(n.alive[u]) > 0 && v-d.lambda[u] <= s.cutoff() {
			n.in[u] = true
			changed = true
		}
	}
	return changed || after < before*9/10
}

// propagate repeats the deductions that need no prices; false means that n holds nothing.
func (s *solver) propagate(n *node) bool {
	for {
		if !s.prop.stand(n) {
			return false
		}
		changed := false
		for u := range s.units {
			if len(n.alive[u]) == 0 {
				if n.in[u] {
					return false
				}
				continue
			}
			changed = s.prop.squeeze(n, u) || changed
			if len(n.alive[u]) == 0 && n.in[u] {
				return false
			}
		}
		if s.plain {
			changed = s.prop.dominate(n) || changed
		}
		if !changed {
			return true
		}
	}
}

// stand works out what surely stands where; false means more than there is room for.
func (pr *propagator) stand(n *node) bool {
	s := pr.s
	for p := range s.cap {
		clear(s.dual.sure[p])
	}
	for u := range s.units {
		s.dual.spans[u] = s.surely(n, u)
		if sp := s.dual.spans[u]; sp.from < sp.to {
			x := &s.units[u]
			for _, us := range x.patterns[x.options[n.alive[u][0]].pattern].uses {
				for t := sp.from; t < sp.to; t++ {
					s.dual.sure[us.pool][t] += us.gpus
				}
			}
		}
	}
	for p, row := range s.cap {
		for t := range row {
			pr.left[p][t] = row[t] - s.dual.sure[p][t]
			if pr.left[p][t] < 0 {
				return false
			}
		}
	}
	return true
}

// surely returns the steps that a unit which must be placed holds wherever it
// starts; empty while it may stay out, has a choice of patterns or items of
// several lengths.
func (s *solver) surely(n *node, u int) span {
	if !n.in[u] || len(n.alive[u]) == 0 {
		return span{}
	}
	x := &s.units[u]
	first, last := &x.options[n.alive[u][0]], &x.options[n.alive[u][len(n.alive[u])-1]]
	if first.pattern != last.pattern {
		return span{}
	}
	uses := x.patterns[first.pattern].uses
	to := s.h
	for k := range uses {
		to = min(to, first.start+uses[k].steps)
	}
	return span{last.start, to}
}

// squeeze removes the options of u that no longer fit.
func (pr *propagator) squeeze(n *node, u int) bool {
	s, x := pr.s, &pr.s.units[u]
	own := s.dual.spans[u]
	return n.keep(u, func(o int32) bool {
		op := &x.options[o]
		for _, us := range x.patterns[op.pattern].uses {
			row := pr.left[us.pool]
			for t := op.start; t < min(op.start+us.steps, s.h); t++ {
				if row[t] < us.gpus {
					if t >= own.from && t < own.to {
						t = own.to - 1 // it stands there already
						continue
					}
					return false
				}
			}
		}
		return true
	})
}
