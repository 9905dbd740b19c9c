package highs

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// untilFound solves p with a context that ends once there is a second incumbent,
// and tells how long the end then took.
func untilFound(t *testing.T, s *Solver, p *mip.Program, o mip.Options) (mip.Result, time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var ended time.Time
	first := 0.0
	o.Progress = func(at mip.Progress) {
		if first == 0 {
			first = at.Incumbent
		}
		if at.Found && at.Incumbent != first && ended.IsZero() {
			ended = time.Now()
			cancel()
		}
	}
	r, err := s.Solve(ctx, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if ended.IsZero() {
		t.Fatal("no progress was told")
	}
	return r, time.Since(ended)
}

func checkInterrupted(t *testing.T, p *mip.Program, r mip.Result, best float64) {
	t.Helper()
	if r.Status != mip.Feasible || r.X == nil || r.Objective <= 0 {
		t.Fatalf("%v with objective %v, want a feasible point", r.Status, r.Objective)
	}
	if err := p.Check(r.X, mip.Tolerance); err != nil {
		t.Error(err)
	}
	if r.Objective > best+1e-3 || r.Bound < best-1e-3 || math.IsInf(r.Bound, 0) {
		t.Errorf("objective %v, bound %v, the optimum is %v", r.Objective, r.Bound, best)
	}
}

func TestAnIncumbentOutlivesTheEndOfTheContext(t *testing.T) {
	s := fetched(t, Options{Grace: time.Minute})
	p, best := hard()
	r, took := untilFound(t, s, p, mip.Options{})
	checkInterrupted(t, p, r, best)
	if took > time.Second {
		t.Errorf("the end took %v", took)
	}
}

// The grace is so short that HiGHS has no chance to end by itself.
func TestAnIncumbentOutlivesItsInstance(t *testing.T) {
	s := fetched(t, Options{Grace: time.Nanosecond})
	p, best := hard()
	r, _ := untilFound(t, s, p, mip.Options{})
	checkInterrupted(t, p, r, best)
	ended := make(chan error)
	go func() { ended <- s.Close() }()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the abandoned instance still runs")
	}
}

// HiGHS counts time from the beginning of its run, so a clock that had jumped
// before would tell it nothing.
func TestARunThatBeginsTooLateEnds(t *testing.T) {
	s := fetched(t, Options{})
	p, _ := hard()
	v := s.newSolve(p, mip.Options{})
	over, cancel := context.WithCancel(context.Background())
	cancel()
	go func() {
		for range v.news {
		}
	}()
	defer close(v.news)
	e, err := sharedEngine("", s.log)
	if err != nil {
		t.Fatal(err)
	}
	in, err := e.newInstance(v.newHost(over))
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	m, err := in.model()
	if err == nil {
		err = v.prepare(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	ended, err := m.run(context.Background())
	if err != nil || ended != modelTimeLimit || time.Since(began) > 2*time.Second {
		t.Errorf("status %d after %v: %v", ended, time.Since(began), err)
	}
	if ended, err := m.run(over); err != nil || ended != modelTimeLimit {
		t.Errorf("not begun: status %d, %v", ended, err)
	}
}

func TestTheStartOutlivesItsInstance(t *testing.T) {
	s := fetched(t, Options{Grace: time.Nanosecond})
	p, _ := hard()
	start := make([]float64, len(p.Vars))
	start[0] = 1
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	r, err := s.Solve(ctx, p, mip.Options{Start: start})
	if err != nil || r.Status != mip.Feasible || r.Objective < p.Vars[0].Cost {
		t.Errorf("%v, objective %v: %v", r.Status, r.Objective, err)
	}
}

func TestCloseEndsWhatRuns(t *testing.T) {
	s := fetched(t, Options{})
	p, best := hard()
	var closed time.Time
	r, err := s.Solve(context.Background(), p, mip.Options{Progress: func(at mip.Progress) {
		if at.Incumbent > 0 && closed.IsZero() {
			closed = time.Now()
			go s.Close()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	checkInterrupted(t, p, r, best)
	if _, err := s.Solve(context.Background(), p, mip.Options{}); err == nil {
		t.Error("a closed solver solves")
	}
}

// A solve is a function of the program and the seed, whatever the clock says.
func TestDeadlinesDoNotChangeTheAnswer(t *testing.T) {
	s := fetched(t, Options{})
	p := day(2, 24, 12)
	free, err := s.Solve(context.Background(), p, mip.Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	limited, err := s.Solve(ctx, p, mip.Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i := range free.X {
		if free.X[i] != limited.X[i] {
			t.Fatalf("variable %d is %v without and %v with a deadline", i, free.X[i], limited.X[i])
		}
	}
	if free.Nodes != limited.Nodes {
		t.Errorf("%d nodes without and %d with a deadline", free.Nodes, limited.Nodes)
	}
}
