package grid

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawSet draws a set in both forms; steps beyond n up to the word's end are in
// it as pad says.
func drawSet(t *rapid.T, pad bool) (Bits, []bool) {
	n := rapid.SampledFrom(append([]int{2016}, horizons...)).Draw(t, "steps")
	b := NewBits(n)
	plain := make([]bool, 64*len(b))
	runs := rapid.SliceOfN(rapid.IntRange(0, n), 0, 6).Draw(t, "runs")
	slices.Sort(runs)
	in := rapid.Bool().Draw(t, "begins inside")
	for s, k := 0, 0; s < len(plain); s++ {
		for k < len(runs) && runs[k] == s {
			in, k = !in, k+1
		}
		if plain[s] = in; s >= n {
			plain[s] = pad
		}
		if plain[s] {
			b.Set(s)
		}
	}
	return b, plain
}

func agree(b Bits, plain []bool) error {
	for s, in := range plain {
		if b.Has(s) != in {
			return fmt.Errorf("step %d of %d is in the set: %v, want %v", s, len(plain), b.Has(s), in)
		}
	}
	return nil
}

func TestBitsCountAndFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, plain := drawSet(t, rapid.Bool().Draw(t, "pad"))
		count := 0
		for _, in := range plain {
			if in {
				count++
			}
		}
		if b.Count() != count || b.Any() != (count > 0) {
			t.Fatalf("count %d, any %v, want %d", b.Count(), b.Any(), count)
		}
		at := rapid.IntRange(0, len(plain)-1).Draw(t, "from")
		first, not := -1, len(plain)
		for s := len(plain) - 1; s >= at; s-- {
			if plain[s] {
				first = s
			} else {
				not = s
			}
		}
		if b.First(at) != first || b.FirstNot(at) != not {
			t.Fatalf("from %d: first %d, first not %d, want %d and %d", at, b.First(at), b.FirstNot(at), first, not)
		}
		if b.First(len(plain)) != -1 || b.FirstNot(len(plain)) != len(plain) {
			t.Fatal("something lies behind the last word")
		}
		b.Clear()
		if b.Any() {
			t.Fatal("a cleared set holds a step")
		}
	})
}

func TestRangesAreSetAndRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, plain := drawSet(t, false)
		from := rapid.IntRange(0, len(plain)-1).Draw(t, "from")
		to := rapid.IntRange(from, len(plain)).Draw(t, "to")
		all, some := true, false
		for _, in := range plain[from:to] {
			all, some = all && in, some || in
		}
		if from < to && (b.hasRange(from, to) != all || b.meets(from, to) != some) {
			t.Fatalf("[%d, %d): all %v, some %v, want %v and %v", from, to, b.hasRange(from, to), b.meets(from, to), all, some)
		}
		b.setRange(from, to)
		for s := range plain {
			plain[s] = s >= from && s < to
		}
		if err := agree(b, plain); err != nil {
			t.Fatalf("[%d, %d): %v", from, to, err)
		}
	})
}

func TestErodeLeavesTheStartsOfLongRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pad := rapid.Bool().Draw(t, "pad")
		b, plain := drawSet(t, pad)
		d := rapid.IntRange(1, len(plain)+70).Draw(t, "length")
		ones := uint64(0)
		if pad {
			ones = ^ones
		}
		b.erode(d, ones)
		want := make([]bool, len(plain))
		run := 0
		if pad {
			run = d
		}
		for s := len(plain) - 1; s >= 0; s-- {
			if run++; !plain[s] {
				run = 0
			}
			want[s] = run >= d
		}
		if err := agree(b, want); err != nil {
			t.Fatalf("length %d: %v", d, err)
		}
	})
}
