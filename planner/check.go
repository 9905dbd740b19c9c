package planner

import (
	"errors"
	"fmt"
	"math"
)

// tolerance is the relative error that a plan's figures may carry.
const tolerance = 1e-6

// Check re-proves plan q for problem p with plain loops: every promise of the
// formulation (docs/model.md), every figure that q states, and that the bound
// and the words "gap" and "proven" agree with them. It returns nil, or the
// broken promises joined (at most twenty). p must have passed Validate.
//
// Check shares no code with the search: it is the oracle of the tests, and no
// plan leaves Solve without it.
func Check(p *Problem, q *Plan) error {
	c := newChecker(p, q)
	if q.Version != Version {
		c.fail("the plan's version is %d, want %d", q.Version, Version)
	}
	c.blocksAppearOnce()
	c.servicesAppearOnce()
	if len(c.errs) > 0 {
		return errors.Join(c.errs...)
	}
	for b := range p.Blocks {
		c.block(&p.Blocks[b], &q.Blocks[b])
	}
	c.gangsStartTogether()
	for s := range p.Services {
		c.service(&p.Services[s], &q.Services[s])
	}
	c.noPoolIsOverfull()
	c.noNodeIsOverfull()
	c.tailsAreKept()
	c.figuresAgree()
	c.boundAgrees()
	return errors.Join(c.errs...)
}

// checker holds who is where while a plan is read.
type checker struct {
	p     *Problem
	q     *Plan
	errs  []error
	pools map[string]int
	nodes map[string]int
	used  [][]int   // pool, step → GPUs in use
	owner [][]int32 // pool, step·GPUs + label → who holds it, as 1 + index in names
	names []string
	cpu   [][]float64 // node, step → MHz that the plan uses
	mem   [][]float64 // node, step → MiB that the plan uses
	tail  []int       // pool → GPUs that started blocks hold past T
	busy  float64     // GPU-steps in use
	value float64     // objective
	out   float64     // weighted output
	short float64     // unweighted shortfall
	wgt   float64     // weighted shortfall
}

func newChecker(p *Problem, q *Plan) *checker {
	c := &checker{p: p, q: q, pools: map[string]int{}, nodes: map[string]int{}, tail: make([]int, len(p.Pools))}
	for i := range p.Pools {
		c.pools[p.Pools[i].ID] = i
		c.used = append(c.used, make([]int, p.Steps))
		c.owner = append(c.owner, make([]int32, p.Steps*p.Pools[i].GPUs))
	}
	for i := range p.Nodes {
		c.nodes[p.Nodes[i].ID] = i
		c.cpu = append(c.cpu, make([]float64, p.Steps))
		c.mem = append(c.mem, make([]float64, p.Steps))
	}
	return c
}

func (c *checker) fail(format string, a ...any) {
	if len(c.errs) < maxMistakes {
		c.errs = append(c.errs, fmt.Errorf("check: "+format, a...))
	}
}

func (c *checker) blocksAppearOnce() {
	if len(c.q.Blocks) != len(c.p.Blocks) {
		c.fail("the plan has %d blocks, the problem %d", len(c.q.Blocks), len(c.p.Blocks))
		return
	}
	for b := range c.p.Blocks {
		if c.q.Blocks[b].ID != c.p.Blocks[b].ID {
			c.fail("block %d of the plan is %q, of the problem %q", b, c.q.Blocks[b].ID, c.p.Blocks[b].ID)
		}
	}
}

func (c *checker) servicesAppearOnce() {
	if len(c.q.Services) != len(c.p.Services) {
		c.fail("the plan has %d services, the problem %d", len(c.q.Services), len(c.p.Services))
		return
	}
	for s := range c.p.Services {
		if c.q.Services[s].ID != c.p.Services[s].ID {
			c.fail("service %d of the plan is %q, of the problem %q", s, c.q.Services[s].ID, c.p.Services[s].ID)
		}
	}
}

