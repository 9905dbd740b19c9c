package grid

import "math/bits"

// Bits is a set of steps, 64 to a word.
type Bits []uint64

// words returns the number of words that n steps need.
func words(n int) int { return (n + 63) / 64 }

// NewBits returns an empty set that has room for n steps.
func NewBits(n int) Bits { return make(Bits, words(n)) }

// Has reports whether step t is in the set.
func (b Bits) Has(t int) bool { return b[t>>6]>>(t&63)&1 != 0 }

// Set puts step t into the set.
func (b Bits) Set(t int) { b[t>>6] |= 1 << (t & 63) }

// Clear empties the set.
func (b Bits) Clear() {
	for i := range b {
		b[i] = 0
	}
}

// Any reports whether the set holds a step.
func (b Bits) Any() bool {
	for _, w := range b {
		if w != 0 {
			return true
		}
	}
	return false
}

// Count returns the number of steps in the set.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// First returns the first step ≥ t that is in the set, or −1.
func (b Bits) First(t int) int {
	for i := t >> 6; i < len(b); i++ {
		w := b[i]
		if i == t>>6 {
			w &= ^uint64(0) << (t & 63)
		}
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// FirstNot returns the first step ≥ t that is not in the set; it may lie behind the last.
func (b Bits) FirstNot(t int) int {
	for i := t >> 6; i < len(b); i++ {
		w := ^b[i]
		if i == t>>6 {
			w &= ^uint64(0) << (t & 63)
		}
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return 64 * len(b)
}

// setRange makes b exactly the steps [from, to).
func (b Bits) setRange(from, to int) {
	for i := range b {
		lo, hi := max(from-i<<6, 0), min(to-i<<6, 64)
		if lo >= hi {
			b[i] = 0
			continue
		}
		b[i] = ^uint64(0) << lo & (^uint64(0) >> (64 - hi))
	}
}

// andShifted ANDs b with b moved n steps earlier; pad (all ones or zero) is
// what lies beyond the last word.
func (b Bits) andShifted(n int, pad uint64) {
	word, off := n>>6, uint(n&63)
	for i := range b {
		lo, hi := pad, pad
		if i+word < len(b) {
			lo = b[i+word]
		}
		if i+word+1 < len(b) {
			hi = b[i+word+1]
		}
		if off != 0 {
			lo = lo>>off | hi<<(64-off)
		}
		b[i] &= lo
	}
}

// erode leaves the steps from which d steps in a row are in the set, by
// doubling. Steps beyond the last word count as pad says.
func (b Bits) erode(d int, pad uint64) {
	if len(b) == 2 {
		b[0], b[1] = erodeTwo(b[0], b[1], d, pad)
		return
	}
	for n := 1; n < d; {
		shift := min(n, d-n)
		b.andShifted(shift, pad)
		n += shift
	}
}

// erodeTwo is erode for a day of 15-minute steps, which searches do most.
func erodeTwo(x, y uint64, d int, pad uint64) (uint64, uint64) {
	for n := 1; n < d && x|y != 0; {
		s := uint(min(n, d-n))
		n += int(s)
		if s < 64 {
			x &= x>>s | y<<(64-s)
			y &= y>>s | pad<<(64-s)
			continue
		}
		x &= y>>(s-64) | pad<<(128-s)
		y &= pad
	}
	return x, y
}
