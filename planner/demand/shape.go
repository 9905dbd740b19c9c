package demand

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// MaxReplicas is the largest demand of one step, far above any cluster.
const MaxReplicas = 1 << 20

// Bound is a limit on replicas and where it came from.
type Bound struct {
	Replicas int
	From     string // for people: "gpu_planner_max in group meta"
}

// Shaping is what a service says of its replicas.
type Shaping struct {
	// GPUsPerReplica is at least 1.
	GPUsPerReplica int
	// Min and Max lists bounds of several origins; the narrowest wins.
	Min, Max []Bound
}

// Shaped is a service's demand at every step, stage by stage. Every series is
// as long as the grid. Stages that this version doesn't have yet (upper
// quantile, observed demand, overrides, headroom, lead time, largest step) will
// stand between Converted and Clamped.
type Shaped struct {
	Unit Unit
	// Raw is the largest forecast value inside each step, in Unit.
	Raw []float64
	// Converted is Raw in replicas, with fractions.
	Converted []float64
	// Rounded is Converted in whole replicas, rounded up.
	Rounded []int
	// Clamped is Rounded inside the bounds.
	Clamped []int
	// Lowest and Highest are the bounds that hold; nil means none.
	Lowest, Highest *Bound
	// Capped counts the steps that ask for more than Highest allows; Cut is the
	// most replicas that one of them loses.
	Capped, Cut int
	// Notes say what a person should know, one sentence each.
	Notes []string
}

// Demand returns the replicas wanted at each step: the last stage.
func (s *Shaped) Demand() []int { return s.Clamped }

// Peak returns the largest demand of any step.
func (s *Shaped) Peak() int {
	peak := 0
	for _, n := range s.Clamped {
		peak = max(peak, n)
	}
	return peak
}

// Replicas shapes the forecast for the grid: resampled by the maximum inside a
// step, converted to replicas, rounded up, and kept within the bounds. It
// fails when the forecast doesn't cover the grid or the bounds contradict each
// other.
func (f *Forecast) Replicas(g Grid, s Shaping) (*Shaped, error) {
	lowest, highest, err := s.bounds()
	if err != nil {
		return nil, fmt.Errorf("forecast %s: %w", f.Key, err)
	}
	raw, err := f.Resample(g)
	if err != nil {
		return nil, err
	}
	out := &Shaped{Unit: f.Unit, Raw: raw, Lowest: lowest, Highest: highest}
	perReplica := f.perReplica(s.GPUsPerReplica)
	for _, v := range raw {
		out.Converted = append(out.Converted, v/perReplica)
	}
	for t, v := range out.Converted {
		n := roundUp(v)
		if n > MaxReplicas {
			return nil, f.fail("values", "step %d of %d asks for %d replicas, at most %d are planned", t, g.Steps, n, MaxReplicas)
		}
		out.Rounded = append(out.Rounded, n)
	}
	out.clamp()
	out.Notes = f.notes(g)
	return out, nil
}

// Constant returns the demand of a service that is kept at n replicas for
// want of a forecast, with that said in a note.
func Constant(n int, g Grid, note string) *Shaped {
	s := &Shaped{Unit: Replicas, Notes: []string{note}}
	for range g.Steps {
		s.Raw = append(s.Raw, float64(n))
		s.Converted = append(s.Converted, float64(n))
		s.Rounded = append(s.Rounded, n)
	}
	s.clamp()
	return s
}

// perReplica returns how much of the forecast's unit one replica serves.
func (f *Forecast) perReplica(gpus int) float64 {
	switch f.Unit {
	case GPUs:
		return float64(max(gpus, 1))
	case Requests:
		return f.RequestsPerReplica
	default:
		return 1
	}
}

// roundUp rounds up, but for what only the arithmetic of floats left over.
func roundUp(v float64) int {
	return int(math.Min(math.Ceil(v-1e-9*math.Max(1, v)), math.MaxInt32))
}

// Validate returns an error that names both origins when no number of replicas
// lies within the bounds.
func (s Shaping) Validate() error {
	_, _, err := s.bounds()
	return err
}

// bounds returns the narrowest bound on each side.
func (s Shaping) bounds() (lowest, highest *Bound, err error) {
	for i := range s.Min {
		if lowest == nil || s.Min[i].Replicas > lowest.Replicas {
			lowest = &s.Min[i]
		}
	}
	for i := range s.Max {
		if highest == nil || s.Max[i].Replicas < highest.Replicas {
			highest = &s.Max[i]
		}
	}
	if lowest != nil && highest != nil && lowest.Replicas > highest.Replicas {
		return nil, nil, fmt.Errorf("at least %d replicas (%s) is above at most %d (%s)",
			lowest.Replicas, lowest.From, highest.Replicas, highest.From)
	}
	return lowest, highest, nil
}

func (s *Shaped) clamp() {
	s.Clamped = make([]int, len(s.Rounded))
	for t, n := range s.Rounded {
		if s.Highest != nil && n > s.Highest.Replicas {
			s.Capped++
			s.Cut = max(s.Cut, n-s.Highest.Replicas)
			n = s.Highest.Replicas
		}
		if s.Lowest != nil {
			n = max(n, s.Lowest.Replicas)
		}
		s.Clamped[t] = n
	}
}

// notes says what of the forecast is not used yet, or looks odd.
func (f *Forecast) notes(g Grid) []string {
	var notes []string
	if f.Upper != nil {
		notes = append(notes, "upper is not used yet")
	}
	if !f.ValidUntil.IsZero() && !f.ValidUntil.After(g.Start) {
		notes = append(notes, fmt.Sprintf("valid_until %s has passed; it is used as it is, on_stale is not used yet", stamp(f.ValidUntil)))
	}
	for _, at := range f.clockChanges(g) {
		notes = append(notes, fmt.Sprintf("%s changes its clock at %s; the profile follows the local hour", f.Zone, at.In(f.Zone).Format(time.RFC3339)))
	}
	if len(f.Unknown) > 0 {
		notes = append(notes, "unknown fields are kept and not used: "+strings.Join(f.Unknown, ", "))
	}
	return notes
}
