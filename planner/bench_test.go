package planner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/branch"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// day makes up a day of nodes with eight GPUs, arrivals all over it, one
// service per four nodes, and about 1.5 times more work than fits.
func day(nodes, steps, blocks int) *Problem {
	rng := rand.New(rand.NewPCG(uint64(nodes), uint64(blocks)))
	p := &Problem{Version: Version, Start: time.Unix(0, 0).UTC(), Timestep: Duration(15 * time.Minute), Steps: steps}
	for n := range nodes {
		id := fmt.Sprintf("gpu-%03d", n)
		p.Pools = append(p.Pools, Pool{ID: id, Node: id, GPUs: 8})
	}
	for s := range 1 + nodes/4 {
		svc := Service{ID: fmt.Sprintf("s%d", s), Weight: 10, GPUsPerReplica: 1}
		for t := range steps {
			svc.Demand = append(svc.Demand, 1+(t*8/steps+s)%3)
		}
		p.Services = append(p.Services, svc)
	}
	work := 1.5 * 8 * float64(nodes*steps) / float64(blocks)
	for b := range blocks {
		gpus := 1 << rng.IntN(4)
		length := max(1, min(steps/2, int(work*(0.5+rng.Float64())/float64(gpus))))
		arrival := rng.IntN(max(1, steps*2/3))
		p.Blocks = append(p.Blocks, Block{
			ID: fmt.Sprintf("b%d", b), Weight: float64(1 + rng.IntN(8)), Allocs: 1, GPUsPerAlloc: gpus,
			Steps: length, Arrival: arrival, Earliest: arrival,
		})
	}
	return p
}

func benchmarkSolve(b *testing.B, p *Problem, o Options) {
	b.ReportAllocs()
	var q *Plan
	for b.Loop() {
		var err error
		if q, err = Solve(context.Background(), p, o); err != nil {
			b.Fatal(err)
		}
	}
	if q.Gap != nil {
		b.ReportMetric(100**q.Gap, "%gap")
	}
}

// BenchmarkDay8 is one node, a day of quarter hours and 40 blocks.
func BenchmarkDay8(b *testing.B) {
	p := day(1, 96, 40)
	b.Run("fast", func(b *testing.B) { benchmarkSolve(b, p, Options{Mode: ModeFast}) })
	b.Run("full/20000", func(b *testing.B) { benchmarkSolve(b, p, Options{Iterations: 20_000, Seed: 1}) })
	b.Run("full/30000", func(b *testing.B) { benchmarkSolve(b, p, Options{Iterations: 30_000, Seed: 1}) })
	benchmarkStages(b, p)
}

// BenchmarkFast64 is what the published heuristic takes 15 ms for.
func BenchmarkFast64(b *testing.B) { benchmarkSolve(b, day(8, 24, 30), Options{Mode: ModeFast}) }

// BenchmarkDay64 shows the stages at 64 GPUs and 100 blocks.
func BenchmarkDay64(b *testing.B) {
	p := day(8, 96, 100)
	b.Run("fast", func(b *testing.B) { benchmarkSolve(b, p, Options{Mode: ModeFast}) })
	benchmarkStages(b, p)
}

// benchmarkStages measures what a full solve is made of, one by one.
func benchmarkStages(b *testing.B, p *Problem) {
	ctx := context.Background()
	r := &run{p: p, o: &Options{Seed: 1}, tight: true}
	r.construct(ctx)
	r.bound(ctx)
	st := grid.NewState(r.c.in)
	r.board.copyBest(st)
	stages := []struct {
		name string
		once func()
	}{
		{"compile", func() { compile(p, p.demand(), true) }},
		{"place", func() {
			st := grid.NewState(r.c.in)
			search.PlaceMusts(st)
			search.FillBest(st, nil, nil)
		}},
		{"bound/400", func() { price.Relax(r.c.in, r.c.forced).Solve(price.Options{Rounds: 400, Target: search.Value(st)}) }},
		{"decode", func() { r.c.decode(st) }},
		{"check", func() { _ = Check(p, r.plan()) }},
	}
	for _, s := range stages {
		b.Run(s.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.once()
			}
		})
	}
	b.Run("moves/1000", func(b *testing.B) { benchmarkMoves(b, r, st) })
	b.Run("branch/20", func(b *testing.B) { benchmarkBranch(b, r, st) })
}

// benchmarkMoves is a thousand moves of one annealing.
func benchmarkMoves(b *testing.B, r *run, start *grid.State) {
	b.ReportAllocs()
	for b.Loop() {
		r.chain(start, 1, func(*grid.State) {}, func(made int64) float64 { return float64(made) / 1000 })
	}
}

// benchmarkBranch is twenty nodes of branch and bound.
func benchmarkBranch(b *testing.B, r *run, start *grid.State) {
	b.ReportAllocs()
	for b.Loop() {
		_, err := branch.Solve(context.Background(), r.c.in, r.c.forced, start, branch.Options{
			Nodes: 20, Tolerance: 1e-6, Offer: func(*grid.State) float64 { return 0 }, Prove: func(float64) {},
		})
		if err != nil {
			b.Skip(err)
		}
	}
}
