// Package demand turns a forecast of what will be asked of a real-time service
// into the replicas it needs at every step of the planner's horizon.
//
//	f, err := demand.Decode("default/chat/api", raw)
//	shaped, err := f.Replicas(grid, demand.Shaping{GPUsPerReplica: 2})
//	problem.Services[s].Demand = shaped.Demand()
//
// Every stage on the way is kept in Shaped, so that a person can see why seven
// replicas were asked for. Nothing here reads a file or a clock.
package demand
