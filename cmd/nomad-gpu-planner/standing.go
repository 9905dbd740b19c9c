package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// standing is how one group of a job file would be planned.
type standing struct {
	Group    string           `json:"group"`
	Workload planner.Workload `json:"workload,omitempty"`
	Weight   float64          `json:"weight,omitempty"`
	Allocs   int              `json:"allocs"`
	GPUs     int              `json:"gpus_per_alloc"`
	Duration planner.Duration `json:"duration,omitempty"`
	Gated    bool             `json:"gated"`
	// Reason says why it would be left alone; "" when it would be planned.
	Reason string `json:"reason,omitempty"`
}

// standings says of each group that needs GPUs what a plan would take it for.
func standings(job *cluster.Job, policy cluster.Policy) []standing {
	// A cluster without nodes is enough for that: where the job could run is
	// another question. Live, because then a service needs no forecast.
	s := &cluster.Snapshot{Start: time.Now(), Live: true, Jobs: []cluster.Job{*job}}
	_, report, _ := cluster.Build(s, cluster.Forecasts{}, policy, cluster.Declarations{}) // mistakes are Lint's to tell
	var out []standing
	for _, g := range report.Groups {
		one := standing{Group: g.Group, GPUs: g.GPUs, Gated: g.Gated, Allocs: countOf(job, g.Group)}
		if d := g.Declared; d != nil {
			one.Workload, one.Weight, one.Duration = d.Workload, d.Priority, planner.Duration(d.Duration)
		}
		if g.State == cluster.Unplanned || g.State == cluster.Undeclared {
			one.Reason = g.Reason
		}
		out = append(out, one)
	}
	return out
}

func countOf(job *cluster.Job, group string) int {
	for i := range job.Groups {
		if job.Groups[i].Name == group {
			return job.Groups[i].Count
		}
	}
	return 0
}

// String returns one line for people.
func (s standing) String() string {
	size := fmt.Sprintf("group %s: %d × %d GPUs", s.Group, s.Allocs, s.GPUs)
	if s.Reason != "" {
		return size + ", left alone: " + s.Reason
	}
	parts := []string{size, string(s.Workload), fmt.Sprintf("weight %g", s.Weight)}
	if s.Duration > 0 {
		parts = append(parts, "runs "+s.Duration.String())
	}
	if s.Gated {
		parts = append(parts, "held behind the gate")
	}
	return strings.Join(parts, ", ")
}
