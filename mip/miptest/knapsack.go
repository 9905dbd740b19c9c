package miptest

import (
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// knapsack is a program that takes a solver a while and whose optimum dynamic
// programming knows: items with two weights, and values close to their sum.
func knapsack(seed uint64, items int) (p *mip.Program, best float64) {
	const capacity = 250
	r := source(seed)
	p = &mip.Program{Maximize: true}
	var first, second []mip.Term
	value := [capacity + 1][capacity + 1]float64{}
	for i := range items {
		a, b := 5+r.IntN(30), 5+r.IntN(30)
		worth := float64(a + b + r.IntN(5))
		x := p.Binary(fmt.Sprint("item", i), worth)
		first, second = append(first, x.Times(float64(a))), append(second, x.Times(float64(b)))
		for u := capacity; u >= a; u-- {
			for w := capacity; w >= b; w-- {
				value[u][w] = max(value[u][w], value[u-a][w-b]+worth)
			}
		}
	}
	p.Row("first", mip.Inf(-1), capacity, first...)
	p.Row("second", mip.Inf(-1), capacity, second...)
	return p, value[capacity][capacity]
}

// endless is a program that no solver finishes: rows of numbers to be hit
// exactly by sums, and the miss to be made small. Some choice hits them all, so
// the optimum is 0. The second result is a feasible point to start from.
func endless(seed uint64) (*mip.Program, []float64) {
	const rows, columns = 6, 60
	r := source(seed)
	p := &mip.Program{}
	var choice [columns]bool
	for j := range choice {
		p.Binary(fmt.Sprint("x", j), 0)
		choice[j] = r.IntN(2) == 0
	}
	sums := [rows]float64{}
	for i := range sums {
		var terms []mip.Term
		for j := range choice {
			coef := float64(r.IntN(100))
			terms = append(terms, mip.Var(j).Times(coef))
			if choice[j] {
				sums[i] += coef
			}
		}
		over := p.Add(mip.Variable{Name: "over", Upper: mip.Inf(1), Cost: 1})
		under := p.Add(mip.Variable{Name: "under", Upper: mip.Inf(1), Cost: 1})
		p.Row(fmt.Sprint("sum", i), sums[i], sums[i], append(terms, over.Times(-1), under.Times(1))...)
	}
	start := make([]float64, len(p.Vars))
	for i, sum := range sums {
		start[columns+2*i+1] = sum
	}
	return p, start
}
