package scenario

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// spell is how long a demand forecast stays wrong in one direction.
const spell = 2 * time.Hour

// Misjudged returns p as a forecast that is off: every demand by the share
// demand (0.1 is 10 %), up or down for two hours at a time, and every length of
// a block that does not run yet by the share length, up or down. Directions are
// drawn from seed and do not depend on the shares, so that a larger error is
// more of the same. Replicas are whole: a part of one is rounded by lot.
func Misjudged(p *planner.Problem, demand, length float64, seed uint64) *planner.Problem {
	q := *p
	rng := rand.New(rand.NewPCG(seed, 0xf0c5))
	steps := max(1, int(spell/time.Duration(p.Timestep)))
	q.Services = slices.Clone(p.Services)
	for s := range q.Services {
		q.Services[s].Demand = misjudge(p.Services[s].Demand, demand, steps, rng)
	}
	q.Blocks = slices.Clone(p.Blocks)
	for b := range q.Blocks {
		up := sign(rng)
		if len(q.Blocks[b].Running) == 0 {
			q.Blocks[b].Steps = max(1, int(math.Round(float64(q.Blocks[b].Steps)*(1+up*length))))
		}
	}
	return &q
}

// misjudge draws one direction and one lot per spell: a forecast is wrong for
// hours, it does not flicker.
func misjudge(demand []int, off float64, steps int, rng *rand.Rand) []int {
	wrong := make([]int, len(demand))
	up, lot := 0.0, 0.0
	for t, d := range demand {
		if t%steps == 0 {
			up, lot = sign(rng), rng.Float64()
		}
		wrong[t] = max(0, int(math.Floor(float64(d)*(1+up*off)+lot)))
	}
	return wrong
}

func sign(rng *rand.Rand) float64 {
	if rng.IntN(2) == 0 {
		return -1
	}
	return 1
}

// withHeadroom returns p with every demand raised by share, rounded up.
func withHeadroom(p *planner.Problem, share float64) *planner.Problem {
	q := *p
	q.Services = slices.Clone(p.Services)
	for s := range q.Services {
		more := make([]int, len(p.Services[s].Demand))
		for t, d := range p.Services[s].Demand {
			more[t] = ceil(float64(d) * (1 + share))
		}
		q.Services[s].Demand = more
	}
	return &q
}
