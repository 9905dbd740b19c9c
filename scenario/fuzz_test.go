package scenario

import (
	"bytes"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// FuzzImport: whatever the files hold, an import fails with an error or leaves
// a problem that survives being written and read again.
func FuzzImport(f *testing.F) {
	f.Add(someNodes, jobsHeader+"a,,training,T4|P100,0.5,1,0.5,0,60,LS\n", noDemand+"x.gpus,0,7200,1.5\n")
	f.Add("\ufeff"+someNodes, noJobs+"a,-1e9,9e9,1,1\r\n", noDemand+"x,0,0.000000001,1\n")
	f.Add(someNodes, noJobs+"a,0x1p3,1,1048576,65536", noDemand+"x,0,9e9,1048576\n")
	f.Fuzz(func(t *testing.T, nodes, jobs, demand string) {
		p, _, err := Import(sources(nodes, jobs, demand), Options{Horizon: 2 * time.Hour})
		if err != nil {
			return
		}
		var text bytes.Buffer
		if err := planner.EncodeProblem(&text, p); err != nil {
			t.Fatal(err)
		}
		if _, err := planner.DecodeProblem("again", &text); err != nil {
			t.Fatal(err)
		}
	})
}
