package literal

import (
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// program is what both formulations are made of: the rows that only ask how
// many allocs of a job are where and when.
type program struct {
	mip.Program
	p    *planner.Problem
	jobs []job
	room *room
	// on returns the allocs of job j on pool p at step t, ever those at any step,
	// starts 1 when the job starts at s. The terms are the caller's.
	on     func(j, p, t int) []mip.Term
	ever   func(j, p int) []mip.Term
	starts func(j, s int) []mip.Term
}

func newProgram(p *planner.Problem) *program {
	m := &program{p: p, jobs: jobsOf(p), room: roomOf(p)}
	m.Maximize = true
	for i := range p.Blocks {
		if b := &p.Blocks[i]; len(b.Running) > 0 {
			m.Offset += worth(p, b, 0, 0)
		}
	}
	return m
}

// steps is the number of steps that rows are written for: one more than the
// horizon has where blocks may run past it.
func (m *program) steps() int { return stepsOf(m.p) }

func stepsOf(p *planner.Problem) int {
	if p.Tail == planner.TailOverrun {
		return p.Steps + 1
	}
	return p.Steps
}

// noPoolIsOverfull writes the rows of pools and steps with less room than
// `below`: where every GPU has a row of its own, those with all of them free
// need none.
func (m *program) noPoolIsOverfull(below func(pool int) int) {
	for p := range m.p.Pools {
		for t := range m.steps() {
			if m.room.gpus[p][t] >= below(p) {
				continue
			}
			var row []mip.Term
			for j := range m.jobs {
				row = append(row, times(m.on(j, p, t), float64(m.jobs[j].gpus))...)
			}
			m.atMost(float64(m.room.gpus[p][t]), row)
		}
	}
}

func (m *program) noNodeIsOverfull() {
	for n := range m.room.cpu {
		m.amounts(n, m.room.cpu[n], func(j *job) float64 { return j.cpu })
		m.amounts(n, m.room.memory[n], func(j *job) float64 { return j.memory })
	}
}

func (m *program) amounts(node int, free []float64, of func(*job) float64) {
	for t := range free {
		var row []mip.Term
		for j := range m.jobs {
			if need := of(&m.jobs[j]); need > 0 {
				row = append(row, times(m.onNode(j, node, t), need)...)
			}
		}
		m.atMost(free[t], row)
	}
}

func (m *program) onNode(j, node, t int) []mip.Term {
	var out []mip.Term
	for p, n := range m.room.node {
		if n == node {
			out = append(out, m.on(j, p, t)...)
		}
	}
	return out
}

func (m *program) allocsStandApart() {
	for j := range m.jobs {
		if !m.jobs[j].distinct {
			continue
		}
		for node := range m.room.cpu {
			var row []mip.Term
			for p, n := range m.room.node {
				if n == node {
					row = append(row, m.ever(j, p)...)
				}
			}
			m.atMost(1, row)
		}
	}
}

func (m *program) replicasStandApart() {
	for s := range m.p.Services {
		if !m.p.Services[s].DistinctNodes {
			continue
		}
		for node := range m.room.cpu {
			for t := range m.p.Steps {
				var row []mip.Term
				for j := range m.jobs {
					if m.jobs[j].service == s {
						row = append(row, m.onNode(j, node, t)...)
					}
				}
				m.atMost(1, row)
			}
		}
	}
}

func (m *program) gangsStartTogether() {
	first := map[string]int{}
	for j := range m.jobs {
		gang := m.jobs[j].gang
		if gang == "" {
			continue
		}
		f, seen := first[gang]
		if !seen {
			first[gang] = j
			continue
		}
		for s := range m.p.Steps {
			row := append(m.starts(f, s), times(m.starts(j, s), -1)...)
			if len(row) > 0 {
				m.Row("", 0, 0, row...)
			}
		}
	}
}

// atMost leaves out rows in which nothing stands, unless nothing is too much.
func (m *program) atMost(limit float64, row []mip.Term) {
	if len(row) > 0 {
		m.Row("", mip.Inf(-1), max(0, limit), row...)
	}
}

func times(terms []mip.Term, factor float64) []mip.Term {
	for i := range terms {
		terms[i].Coef *= factor
	}
	return terms
}
