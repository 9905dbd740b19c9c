package grid

import "math/bits"

// State is a packing in progress: what is placed where, and what is still free.
// It is owned by one goroutine.
type State struct {
	in    *Instance
	words int
	// pad is what lies behind the last step: all ones when units may overrun.
	pad uint64
	// levels[p] holds one set per k = 1 … GPUs of the pool: the steps with at least k GPUs free.
	levels [][]uint64
	cpu    [][]float64 // per node, free per step; nil when it cannot bind
	memory [][]float64
	pools  [][]int // node → its pools, ascending
	apart  []Bits  // group · nodes + node: the steps at which the group stands there
	at     []Placement
	s      scratch
}

// Placement is where a unit stands.
type Placement struct {
	// Start is its first step, or −1 when it is not placed.
	Start int
	// Pools holds one pool per allocation, item by item.
	Pools []int
}

type scratch struct {
	mask, start, pool, all Bits
	ladder                 []Bits
	seen                   []int // node → turn that counted it last
	turn                   int
}

// NewState returns the empty packing of in.
func NewState(in *Instance) *State {
	h := in.Horizon()
	st := &State{in: in, words: words(h), at: make([]Placement, len(in.Units))}
	if in.Overrun {
		st.pad = ^uint64(0)
	}
	st.s = scratch{NewBits(h), NewBits(h), NewBits(h), NewBits(h), nil, make([]int, len(in.Nodes)), 0}
	st.levels = make([][]uint64, len(in.Pools))
	for p := range in.Pools {
		st.levels[p] = st.freeLevels(in.Pools[p].Free)
	}
	st.pools = make([][]int, len(in.Nodes))
	for p := range in.Pools {
		st.pools[in.Pools[p].Node] = append(st.pools[in.Pools[p].Node], p)
	}
	for n := range in.Nodes {
		st.cpu = append(st.cpu, append([]float64(nil), in.Nodes[n].CPU...))
		st.memory = append(st.memory, append([]float64(nil), in.Nodes[n].Memory...))
	}
	st.apart = make([]Bits, in.Aparts*len(in.Nodes))
	for i := range st.apart {
		st.apart[i] = NewBits(h)
	}
	for u := range in.Units {
		st.at[u] = Placement{Start: -1, Pools: make([]int, 0, in.Units[u].Allocs())}
	}
	return st
}

func (st *State) freeLevels(free []int) []uint64 {
	most := 0
	for _, n := range free {
		most = max(most, n)
	}
	lv := make([]uint64, most*st.words)
	for k := 1; k <= most; k++ {
		set := Bits(lv[(k-1)*st.words : k*st.words])
		for t, n := range free {
			if n >= k {
				set.Set(t)
			}
		}
		// Past the horizon nothing binds when units may overrun.
		if st.pad != 0 && len(free)&63 != 0 {
			set[len(set)-1] |= ^uint64(0) << (len(free) & 63)
		}
	}
	return lv
}

// CopyFrom makes st the same packing as other, of the same instance.
func (st *State) CopyFrom(other *State) {
	for p := range st.levels {
		copy(st.levels[p], other.levels[p])
	}
	for n := range st.cpu {
		copy(st.cpu[n], other.cpu[n])
		copy(st.memory[n], other.memory[n])
	}
	for i := range st.apart {
		copy(st.apart[i], other.apart[i])
	}
	for u := range st.at {
		st.at[u].Start = other.at[u].Start
		st.at[u].Pools = append(st.at[u].Pools[:0], other.at[u].Pools...)
	}
}

// Instance returns what is being packed.
func (st *State) Instance() *Instance { return st.in }

// At returns where unit u stands. The pools are the state's own.
func (st *State) At(u int) Placement { return st.at[u] }

// Placed reports whether unit u is placed.
func (st *State) Placed(u int) bool { return st.at[u].Start >= 0 }

// Free returns the GPUs of pool p that are free at step t.
func (st *State) Free(p, t int) int {
	n := 0
	for i := t >> 6; i < len(st.levels[p]); i += st.words {
		if st.levels[p][i]>>(t&63)&1 == 0 {
			break
		}
		n++
	}
	return n
}

// FreeArea returns the free GPU-steps of pool p over steps [from, to).
func (st *State) FreeArea(p, from, to int) int {
	m, lv, n := st.s.mask, st.levels[p], 0
	m.setRange(from, to)
	for i, w := range lv {
		n += bits.OnesCount64(w & m[i%st.words])
	}
	return n
}

// level returns the set of steps with at least k ≥ 1 GPUs free in pool p, nil when there never are.
func (st *State) level(p, k int) Bits {
	lo := (k - 1) * st.words
	if lo >= len(st.levels[p]) {
		return nil
	}
	return Bits(st.levels[p][lo : lo+st.words])
}

// take removes q GPUs of pool p for the steps of mask, which must be free.
func (st *State) take(p, q int, mask Bits) {
	lv, w := st.levels[p], st.words
	shift := q * w
	for i := range lv {
		m, up := mask[i%w], uint64(0)
		if i+shift < len(lv) {
			up = lv[i+shift]
		}
		lv[i] = lv[i]&^m | up&m
	}
}

// give returns q GPUs of pool p for the steps of mask.
func (st *State) give(p, q int, mask Bits) {
	lv, w := st.levels[p], st.words
	shift := q * w
	for i := len(lv) - 1; i >= 0; i-- {
		m, down := mask[i%w], ^uint64(0)
		if i >= shift {
			down = lv[i-shift]
		}
		lv[i] = lv[i]&^m | down&m
	}
}
