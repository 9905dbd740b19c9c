// Package scenario makes days to plan. It starts with the import of traces:
// three CSV files (nodes, jobs, demand for real-time replicas) become one
// planner.Problem.
//
//	problem, counts, err := scenario.Import(scenario.Sources{Nodes: n, Jobs: j, Demand: d}, scenario.Options{})
//
// Columns are found by their header's name. Nothing is dropped or changed in
// silence: Counts says how many rows of each kind were.
package scenario
