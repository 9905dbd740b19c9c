package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
)

// hostile is a name that would end tags, attributes and table cells.
const hostile = `</text></svg><script>alert(1)</script> "onload="x" | *b*`

// smallDay is a day of four GPUs that three blocks and a service want.
func smallDay(name string) *planner.Problem {
	return &planner.Problem{
		Version: 1, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), Timestep: planner.Duration(time.Hour), Steps: 8,
		Pools: []planner.Pool{{ID: "gpu-01", Node: "gpu-01", Device: "nvidia/gpu/H100", GPUs: 4}},
		Blocks: []planner.Block{
			{ID: "default/a/main", Workload: planner.Training, Weight: 1, Allocs: 1, GPUsPerAlloc: 3, Steps: 6},
			{ID: name, Workload: planner.Quantization, Weight: 9, Allocs: 1, GPUsPerAlloc: 2, Steps: 5, Arrival: 1, Earliest: 1},
			{ID: "default/c/main", Workload: planner.BatchInference, Weight: 4, Allocs: 1, GPUsPerAlloc: 1, Steps: 3, Arrival: 1, Earliest: 1},
		},
		Services: []planner.Service{{ID: "default/s/main", Weight: 10, GPUsPerReplica: 1, Demand: []int{0, 0, 1, 1, 2, 1, 0, 0}}},
	}
}

