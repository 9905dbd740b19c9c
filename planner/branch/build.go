package branch

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// unit is what may be decided about one unit of the instance.
type unit struct {
	index    int
	must     bool
	patterns []pattern
	options  []option
}

// pattern spreads a unit's allocations over pools.
type pattern struct {
	pools []int // one per allocation
	uses  []use
}

// use is what a pattern draws of one pool for the steps of one item.
type use struct {
	need  int // index of (pool, GPUs of one allocation)
	pool  int
	gpus  int // of all its allocations here
	count float64
	steps int
}

// option is a start with a pattern.
type option struct {
	start   int
	pattern int
	value   float64
}

// need is a pool and the GPUs of one allocation: what rounded rows distinguish.
type need struct{ pool, gpus int }

// Sizes up to which an instance counts as small.
const (
	mostOptions  = 12_000
	mostPatterns = 40
	mostPools    = 6
)

// build lists the options of every unit that base doesn't place.
func (s *solver) build() error {
	if len(s.in.Pools) > mostPools {
		return ErrTooLarge // like pools make like nodes, too many to look at
	}
	s.plain = s.in.Aparts == 0
	for n := range s.in.Nodes {
		s.plain = s.plain && s.in.Nodes[n].CPU == nil && s.in.Nodes[n].Memory == nil
	}
	for p := range s.in.Pools {
		row := make([]int, s.h)
		for t := range row {
			row[t] = s.base.Free(p, t)
		}
		s.cap = append(s.cap, row)
	}
	total := 0
	for u := range s.in.Units {
		if s.base.Placed(u) || s.in.Units[u].Late < s.in.Units[u].Early {
			continue
		}
		x := unit{index: u, must: s.in.Units[u].Must}
		if x.patterns = s.spread(&s.in.Units[u]); x.patterns == nil {
			return ErrTooLarge
		}
		s.list(&x)
		if total += len(x.options); total > mostOptions {
			return ErrTooLarge
		}
		if len(x.options) > 0 || x.must {
			s.units = append(s.units, x)
		}
	}
	return nil
}

// spread lists the ways to spread a unit over pools, nil when there are too many.
func (s *solver) spread(gu *grid.Unit) []pattern {
	all := []pattern{{}}
	for i := range gu.Items {
		it := &gu.Items[i]
		ways := s.ways(it)
		var next []pattern
		for _, head := range all {
			for _, tail := range ways {
				next = append(next, s.join(head, it, tail))
			}
		}
		if all = next; len(all) > mostPatterns || len(all) == 0 {
			return nil
		}
	}
	return all
}

// ways lists the multisets of pools, ascending, that an item's allocations may stand on.
func (s *solver) ways(it *grid.Item) [][]int {
	var out [][]int
	var extend func(chosen []int, from int)
	extend = func(chosen []int, from int) {
		if len(out) > mostPatterns {
			return
		}
		if len(chosen) == it.Allocs {
			out = append(out, slices.Clone(chosen))
			return
		}
		for k := from; k < len(it.Pools); k++ {
			next := append(chosen, it.Pools[k])
			if s.mayStand(it, next) {
				extend(next, k)
			}
		}
	}
	extend(nil, 0)
	return out
}

// mayStand reports whether the last pool of chosen has room for its part of the item.
func (s *solver) mayStand(it *grid.Item, chosen []int) bool {
	last, n := chosen[len(chosen)-1], 0
	for _, p := range chosen {
		if p == last {
			n++
		}
		if it.Distinct && n < len(chosen) && p != last && s.in.Pools[p].Node == s.in.Pools[last].Node {
			return false
		}
	}
	return n*it.GPUs <= slices.Max(s.cap[last]) && (n == 1 || !it.Distinct)
}

// join appends an item's pools to a pattern.
func (s *solver) join(head pattern, it *grid.Item, pools []int) pattern {
	out := pattern{pools: append(slices.Clone(head.pools), pools...), uses: slices.Clone(head.uses)}
	for k, p := range pools {
		if k > 0 && pools[k-1] == p {
			last := &out.uses[len(out.uses)-1]
			last.gpus += it.GPUs
			last.count++
			continue
		}
		out.uses = append(out.uses, use{need: s.need(p, it.GPUs), pool: p, gpus: it.GPUs, count: 1, steps: it.Steps})
	}
	return out
}

func (s *solver) need(pool, gpus int) int {
	for i, n := range s.needs {
		if n.pool == pool && n.gpus == gpus {
			return i
		}
	}
	s.needs = append(s.needs, need{pool, gpus})
	return len(s.needs) - 1
}

// list fills in the options for which every pool alone has room.
func (s *solver) list(x *unit) {
	gu := &s.in.Units[x.index]
	for k := range x.patterns {
		for start := gu.Early; start <= gu.Late; start++ {
			v := gu.Value(start)
			if !math.IsInf(v, -1) && s.hasRoom(&x.patterns[k], start) {
				x.options = append(x.options, option{start, k, v})
			}
		}
	}
}

func (s *solver) hasRoom(pt *pattern, start int) bool {
	for i := range pt.uses {
		u := &pt.uses[i]
		for t := start; t < min(start+u.steps, s.h); t++ {
			if s.cap[u.pool][t] < u.gpus {
				return false
			}
		}
	}
	return true
}
