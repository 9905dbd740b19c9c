package literal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
)

// tiny draws a problem that both programs can be solved for, with all that the
// format knows.
type tiny struct {
	*rand.Rand
	p *planner.Problem
}

func (d *tiny) oneIn(n int) bool { return d.IntN(n) == 0 }

func newTiny(seed uint64) *planner.Problem {
	d := &tiny{rand.New(rand.NewPCG(seed, 7)), &planner.Problem{
		Version: 1, Timestep: planner.Duration(time.Hour), Start: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC),
	}}
	d.p.Steps = 4 + d.IntN(6)
	if d.oneIn(2) {
		d.p.Tail = planner.TailOverrun
	}
	if d.oneIn(3) {
		e := []float64{0, 0.3}[d.IntN(2)]
		d.p.Earliness = &e
	}
	d.pools()
	for i := range 3 + d.IntN(5) {
		d.block(i)
	}
	if d.oneIn(3) {
		d.gang()
	}
	for i := range d.IntN(3) {
		d.service(i)
	}
	return d.p
}

func (d *tiny) pools() {
	for i := range 1 + d.IntN(3) {
		node := planner.Node{ID: fmt.Sprintf("n%d", i/2)}
		if i%2 == 0 {
			if d.oneIn(3) {
				cpu := float64(6 + d.IntN(8))
				node.CPU = &cpu
			}
			d.p.Nodes = append(d.p.Nodes, node)
		}
		pl := planner.Pool{ID: fmt.Sprintf("p%d", i), Node: node.ID, GPUs: 1 + d.IntN(4)}
		if d.oneIn(4) {
			for range d.p.Steps {
				pl.Reserved = append(pl.Reserved, d.IntN(2))
			}
		}
		if d.p.Tail == planner.TailOverrun && d.oneIn(3) {
			tail := d.IntN(pl.GPUs + 1)
			pl.TailGPUs = &tail
		}
		d.p.Pools = append(d.p.Pools, pl)
	}
}

func (d *tiny) some() []string {
	if d.oneIn(3) {
		return []string{d.p.Pools[d.IntN(len(d.p.Pools))].ID}
	}
	return nil
}

func (d *tiny) block(i int) {
	b := planner.Block{
		ID: fmt.Sprintf("b%d", i), Weight: float64(1 + d.IntN(9)), Allocs: 1, GPUsPerAlloc: 1 + d.IntN(3),
		Steps: 1 + d.IntN(d.p.Steps), Pools: d.some(), CPU: float64(d.IntN(4)),
	}
	b.Earliest = d.IntN(d.p.Steps)
	if d.oneIn(3) {
		b.Allocs, b.DistinctNodes = 2, d.oneIn(2)
	}
	if d.oneIn(4) {
		due := b.Earliest + b.Steps + d.IntN(3)
		b.Deadline = &due
	}
	if i == 0 && d.oneIn(3) {
		pl := &d.p.Pools[0]
		b.Allocs, b.GPUsPerAlloc, b.CPU, b.Running, b.Deadline = 1, 1, 1, []string{pl.ID}, nil
		pl.Reserved = nil
		if d.oneIn(2) && d.p.Tail == planner.TailOverrun {
			b.Steps += d.p.Steps
		}
	}
	d.p.Blocks = append(d.p.Blocks, b)
}

func (d *tiny) gang() {
	for _, i := range []int{1, 2} {
		d.p.Blocks[i].Gang = "g"
	}
}

func (d *tiny) service(i int) {
	s := planner.Service{ID: fmt.Sprintf("s%d", i), Weight: 5, GPUsPerReplica: 1, Pools: d.some(), DistinctNodes: d.oneIn(5)}
	for range d.p.Steps {
		s.Demand = append(s.Demand, d.IntN(3)*d.IntN(2))
	}
	d.p.Services = append(d.p.Services, s)
}

// problems is how many random problems are solved; LITERAL_PROBLEMS sets more.
func problems() int {
	if n, err := strconv.Atoi(os.Getenv("LITERAL_PROBLEMS")); err == nil {
		return n
	}
	return 40
}

