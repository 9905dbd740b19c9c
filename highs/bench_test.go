package highs

import (
	"context"
	"os"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// firstSolve is what a process does before it has its first result.
func firstSolve(b *testing.B, dir string) {
	b.Helper()
	log := hclog.NewNullLogger()
	wasm, err := loadWasm(blob)
	if err != nil {
		b.Skip(err)
	}
	e, err := compile(wasm, []folder{{dir: dir}}, log)
	if err != nil {
		b.Fatal(err)
	}
	defer e.runtime.Close(context.Background())
	engines.Store(dir, func() (*engine, error) { return e, nil })
	s := New(Options{CacheDir: dir})
	defer s.Close()
	if r, err := s.Solve(context.Background(), day(1, 8, 3), mip.Options{}); err != nil || r.Status != mip.Optimal {
		b.Fatal(r.Status, err)
	}
}

// BenchmarkStartCold is a start that has to compile HiGHS.
func BenchmarkStartCold(b *testing.B) {
	for b.Loop() {
		dir, err := os.MkdirTemp(b.TempDir(), "")
		if err != nil {
			b.Fatal(err)
		}
		firstSolve(b, dir)
	}
}

// BenchmarkStartCached is every other start.
func BenchmarkStartCached(b *testing.B) {
	dir := b.TempDir()
	firstSolve(b, dir)
	for b.Loop() {
		firstSolve(b, dir)
	}
}

// BenchmarkSmallest is what a solve costs beside solving.
func BenchmarkSmallest(b *testing.B) {
	s := fetched(b, Options{})
	p := day(1, 8, 3)
	for b.Loop() {
		if _, err := s.Solve(context.Background(), p, mip.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDay is a day of 48 steps and 30 blocks on 8 GPUs, proven.
func BenchmarkDay(b *testing.B) {
	s := fetched(b, Options{})
	p := day(2, 48, 30)
	for b.Loop() {
		if _, err := s.Solve(context.Background(), p, mip.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
