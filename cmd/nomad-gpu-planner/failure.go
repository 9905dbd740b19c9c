package main

import (
	"fmt"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// fail prints an error, one line for each that is joined in it, and returns
// the exit status.
func (p *program) fail(err error) int {
	for text := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(p.stderr, "%s: %s\n", name, lane.Printable(text))
	}
	return 1
}

// note prints something a person should know on stderr.
func (p *program) note(format string, a ...any) {
	for text := range strings.SplitSeq(fmt.Sprintf(format, a...), "\n") {
		fmt.Fprintln(p.stderr, lane.Printable(text))
	}
}
