package serve

import (
	"context"
	"fmt"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// mostCells is the number of (replica, step, pool) up to which the solver is asked.
const mostCells = 12_000

// model is the shortfall problem with a binary per (service, index, step, pool).
type model struct {
	mip.Program
	in       *grid.Instance
	services []Service
	v        [][][][]mip.Var // service, index, step, pool (as in Pools, then Running); −1: none
	pools    [][]int
}

// settle asks the solver for the smallest shortfall and replaces r's choice
// when it finds a smaller one.
func settle(ctx context.Context, in *grid.Instance, services []Service, solver mip.Solver, r *Result) {
	cells := 0
	for s := range services {
		cells += slices.Max(services[s].Demand) * in.Steps * len(services[s].Open())
	}
	if cells == 0 || cells > mostCells {
		return
	}
	m := newModel(in, services)
	res, err := solver.Solve(ctx, &m.Program, mip.Options{Start: m.point(r)})
	if err != nil {
		return
	}
	r.Bound = max(r.Bound, min(res.Bound, r.Short))
	if res.X == nil || res.Objective >= r.Short-tolerance {
		return
	}
	m.read(res.X, r)
	r.Short = shortOf(services, r.Served)
	r.Bound = min(r.Bound, r.Short)
	if res.Status == mip.Optimal {
		r.Bound = r.Short
	}
}

func newModel(in *grid.Instance, services []Service) *model {
	m := &model{in: in, services: services}
	for s := range services {
		m.pools = append(m.pools, services[s].Open())
		m.addService(s)
	}
	m.limits()
	return m
}

// addService adds a service's variables, and what ties its replicas together.
func (m *model) addService(s int) {
	svc := &m.services[s]
	cost := svc.Weight * float64(svc.GPUs)
	m.v = append(m.v, nil)
	for t := range m.in.Steps {
		m.Offset += cost * float64(svc.Demand[t])
	}
	for i := range slices.Max(svc.Demand) {
		var rows [][]mip.Var
		for t := range m.in.Steps {
			row := make([]mip.Var, len(m.pools[s]))
			for k, p := range m.pools[s] {
				row[k] = -1
				if svc.Demand[t] > i && m.mayStand(svc, i, t, p) {
					row[k] = m.Binary(fmt.Sprintf("x[%d,%d,%d,%d]", s, i, t, p), -cost)
				}
			}
			rows = append(rows, row)
		}
		m.v[s] = append(m.v[s], rows)
		for t := range m.in.Steps {
			m.replicaRows(s, i, t)
		}
	}
}

func (m *model) mayStand(svc *Service, i, t, p int) bool {
	if i < len(svc.Running) && t == 0 {
		return svc.Running[i] == p
	}
	return slices.Contains(svc.Pools, p) || i < len(svc.Running) && svc.Running[i] == p
}

// replicaRows: an index stands once, only beside the one below it, and does
// not move without a break.
func (m *model) replicaRows(s, i, t int) {
	var here []mip.Term
	for _, v := range m.v[s][i][t] {
		if v >= 0 {
			here = append(here, v.Times(1))
		}
	}
	m.Row("standsOnce", mip.Inf(-1), 1, slices.Clone(here)...)
	if i > 0 {
		row := slices.Clone(here)
		for _, v := range m.v[s][i-1][t] {
			if v >= 0 {
				row = append(row, v.Times(-1))
			}
		}
		m.Row("isPrefix", mip.Inf(-1), 0, row...)
	}
	if t == 0 {
		return
	}
	for k, before := range m.v[s][i][t-1] {
		if before < 0 {
			continue
		}
		row := []mip.Term{before.Times(1)}
		for j, v := range m.v[s][i][t] {
			if j != k && v >= 0 {
				row = append(row, v.Times(1))
			}
		}
		m.Row("staysPut", mip.Inf(-1), 1, row...)
	}
	m.onlyStaysOn(s, i, t)
}

// onlyStaysOn: a pool that is not eligible may only be kept, never entered.
func (m *model) onlyStaysOn(s, i, t int) {
	for k, p := range m.pools[s] {
		if v := m.v[s][i][t][k]; v >= 0 && !slices.Contains(m.services[s].Pools, p) {
			row := []mip.Term{v.Times(1)}
			if before := m.v[s][i][t-1][k]; before >= 0 {
				row = append(row, before.Times(-1))
			}
			m.Row("onlyStaysOn", mip.Inf(-1), 0, row...)
		}
	}
}

// limits: no pool is overfull, no node over its CPU or memory, and services
// that stand apart stand once per node.
func (m *model) limits() {
	for t := range m.in.Steps {
		gpus := make([][]mip.Term, len(m.in.Pools))
		cpu, mem := make([][]mip.Term, len(m.in.Nodes)), make([][]mip.Term, len(m.in.Nodes))
		for s := range m.services {
			svc, apart := &m.services[s], map[int][]mip.Term{}
			for i := range m.v[s] {
				for k, v := range m.v[s][i][t] {
					if v < 0 {
						continue
					}
					p := m.pools[s][k]
					n := m.in.Pools[p].Node
					gpus[p] = append(gpus[p], v.Times(float64(svc.GPUs)))
					cpu[n] = append(cpu[n], v.Times(svc.CPU))
					mem[n] = append(mem[n], v.Times(svc.Memory))
					apart[n] = append(apart[n], v.Times(1))
				}
			}
			for n := range m.in.Nodes {
				if svc.Apart && len(apart[n]) > 1 {
					m.Row("standsApart", mip.Inf(-1), 1, apart[n]...)
				}
			}
		}
		for p := range gpus {
			m.Row("noPoolIsOverfull", mip.Inf(-1), float64(m.in.Pools[p].Free[t]), gpus[p]...)
		}
		for n := range m.in.Nodes {
			m.nodeRow(m.in.Nodes[n].CPU, cpu[n], t)
			m.nodeRow(m.in.Nodes[n].Memory, mem[n], t)
		}
	}
}

func (m *model) nodeRow(free []float64, row []mip.Term, t int) {
	if free != nil && len(row) > 0 {
		m.Row("noNodeIsOverfull", mip.Inf(-1), free[t], row...)
	}
}

// point returns r as values of the variables.
func (m *model) point(r *Result) []float64 {
	x := make([]float64, len(m.Vars))
	for s := range r.Stays {
		for _, y := range r.Stays[s] {
			k := slices.Index(m.pools[s], y.Pool)
			for t := y.From; t < y.To; t++ {
				x[m.v[s][y.Index][t][k]] = 1
			}
		}
	}
	return x
}

// read replaces r's choice by point x.
func (m *model) read(x []float64, r *Result) {
	for s := range m.v {
		r.Stays[s] = nil
		clear(r.Served[s])
		for i := range m.v[s] {
			r.Stays[s] = append(r.Stays[s], m.readReplica(x, s, i, r.Served[s])...)
		}
	}
}

func (m *model) readReplica(x []float64, s, i int, served []int) []Stay {
	var out []Stay
	for t := range m.in.Steps {
		for k, v := range m.v[s][i][t] {
			if v < 0 || x[v] < 0.5 {
				continue
			}
			served[t]++
			p := m.pools[s][k]
			if n := len(out); n > 0 && out[n-1].To == t && out[n-1].Pool == p {
				out[n-1].To++
			} else {
				out = append(out, Stay{i, p, t, t + 1})
			}
		}
	}
	return out
}
