package scenario

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"pgregory.net/rapid"
)

var fast = Solver(planner.Options{Mode: planner.ModeFast, Workers: 1})

func mustOnline(t interface{ Fatal(...any) }, day, forecast *planner.Problem, plan Planner) *planner.Plan {
	q, err := Online(context.Background(), day, forecast, plan)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestOnlinePlansWholeRandomDays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		q := mustOnline(t, p, nil, fast)
		if !reflect.DeepEqual(q, mustOnline(t, p, nil, fast)) {
			t.Fatal("a second replay gives another plan")
		}
	})
}

func TestOnlineBaselinesPlanWholeRandomDays(t *testing.T) {
	for _, name := range Baselines() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := randomProblem(t)
				if _, err := OnlineBaseline(context.Background(), name, p, nil); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

func TestBaselinesDoTheSameLiveOnTheDays(t *testing.T) {
	for _, d := range Days() {
		for _, name := range Baselines() {
			live, err := OnlineBaseline(context.Background(), name, d.Problem, nil)
			if err != nil {
				t.Fatal(err)
			}
			if known := mustBaseline(t, name, d.Problem); !reflect.DeepEqual(live.Metrics, known.Metrics) {
				t.Errorf("%s on %s: live %+v, offline %+v", name, d.Name, live.Metrics, known.Metrics)
			}
		}
	}
}

// spy hands problems on to fast and notes what it saw.
type spy struct {
	t     *testing.T
	ran   map[string][]string // block → pools on which it ran
	calls int
}

func (s *spy) plan(ctx context.Context, p *planner.Problem, last *planner.Plan) (*planner.Plan, error) {
	for _, b := range p.Blocks {
		if b.Arrival > 0 {
			s.t.Errorf("call %d: %s is known %d steps before its arrival", s.calls, b.ID, b.Arrival)
		}
		if was, ran := s.ran[b.ID]; ran && !reflect.DeepEqual(was, b.Running) {
			s.t.Errorf("call %d: %s ran on %v, now on %v", s.calls, b.ID, was, b.Running)
		}
		if len(b.Running) > 0 {
			s.ran[b.ID] = b.Running
		}
	}
	if err := p.Validate(); err != nil {
		s.t.Errorf("call %d: %v", s.calls, err)
	}
	s.calls++
	return fast(ctx, p, last)
}

func TestOnlineMovesNothingThatRunsAndKnowsNothingAhead(t *testing.T) {
	for _, d := range Days() {
		s := &spy{t: t, ran: map[string][]string{}}
		mustOnline(t, d.Problem, nil, s.plan)
		if s.calls != d.Problem.Steps {
			t.Errorf("%s: planned %d times, want at each of %d steps", d.Name, s.calls, d.Problem.Steps)
		}
	}
}

func TestOnlineEndsWithItsContextAndWithAPlannersError(t *testing.T) {
	p := Days()[0].Problem
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Online(ctx, p, nil, fast); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	broken := errors.New("broken")
	_, err := Online(context.Background(), p, nil, func(context.Context, *planner.Problem, *planner.Plan) (*planner.Plan, error) {
		return nil, broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want the planner's", err)
	}
	if _, err := Online(context.Background(), p, Days()[1].Problem, fast); !errors.Is(err, errUnlike) {
		t.Errorf("error %v, want that the forecast is another day's", err)
	}
}
