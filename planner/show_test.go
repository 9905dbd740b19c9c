package planner_test

import (
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// show returns p as a test prints it.
func show(p *planner.Problem) string {
	var b strings.Builder
	if err := planner.EncodeProblem(&b, p); err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(b.String(), "\n ", " ")
}
