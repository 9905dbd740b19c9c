package lane

import "time"

// marks are the distances between clock marks, shortest first.
var marks = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour,
	6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour, 28 * 24 * time.Hour,
}

// Marks returns the times on the clock that a time axis from start should
// show: evenly apart, on whole hours or minutes of UTC, at most most+1 of them.
func Marks(start time.Time, horizon time.Duration, most int) []time.Time {
	every := max(1, horizon/time.Duration(max(1, most)))
	for _, d := range marks {
		if horizon/d <= time.Duration(most) {
			every = d
			break
		}
	}
	first := start.Truncate(every)
	if first.Before(start) {
		first = first.Add(every)
	}
	var out []time.Time
	for t := first; !t.After(start.Add(horizon)); t = t.Add(every) {
		out = append(out, t)
	}
	return out
}
