package branch

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSoaringPricesProveNothing: at prices of any height the bound of the root
// is no less than the optimum.
func TestSoaringPricesProveNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, base, rng := drawInstance(t)
		s, n := rootOf(t, in, base)
		if !s.prop.stand(n) {
			t.Fatal("the root holds nothing")
		}
		s.dual.lift()
		best, _ := optimum(in, base)
		height := rapid.SampledFrom([]float64{1, 1e6, 1e12, 1e18, 1e30}).Draw(t, "height of prices")
		for p := range n.price {
			for j := range n.price[p] {
				for step := range n.price[p][j] {
					n.price[p][j][step] = height * rng.Float64()
				}
			}
		}
		if v := s.dual.evaluate(n); v < best {
			t.Fatalf("bound %v, but %v is possible", v, best)
		}
	})
}
