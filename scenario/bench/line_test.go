package bench

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// history is a solve whose gap is unknown, 10 %, 4 %, 1 % and then proven.
func history() Line {
	var l Line
	for i, p := range []planner.Progress{
		{Objective: 50, Bound: math.Inf(1)}, {Objective: 100, Bound: 110}, {Objective: 100, Bound: 110}, {Objective: 100, Bound: 104},
		{Objective: 103, Bound: 104.03}, {Objective: 104, Bound: 104},
	} {
		p.Elapsed = time.Duration(i+1) * 10 * time.Millisecond
		l.Saw(p)
	}
	return l
}

func at(ms *float64) float64 {
	if ms == nil {
		return -1
	}
	return *ms
}

func TestTimesAreReadFromTheLine(t *testing.T) {
	l := history()
	if len(l) != 5 {
		t.Errorf("%d points, want 5: one changes nothing", len(l))
	}
	for gap, want := range map[float64]float64{0.2: 20, 0.05: 40, 0.02: 50, 0.001: 60} {
		if got := at(l.To(gap)); got != want {
			t.Errorf("to %v after %v ms, want %v", gap, got, want)
		}
	}
	if got := at(l.First()); got != 10 {
		t.Errorf("first plan after %v ms", got)
	}
	if (Line{}).To(1) != nil || (Line{{MS: 1}}).First() != nil {
		t.Error("a time without a plan")
	}
}

func TestThinLinesKeepTheirEnds(t *testing.T) {
	var l Line
	for i := range 5000 {
		l.Add(time.Duration(i+1)*time.Millisecond, float64(i), 1e6, true)
	}
	thin := l.Thin(50)
	if len(thin) > 50 || len(thin) < 25 || thin[0] != l[0] || thin[len(thin)-1] != l[len(l)-1] {
		t.Errorf("%d points", len(thin))
	}
	if got := history().Thin(50); len(got) != 5 {
		t.Errorf("a short line has %d points", len(got))
	}
}

func TestReachIsMeasuredAgainstTheSmallestBound(t *testing.T) {
	bound, short := 104.0, 90.0
	d := Day{Runs: []Run{
		Stopped("loose", Line{{MS: 1, Objective: ptr(52), Bound: ptr(200)}}, 5),
		Stopped("tight", Line{{MS: 1, Objective: ptr(78), Bound: &bound}}, 5),
		Failed("none", errors.New("too large"), 1),
		{Planner: "fifo", Objective: &short, Shortfall: 7},
	}}
	d.Compare()
	if *d.Runs[0].Reach != 0.5 || *d.Runs[1].Reach != 0.75 || d.Runs[2].Reach != nil || d.Runs[3].Reach != nil {
		t.Errorf("%+v", d.Runs)
	}
	if r := d.Runs[1]; r.Proven || *r.Gap != 26.0/78 || at(r.FirstMS) != 1 {
		t.Errorf("%+v", r)
	}
}

func TestContradictionsAreTold(t *testing.T) {
	d := Day{Runs: []Run{
		Stopped("one", Line{{MS: 1, Objective: ptr(52), Bound: ptr(60)}}, 5), Stopped("other", Line{{MS: 1, Objective: ptr(61), Bound: ptr(61)}}, 5),
	}}
	d.Compare()
	if d.Runs[0].Note != "" || !strings.Contains(d.Runs[1].Note, "contradiction") {
		t.Errorf("%+v", d.Runs)
	}
}

func ptr(x float64) *float64 { return &x }

func TestSumsAreMediansOverDays(t *testing.T) {
	runs := []Run{
		{Objective: ptr(1), Gap: ptr(0.01), Proven: true, Reach: ptr(1), To1MS: ptr(100), WallMS: 10, PeakBytes: 5},
		{Objective: ptr(1), Gap: ptr(0.03), Reach: ptr(0.9), To1MS: ptr(300), WallMS: 30, PeakBytes: 7},
		{Note: "no plan in time", WallMS: 20},
	}
	f := Sum(runs)
	if f.Days != 3 || f.Planned != 2 || f.Proven != 1 || *f.Gap != 0.02 || f.Worst != nil || *f.Wall != 20 || f.WorstWall != 30 || f.Peak != 7 {
		t.Errorf("%+v", f)
	}
	if *f.To1 != 300 {
		t.Errorf("1 %% after %v: the day that never got there is the slowest", *f.To1)
	}
	if f := Sum(runs[2:]); f.To1 != nil || f.Gap != nil || f.Note == "" {
		t.Errorf("%+v", f)
	}
	if f := Sum(runs[:2]); *f.Worst != 0.03 {
		t.Errorf("%+v", f)
	}
}

func TestSummaryNamesTheSpanOfDays(t *testing.T) {
	row, err := Find("64x96")
	if err != nil {
		t.Fatal(err)
	}
	r := Result{Row: row}
	for seed := uint64(1); seed <= 2; seed++ {
		r.Days = append(r.Days, Day{Seed: seed, Shape: Describe(row.Instance(seed))})
	}
	for _, want := range []string{"1.46–1.60 times", "1 of 2 days with two GPU models"} {
		if !strings.Contains(r.Summary(), want) {
			t.Errorf("%q, want %q in it", r.Summary(), want)
		}
	}
	if (&Result{}).Summary() != "" {
		t.Error("a row without days has a summary")
	}
}
