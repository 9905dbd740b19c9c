package hcl

import (
	"strings"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// mustRead reads a job that has no faults.
func mustRead(t *testing.T, src string, vars map[string]string) *cluster.Job {
	t.Helper()
	job, err := ReadJob("job.hcl", []byte(src), vars)
	if err != nil {
		t.Fatalf("ReadJob: %v\n%s", err, src)
	}
	return job
}

// oneDevice is a job whose only device block is given.
func oneDevice(device string) string {
	return `job "j" {
group "g" {
task "t" {
resources {
` + device + `
}
}
}
}`
}

// oneGroup is a job whose only group has the given content.
func oneGroup(body string) string {
	return "job \"j\" {\ngroup \"g\" {\n" + body + "\n}\n}"
}

// oneConstraint is a job whose only constraint is given.
func oneConstraint(body string) string {
	return `job "j" {
constraint {
` + body + `
}
group "g" {}
}`
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want\n%s", want)
	}
	if got := err.Error(); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
