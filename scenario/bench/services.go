package bench

import (
	"fmt"
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// addServices makes services whose peaks together take about a third of the
// GPUs: one up to 16 GPUs, then more with size.
func (d *day) addServices() {
	count := max(1, min(40, d.row.GPUs/24))
	share := 0.3 + 0.08*d.rng.Float64()
	for i := range count {
		per := 1
		if d.row.GPUs >= 64 {
			per = []int{1, 1, 2, 4}[d.rng.IntN(4)]
		}
		peak := max(1, int(share*float64(d.row.GPUs)/float64(count*per)))
		s := planner.Service{
			ID: fmt.Sprintf("default/serve-%02d/api", i+1), Weight: float64(10 + d.rng.IntN(11)),
			GPUsPerReplica: per, Demand: d.curve(peak),
		}
		if d.mixed && d.rng.IntN(3) == 0 {
			s.Pools = d.a
		}
		d.p.Services = append(d.p.Services, s)
	}
}

// curve is a day's demand: a trough at night, a peak in the afternoon or the
// evening, and noise that changes hour by hour.
func (d *day) curve(peak int) []int {
	trough := 0.2 + 0.3*d.rng.Float64()
	at := (13 + 7*d.rng.Float64()) / 24
	out := make([]int, d.row.Steps)
	hours := make([]float64, 25)
	for h := range hours {
		hours[h] = 0.94 + 0.12*d.rng.Float64()
	}
	for t := range out {
		day := float64(t) / float64(d.row.Steps)
		wave := (1 + math.Cos(2*math.Pi*(day-at))) / 2
		want := float64(peak) * (trough + (1-trough)*wave) * hours[int(day*24)]
		out[t] = max(0, min(peak, int(math.Round(want))))
	}
	return out
}
