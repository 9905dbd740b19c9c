package miptest

import (
	"fmt"
	"math/rand/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// rounds is how many random programs of a kind are solved.
const rounds = 40

// kind makes a small random program.
type kind func(r *rand.Rand) *mip.Program

// randomly returns the check that programs of a kind are solved as enumeration
// solves them.
func randomly(make kind) func(mip.Solver) error {
	return func(s mip.Solver) error {
		for seed := range uint64(rounds) {
			if err := sameAsEnumeration(s, make(source(seed))); err != nil {
				return fmt.Errorf("seed %d: %w", seed, err)
			}
		}
		return nil
	}
}

func sameAsEnumeration(s mip.Solver, p *mip.Program) error {
	_, best, found := Enumerate(p)
	r, err := solve(s, p, mip.Options{})
	if err != nil {
		return err
	}
	if found {
		return solved(p, r, best)
	}
	if r.Status != mip.Infeasible {
		return fmt.Errorf("%v, but the program is infeasible", r.Status)
	}
	return nil
}

func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x6d69)) }

func binaries(r *rand.Rand) *mip.Program {
	p := begin(r)
	for i := range 3 + r.IntN(8) {
		p.Binary(fmt.Sprint("x", i), cost(r))
	}
	return withRows(r, p)
}

func integers(r *rand.Rand) *mip.Program {
	p := begin(r)
	for i := range 2 + r.IntN(3) {
		low := float64(r.IntN(6) - 4)
		// A bound between two whole numbers must not be rounded the wrong way.
		p.Add(mip.Variable{Name: fmt.Sprint("z", i), Lower: low - 0.5*float64(r.IntN(2)), Upper: low + float64(r.IntN(6)), Cost: cost(r), Integer: true})
	}
	return withRows(r, p)
}

func mixed(r *rand.Rand) *mip.Program {
	p := binaries(r)
	y := p.Add(mip.Variable{Name: "y", Lower: -2, Upper: float64(r.IntN(8)), Cost: cost(r)})
	for i := range p.Rows {
		if r.IntN(2) == 0 {
			p.Rows[i].Terms = append(p.Rows[i].Terms, y.Times(nonzero(r)))
		}
	}
	return p
}

func linear(r *rand.Rand) *mip.Program {
	p := begin(r)
	p.Add(mip.Variable{Name: "y", Lower: -float64(r.IntN(9)), Upper: float64(r.IntN(9)), Cost: cost(r)})
	return withRows(r, p)
}

func equalities(r *rand.Rand) *mip.Program {
	p := binaries(r)
	point := make([]float64, len(p.Vars))
	for i := range point {
		point[i] = float64(r.IntN(2))
	}
	terms, sum := []mip.Term{}, 0.0
	for i := range p.Vars {
		coef := float64(1 + r.IntN(4))
		terms = append(terms, mip.Var(i).Times(coef))
		sum += coef * point[i]
	}
	p.Row("exactly", sum, sum, terms...)
	return p
}

func begin(r *rand.Rand) *mip.Program {
	return &mip.Program{Maximize: r.IntN(2) == 0, Offset: float64(r.IntN(5))}
}

// withRows adds rows that cut off about half of the points each, on either side
// or both.
func withRows(r *rand.Rand, p *mip.Program) *mip.Program {
	for i := range 1 + r.IntN(5) {
		var terms []mip.Term
		middle := 0.0
		for j, v := range p.Vars {
			if r.IntN(3) > 0 {
				coef := nonzero(r)
				terms = append(terms, mip.Var(j).Times(coef))
				middle += coef * (v.Lower + v.Upper) / 2
			}
		}
		low, high := mip.Inf(-1), mip.Inf(1)
		side := r.IntN(5)
		if side <= 2 {
			high = middle + float64(r.IntN(3))
		}
		if side >= 2 {
			low = middle - float64(r.IntN(3))
		}
		p.Row(fmt.Sprint("row", i), low, high, terms...)
	}
	return p
}

// cost is a multiple of a quarter, so that sums are exact.
func cost(r *rand.Rand) float64 { return float64(r.IntN(81)-40) / 4 }

func nonzero(r *rand.Rand) float64 {
	if coef := r.IntN(15) - 7; coef != 0 {
		return float64(coef)
	}
	return 1
}
