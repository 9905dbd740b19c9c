package serve

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// flowBound proves a lower bound on the weighted shortfall: every step alone,
// with GPUs that may be split, a transport from pools to services. A pool gives
// a service no more than the whole replicas that fit it. Handing out GPUs by
// weight, each along an augmenting path, is best there, because the amounts
// that services can be given together form a polymatroid.
func flowBound(in *grid.Instance, services []Service) float64 {
	order := byWeight(services)
	sum, open := 0.0, make([][]int, len(services))
	for s := range services {
		open[s] = services[s].Open()
	}
	for t := range in.Steps {
		f := &flow{open: open, left: make([]int, len(in.Pools)), sent: make([][]int, len(services)), most: make([][]int, len(services))}
		for p := range in.Pools {
			f.left[p] = in.Pools[p].Free[t]
		}
		for _, s := range order {
			f.sent[s] = make([]int, len(in.Pools))
			f.most[s] = wholeReplicas(in, services[s].GPUs, t)
			want := services[s].Demand[t] * services[s].GPUs
			for want > 0 {
				n := f.augment(s, want, make([]bool, len(in.Pools)))
				if n == 0 {
					break
				}
				want -= n
			}
			sum += services[s].Weight * float64(want)
		}
	}
	return sum
}

// flow is a transport at one step.
type flow struct {
	open [][]int // service → pools
	left []int   // pool → GPUs free
	sent [][]int // service, pool → GPUs handed out
	most [][]int // service, pool → GPUs that may be
}

// wholeReplicas returns, per pool, the GPUs of the replicas that fit it at step t.
func wholeReplicas(in *grid.Instance, gpus, t int) []int {
	out := make([]int, len(in.Pools))
	for p := range out {
		if gpus > 0 {
			out[p] = in.Pools[p].Free[t] / gpus * gpus
		}
	}
	return out
}

// augment hands service s up to n more GPUs and returns how many.
func (f *flow) augment(s, n int, seen []bool) int {
	for _, p := range f.open[s] {
		if room := f.most[s][p] - f.sent[s][p]; f.left[p] > 0 && room > 0 {
			n = min(n, f.left[p], room)
			f.left[p] -= n
			f.sent[s][p] += n
			return n
		}
	}
	for _, p := range f.open[s] {
		room := f.most[s][p] - f.sent[s][p]
		if seen[p] || room <= 0 {
			continue
		}
		seen[p] = true
		for other := range f.sent {
			if other == s || f.sent[other] == nil || f.sent[other][p] == 0 {
				continue
			}
			if m := f.augment(other, min(n, room, f.sent[other][p]), seen); m > 0 {
				f.sent[other][p] -= m
				f.sent[s][p] += m
				return m
			}
		}
	}
	return 0
}

// Open returns the pools that a replica may ever stand on: the eligible ones,
// and those on which one runs already and may stay.
func (svc *Service) Open() []int {
	out := svc.Pools
	for _, p := range svc.Running {
		if !slices.Contains(out, p) {
			out = append(slices.Clip(out), p)
		}
	}
	return out
}
