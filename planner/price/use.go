package price

// Reader reads reduced values off a bound. It is owned by one goroutine.
type Reader struct {
	b      *Bound
	prefix [][]float64
}

// Reader returns a reader of b's prices.
func (b *Bound) Reader() *Reader {
	rd := &Reader{b: b, prefix: matrix(len(b.Prices), b.rel.in.Horizon()+1)}
	prefixSums(b.Prices, rd.prefix)
	return rd
}

// Reduced returns the value of starting unit u at s less the price of what it would hold.
func (rd *Reader) Reduced(u, s int) float64 {
	return rd.b.rel.reduced(&rd.b.rel.units[u], s, rd.prefix)
}

// Cost returns the price of what unit u would hold from s on.
func (rd *Reader) Cost(u, s int) float64 {
	return rd.b.rel.in.Units[u].Value(s) - rd.Reduced(u, s)
}

// Ratio returns the best value of unit u over its price there; large when it is cheap.
func (rd *Reader) Ratio(u int) float64 {
	unit := &rd.b.rel.in.Units[u]
	best := 0.0
	for s := unit.Early; s <= unit.Late; s++ {
		if v := unit.Value(s); v > 0 {
			best = max(best, v/(1e-9+rd.Cost(u, s)))
		}
	}
	return min(best, 1e6)
}

// Keep reports whether a packing worth more than incumbent may start unit u at
// s. Where it says no, the reduced cost of that start alone exceeds the gap.
func (rd *Reader) Keep(u, s int, incumbent float64) bool {
	return rd.b.Value-rd.b.lambda[u]+rd.Reduced(u, s) > incumbent
}

// Price returns the price of a GPU of pool p at step t.
func (b *Bound) Price(p, t int) float64 { return b.Prices[b.rel.Class[p]][t] }

// Classes returns the class of every pool: pools that the same items may use.
func (b *Bound) Classes() []int { return b.rel.Class }
