package scenario

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// tiny is a problem of one pool with the given blocks.
func tiny(steps, gpus int, blocks ...planner.Block) *planner.Problem {
	p := &planner.Problem{
		Version: planner.Version, Start: DefaultStart, Timestep: planner.Duration(15 * time.Minute), Steps: steps,
		Tail: planner.TailOverrun, Pools: []planner.Pool{{ID: "p", Node: "n", GPUs: gpus}},
		Blocks: blocks, Services: []planner.Service{},
	}
	for b := range p.Blocks {
		p.Blocks[b].ID = string(rune('a' + b))
		p.Blocks[b].Earliest = max(p.Blocks[b].Earliest, p.Blocks[b].Arrival)
	}
	return p
}

// blk is a block of one alloc.
func blk(weight float64, gpus, steps, arrival int) planner.Block {
	return planner.Block{Weight: weight, Allocs: 1, GPUsPerAlloc: gpus, Steps: steps, Arrival: arrival}
}

// serving adds a service of one GPU per replica to p.
func serving(p *planner.Problem, demand ...int) *planner.Problem {
	p.Services = append(p.Services, planner.Service{
		ID: "s" + string(rune('0'+len(p.Services))), Weight: 10, GPUsPerReplica: 1, Demand: demand,
	})
	return p
}

// starts returns the start of every block, −1 for those not placed.
func starts(q *planner.Plan) []int {
	out := []int{}
	for b := range q.Blocks {
		if s := q.Blocks[b].Start; s != nil {
			out = append(out, *s)
		} else {
			out = append(out, -1)
		}
	}
	return out
}

func TestPoliciesDecideAsTheirNamesSay(t *testing.T) {
	// a holds two of four GPUs; b wants all four; c and d would fit beside a.
	queue := func() *planner.Problem {
		return tiny(8, 4, blk(1, 2, 4, 0), blk(5, 4, 2, 0), blk(1, 2, 4, 0), blk(9, 2, 6, 1))
	}
	slip := func() *planner.Problem { return tiny(10, 4, blk(1, 2, 4, 0), blk(5, 4, 2, 0), blk(1, 2, 6, 1)) }
	// The peak of two is asked for at one step only.
	peak := func() *planner.Problem { return serving(tiny(4, 3, blk(1, 2, 2, 0), blk(1, 1, 2, 0)), 0, 0, 0, 2) }
	tests := map[string]struct {
		policy  string
		p       *planner.Problem
		starts  []int
		short   float64
		replica []int
	}{
		"fifo backfills what does not move an earlier block":    {"fifo", queue(), []int{0, 4, 0, 6}, 0, nil},
		"fifo-strict lets nobody pass":                          {"fifo-strict", queue(), []int{0, 4, 6, 6}, 0, nil},
		"easy protects the first in the queue only":             {"easy", queue(), []int{0, 4, 0, 6}, 0, nil},
		"priority lets the heavy block wait for nobody lighter": {"priority", tiny(6, 2, blk(1, 2, 2, 0), blk(2, 2, 2, 0), blk(3, 2, 2, 1)), []int{4, 0, 2}, 0, nil},
		"priority keeps nothing free for who comes later":       {"priority", tiny(6, 2, blk(1, 1, 6, 0), blk(9, 2, 2, 1)), []int{0, -1}, 0, nil},
		"fifo lets no small job slip in front of a big one":     {"fifo", slip(), []int{0, 4, 6}, 0, nil},
		"reactive lets a small job slip in front of a big one":  {"reactive", slip(), []int{0, 7, 1}, 0, nil},
		"fifo keeps the peak free all day":                      {"fifo", peak(), []int{-1, 0}, 0, []int{0, 0, 0, 2}},
		"fifo-curve uses what the peak leaves":                  {"fifo-curve", peak(), []int{0, 0}, 0, []int{0, 0, 0, 2}},
		"reactive does not see demand coming":                   {"reactive", serving(tiny(4, 2, blk(1, 2, 3, 0)), 0, 1, 1, 1), []int{0}, 2, []int{0, 0, 0, 1}},
		"fifo-curve sees demand coming":                         {"fifo-curve", serving(tiny(4, 2, blk(1, 2, 3, 0)), 0, 1, 1, 1), []int{-1}, 0, []int{0, 1, 1, 1}},
		"a peak beyond the pool is served as far as it goes":    {"fifo", serving(tiny(3, 2), 1, 3, 1), []int{}, 1, []int{1, 2, 1}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			q := mustBaseline(t, tc.policy, tc.p)
			if err := planner.Check(tc.p, q); err != nil {
				t.Fatal(err)
			}
			if got := starts(q); !reflect.DeepEqual(got, tc.starts) {
				t.Errorf("starts %v, want %v", got, tc.starts)
			}
			if q.Metrics.ServiceShortfall != tc.short {
				t.Errorf("shortfall %v, want %v", q.Metrics.ServiceShortfall, tc.short)
			}
			if tc.replica != nil && !reflect.DeepEqual(q.Services[0].Replicas, tc.replica) {
				t.Errorf("replicas %v, want %v", q.Services[0].Replicas, tc.replica)
			}
		})
	}
}

func TestFIFOSaysWhatItKeepsIdle(t *testing.T) {
	q := mustBaseline(t, "fifo", serving(tiny(3, 4), 1, 3, 0))
	if want := map[string][]int{"p": {2, 0, 3}}; !reflect.DeepEqual(q.Reserved, want) {
		t.Errorf("reserved %v, want %v", q.Reserved, want)
	}
	if q.Bound != nil || q.Gap != nil || q.Shortfall.Bound != nil || q.Proven {
		t.Error("a baseline claims that something is proven")
	}
}

func TestGangsStartTogetherOrNotAtAll(t *testing.T) {
	p := tiny(4, 4, blk(1, 2, 3, 0), blk(1, 2, 2, 0), blk(1, 2, 2, 1))
	p.Blocks[1].Gang, p.Blocks[2].Gang = "g", "g"
	for _, name := range Baselines() {
		q := mustBaseline(t, name, p)
		if got, want := starts(q), []int{0, 3, 3}; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: starts %v, want %v", name, got, want)
		}
	}
}

func TestReasonsTellTheImpossibleFromTheCrowdedOut(t *testing.T) {
	due := 1
	p := tiny(4, 2, blk(1, 2, 4, 0), blk(1, 3, 1, 0), blk(1, 1, 2, 0), blk(1, 1, 1, 0), blk(1, 1, 1, 1))
	p.Blocks[2].Deadline = &due
	p.Blocks[3].Pools = []string{}
	q := mustBaseline(t, "fifo", p)
	for b, want := range []string{"", "never leave it enough", "deadline", "no pool is eligible", crowded} {
		if got := q.Blocks[b].Reason; !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("reason of %s: %q, want %q in it", q.Blocks[b].ID, got, want)
		}
	}
}

func TestUnknownBaselineNamesThoseThereAre(t *testing.T) {
	_, err := Baseline("lifo", tiny(1, 1))
	if err == nil || !strings.Contains(err.Error(), "fifo, fifo-strict, fifo-curve, easy, priority, reactive") {
		t.Errorf("error %v", err)
	}
}
