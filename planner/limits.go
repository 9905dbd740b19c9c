package planner

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/grid"
)

// dropSlackLimits removes the CPU and memory limits that can never bind: those
// that hold even when every GPU of the node serves the item that asks the most
// per GPU. What is left is looked at in every placement, so this matters.
func (c *compiled) dropSlackLimits() {
	cpu := c.mostPerGPU(func(it *grid.Item) float64 { return it.CPU })
	memory := c.mostPerGPU(func(it *grid.Item) float64 { return it.Memory })
	for n := range c.in.Nodes {
		nd := &c.in.Nodes[n]
		nd.CPU = slackOrNil(nd.CPU, cpu[n])
		nd.Memory = slackOrNil(nd.Memory, memory[n])
	}
}

// slackOrNil returns nil when at every step at least `most` is free.
func slackOrNil(free []float64, most float64) []float64 {
	if len(free) > 0 && slices.Min(free) >= most {
		return nil
	}
	return free
}

// mostPerGPU returns, per node, the most that its pools' GPUs could draw;
// items without GPUs draw without limit and count as infinite. Services count
// wherever a replica may ever stand, whichever stays there are at present.
func (c *compiled) mostPerGPU(of func(*grid.Item) float64) []float64 {
	rate := make([]float64, len(c.in.Pools)) // per GPU of the pool
	draw := func(it *grid.Item) {
		x := of(it)
		if x > 0 && it.GPUs > 0 {
			x /= float64(it.GPUs)
		} else if x > 0 {
			x = unlimited
		}
		for _, p := range it.Pools {
			rate[p] = max(rate[p], x)
		}
	}
	for u := range c.blocks {
		for i := range c.in.Units[u].Items {
			draw(&c.in.Units[u].Items[i])
		}
	}
	for _, svc := range c.services() {
		draw(&grid.Item{GPUs: svc.GPUs, CPU: svc.CPU, Memory: svc.Memory, Pools: svc.Open()})
	}
	most := make([]float64, len(c.in.Nodes))
	for p := range c.in.Pools {
		pl := &c.in.Pools[p]
		most[pl.Node] += rate[p] * float64(max(1, slices.Max(pl.Free)))
	}
	return most
}

// unlimited is more than any node has.
const unlimited = 1e18
