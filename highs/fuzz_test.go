package highs

import (
	"math"
	"strings"
	"testing"
)

func FuzzOutput(f *testing.F) {
	f.Add(" L  12  3  1  12.50%  -1.5e+07  -2  Large  359  66  1  5636  18.3s\n", 3)
	f.Add("Objective 3\n# Columns -2\nNoName 1 0\nNoName 2.5 2\n", 3)
	f.Add("# Columns -9999999999\nObjective\n# # #\n", 0)
	f.Fuzz(func(t *testing.T, text string, size int) {
		if size < 0 || size > 1000 {
			return
		}
		for line := range strings.Lines(text) {
			if p, ok := parseProgress(strings.TrimSpace(line)); ok && p.Found && math.IsInf(p.Incumbent, 0) {
				t.Errorf("an infinite incumbent was found: %+v", p)
			}
		}
		r := &incumbentReader{size: size, found: func(x []float64) {
			if len(x) != size {
				t.Errorf("%d values, want %d", len(x), size)
			}
		}}
		out := lines{take: r.take}
		out.write([]byte(text))
	})
}
