// Package scenario makes whole days to plan, and says what planning them is worth.
//
// Days come from two places. Import turns a trace, three CSV files (nodes, jobs,
// demand for real-time replicas), into one planner.Problem:
//
//	problem, counts, err := scenario.Import(scenario.Sources{Nodes: n, Jobs: j, Demand: d}, scenario.Options{})
//
// Columns are found by their header's name. Nothing is dropped or changed in
// silence: Counts says how many rows of each kind were. Days makes the seven
// named days from recipes and seeds; they stand as files in examples/scenarios.
//
// Baseline plans a problem as FIFO and other policies would. Online replays a day
// as production sees it, step by step, with a forecast that may be wrong. Compare
// puts all of them side by side and returns plain values:
//
//	report, err := scenario.Compare(ctx, scenario.CompareOptions{}.Full())
//
// Nothing here reads a clock or a file but through what it is handed, and every
// draw has a seed, so that one command reproduces every figure.
package scenario
