package scenario

import (
	"fmt"
	"strings"
)

// Counts says what an import read, kept, dropped and changed.
type Counts struct {
	Nodes            int `json:"nodes"` // rows
	NodesWithoutGPUs int `json:"nodes_without_gpus"`

	Jobs                  int `json:"jobs"` // rows
	JobsKept              int `json:"jobs_kept"`
	JobsWithoutDuration   int `json:"jobs_without_duration"`
	JobsOfNoLength        int `json:"jobs_of_no_length"`
	JobsAfterHorizon      int `json:"jobs_after_horizon"`
	JobsWithoutGPUs       int `json:"jobs_without_gpus"`
	JobsFractionalDropped int `json:"jobs_fractional_dropped"`
	// Of the jobs kept:
	JobsFractionalRounded int `json:"jobs_fractional_rounded_up"`
	JobsOfUnknownKind     int `json:"jobs_of_unknown_kind"`
	JobsOfOtherClass      int `json:"jobs_of_other_class"`
	JobsWithoutNode       int `json:"jobs_without_node"`

	Apps             int `json:"apps"`
	AppsResampled    int `json:"apps_resampled"`
	DemandRoundedUp  int `json:"demand_rounded_up"` // entries
	DemandAfterwards int `json:"demand_afterwards"` // entries past the horizon
}

// String returns three lines for people: nodes, jobs and demand.
func (c Counts) String() string {
	return strings.Join([]string{
		phrase(fmt.Sprintf("nodes: %d read, %d with GPUs", c.Nodes, c.Nodes-c.NodesWithoutGPUs),
			counted{"dropped: without GPUs", c.NodesWithoutGPUs}),
		phrase(fmt.Sprintf("jobs: %d read, %d kept", c.Jobs, c.JobsKept),
			counted{"dropped: without duration", c.JobsWithoutDuration},
			counted{"dropped: of no length", c.JobsOfNoLength},
			counted{"dropped: submitted after the horizon", c.JobsAfterHorizon},
			counted{"dropped: without GPUs", c.JobsWithoutGPUs},
			counted{"dropped: fraction of a GPU", c.JobsFractionalDropped},
			counted{"changed: fraction rounded up to whole GPUs", c.JobsFractionalRounded},
			counted{"changed: unknown kind taken for batch-inference", c.JobsOfUnknownKind},
			counted{"changed: class not in the rule given weight 1", c.JobsOfOtherClass},
			counted{"kept, but no node has the GPU model", c.JobsWithoutNode}),
		phrase(fmt.Sprintf("demand: %d apps", c.Apps),
			counted{"changed: apps resampled by the maximum", c.AppsResampled},
			counted{"changed: entries rounded up to whole GPUs", c.DemandRoundedUp},
			counted{"dropped: entries after the horizon", c.DemandAfterwards}),
	}, "\n")
}

type counted struct {
	what string
	n    int
}

// phrase appends what is not zero to head.
func phrase(head string, parts ...counted) string {
	for _, p := range parts {
		if p.n > 0 {
			head += fmt.Sprintf("; %s: %d", p.what, p.n)
		}
	}
	return head
}