func sample(t *testing.T, name string) *Comparison {
	t.Helper()
	p := smallDay(name)
	ours, err := planner.Solve(context.Background(), p, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fifo, err := scenario.Baseline("fifo", p)
	if err != nil {
		t.Fatal(err)
	}
	d := Day{
		Name: name, About: "About " + name + ".", Contended: true, GPUs: 4, Pools: 1, Blocks: 3, Steps: 8, Problem: p,
		Published: &Published{FIFOUtilization: 0.5, PlanUtilization: 0.7, OutputGain: 0.5}, Bound: ours.Bound,
	}
	for _, online := range []bool{false, true} {
		d.Runs = append(d.Runs, runOf(FIFO, online, fifo, fifo), runOf(Ours, online, ours, fifo))
	}
	i := Interval{N: 30, Mean: 0.4, Low: 0.3, High: 0.5, Min: 0.1, Max: 0.9}
	for _, online := range []bool{false, true} {
		d.Orders = append(d.Orders, Spread{Planner: Ours, Online: online, Utilization: i, Points: i, OutputGain: i})
	}
	d.Errors = []Misjudged{{Runs: d.Runs}, {Demand: 0.4, Length: 0.4, Runs: d.Runs}}
	d.Nodes = []Variant{{Name: "2 × 2", Runs: d.Runs}}
	calm := d
	calm.Name, calm.Contended, calm.Published = "calm", false, nil
	s := Summary{Days: 1, MeanOutputGain: d.Runs[1].OutputGain, MeanPoints: d.Runs[1].Points}
	return &Comparison{Machine: "2 cores", Command: "bench -scenarios", Days: []Day{d, calm}, Traces: []Day{d}, Offline: s, Online: s, Seed: 1}
}

func runOf(name string, online bool, q, fifo *planner.Plan) Run {
	r := Run{
		Planner: name, Online: online, Utilization: q.Metrics.Utilization, WeightedOutput: q.Metrics.WeightedOutput,
		Objective: q.Objective, Gap: q.Gap, Plan: q, Points: q.Metrics.Utilization - fifo.Metrics.Utilization,
	}
	r.OutputGain = q.Metrics.WeightedOutput/fifo.Metrics.WeightedOutput - 1
	return r
}

func page(t *testing.T, c *Comparison) string {
	t.Helper()
	var out bytes.Buffer
	if err := Page(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestPageIsWellFormed(t *testing.T) {
	d := xml.NewDecoder(strings.NewReader(page(t, sample(t, "mixed"))))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestPageNeedsNothingBesideIt(t *testing.T) {
	text := page(t, sample(t, "mixed"))
	text = strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, "")
	for _, bad := range []string{"http:", "https:", "<script", "<link", "<img", "<iframe", "src=", "@import", "ZgotmplZ", "%!"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if !strings.Contains(text, "prefers-color-scheme: dark") {
		t.Error("the page has no dark side")
	}
}

func TestPicturesDoNotCollide(t *testing.T) {
	text := page(t, sample(t, "mixed"))
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`\bid="([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if seen[m[1]] {
			t.Errorf("id %q stands twice", m[1])
		}
		seen[m[1]] = true
	}
	if !seen["plan1"] || !seen["plan4"] || !seen["reserved"] {
		t.Errorf("ids %v, want plan1 to plan4 and the hatch", seen)
	}
	if n := strings.Count(text, "<style>"); n != 1 {
		t.Errorf("%d style sheets", n)
	}
	if strings.Contains(text, "\n.paper {") || strings.Contains(text, "\ntext {") || !strings.Contains(text, ".drawn .paper {") {
		t.Error("the pictures' style reaches the page")
	}
}

func TestHostileNamesStayText(t *testing.T) {
	c := sample(t, hostile)
	text := page(t, c)
	if strings.Contains(text, "<script") || strings.Contains(text, `"onload="`) {
		t.Error("a name became markup")
	}
	var out bytes.Buffer
	if err := Markdown(&out, &Text{Comparison: c}); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.String(), "<script") || strings.Contains(out.String(), " | *b*") {
		t.Error("a name became Markdown")
	}
}

func TestRowsAreAsLongAsTheirHead(t *testing.T) {
	c := sample(t, "mixed")
	tables := append(c.Texts(), c.Days[0].dayTable())
	for i := range tables {
		for _, row := range tables[i].Rows {
			if len(row) != len(tables[i].Head) {
				t.Errorf("%s: %d cells under %d heads: %q", tables[i].Title, len(row), len(tables[i].Head), row)
			}
		}
	}
	if len(tables) != 8 {
		t.Errorf("%d tables", len(tables))
	}
}

func TestEverySelectorIsPutUnderTheClass(t *testing.T) {
	got := under(".x", "a { b: c; } .d, e f { g: h; }\n@media (q) {\ni { j: k; }\n}\n")
	want := "\n.x a { b: c; }\n.x .d, .x e f { g: h; }\n@media (q) {\n.x i { j: k; }\n}\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestChartIsWellFormedAndInsideItsFrame(t *testing.T) {
	var out bytes.Buffer
	panels := []Panel{{Title: "<8> GPUs", Curves: []Curve{
		{Look: 0, Points: []CurvePoint{{1e-9, math.Inf(1)}, {0.001, 3}, {0.5, 0.02}, {5000, 0}}}, {Look: 1}, {Look: 2, Points: []CurvePoint{{1, math.NaN()}}},
	}}, {}, {}}
	if err := GapChart(&out, "a & b", []string{"full", "grid"}, panels); err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(&out)
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "path" {
			for _, a := range e.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("path %q", a.Value)
				}
			}
		}
	}
}

func TestWordsOfFigures(t *testing.T) {
	proof, gap := 1e-9, 0.0123
	for got, want := range map[string]string{
		gain(1.051): "+105.1 %", gain(-0.02): "−2.0 %", gain(0.0001): "0.0 %", gain(-0.0001): "0.0 %", points(0.334): "+33.4 points",
		small(&proof): "proven", small(&gap): "1.23 %", small(nil): "–", whole(1234567.4): "1,234,567", whole(-12): "−12", whole(999): "999",
		seconds(0.00001): "< 0.1 ms", seconds(0.0042): "4.2 ms", seconds(0.3): "300 ms", seconds(4.26): "4.3 s", seconds(60): "60 s",
		list([]string{"a", "b", "c"}): "a, b and c", list(nil): "none", times(1, "GPU"): "1 GPU",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
