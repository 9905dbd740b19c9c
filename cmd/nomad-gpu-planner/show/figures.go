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
	s.parts("  ",
		s.figure("utilization", percent(m.Utilization)),
		s.figure("weighted output", decimal(m.WeightedOutput)),
		s.figure("shortfall", decimal(m.ServiceShortfall)+" GPU-steps"),
		s.figure("placed", fmt.Sprintf("%d of %d blocks", len(run), len(run)+len(wait))))
	if s.q.Bound == nil {
		s.parts("", s.figure("objective", decimal(s.q.Objective)), part{", a baseline: nothing is proven about it", s.dim})
	} else {
		s.parts("  ", s.figure("objective", decimal(s.q.Objective)), s.figure("bound", decimal(*s.q.Bound)), part{s.quality(), s.bold})
	}
	for _, line := range wrap(s.how(), s.Width) {
		s.line("%s", s.dim(line))
	}
}

// part is a piece of a line that is not broken.
type part struct {
	text string
	with func(string) string
}

// parts prints pieces beside each other, and below where the line is full.
func (p printer) parts(gap string, list ...part) {
	line, used := "", 0
	for _, x := range list {
		n := columns(x.text)
		if used > 0 && used+len(gap)+n > p.Width {
			p.line("%s", line)
			line, used = "", 0
		}
		if used > 0 {
			line, used = line+gap, used+len(gap)
		}
		line, used = line+x.with(x.text), used+n
	}
	p.line("%s", line)
}

func (s *screen) figure(name, value string) part {
	return part{name + " " + value, func(string) string { return s.dim(name) + " " + s.bold(value) }}
}

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
	if s.q.Bound == nil {
		return "planned by " + st.Method
	}
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