// TestBothProgramsAgreeWithThePlanner holds the planner against two oracles
// that share no code with it.
func TestBothProgramsAgreeWithThePlanner(t *testing.T) {
	solver := highs.New(highs.Options{})
	defer solver.Close()
	if err := solver.Prepare(); err != nil {
		t.Skip(err)
	}
	proven, short := 0, 0
	for seed := range uint64(problems()) {
		p := newTiny(seed)
		if err := p.Validate(); err != nil {
			t.Fatalf("seed %d: the generator is wrong: %v", seed, err)
		}
		grid, pulse := optimum(t, solver, p, Grid), optimum(t, solver, p, Pulse)
		if math.Abs(grid-pulse) > 1e-5 || math.IsInf(grid, 0) != math.IsInf(pulse, 0) {
			t.Errorf("seed %d: the grid reaches %v, the pulses %v: %s", seed, grid, pulse, text(p))
			continue
		}
		q, err := planner.Solve(context.Background(), p, planner.Options{Solver: solver, Limit: 500 * time.Millisecond, Now: time.Now})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if q.Proven {
			proven++
		} else {
			t.Logf("seed %d: not proven: objective %v, bound %v, shortfall %v, bound %v", seed, q.Objective, *q.Bound, q.Shortfall.Weighted, *q.Shortfall.Bound)
		}
		if q.Shortfall.Weighted > 0 {
			short++
		}
		agrees(t, seed, p, q, pulse)
	}
	t.Logf("%d problems, %d proven, %d with a shortfall", problems(), proven, short)
}

// agrees compares a plan with the optimum over plans that serve all demand, −∞
// where there is none.
func agrees(t *testing.T, seed uint64, p *planner.Problem, q *planner.Plan, best float64) {
	t.Helper()
	tol := 1e-5 * max(1, math.Abs(best))
	switch {
	case math.IsInf(best, -1):
		if q.Shortfall.Weighted == 0 {
			t.Errorf("seed %d: the programs cannot serve all demand, the plan does: %s", seed, text(p))
		}
	case q.Shortfall.Weighted > 0:
		t.Errorf("seed %d: the plan is short by %v (bound %v), which need not be: %s", seed, q.Shortfall.Weighted, *q.Shortfall.Bound, text(p))
	case q.Objective > best+tol || *q.Bound < best-tol:
		t.Errorf("seed %d: objective %v, bound %v, but the best is %v: %s", seed, q.Objective, *q.Bound, best, text(p))
	case q.Proven && q.Objective < best-tol:
		t.Errorf("seed %d: %v is called proven, but %v is reached: %s", seed, q.Objective, best, text(p))
	}
}

func optimum(t *testing.T, solver mip.Solver, p *planner.Problem, state func(*planner.Problem) (*mip.Program, error)) float64 {
	t.Helper()
	m, err := state(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	res, err := solver.Solve(context.Background(), m, mip.Options{})
	switch {
	case err != nil:
		t.Fatal(err)
	case res.Status == mip.Infeasible:
		return math.Inf(-1)
	case res.Status != mip.Optimal:
		t.Fatalf("status %v", res.Status)
	}
	return res.Objective
}

func text(p *planner.Problem) string {
	out, err := json.Marshal(p)
	if err != nil {
		return err.Error()
	}
	return string(out)
}

func TestWhatIsTooLargeIsRefusedUnbuilt(t *testing.T) {
	row, err := bench.Find("8192x96")
	if err != nil {
		t.Fatal(err)
	}
	p := row.Instance(2)
	var large TooLarge
	if _, err := Grid(p); !errors.As(err, &large) || large.Variables < 1e8 {
		t.Errorf("grid: %v", err)
	}
	if _, err := Pulse(p); !errors.As(err, &large) || large.Variables < 1e7 {
		t.Errorf("pulse: %v", err)
	}
}

func TestSizesAreWhatIsBuilt(t *testing.T) {
	row, err := bench.Find("8x96")
	if err != nil {
		t.Fatal(err)
	}
	p := row.Instance(1)
	for name, c := range map[string]struct {
		size  Size
		state func(*planner.Problem) (*mip.Program, error)
	}{"grid": {GridSize(p), Grid}, "pulse": {PulseSize(p), Pulse}} {
		m, err := c.state(p)
		if err != nil {
			t.Fatal(err)
		}
		terms := 0
		for i := range m.Rows {
			terms += len(m.Rows[i].Terms)
		}
		t.Logf("%s: %d variables, %d rows, %d terms", name, len(m.Vars), len(m.Rows), terms)
		if c.size.Variables != len(m.Vars) || float64(terms) > 1.2*float64(c.size.Terms) || float64(terms) < 0.5*float64(c.size.Terms) {
			t.Errorf("%s: estimated %+v", name, c.size)
		}
	}
}
