package scenario

import (
	"math"
	"testing"
)

func TestStudentTIsTheTables(t *testing.T) {
	for df, want := range map[int]float64{1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 29: 2.045, 1000: 1.962} {
		if got := studentT(df); math.Abs(got-want) > 0.001 {
			t.Errorf("t(%d) is %.4f, want %.3f", df, got, want)
		}
	}
}

func TestIntervalHoldsMeanAndExtremes(t *testing.T) {
	got := intervalOf([]float64{1, 2, 3})
	half := 4.30265 / math.Sqrt(3)
	if got.N != 3 || got.Mean != 2 || got.Min != 1 || got.Max != 3 ||
		math.Abs(got.Low-2+half) > 1e-4 || math.Abs(got.High-2-half) > 1e-4 {
		t.Errorf("interval %+v, want 2 ± %.4f", got, half)
	}
	if one := intervalOf([]float64{7}); one.Low != 7 || one.High != 7 {
		t.Errorf("interval of one draw is %+v", one)
	}
}
