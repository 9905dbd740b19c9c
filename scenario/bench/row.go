package bench

import (
	"fmt"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Row is one size of day in the table of figures to reach.
type Row struct {
	Name   string `json:"name"` // "GPUs×steps" in ASCII, "64x96"
	GPUs   int    `json:"gpus"`
	Steps  int    `json:"steps"` // of a day of 24 hours
	Blocks int    `json:"blocks"`
	// Limit is the time that a full solve gets.
	Limit planner.Duration `json:"limit"`
	// Fast: what is measured is the fast mode.
	Fast bool `json:"fast,omitempty"`
	// Wide: some blocks take four whole nodes at once, and blocks may be longer.
	Wide bool `json:"wide,omitempty"`
	// Must and Goal are the figures to reach, in words.
	Must string `json:"must,omitempty"`
	Goal string `json:"goal,omitempty"`

	quickDays  int
	quickLimit planner.Duration
}

// Quick returns how many days of a row, and with what limit, take minutes for
// the whole table.
func (r Row) Quick() (days int, limit time.Duration) { return r.quickDays, time.Duration(r.quickLimit) }

// Days is the number of seeded days of a row: seeds 1 … Days.
const Days = 10

// Rows returns the table of figures to reach, smallest first.
func Rows() []Row {
	return []Row{
		{quickDays: 4, quickLimit: seconds(5),
			Name: "8x96", GPUs: 8, Steps: 96, Blocks: 40, Limit: seconds(30),
			Must: "proven: median ≤ 2 s, nine in ten ≤ 30 s, else gap ≤ 3 %", Goal: "all ≤ 2 s, median ≤ 0.3 s"},
		{quickDays: 4, quickLimit: seconds(2),
			Name: "64x96", GPUs: 64, Steps: 96, Blocks: 100, Limit: seconds(2),
			Must: "gap: median ≤ 2.5 %, worst ≤ 6 %", Goal: "median ≤ 1.2 %, worst ≤ 3 %"},
		{quickDays: 2, quickLimit: seconds(5),
			Name: "256x96", GPUs: 256, Steps: 96, Blocks: 400, Limit: seconds(10),
			Must: "gap: median ≤ 1.5 %, worst ≤ 2.5 %", Goal: "median ≤ 0.8 %"},
		{quickDays: 1, quickLimit: seconds(10),
			Name: "1024x96", GPUs: 1024, Steps: 96, Blocks: 1500, Limit: seconds(30), Must: "gap ≤ 1.5 %", Goal: "≤ 0.7 %"},
		{quickDays: 1, quickLimit: seconds(10),
			Name: "256x288", GPUs: 256, Steps: 288, Blocks: 400, Limit: seconds(30), Must: "gap ≤ 3 %", Goal: "≤ 1.2 %"},
		{quickDays: 1, quickLimit: seconds(5),
			Name: "256x96-wide", GPUs: 256, Steps: 96, Blocks: 400, Limit: seconds(10), Wide: true},
		{quickDays: 1, quickLimit: seconds(20),
			Name: "8192x96", GPUs: 8192, Steps: 96, Blocks: 10_000, Limit: seconds(60), Must: "gap ≤ 2.5 %, under 2 GB", Goal: "≤ 1 %"},
		{quickDays: 4, quickLimit: seconds(2),
			Name: "64x24", GPUs: 64, Steps: 24, Blocks: 30, Fast: true, Limit: seconds(2), Must: "fast mode ≤ 15 ms", Goal: "≤ 3 ms"},
	}
}

func seconds(n int) planner.Duration { return planner.Duration(time.Duration(n) * time.Second) }

// Find returns the row of a name.
func Find(name string) (Row, error) {
	rows := Rows()
	names := make([]string, len(rows))
	for i, r := range rows {
		if r.Name == name {
			return r, nil
		}
		names[i] = r.Name
	}
	return Row{}, fmt.Errorf("benchmark row %q: unknown, want one of %s", name, strings.Join(names, ", "))
}

// Growth returns sizes that differ from 64 GPUs, 96 steps and 100 blocks in one
// thing at a time, all with the same limit.
func Growth(limit time.Duration, largest int) []Row {
	var out []Row
	add := func(gpus, steps, blocks int) {
		out = append(out, Row{Name: fmt.Sprintf("%dx%d", gpus, steps), GPUs: gpus, Steps: steps, Blocks: blocks, Limit: planner.Duration(limit)})
	}
	for gpus := 16; gpus <= largest; gpus *= 4 {
		add(gpus, 96, gpus*25/16)
	}
	for _, steps := range []int{24, 48, 192, 288, 672} {
		add(64, steps, 100)
	}
	for _, blocks := range []int{50, 200, 400, 800} {
		add(64, 96, blocks)
	}
	return out
}
