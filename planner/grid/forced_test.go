package grid

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestTrimTakesOnlyImpossibleStarts: what remains of a window is worth what it
// was, and what went has no room beside what is forced.
func TestTrimTakesOnlyImpossibleStarts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, _ := drawInstance(t)
		base := Forced(in)
		for u := range in.Units {
			if base.Placed(u) && !in.Units[u].Must {
				t.Fatalf("unit %d is forced though it may stay out", u)
			}
		}
		whole := *in
		whole.Units = append([]Unit(nil), in.Units...)
		for u := range whole.Units {
			whole.Units[u].Values = append([]float64(nil), in.Units[u].Values...)
		}
		room := make([]Bits, len(in.Units))
		for u := range in.Units {
			if in.Units[u].Late >= in.Units[u].Early {
				room[u] = append(Bits(nil), base.Starts(u, nil)...)
			}
		}
		Trim(in, base)
		for u := range whole.Units {
			trimmed(t, &whole.Units[u], &in.Units[u], room[u])
		}
	})
}

func trimmed(t *rapid.T, was, is *Unit, room Bits) {
	if was.Must {
		if is.Early != was.Early || is.Late != was.Late {
			t.Fatalf("a unit that must stand was trimmed to [%d, %d]", is.Early, is.Late)
		}
		return
	}
	for s := was.Early; s <= was.Late; s++ {
		left := s >= is.Early && s <= is.Late && !math.IsInf(is.Value(s), -1)
		if left != room.Has(s) || left && is.Value(s) != was.Value(s) {
			t.Fatalf("start %d is left: %v, has room: %v", s, left, room.Has(s))
		}
	}
}
