package planner_test

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// room is what is left of everything, as a key.
func (o *oracle) room() string {
	var key []byte
	for _, row := range o.free {
		for _, n := range row {
			key = append(key, byte(n))
		}
	}
	for n := range o.cpu {
		for t := range o.p.Steps {
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(o.cpu[n].used[t]))
			key = binary.LittleEndian.AppendUint64(key, math.Float64bits(o.memory[n].used[t]))
		}
	}
	return string(key)
}

// out is the start of a gang that is left out.
const out = -1

// blocks decides for block b and those that follow it, beside what stands;
// value is what was placed before, top the most seen. A gang starts as its first block does.
func (o *oracle) blocks(b int, value float64, gangs map[string]int, top *float64) {
	if b == len(o.p.Blocks) {
		*top = max(*top, value)
		return
	}
	if value+o.most(b) <= *top && b > 0 {
		return
	}
	blk := &o.p.Blocks[b]
	if len(blk.Running) > 0 {
		o.blocks(b+1, value, gangs, top)
		return
	}
	early, late := out, o.p.Steps-1
	at, joined := gangs[blk.Gang]
	if joined && blk.Gang != "" {
		early, late = at, at
	}
	for s := early; s <= late; s++ {
		if blk.Gang != "" && !joined {
			gangs[blk.Gang] = s
		}
		if s == out {
			o.blocks(b+1, value, gangs, top)
		} else if o.mayStart(blk, s) {
			o.allocs(b, s, 0, nil, func() { o.blocks(b+1, value+o.worth(blk, s), gangs, top) })
		}
	}
	if blk.Gang != "" && !joined {
		delete(gangs, blk.Gang)
	}
}

// most bounds what block b and those that follow it can add.
func (o *oracle) most(b int) float64 {
	sum := 0.0
	for ; b < len(o.p.Blocks); b++ {
		if blk := &o.p.Blocks[b]; len(blk.Running) == 0 {
			sum += o.worth(blk, max(0, blk.Earliest))
		}
	}
	return sum
}

func (o *oracle) mayStart(b *planner.Block, s int) bool {
	end := s + b.Steps
	return s >= b.Earliest && (end <= o.p.Steps || o.p.Tail == planner.TailOverrun) && (b.Deadline == nil || end <= *b.Deadline)
}

// allocs spreads the allocs of block b over the pools in every way, as they
// would start at s, and calls then for each.
func (o *oracle) allocs(b, s, first int, on []int, then func()) {
	blk := &o.p.Blocks[b]
	if len(on) == blk.Allocs {
		then()
		return
	}
	to := min(s+blk.Steps, o.p.Steps+1)
	for p := first; p < len(o.p.Pools); p++ {
		if blk.Pools != nil && !slices.Contains(blk.Pools, o.p.Pools[p].ID) {
			continue
		}
		if blk.DistinctNodes && slices.ContainsFunc(on, func(q int) bool { return o.nodeOf[q] == o.nodeOf[p] }) {
			continue
		}
		if o.fits(p, blk.GPUsPerAlloc, blk.CPU, blk.Memory, s, to) {
			o.hold(p, blk.GPUsPerAlloc, blk.CPU, blk.Memory, s, to, 1)
			o.allocs(b, s, p, append(on, p), then)
			o.hold(p, blk.GPUsPerAlloc, blk.CPU, blk.Memory, s, to, -1)
		}
	}
}

// worth is the objective's term for b when it starts at s.
func (o *oracle) worth(b *planner.Block, s int) float64 {
	earliness, late := planner.DefaultEarliness, s-max(b.Earliest, 0)
	if o.p.Earliness != nil {
		earliness = *o.p.Earliness
	}
	if len(b.Running) > 0 {
		late = 0
	}
	steps := min(b.Steps, o.p.Steps-s)
	if steps <= 0 {
		return 0
	}
	return b.Weight * float64(b.Allocs*b.GPUsPerAlloc*steps) * (1 + earliness*(1-float64(late)/float64(o.p.Steps)))
}
