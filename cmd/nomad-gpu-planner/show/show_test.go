package show

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

var update = flag.Bool("update", false, "write the golden files anew")

// day is a small plan with everything in it that can be shown.
func day() (*planner.Problem, *planner.Plan) {
	first, noon, bound, gap := 0, 6, 812.5, 0.0123
	p := &planner.Problem{
		Version: 1, Start: time.Date(2026, 12, 1, 18, 0, 0, 0, time.UTC), Timestep: planner.Duration(time.Hour), Steps: 12,
		Tail:  planner.TailOverrun,
		Nodes: []planner.Node{{ID: "n1", Name: "gpu-01"}, {ID: "n2", Name: "a-node-with-a-long-name-02"}},
		Pools: []planner.Pool{
			{ID: "n1/h100", Node: "n1", Device: "nvidia/gpu/NVIDIA H100 80GB HBM3", GPUs: 3},
			{ID: "n2/t4", Node: "n2", Device: "nvidia/gpu/T4", GPUs: 2, Reserved: []int{1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2}},
			{ID: "n2/l4", Node: "n2", Device: "nvidia/gpu/L4", GPUs: 1},
		},
		Blocks: []planner.Block{
			{ID: "ml/late/main", Workload: planner.Training, Weight: 5, Allocs: 1, GPUsPerAlloc: 2, Steps: 9},
			{ID: "default/quant%2Fint4/main", Workload: planner.Quantization, Weight: 2, Allocs: 2, GPUsPerAlloc: 1, Steps: 4, Running: []string{"n2/t4", "n2/l4"}},
			{ID: "default/\x1b[31mred\u202e/main", Workload: planner.BatchInference, Weight: 1, Allocs: 1, GPUsPerAlloc: 8, Steps: 2},
		},
		Services: []planner.Service{{ID: "default/chat/api", Weight: 10, GPUsPerReplica: 1, Demand: []int{2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}},
	}
	q := &planner.Plan{
		Version: 1, Objective: 802.5, Bound: &bound, Gap: &gap, Shortfall: planner.Shortfall{Weighted: 20},
		Solve: planner.SolveStats{Method: "search", Engine: "highs 1.15.1 (wasm)", WallMS: 2345.6, BoundMS: 12.3, Iterations: 123456, Seed: 1},
		Blocks: []planner.PlanBlock{
			{ID: "ml/late/main", Start: &noon, Allocs: []planner.PlanAlloc{{Pool: "n1/h100", GPUs: []int{1, 2}}}},
			{ID: "default/quant%2Fint4/main", Start: &first, Allocs: []planner.PlanAlloc{{Pool: "n2/t4", GPUs: []int{0}}, {Pool: "n2/l4", GPUs: []int{0}}}},
			{ID: "default/\x1b[31mred\u202e/main", Reason: "no pool has 8 GPUs, and this sentence is so long that it has to be wrapped"},
		},
		Services: []planner.PlanService{{
			ID: "default/chat/api", Replicas: []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, Reason: "demand exceeds supply",
			Intervals: []planner.Interval{{Index: 0, Pool: "n1/h100", From: 0, To: 12, GPUs: []int{0}}},
		}},
		Metrics: planner.Metrics{Utilization: 0.5833, WeightedOutput: 12345.678, ServiceShortfall: 2},
	}
	return p, q
}

func shown(t *testing.T, p *planner.Problem, q *planner.Plan, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Plan(&out, p, q, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPlanIsShownAsBefore(t *testing.T) {
	p, q := day()
	for name, o := range map[string]Options{
		"plain": {}, "narrow": {Width: 60}, "colour": {Width: 120, Colour: true},
	} {
		t.Run(name, func(t *testing.T) {
			got := shown(t, p, q, o)
			path := filepath.Join("testdata", name+".txt")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("differs from %s; look at it and run with -update:\n%s", path, got)
			}
		})
	}
}

func TestNothingOfAnIDReachesTheTerminal(t *testing.T) {
	p, q := day()
	if text := shown(t, p, q, Options{}); strings.ContainsAny(text, "\x1b\u202e\x07") {
		t.Errorf("a control character was printed:\n%q", text)
	}
}

// wide is a cluster of many nodes, half of whose GPUs are in use.
func wide(nodes, gpus, blocks int, alternate bool) (*planner.Problem, *planner.Plan) {
	p := &planner.Problem{Version: 1, Timestep: planner.Duration(15 * time.Minute), Steps: 96}
	q := &planner.Plan{Version: 1}
	for n := range nodes {
		device := "nvidia/gpu/H100"
		if alternate && n%2 == 1 {
			device = "nvidia/gpu/A100"
		}
		id := fmt.Sprintf("node-%d", n)
		p.Pools = append(p.Pools, planner.Pool{ID: id, Node: id, Device: device, GPUs: gpus})
	}
	start := 0
	for b := range blocks {
		id := fmt.Sprintf("default/b%d/main", b)
		p.Blocks = append(p.Blocks, planner.Block{ID: id, Weight: 1, Allocs: 1, GPUsPerAlloc: gpus, Steps: 48})
		q.Blocks = append(q.Blocks, planner.PlanBlock{ID: id, Start: &start, Allocs: []planner.PlanAlloc{{Pool: p.Pools[b].ID, GPUs: upTo(gpus)}}})
	}
	return p, q
}

func upTo(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i)
	}
	return out
}

func TestLargeClustersAreCompressed(t *testing.T) {
	tests := map[string]struct {
		nodes     int
		alternate bool
		lines     int
		holds     string
	}{
		"a row for each pool":           {20, false, 90, "node-19 H100 8"},
		"a row for pools of a model":    {100, false, 70, "100 nodes H100 800"},
		"rows left out are counted":     {150, true, 130, "… 86 more rows with 688 GPUs left out"},
		"long tables end with a number": {100, false, 70, "… and 10 more; all of them with -json"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p, q := wide(tc.nodes, 8, tc.nodes/2, tc.alternate)
			text := shown(t, p, q, Options{})
			if lines := strings.Count(text, "\n"); lines > tc.lines || !strings.Contains(text, tc.holds) {
				t.Errorf("%d lines (want at most %d), want %q in:\n%s", lines, tc.lines, tc.holds, text)
			}
		})
	}
}

func TestEveryLineFitsTheScreen(t *testing.T) {
	p, q := day()
	for _, width := range []int{60, 80, 100, 160} {
		for line := range strings.SplitSeq(shown(t, p, q, Options{Width: width}), "\n") {
			if n := columns(line); n > width {
				t.Errorf("at %d columns a line has %d: %s", width, n, line)
			}
		}
	}
}

func TestEmptyProblemIsShown(t *testing.T) {
	p := &planner.Problem{Version: 1, Timestep: planner.Duration(time.Hour), Steps: 1 << 16}
	if text := shown(t, p, &planner.Plan{}, Options{}); !strings.Contains(text, "(no GPUs)") {
		t.Error(text)
	}
}

func TestFarEndsDoNotOverflow(t *testing.T) {
	p, q := day()
	p.Blocks[0].Steps = 1 << 40
	if text := shown(t, p, q, Options{}); !strings.Contains(text, "far off") {
		t.Error(text)
	}
}
