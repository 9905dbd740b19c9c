package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// good is a plan of valid() made by hand: "run" holds two GPUs of p0 in steps 0
// and 1; the gang of a and b starts at step 1; the service goes short by one
// replica at step 3.
func good() *planner.Plan {
	q := &planner.Plan{
		Version: planner.Version,
		Blocks: []planner.PlanBlock{
			{ID: "run", Start: ptr(0), Allocs: []planner.PlanAlloc{{Pool: "p0", GPUs: []int{0, 1}}}},
			{ID: "a", Start: ptr(1), Allocs: []planner.PlanAlloc{{Pool: "p0", GPUs: []int{2}}, {Pool: "p1", GPUs: []int{2}}}},
			{ID: "b", Start: ptr(1), Allocs: []planner.PlanAlloc{{Pool: "p1", GPUs: []int{3}}}},
		},
		Services: []planner.PlanService{{ID: "s", Replicas: []int{2, 1, 1, 1}, Intervals: []planner.Interval{
			{Index: 0, Pool: "p1", From: 0, To: 4, GPUs: []int{0}},
			{Index: 1, Pool: "p1", From: 0, To: 1, GPUs: []int{1}},
		}}},
	}
	// run: 2·2·2·1.05, a: 2·2·1.05, b starts one step late: 2·(1 + 0.05·3/4).
	q.Objective = 8.4 + 4.2 + 2*(1+0.05*0.75)
	q.Metrics = planner.Metrics{Utilization: (4 + 4 + 2 + 5) / 32.0, WeightedOutput: 8 + 4 + 2, ServiceShortfall: 1}
	q.Shortfall = planner.Shortfall{Weighted: 10, Bound: ptr(0.0)}
	q.Bound = ptr(2 * q.Objective)
	q.Gap = ptr(1.0)
	return q
}

func TestAGoodPlanPasses(t *testing.T) {
	if err := planner.Check(valid(), good()); err != nil {
		t.Error(err)
	}
	q := good()
	q.Bound, q.Gap, q.Shortfall.Bound = nil, nil, nil // a baseline's
	q.Reserved = map[string][]int{"p1": {0, 1, 1, 3}}
	if err := planner.Check(valid(), q); err != nil {
		t.Error("a baseline:", err)
	}
	q = good()
	q.Shortfall.Bound, q.Bound, q.Gap, q.Proven = ptr(10.0), ptr(q.Objective), ptr(0.0), true
	if err := planner.Check(valid(), q); err != nil {
		t.Error("a proven plan:", err)
	}
}

