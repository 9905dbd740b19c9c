package bench

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// addBlocks draws the work that waits, and stretches it until it asks for the
// load that was drawn for the day.
func (d *day) addBlocks() {
	target := (1.4 + 0.5*d.rng.Float64()) * float64(d.room())
	var drafts []draft
	for n := d.row.Blocks - len(d.p.Blocks); n > 0; {
		list := d.draw(n)
		n -= len(list)
		drafts = append(drafts, list...)
	}
	f := stretch(drafts, d.longest(), target)
	for i := range drafts {
		drafts[i].block.Steps = drafts[i].steps(f, d.longest())
	}
	d.settle(drafts)
}

// draft is a block before its length is decided.
type draft struct {
	block planner.Block
	share float64 // of the day, to be stretched
}

func (w *draft) gpus() int { return w.block.Allocs * w.block.GPUsPerAlloc }

func (w *draft) steps(f float64, longest int) int {
	return max(1, min(longest, int(math.Round(f*w.share*float64(longest)))))
}

// longest is the most steps a block may take: half of the day, where few or
// wide blocks have to fill it three quarters.
func (d *day) longest() int {
	if d.row.Wide || d.row.GPUs > 2*d.row.Blocks {
		return max(1, d.row.Steps*3/4)
	}
	return max(1, d.row.Steps/2)
}

// stretch returns the factor on all lengths that makes the drafts ask for
// target GPU-steps, as near as whole steps allow.
func stretch(drafts []draft, longest int, target float64) float64 {
	low, high := 1e-3, 1e3
	for range 60 {
		f := math.Sqrt(low * high)
		sum := 0
		for i := range drafts {
			sum += drafts[i].gpus() * drafts[i].steps(f, longest)
		}
		if float64(sum) < target {
			low = f
		} else {
			high = f
		}
	}
	return high
}

// draw makes one block, or two that are a gang, but no more than n.
func (d *day) draw(n int) []draft {
	w := draft{block: d.shape(), share: math.Exp(0.8 * d.rng.NormFloat64())}
	d.worth(&w.block)
	if d.mixed {
		d.choosePools(&w.block)
	}
	if n < 2 || w.gpus() > 4 || d.rng.IntN(25) > 0 {
		return []draft{w}
	}
	other := w
	w.block.Gang = fmt.Sprintf("gang-%d", n)
	other.block.Gang = w.block.Gang
	return []draft{w, other}
}

// shape draws how many GPUs a block needs and how they hang together.
func (d *day) shape() planner.Block {
	b := planner.Block{Allocs: 1, GPUsPerAlloc: 1}
	large := d.row.GPUs > poolGPUs
	x := d.rng.IntN(100)
	if d.row.GPUs > 2*d.row.Blocks {
		x = 30 + x*7/10 // few blocks have to be larger to ask for enough
	}
	switch {
	case x < 30:
	case x < 50:
		b.GPUsPerAlloc = 2
	case x < 70:
		b.GPUsPerAlloc = 4
	case x < 78:
		b.Allocs = 2 + d.rng.IntN(3) // an array of single GPUs
	case x < 83:
		b.Allocs, b.GPUsPerAlloc = 2, 2
	case x < d.row.single() || !large:
		b.GPUsPerAlloc = poolGPUs
		if !large {
			b.GPUsPerAlloc = min(d.row.GPUs, []int{2, 4, 4, 8}[d.rng.IntN(4)])
		}
	default:
		b.Allocs, b.GPUsPerAlloc, b.DistinctNodes = d.row.nodes(x), poolGPUs, true
	}
	return b
}

// single returns which share of blocks fits on one node, in percent.
func (r Row) single() int {
	if r.Wide {
		return 94
	}
	return 97
}

// nodes returns how many whole nodes a block takes that takes several.
func (r Row) nodes(x int) int {
	if r.Wide && x >= 98 {
		return 4
	}
	return 2
}

// worth draws workload and weight; large blocks are mostly training.
func (d *day) worth(b *planner.Block) {
	training := 35
	if b.Allocs*b.GPUsPerAlloc >= 4 {
		training = 65
	}
	switch x := d.rng.IntN(100); {
	case x < training:
		b.Workload, b.Weight = planner.Training, 2+8*d.rng.Float64()
	case x < training+25:
		b.Workload, b.Weight = planner.BatchInference, 1+5*d.rng.Float64()
	default:
		b.Workload, b.Weight = planner.Quantization, 1+7*d.rng.Float64()
	}
	b.Weight = math.Round(b.Weight*2) / 2
}

// choosePools restricts half of the blocks to one model.
func (d *day) choosePools(b *planner.Block) {
	switch x := d.rng.IntN(20); {
	case x < 7:
		b.Pools = d.a
	case x < 10 && len(d.b) >= b.Allocs:
		b.Pools = d.b
	}
}

// settle gives the drafts arrivals and deadlines, and puts them into the
// problem by arrival.
func (d *day) settle(drafts []draft) {
	arrival := map[string]int{}
	for i := range drafts {
		b := &drafts[i].block
		b.Arrival = d.arrival(b.Steps)
		if at, known := arrival[b.Gang]; known {
			b.Arrival = at // both were stretched alike
		} else if b.Gang != "" {
			arrival[b.Gang] = b.Arrival
		}
		b.Earliest = max(0, b.Arrival)
		if b.Gang == "" && d.rng.IntN(10) == 0 {
			by := min(d.row.Steps, b.Earliest+b.Steps+d.steps(0.1+0.3*d.rng.Float64()))
			b.Deadline = &by
		}
	}
	slices.SortStableFunc(drafts, func(x, y draft) int { return cmp.Compare(x.block.Arrival, y.block.Arrival) })
	for i := range drafts {
		b := drafts[i].block
		b.ID = fmt.Sprintf("default/%s-%05d/main", b.Workload, len(d.p.Blocks)+1)
		d.p.Blocks = append(d.p.Blocks, b)
	}
}

// arrival is before the day for two blocks in five, else within its first three
// quarters, and early enough for the block to end.
func (d *day) arrival(steps int) int {
	if d.rng.IntN(5) < 2 {
		return -d.rng.IntN(d.row.Steps / 4)
	}
	return min(d.rng.IntN(d.row.Steps*3/4), d.row.Steps-steps)
}
