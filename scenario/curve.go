package scenario

import "math"

// bump is one rise of a day's curve.
type bump struct {
	at     float64 // hour of its top
	width  float64 // hours from the top to where six tenths of it are left
	height float64 // replicas
}

// curve is the demand of a service over a day: what is always wanted and the
// bumps above it, rounded.
type curve struct {
	base  float64
	bumps []bump
}

// demand samples the curve at the middle of each step.
func (c curve) demand(steps int) []int {
	demand := make([]int, steps)
	for t := range demand {
		h := (float64(t) + 0.5) * 24 / float64(steps)
		x := c.base
		for _, b := range c.bumps {
			d := math.Abs(h - b.at)
			d = math.Min(d, 24-d)
			x += b.height * math.Exp(-d*d/(2*b.width*b.width))
		}
		demand[t] = int(math.Round(x))
	}
	return demand
}
