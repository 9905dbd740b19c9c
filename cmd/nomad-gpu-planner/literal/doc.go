// Package literal states a problem as the integer programs that one would
// write first, to see how far a solver gets with them as they are:
//
//	grid, err := literal.Grid(problem)   // a binary for each GPU, job and timestep
//	pulse, err := literal.Pulse(problem) // a binary for each pool, job and start
//
// Both are complete: their optimum is the largest objective of any plan that
// serves all demand, so on small problems they are an oracle for the planner,
// with which they share no code. A program without a solution says that the
// demand cannot all be met.
//
// A job is a block, or the stay of one replica: replica i of a service exists
// exactly while demand exceeds i, and keeps its GPUs for so long. Running
// blocks are taken out of the pools first.
package literal
