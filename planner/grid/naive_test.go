package grid

import "slices"

// naive is a packing as a list of placements: everything else is counted anew
// each time it is asked for.
type naive struct {
	in *Instance
	at []Placement
}

func newNaive(in *Instance) *naive {
	n := &naive{in: in, at: make([]Placement, len(in.Units))}
	for u := range n.at {
		n.at[u].Start = -1
	}
	return n
}

func (n *naive) copyFrom(other *naive) {
	for u := range n.at {
		n.at[u] = Placement{other.at[u].Start, slices.Clone(other.at[u].Pools)}
	}
}

// standing is one allocation over the steps [from, to) of the horizon.
type standing struct {
	it       *Item
	pool     int
	from, to int
}

// standings lists the allocations of all placed units, and of more.
func (n *naive) standings(more ...standing) []standing {
	out := more
	for u := range n.at {
		out = append(out, n.allocs(u, n.at[u].Start, n.at[u].Pools)...)
	}
	return out
}

func (n *naive) allocs(u, s int, pools []int) []standing {
	var out []standing
	for i := range n.in.Units[u].Items {
		it := &n.in.Units[u].Items[i]
		for range it.Allocs {
			if len(pools) == 0 {
				return out
			}
			out = append(out, standing{it, pools[0], s, min(s+it.Steps, n.in.Horizon())})
			pools = pools[1:]
		}
	}
	return out
}

func (n *naive) free(p, t int) int {
	free := n.in.Pools[p].Free[t]
	for _, a := range n.standings() {
		if a.pool == p && a.from <= t && t < a.to {
			free -= a.it.GPUs
		}
	}
	return free
}

// stands reports whether everything placed, and more, is in its right: at every
// step of more nothing is overfull and no group stands twice on a node.
func (n *naive) stands(more ...standing) bool {
	all := n.standings(more...)
	for _, m := range more {
		for t := m.from; t < m.to; t++ {
			if !n.stepHolds(all, m.pool, t) {
				return false
			}
		}
	}
	return true
}

func (n *naive) stepHolds(all []standing, p, t int) bool {
	node := n.in.Pools[p].Node
	gpus, cpu, memory, group := 0, 0.0, 0.0, map[int]int{}
	wantsCPU, wantsMemory := false, false
	for _, a := range all {
		if t < a.from || t >= a.to || n.in.Pools[a.pool].Node != node {
			continue
		}
		if a.pool == p {
			gpus += a.it.GPUs
		}
		cpu, memory = cpu+a.it.CPU, memory+a.it.Memory
		wantsCPU, wantsMemory = wantsCPU || a.it.CPU > 0, wantsMemory || a.it.Memory > 0
		if a.it.Apart >= 0 {
			if group[a.it.Apart]++; group[a.it.Apart] > 1 {
				return false
			}
		}
	}
	nd := &n.in.Nodes[node]
	return gpus <= n.in.Pools[p].Free[t] &&
		(!wantsCPU || nd.CPU == nil || t >= n.in.Steps || cpu <= nd.CPU[t]) &&
		(!wantsMemory || nd.Memory == nil || t >= n.in.Steps || memory <= nd.Memory[t])
}

// fits reports whether unit u may stand at s on pools, one per allocation.
func (n *naive) fits(u, s int, pools []int) bool {
	more, k := n.allocs(u, s, pools), 0
	for i := range n.in.Units[u].Items {
		it := &n.in.Units[u].Items[i]
		nodes := map[int]bool{}
		for _, p := range pools[k : k+it.Allocs] {
			if node := n.in.Pools[p].Node; it.Distinct && nodes[node] {
				return false
			} else {
				nodes[node] = true
			}
		}
		k += it.Allocs
	}
	return n.stands(more...)
}

// oneFits reports whether one allocation of it fits pool p from step s.
func (n *naive) oneFits(it *Item, p, s int) bool {
	return n.stands(standing{it, p, s, min(s+it.Steps, n.in.Horizon())})
}

// anyFits reports whether some pools for unit u at s exist.
func (n *naive) anyFits(u, s int) bool {
	return n.extend(u, s, nil)
}

func (n *naive) extend(u, s int, pools []int) bool {
	unit := &n.in.Units[u]
	if len(pools) == unit.Allocs() {
		return n.fits(u, s, pools)
	}
	i, left := 0, len(pools)
	for left >= unit.Items[i].Allocs {
		left -= unit.Items[i].Allocs
		i++
	}
	for _, p := range unit.Items[i].Pools {
		if left > 0 && p < pools[len(pools)-1] {
			continue // allocations of an item are alike
		}
		if n.extend(u, s, append(pools, p)) {
			return true
		}
	}
	return false
}
