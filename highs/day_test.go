package highs

import (
	"fmt"
	"math/rand/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// day is the planner's problem in small: blocks of 1, 2, 4 or 8 GPUs that may
// start at any of several steps, on 8 GPUs.
func day(seed uint64, steps, blocks int) *mip.Program {
	r := rand.New(rand.NewPCG(seed, 1))
	p := &mip.Program{Maximize: true}
	use := make([][]mip.Term, steps)
	for b := range blocks {
		gpus, length, earliest := float64(int(1)<<r.IntN(4)), 2+r.IntN(steps/4), r.IntN(steps/2)
		weight := float64(1+r.IntN(100)) * gpus * float64(length)
		var once []mip.Term
		for s := earliest; s+length <= steps; s++ {
			x := p.Binary(fmt.Sprintf("block %d starts at %d", b, s), weight*(1-0.001*float64(s-earliest)))
			once = append(once, x.Times(1))
			for t := s; t < s+length; t++ {
				use[t] = append(use[t], x.Times(gpus))
			}
		}
		p.Row(fmt.Sprintf("block %d starts once", b), mip.Inf(-1), 1, once...)
	}
	for t := range use {
		p.Row(fmt.Sprintf("step %d is not overfull", t), mip.Inf(-1), 8, use[t]...)
	}
	return p
}

// hard is a day that takes HiGHS half a minute, and its optimum.
func hard() (*mip.Program, float64) { return day(1, 48, 30), 29435.266 }
