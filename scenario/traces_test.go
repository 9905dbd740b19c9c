package scenario

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// traces is where the workload data lies beside the repository.
const traces = "../../shared/traces"

func needTraces(t *testing.T) {
	if _, err := os.Stat(traces); err != nil {
		t.Skip("the traces do not lie beside the repository")
	}
}

func openTrace(t *testing.T, path string) File {
	t.Helper()
	f, err := os.Open(filepath.Join(traces, path))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return File{Name: path, Reader: f}
}

func TestEverySliceImports(t *testing.T) {
	needTraces(t)
	slices, err := filepath.Glob(filepath.Join(traces, "slices", "slice_*g_*.csv"))
	if err != nil || len(slices) == 0 {
		t.Fatalf("no slices: %v", err)
	}
	for _, path := range slices {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			gpus := strings.Split(name, "_")[1]
			p, c := mustImport(t, Sources{
				Nodes:  openTrace(t, "slices/nodes_"+gpus+"_alibaba2023.csv"),
				Jobs:   openTrace(t, "slices/"+name),
				Demand: openTrace(t, "slices/realtime_"+gpus+"_azure2024.csv"),
			}, Options{})
			if got := p.GPUs(); gpus != strconv.Itoa(got)+"g" {
				t.Errorf("%d GPUs, want %s", got, gpus)
			}
			if len(p.Services) != 2 || p.Steps != 96 || p.Tail != planner.TailOverrun {
				t.Errorf("%d services, %d steps, tail %q", len(p.Services), p.Steps, p.Tail)
			}
			if dropped := c.Jobs - c.JobsKept; dropped > c.Jobs/50 {
				t.Errorf("%d of %d jobs dropped: %s", dropped, c.Jobs, c)
			}
		})
	}
}

func TestWholeTraceImports(t *testing.T) {
	needTraces(t)
	tests := map[string]struct {
		want Counts
		o    Options
	}{
		"jobs_oddities.csv": {o: Options{Horizon: 200 * 24 * time.Hour, Timestep: time.Hour},
			want: Counts{Nodes: 1523, NodesWithoutGPUs: 310, Jobs: 36, JobsKept: 32, JobsWithoutDuration: 4,
				JobsFractionalRounded: 10, JobsOfUnknownKind: 16}},
		"jobs_alibaba2023.csv": {o: Options{Horizon: 200 * 24 * time.Hour, Timestep: time.Hour},
			want: Counts{Nodes: 1523, NodesWithoutGPUs: 310, Jobs: 7064, JobsWithoutDuration: 861}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			in := Sources{Nodes: openTrace(t, "nodes_alibaba2023.csv"), Jobs: openTrace(t, name), Demand: File{"none", strings.NewReader(noDemand)}}
			_, c := mustImport(t, in, tc.o)
			t.Log(c)
			if c.Nodes != tc.want.Nodes || c.NodesWithoutGPUs != tc.want.NodesWithoutGPUs || c.Jobs != tc.want.Jobs ||
				c.JobsWithoutDuration != tc.want.JobsWithoutDuration {
				t.Errorf("counts %+v", c)
			}
			if tc.want.JobsKept > 0 && c != tc.want {
				t.Errorf("counts %+v, want %+v", c, tc.want)
			}
		})
	}
}

func TestWeekOfDemandIsCutToTheDay(t *testing.T) {
	needTraces(t)
	f, err := os.ReadFile(filepath.Join(traces, "demand_azure2024_week_digitised.csv"))
	if err != nil {
		t.Fatal(err)
	}
	// Requests are no GPUs: the import says so rather than guess.
	_, _, err = Import(sources(someNodes, noJobs, string(f)), Options{})
	if err == nil || !strings.Contains(err.Error(), "counts \"requests\"") {
		t.Errorf("error %v", err)
	}
	_, c := mustImport(t, sources(someNodes, noJobs, strings.ReplaceAll(string(f), ".requests", ".gpus")), Options{})
	if c.Apps != 2 || c.DemandAfterwards != 2*(672-96) {
		t.Errorf("counts %+v", c)
	}
}
