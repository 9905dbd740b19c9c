package branch

import "math"

var inf = math.Inf(1)

// divisors are the D of the rounded rows; 1 is plain capacity.
var divisors = [...]int{1, 2, 4}

// dual evaluates the Lagrangian of a node. Rows are (pool, divisor, step).
//
// With what surely stands taken out, cap GPUs are left of a pool at a step; with
// k = ⌊cap/D⌋ and f = cap/D − k, an allocation of g GPUs has the coefficient
// ⌊g/D⌋ + max(0, (frac(g/D) − f)/(1 − f)), and the coefficients of what stands
// there add up to k at most.
type dual struct {
	s       *solver
	right   [][][]float64 // pool, divisor, step → k
	coef    [][][]float64 // need, divisor, step
	worth   [][]float64   // need, step → price of one allocation, as prefix sums
	usage   [][][]float64 // pool, divisor, step → what the choices draw
	average [][][]float64
	diff    [][]float64 // need, step → differences of how many allocations stand
	lambda  []float64
	choice  []int32
	sure    [][]int // pool, step → GPUs that surely stand
	credit  []float64
	draws   []float64     // need → allocations of all units
	best    [][][]float64 // prices of the best bound
	spans   []span
}

// span is where a unit surely stands, per use of its only pattern.
type span struct{ from, to int }

func (d *dual) init(s *solver) {
	d.s = s
	d.countDraws()
	d.right, d.usage, d.average, d.best = d.zero(), d.zero(), d.zero(), d.zero()
	for range s.needs {
		d.coef = append(d.coef, rect(len(divisors), s.h))
	}
	d.worth, d.diff = rect(len(s.needs), s.h+1), rect(len(s.needs), s.h+1)
	d.lambda, d.credit = make([]float64, len(s.units)), make([]float64, len(s.units))
	d.choice = make([]int32, len(s.units))
	d.sure = make([][]int, len(s.cap))
	for p := range d.sure {
		d.sure[p] = make([]int, s.h)
	}
}

// zero returns prices of zero: pool, divisor, step.
func (d *dual) zero() [][][]float64 {
	out := make([][][]float64, len(d.s.cap))
	for p := range out {
		out[p] = rect(len(divisors), d.s.h)
	}
	return out
}

func rect(n, m int) [][]float64 {
	flat := make([]float64, n*m)
	out := make([][]float64, n)
	for i := range out {
		out[i] = flat[i*m : (i+1)*m]
	}
	return out
}

// lift states the rows for what is left beside what surely stands.
func (d *dual) lift() {
	for p, row := range d.s.cap {
		for j, div := range divisors {
			for t := range row {
				d.right[p][j][t] = float64((row[t] - d.sure[p][t]) / div)
			}
		}
	}
	for i, nd := range d.s.needs {
		for j, div := range divisors {
			for t, c := range d.s.cap[nd.pool] {
				d.coef[i][j][t] = rounded(nd.gpus, c-d.sure[nd.pool][t], div)
			}
		}
	}
}

// rounded is the coefficient of g GPUs where c are free, in the row of divisor d.
func rounded(g, c, d int) float64 {
	f := float64(c%d) / float64(d)
	frac := float64(g%d) / float64(d)
	return float64(g/d) + max(0, (frac-f)/(1-f))
}

// evaluate returns the bound of node n at its prices, rounding errors counted
// in, and records the choices.
func (d *dual) evaluate(n *node) float64 {
	sum := d.priceNeeds(n.price)
	sum += d.rounding(sum)
	for i := range d.diff {
		clear(d.diff[i])
	}
	for u := range d.s.units {
		sum += d.choose(n, u)
	}
	d.collect()
	return sum
}

// priceNeeds fills worth and returns Σ price · right.
func (d *dual) priceNeeds(price [][][]float64) float64 {
	sum := 0.0
	for p := range price {
		for j := range divisors {
			for t, x := range price[p][j] {
				sum += x * d.right[p][j][t]
			}
		}
	}
	for i, nd := range d.s.needs {
		row := d.worth[i]
		clear(row)
		for j := range divisors {
			coef := d.coef[i][j]
			for t, x := range price[nd.pool][j] {
				row[t+1] += x * coef[t]
			}
		}
		for t := range d.s.h {
			row[t+1] += row[t]
		}
	}
	return sum
}

// rounding bounds the error of evaluate: where prices soar, what is paid for
// the rows and what the units pay cancel out.
func (d *dual) rounding(rows float64) float64 {
	paid := rows
	for i, row := range d.worth {
		paid += row[d.s.h] * d.draws[i]
	}
	return 0x1p-52 * float64(len(divisors)*d.s.h+len(d.s.units)) * paid
}

// countDraws fills in how many allocations all units together have of each need at most.
func (d *dual) countDraws() {
	d.draws = make([]float64, len(d.s.needs))
	for u := range d.s.units {
		most := make([]float64, len(d.s.needs))
		for k := range d.s.units[u].patterns {
			mine := make([]float64, len(d.s.needs))
			for _, us := range d.s.units[u].patterns[k].uses {
				mine[us.need] += us.count
				most[us.need] = max(most[us.need], mine[us.need])
			}
		}
		for i, n := range most {
			d.draws[i] += n
		}
	}
}

// choose lets unit u take its best option; what it surely holds is free to it.
func (d *dual) choose(n *node, u int) float64 {
	x := &d.s.units[u]
	d.choice[u], d.lambda[u], d.credit[u] = -1, 0, 0
	if len(n.alive[u]) == 0 {
		return 0
	}
	if sp := d.spans[u]; sp.from < sp.to {
		for k := range x.patterns[x.options[n.alive[u][0]].pattern].uses {
			us := &x.patterns[x.options[n.alive[u][0]].pattern].uses[k]
			d.credit[u] += us.count * (d.worth[us.need][sp.to] - d.worth[us.need][sp.from])
		}
	}
	best := -inf
	for _, o := range n.alive[u] {
		if v := d.reduced(x, &x.options[o]); v > best {
			best, d.choice[u] = v, o
		}
	}
	best += d.credit[u]
	if !n.in[u] && best <= 0 {
		d.choice[u] = -1
		return 0
	}
	d.lambda[u] = best
	d.book(x, d.choice[u], d.spans[u])
	return best
}

// reduced is an option's value less the price of all that it holds.
func (d *dual) reduced(x *unit, o *option) float64 {
	v := o.value
	pt := &x.patterns[o.pattern]
	for k := range pt.uses {
		us := &pt.uses[k]
		w := d.worth[us.need]
		v -= us.count * (w[min(o.start+us.steps, d.s.h)] - w[o.start])
	}
	return v
}

// book notes what the chosen option draws, but for what is taken out already.
func (d *dual) book(x *unit, o int32, sure span) {
	op := &x.options[o]
	pt := &x.patterns[op.pattern]
	for k := range pt.uses {
		us := &pt.uses[k]
		df := d.diff[us.need]
		df[op.start] += us.count
		df[min(op.start+us.steps, d.s.h)] -= us.count
		if sure.from < sure.to {
			df[sure.from] -= us.count
			df[sure.to] += us.count
		}
	}
}

// collect turns how many stand into what they draw of every row.
func (d *dual) collect() {
	for p := range d.usage {
		for j := range d.usage[p] {
			clear(d.usage[p][j])
		}
	}
	for i, nd := range d.s.needs {
		acc := 0.0
		for t := range d.s.h {
			acc += d.diff[i][t]
			if acc != 0 {
				for j := range divisors {
					d.usage[nd.pool][j][t] += acc * d.coef[i][j][t]
				}
			}
		}
	}
}
