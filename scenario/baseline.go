package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// policy is one way to schedule without solving anything.
type policy struct {
	name string
	// sees says what it knows of demand when it runs live.
	sees sight
	// crowded is the reason of blocks that get no place.
	crowded string
	run     func(*day)
}

// day is one run of a policy over a problem.
type day struct {
	*placer
	peak  []int    // service → replicas to reserve
	kept  reserves // of the last run, then of this one
	steps int      // steps that have to be decided: T, or 1 when run live
}

// sight says what of the true demand a policy sees when it runs live.
type sight int

const (
	seesForecast sight = iota // replicas follow the forecast
	seesReserve               // replicas up to the forecast's peak stand by
	seesNow                   // replicas follow demand
)

const crowded = "no room for it before the horizon ends"

var policies = []policy{
	{"fifo", seesReserve, crowded, fifo},
	{"fifo-strict", seesReserve, crowded, fifoStrict},
	{"fifo-curve", seesForecast, crowded, fifoCurve},
	{"easy", seesForecast, crowded, easy},
	{"priority", seesForecast, crowded, priority},
	{"reactive", seesNow, crowded, reactive},
}

// Baselines returns the names that Baseline knows, in the order of a report.
//
//   - fifo: each service's peak is reserved all day, then each block by arrival
//     takes the smallest start that fits beside everything before it.
//   - fifo-strict: in addition nobody starts before an earlier arrival.
//   - fifo-curve: fifo, but services take what they need when they need it.
//   - easy: EASY backfill on the curve: only the first in the queue has a
//     reservation, others may start now where they do not delay it.
//   - priority: whenever there is room the heaviest block that has arrived
//     and fits starts; nothing is kept free for who comes later.
//   - reactive: services scale when demand comes, and blocks start when they
//     fit, by arrival, on the fullest pool: as Nomad alone does it.
func Baselines() []string {
	names := make([]string, len(policies))
	for i := range policies {
		names[i] = policies[i].name
	}
	return names
}

func policyOf(name string) (*policy, error) {
	i := slices.IndexFunc(policies, func(y policy) bool { return y.name == name })
	if i < 0 {
		return nil, fmt.Errorf("baseline %q: unknown, want one of %s", name, strings.Join(Baselines(), ", "))
	}
	return &policies[i], nil
}

// Baseline plans p, which must have passed Validate, as the named policy would.
// The plan honours everything that a planner's does and passes planner.Check;
// its bound, gap and shortfall bound are nil, and Reserved holds what fifo keeps
// idle. No policy looks at a block before its arrival, so that it does the same
// live, but for the pools of replicas that do not stand yet.
func Baseline(name string, p *planner.Problem) (*planner.Plan, error) {
	y, err := policyOf(name)
	if err != nil {
		return nil, err
	}
	q, _ := y.plan(p, peaks(p), nil, p.Steps)
	return q, nil
}

func (y *policy) plan(p *planner.Problem, peak []int, kept reserves, steps int) (*planner.Plan, reserves) {
	d := &day{placer: newPlacer(p), peak: peak, kept: kept, steps: steps}
	y.run(d)
	return d.plan(y.name, y.crowded), d.kept
}

// peaks returns each service's largest demand.
func peaks(p *planner.Problem) []int {
	peak := make([]int, len(p.Services))
	for s := range p.Services {
		peak[s] = slices.Max(p.Services[s].Demand)
	}
	return peak
}
