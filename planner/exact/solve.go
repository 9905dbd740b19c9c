package exact

import (
	"context"
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
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

// Solve gives the model to the solver and returns a bound that holds for
// packings which use the model's starts only. The best packing found is left in
// o.Start, unless that is worth more; where the solver's point has no place on
// single pools, it is what does.
func (m *Model) Solve(ctx context.Context, solver mip.Solver, o Options) (bound float64, err error) {
	if len(m.Program.Vars) == 0 {
		return 0, nil
	}
	if err := m.Program.Err(); err != nil {
		return math.Inf(1), err
	}
	res, err := solver.Solve(ctx, &m.Program, mip.Options{
		Start: m.Point(o.Start), Gap: o.Gap, Seed: o.Seed,
		Progress: func(p mip.Progress) { o.Progress(p.Bound / m.scale) },
	})
	switch {
	case err != nil:
		return math.Inf(1), err
	case res.Status == mip.Infeasible:
		return math.Inf(-1), nil
	case res.X == nil:
		return res.Bound / m.scale, nil
	}
	st := grid.NewState(m.in)
	if m.Read(res.X, st) || m.standing(st) {
		search.Fill(st, search.By(search.Blocks(m.in), func(u int) float64 { return search.Density(m.in, u) }))
		if search.Value(st) >= search.Value(o.Start) {
			o.Start.CopyFrom(st)
		}
	}
	return res.Bound / m.scale, nil
}

// standing reports whether all that must be placed is.
func (m *Model) standing(st *grid.State) bool {
	for u := range m.in.Units {
		if m.in.Units[u].Must && !st.Placed(u) {
			return false
		}
	}
	return true
}
