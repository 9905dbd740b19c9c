package bench

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Models of GPU on the days that mix them; the others have the first alone.
const (
	modelA = "H100"
	modelB = "A100"
)

// poolGPUs is the size of every pool.
const poolGPUs = 8

// day is a problem while it is made.
type day struct {
	row   Row
	rng   *rand.Rand
	p     *planner.Problem
	mixed bool     // two GPU models; never with one pool
	busy  bool     // running work and reserved GPUs
	a, b  []string // pools of each model
	free  []int    // pool → GPUs left at step 0
}

// Instance returns the day of a seed, the same on every machine. Even seeds give
// an empty cluster of one model; odd ones give running work, reserved GPUs and,
// where there are several pools, two models. Blocks ask for 1.4 to 1.9 times what
// the services, reserved GPUs and running work leave them; two in five wait
// at step 0, the others arrive over three quarters of the day. Every service can
// be served. The problem passes planner.Validate.
func (r Row) Instance(seed uint64) *planner.Problem {
	stream := uint64(r.GPUs)<<40 | uint64(r.Steps)<<24 | uint64(r.Blocks)
	d := &day{row: r, rng: rand.New(rand.NewPCG(seed, stream)), busy: seed%2 == 1}
	pools := max(1, r.GPUs/poolGPUs)
	d.mixed = d.busy && pools > 1
	d.p = &planner.Problem{
		Version: planner.Version, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC),
		Timestep: planner.Duration(24 * time.Hour / time.Duration(r.Steps)), Steps: r.Steps, Tail: planner.TailFinish,
	}
	d.addPools(pools)
	if d.busy {
		d.reserve()
		d.addRunning()
	}
	d.addServices()
	d.addBlocks()
	return d.p
}

// addPools makes pools of eight; on mixed days two in three are of model A.
func (d *day) addPools(n int) {
	for i := range n {
		id, model := fmt.Sprintf("gpu-%04d", i+1), modelA
		if d.mixed && i >= (2*n+2)/3 {
			model = modelB
		}
		if model == modelA {
			d.a = append(d.a, id)
		} else {
			d.b = append(d.b, id)
		}
		size := min(poolGPUs, d.row.GPUs)
		d.p.Pools = append(d.p.Pools, planner.Pool{ID: id, Node: id, Device: "nvidia/gpu/" + model, GPUs: size})
		d.free = append(d.free, size)
	}
}

// reserve takes GPUs of one pool in sixteen, at least one, for a part of the day.
func (d *day) reserve() {
	for range max(1, len(d.p.Pools)/16) {
		i := d.rng.IntN(len(d.p.Pools))
		pool := &d.p.Pools[i]
		if pool.Reserved != nil {
			continue
		}
		pool.Reserved = make([]int, d.row.Steps)
		taken := 1 + d.rng.IntN(2)
		until := d.row.Steps/4 + d.rng.IntN(d.row.Steps/2)
		for t := range until {
			pool.Reserved[t] = taken
		}
		d.free[i] -= taken
	}
}

// steps returns a number of steps for a share of the day.
func (d *day) steps(share float64) int {
	return max(1, int(share*float64(d.row.Steps)+0.5))
}