// broken breaks one promise each: what changes, and the words Check has for it.
var broken = []struct {
	claim, words string
	change       func(*planner.Problem, *planner.Plan)
}{
	{"another version", "version is 2", func(_ *planner.Problem, q *planner.Plan) { q.Version = 2 }},
	{"a block is missing", "the plan has 2 blocks, the problem 3", func(_ *planner.Problem, q *planner.Plan) { q.Blocks = q.Blocks[:2] }},
	{"a block twice", `block 2 of the plan is "a"`, func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2] = q.Blocks[1] }},
	{"a service is missing", "the plan has 0 services, the problem 1", func(_ *planner.Problem, q *planner.Plan) { q.Services = nil }},
	{"an unknown service", `service 0 of the plan is "x"`, func(_ *planner.Problem, q *planner.Plan) { q.Services[0].ID = "x" }},
	{"a running block starts later", "running block run was moved to step 1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[0].Start = ptr(1) }},
	{"a running block moves", "running block run was moved to pool p1", func(_ *planner.Problem, q *planner.Plan) {
		q.Blocks[0].Allocs[0] = planner.PlanAlloc{Pool: "p1", GPUs: []int{2, 3}}
	}},
	{"a running block is dropped", "running block run was dropped", func(_ *planner.Problem, q *planner.Plan) {
		q.Blocks[0] = planner.PlanBlock{ID: "run", Reason: "no"}
	}},
	{"no reason", "block b is not placed: it needs a reason", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2] = planner.PlanBlock{ID: "b"} }},
	{"allocs of what is not placed", "needs a reason and no allocs", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Start, q.Blocks[2].Reason = nil, "no" }},
	{"a start before the horizon", "block b starts at step -1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Start = ptr(-1) }},
	{"a start behind the horizon", "block b starts at step 4 of 4", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Start = ptr(4) }},
	{"too early", "block a starts at step 0, before its earliest 1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[1].Start = ptr(0) }},
	{"past the horizon", "block b ends at step 5, past the horizon 4", func(p *planner.Problem, q *planner.Plan) { p.Tail, q.Blocks[2].Start = "", ptr(3) }},
	{"past the deadline", "block a ends at step 5, past its deadline 4", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[1].Start = ptr(3) }},
	{"a split gang", `gang "g" does not start together: a and b`, func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Start = ptr(2) }},
	{"half a gang", `gang "g" does not start together`, func(_ *planner.Problem, q *planner.Plan) {
		q.Blocks[2] = planner.PlanBlock{ID: "b", Reason: "no"}
	}},
	{"an alloc is missing", "block a has 1 allocs, needs 2", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[1].Allocs = q.Blocks[1].Allocs[:1] }},
	{"an unknown pool", `unknown pool "p9"`, func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Allocs[0].Pool = "p9" }},
	{"a pool it may not use", "block a may not use pool p0", func(p *planner.Problem, _ *planner.Plan) { p.Blocks[1].Pools = []string{"p1"} }},
	{"one node twice", "block a has two allocs on node n1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[1].Allocs[0].Pool = "p1" }},
	{"too few GPUs", "b: names 0 GPUs of p1, needs 1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Allocs[0].GPUs = nil }},
	{"a GPU that is not there", "b: GPU 4 is not in p1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Allocs[0].GPUs = []int{4} }},
	{"a negative GPU", "b: GPU -1 is not in p1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Allocs[0].GPUs = []int{-1} }},
	{"a shared GPU", "GPU 2 of p1 is held by a and b at step 1", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[2].Allocs[0].GPUs = []int{2} }},
	{"a GPU named twice", "GPU 0 of p0 is held by run and run", func(_ *planner.Problem, q *planner.Plan) { q.Blocks[0].Allocs[0].GPUs = []int{0, 0} }},
	{"an overfull pool", "pool p0 holds 5 of 4 GPUs at step 1", func(p *planner.Problem, _ *planner.Plan) { p.Pools[0].Reserved[1] = 2 }},
	{"an unknown pool is reserved", `reserved names the unknown pool "p9"`, func(_ *planner.Problem, q *planner.Plan) { q.Reserved = map[string][]int{"p9": {1}} }},
	{"more is kept than there is", "pool p1 holds 5 of 4 GPUs at step 2", func(_ *planner.Problem, q *planner.Plan) { q.Reserved = map[string][]int{"p1": {0, 0, 2, 0}} }},
	{"less than nothing is kept", "reserved keeps -1 GPUs of pool p1 at step 0", func(_ *planner.Problem, q *planner.Plan) { q.Reserved = map[string][]int{"p1": {-1, 0, 0, 0}} }},
	{"CPU over", "node n0 holds 11 of 10 CPU at step 1", func(p *planner.Problem, _ *planner.Plan) { p.Blocks[1].CPU = 7 }},
	{"memory over", "node n1 holds 2 of 1 memory at step 0", func(p *planner.Problem, _ *planner.Plan) { p.Nodes[1].Memory = ptr(1.0) }},
	{"too much at the end", "pool p0: started blocks hold 1 GPUs past the horizon, 0 may", func(p *planner.Problem, q *planner.Plan) {
		p.Pools[0].TailGPUs, p.Blocks[1].Deadline = ptr(0), nil
		q.Blocks[1].Start, q.Blocks[2].Start = ptr(3), ptr(3)
	}},
	{"too few steps", "service s has replicas for 3 steps, needs 4", func(_ *planner.Problem, q *planner.Plan) { q.Services[0].Replicas = []int{2, 1, 1} }},
	{"more replicas than wanted", "2 replicas claimed and 1 placed of 1 wanted at step 1", func(_ *planner.Problem, q *planner.Plan) { q.Services[0].Replicas[1] = 2 }},
	{"replicas that stand nowhere", "2 replicas claimed and 1 placed of 2 wanted at step 3", func(_ *planner.Problem, q *planner.Plan) { q.Services[0].Replicas[3] = 2 }},
	{"an empty interval", "replica 1 is on steps [1, 1)", func(_ *planner.Problem, q *planner.Plan) { q.Services[0].Intervals[1].From = 1 }},
	{"an interval past the horizon", "replica 0 is on steps [0, 5)", func(_ *planner.Problem, q *planner.Plan) { q.Services[0].Intervals[0].To = 5 }},
	{"no prefix", "replica 0 of 1 is missing at step 2", func(_ *planner.Problem, q *planner.Plan) {
		q.Services[0].Intervals[0].To = 2
		addReplica(q, 1, "p1", 2, 4, 0)
	}},
	{"a replica twice", "replica 0 stands twice at step 2", func(_ *planner.Problem, q *planner.Plan) { addReplica(q, 0, "p0", 2, 3, 3) }},
	{"a running replica moves", "replica 0 runs on p1 and was moved to p0", func(_ *planner.Problem, q *planner.Plan) {
		q.Services[0].Intervals[0].Pool, q.Services[0].Intervals[0].GPUs = "p0", []int{3}
	}},
	{"a replica moves", "replica 0 moves at step 2 without a break", func(_ *planner.Problem, q *planner.Plan) {
		q.Services[0].Intervals[0].To = 2
		addReplica(q, 0, "p0", 2, 4, 3)
	}},
	{"a replica changes its GPU", "replica 0 moves at step 3 without a break", func(_ *planner.Problem, q *planner.Plan) {
		q.Services[0].Intervals[0].To = 3
		addReplica(q, 0, "p1", 3, 4, 1)
	}},
	{"a service where it may not be", "service s may not use pool p1", func(p *planner.Problem, _ *planner.Plan) { p.Services[0].Pools = []string{"p0"} }},
	{"a service twice on a node", "service s stands twice on node n1 at step 0", func(p *planner.Problem, _ *planner.Plan) { p.Services[0].DistinctNodes = true }},
	{"the objective", "the plan claims objective 1, recomputed", func(_ *planner.Problem, q *planner.Plan) { q.Objective = 1 }},
	{"the output", "the plan claims weighted_output 1, recomputed 14", func(_ *planner.Problem, q *planner.Plan) { q.Metrics.WeightedOutput = 1 }},
	{"the utilization", "the plan claims utilization 1, recomputed 0.46875", func(_ *planner.Problem, q *planner.Plan) { q.Metrics.Utilization = 1 }},
	{"the shortfall", "the plan claims service_shortfall_gpu_steps 0, recomputed 1", func(_ *planner.Problem, q *planner.Plan) { q.Metrics.ServiceShortfall = 0 }},
	{"the weighted shortfall", "the plan claims shortfall.weighted 9, recomputed 10", func(_ *planner.Problem, q *planner.Plan) { q.Shortfall.Weighted = 9 }},
	{"the shortfall's bound", "shortfall.bound 11 lies above the shortfall 10", func(_ *planner.Problem, q *planner.Plan) { q.Shortfall.Bound = ptr(11.0) }},
	{"the bound", "bound 1 lies below the objective", func(_ *planner.Problem, q *planner.Plan) { q.Bound, q.Gap = ptr(1.0), ptr(0.0) }},
	{"the gap", "the plan claims a gap of 0.5, recomputed 1", func(_ *planner.Problem, q *planner.Plan) { q.Gap = ptr(0.5) }},
	{"no gap", "the plan claims a gap of null, recomputed 1", func(_ *planner.Problem, q *planner.Plan) { q.Gap = nil }},
	{"proven with a gap", "the plan claims proven true, recomputed false", func(_ *planner.Problem, q *planner.Plan) { q.Proven = true }},
	{"proven with a shortfall that may be too large", "claims proven true", func(_ *planner.Problem, q *planner.Plan) { q.Bound, q.Gap, q.Proven = ptr(q.Objective), ptr(0.0), true }},
	{"a proof kept quiet", "the plan claims proven false, recomputed true", func(_ *planner.Problem, q *planner.Plan) {
		q.Bound, q.Gap, q.Shortfall.Bound = ptr(q.Objective), ptr(0.0), ptr(10.0)
	}},
}

func addReplica(q *planner.Plan, index int, pool string, from, to, gpu int) {
	s := &q.Services[0]
	s.Intervals = append(s.Intervals, planner.Interval{Index: index, Pool: pool, From: from, To: to, GPUs: []int{gpu}})
}

func TestEveryBrokenPromiseIsFound(t *testing.T) {
	for _, c := range broken {
		p, q := valid(), good()
		c.change(p, q)
		if err := p.Validate(); err != nil {
			t.Errorf("%s: no problem: %v", c.claim, err)
		}
		if err := planner.Check(p, q); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.words)
		}
	}
}

func TestCheckStopsAtTwentyFindings(t *testing.T) {
	p, q := valid(), good()
	for i := range 30 {
		q.Services[0].Intervals = slices.Concat(q.Services[0].Intervals, []planner.Interval{{Index: i, Pool: "p9", From: 0, To: 4}})
	}
	if n := strings.Count(planner.Check(p, q).Error(), "\n") + 1; n != 20 {
		t.Errorf("%d findings, want 20", n)
	}
}
