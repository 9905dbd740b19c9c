// Package exact states a packing as an integer program and reads the answer
// back. The numbered formulation, with the same names, is docs/model.md.
package exact

import (
	"fmt"
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Model is an instance as an integer program over cells: groups of pools whose
// GPUs are counted together. With every pool its own cell the program is exact;
// with identical pools in one cell it is much smaller and a relaxation.
type Model struct {
	Program mip.Program

	scale float64 // the program's objective is the packing's value times scale
	in    *grid.Instance
	cell  []int   // pool → cell
	pools [][]int // cell → pools
	units []columns
}

// columns are the variables of one unit.
type columns struct {
	starts []int
	start  []mip.Var // y: 1 when the unit starts there
	// split[i][k][j] counts the allocations of item i in cell cells[i][j] when
	// the unit starts at starts[k]; nil where the item has one cell only.
	split [][][]mip.Var
	cells [][]int
}

// ByPool gives every pool a cell of its own.
func ByPool(in *grid.Instance) []int {
	cell := make([]int, len(in.Pools))
	for p := range cell {
		cell[p] = p
	}
	return cell
}

// New states the packing of in over cells; keep says which starts a better
// packing may use (nil: all that have room).
func New(in *grid.Instance, cell []int, keep func(u, s int) bool) *Model {
	m := &Model{in: in, cell: cell, pools: make([][]int, 1+slices.Max(append([]int{-1}, cell...)))}
	m.Program.Maximize = true
	m.scale = scaleOf(in)
	for p, c := range cell {
		m.pools[c] = append(m.pools[c], p)
	}
	for u := range in.Units {
		m.units = append(m.units, m.columns(u, keep))
	}
	m.unitsStartOnce()
	m.noCellIsOverfull()
	m.noNodeIsOverfull()
	m.groupsStandApart()
	return m
}

// scaleOf makes the largest value of a unit 1,000: a solver's tolerances are
// absolute, whatever weights are.
func scaleOf(in *grid.Instance) float64 {
	most := 0.0
	for u := range in.Units {
		most = max(most, in.Units[u].Best())
	}
	if most == 0 {
		return 1
	}
	return 1000 / most
}

// Size returns the most variables that New would make.
func Size(in *grid.Instance, cell []int, keep func(u, s int) bool) int {
	m := &Model{in: in, cell: cell}
	n := 0
	for u := range in.Units {
		each := 1
		for i := range in.Units[u].Items {
			if k := len(m.cellsOf(&in.Units[u].Items[i])); k > 1 {
				each += k
			}
		}
		for s := in.Units[u].Early; s <= in.Units[u].Late; s++ {
			if keep == nil || keep(u, s) {
				n += each
			}
		}
	}
	return n
}

func (m *Model) columns(u int, keep func(u, s int) bool) columns {
	unit := &m.in.Units[u]
	var c columns
	for i := range unit.Items {
		c.cells = append(c.cells, m.cellsOf(&unit.Items[i]))
	}
	for s := unit.Early; s <= unit.Late && possible(c.cells); s++ {
		if !math.IsInf(unit.Value(s), -1) && (keep == nil || keep(u, s)) {
			c.starts = append(c.starts, s)
			c.start = append(c.start, m.Program.Binary(fmt.Sprintf("y[%d,%d]", u, s), m.scale*unit.Value(s)))
		}
	}
	c.split = make([][][]mip.Var, len(unit.Items))
	for i := range unit.Items {
		if len(c.cells[i]) > 1 {
			c.split[i] = m.splits(u, i, &c)
		}
	}
	return c
}

func possible(cells [][]int) bool {
	for _, c := range cells {
		if len(c) == 0 {
			return false
		}
	}
	return true
}

func (m *Model) cellsOf(it *grid.Item) []int {
	var out []int
	for _, p := range it.Pools {
		if !slices.Contains(out, m.cell[p]) {
			out = append(out, m.cell[p])
		}
	}
	return out
}

// splits adds z[u,i,s,c] and the rows that join them to the unit's starts:
// every start's allocations are spread over cells, at most one to a node where
// the item's nodes are distinct.
func (m *Model) splits(u, i int, c *columns) [][]mip.Var {
	it := &m.in.Units[u].Items[i]
	out := make([][]mip.Var, len(c.starts))
	for k, s := range c.starts {
		row := []mip.Term{c.start[k].Times(-float64(it.Allocs))}
		for _, cell := range c.cells[i] {
			z := m.Program.Add(mip.Variable{
				Name: fmt.Sprintf("z[%d,%d,%d,%d]", u, i, s, cell), Upper: float64(m.most(it, cell)), Integer: true,
			})
			out[k] = append(out[k], z)
			row = append(row, z.Times(1))
		}
		m.Program.Row(fmt.Sprintf("allocsAreSpread[%d,%d,%d]", u, i, s), 0, 0, row...)
		m.nodesAreDistinct(u, i, s, c.start[k], c.cells[i], out[k])
	}
	return out
}

// most returns how many allocations of it a cell may take.
func (m *Model) most(it *grid.Item, cell int) int {
	if !it.Distinct {
		return it.Allocs
	}
	nodes := map[int]bool{}
	for _, p := range m.pools[cell] {
		nodes[m.in.Pools[p].Node] = true
	}
	return min(it.Allocs, len(nodes))
}

// nodesAreDistinct adds, for cells of one pool, Σ z ≤ y over the pools of each node.
func (m *Model) nodesAreDistinct(u, i, s int, y mip.Var, cells []int, z []mip.Var) {
	if !m.in.Units[u].Items[i].Distinct {
		return
	}
	byNode := map[int][]mip.Term{}
	var order []int
	for j, c := range cells {
		if len(m.pools[c]) > 1 {
			return
		}
		n := m.in.Pools[m.pools[c][0]].Node
		if byNode[n] == nil {
			order = append(order, n)
		}
		byNode[n] = append(byNode[n], z[j].Times(1))
	}
	for _, n := range order {
		m.Program.Row(fmt.Sprintf("nodesAreDistinct[%d,%d,%d,%d]", u, i, s, n), mip.Inf(-1), 0, append(byNode[n], y.Times(-1))...)
	}
}
