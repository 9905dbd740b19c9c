package show

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// services prints what was asked for each service and what it gets.
func (s *screen) services() {
	if len(s.p.Services) == 0 {
		return
	}
	byID := make(map[string]*planner.PlanService, len(s.q.Services))
	for i := range s.q.Services {
		byID[s.q.Services[i].ID] = &s.q.Services[i]
	}
	t := &table{head: []string{" ", "service", "weight", "GPUs each", "demand", "served", "short", "why"}, right: []bool{2: true, 3: true, 4: true, 5: true, 6: true}}
	for i := range s.p.Services[:min(len(s.p.Services), mostWaits)] {
		v := &s.p.Services[i]
		served, short, why := "–", "–", ""
		if q := byID[v.ID]; q != nil && len(q.Replicas) == len(v.Demand) {
			n := (sum(v.Demand) - sum(q.Replicas)) * v.GPUsPerReplica
			served, short, why = extent(q.Replicas), shortage(n), lane.Printable(q.Reason)
		}
		t.add(serviceHue.ink, string(s.signs.service[i]), lane.Label(v.ID), fmt.Sprintf("%g", v.Weight),
			strconv.Itoa(v.GPUsPerReplica), extent(v.Demand), served, short, why)
	}
	s.table(t, len(s.p.Services)-mostWaits)
}

func shortage(gpuSteps int) string {
	if gpuSteps == 0 {
		return "never"
	}
	return count(gpuSteps, "GPU-step")
}

// extent returns "low–high" of a series.
func extent(series []int) string {
	if len(series) == 0 {
		return "–"
	}
	low, high := slices.Min(series), slices.Max(series)
	if low == high {
		return strconv.Itoa(low)
	}
	return fmt.Sprintf("%d–%d", low, high)
}
