package highs

import (
	"context"
	"fmt"
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// The ways a run ends, as HiGHS numbers them.
const (
	modelOptimal               = 7
	modelInfeasible            = 8
	modelUnboundedOrInfeasible = 9
	modelUnbounded             = 10
	modelTimeLimit             = 13
	modelUnknown               = 15
)

// pointFeasible is HiGHS' number for a point within its tolerances.
const pointFeasible = 2

// result says how the run of m ended.
func (v *solve) result(ctx context.Context, m *model, ended int32) (mip.Result, error) {
	switch {
	case ended == modelOptimal:
		return v.optimal(m)
	case ended == modelInfeasible && v.start != nil:
		return mip.Result{}, fmt.Errorf("HiGHS takes a program for infeasible that has a feasible start")
	case ended == modelInfeasible:
		return mip.Result{Status: mip.Infeasible, Bound: worst(v.p)}, nil
	case ended == modelUnboundedOrInfeasible || ended == modelUnbounded:
		return v.unbounded(ctx, m)
	case ended == modelTimeLimit || ctx.Err() != nil:
		return v.interrupted(m)
	case ended == modelUnknown && v.start != nil:
		return v.stopped(nil, worst(v.p), 0), nil
	}
	return mip.Result{}, fmt.Errorf("HiGHS ended with model status %d%s", ended, m.in.host.lastError())
}

// solveEmpty solves a program without variables, whose rows HiGHS does not read.
func solveEmpty(p *mip.Program) mip.Result {
	x := []float64{}
	if p.Check(x, mip.Tolerance) != nil {
		return mip.Result{Status: mip.Infeasible, Bound: worst(p)}
	}
	return mip.Result{Status: mip.Optimal, X: x, Objective: p.Offset, Bound: p.Offset}
}

func (v *solve) optimal(m *model) (mip.Result, error) {
	x, err := m.point(len(v.p.Vars))
	if err != nil {
		return mip.Result{}, err
	}
	bound, nodes, err := v.proven(m)
	if err != nil {
		return mip.Result{}, err
	}
	x, err = v.settle(x)
	if err != nil {
		if v.start == nil {
			return mip.Result{}, fmt.Errorf("HiGHS' point does not hold: %w", err)
		}
		v.log.Warn("HiGHS' point does not hold, the start is kept", "error", err)
		return v.stopped(nil, bound, nodes), nil
	}
	if !v.integer {
		bound = v.p.Objective(x)
	}
	return v.finish(mip.Optimal, x, bound, nodes), nil
}

// interrupted is the end of a run that the context ended.
func (v *solve) interrupted(m *model) (mip.Result, error) {
	bound, nodes, err := v.proven(m)
	if err != nil {
		return mip.Result{}, err
	}
	quality, known, err := m.number("Int", "primal_solution_status")
	if err != nil {
		return mip.Result{}, err
	}
	if !known || uint32(quality) != pointFeasible {
		return v.stopped(nil, bound, nodes), nil
	}
	x, err := m.point(len(v.p.Vars))
	if err != nil {
		return mip.Result{}, err
	}
	return v.stopped(x, bound, nodes), nil
}

// proven reads the bound and the nodes that it took. Linear programs have
// neither before they are solved.
func (v *solve) proven(m *model) (bound float64, nodes int64, err error) {
	if !v.integer {
		return worst(v.p), 0, nil
	}
	bits, known, err := m.number("Double", "mip_dual_bound")
	if err != nil || !known {
		return worst(v.p), 0, err
	}
	count, known, err := m.number("Int64", "mip_node_count")
	if err != nil || !known {
		count = 0
	}
	bound = math.Float64frombits(bits)
	if math.IsNaN(bound) || math.IsInf(bound, 0) {
		bound = worst(v.p)
	}
	return bound, max(int64(count), 0), err
}

// unbounded tells the unbounded from the infeasible, by solving without costs.
func (v *solve) unbounded(ctx context.Context, m *model) (mip.Result, error) {
	if err := m.dropCosts(len(v.p.Vars)); err != nil {
		return mip.Result{}, err
	}
	ended, err := m.run(ctx)
	if err != nil {
		return mip.Result{}, err
	}
	switch {
	case ended == modelOptimal:
		return mip.Result{Status: mip.Unbounded, Bound: worst(v.p)}, nil
	case ended == modelInfeasible:
		return mip.Result{Status: mip.Infeasible, Bound: worst(v.p)}, nil
	case ended == modelTimeLimit || ctx.Err() != nil:
		return v.stopped(nil, worst(v.p), 0), nil
	}
	return mip.Result{}, fmt.Errorf("HiGHS ended with model status %d when only a point was asked for", ended)
}

// stopped is the result of a solve that did not come to its end: the better of
// x, which may be nil, and the start.
func (v *solve) stopped(x []float64, bound float64, nodes int64) mip.Result {
	if x != nil {
		var err error
		if x, err = v.settle(x); err != nil {
			v.log.Warn("HiGHS' incumbent does not hold", "error", err)
			x = nil
		}
	}
	if x == nil && v.start == nil {
		return mip.Result{Status: mip.Unsolved, Bound: bound, Nodes: nodes}
	}
	r := v.finish(mip.Feasible, x, bound, nodes)
	if mip.Gap(r.Bound, r.Objective) <= v.o.Gap {
		r.Status = mip.Optimal
	}
	return r
}

// finish puts a result together from the better of x and the start. No bound
// is left on the wrong side of the objective, by which rounding may move it.
func (v *solve) finish(status mip.Status, x []float64, bound float64, nodes int64) mip.Result {
	if x == nil || (v.start != nil && v.better(v.p.Objective(v.start), v.p.Objective(x))) {
		x = v.start
	}
	r := mip.Result{Status: status, X: x, Objective: v.p.Objective(x), Bound: bound, Nodes: nodes}
	if v.better(r.Objective, r.Bound) {
		r.Bound = r.Objective
	}
	return r
}

func (v *solve) better(a, b float64) bool {
	if v.p.Maximize {
		return a > b
	}
	return a < b
}

// settle returns x with whole numbers where they must be, or the promise of the
// program that this breaks.
func (v *solve) settle(x []float64) ([]float64, error) {
	if len(x) != len(v.p.Vars) {
		return nil, v.p.Check(x, mip.Tolerance)
	}
	settled := make([]float64, len(x))
	for i, value := range x {
		if v.p.Vars[i].Integer && math.Abs(value-math.Round(value)) <= mip.Tolerance {
			value = math.Round(value)
		}
		settled[i] = value + 0 // no negative zero
	}
	return settled, v.p.Check(settled, mip.Tolerance)
}
