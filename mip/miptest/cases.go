package miptest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

func infeasible(s mip.Solver) error {
	var rows, bounds mip.Program
	x, y := rows.Binary("x", 1), rows.Binary("y", 1)
	rows.Row("both", 2, 2, x.Times(1), y.Times(1))
	rows.Row("one", mip.Inf(-1), 1, x.Times(1), y.Times(1))
	bounds.Add(mip.Variable{Name: "z", Lower: 0.2, Upper: 0.8, Integer: true})
	crossed := mip.Program{Maximize: true}
	crossed.Add(mip.Variable{Name: "w", Lower: 2, Upper: 1, Cost: 1})
	// Without the row it would be unbounded.
	var loose mip.Program
	u := loose.Add(mip.Variable{Name: "u", Lower: mip.Inf(-1), Upper: mip.Inf(1), Cost: 1, Integer: true})
	v := loose.Add(mip.Variable{Name: "v", Lower: mip.Inf(-1), Upper: mip.Inf(1), Integer: true})
	loose.Row("odd", 1, 1, u.Times(2), v.Times(2))
	return all(s, mip.Infeasible, &rows, &bounds, &crossed, &loose)
}

func unbounded(s mip.Solver) error {
	whole, real := mip.Program{Maximize: true}, mip.Program{}
	x := whole.Add(mip.Variable{Name: "x", Upper: mip.Inf(1), Cost: 1, Integer: true})
	b := whole.Binary("b", 1)
	whole.Row("grows", 0, mip.Inf(1), x.Times(1), b.Times(-1))
	real.Add(mip.Variable{Name: "y", Lower: mip.Inf(-1), Upper: 5, Cost: 1})
	return all(s, mip.Unbounded, &whole, &real)
}

func all(s mip.Solver, want mip.Status, programs ...*mip.Program) error {
	for i, p := range programs {
		r, err := solve(s, p, mip.Options{})
		if err != nil {
			return fmt.Errorf("program %d: %w", i, err)
		}
		if r.Status != want {
			return fmt.Errorf("program %d: %v, want %v", i, r.Status, want)
		}
	}
	return nil
}

func empty(s mip.Solver) error {
	nothing, noRows, idle := &mip.Program{Offset: 3}, &mip.Program{Maximize: true}, &mip.Program{Offset: 1}
	noRows.Binary("x", 2)
	noRows.Binary("y", -2)
	idle.Row("nothing is at most 1", 0, 1)
	for i, c := range []struct {
		p    *mip.Program
		best float64
	}{{nothing, 3}, {noRows, 2}, {idle, 1}} {
		r, err := solve(s, c.p, mip.Options{})
		if err == nil && len(c.p.Vars) == 0 && r.Status == mip.Optimal && r.X == nil {
			err = errors.New("no point, not even an empty one")
		}
		if err == nil {
			err = solved(c.p, r, c.best)
		}
		if err != nil {
			return fmt.Errorf("program %d: %w", i, err)
		}
	}
	impossible := &mip.Program{}
	impossible.Row("nothing is at least 1", 1, 2)
	return all(s, mip.Infeasible, impossible)
}

func mirrored(s mip.Solver) error {
	p := binaries(source(1))
	q := copyOf(p)
	q.Maximize, q.Offset = !p.Maximize, -p.Offset
	for i := range q.Vars {
		q.Vars[i].Cost *= -1
	}
	r, err := solve(s, p, mip.Options{})
	if err != nil {
		return err
	}
	m, err := solve(s, q, mip.Options{})
	if err != nil {
		return err
	}
	if !close(r.Objective, -m.Objective) || !close(r.Bound, -m.Bound) {
		return fmt.Errorf("objective %v in bound %v one way, %v in %v the other", r.Objective, r.Bound, m.Objective, m.Bound)
	}
	return nil
}

func offset(s mip.Solver) error {
	p := binaries(source(2))
	_, best, _ := Enumerate(p)
	p.Offset += 1000
	r, err := solve(s, p, mip.Options{})
	if err != nil {
		return err
	}
	return solved(p, r, best+1000)
}

func malformed(s mip.Solver) error {
	twice, unknown, nan, literal := &mip.Program{}, &mip.Program{}, &mip.Program{}, &mip.Program{}
	x := twice.Binary("x", 1)
	twice.Row("twice", 0, 1, x.Times(1), x.Times(1))
	unknown.Row("unknown", 0, 1, mip.Var(7).Times(1))
	nan.Binary("x", math.NaN())
	literal.Vars = []mip.Variable{{Upper: math.NaN()}}
	for i, p := range []*mip.Program{twice, unknown, nan, literal} {
		if _, err := s.Solve(inTime(), p, mip.Options{}); err == nil {
			return fmt.Errorf("program %d: %w", i, errNoError)
		}
	}
	return nil
}

func untouched(s mip.Solver) error {
	p := mixed(source(3))
	before := copyOf(p)
	if _, err := solve(s, p, mip.Options{}); err != nil {
		return err
	}
	if !reflect.DeepEqual(before, p) {
		return errors.New("the program is not what it was")
	}
	return nil
}

func copyOf(p *mip.Program) *mip.Program {
	q := &mip.Program{Maximize: p.Maximize, Offset: p.Offset, Vars: slices.Clone(p.Vars), Rows: slices.Clone(p.Rows)}
	for i := range q.Rows {
		q.Rows[i].Terms = slices.Clone(q.Rows[i].Terms)
	}
	return q
}

func repeatable(s mip.Solver) error {
	p, _ := knapsack(1, 25)
	first, err := solve(s, p, mip.Options{Seed: 7})
	if err != nil {
		return err
	}
	second, err := solve(s, p, mip.Options{Seed: 7})
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(first, second) {
		return fmt.Errorf("first %+v, then %+v", first, second)
	}
	return nil
}
