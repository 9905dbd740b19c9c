package highs

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

func TestLinesOfTheTableAreRead(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		line string
		want mip.Progress
	}{
		{"         0       0         0   0.00%   29995.268       9350.64          220.78%        0      0      1       149     0.3s",
			mip.Progress{Found: true, Incumbent: 9350.64, Bound: 29995.268}},
		{" L       12      3         1  12.50%   -1.5e+07        -2                 Large      359     66      1      5636    18.3s",
			mip.Progress{Found: true, Incumbent: -2, Bound: -1.5e7, Nodes: 12}},
		{"         0       0         0   0.00%   inf             -inf                 inf        0      0      0         0     0.0s",
			mip.Progress{Incumbent: -inf, Bound: inf}},
		{"     1234k       0         0   0.00%   7               5                40.00%        0      0      0       12m  100.0s",
			mip.Progress{Found: true, Incumbent: 5, Bound: 7, Nodes: 1234000}},
	} {
		got, ok := parseProgress(c.line)
		if !ok || got != c.want {
			t.Errorf("%s\nread as %+v, %v", c.line, got, ok)
		}
	}
}

func TestOtherLinesAreNotRead(t *testing.T) {
	for _, line := range []string{
		"", "Src  Proc. InQueue |  Leaves   Expl. | BestBound       BestSol              Gap |   Cuts   InLp Confl. | LpIters     Time",
		"42.6% inactive integer columns, restarting",
		"77 rows, 940 cols, 6793 nonzeros 0s",
		"Model after restart has 73 rows, 540 cols (540 bin., 0 int., 0 impl., 0 cont., 0 dom.fix.), and 3456 nonzeros",
		"  Gap               0%",
		"         x       0         0   0.00%   7               5                40.00%        0      0      0       12   100.0s",
		"         0       0         0   0.00%   seven           5                40.00%        0      0      0       12   100.0s",
	} {
		if p, ok := parseProgress(line); ok {
			t.Errorf("%q read as %+v", line, p)
		}
	}
}

func TestLinesMayArriveInPieces(t *testing.T) {
	var got []string
	l := lines{take: func(line string) { got = append(got, line) }}
	for _, piece := range []string{"on", "e\ntwo \n\nth", "", "ree\n"} {
		l.write([]byte(piece))
	}
	if want := []string{"one", "two", "three"}; !reflect.DeepEqual(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

func TestIncumbentsAreReadWhole(t *testing.T) {
	var got [][]float64
	r := &incumbentReader{size: 3, found: func(x []float64) { got = append(got, x) }}
	for line := range strings.Lines(`Objective 0
# Columns 0
Objective 3
# Columns -2
NoName 1 0
NoName 2.5 2
Objective 4
# Columns -2
NoName 1 0
Objective 5
# Columns -1
NoName 1 7
Objective 6
# Columns -1
NoName 1 1
`) {
		r.take(strings.TrimSpace(line))
	}
	want := [][]float64{{0, 0, 0}, {1, 0, 2.5}, {0, 1, 0}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("incumbents %v, want %v: half a point and one outside are none", got, want)
	}
}

func TestProgressIsTold(t *testing.T) {
	s := fetched(t, Options{})
	p := day(2, 48, 20)
	var told []mip.Progress
	r, err := s.Solve(context.Background(), p, mip.Options{Progress: func(at mip.Progress) { told = append(told, at) }})
	if err != nil {
		t.Fatal(err)
	}
	if len(told) < 2 {
		t.Fatalf("told %d times", len(told))
	}
	for i, at := range told[1:] {
		if at.Bound > told[i].Bound || at.Nodes < told[i].Nodes || (told[i].Found && at.Incumbent < told[i].Incumbent) {
			t.Errorf("from %+v to %+v", told[i], at)
		}
	}
	last := told[len(told)-1]
	if !last.Found || math.Abs(last.Incumbent-r.Objective) > 1e-3 || math.Abs(last.Bound-r.Bound) > 1e-3 {
		t.Errorf("at last %+v, the result is %v in %v", last, r.Objective, r.Bound)
	}
}

func TestTheLogGoesToTheLogger(t *testing.T) {
	var log strings.Builder
	s := fetched(t, Options{Logger: hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Trace})})
	if _, err := s.Solve(context.Background(), day(1, 8, 3), mip.Options{Start: []float64{9}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"[TRACE] Running HiGHS " + libraryVersion, "[DEBUG] solved: status=optimal", "[WARN]  start is passed over"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in\n%s", want, log.String())
		}
	}
}
