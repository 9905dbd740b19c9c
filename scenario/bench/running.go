package bench

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// addRunning lets blocks hold about a sixth of the GPUs when the day begins, for
// up to a third of it. They count among the row's blocks.
func (d *day) addRunning() {
	left := max(1, d.row.GPUs/6)
	for left > 0 && len(d.p.Blocks) < d.row.Blocks/4 {
		size := min(left, []int{1, 1, 2, 2, 4, 8}[d.rng.IntN(6)])
		pool := d.rng.IntN(len(d.p.Pools))
		if d.free[pool] < size {
			left-- // so that a full cluster ends it
			continue
		}
		d.free[pool] -= size
		left -= size
		b := planner.Block{
			ID: fmt.Sprintf("default/running-%05d/main", len(d.p.Blocks)+1), Allocs: 1, GPUsPerAlloc: size,
			Steps: d.steps(0.02 + 0.3*d.rng.Float64()), Arrival: -1 - d.rng.IntN(d.row.Steps/2), Running: []string{d.p.Pools[pool].ID},
		}
		d.worth(&b)
		d.p.Blocks = append(d.p.Blocks, b)
	}
}

// room returns the GPU-steps that services, reserved GPUs and running work leave.
func (d *day) room() int {
	s := Describe(d.p)
	return s.Capacity - s.Served - s.Reserved - s.Running
}
