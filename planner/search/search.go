package search

import (
	"math"
	"math/rand/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/price"
)

// Options steer one chain.
type Options struct {
	// Seed makes a chain reproducible; chains of one solve have different ones.
	Seed uint64
	// Done returns how much of the budget is spent, 0 … 1; at 1 the chain ends.
	// It is asked every few moves and is given the number of moves made.
	Done func(moves int64) float64
	// Offer receives every best packing of the chain.
	Offer func(st *grid.State)
}

// Chain is one annealing from one packing: it takes units out of a few pools
// and a window, puts others in, and keeps the change when it is better or, by
// temperature, not much worse.
type Chain struct {
	in      *grid.Instance
	st      *grid.State
	o       Options
	rng     *rand.Rand
	rd      *price.Reader
	ratio   []float64 // unit → best value over its price there
	worth   []float64 // unit → its best value
	serve   [][]bool  // unit → class → whether its pools serve the first item
	kin     [][]int   // class → pools
	class   []int     // pool → class
	on      [][]int   // pool → units that have an allocation there, one entry each
	value   float64   // of what is placed
	best    float64   // of the best packing offered
	out     []int     // units that are not placed
	outPos  []int     // unit → index in out, −1 when placed
	missing int       // units in out that must be placed
	blocks  []int     // units that may be drawn
	draw    []float64 // running sums of what they are drawn by
	mean    float64   // mean value of a block, the unit of temperature
	log     []undo    // what the present move changed
	seen    []int64   // unit → move that changed it last
	moves   int64
	use     []bool // pools that may be used by the present move
	used    []int  // which of them are set
	bits    grid.Bits
	queue   []entry
	style   style
}

// undo is where a unit stood before the present move; pools lie in arena.
type undo struct {
	u     int
	start int
	pools []int
}

type entry struct {
	u   int
	key float64
}

// style is how the present move places: drawn anew for each.
type style struct {
	early, area, touch float64
	blink              float64
	lasts              bool
}

// NewChain starts from the packing st, which it owns from now on and in which
// all that must be placed is. base is what has no choice and is never moved.
func NewChain(st, base *grid.State, bound *price.Bound, o Options) *Chain {
	in := st.Instance()
	c := &Chain{
		in: in, st: st, o: o, rng: rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15)), rd: bound.Reader(),
		ratio: make([]float64, len(in.Units)), worth: make([]float64, len(in.Units)), serve: make([][]bool, len(in.Units)), outPos: make([]int, len(in.Units)), seen: make([]int64, len(in.Units)),
		on: make([][]int, len(in.Pools)), use: make([]bool, len(in.Pools)), bits: grid.NewBits(in.Horizon()),
	}
	c.classify(bound)
	for u := range in.Units {
		c.outPos[u] = -1
		if base.Placed(u) || in.Units[u].Late < in.Units[u].Early {
			continue
		}
		c.ratio[u] = c.rd.Ratio(u)
		c.worth[u] = in.Units[u].Best()
		c.serve[u] = make([]bool, len(c.kin))
		for _, p := range in.Units[u].Items[0].Pools {
			c.serve[u][c.class[p]] = true
		}
		if !in.Units[u].Must {
			c.blocks = append(c.blocks, u)
		}
		if st.Placed(u) {
			c.enter(u)
			c.value += in.Units[u].Value(st.At(u).Start)
		} else {
			c.leave(u)
		}
	}
	c.weigh()
	c.best = c.value
	return c
}

func (c *Chain) classify(bound *price.Bound) {
	c.class = bound.Classes()
	for p, k := range c.class {
		for len(c.kin) <= k {
			c.kin = append(c.kin, nil)
		}
		c.kin[k] = append(c.kin[k], p)
	}
}

// weigh prepares drawing blocks by value and the mean value that temperature is measured in.
func (c *Chain) weigh() {
	sum, placed, n := 0.0, 0.0, 0
	for _, u := range c.blocks {
		b := c.worth[u]
		sum += math.Sqrt(b * (1 + min(c.ratio[u], 10)))
		c.draw = append(c.draw, sum)
		if c.st.Placed(u) {
			placed += b
			n++
		}
	}
	c.mean = placed / float64(max(n, 1))
	if n == 0 && len(c.blocks) > 0 {
		c.mean = sum / float64(len(c.blocks))
	}
}

// Run anneals until the budget is spent and returns the number of moves made.
func (c *Chain) Run() int64 {
	const hot, cold = 0.25, 0.02
	if len(c.blocks) == 0 {
		return 0
	}
	temperature := hot * c.mean
	for {
		if c.moves&31 == 0 {
			spent := c.o.Done(c.moves)
			if spent >= 1 {
				return c.moves
			}
			temperature = c.mean * hot * math.Pow(cold/hot, spent)
		}
		c.moves++
		c.move(temperature)
	}
}

// move makes one change and keeps it or takes it back.
func (c *Chain) move(temperature float64) {
	before := c.value
	c.log = c.log[:0]
	c.drawStyle()
	ok := false
	switch x := c.rng.Float64(); {
	case x < 0.6:
		ok = c.ruin()
	case x < 0.92 || len(c.in.Pools) < 2:
		ok = c.force()
	default:
		ok = c.swapTails()
	}
	if ok {
		ok = c.recreate()
	}
	delta := c.value - before
	if !ok || delta < 0 && c.rng.Float64() >= math.Exp(delta/temperature) {
		c.revert()
		c.value = before
		return
	}
	if c.value > c.best+1e-9*math.Max(1, c.best) {
		c.best = c.value
		c.o.Offer(c.st)
	}
}

func (c *Chain) drawStyle() {
	r := c.rng
	c.style = style{
		early: math.Exp(r.Float64()*7 - 5), area: r.Float64(), touch: r.Float64(),
		blink: 0.05 * float64(r.IntN(3)), lasts: r.IntN(2) == 0,
	}
	for _, p := range c.used {
		c.use[p] = false
	}
	c.used = c.used[:0]
}

// touch lets the present move place into pool p.
func (c *Chain) touch(p int) {
	if !c.use[p] {
		c.use[p] = true
		c.used = append(c.used, p)
	}
}
