package web

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// sample makes a day and a plan for it by first fit, from a seed.
type sample struct {
	p    *planner.Problem
	q    *planner.Plan
	rng  *rand.Rand
	busy [][]bool // lane → step
	lane []int    // pool → first lane
}

func newSample(nodes, gpusPerNode, steps, blocks int) (*planner.Problem, *planner.Plan) {
	s := &sample{rng: rand.New(rand.NewPCG(1, 2))}
	s.p = &planner.Problem{
		Version: 1, Start: time.Date(2026, 12, 1, 6, 30, 0, 0, time.UTC),
		Timestep: planner.Duration(24 * time.Hour / time.Duration(steps)), Steps: steps, Tail: planner.TailOverrun,
	}
	s.q = &planner.Plan{Version: 1}
	for n := range nodes {
		s.lane = append(s.lane, len(s.busy))
		id := fmt.Sprintf("gpu-%02d", n+1)
		model := []string{"H100", "A100"}[n*2/nodes]
		s.p.Pools = append(s.p.Pools, planner.Pool{ID: id, Node: id, Device: "nvidia/gpu/" + model, GPUs: gpusPerNode})
		for range gpusPerNode {
			s.busy = append(s.busy, make([]bool, steps))
		}
	}
	s.reserve()
	s.service("default/chat-api/web", 0.1)
	s.service("default/search/rank", 0.05)
	for b := range blocks {
		s.block(b)
	}
	s.figures()
	return s.p, s.q
}

// reserve takes a quarter of the first pool's GPUs for a quarter of the day.
func (s *sample) reserve() {
	pool := &s.p.Pools[0]
	pool.Reserved = make([]int, s.p.Steps)
	for t := range s.p.Steps / 4 {
		pool.Reserved[t] = max(1, pool.GPUs/4)
		for g := range pool.Reserved[t] {
			s.busy[pool.GPUs-1-g][t] = true
		}
	}
}

// service has a demand that peaks at noon of its day.
func (s *sample) service(id string, share float64) {
	svc := planner.Service{ID: id, Weight: 10, GPUsPerReplica: 1, Demand: make([]int, s.p.Steps)}
	peak := max(2, int(share*float64(len(s.busy))))
	for t := range svc.Demand {
		svc.Demand[t] = peak - abs(t-s.p.Steps/2)*peak*3/2/s.p.Steps
	}
	out := planner.PlanService{ID: id, Replicas: svc.Demand}
	for i := range peak {
		from, to := -1, 0
		for t, d := range svc.Demand {
			if d > i {
				if from < 0 {
					from = t
				}
				to = t + 1
			}
		}
		if from >= 0 {
			pool, gpus, _ := s.place(1, from, to)
			out.Intervals = append(out.Intervals, planner.Interval{Index: i, Pool: pool, From: from, To: to, GPUs: gpus})
		}
	}
	s.p.Services = append(s.p.Services, svc)
	s.q.Services = append(s.q.Services, out)
}

func (s *sample) block(n int) {
	kind := []planner.Workload{planner.Training, planner.BatchInference, planner.Quantization}[s.rng.IntN(3)]
	name := map[planner.Workload]string{planner.Training: "train", planner.BatchInference: "embed", planner.Quantization: "quant"}[kind]
	b := planner.Block{
		ID: fmt.Sprintf("default/%s-%d/main", name, n), Workload: kind, Weight: float64(1 + s.rng.IntN(9)), Allocs: 1,
		GPUsPerAlloc: []int{1, 1, 2, 4, 8}[s.rng.IntN(5)], Steps: 1 + s.rng.IntN(s.p.Steps/3), Arrival: s.rng.IntN(s.p.Steps / 2),
	}
	b.Earliest = b.Arrival
	out := planner.PlanBlock{ID: b.ID, Reason: "no GPUs are free for long enough"}
	for t := b.Earliest; t < s.p.Steps && out.Start == nil; t++ {
		if pool, gpus, ok := s.place(b.GPUsPerAlloc, t, min(t+b.Steps, s.p.Steps)); ok {
			out.Start, out.Reason = &t, ""
			out.Allocs = []planner.PlanAlloc{{Pool: pool, GPUs: gpus}}
		}
	}
	s.p.Blocks = append(s.p.Blocks, b)
	s.q.Blocks = append(s.q.Blocks, out)
}

// place takes GPUs of the first pool that has enough free for all of [from, to).
func (s *sample) place(gpus, from, to int) (pool string, labels []int, ok bool) {
	for i := range s.p.Pools {
		labels = labels[:0]
		for g := range s.p.Pools[i].GPUs {
			if len(labels) < gpus && s.free(s.lane[i]+g, from, to) {
				labels = append(labels, g)
			}
		}
		if len(labels) < gpus {
			continue
		}
		for _, g := range labels {
			for t := from; t < to; t++ {
				s.busy[s.lane[i]+g][t] = true
			}
		}
		return s.p.Pools[i].ID, labels, true
	}
	return "", nil, false
}

func (s *sample) free(lane, from, to int) bool {
	for t := from; t < to; t++ {
		if s.busy[lane][t] {
			return false
		}
	}
	return true
}

func (s *sample) figures() {
	used := 0
	for _, steps := range s.busy {
		for _, b := range steps {
			if b {
				used++
			}
		}
	}
	gap := 0.0123
	s.q.Gap = &gap
	s.q.Metrics = planner.Metrics{Utilization: float64(used) / float64(len(s.busy)*s.p.Steps), WeightedOutput: 12345.5}
}

func abs(x int) int { return max(x, -x) }
