package scenario

import (
	"math"
	"slices"
)

// Interval is the mean of N draws with its 95 % confidence interval by Student's
// t, and the extremes seen. Low and High equal Mean when N is 1.
type Interval struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	Min  float64 `json:"min"`
	Max  float64 `json:"max"`
}

// intervalOf summarizes draws, of which there is at least one.
func intervalOf(draws []float64) Interval {
	n := float64(len(draws))
	mean, square := 0.0, 0.0
	for _, x := range draws {
		mean += x / n
	}
	for _, x := range draws {
		square += (x - mean) * (x - mean)
	}
	half := 0.0
	if len(draws) > 1 {
		half = studentT(len(draws)-1) * math.Sqrt(square/(n-1)/n)
	}
	return Interval{
		N: len(draws), Mean: mean, Low: mean - half, High: mean + half,
		Min: slices.Min(draws), Max: slices.Max(draws),
	}
}

// studentT returns the value that Student's t with df degrees of freedom stays
// below with probability 0.975. It integrates the density and bisects.
func studentT(df int) float64 {
	low, high := 0.0, 13.0 // df = 1 has 12.706, all others less
	for range 60 {
		mid := (low + high) / 2
		if halfBelow(mid, float64(df)) < 0.475 {
			low = mid
		} else {
			high = mid
		}
	}
	return (low + high) / 2
}

// halfBelow is the probability of (0, x), by Simpson's rule.
func halfBelow(x, df float64) float64 {
	const pieces = 400
	a, _ := math.Lgamma((df + 1) / 2)
	b, _ := math.Lgamma(df / 2)
	density := func(y float64) float64 {
		return math.Exp(a-b-(df+1)/2*math.Log1p(y*y/df)) / math.Sqrt(df*math.Pi)
	}
	sum := density(0) + density(x)
	for i := 1; i < pieces; i++ {
		sum += float64(2+2*(i%2)) * density(x*float64(i)/pieces)
	}
	return sum * x / pieces / 3
}
