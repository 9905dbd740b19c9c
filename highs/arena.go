package highs

import (
	"errors"
	"fmt"
	"math"
)

// arena holds what one call is given by address, and frees it all at once.
// The first error sticks, so that a call can be put together without asking
// after each argument.
type arena struct {
	in    *instance
	taken []uint32
	err   error
}

func (in *instance) arena() *arena { return &arena{in: in} }

// take returns the address of size bytes of the instance's own heap.
func (a *arena) take(size int) uint32 {
	if a.err != nil {
		return 0
	}
	if int64(size) > math.MaxInt32 {
		a.err = fmt.Errorf("an argument of %d bytes does not fit a 32-bit instance", size)
		return 0
	}
	p, err := a.in.call("malloc", uint64(max(size, 1)))
	if err == nil && p == 0 {
		err = errors.New("instance is out of memory")
	}
	if err != nil {
		a.err = err
		return 0
	}
	a.taken = append(a.taken, uint32(p))
	return uint32(p)
}

func (a *arena) floats(values []float64) uint64 {
	p := a.take(8 * len(values))
	if a.err == nil {
		a.err = a.in.memory.putFloats(p, values)
	}
	return uint64(p)
}

func (a *arena) ints(values []int32) uint64 {
	p := a.take(4 * len(values))
	if a.err == nil {
		a.err = a.in.memory.putInts(p, values)
	}
	return uint64(p)
}

func (a *arena) text(s string) uint64 {
	p := a.take(len(s) + 1)
	if a.err == nil {
		var b []byte
		b, a.err = a.in.memory.view(p, len(s)+1)
		copy(b, s+"\x00")
	}
	return uint64(p)
}

// release frees everything. A broken instance is not called again.
func (a *arena) release() {
	for _, p := range a.taken {
		if a.in.broken != nil {
			return
		}
		a.in.call("free", uint64(p))
	}
	a.taken = nil
}
