package branch

import (
	"slices"
)

// node is a part of the search: which options are left.
type node struct {
	depth int
	bound float64
	alive [][]int32 // unit → options left, ascending
	in    []bool    // unit must be placed here
	price [][][]float64
	// share and mean follow the relaxation's choices: how often a unit is
	// placed, and at which start.
	share, mean []float64
}

// root is the node in which nothing is decided.
func (s *solver) root() *node {
	n := &node{bound: inf, share: make([]float64, len(s.units)), mean: make([]float64, len(s.units))}
	for u := range s.units {
		all := make([]int32, len(s.units[u].options))
		for i := range all {
			all[i] = int32(i)
		}
		n.alive = append(n.alive, all)
		n.in = append(n.in, s.units[u].must)
		n.mean[u] = float64(s.in.Units[s.units[u].index].Early)
		n.share[u] = 0.5
	}
	n.price = s.dual.zero()
	return n
}

// child copies n so that it may be narrowed.
func (n *node) child() *node {
	c := &node{depth: n.depth + 1, bound: n.bound, alive: make([][]int32, len(n.alive)), in: slices.Clone(n.in), share: slices.Clone(n.share), mean: slices.Clone(n.mean)}
	copy(c.alive, n.alive) // lists are replaced, never changed
	c.price = clonePrices(n.price)
	return c
}

func clonePrices(price [][][]float64) [][][]float64 {
	out := make([][][]float64, len(price))
	for i := range price {
		out[i] = make([][]float64, len(price[i]))
		for j := range price[i] {
			out[i][j] = slices.Clone(price[i][j])
		}
	}
	return out
}

// adopt makes n the same as c, which was made from it.
func (n *node) adopt(c *node) {
	depth := n.depth
	*n = *c
	n.depth = depth
}

// decided reports whether every unit is out or has one option.
func (n *node) decided() bool {
	for u := range n.alive {
		if len(n.alive[u]) > 1 || len(n.alive[u]) == 1 && !n.in[u] {
			return false
		}
	}
	return true
}

// keep leaves the options of unit u for which f holds, and reports whether any went.
func (n *node) keep(u int, f func(o int32) bool) bool {
	list := n.alive[u]
	cut := slices.IndexFunc(list, func(o int32) bool { return !f(o) })
	if cut < 0 {
		return false
	}
	out := append(make([]int32, 0, len(list)-1), list[:cut]...)
	for _, o := range list[cut+1:] {
		if f(o) {
			out = append(out, o)
		}
	}
	n.alive[u] = out
	return true
}
