package price

import "math"

// Options steer Solve.
type Options struct {
	// Rounds is the most subgradient rounds; 0 means 300.
	Rounds int
	// Target is the value of a known packing; it sizes the steps. Solve ends
	// when the bound is within Gap of it.
	Target, Gap float64
	// Prices to begin from; nil means none.
	Prices [][]float64
	// Stop, when not nil, is asked between rounds.
	Stop func() bool
}

// ascent is one run of the subgradient method. Despite the name of the field's
// textbooks it goes down here: the bound is an upper one.
type ascent struct {
	r       *Relaxation
	price   [][]float64
	prefix  [][]float64
	usage   [][]float64 // differences, then use per class and step
	average [][]float64 // running mean of the violation
	lambda  []float64
	cheap   []float64
	theta   float64
	moved   bool
	// mu prices a unit of weighted shortfall; missing is how much the wishes
	// leave out beyond the budget, and meanMissing its running mean.
	mu, bestMu, missing, meanMissing float64
}

// Solve returns the best bound found.
func (r *Relaxation) Solve(o Options) *Bound {
	if o.Rounds == 0 {
		o.Rounds = 300
	}
	a := r.ascent(o)
	best := &Bound{Value: math.Inf(1), rel: r, Prices: matrix(len(a.price), r.in.Horizon()), lambda: make([]float64, len(r.units))}
	stale := 0
	for round := range o.Rounds {
		v := safe(a.evaluate()) + a.rounding()
		if v < best.Value {
			if v > best.Value-1e-5*math.Abs(best.Value) {
				stale++
			} else {
				stale = 0
			}
			a.keep(best, v)
		} else {
			stale++
		}
		best.Rounds = round + 1
		if v <= o.Target*(1+o.Gap) || o.Stop != nil && o.Stop() || a.theta < 1e-4 {
			break
		}
		if stale >= patience {
			a.theta, stale = a.theta/2, 0
			copyMatrix(a.price, best.Prices)
			a.mu = a.bestMu
			a.moved = false // the violation there is another one
		}
		if !a.step(v - o.Target) {
			break
		}
	}
	return best
}

// patience is how many rounds without progress halve the step.
const patience = 12

func (r *Relaxation) ascent(o Options) *ascent {
	h := r.in.Horizon()
	a := &ascent{
		r: r, price: matrix(r.Classes(), h), prefix: matrix(r.Classes(), h+1), usage: matrix(r.Classes(), h+1),
		average: matrix(r.Classes(), h), mu: r.mu(), lambda: make([]float64, len(r.units)), cheap: make([]float64, h), theta: 1,
	}
	if o.Prices != nil {
		copyMatrix(a.price, o.Prices)
	}
	return a
}

func (r *Relaxation) mu() float64 {
	if r.short == nil {
		return 0
	}
	return r.short.start
}

func matrix(n, m int) [][]float64 {
	flat := make([]float64, n*m)
	out := make([][]float64, n)
	for i := range out {
		out[i] = flat[i*m : (i+1)*m]
	}
	return out
}

func copyMatrix(dst, src [][]float64) {
	for i := range dst {
		copy(dst[i], src[i])
	}
}

func (a *ascent) keep(b *Bound, v float64) {
	b.Value = v
	copyMatrix(b.Prices, a.price)
	copy(b.lambda, a.lambda)
	a.bestMu = a.mu
}

func (a *ascent) base() float64 {
	sum := 0.0
	for c, price := range a.price {
		for t, x := range price {
			sum += x * a.r.capacity[c][t]
		}
	}
	return sum
}

// evaluate returns the bound at the present prices and leaves the use of the
// units' choices in usage.
func (a *ascent) evaluate() float64 {
	prefixSums(a.price, a.prefix)
	for _, row := range a.usage {
		clear(row)
	}
	sum := a.base() + a.serve()
	for i := range a.r.units {
		sum += a.choose(i)
	}
	for _, row := range a.usage {
		for t := 1; t < len(row); t++ {
			row[t] += row[t-1]
		}
	}
	return sum
}

