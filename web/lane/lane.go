// Package lane lays a plan out for pictures: one lane for each GPU, and on it
// the runs that occupy it. The SVG page and the terminal draw the same lanes.
package lane

import (
	"cmp"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Kind says what occupies a GPU.
type Kind int

// The kinds of runs.
const (
	Block    Kind = iota // Run.Index is in Problem.Blocks
	Service              // Run.Index is in Problem.Services
	Reserved             // held by work that is not planned, or kept idle by a baseline; Run.Index is −1
)

// Run occupies one GPU for steps [From, To), inside the horizon.
type Run struct {
	Kind     Kind
	Index    int
	From, To int
	// Overruns: the work goes on past the horizon.
	Overruns bool
}

// Lane is one GPU of one pool with its runs in order of time.
type Lane struct {
	Pool int // index in Problem.Pools
	GPU  int // label in the pool
	Runs []Run
}

// MaxLanes is how many GPUs are laid out; what is beyond them no picture could show.
const MaxLanes = 1 << 16

// Lay returns a lane for every GPU of every pool, in file order, up to MaxLanes.
// q should have passed planner.Check against p; whatever names no GPU or step of
// p is left out. Reserved GPUs have no labels in a plan: they are drawn on the
// last free ones.
func Lay(p *planner.Problem, q *planner.Plan) []Lane {
	l := layout{p: p, first: make([]int, len(p.Pools)+1), pools: make(map[string]int, len(p.Pools))}
	for i := range p.Pools {
		l.pools[p.Pools[i].ID] = i
		for g := range min(p.Pools[i].GPUs, MaxLanes-len(l.lanes)) {
			l.lanes = append(l.lanes, Lane{Pool: i, GPU: g})
		}
		l.first[i+1] = len(l.lanes)
	}
	l.blocks(q)
	l.services(q)
	for i := range l.lanes {
		sortRuns(l.lanes[i].Runs)
	}
	for i := range p.Pools {
		l.reserve(i, held(p.Pools[i].Reserved, q.Reserved[p.Pools[i].ID], p.Steps))
	}
	return l.lanes
}

type layout struct {
	p     *planner.Problem
	lanes []Lane
	first []int          // pool → its first lane, and at the end all lanes
	pools map[string]int // id → index
}

func (l *layout) blocks(q *planner.Plan) {
	index := make(map[string]int, len(l.p.Blocks))
	for i := range l.p.Blocks {
		index[l.p.Blocks[i].ID] = i
	}
	for i := range q.Blocks {
		b, known := index[q.Blocks[i].ID]
		if !known || q.Blocks[i].Start == nil {
			continue
		}
		from := *q.Blocks[i].Start
		r := Run{Kind: Block, Index: b, From: from, To: from + l.p.Blocks[b].Steps}
		for _, a := range q.Blocks[i].Allocs {
			l.put(r, a.Pool, a.GPUs)
		}
	}
}

func (l *layout) services(q *planner.Plan) {
	index := make(map[string]int, len(l.p.Services))
	for i := range l.p.Services {
		index[l.p.Services[i].ID] = i
	}
	for i := range q.Services {
		s, known := index[q.Services[i].ID]
		if !known {
			continue
		}
		for _, v := range q.Services[i].Intervals {
			l.put(Run{Kind: Service, Index: s, From: v.From, To: v.To}, v.Pool, v.GPUs)
		}
	}
}

// put adds r to the lanes of the pool's GPUs, cut to the horizon.
func (l *layout) put(r Run, pool string, gpus []int) {
	i, known := l.pools[pool]
	if r.To > l.p.Steps {
		r.To, r.Overruns = l.p.Steps, true
	}
	if !known || r.From < 0 || r.From >= r.To {
		return
	}
	lanes := l.of(i)
	for _, g := range gpus {
		if g >= 0 && g < len(lanes) {
			lanes[g].Runs = append(lanes[g].Runs, r)
		}
	}
}

// of returns the lanes of a pool.
func (l *layout) of(pool int) []Lane { return l.lanes[l.first[pool]:l.first[pool+1]] }

func sortRuns(runs []Run) {
	slices.SortStableFunc(runs, func(a, b Run) int { return cmp.Compare(a.From, b.From) })
}
