package scenario

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// recipe is the workload of a day: all that a seed turns into a problem.
type recipe struct {
	name     string
	about    string // what the day stands for
	seed     uint64
	nodes    int
	gpus     int // per node
	services []serviceRecipe
	classes  []class
}

// serviceRecipe is one service: its curve and what a replica is.
type serviceRecipe struct {
	name   string
	weight float64
	gpus   int
	curve  curve
}

// class is a number of like blocks. Each value is drawn evenly from its list or
// range; hours are drawn evenly in their logarithm, as run times are.
type class struct {
	name     string
	workload planner.Workload
	count    int
	shapes   []shape
	hours    [2]float64
	weights  []float64
	arrive   [2]float64 // hours of the day; below 0 is the evening before
}

// shape is the size of a block: allocs of gpus each.
type shape struct{ allocs, gpus int }

const (
	daySteps = 96
	dayStep  = 15 * time.Minute
)

// make returns the day. The same recipe gives the same problem on any machine.
// Blocks stand in the file in the order in which they were submitted.
func (r *recipe) make() *planner.Problem {
	rng := rand.New(rand.NewPCG(r.seed, 0x5eed))
	p := &planner.Problem{
		Version: planner.Version, Start: DefaultStart, Timestep: planner.Duration(dayStep), Steps: daySteps,
		Tail: planner.TailOverrun, Blocks: []planner.Block{}, Services: []planner.Service{},
	}
	for n := range r.nodes {
		id := fmt.Sprintf("gpu-%02d", n+1)
		p.Nodes = append(p.Nodes, planner.Node{ID: id, Name: id})
		p.Pools = append(p.Pools, planner.Pool{ID: id, Node: id, Device: devicePrefix + "H100", GPUs: r.gpus})
	}
	for i := range r.classes {
		p.Blocks = append(p.Blocks, r.classes[i].draw(rng)...)
	}
	slices.SortStableFunc(p.Blocks, func(a, b planner.Block) int { return cmp.Compare(a.Arrival, b.Arrival) })
	for i := range r.services {
		s := &r.services[i]
		p.Services = append(p.Services, planner.Service{
			ID: id(s.name), Weight: s.weight, GPUsPerReplica: s.gpus, Demand: s.curve.demand(p.Steps),
		})
	}
	return p
}

// draw returns the blocks of the class. Arrivals are spread: block i falls into
// the i-th part of the class's hours.
func (c *class) draw(rng *rand.Rand) []planner.Block {
	blocks := make([]planner.Block, c.count)
	for i := range blocks {
		sh := c.shapes[rng.IntN(len(c.shapes))]
		hours := c.hours[0] * math.Pow(c.hours[1]/c.hours[0], rng.Float64())
		part := (float64(i) + rng.Float64()) / float64(c.count)
		arrival := int(math.Floor((c.arrive[0] + part*(c.arrive[1]-c.arrive[0])) * daySteps / 24))
		blocks[i] = planner.Block{
			ID: id(fmt.Sprintf("%s-%02d", c.name, i+1)), Workload: c.workload, Weight: c.weights[rng.IntN(len(c.weights))],
			Allocs: sh.allocs, GPUsPerAlloc: sh.gpus, Steps: max(1, int(math.Round(hours*daySteps/24))),
			Arrival: arrival, Earliest: arrival,
		}
	}
	return blocks
}
