// Package planner decides what runs when and where on a shared GPU cluster: it
// turns a Problem into a Plan with a proven bound.
//
//	p, err := planner.DecodeProblem("problem.json", file)
//	q, err := planner.Solve(ctx, p, planner.Options{Gap: 0.01, Limit: 10 * time.Second, Now: time.Now})
//
// It is pure: values in, values out, no I/O and no log; the clock is handed in,
// and with Options.Iterations a solve needs none. Words and formulas are those
// of docs/model.md. The work below is done by packages that know steps, pools
// and units only: grid (the packing and its state), price (bounds), search
// (constructions and annealing), branch (proofs of small problems), exact (the
// integer program) and serve (services that cannot have all they want).
// Check shares nothing with them.
package planner
