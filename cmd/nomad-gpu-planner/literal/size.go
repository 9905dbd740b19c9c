package literal

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Size is how large a program is, before it is built.
type Size struct{ Variables, Terms int }

// Sizes beyond which a program is not built: about half a gigabyte here and
// more than that in the solver.
const (
	mostVariables = 1_500_000
	mostTerms     = 12_000_000
)

// TooLarge is the error of a program that would not fit into memory.
type TooLarge struct{ Size }

// Error says how large it would be.
func (e TooLarge) Error() string {
	return fmt.Sprintf("too large: %d variables, %d terms", e.Variables, e.Terms)
}

func (s Size) check() error {
	if s.Variables > mostVariables || s.Terms > mostTerms {
		return TooLarge{s}
	}
	return nil
}

// PulseSize estimates Pulse: the terms are those of the rows for pools.
func PulseSize(p *planner.Problem) Size {
	var s Size
	jobs := jobsOf(p)
	for i := range jobs {
		j := &jobs[i]
		cells := j.starts() * len(j.pools)
		s.Variables += cells
		s.Terms += cells * (min(j.steps, p.Steps) + 1)
		if j.allocs > 1 {
			s.Variables += j.starts()
			s.Terms += cells
		}
	}
	return s
}

// GridSize estimates Grid: a cell stands in four rows, in five where its pool
// has a row of its own.
func GridSize(p *planner.Problem) Size {
	var s Size
	jobs := jobsOf(p)
	for i := range jobs {
		j := &jobs[i]
		gpus := 0
		for _, pool := range j.pools {
			gpus += p.Pools[pool].GPUs
		}
		span := endOf(j, stepsOf(p)) - j.first
		s.Variables += gpus*(span+1) + j.starts() + len(j.pools)
		s.Terms += 5*gpus*span + j.starts()*min(j.steps, p.Steps)
	}
	return s
}
