package main

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

func TestProgressSaysOnlyWhatIsKnown(t *testing.T) {
	for name, tc := range map[string]struct {
		p    planner.Progress
		want string
	}{
		"nothing yet":  {planner.Progress{Stage: "construct", Bound: math.Inf(1)}, "  0.0s  construct  objective 0.00  bound –  gap –"},
		"a plan":       {planner.Progress{Elapsed: 1500 * time.Millisecond, Stage: "search", Objective: 100, Bound: 110}, "  1.5s  search     objective 100.00  bound 110.00  gap 10.00 %"},
		"nothing fits": {planner.Progress{Stage: "bound", Bound: 10}, "  0.0s  bound      objective 0.00  bound 10.00  gap –"},
	} {
		if got := progressText(tc.p); got != tc.want {
			t.Errorf("%s: %q, want %q", name, got, tc.want)
		}
	}
}

func TestProgressLineIsCleared(t *testing.T) {
	var out bytes.Buffer
	line := startProgress(&out, 20)
	line.seen(planner.Progress{Stage: "search", Objective: 5, Bound: 6})
	time.Sleep(3 * progressEvery)
	line.stop()
	if text := out.String(); !strings.Contains(text, "search") || !strings.HasSuffix(text, clearLine) || strings.Contains(text, "\n") || strings.Contains(text, "objective") {
		t.Errorf("%q", text)
	}
}
