package planner_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// arbiter is where the independent checker lies, beside the repository.
const arbiter = "../../shared/plancheck"

// scratch is removed when the tests end.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "planner-test-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// buildPlancheck builds the arbiter once for all tests of this binary.
var buildPlancheck = sync.OnceValues(func() (string, error) {
	file := filepath.Join(scratch, "plancheck")
	out, err := exec.Command("go", "-C", arbiter, "build", "-o", file, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return file, nil
})

// plancheck returns a function that has the arbiter read a plan: "" when it
// accepts, else what it says.
func plancheck(t *testing.T) func(*planner.Problem, *planner.Plan) (string, error) {
	t.Helper()
	if _, err := os.Stat(arbiter); err != nil {
		t.Skip("plancheck does not lie beside the repository")
	}
	program, err := buildPlancheck()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	return func(p *planner.Problem, q *planner.Plan) (string, error) {
		files := []string{filepath.Join(dir, "problem.json"), filepath.Join(dir, "plan.json")}
		var b [2]bytes.Buffer
		err := errors.Join(planner.EncodeProblem(&b[0], p), planner.EncodePlan(&b[1], q))
		for i, file := range files {
			err = errors.Join(err, os.WriteFile(file, b[i].Bytes(), 0o600))
		}
		if err != nil {
			return "", err
		}
		out, err := exec.Command(program, files...).CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return "", nil
		case errors.As(err, &exit) && exit.ExitCode() == 1:
			return string(out), nil
		}
		return "", fmt.Errorf("%w: %s", err, out)
	}
}

func TestTheArbiterFindsTheSameBrokenPromises(t *testing.T) {
	says := plancheck(t)
	if found, err := says(valid(), good()); found != "" || err != nil {
		t.Fatalf("the good plan: %v %s", err, found)
	}
	for _, c := range broken {
		if c.claim == "allocs of what is not placed" {
			continue // the arbiter does not look at them
		}
		p, q := valid(), good()
		c.change(p, q)
		if found, err := says(p, q); found == "" || err != nil {
			t.Errorf("%s: the arbiter accepts (%v)", c.claim, err)
		}
	}
}
