package highs

import (
	"strconv"
	"strings"
)

// incumbentReader reads the file to which HiGHS writes every incumbent:
//
//	Objective 4760
//	# Columns -2
//	NAME 1 79
//	NAME 1 80
//
// A negative count announces so many entries, value and column, all else being
// zero. Only whole points are told.
type incumbentReader struct {
	size  int
	found func([]float64)

	point   []float64
	missing int
}

func (r *incumbentReader) take(line string) {
	fields := strings.Fields(line)
	switch {
	case len(fields) == 2 && fields[0] == "Objective":
		r.point = nil
	case len(fields) == 3 && fields[0] == "#":
		count, err := strconv.Atoi(fields[2])
		if err != nil || count > 0 {
			return
		}
		r.point, r.missing = make([]float64, r.size), -count
		r.tell()
	case len(fields) == 3 && r.point != nil:
		r.entry(fields[1], fields[2])
		r.tell()
	}
}

func (r *incumbentReader) entry(value, column string) {
	x, err := strconv.ParseFloat(value, 64)
	i, err2 := strconv.Atoi(column)
	if err != nil || err2 != nil || i < 0 || i >= r.size {
		r.point = nil
		return
	}
	r.point[i] = x
	r.missing--
}

func (r *incumbentReader) tell() {
	if r.point != nil && r.missing == 0 {
		r.found(r.point)
		r.point = nil
	}
}
