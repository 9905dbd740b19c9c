package mip_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// small is 2x + y, x binary, y in [0, 3], x + 2y in [1, 5].
func small() *mip.Program {
	p := &mip.Program{Offset: 10}
	x := p.Binary("x", 2)
	y := p.Add(mip.Variable{Name: "y", Upper: 3, Cost: 1})
	p.Row("sum", 1, 5, x.Times(1), y.Times(2))
	return p
}

func TestObjectiveAddsTheOffset(t *testing.T) {
	if got := small().Objective([]float64{1, 1.5}); got != 13.5 {
		t.Errorf("objective %v, want 13.5", got)
	}
}

func TestCheckFindsWhatIsBroken(t *testing.T) {
	for _, c := range []struct {
		claim string
		x     []float64
		want  string
	}{
		{"a solution passes", []float64{1, 2}, ""},
		{"a solution on the edge passes", []float64{1, 2 + 1e-7}, ""},
		{"too few values", []float64{1}, "1 values for 2"},
		{"below a bound", []float64{-1, 1}, `"x" is -1`},
		{"above a bound", []float64{1, 3.1}, `"y" is 3.1`},
		{"not a number", []float64{1, math.NaN()}, `"y" is NaN`},
		{"not whole", []float64{0.5, 1}, `integer variable 0 "x" is 0.5`},
		{"above a row", []float64{1, 2.1}, `"sum" is 5.2`},
		{"below a row", []float64{0, 0.4}, `"sum" is 0.8`},
	} {
		err := small().Check(c.x, mip.Tolerance)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.claim, err)
			}
			continue
		}
		if !errors.Is(err, mip.ErrInfeasible) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.want)
		}
	}
}

func TestCheckScalesWithTheRow(t *testing.T) {
	p := &mip.Program{}
	x := p.Add(mip.Variable{Name: "x", Upper: 1e9})
	p.Row("large", mip.Inf(-1), 1e8, x.Times(1))
	if err := p.Check([]float64{1e8 + 10}, mip.Tolerance); err != nil {
		t.Error(err)
	}
	if err := p.Check([]float64{1e8 + 200}, mip.Tolerance); err == nil {
		t.Error("200 over 1e8 passes")
	}
}

func TestTheFirstMistakeSticks(t *testing.T) {
	p := small()
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
	p.Row("unknown", 0, 1, mip.Var(9).Times(1))
	p.Add(mip.Variable{Name: "late", Upper: math.NaN()})
	for _, err := range []error{p.Err(), p.Validate()} {
		if err == nil || !strings.Contains(err.Error(), `"unknown"`) {
			t.Errorf("%v, want the row at fault", err)
		}
	}
}

func TestMistakesAreNoticedWhenMade(t *testing.T) {
	for claim, make := range map[string]func(*mip.Program){
		"cost is infinite":     func(p *mip.Program) { p.Binary("z", math.Inf(1)) },
		"bound is no number":   func(p *mip.Program) { p.Add(mip.Variable{Lower: math.NaN()}) },
		"side is no number":    func(p *mip.Program) { p.Row("r", math.NaN(), 1) },
		"coefficient infinite": func(p *mip.Program) { p.Row("r", 0, 1, mip.Var(0).Times(math.Inf(-1))) },
		"variable negative":    func(p *mip.Program) { p.Row("r", 0, 1, mip.Var(-1).Times(1)) },
	} {
		p := small()
		make(p)
		if p.Err() == nil {
			t.Errorf("%s: no error", claim)
		}
	}
}

func TestValidateReadsWhatWasNotBuilt(t *testing.T) {
	for claim, change := range map[string]func(*mip.Program){
		"variable twice in a row": func(p *mip.Program) { p.Rows[0].Terms[1].Var = 0 },
		"unknown variable":        func(p *mip.Program) { p.Rows[0].Terms[1].Var = 2 },
		"offset is no number":     func(p *mip.Program) { p.Offset = math.NaN() },
		"cost is no number":       func(p *mip.Program) { p.Vars[0].Cost = math.NaN() },
		"side is no number":       func(p *mip.Program) { p.Rows[0].Upper = math.NaN() },
	} {
		p := small()
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		change(p)
		if p.Err() != nil || p.Validate() == nil {
			t.Errorf("%s: Err %v, Validate %v", claim, p.Err(), p.Validate())
		}
	}
}

func TestGapIsRelativeToTheObjective(t *testing.T) {
	for _, c := range []struct{ bound, objective, want float64 }{
		{110, 100, 0.1}, {-90, -100, 0.1}, {100, 100, 0}, {0, 0, 0}, {1, 0, math.Inf(1)}, {math.Inf(1), 5, math.Inf(1)},
	} {
		if got := mip.Gap(c.bound, c.objective); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("bound %v, objective %v: gap %v, want %v", c.bound, c.objective, got, c.want)
		}
	}
}

func TestStatusesHaveNames(t *testing.T) {
	for s, want := range map[mip.Status]string{
		mip.Unsolved: "unsolved", mip.Feasible: "feasible", mip.Optimal: "optimal",
		mip.Infeasible: "infeasible", mip.Unbounded: "unbounded",
	} {
		if s.String() != want {
			t.Errorf("status %d is %q, want %q", s, s, want)
		}
	}
}
