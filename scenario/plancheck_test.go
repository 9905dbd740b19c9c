package scenario

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// arbiter builds the independent checker that lies beside the repository.
func arbiter(t *testing.T) func(p *planner.Problem, q *planner.Plan) {
	const source = "../../shared/plancheck"
	if _, err := os.Stat(source); err != nil {
		t.Skip("plancheck does not lie beside the repository")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "plancheck")
	if out, err := exec.Command("go", "-C", source, "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return func(p *planner.Problem, q *planner.Plan) {
		t.Helper()
		var problem, plan bytes.Buffer
		if planner.EncodeProblem(&problem, p) != nil || planner.EncodePlan(&plan, q) != nil {
			t.Fatal("cannot encode")
		}
		a, b := filepath.Join(dir, "problem.json"), filepath.Join(dir, "plan.json")
		if os.WriteFile(a, problem.Bytes(), 0o644) != nil || os.WriteFile(b, plan.Bytes(), 0o644) != nil {
			t.Fatal("cannot write")
		}
		if out, err := exec.Command(tool, a, b).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

func TestArbiterAcceptsEveryPlanOfEveryDay(t *testing.T) {
	check := arbiter(t)
	for _, d := range Days() {
		wrong := Misjudged(d.Problem, 0.2, 0.2, 1)
		for _, name := range Baselines() {
			check(d.Problem, mustBaseline(t, name, d.Problem))
			q, err := OnlineBaseline(t.Context(), name, d.Problem, wrong)
			if err != nil {
				t.Fatal(err)
			}
			check(d.Problem, q)
		}
		check(d.Problem, mustOnline(t, d.Problem, nil, fast))
		check(d.Problem, mustOnline(t, d.Problem, wrong, fast))
	}
}
