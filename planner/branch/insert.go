package branch

import (
	"cmp"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// insert builds a packing from the relaxation's running means: units that it
// places more often than not in order of their mean start, then the others,
// each as early as it can be.
func (s *solver) insert(n *node) {
	order := make([]int, len(s.units))
	for u := range order {
		order[u] = u
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if c := cmp.Compare(s.turn(n, a), s.turn(n, b)); c != 0 {
			return c
		}
		if s.turn(n, a) < 2 {
			return cmp.Compare(n.mean[a], n.mean[b])
		}
		return cmp.Compare(n.share[b], n.share[a])
	})
	s.st.CopyFrom(s.base)
	for _, u := range order {
		if !search.PlaceFirst(s.st, s.units[u].index, tightest) && s.units[u].must {
			return
		}
	}
	s.take()
}

var tightest = search.Fit{Area: 1, Touch: 0.5}

// turn orders units for insert: what must stand, what mostly stands, the rest.
func (s *solver) turn(n *node, u int) int {
	switch {
	case s.units[u].must:
		return 0
	case n.in[u] || n.share[u] > 0.5:
		return 1
	}
	return 2
}
