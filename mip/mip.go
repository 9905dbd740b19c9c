// Package mip states an integer program as data, checks a point against it, and
// says what a solver is.
//
// A program is built once and then only read:
//
//	var p mip.Program
//	p.Maximize = true
//	x := p.Binary("x", 3)
//	y := p.Binary("y", 2)
//	p.Row("one of both", mip.Inf(-1), 1, x.Times(1), y.Times(1))
//	res, err := solver.Solve(ctx, &p, mip.Options{})
//
// Variables are small values; a mistake made while building (an unknown
// variable, a bound that is not a number) sticks and is returned by Err.
package mip

import (
	"errors"
	"fmt"
	"math"
)

// Program is a linear program with bounds and integrality:
//
//	minimise or maximise  Offset + Σ cost·x
//	subject to            lower ≤ Σ coefficient·x ≤ upper   for every row
//	                      lower ≤ x ≤ upper                  for every variable
//
// The zero value is an empty minimisation. A Program must not change while a
// solver reads it; several solvers may read one at the same time.
type Program struct {
	// Maximize turns the sense of the objective round.
	Maximize bool
	// Offset is added to the objective.
	Offset float64
	Vars   []Variable
	Rows   []Row

	err error
}

// Variable is one column. Integer variables take whole values only.
type Variable struct {
	Name         string
	Lower, Upper float64
	Cost         float64
	Integer      bool
}

// Row is one linear constraint; use Inf for a side that does not bind.
// A variable stands in a row at most once.
type Row struct {
	Name         string
	Lower, Upper float64
	Terms        []Term
}

// Term is coefficient times variable.
type Term struct {
	Var  Var
	Coef float64
}

// Var names a variable of the program it was made by: its column.
type Var int32

// Times returns the term coef·v.
func (v Var) Times(coef float64) Term { return Term{Var: v, Coef: coef} }

// Inf is math.Inf, here so that rows read without another import.
func Inf(sign int) float64 { return math.Inf(sign) }

// Binary adds a variable that is 0 or 1.
func (p *Program) Binary(name string, cost float64) Var {
	return p.Add(Variable{Name: name, Upper: 1, Cost: cost, Integer: true})
}

// Add adds a variable and returns it.
func (p *Program) Add(v Variable) Var {
	if err := v.validate(); err != nil {
		p.fail(fmt.Errorf("variable %w", err))
	}
	p.Vars = append(p.Vars, v)
	return Var(len(p.Vars) - 1)
}

// Row adds lower ≤ Σ terms ≤ upper. The terms become the program's own.
func (p *Program) Row(name string, lower, upper float64, terms ...Term) {
	r := Row{Name: name, Lower: lower, Upper: upper, Terms: terms}
	if err := r.validate(len(p.Vars)); err != nil {
		p.fail(fmt.Errorf("row %w", err))
	}
	p.Rows = append(p.Rows, r)
}

// Err returns the first mistake made while the program was built.
func (p *Program) Err() error { return p.err }

func (p *Program) fail(err error) {
	if p.err == nil {
		p.err = fmt.Errorf("mip: %w", err)
	}
}

// Validate returns the first mistake made while the program was built, or else
// the first one in it: a number that cannot be, an unknown variable, a variable
// that stands in a row twice. A program that no point satisfies is valid.
func (p *Program) Validate() error {
	if p.err != nil {
		return p.err
	}
	for i := range p.Vars {
		if err := p.Vars[i].validate(); err != nil {
			return fmt.Errorf("mip: variable %d %w", i, err)
		}
	}
	if math.IsNaN(p.Offset) || math.IsInf(p.Offset, 0) {
		return fmt.Errorf("mip: offset %v", p.Offset)
	}
	seen := make([]int, len(p.Vars))
	for i := range p.Rows {
		if err := p.Rows[i].validate(len(p.Vars)); err != nil {
			return fmt.Errorf("mip: row %d %w", i, err)
		}
		for _, t := range p.Rows[i].Terms {
			if seen[t.Var] == i+1 {
				return fmt.Errorf("mip: row %d %q: variable %d %q twice", i, p.Rows[i].Name, t.Var, p.Vars[t.Var].Name)
			}
			seen[t.Var] = i + 1
		}
	}
	return nil
}

func (v *Variable) validate() error {
	if math.IsNaN(v.Lower) || math.IsNaN(v.Upper) || math.IsNaN(v.Cost) || math.IsInf(v.Cost, 0) {
		return fmt.Errorf("%q: bounds [%v, %v], cost %v", v.Name, v.Lower, v.Upper, v.Cost)
	}
	return nil
}

func (r *Row) validate(variables int) error {
	if math.IsNaN(r.Lower) || math.IsNaN(r.Upper) {
		return fmt.Errorf("%q: sides [%v, %v]", r.Name, r.Lower, r.Upper)
	}
	for _, t := range r.Terms {
		if t.Var < 0 || int(t.Var) >= variables {
			return fmt.Errorf("%q: variable %d of %d", r.Name, t.Var, variables)
		}
		if math.IsNaN(t.Coef) || math.IsInf(t.Coef, 0) {
			return fmt.Errorf("%q: coefficient %v", r.Name, t.Coef)
		}
	}
	return nil
}

// Objective returns the value of x, one entry per variable.
func (p *Program) Objective(x []float64) float64 {
	sum := p.Offset
	for i, v := range p.Vars {
		sum += v.Cost * x[i]
	}
	return sum
}

// Tolerance is what Check is called with where nothing else is said. The points
// that solvers return pass with it.
const Tolerance = 1e-6

// ErrInfeasible is in the chain of every error of Check about a point that is
// no solution.
var ErrInfeasible = errors.New("point is infeasible")

// Check returns nil when x satisfies every bound, row and integrality within
// tol (absolute, scaled by the size of the row's activity), else the first
// promise it breaks.
func (p *Program) Check(x []float64, tol float64) error {
	if len(x) != len(p.Vars) {
		return fmt.Errorf("mip: %w: %d values for %d variables", ErrInfeasible, len(x), len(p.Vars))
	}
	for i, v := range p.Vars {
		if !(x[i] >= v.Lower-tol && x[i] <= v.Upper+tol) {
			return fmt.Errorf("mip: %w: variable %d %q is %v, outside [%v, %v]", ErrInfeasible, i, v.Name, x[i], v.Lower, v.Upper)
		}
		if v.Integer && math.Abs(x[i]-math.Round(x[i])) > tol {
			return fmt.Errorf("mip: %w: integer variable %d %q is %v", ErrInfeasible, i, v.Name, x[i])
		}
	}
	for i := range p.Rows {
		if err := p.Rows[i].check(x, tol); err != nil {
			return fmt.Errorf("mip: %w: row %d %w", ErrInfeasible, i, err)
		}
	}
	return nil
}

func (r *Row) check(x []float64, tol float64) error {
	sum, size := 0.0, 1.0
	for _, t := range r.Terms {
		sum += t.Coef * x[t.Var]
		size += math.Abs(t.Coef * x[t.Var])
	}
	if sum < r.Lower-tol*size || sum > r.Upper+tol*size {
		return fmt.Errorf("%q is %v, outside [%v, %v]", r.Name, sum, r.Lower, r.Upper)
	}
	return nil
}
