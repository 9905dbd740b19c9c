package planner

import (
	"math"
	"sync"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/search"
)

// board is where the parts of a solve that work at the same time meet: the best
// packing any of them found and the best bound any of them proved.
type board struct {
	mu    sync.Mutex
	c     *compiled
	o     *Options
	began time.Time

	best   *grid.State
	value  float64 // of best, without running blocks
	bound  float64 // on value
	method string  // what found best
	moves  int64
}

// newBoard starts from a packing in which everything that must stand does.
func newBoard(c *compiled, o *Options, began time.Time, st *grid.State) *board {
	bd := &board{c: c, o: o, began: began, best: grid.NewState(c.in), value: search.Value(st), bound: math.Inf(1), method: "construction"}
	bd.best.CopyFrom(st)
	bd.report("construction")
	return bd
}

// offer hands in a packing; it is kept when it is worth more than the best.
func (bd *board) offer(stage string, st *grid.State) {
	v := search.Value(st)
	bd.mu.Lock()
	defer bd.mu.Unlock()
	if v > bd.value+epsilon(bd.value) {
		bd.value = v
		bd.best.CopyFrom(st)
		bd.method = stage
		bd.report(stage)
	}
}

// settle makes st the best packing although another may be worth a little more.
func (bd *board) settle(stage string, st *grid.State) {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	bd.best.CopyFrom(st)
	bd.value = search.Value(st)
	bd.method = stage
}

// prove hands in a proven bound on the value of any packing.
func (bd *board) prove(stage string, bound float64) {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	if bound < bd.bound {
		bd.bound = max(bound, bd.value)
		bd.report(stage)
	}
}

// done reports whether the gap asked for is reached.
func (bd *board) done() bool {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	return bd.closed()
}

// proven reports whether nothing better than the best packing is left.
func (bd *board) proven() bool {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	return bd.bound-bd.value <= epsilon(bd.value+bd.c.running)
}

func (bd *board) closed() bool {
	v := bd.value + bd.c.running
	return bd.bound-bd.value <= max(bd.o.Gap*v, epsilon(v))
}

// incumbent returns the value to beat.
func (bd *board) incumbent() float64 {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	return bd.value
}

// copyBest makes st the best packing and returns its value.
func (bd *board) copyBest(st *grid.State) float64 {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	st.CopyFrom(bd.best)
	return bd.value
}

// count adds moves or nodes to the iterations made.
func (bd *board) count(n int64) {
	bd.mu.Lock()
	defer bd.mu.Unlock()
	bd.moves += n
}

func (bd *board) report(stage string) {
	if bd.o.Progress == nil {
		return
	}
	bd.o.Progress(Progress{
		Elapsed: bd.o.since(bd.began), Stage: stage, Iterations: bd.moves,
		Objective: bd.value + bd.c.running, Bound: bd.bound + bd.c.running,
	})
}

// epsilon is the difference below which two values count as equal: half of
// what a proof may leave open. It shrinks with the value, for weights may be
// small and a proof is relative.
func epsilon(v float64) float64 { return 5e-7 * math.Max(1e-6, math.Abs(v)) }
