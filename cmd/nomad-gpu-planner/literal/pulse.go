package literal

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// pulse has x[j,p,s] allocs of job j that start on pool p at step s, and, for
// jobs of several allocs, y[j,s] = 1 when it starts at s.
type pulse struct {
	*program
	x [][][]mip.Var // job, index in its pools, start − first
	y [][]mip.Var   // job, start − first; nil for jobs of one alloc
	// index of each pool in a job's list, −1 when it is not there
	in [][]int
}

// Pulse states p with a variable for each pool, job and start:
//
//	maximise  Σ value(j,s) · y[j,s]
//	Σ_p x[j,p,s] = allocs(j) · y[j,s],   Σ_s y[j,s] ≤ 1 (= 1 for replicas)
//	Σ_j Σ_{s active at t} gpus(j) · x[j,p,s] ≤ free(p,t)
//
// and likewise for CPU, memory, distinct nodes and gangs. It is refused with a
// TooLarge where it would not fit into memory.
func Pulse(p *planner.Problem) (*mip.Program, error) {
	if err := PulseSize(p).check(); err != nil {
		return nil, err
	}
	m := &pulse{program: newProgram(p)}
	m.on, m.ever, m.starts = m.allocsAt, m.allocsEver, m.startsAt
	for j := range m.jobs {
		m.variables(j)
		m.startsOnce(j)
	}
	m.noPoolIsOverfull(func(int) int { return math.MaxInt })
	m.noNodeIsOverfull()
	m.allocsStandApart()
	m.replicasStandApart()
	m.gangsStartTogether()
	return &m.Program, m.Err()
}

func (m *pulse) variables(j int) {
	job := &m.jobs[j]
	in := make([]int, len(m.p.Pools))
	for i := range in {
		in[i] = -1
	}
	x := make([][]mip.Var, len(job.pools))
	for i, p := range job.pools {
		in[p] = i
		for s := job.first; s <= job.last; s++ {
			v := mip.Variable{Upper: 1, Integer: true}
			if job.allocs == 1 {
				v.Cost = job.value(s)
			} else {
				v.Upper = float64(job.allocs)
			}
			x[i] = append(x[i], m.Add(v))
		}
	}
	var y []mip.Var
	for s := job.first; s <= job.last && job.allocs > 1; s++ {
		y = append(y, m.Binary("", job.value(s)))
	}
	m.x, m.y, m.in = append(m.x, x), append(m.y, y), append(m.in, in)
}

func (m *pulse) startsOnce(j int) {
	job := &m.jobs[j]
	var once []mip.Term
	for s := job.first; s <= job.last; s++ {
		once = append(once, m.startsAt(j, s)...)
		if job.allocs == 1 {
			continue
		}
		y := m.y[j][s-job.first]
		row := []mip.Term{y.Times(-float64(job.allocs))}
		for i := range job.pools {
			row = append(row, m.x[j][i][s-job.first].Times(1))
		}
		m.Row("", 0, 0, row...)
	}
	least := 0.0
	if job.must {
		least = 1
	}
	if len(once) > 0 || job.must {
		m.Row("", least, 1, once...)
	}
}

func (m *pulse) startsAt(j, s int) []mip.Term {
	job := &m.jobs[j]
	if s < job.first || s > job.last {
		return nil
	}
	if job.allocs > 1 {
		return []mip.Term{m.y[j][s-job.first].Times(1)}
	}
	var out []mip.Term
	for i := range job.pools {
		out = append(out, m.x[j][i][s-job.first].Times(1))
	}
	return out
}

func (m *pulse) allocsAt(j, p, t int) []mip.Term {
	i := m.in[j][p]
	if i < 0 {
		return nil
	}
	job := &m.jobs[j]
	var out []mip.Term
	for s := max(job.first, t-job.steps+1); s <= min(job.last, t); s++ {
		out = append(out, m.x[j][i][s-job.first].Times(1))
	}
	return out
}

func (m *pulse) allocsEver(j, p int) []mip.Term {
	i := m.in[j][p]
	if i < 0 {
		return nil
	}
	var out []mip.Term
	for _, v := range m.x[j][i] {
		out = append(out, v.Times(1))
	}
	return out
}
