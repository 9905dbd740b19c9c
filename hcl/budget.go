package hcl

import (
	"errors"

	"github.com/zclconf/go-cty/cty"
)

// What evaluating one file may cost, in bytes of text and elements of
// collections: something for every file, and more for a long one. Files that
// people write stay far below it; it ends the few lines that would otherwise
// double a value until memory is gone.
const (
	baseWork    = 4 << 20
	workPerByte = 4
	maxWork     = baseWork + workPerByte*MaxSize
)

// perElement is what one turn of a loop and one block cost, so that the
// budget bounds time as well.
const perElement = 32

var errTooMuchWork = errors.New("takes more work to evaluate than a job file should")

// budget is the work that is left.
type budget struct{ left int }

// spend takes n units and fails once there are none left.
func (b *budget) spend(n int) error {
	if n < 0 || n > b.left {
		b.left = 0
		return errTooMuchWork
	}
	b.left -= n
	return nil
}

// spendOn takes the size of the values.
func (b *budget) spendOn(values ...cty.Value) error {
	for _, v := range values {
		if err := b.spend(sizeOf(v, b.left, 0)); err != nil {
			return err
		}
	}
	return nil
}

// maxValueDepth is how deep lists and maps may lie in each other.
const maxValueDepth = 200

// sizeOf counts the bytes and elements of a value and gives up above limit:
// values share their parts, so the size may grow exponentially with the file.
func sizeOf(v cty.Value, limit, depth int) int {
	v, _ = v.Unmark()
	switch {
	case !v.IsKnown() || v.IsNull():
		return 1
	case v.Type() == cty.String:
		return 1 + len(v.AsString())
	case !v.CanIterateElements():
		return 1
	case depth > maxValueDepth:
		return limit + 1
	}
	n := 1
	for it := v.ElementIterator(); it.Next() && n <= limit; {
		key, element := it.Element()
		if v.Type().IsObjectType() || v.Type().IsMapType() {
			n += len(key.AsString())
		}
		n += sizeOf(element, limit-n, depth+1)
	}
	return n
}
