package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
)

func TestQuickBenchTakesMinutes(t *testing.T) {
	c := &benchCommand{}
	rows, growth, err := c.rows()
	if err != nil {
		t.Fatal(err)
	}
	var sum time.Duration
	for _, r := range rows {
		days, limit := c.spent(r, bench.Days)
		solves := 3 // ours and two programs
		if r.GPUs > 256 || r.Steps > 96 {
			solves = 1 // programs of that size are refused
		}
		sum += time.Duration(days*solves) * limit
	}
	for _, r := range growth {
		days, limit := c.spent(r, 2)
		sum += time.Duration(days) * limit
	}
	if sum > 4*time.Minute {
		t.Errorf("solves alone take %s", sum)
	}
}

func TestFullBenchTakesTheTablesTimeAndDays(t *testing.T) {
	c := &benchCommand{full: true}
	for _, r := range bench.Rows() {
		if days, limit := c.spent(r, bench.Days); days != bench.Days || limit != time.Duration(r.Limit) {
			t.Errorf("%s: %d days, %s", r.Name, days, limit)
		}
	}
}

func TestFiguresAreWrittenForPeople(t *testing.T) {
	x := func(v float64) *float64 { return &v }
	for got, want := range map[string]string{
		percent(nil, 1): "–", percent(x(0.0123), 2): "1.23 %", percent(x(12), 2): "> 999 %",
		span(nil): "–", span(x(0.01)): "< 0.1 ms", span(x(4.21)): "4.2 ms", span(x(421)): "421 ms", span(x(4210)): "4.2 s", span(x(42100)): "42 s",
		memory(0): "–", memory(50 << 20): "50 MB", memory(3 << 29): "1.5 GB", grouped(10_000): "10,000", grouped(999): "999",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTextIsWrittenFromTheFiguresThatAreThere(t *testing.T) {
	dir := t.TempDir()
	row, err := bench.Find("64x24")
	if err != nil {
		t.Fatal(err)
	}
	objective := 7.0
	r := &bench.Report{Rows: []bench.Result{{Row: row, Days: []bench.Day{{
		Seed: 3, Shape: bench.Describe(row.Instance(3)), Runs: []bench.Run{{Planner: fullPlanner, Objective: &objective, WallMS: 12}},
	}}}}}
	c := &benchCommand{program: &program{stdout: new(bytes.Buffer), stderr: new(bytes.Buffer)}}
	if err := c.reportSizes(dir, r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, benchmarkText))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# Benchmark", "### 64x24: 64 GPUs, 24 steps, 30 blocks, 2s a day, seeds 3", "| full | – | – |"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	var back bench.Report
	if err := readFigures(filepath.Join(dir, sizesJSON), &back); err != nil || back.Rows[0].Name != "64x24" {
		t.Errorf("%v: %+v", err, back)
	}
	if err := os.WriteFile(filepath.Join(dir, sizesJSON), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := c.reportText(dir); err == nil || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("broken figures: %v", err)
	}
}
