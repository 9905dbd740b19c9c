// Package bench makes the seeded days that the planner is measured on, and the
// figures that are taken from a solve of one.
//
//	row, err := bench.Find("64x96")
//	problem := row.Instance(1)
//	line := bench.Start(time.Now)
//	plan, err := planner.Solve(ctx, problem, planner.Options{Progress: line.Saw, Now: time.Now})
//	took, ok := line.To(0.01) // until the gap was 1 %
//
// The days are synthetic: Shape says what is in one.
package bench
