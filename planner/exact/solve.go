package exact

import (
	"context"
	"errors"
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// Options steer Solve.
type Options struct {
	// Start is a packing to begin from; it becomes the best one found.
	Start *grid.State
	Gap   float64
	Seed  int
	// Progress receives proven bounds on the model's value.
	Progress func(bound float64)
}

// Solve gives the model to the solver. It leaves the best packing found in
// o.Start, which it may make worse only by never: a point worth less is not
// taken. The bound holds for packings that use the model's starts only.
func (m *Model) Solve(ctx context.Context, solver mip.Solver, o Options) (bound float64, err error) {
	if len(m.Program.Vars) == 0 {
		return 0, nil
	}
	if err := m.Program.Err(); err != nil {
		return math.Inf(1), err
	}
	res, err := solver.Solve(ctx, &m.Program, mip.Options{
		Start: m.Point(o.Start), Gap: o.Gap, Seed: o.Seed,
		Progress: func(p mip.Progress) { o.Progress(p.Bound) },
	})
	if err != nil {
		return math.Inf(1), err
	}
	if res.Status == mip.Infeasible {
		return math.Inf(-1), nil
	}
	if res.X == nil {
		return res.Bound, nil
	}
	st := grid.NewState(m.in)
	if !m.Read(res.X, st) {
		return res.Bound, errors.Join(ErrUnplaced, nil)
	}
	o.Start.CopyFrom(st)
	return res.Bound, nil
}

// ErrUnplaced says that a point over cells of several pools has no place on the pools.
var ErrUnplaced = errors.New("exact: the point cannot be placed on single pools")
