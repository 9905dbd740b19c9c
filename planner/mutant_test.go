package planner_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TestCheckAndTheArbiterAgree: on plans of random problems and on mutants of
// them both accept or both refuse.
func TestCheckAndTheArbiterAgree(t *testing.T) {
	says := plancheck(t)
	problems, accepted, refused := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, rapid.SampledFrom([]size{tiny, dense}).Draw(t, "size"))
		if problems++; problems > 40 { // each costs four processes
			return
		}
		q := mustSolve(t, p, planner.Options{Mode: planner.ModeFast})
		if found, err := says(p, q); found != "" || err != nil {
			t.Fatalf("the arbiter refuses our plan: %v\n%s%s", err, found, show(p))
		}
		for range 3 {
			what := mutate(t, p, q)
			err := planner.Check(p, q)
			found, broke := says(p, q)
			if broke != nil || (err == nil) != (found == "") {
				t.Fatalf("after %s: Check says %v, the arbiter %q (%v)\n%s%s", what, err, found, broke, show(p), text(q))
			}
			if err == nil {
				accepted++
			} else {
				refused++
			}
		}
	})
	t.Logf("%d mutants accepted, %d refused", accepted, refused)
	if !t.Failed() && (accepted < 10 || refused < 10) {
		t.Errorf("%d mutants accepted, %d refused: both should happen", accepted, refused)
	}
}

// mutate changes one thing of q and says what. Unless it is a figure, the
// figures are then made to fit, so that nothing else gives the change away.
func mutate(t *rapid.T, p *planner.Problem, q *planner.Plan) string {
	kind := rapid.SampledFrom([]string{"figures", "block", "block", "alloc", "alloc", "interval", "interval", "replicas", "reserved"}).Draw(t, "mutation")
	switch kind {
	case "figures":
		mutateFigures(t, q)
		return kind
	case "block":
		mutateBlock(t, p, q)
	case "alloc":
		mutateAlloc(t, p, q)
	case "interval":
		mutateInterval(t, p, q)
	case "replicas":
		if len(q.Services) > 0 {
			n := &q.Services[pick(t, len(q.Services))].Replicas[pick(t, p.Steps)]
			*n = max(0, *n+rapid.IntRange(-1, 1).Draw(t, "by"))
		}
	case "reserved":
		pl := &p.Pools[pick(t, len(p.Pools))]
		q.Reserved = map[string][]int{pl.ID: slices.Repeat([]int{rapid.IntRange(-1, 2).Draw(t, "kept")}, p.Steps)}
	}
	refigure(p, q)
	return kind
}

func pick(t *rapid.T, n int) int { return rapid.IntRange(0, n-1).Draw(t, "which") }

func mutateFigures(t *rapid.T, q *planner.Plan) {
	x := rapid.SampledFrom([]*float64{&q.Objective, q.Bound, q.Gap, q.Shortfall.Bound, &q.Shortfall.Weighted, &q.Metrics.Utilization,
		&q.Metrics.WeightedOutput, &q.Metrics.ServiceShortfall}).Draw(t, "figure")
	if x != nil {
		*x += rapid.SampledFrom([]float64{-1, -0.01, 0, 0.01, 1}).Draw(t, "by")
	}
	if pick(t, 4) == 0 {
		q.Proven = !q.Proven
	}
}

func mutateBlock(t *rapid.T, p *planner.Problem, q *planner.Plan) {
	if len(q.Blocks) == 0 {
		return
	}
	b := pick(t, len(q.Blocks))
	pb, s := &q.Blocks[b], rapid.IntRange(-1, p.Steps).Draw(t, "start")
	switch {
	case s < 0:
		*pb = planner.PlanBlock{ID: pb.ID, Reason: "mutated"}
	case pb.Start == nil:
		pb.Start, pb.Reason = &s, ""
		for range p.Blocks[b].Allocs {
			pl := &p.Pools[pick(t, len(p.Pools))]
			pb.Allocs = append(pb.Allocs, planner.PlanAlloc{Pool: pl.ID, GPUs: someGPUs(t, pl, p.Blocks[b].GPUsPerAlloc)})
		}
	default:
		pb.Start = &s
	}
}

// someGPUs names n GPUs in a row, which may end behind the pool.
func someGPUs(t *rapid.T, pl *planner.Pool, n int) []int {
	first := rapid.IntRange(0, max(0, pl.GPUs-n)).Draw(t, "first GPU")
	gpus := make([]int, n)
	for i := range gpus {
		gpus[i] = first + i
	}
	return gpus
}

func mutateAlloc(t *rapid.T, p *planner.Problem, q *planner.Plan) {
	if len(q.Blocks) == 0 {
		return
	}
	b := pick(t, len(q.Blocks))
	if allocs := q.Blocks[b].Allocs; len(allocs) > 0 {
		pl := &p.Pools[pick(t, len(p.Pools))]
		allocs[pick(t, len(allocs))] = planner.PlanAlloc{Pool: pl.ID, GPUs: someGPUs(t, pl, p.Blocks[b].GPUsPerAlloc)}
	}
}

func mutateInterval(t *rapid.T, p *planner.Problem, q *planner.Plan) {
	if len(q.Services) == 0 {
		return
	}
	s := pick(t, len(q.Services))
	ps := &q.Services[s]
	if len(ps.Intervals) == 0 {
		return
	}
	iv, pl := &ps.Intervals[pick(t, len(ps.Intervals))], &p.Pools[pick(t, len(p.Pools))]
	switch pick(t, 5) {
	case 0:
		iv.Pool, iv.GPUs = pl.ID, someGPUs(t, pl, p.Services[s].GPUsPerReplica)
	case 1:
		iv.From += rapid.IntRange(-1, 1).Draw(t, "by")
	case 2:
		iv.To += rapid.IntRange(-1, 1).Draw(t, "by")
	case 3:
		iv.Index = max(0, iv.Index+rapid.IntRange(-1, 1).Draw(t, "by"))
	case 4: // the rest of the stay is on another pool
		if iv.To-iv.From > 1 {
			rest := planner.Interval{Index: iv.Index, Pool: pl.ID, From: iv.From + 1, To: iv.To, GPUs: someGPUs(t, pl, p.Services[s].GPUsPerReplica)}
			iv.To = iv.From + 1
			ps.Intervals = append(ps.Intervals, rest)
		}
	}
	recount(p, ps)
}

// recount states as replicas what the intervals place.
func recount(p *planner.Problem, ps *planner.PlanService) {
	clear(ps.Replicas)
	for _, iv := range ps.Intervals {
		for t := max(0, iv.From); t < min(iv.To, p.Steps); t++ {
			ps.Replicas[t]++
		}
	}
}
