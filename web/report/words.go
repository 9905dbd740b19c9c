package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// never stands where there is no figure.
const never = "–"

func share(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

func shareOr(x *float64) string {
	if x == nil {
		return never
	}
	return share(*x)
}

// small is a share that matters below one percent: a gap.
func small(x *float64) string {
	switch {
	case x == nil:
		return never
	case *x <= 1e-6:
		return "proven"
	}
	return strconv.FormatFloat(100**x, 'f', 2, 64) + " %"
}

// gain writes a relative change with its sign; what rounds to nothing has none.
func gain(x float64) string { return signed(x) + " %" }

func points(x float64) string { return signed(x) + " points" }

func signed(x float64) string {
	r := math.Round(1000*x) / 10
	switch {
	case r > 0:
		return "+" + strconv.FormatFloat(r, 'f', 1, 64)
	case r < 0:
		return "−" + strconv.FormatFloat(-r, 'f', 1, 64)
	}
	return "0.0"
}

func whole(x float64) string {
	text := strconv.FormatFloat(math.Round(math.Abs(x)), 'f', 0, 64)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	if x < -0.5 {
		return "−" + text
	}
	return text
}

func seconds(x float64) string {
	switch {
	case x < 0.0001:
		return "< 0.1 ms"
	case x < 0.01:
		return fmt.Sprintf("%.1f ms", 1000*x)
	case x < 1:
		return fmt.Sprintf("%.0f ms", 1000*x)
	case x < 10:
		return fmt.Sprintf("%.1f s", x)
	}
	return fmt.Sprintf("%.0f s", x)
}

// interval writes a mean with its interval: "+52.1 % (+49.0 to +55.2)".
func (i Interval) text() string {
	return fmt.Sprintf("%s %% (%s to %s)", signed(i.Mean), signed(i.Low), signed(i.High))
}

// around writes a mean with half of its interval: "+52.1 % ± 3.1".
func (i Interval) around() string {
	return fmt.Sprintf("%s %% ± %.1f", signed(i.Mean), 50*(i.High-i.Low))
}

func list(words []string) string {
	switch n := len(words); n {
	case 0:
		return "none"
	case 1:
		return words[0]
	default:
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

func times(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
