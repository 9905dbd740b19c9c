package show

import (
	"math"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// clock returns a step's time of day, with the weekday or, when that says too
// little, the date.
func (s *screen) clock(step int) string {
	if s.tooLong(step) {
		return "far off"
	}
	if time.Duration(step)*time.Duration(s.p.Timestep) > 6*24*time.Hour {
		return s.p.Time(step).Format("2 Jan 15:04")
	}
	return s.p.Time(step).Format("Mon 15:04")
}

// length returns how long some steps take.
func (s *screen) length(steps int) string {
	if s.tooLong(steps) {
		return "centuries"
	}
	return planner.Duration(time.Duration(steps) * time.Duration(s.p.Timestep)).String()
}

// tooLong guards against lengths that no time.Duration holds: steps may be any number.
func (s *screen) tooLong(steps int) bool {
	return float64(steps)*float64(s.p.Timestep) > math.MaxInt64/2
}

func (s *screen) horizon() string { return s.length(s.p.Steps) }