func prefixSums(price, prefix [][]float64) {
	for c, row := range price {
		sum := 0.0
		for t, x := range row {
			sum += x
			prefix[c][t+1] = sum
		}
	}
}

// choose lets unit i take its best start, records its use and returns its reduced value.
func (a *ascent) choose(i int) float64 {
	u := &a.r.units[i]
	a.lambda[i] = 0
	if u.late < u.early {
		return 0
	}
	best, at := a.bestStart(u)
	if !u.must && best <= 0 {
		return 0
	}
	for k := range u.items {
		it := &u.items[k]
		from, to := at, min(at+it.steps, a.r.in.Horizon())
		c := a.cheapest(it, from, to)
		a.usage[c][from] += it.gpus
		a.usage[c][to] -= it.gpus
	}
	a.lambda[i] = best
	return best
}

// bestStart returns the largest reduced value of u and where it is.
func (a *ascent) bestStart(u *unit) (best float64, at int) {
	best = math.Inf(-1)
	if len(u.items) == 1 && len(u.items[0].classes) == 1 && !u.must {
		return a.bestOfOne(u)
	}
	for s := u.early; s <= u.late; s++ {
		v := a.r.reduced(u, s, a.prefix)
		if v > best {
			best, at = v, s
		}
	}
	return best, at
}

// bestOfOne is bestStart for the common unit: one item, one class.
func (a *ascent) bestOfOne(u *unit) (best float64, at int) {
	it := &u.items[0]
	prefix, h := a.prefix[it.classes[0]], a.r.in.Horizon()
	best = math.Inf(-1)
	for i, v := range u.values {
		s := u.early + i
		v -= it.gpus * (prefix[min(s+it.steps, h)] - prefix[s])
		if v > best {
			best, at = v, s
		}
	}
	return best, at
}

// reduced returns the value of starting u at s, less the price of what it holds
// in the cheapest class for every item.
func (r *Relaxation) reduced(u *unit, s int, prefix [][]float64) float64 {
	v := 0.0
	if u.values != nil {
		v = u.values[s-u.early]
	}
	h := r.in.Horizon()
	for k := range u.items {
		it := &u.items[k]
		to := min(s+it.steps, h)
		least := math.Inf(1)
		for _, c := range it.classes {
			least = min(least, prefix[c][to]-prefix[c][s])
		}
		v -= it.gpus * least
	}
	return v
}

func (a *ascent) cheapest(it *item, from, to int) int {
	best, least := it.classes[0], math.Inf(1)
	for _, c := range it.classes {
		if x := a.prefix[c][to] - a.prefix[c][from]; x < least {
			best, least = c, x
		}
	}
	return best
}

// step moves the prices along the averaged violation; excess is the distance
// of the bound from the best packing known. It reports whether anything moved.
func (a *ascent) step(excess float64) bool {
	norm, weight := 0.0, momentum
	if !a.moved {
		weight = 1
	}
	a.moved = true
	for c := range a.price {
		for t := range a.price[c] {
			g := a.usage[c][t] - a.r.capacity[c][t]
			if a.price[c][t] == 0 && g < 0 {
				g = 0
			}
			a.average[c][t] += weight * (g - a.average[c][t])
			norm += a.average[c][t] * a.average[c][t]
		}
	}
	scale := 1.0
	if a.r.short != nil && a.r.short.scale > 0 {
		scale = a.r.short.scale
	}
	a.meanMissing += weight * (a.missing/scale - a.meanMissing)
	norm += a.meanMissing * a.meanMissing
	if norm == 0 {
		return false
	}
	size := a.theta * max(excess, 0) / norm
	for c := range a.price {
		for t := range a.price[c] {
			a.price[c][t] = max(0, a.price[c][t]+size*a.average[c][t])
		}
	}
	a.mu = max(0, a.mu+size*a.meanMissing/scale)
	return size > 0
}

// momentum is the weight of the newest violation in the running mean.
const momentum = 0.25
