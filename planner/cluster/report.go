package cluster

import (
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// Report says what became of every group that needs GPUs, and all that a person
// should know of it. Both lists are in the order of the snapshot.
type Report struct {
	Groups   []Standing
	Findings []Finding
}

// State is what became of a group.
type State string

// The states of a group.
const (
	// Planned groups are a block or a service of the problem.
	Planned State = "planned"
	// Hopeless groups are too, but as things are no place or no time suits them; Reason says why.
	Hopeless State = "hopeless"
	// Unplanned groups opted in and are left alone; Reason says why.
	Unplanned State = "not planned"
	// Undeclared groups did not opt in; what they hold counts as taken.
	Undeclared State = "undeclared"
)

// Standing is what became of one group that needs GPUs.
type Standing struct {
	// ID is that of the group's block or service: its escaped GroupKey.
	ID         string
	Job, Group string // for people
	Pos        Pos
	State      State
	// Reason is a sentence for all states but Planned, and may be one for it.
	Reason string
	// Running says that it holds GPUs now, Gated that the gate holds it back.
	Running, Gated bool
	GPUs           int // per alloc
	// Declared is nil for undeclared groups and for those whose keys have errors.
	Declared *Declared
	// Demand is a service's, stage by stage; nil for all else.
	Demand *demand.Shaped
}

// Errors returns the findings that kept a job from being planned.
func (r *Report) Errors() []Finding {
	var out []Finding
	for _, f := range r.Findings {
		if f.Severity == Error {
			out = append(out, f)
		}
	}
	return out
}

// Standing returns what became of the group with the id, or nil.
func (r *Report) Standing(id string) *Standing {
	for i := range r.Groups {
		if r.Groups[i].ID == id {
			return &r.Groups[i]
		}
	}
	return nil
}

// isBlock reports whether the workload is one of the blocks'.
func isBlock(w planner.Workload) bool {
	return w == planner.Training || w == planner.BatchInference || w == planner.Quantization
}
