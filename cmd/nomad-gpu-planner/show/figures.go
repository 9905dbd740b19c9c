package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// figures prints what the plan is worth and how good it is known to be.
func (s *screen) figures() {
	m := s.q.Metrics
	run, wait := split(s.p, s.q)
	s.line("%s  %s  %s  %s",
		s.figure("utilization", percent(m.Utilization)),
		s.figure("weighted output", decimal(m.WeightedOutput)),
		s.figure("shortfall", decimal(m.ServiceShortfall)+" GPU-steps"),
		s.figure("placed", fmt.Sprintf("%d of %d blocks", len(run), len(run)+len(wait))))
	bound := "none"
	if s.q.Bound != nil {
		bound = decimal(*s.q.Bound)
	}
	s.line("%s  %s  %s", s.figure("objective", decimal(s.q.Objective)), s.figure("bound", bound), s.bold(s.quality()))
	s.line("%s", s.dim(s.how()))
}

func (s *screen) figure(name, value string) string { return s.dim(name) + " " + s.bold(value) }

// quality says how far from the best the plan may be.
func (s *screen) quality() string {
	switch {
	case s.q.Proven:
		return "proven optimal"
	case s.q.Gap != nil:
		return "gap " + strconv.FormatFloat(100**s.q.Gap, 'f', 2, 64) + " %"
	}
	return "no gap known"
}

// how says by what means and in what time the plan was found.
func (s *screen) how() string {
	st := s.q.Solve
	parts := []string{lengthOf(st.WallMS) + ", bound in " + lengthOf(st.BoundMS)}
	if st.Method != "" {
		parts = append([]string{"found by " + st.Method}, parts...)
	}
	if st.Engine != "" {
		parts = append(parts, st.Engine)
	}
	if st.Iterations > 0 {
		parts = append(parts, decimal(float64(st.Iterations))+" moves")
	}
	return strings.Join(append(parts, "seed "+strconv.FormatInt(st.Seed, 10)), ", ")
}

func lengthOf(ms float64) string {
	d := time.Duration(ms * float64(time.Millisecond))
	if d >= time.Second {
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// decimal writes a figure with its thousands apart and two decimals at most.
func decimal(x float64) string {
	text := strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}
