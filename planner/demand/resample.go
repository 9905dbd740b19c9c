package demand

import (
	"fmt"
	"time"
)

// Grid is the planner's axis of time: Steps steps of Timestep from Start on.
type Grid struct {
	Start    time.Time
	Timestep time.Duration
	Steps    int
}

// Time returns when step t begins.
func (g Grid) Time(t int) time.Time { return g.Start.Add(time.Duration(t) * g.Timestep) }

// Resample returns, for each step of the grid, the largest value that holds at
// any moment inside it, in the forecast's unit: capacity must be there for the
// peak, so the mean would be too little. An error names the first step, and
// the moment in it, that the forecast doesn't cover.
func (f *Forecast) Resample(g Grid) ([]float64, error) {
	out := make([]float64, g.Steps)
	for t := range out {
		var err error
		if f.Weekly != nil {
			out[t] = f.weeklyMax(g.Time(t), g.Time(t+1))
		} else if out[t], err = f.absoluteMax(g.Time(t), g.Time(t+1)); err != nil {
			return nil, f.fail("values", "step %d of %d: %w", t, g.Steps, err)
		}
	}
	return out, nil
}

// absoluteMax returns the largest value of the source steps that overlap [from, to).
func (f *Forecast) absoluteMax(from, to time.Time) (float64, error) {
	if from.Before(f.Start) {
		return 0, fmt.Errorf("no value for %s, the forecast begins at %s", stamp(from), stamp(f.Start))
	}
	if end := f.End(); to.After(end) {
		missing := end
		if from.After(end) {
			missing = from
		}
		return 0, fmt.Errorf("no value for %s, the %d values end at %s", stamp(missing), len(f.Values), stamp(end))
	}
	first := int(from.Sub(f.Start) / f.Timestep)
	last := int((to.Sub(f.Start) - 1) / f.Timestep)
	most := 0.0
	for _, v := range f.Values[first : last+1] {
		most = max(most, v)
	}
	return most, nil
}

// weeklyMax returns the largest value of the local hours that overlap [from, to).
func (f *Forecast) weeklyMax(from, to time.Time) float64 {
	most := 0.0
	for at := from; at.Before(to); at = f.nextHour(at) {
		most = max(most, f.Weekly[f.hourOfWeek(at)])
	}
	return most
}

// hourOfWeek returns the index into Weekly of the local hour that holds at t.
func (f *Forecast) hourOfWeek(t time.Time) int {
	local := t.In(f.Zone)
	return (int(local.Weekday())+6)%7*24 + local.Hour()
}

// nextHour returns when the local clock next shows another hour, or is put
// forward or back. It is after t by up to an hour; zones that lie a quarter of
// an hour apart and days of 23 and 25 hours need nothing else.
func (f *Forecast) nextHour(t time.Time) time.Time {
	local := t.In(f.Zone)
	into := time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second +
		time.Duration(local.Nanosecond())
	next := t.Add(time.Hour - into)
	if _, change := local.ZoneBounds(); !change.IsZero() && change.After(t) && change.Before(next) {
		return change
	}
	return next
}

// clockChanges returns the moments in the grid at which the profile's clock is
// put forward or back.
func (f *Forecast) clockChanges(g Grid) []time.Time {
	if f.Weekly == nil {
		return nil
	}
	var changes []time.Time
	for at, end := g.Start, g.Time(g.Steps); ; {
		_, change := at.In(f.Zone).ZoneBounds()
		if change.IsZero() || !change.Before(end) {
			return changes
		}
		changes = append(changes, change)
		at = change
	}
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
