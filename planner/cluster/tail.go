package cluster

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

// limitTails says of every pool how many GPUs blocks of this plan may still
// hold when the horizon ends: what is left when each service has its peak
// again, for profiles repeat. The peak is laid first where a service stands,
// then into the first pools that suit, so that whole nodes stay free.
func (b *builder) limitTails() {
	if b.policy.Tail != planner.TailOverrun {
		return
	}
	index := map[string]int{}
	for p := range b.match.pools {
		index[b.match.pools[p].id] = p
	}
	room := b.roomAtEnd(index)
	taken := make([]bool, len(room))
	for i := range b.problem.Services {
		layPeak(&b.problem.Services[i], index, room, taken)
	}
	for p := range taken {
		if taken[p] {
			left := room[p]
			b.problem.Pools[p].TailGPUs = &left
		}
	}
}

// roomAtEnd returns the GPUs of each pool that are neither reserved nor held by
// running blocks at the end of the horizon.
func (b *builder) roomAtEnd(index map[string]int) []int {
	room := make([]int, len(b.problem.Pools))
	for p := range room {
		pool := &b.problem.Pools[p]
		room[p] = pool.GPUs
		if pool.Reserved != nil {
			room[p] -= pool.Reserved[b.grid.Steps-1]
		}
	}
	for i := range b.problem.Blocks {
		block := &b.problem.Blocks[i]
		for _, id := range block.Running {
			if block.Steps > b.grid.Steps {
				room[index[id]] -= block.GPUsPerAlloc
			}
		}
	}
	return room
}

// layPeak takes the GPUs of a service's peak out of the room.
func layPeak(s *planner.Service, index map[string]int, room []int, taken []bool) {
	peak := 0
	for _, n := range s.Demand {
		peak = max(peak, n)
	}
	lay := func(p int) {
		if peak > 0 && room[p] >= s.GPUsPerReplica {
			room[p] -= s.GPUsPerReplica
			taken[p] = true
			peak--
		}
	}
	for _, id := range s.Running {
		lay(index[id])
	}
	for _, p := range poolsOf(s, index, len(room)) {
		for before := -1; before != peak && peak > 0; {
			before = peak
			lay(p)
		}
	}
}

// poolsOf returns the pools a service may use, in their order.
func poolsOf(s *planner.Service, index map[string]int, n int) []int {
	var out []int
	if s.Pools == nil {
		for p := range n {
			out = append(out, p)
		}
	}
	for _, id := range s.Pools {
		out = append(out, index[id])
	}
	return out
}
