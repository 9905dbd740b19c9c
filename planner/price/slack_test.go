package price

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid/gridtest"
)

// TestTheBoundHoldsForEveryChoiceOfReplicas: of all ways to serve one service,
// step by step, with a shortfall within the budget, none leaves room for
// blocks that are worth more than the bound.
func TestTheBoundHoldsForEveryChoiceOfReplicas(t *testing.T) {
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		in, _, rng := gridtest.Draw(t)
		in.Steps = min(in.Steps, 3)
		in.Units = slices.DeleteFunc(in.Units, func(u grid.Unit) bool { return u.Must || u.Early > 0 })
		for u := range in.Units {
			cut(in, &in.Units[u])
		}
		for p := range in.Pools {
			in.Pools[p].Free = in.Pools[p].Free[:in.Horizon()]
		}
		w := Wish{Weight: float64(1 + rng.IntN(3)), GPUs: 1 + rng.IntN(2)}
		for range in.Steps {
			w.Demand = append(w.Demand, rng.IntN(4))
		}
		for p := range in.Pools {
			if rng.IntN(3) > 0 {
				w.Pools = append(w.Pools, p)
			}
		}
		least, budget := math.Inf(1), 0.0
		choices(in, &w, 0, 0, func(missing float64, _ *grid.Instance) { least = min(least, missing) })
		if budget = least; rng.IntN(2) == 0 {
			budget += w.Weight * float64(w.GPUs)
		}
		if least > 0 {
			short++
		}
		b := RelaxShort(in, []Wish{w}, budget).Solve(Options{Rounds: 60})
		choices(in, &w, 0, 0, func(missing float64, rest *grid.Instance) {
			if missing > budget {
				return
			}
			if best, _ := gridtest.Optimum(rest, grid.NewState(rest)); b.Value < best {
				t.Fatalf("bound %v, but with %v short %v is possible", b.Value, missing, best)
			}
		})
	})
	if !t.Failed() && short < 10 {
		t.Errorf("only %d services had to go short", short)
	}
}

// cut makes a unit fit a shorter horizon.
func cut(in *grid.Instance, u *grid.Unit) {
	longest := 1
	u.Items = slices.Clone(u.Items)
	for i := range u.Items {
		u.Items[i].CPU, u.Items[i].Memory = 0, 0
		longest = max(longest, u.Items[i].Steps)
	}
	late := in.Steps - longest
	if in.Overrun {
		late = in.Steps - 1
	}
	u.Late = min(u.Late, late)
	if u.Late < u.Early {
		u.Values = nil
		return
	}
	u.Values = u.Values[:u.Late-u.Early+1]
}

// choices calls f for every number of replicas on every pool at step t and
// later, with what is short and the instance that is left.
func choices(in *grid.Instance, w *Wish, t int, missing float64, f func(float64, *grid.Instance)) {
	if t == in.Steps {
		f(missing, in)
		return
	}
	var stand func(k, left int, in *grid.Instance)
	stand = func(k, left int, in *grid.Instance) {
		if k == len(w.Pools) {
			choices(in, w, t+1, missing+w.Weight*float64(left*w.GPUs), f)
			return
		}
		p := w.Pools[k]
		for n := 0; n <= left && n*w.GPUs <= in.Pools[p].Free[t]; n++ {
			rest := *in
			rest.Pools = slices.Clone(in.Pools)
			rest.Pools[p].Free = slices.Clone(in.Pools[p].Free)
			rest.Pools[p].Free[t] -= n * w.GPUs
			stand(k+1, left-n, &rest)
		}
	}
	stand(0, w.Demand[t], in)
}
