package hcl

import (
	"fmt"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// meant is the remedy for a word that is not known.
func meant(word string, known []string) string {
	if k := cluster.Nearest(word, known); k != "" {
		return fmt.Sprintf("did you mean %q?", k)
	}
	if len(known) == 0 {
		return "take it out"
	}
	if len(known) > 20 {
		return fmt.Sprintf("%d are known here, none like it", len(known))
	}
	return "known here: " + strings.Join(known, ", ")
}
