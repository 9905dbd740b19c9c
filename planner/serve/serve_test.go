package serve

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/highs"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

const near = 1e-6

// sound checks that the stays of res are a choice that may be, and that what
// it says of itself is true.
func sound(t *rapid.T, in *grid.Instance, services []Service, res *Result) {
	k := newPacker(in, services)
	count := make([][]int, len(services))
	for s := range services {
		count[s] = make([]int, in.Steps)
		if !slices.IsSortedFunc(res.Stays[s], func(a, b Stay) int { return (a.Index-b.Index)*1000 + a.From - b.From }) {
			t.Fatalf("the stays are not by index, then by time: %v", res.Stays[s])
		}
		for _, y := range res.Stays[s] {
			if y.Index >= len(k.on[s]) || y.From >= y.To {
				t.Fatalf("service %d: stay %v of a demand of %v", s, y, services[s].Demand)
			}
			for step := y.From; step < y.To; step++ {
				if why := k.why(s, y.Index, step, y.Pool); why != "" || services[s].Demand[step] <= y.Index {
					t.Fatalf("service %d: stay %v at step %d: %s (demand %v)", s, y, step, why, services[s].Demand)
				}
				k.put(s, y.Index, step, y.Pool)
				count[s][step]++
			}
		}
		if !slices.Equal(count[s], res.Served[s]) {
			t.Fatalf("service %d: the stays serve %v, Served says %v", s, count[s], res.Served[s])
		}
	}
	if short := shortOf(services, res.Served); math.Abs(short-res.Short) > near {
		t.Fatalf("short by %v, Short says %v", short, res.Short)
	}
}

func TestChoicesAreSoundAndBoundsHold(t *testing.T) {
	short, open := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		in, services := drawCase(t, 3)
		res := Least(context.Background(), in, services, nil)
		sound(t, in, services, res)
		least := smallest(in, services)
		if res.Bound > least+near || res.Short < least-near {
			t.Fatalf("bound %v, short %v, the smallest is %v", res.Bound, res.Short, least)
		}
		if flow := flowBound(in, services); flow > least+near {
			t.Fatalf("the flow's bound is %v, the smallest %v", flow, least)
		}
		if least > 0 {
			short++
		}
		if res.Bound < res.Short-near {
			open++
		}
	})
	t.Logf("%d go short, %d left open", short, open)
	if !t.Failed() && short < 30 {
		t.Errorf("only %d cases go short", short)
	}
}

// TestTheFlowMakesWay: the heavier service took the only pool that the other
// may use, and has to make way for it.
func TestTheFlowMakesWay(t *testing.T) {
	in := &grid.Instance{Steps: 1, Nodes: make([]grid.Node, 1), Pools: []grid.Pool{{Free: []int{2}}, {Free: []int{2}}}}
	services := []Service{
		{Weight: 2, GPUs: 1, Demand: []int{2}, Pools: []int{0, 1}},
		{Weight: 1, GPUs: 2, Demand: []int{1}, Pools: []int{0}},
	}
	if got, least := flowBound(in, services), smallest(in, services); got != 0 || least != 0 {
		t.Errorf("the flow is short by %v, the smallest is %v, want none", got, least)
	}
}

// TestTightChoicesLeaveTheMostRoom: of the choices as short as one that calls
// itself tight none leaves more of any pool at any step.
func TestTightChoicesLeaveTheMostRoom(t *testing.T) {
	tight := 0
	rapid.Check(t, func(t *rapid.T) {
		in, services := drawCase(t, 1)
		res := Least(context.Background(), in, services, nil)
		if !res.Tight {
			return
		}
		tight++
		sound(t, in, services, res)
		if least := smallest(in, services); math.Abs(res.Short-least) > near || math.Abs(res.Bound-least) > near {
			t.Fatalf("short %v, bound %v, the smallest is %v", res.Short, res.Bound, least)
		}
		left := newPacker(in, services)
		for s := range services {
			for _, y := range res.Stays[s] {
				for step := y.From; step < y.To; step++ {
					left.put(s, y.Index, step, y.Pool)
				}
			}
		}
		k := newPacker(in, services)
		k.limit = res.Short
		k.found = func(float64) {
			for p := range in.Pools {
				for step := range in.Steps {
					if k.free[p][step] > left.free[p][step] {
						t.Fatalf("another choice leaves %d of pool %d at step %d, this one %d", k.free[p][step], p, step, left.free[p][step])
					}
				}
			}
		}
		k.choose(0, 0, 0, 0)
	})
	if !t.Failed() && tight < 20 {
		t.Errorf("only %d tight choices", tight)
	}
}

func TestKnapsacksServeTheMostWithTheFewestGPUs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, services := drawCase(t, 1)
		free := rapid.IntRange(0, 12).Draw(t, "free")
		worth := func(n []int) (value float64, gpus int) {
			for s := range n {
				gpus += n[s] * services[s].GPUs
				value += services[s].Weight * float64(n[s]*services[s].GPUs)
			}
			return value, gpus
		}
		value, gpus := worth(knapsack(services, free, 0))
		if gpus > free {
			t.Fatalf("hands out %d of %d GPUs", gpus, free)
		}
		n := make([]int, len(services))
		for more := true; more; more = next(n, services) {
			if v, g := worth(n); g <= free && (v > value+near || v > value-near && g < gpus) {
				t.Fatalf("serves %v with %d GPUs, %v serves %v with %d", value, gpus, n, v, g)
			}
		}
	})
}

// next counts n up through all replicas at step 0.
func next(n []int, services []Service) bool {
	for s := range n {
		if n[s]++; n[s] <= services[s].Demand[0] {
			return true
		}
		n[s] = 0
	}
	return false
}

// solver returns HiGHS, or skips the test where it was not fetched.
func solver(t *testing.T) mip.Solver {
	h := highs.New(highs.Options{})
	t.Cleanup(func() { h.Close() })
	p := &mip.Program{}
	p.Binary("x", 1)
	if _, err := h.Solve(context.Background(), p, mip.Options{}); errors.Is(err, highs.ErrNotFetched) {
		t.Skip("HiGHS is not fetched: make deps")
	} else if err != nil {
		t.Fatal(err)
	}
	return h
}

// mostSolves keeps the tests short: HiGHS takes tens of milliseconds to start.
const mostSolves = 15

func TestTheSolverSettlesTheSmallestShortfall(t *testing.T) {
	h, settled := solver(t), 0
	rapid.Check(t, func(t *rapid.T) {
		in, services := drawCase(t, 3)
		if quick := Least(context.Background(), in, services, nil); quick.Bound >= quick.Short-near || settled == mostSolves {
			return // nothing is left to settle
		}
		settled++
		res := Least(context.Background(), in, services, h)
		sound(t, in, services, res)
		if least := smallest(in, services); math.Abs(res.Short-least) > near || math.Abs(res.Bound-least) > near {
			t.Fatalf("short %v, bound %v, the smallest is %v", res.Short, res.Bound, least)
		}
	})
	t.Logf("%d settled", settled)
	if !t.Failed() && settled == 0 {
		t.Error("the solver was never asked")
	}
}

// TestCancelledSettlingKeepsTheFirstChoice.
func TestCancelledSettlingKeepsTheFirstChoice(t *testing.T) {
	h := solver(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rapid.Check(t, func(t *rapid.T) {
		in, services := drawCase(t, 3)
		res := Least(ctx, in, services, h)
		sound(t, in, services, res)
		if least := smallest(in, services); res.Bound > least+near || res.Short < least-near {
			t.Fatalf("bound %v, short %v, the smallest is %v", res.Bound, res.Short, least)
		}
	})
}
