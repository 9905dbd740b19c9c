package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// runAsProgram makes the test binary the program itself, for the tests that
// need a process.
const runAsProgram = "GPU_PLANNER_TEST_RUN_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(runAsProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// contended is a problem that nobody proves in a second: more work of every
// size than fits.
func contended() string {
	var blocks []string
	for b := range 90 {
		blocks = append(blocks, fmt.Sprintf(
			`{"id": "b%d", "weight": %d, "allocs": 1, "gpus_per_alloc": %d, "steps": %d, "arrival": %d, "earliest": %d}`,
			b, 1+b*7%10, 1+b*5%7, 5+b*11%37, b%48, b%48))
	}
	return `{"version": 1, "start": "2026-12-01T00:00:00Z", "timestep": "15m", "steps": 96,
"pools": [{"id": "a", "node": "a", "gpus": 8}, {"id": "b", "node": "b", "gpus": 8}],
"services": [], "blocks": [` + strings.Join(blocks, ",\n") + `]}`
}

func TestInterruptEndsWithTheBestPlanSoFar(t *testing.T) {
	path := filepath.Join(t.TempDir(), "problem.json")
	if err := os.WriteFile(path, []byte(contended()), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(os.Args[0], "solve", "-gap", "0", "-limit", "2m", path)
	cmd.Env = append(os.Environ(), runAsProgram+"=1")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	began := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it went on for %s", took)
	}
	if !strings.Contains(stdout.String(), "utilization") || !strings.Contains(stderr.String(), "interrupted: this is the best plan so far") {
		t.Errorf("no plan was shown:\n%s\n%s", stdout.String(), stderr.String())
	}
}
