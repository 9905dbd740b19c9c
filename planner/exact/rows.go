package exact

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// unitsStartOnce: every unit starts at one step at most, those that must at exactly one.
func (m *Model) unitsStartOnce() {
	for u := range m.units {
		var row []mip.Term
		for _, y := range m.units[u].start {
			row = append(row, y.Times(1))
		}
		low := 0.0
		if m.in.Units[u].Must {
			low = 1
		}
		if len(row) > 1 || low > 0 {
			m.Program.Row(fmt.Sprintf("unitsStartOnce[%d]", u), low, 1, row...)
		}
	}
}

// load is what one variable draws of a resource over steps [from, to).
type load struct {
	v        mip.Var
	amount   float64
	from, to int
}

// visit calls f for every variable that stands for allocations in a cell:
// the item, the cell, the variable, how many allocations one unit of it is, and the start.
func (m *Model) visit(f func(u int, it *grid.Item, cell int, v mip.Var, allocs float64, s int)) {
	for u := range m.units {
		c := &m.units[u]
		for i := range c.cells {
			it := &m.in.Units[u].Items[i]
			for k, s := range c.starts {
				if c.split[i] == nil {
					f(u, it, c.cells[i][0], c.start[k], float64(it.Allocs), s)
					continue
				}
				for j, z := range c.split[i][k] {
					f(u, it, c.cells[i][j], z, 1, s)
				}
			}
		}
	}
}

// noCellIsOverfull: at every step the GPUs in use of a cell are at most those free.
func (m *Model) noCellIsOverfull() {
	loads := make([][]load, len(m.pools))
	m.visit(func(_ int, it *grid.Item, cell int, v mip.Var, allocs float64, s int) {
		if it.GPUs > 0 {
			from, to := m.in.Span(it, s)
			loads[cell] = append(loads[cell], load{v, allocs * float64(it.GPUs), from, to})
		}
	})
	for cell, pools := range m.pools {
		free := make([]float64, m.in.Horizon())
		for _, p := range pools {
			for t, n := range m.in.Pools[p].Free {
				free[t] += float64(n)
			}
		}
		m.limit(fmt.Sprintf("noCellIsOverfull[%d", cell), loads[cell], free)
	}
}

// noNodeIsOverfull: CPU and memory, where cells are pools and a limit can bind.
func (m *Model) noNodeIsOverfull() {
	cpu := make([][]load, len(m.in.Nodes))
	memory := make([][]load, len(m.in.Nodes))
	m.visit(func(_ int, it *grid.Item, cell int, v mip.Var, allocs float64, s int) {
		if len(m.pools[cell]) > 1 {
			return
		}
		n := m.in.Pools[m.pools[cell][0]].Node
		from, to := m.in.Span(it, s)
		if it.CPU > 0 && m.in.Nodes[n].CPU != nil {
			cpu[n] = append(cpu[n], load{v, allocs * it.CPU, from, to})
		}
		if it.Memory > 0 && m.in.Nodes[n].Memory != nil {
			memory[n] = append(memory[n], load{v, allocs * it.Memory, from, to})
		}
	})
	for n := range m.in.Nodes {
		m.limit(fmt.Sprintf("noNodeIsOverCPU[%d", n), cpu[n], m.in.Nodes[n].CPU)
		m.limit(fmt.Sprintf("noNodeIsOverMemory[%d", n), memory[n], m.in.Nodes[n].Memory)
	}
}

// groupsStandApart: of the items of one group at most one stands on a node at a step.
func (m *Model) groupsStandApart() {
	if m.in.Aparts == 0 {
		return
	}
	loads := make([][]load, m.in.Aparts*len(m.in.Nodes))
	m.visit(func(_ int, it *grid.Item, cell int, v mip.Var, _ float64, s int) {
		if it.Apart < 0 || len(m.pools[cell]) > 1 {
			return
		}
		from, to := m.in.Span(it, s)
		k := it.Apart*len(m.in.Nodes) + m.in.Pools[m.pools[cell][0]].Node
		loads[k] = append(loads[k], load{v, 1, from, to})
	})
	one := make([]float64, m.in.Horizon())
	for t := range one {
		one[t] = 1
	}
	for k := range loads {
		m.limit(fmt.Sprintf("groupsStandApart[%d", k), loads[k], one)
	}
}

// limit adds Σ amount·v ≤ free[t] for every step at which that can bind and
// that isn't the same row as the step before with no less room. What one
// variable stands for several times, the blocks of a gang on one cell, is added up.
func (m *Model) limit(name string, loads []load, free []float64) {
	slices.SortStableFunc(loads, func(a, b load) int { return cmp.Compare(a.v, b.v) })
	var before []mip.Term
	for t, room := range free {
		var row []mip.Term
		sum := 0.0
		for _, l := range loads {
			if l.from <= t && t < l.to {
				if n := len(row); n > 0 && row[n-1].Var == l.v {
					row[n-1].Coef += l.amount
				} else {
					row = append(row, l.v.Times(l.amount))
				}
				sum += l.amount * m.Program.Vars[l.v].Upper
			}
		}
		if sum <= room || same(row, before) && t > 0 && free[t-1] <= room {
			continue
		}
		m.Program.Row(fmt.Sprintf("%s,%d]", name, t), mip.Inf(-1), room, row...)
		before = row
	}
}

func same(a, b []mip.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
