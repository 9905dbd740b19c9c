package scenario

import (
	"reflect"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"pgregory.net/rapid"
)

func mustBaseline(t interface{ Fatal(...any) }, name string, p *planner.Problem) *planner.Plan {
	q, err := Baseline(name, p)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestEveryBaselinePassesCheckOnRandomProblems(t *testing.T) {
	for _, name := range Baselines() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := randomProblem(t)
				q := mustBaseline(t, name, p)
				if err := planner.Check(p, q); err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(q, mustBaseline(t, name, p)) {
					t.Fatal("a second run gives another plan")
				}
			})
		})
	}
}

func TestNoBaselineLooksAtWhatHasNotArrived(t *testing.T) {
	for _, name := range Baselines() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := randomProblem(t)
				now := rapid.IntRange(0, p.Steps).Draw(t, "now")
				known := *p
				known.Blocks = nil
				gone := map[string]bool{} // gangs of which a part has not arrived
				for _, b := range p.Blocks {
					gone[b.Gang] = gone[b.Gang] || b.Gang != "" && b.Arrival > now
				}
				for _, b := range p.Blocks {
					if len(b.Running) > 0 || b.Arrival <= now && !gone[b.Gang] {
						known.Blocks = append(known.Blocks, b)
					}
				}
				all, part := mustBaseline(t, name, p), mustBaseline(t, name, &known)
				for _, x := range part.Blocks {
					for _, y := range all.Blocks {
						if x.ID == y.ID && (startOf(x) < now) != (startOf(y) < now) {
							t.Fatalf("%s starts at %d when later arrivals are known, else at %d", x.ID, startOf(y), startOf(x))
						}
					}
				}
			})
		})
	}
}

// startOf returns the start, or a step beyond every horizon.
func startOf(b planner.PlanBlock) int {
	if b.Start == nil {
		return 1 << 30
	}
	return *b.Start
}
