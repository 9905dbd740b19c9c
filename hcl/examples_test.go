package hcl

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

var examples = filepath.Join("..", "examples")

func TestEveryExampleJobIsRead(t *testing.T) {
	jobs, err := ReadJobs(filepath.Join(examples, "jobs"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range jobs {
		for _, g := range j.Groups {
			d := g.Tasks[0].Devices[0]
			got = append(got, fmt.Sprintf("%s %s %d×%d", j.ID, workload(j, g), g.Count, d.Count))
		}
	}
	want := []string{
		"caption-backlog batch-inference 12×1", "chat realtime 2×2", "embeddings realtime 2×1",
		"llm-train training 2×8", "quantize-70b quantization 1×4", "reward-sweep training 2×4", "summarize-archive batch-inference 6×2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestExampleBlocksCarryTheGateAndServicesDoNot(t *testing.T) {
	jobs, err := ReadJobs(filepath.Join(examples, "jobs"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		for _, g := range j.Groups {
			gated := slices.ContainsFunc(g.Constraints, func(c cluster.Constraint) bool {
				return c.LTarget == "${meta.gpu_planner_gate}" && c.Operand == "=" && c.RTarget == "open"
			})
			if service := workload(j, g) == "realtime"; gated == service || service != (j.Type == "service") {
				t.Errorf("%s/%s: gated %v, type %s", j.ID, g.Name, gated, j.Type)
			}
		}
	}
}

func workload(j cluster.Job, g cluster.Group) string {
	if w := g.Meta["gpu_planner"]; w != "" {
		return w
	}
	return j.Meta["gpu_planner"]
}

func TestTheExampleClusterIsRead(t *testing.T) {
	s, err := ReadClusterFile(filepath.Join(examples, "cluster.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	gpus := 0
	for _, n := range s.Nodes {
		for _, d := range n.Devices {
			gpus += len(d.Instances)
		}
	}
	if gpus != 32 || len(s.Running) != 1 || s.Running[0].Remaining != 330*time.Minute || s.Start.IsZero() {
		t.Errorf("got %d GPUs, %+v", gpus, s.Running)
	}
}

// forecast is the form of a forecast in INTERFACES.md.
type forecast struct {
	Schema      int       `json:"schema"`
	Unit        string    `json:"unit"`
	PerReplica  float64   `json:"requests_per_replica"`
	Start       time.Time `json:"start"`
	Timestep    string    `json:"timestep"`
	Values      []float64 `json:"values"`
	Weekly      []float64 `json:"weekly"`
	Timezone    string    `json:"timezone"`
	GeneratedAt time.Time `json:"generated_at"`
	ValidUntil  time.Time `json:"valid_until"`
}

func TestEveryExampleServiceHasItsForecasts(t *testing.T) {
	jobs, err := ReadJobs(filepath.Join(examples, "jobs"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range jobs {
		for _, g := range j.Groups {
			if workload(j, g) != "realtime" {
				continue
			}
			day := readForecast(t, "forecasts", j, g)
			if len(day.Values) != 96 || day.Timestep != "15m" || day.Schema != 1 || day.Start.IsZero() {
				t.Errorf("%s: got %+v", j.ID, day)
			}
			if week := readForecast(t, "forecasts-weekly", j, g); len(week.Weekly) != 168 || week.Timezone == "" || week.Unit != day.Unit {
				t.Errorf("%s: got %+v", j.ID, week)
			}
			if (day.Unit == "requests") != (day.PerReplica > 0) {
				t.Errorf("%s: got %+v", j.ID, day)
			}
		}
	}
}

func readForecast(t *testing.T, dir string, j cluster.Job, g cluster.Group) forecast {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(examples, dir, j.Namespace, j.ID, g.Name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var f forecast
	d := json.NewDecoder(strings.NewReader(string(src)))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		t.Fatalf("%s: %v", j.ID, err)
	}
	return f
}

func TestAFolderOfJobs(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "b.nomad"), "job \"b\" {\ngroup \"g\" {}\n}")
	write(t, filepath.Join(dir, "a.nomad.hcl"), "job \"a\" {\ngroup \"g\" {}\n}")
	write(t, filepath.Join(dir, "a.vars.hcl"), "n = 1\n")
	write(t, filepath.Join(dir, "notes.txt"), "nothing")
	write(t, filepath.Join(dir, ".hidden.hcl"), "broken {")
	write(t, filepath.Join(dir, "sub", "c.hcl"), "broken {")
	jobs, err := ReadJobs(dir, nil)
	if err != nil || len(jobs) != 2 || jobs[0].ID != "a" || jobs[1].ID != "b" {
		t.Fatalf("got %+v, %v", jobs, err)
	}
	write(t, filepath.Join(dir, "c.hcl"), "job \"a\" {\ngroup \"g\" {}\n}")
	write(t, filepath.Join(dir, "d.hcl"), "jbo \"d\" {}\n")
	jobs, err = ReadJobs(dir, nil)
	if len(jobs) != 2 {
		t.Errorf("got %d jobs", len(jobs))
	}
	wantError(t, err, filepath.Join(dir, "c.hcl")+`:1: job "a": is in `+filepath.Join(dir, "a.nomad.hcl")+` already; keep one, or give it another namespace
`+filepath.Join(dir, "d.hcl")+`: job: there is none in this file; a job file has one block job "NAME" { … }`)
	_, err = ReadJobs(filepath.Join(dir, "none"), nil)
	wantError(t, err, filepath.Join(dir, "none")+": no such file or directory; name a folder of job files")
}
