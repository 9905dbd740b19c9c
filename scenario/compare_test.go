package scenario

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// searched is a planner that searches for a fixed number of moves, so that its
// figures are the same everywhere.
var searched = Solver(planner.Options{Iterations: 3000, Seed: 1, Workers: 1, Gap: 0.01})

func mustCompare(t *testing.T, o CompareOptions) *Report {
	t.Helper()
	r, err := Compare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestPlanGainsOverFIFOWhatTheIssueAsks(t *testing.T) {
	r := mustCompare(t, CompareOptions{Offline: searched})
	for i := range r.Days {
		d := &r.Days[i]
		off, on := d.Find(Ours, false), d.Find(Ours, true)
		t.Logf("%-18s FIFO %.1f %% %5.0f | offline %.1f %% %+.1f %% gap %.3f | online %.1f %% %+.1f %%", d.Name,
			100*d.Find("fifo", false).Utilization, d.Find("fifo", false).WeightedOutput,
			100*off.Utilization, 100*off.OutputGain, *off.Gap, 100*on.Utilization, 100*on.OutputGain)
		if off.Shortfall > 0 || on.Shortfall > 0 {
			t.Errorf("%s: services are left short", d.Name)
		}
		switch {
		case d.Contended && (off.Points < 0 || off.OutputGain < 0):
			t.Errorf("%s loses: %+.3f points, %+.3f output", d.Name, off.Points, off.OutputGain)
		case d.Name == "training-heavy" && (off.Points < 0.33 || off.OutputGain < 1.05):
			t.Errorf("training-heavy gains %+.3f points and %+.3f output", off.Points, off.OutputGain)
		case d.Name == "scale-64" && off.Points < 0:
			t.Errorf("scale-64 loses %+.4f points", off.Points)
		}
	}
	if s := r.Offline; s.Days != 5 || s.MeanOutputGain < 0.52 || s.LeastUtilization < 0.72 {
		t.Errorf("the contended days: %+v", s)
	}
}

func TestReportHoldsEveryPlannerBothWays(t *testing.T) {
	days, err := DaysNamed("training-heavy")
	if err != nil {
		t.Fatal(err)
	}
	tasks, clock := 0, time.Time{}
	r := mustCompare(t, CompareOptions{
		Days: days, Orders: 2, Reseeds: 2, Errors: []float64{0, 0.2}, ErrorDraws: 2, Variants: true, Seed: 5,
		Now: func() time.Time { clock = clock.Add(time.Second); return clock },
		Progress: func(p Progress) {
			if p.Done != tasks || p.Total < 15 || p.Day != "training-heavy" || p.Task == "" {
				t.Errorf("progress %+v after %d tasks", p, tasks)
			}
			tasks++
		},
	})
	d := &r.Days[0]
	if len(d.Runs) != 2*(len(Baselines())+1) || d.Runs[0].Planner != "fifo" || d.Runs[6].Planner != Ours {
		t.Errorf("%d runs", len(d.Runs))
	}
	for i := range d.Runs {
		if d.Runs[i].Seconds <= 0 || d.Runs[i].OfBound != nil && *d.Runs[i].OfBound > 1+1e-6 {
			t.Errorf("run %+v", d.Runs[i])
		}
	}
	if len(d.Orders) != 9 || d.Orders[0].Utilization.N != 2 || len(d.Seeds) != 9 {
		t.Errorf("orders %+v", d.Orders)
	}
	if len(d.Errors) != 4 || len(d.Errors[3].Runs) != 8 || d.Errors[3].Spread[7].Shortfall.N != 2 || len(d.Nodes) != 3 || len(d.Models) != 1 {
		t.Errorf("%d errors, %d nodes, %d models", len(d.Errors), len(d.Nodes), len(d.Models))
	}
	if _, err := json.Marshal(r); err != nil {
		t.Error(err)
	}
}

func TestCompareTwiceIsTheSame(t *testing.T) {
	days, err := DaysNamed("quantization-burst")
	if err != nil {
		t.Fatal(err)
	}
	o := CompareOptions{Days: days, Orders: 2, Errors: []float64{0.1}, Variants: true, Seed: 2}
	a, _ := json.Marshal(mustCompare(t, o))
	b, _ := json.Marshal(mustCompare(t, o))
	if string(a) != string(b) {
		t.Error("the second report differs")
	}
}

func TestCompareEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Compare(ctx, CompareOptions{Progress: func(p Progress) {
		if p.Done == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestUnknownDayNamesThoseThereAre(t *testing.T) {
	if _, err := DaysNamed("monday"); err == nil {
		t.Error("no error")
	}
}

func TestTraceDaysAreComparedToo(t *testing.T) {
	needTraces(t)
	w, err := ParseWeights("random:1")
	if err != nil {
		t.Fatal(err)
	}
	days, err := TraceDays(os.DirFS(filepath.Join(traces, "slices")), Options{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	if len(days) < 2 || days[0].Problem.GPUs() != 8 || days[len(days)-1].Problem.GPUs() != 1024 {
		t.Fatalf("%d days", len(days))
	}
	r := mustCompare(t, CompareOptions{Days: []Day{}, Traces: days[:1]})
	if d := &r.Traces[0]; d.Find(Ours, false).OutputGain < 0 || d.Find(Ours, true) == nil {
		t.Errorf("trace %s: %+v", d.Name, d.Find(Ours, false))
	}
}

func TestTraceWithoutItsNodesIsNamed(t *testing.T) {
	for file, want := range map[string]string{
		"slice_8g_x.csv":    "0 files match nodes_8g_*.csv",
		"slice_manyg_x.csv": "no number of GPUs",
	} {
		_, err := TraceDays(fstest.MapFS{file: {Data: []byte("job_id,submit_s,duration_s,gpus_total\n")}}, Options{})
		if err == nil || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