func (c *checker) gangsStartTogether() {
	first := map[string]int{}
	for b := range c.p.Blocks {
		gang := c.p.Blocks[b].Gang
		if gang == "" {
			continue
		}
		f, seen := first[gang]
		if !seen {
			first[gang] = b
			continue
		}
		x, y := c.q.Blocks[f].Start, c.q.Blocks[b].Start
		if (x == nil) != (y == nil) || x != nil && *x != *y {
			c.fail("gang %q does not start together: %s and %s", gang, c.p.Blocks[f].ID, c.p.Blocks[b].ID)
		}
	}
}

func (c *checker) noPoolIsOverfull() {
	for i := range c.p.Pools {
		pl := &c.p.Pools[i]
		kept := c.q.Reserved[pl.ID]
		for t, n := range c.used[i] {
			if at(kept, t) < 0 {
				c.fail("reserved keeps %d GPUs of pool %s at step %d", at(kept, t), pl.ID, t)
				break
			}
			n += at(pl.Reserved, t) + at(kept, t)
			if n > pl.GPUs {
				c.fail("pool %s holds %d of %d GPUs at step %d", pl.ID, n, pl.GPUs, t)
				break
			}
		}
	}
	for id := range c.q.Reserved {
		if _, ok := c.pools[id]; !ok {
			c.fail("reserved names the unknown pool %q", id)
		}
	}
}

func (c *checker) noNodeIsOverfull() {
	for n := range c.p.Nodes {
		nd := &c.p.Nodes[n]
		c.nodeHolds(nd.ID, "CPU", c.cpu[n], nd.ReservedCPU, nd.CPU)
		c.nodeHolds(nd.ID, "memory", c.mem[n], nd.ReservedMemory, nd.Memory)
	}
}

func (c *checker) nodeHolds(id, what string, used, reserved []float64, limit *float64) {
	for t, x := range used {
		if limit == nil || x == 0 {
			continue
		}
		if t < len(reserved) {
			x += reserved[t]
		}
		if x > *limit+tolerance {
			c.fail("node %s holds %v of %v %s at step %d", id, x, *limit, what, t)
			return
		}
	}
}

func (c *checker) tailsAreKept() {
	for i, n := range c.tail {
		if most := c.p.Pools[i].TailGPUs; most != nil && n > *most {
			c.fail("pool %s: started blocks hold %d GPUs past the horizon, %d may", c.p.Pools[i].ID, n, *most)
		}
	}
}

func (c *checker) figuresAgree() {
	c.near("objective", c.q.Objective, c.value)
	c.near("weighted_output", c.q.Metrics.WeightedOutput, c.out)
	c.near("service_shortfall_gpu_steps", c.q.Metrics.ServiceShortfall, c.short)
	c.near("shortfall.weighted", c.q.Shortfall.Weighted, c.wgt)
	utilization := 0.0
	if all := c.p.GPUs() * c.p.Steps; all > 0 {
		utilization = c.busy / float64(all)
	}
	c.near("utilization", c.q.Metrics.Utilization, utilization)
}

func (c *checker) near(name string, claimed, real float64) {
	if !(math.Abs(claimed-real) <= tolerance*math.Max(1, math.Abs(real))) {
		c.fail("the plan claims %s %v, recomputed %v", name, claimed, real)
	}
}

func (c *checker) boundAgrees() {
	q := c.q
	if b := q.Shortfall.Bound; b != nil && *b > c.wgt+tolerance {
		c.fail("shortfall.bound %v lies above the shortfall %v", *b, c.wgt)
	}
	if q.Bound != nil && *q.Bound < c.value-tolerance*math.Max(1, c.value) {
		c.fail("bound %v lies below the objective %v", *q.Bound, c.value)
	}
	gap := gapOf(c.value, q.Bound)
	if (gap == nil) != (q.Gap == nil) || gap != nil && math.Abs(*gap-*q.Gap) > tolerance {
		c.fail("the plan claims a gap of %v, recomputed %v", show(q.Gap), show(gap))
	}
	if proven := isProven(gap, c.wgt, q.Shortfall.Bound); proven != q.Proven {
		c.fail("the plan claims proven %v, recomputed %v", q.Proven, proven)
	}
}

func show(x *float64) string {
	if x == nil {
		return "null"
	}
	return fmt.Sprint(*x)
}

// at returns series[t], 0 where the series is absent or short.
func at(series []int, t int) int {
	if t < len(series) {
		return series[t]
	}
	return 0
}
