package exact

import (
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Point returns the values of the variables for the packing st, or nil when st
// uses a start that the model left out.
func (m *Model) Point(st *grid.State) []float64 {
	x := make([]float64, len(m.Program.Vars))
	for u := range m.units {
		at := st.At(u)
		if at.Start < 0 {
			continue
		}
		k := slices.Index(m.units[u].starts, at.Start)
		if k < 0 {
			return nil
		}
		m.units[u].fill(x, k, at.Pools, m.in.Units[u].Items, m.cell)
	}
	return x
}

func (c *columns) fill(x []float64, k int, pools []int, items []grid.Item, cell []int) {
	x[c.start[k]] = 1
	for i := range items {
		mine := pools[:items[i].Allocs]
		pools = pools[items[i].Allocs:]
		if c.split[i] == nil {
			continue
		}
		for _, p := range mine {
			x[c.split[i][k][slices.Index(c.cells[i], cell[p])]]++
		}
	}
}

// Starts returns the start of every unit in point x, −1 where it is out.
func (m *Model) Starts(x []float64) []int {
	out := make([]int, len(m.units))
	for u := range m.units {
		out[u] = -1
		for k, y := range m.units[u].start {
			if x[y] > 0.5 {
				out[u] = m.units[u].starts[k]
			}
		}
	}
	return out
}

// Read puts point x into the empty state st and reports whether everything
// found its place; with cells of one pool it always does. Where cells hold
// several pools the tightest fit of the cell is taken, longest units first, and
// what fits nowhere stays out.
func (m *Model) Read(x []float64, st *grid.State) bool {
	whole := true
	order := make([]int, len(m.units))
	for u := range order {
		order[u] = u
	}
	slices.SortStableFunc(order, func(a, b int) int { return m.rank(b) - m.rank(a) })
	starts := m.Starts(x)
	for _, u := range order {
		if s := starts[u]; s >= 0 && !m.readUnit(u, s, x, st) {
			whole = false
		}
	}
	return whole
}

// rank orders units for Read: those that must stand first, then by GPU-steps.
func (m *Model) rank(u int) int {
	if m.in.Units[u].Must {
		return math.MaxInt32 + m.in.Units[u].Work()
	}
	return min(m.in.Units[u].Work(), math.MaxInt32-1)
}

func (m *Model) readUnit(u, s int, x []float64, st *grid.State) bool {
	c, k := &m.units[u], slices.Index(m.units[u].starts, s)
	var pools []int
	exact := true
	for i := range c.cells {
		it := &m.in.Units[u].Items[i]
		for j, cell := range c.cells[i] {
			n := it.Allocs
			if c.split[i] != nil {
				n = int(math.Round(x[c.split[i][k][j]]))
			} else if j > 0 {
				n = 0
			}
			exact = exact && (n == 0 || len(m.pools[cell]) == 1)
			for range n {
				pools = append(pools, m.pools[cell][0])
			}
		}
	}
	if exact && st.PlaceAt(u, s, pools) {
		return true
	}
	return st.Place(u, s, tightest{})
}

// tightest ranks the pool lowest that has the least left while the allocation runs.
type tightest struct{}

// Rank implements grid.Chooser.
func (tightest) Rank(st *grid.State, _ *grid.Item, p, from, to int) float64 {
	return float64(st.FreeArea(p, from, to))
}
