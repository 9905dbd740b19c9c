package branch

import (
	"cmp"
	"slices"
)

// mostCandidates is how many ways to branch are probed at a node.
const mostCandidates = 6

// candidate is a way to branch: on whether unit u is placed, or on its starts.
type candidate struct {
	u     int
	score float64
}

// split probes some ways to branch. Where a child holds nothing better, n is
// narrowed to the other and again is true; else the children of the best way
// are returned, the one to look at first last.
func (s *solver) split(n *node) (children []*node, again bool) {
	best := -1.0
	for _, c := range s.candidates(n) {
		a, b := s.divide(n, c.u)
		aLives, bLives := s.tighten(a, probeRounds), s.tighten(b, probeRounds)
		switch {
		case !aLives && !bLives:
			n.bound = s.value
			return nil, false
		case !aLives:
			n.adopt(b)
			return nil, true
		case !bLives:
			n.adopt(a)
			return nil, true
		}
		if gain := (n.bound - a.bound + 1e-6) * (n.bound - b.bound + 1e-6); gain > best {
			best = gain
			if a.bound < b.bound {
				children = []*node{a, b}
			} else {
				children = []*node{b, a}
			}
		}
	}
	return children, false
}

// candidates lists the units about which most is undecided.
func (s *solver) candidates(n *node) []candidate {
	var out, starts []candidate
	for u := range s.units {
		x := &s.units[u]
		if len(n.alive[u]) == 0 {
			continue
		}
		value := 0.0
		for _, o := range n.alive[u] {
			value = max(value, x.options[o].value)
		}
		if !n.in[u] {
			out = append(out, candidate{u, value * (0.05 + min(n.share[u], 1-n.share[u]))})
		} else if len(n.alive[u]) > 1 {
			lo, hi := s.window(n, u)
			size := float64(s.in.Units[x.index].Size())
			starts = append(starts, candidate{u, (value + size) * (0.1 + float64(hi-lo)/float64(s.h))})
		}
	}
	by := func(a, b candidate) int { return cmp.Compare(b.score, a.score) }
	slices.SortStableFunc(out, by)
	slices.SortStableFunc(starts, by)
	k := min(len(starts), mostCandidates/2)
	m := min(len(out), mostCandidates-k)
	k = min(len(starts), mostCandidates-m)
	return append(out[:m:m], starts[:k]...)
}

func (s *solver) window(n *node, u int) (lo, hi int) {
	x := &s.units[u]
	lo, hi = s.h, -1
	for _, o := range n.alive[u] {
		lo, hi = min(lo, x.options[o].start), max(hi, x.options[o].start)
	}
	return lo, hi
}

// divide returns two children of n that together hold all of it.
func (s *solver) divide(n *node, u int) (a, b *node) {
	a, b = n.child(), n.child()
	if !n.in[u] {
		a.in[u] = true
		b.alive[u] = nil
		return a, b
	}
	x := &s.units[u]
	lo, hi := s.window(n, u)
	if lo == hi {
		first := x.options[n.alive[u][0]].pattern
		a.keep(u, func(o int32) bool { return x.options[o].pattern == first })
		b.keep(u, func(o int32) bool { return x.options[o].pattern != first })
		return a, b
	}
	cut := min(max(int(n.mean[u]), lo), hi-1)
	a.keep(u, func(o int32) bool { return x.options[o].start <= cut })
	b.keep(u, func(o int32) bool { return x.options[o].start > cut })
	return a, b
}
