package literal

import (
	"errors"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// grid has x[g,j,t] = 1 when GPU g works for job j at step t, u[g,j] = 1 when
// it ever does, a[j,p] allocs of job j on pool p, and y[j,s] = 1 when it starts
// at step s.
type grid struct {
	*program
	pool []int // GPU → pool
	base []int // pool → its first GPU
	x    [][][]mip.Var
	u    [][]mip.Var
	a    [][]mip.Var
	y    [][]mip.Var
	gpus [][]int // job → the GPUs that it may use
	from [][]int // job, pool → index of the pool's first GPU among them, −1 for none
}

var errWithoutGPUs = errors.New("a job without GPUs has no cell in the grid")

// Grid states p with a variable for each GPU, job and timestep:
//
//	maximise  Σ value(j,s) · y[j,s],   Σ_s y[j,s] ≤ 1 (= 1 for replicas)
//	Σ_g x[g,j,t] = gpus(j) · Σ_{s active at t} y[j,s]
//	x[g,j,t] ≤ u[g,j],   Σ_g u[g,j] = gpus(j) · Σ_s y[j,s]       it keeps its GPUs
//	Σ_{g in p} u[g,j] = gpus_per_alloc(j) · a[j,p]                allocs are inside pools
//	Σ_j x[g,j,t] ≤ 1                                              no GPU is shared
//
// and likewise for reserved GPUs, CPU, memory, distinct nodes and gangs. It is
// refused with a TooLarge where it would not fit into memory.
func Grid(p *planner.Problem) (*mip.Program, error) {
	if err := GridSize(p).check(); err != nil {
		return nil, err
	}
	m := &grid{program: newProgram(p)}
	m.on, m.ever, m.starts = m.allocsAt, m.allocsEver, m.startsAt
	for i := range p.Pools {
		m.base = append(m.base, len(m.pool))
		for range p.Pools[i].GPUs {
			m.pool = append(m.pool, i)
		}
	}
	for j := range m.jobs {
		if m.jobs[j].gpus == 0 {
			return nil, errWithoutGPUs
		}
		m.variables(j)
		m.startsOnce(j)
		m.keepsItsGPUs(j)
		m.allocsAreInsidePools(j)
	}
	m.noGPUIsShared()
	m.noPoolIsOverfull(func(pool int) int { return p.Pools[pool].GPUs })
	m.noNodeIsOverfull()
	m.allocsStandApart()
	m.replicasStandApart()
	m.gangsStartTogether()
	return &m.Program, m.Err()
}

func (m *grid) variables(j int) {
	job := &m.jobs[j]
	var gpus []int
	from := make([]int, len(m.p.Pools))
	for i := range from {
		from[i] = -1
	}
	may := make([]bool, len(m.p.Pools))
	for _, p := range job.pools {
		may[p] = true
	}
	for g, p := range m.pool {
		if may[p] {
			if from[p] < 0 {
				from[p] = len(gpus)
			}
			gpus = append(gpus, g)
		}
	}
	var y, u, a []mip.Var
	for s := job.first; s <= job.last; s++ {
		y = append(y, m.Binary("", job.value(s)))
	}
	x := make([][]mip.Var, len(gpus))
	for i := range gpus {
		u = append(u, m.Binary("", 0))
		for t := job.first; t < m.end(j); t++ {
			x[i] = append(x[i], m.Binary("", 0))
		}
	}
	for range job.pools {
		a = append(a, m.Add(mip.Variable{Upper: float64(job.allocs), Integer: true}))
	}
	m.y, m.u, m.a, m.x = append(m.y, y), append(m.u, u), append(m.a, a), append(m.x, x)
	m.gpus, m.from = append(m.gpus, gpus), append(m.from, from)
}

// end is the step from which job j cannot be active any more.
func (m *grid) end(j int) int {
	return endOf(&m.jobs[j], m.steps())
}

func endOf(j *job, steps int) int { return max(j.first, min(steps, j.last+j.steps)) }

func (m *grid) startsOnce(j int) {
	least := 0.0
	if m.jobs[j].must {
		least = 1
	}
	if once := m.startsEver(j); len(once) > 0 {
		m.Row("", least, 1, once...)
	}
}

func (m *grid) startsEver(j int) []mip.Term {
	var out []mip.Term
	for _, v := range m.y[j] {
		out = append(out, v.Times(1))
	}
	return out
}

func (m *grid) startsAt(j, s int) []mip.Term {
	if s < m.jobs[j].first || s > m.jobs[j].last {
		return nil
	}
	return []mip.Term{m.y[j][s-m.jobs[j].first].Times(1)}
}

func (m *grid) keepsItsGPUs(j int) {
	job := &m.jobs[j]
	need := float64(job.total())
	for t := job.first; t < m.end(j); t++ {
		var row []mip.Term
		for s := job.first; s <= job.last; s++ {
			if job.at(s, t) {
				row = append(row, m.y[j][s-job.first].Times(-need))
			}
		}
		for i := range m.gpus[j] {
			x := m.x[j][i][t-job.first]
			row = append(row, x.Times(1))
			m.Row("", mip.Inf(-1), 0, x.Times(1), m.u[j][i].Times(-1))
		}
		m.Row("", 0, 0, row...)
	}
	row := times(m.startsEver(j), -need)
	for _, u := range m.u[j] {
		row = append(row, u.Times(1))
	}
	if len(row) > 0 {
		m.Row("", 0, 0, row...)
	}
}

func (m *grid) allocsAreInsidePools(j int) {
	job := &m.jobs[j]
	for i, p := range job.pools {
		row := []mip.Term{m.a[j][i].Times(-float64(job.gpus))}
		for g := range m.p.Pools[p].GPUs {
			row = append(row, m.u[j][m.from[j][p]+g].Times(1))
		}
		m.Row("", 0, 0, row...)
	}
}

func (m *grid) noGPUIsShared() {
	for g, p := range m.pool {
		for t := range m.steps() {
			var row []mip.Term
			for j := range m.jobs {
				job := &m.jobs[j]
				if m.from[j][p] < 0 || t < job.first || t >= m.end(j) {
					continue
				}
				i := m.from[j][p] + g - m.base[p]
				row = append(row, m.x[j][i][t-job.first].Times(1))
			}
			m.atMost(1, row)
		}
	}
}

func (m *grid) allocsAt(j, p, t int) []mip.Term {
	job := &m.jobs[j]
	if m.from[j][p] < 0 || t < job.first || t >= m.end(j) {
		return nil
	}
	var out []mip.Term
	for g := range m.p.Pools[p].GPUs {
		out = append(out, m.x[j][m.from[j][p]+g][t-job.first].Times(1/float64(job.gpus)))
	}
	return out
}

func (m *grid) allocsEver(j, p int) []mip.Term {
	for i, q := range m.jobs[j].pools {
		if p == q {
			return []mip.Term{m.a[j][i].Times(1)}
		}
	}
	return nil
}
