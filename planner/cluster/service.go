package cluster

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// planServices makes a service of each group of the job that opted in.
func (b *builder) planServices(plan *jobPlan) {
	for _, g := range plan.groups {
		if g.declared == nil {
			continue
		}
		shaped := b.demandOf(g)
		if shaped == nil {
			continue
		}
		s := b.match.suit(g.job, g.group, &g.need)
		if s.twoModels {
			b.leave(g, Warning, "one group needs two models at once")
			continue
		}
		b.standing(g).Demand = shaped
		service := planner.Service{
			ID: g.id, Weight: g.declared.Priority, GPUsPerReplica: g.need.gpus, Demand: shaped.Demand(),
			CPU: g.need.cpu, Memory: g.need.memory, DistinctNodes: g.apart,
		}
		b.warnLoose(g, &s)
		service.Pools = s.ids
		if w := b.running.of[g.id]; w != nil {
			service.Pools = b.match.ids(b.takeReplicas(g, w, &service, s.pools))
		}
		if s.reason != "" && len(service.Running) == 0 {
			b.hopeless(g, s.reason)
		}
		b.problem.Services = append(b.problem.Services, service)
	}
}

// takeReplicas fills in where replicas run and returns the pools the service
// may use: those that suit, and those it stands in already.
func (b *builder) takeReplicas(g *groupPlan, w *work, service *planner.Service, suiting []int) []int {
	w.planned = true
	pools := slices.Clone(suiting)
	for i := range w.allocs {
		one := &w.allocs[i]
		p, ok := one.single(g.need.gpus)
		b.ledger.enterAlloc(one, g.need.cpu, g.need.memory, b.grid.Steps, ok)
		if !ok {
			b.found.group(Warning, g.job, g.group, "", fmt.Sprintf("replica %d does not run as its file says; what it holds counts as taken", one.index))
			continue
		}
		service.Running = append(service.Running, b.match.pools[p].id)
		if !slices.Contains(pools, p) {
			pools = append(pools, p)
			b.found.group(Note, g.job, g.group, "", fmt.Sprintf("a replica stands in %s, which takes nothing new of it", b.match.pools[p].id))
		}
	}
	slices.Sort(pools)
	return pools
}

// demandOf returns the service's demand, or nil when it cannot be told: in
// files that is an error of the whole, live the service stays as it is.
func (b *builder) demandOf(g *groupPlan) *demand.Shaped {
	key := g.declared.Forecast
	place := b.forecasts.place(key)
	shaped, err := b.shape(g, key, place)
	if err == nil {
		b.remarkDemand(g, place, shaped)
		return shaped
	}
	text := strings.TrimSuffix(err.Error(), lookedFor(place)) // a finding begins with the place
	if b.snapshot.Live {
		b.found.group(Warning, g.job, g.group, place, text+"; it is planned at its present count")
		return demand.Constant(g.group.Count, b.grid, "planned at its present count for want of a forecast")
	}
	f := Finding{Severity: Error, Pos: g.group.Pos, Job: g.job.called(), Group: g.group.Name, Key: place, Text: text}
	b.errs = append(b.errs, fmt.Errorf("%s", f))
	s := b.standing(g)
	s.State, s.Reason = Unplanned, err.Error()
	f.order = b.found.order
	b.found.add(f)
	return nil
}

func lookedFor(place string) string { return ", it was looked for at " + place }

func (b *builder) shape(g *groupPlan, key, place string) (*demand.Shaped, error) {
	b.used[key] = true
	if err := b.forecasts.Bad[key]; err != nil {
		return nil, err
	}
	f := b.forecasts.ByKey[key]
	if f == nil {
		return nil, errors.New("the service has no forecast" + lookedFor(place))
	}
	return f.Replicas(b.grid, g.shaping)
}

// remarkDemand says what a person should know of a demand.
func (b *builder) remarkDemand(g *groupPlan, place string, s *demand.Shaped) {
	for _, note := range s.Notes {
		b.found.group(Note, g.job, g.group, place, note)
	}
	if s.Capped > 0 {
		b.found.group(Warning, g.job, g.group, place, fmt.Sprintf("capped at %d by %s: %d steps lose up to %d replicas",
			s.Highest.Replicas, s.Highest.From, s.Capped, s.Cut))
	}
}
