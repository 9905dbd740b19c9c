package highs

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/tetratelabs/wazero/api"
)

// memory reads and writes an instance's memory. Every access of ours goes
// through here and is checked against the size the memory has at that moment.
type memory struct{ api.Memory }

// view returns the bytes [p, p+size), which alias the memory until it grows.
func (m memory) view(p uint32, size int) ([]byte, error) {
	if size < 0 || int64(size) > math.MaxUint32 {
		return nil, fmt.Errorf("%d bytes do not fit the memory of the instance", size)
	}
	b, ok := m.Read(p, uint32(size))
	if !ok {
		return nil, fmt.Errorf("address %#x + %d lies outside the %d bytes of the instance", p, size, m.Size())
	}
	return b, nil
}

func (m memory) putFloats(p uint32, values []float64) error {
	b, err := m.view(p, 8*len(values))
	if err != nil {
		return err
	}
	for i, v := range values {
		binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(v))
	}
	return nil
}

func (m memory) putInts(p uint32, values []int32) error {
	b, err := m.view(p, 4*len(values))
	if err != nil {
		return err
	}
	for i, v := range values {
		binary.LittleEndian.PutUint32(b[4*i:], uint32(v))
	}
	return nil
}

func (m memory) floats(p uint32, n int) ([]float64, error) {
	b, err := m.view(p, 8*n)
	if err != nil {
		return nil, err
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return values, nil
}

func (m memory) uint32(p uint32) (uint32, error) {
	b, err := m.view(p, 4)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(b), nil
}

func (m memory) uint64(p uint32) (uint64, error) {
	b, err := m.view(p, 8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

// text returns the NUL-terminated string at p, cut after limit bytes.
func (m memory) text(p uint32, limit int) (string, error) {
	if size := int64(m.Size()) - int64(p); size < int64(limit) {
		limit = int(max(size, 0))
	}
	b, err := m.view(p, limit)
	if err != nil {
		return "", err
	}
	if end := bytes.IndexByte(b, 0); end >= 0 {
		b = b[:end]
	}
	return string(b), nil
}
