package planner_test

import (
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// refigure makes the figures of q fit its placements, as those of a baseline:
// nothing is proven.
func refigure(p *planner.Problem, q *planner.Plan) {
	o := oracle{p: p}
	q.Objective, q.Metrics, q.Shortfall = 0, planner.Metrics{}, planner.Shortfall{}
	q.Bound, q.Gap, q.Proven = nil, nil, false
	busy := 0.0
	for b := range q.Blocks {
		if s := q.Blocks[b].Start; s != nil {
			blk := &p.Blocks[b]
			work := float64(blk.Allocs * blk.GPUsPerAlloc * (min(*s+blk.Steps, p.Steps) - *s))
			busy += work
			q.Metrics.WeightedOutput += blk.Weight * work
			q.Objective += o.worth(blk, *s)
		}
	}
	for s := range q.Services {
		svc := &p.Services[s]
		for t, n := range q.Services[s].Replicas {
			short := float64((svc.Demand[t] - n) * svc.GPUsPerReplica)
			busy += float64(n * svc.GPUsPerReplica)
			q.Metrics.ServiceShortfall += short
			q.Shortfall.Weighted += svc.Weight * short
		}
	}
	if all := p.GPUs() * p.Steps; all > 0 {
		q.Metrics.Utilization = busy / float64(all)
	}
}

// text returns q as a test prints it.
func text(q *planner.Plan) string {
	var b strings.Builder
	if err := planner.EncodePlan(&b, q); err != nil {
		return err.Error()
	}
	return b.String()
}
