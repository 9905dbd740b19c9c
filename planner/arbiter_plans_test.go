package planner_test

import (
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
)

// TestTheArbiterAcceptsPlansOfCrowdedProblems, fast and full.
func TestTheArbiterAcceptsPlansOfCrowdedProblems(t *testing.T) {
	says, plans := plancheck(t), 0
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		if plans++; plans > 40 { // each costs a process
			return
		}
		o.Mode = rapid.SampledFrom([]planner.Mode{planner.ModeFast, planner.ModeFull}).Draw(t, "mode")
		q := mustSolve(t, p, o)
		if found, err := says(p, q); found != "" || err != nil {
			t.Fatalf("%v\n%s%s\n%s", err, found, show(p), text(q))
		}
	})
}

// TestTheArbiterAcceptsPlansOfTheImportedSlice: eight GPUs, a day, real jobs and demand.
func TestTheArbiterAcceptsPlansOfTheImportedSlice(t *testing.T) {
	says, p := plancheck(t), slice8(t)
	for _, o := range []planner.Options{
		{Mode: planner.ModeFast}, {Iterations: 3000, Seed: 1},
	} {
		q := mustSolve(t, p, o)
		if found, err := says(p, q); found != "" || err != nil {
			t.Errorf("%v %s", err, found)
		}
		t.Logf("%s: worth %.1f, bound %.1f, short %.1f (bound %.1f)", q.Solve.Method, q.Objective, *q.Bound, q.Shortfall.Weighted, *q.Shortfall.Bound)
	}
}

// slice8 imports the slice of 8 GPUs that lies beside the repository.
func slice8(t *testing.T) *planner.Problem {
	t.Helper()
	open := func(name string) scenario.File {
		f, err := os.Open(filepath.Join("../../shared/traces/slices", name))
		if err != nil {
			t.Skipf("the traces do not lie beside the repository: %v", err)
		}
		t.Cleanup(func() { f.Close() })
		return scenario.File{Name: name, Reader: f}
	}
	p, _, err := scenario.Import(scenario.Sources{
		Nodes: open("nodes_8g_alibaba2023.csv"), Jobs: open("slice_8g_0.8x_philly.csv"), Demand: open("realtime_8g_azure2024.csv"),
	}, scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
