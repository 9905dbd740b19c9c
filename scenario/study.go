package scenario

import (
	"context"
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// studies adds what the published comparison lacks.
func (c *comparison) studies(d *Day, r *DayReport) {
	p := d.Problem
	if c.o.Orders > 0 {
		c.draws(d.Name, "order", c.o.Orders, &r.Orders, func(k int) (*planner.Problem, bool) {
			return Reordered(p, c.o.Seed+uint64(k)), true
		})
	}
	if c.o.Reseeds > 0 {
		c.draws(d.Name, "seed", c.o.Reseeds, &r.Seeds, func(k int) (*planner.Problem, bool) {
			other, ok := d.Reseeded(k)
			return other.Problem, ok
		})
	}
	if replayable(p) {
		c.errors(d, &r.Errors)
	}
	if c.o.Variants {
		c.variants(d, r)
	}
}

// draws adds a task for each of n draws, numbered from 1, and one that sums up.
func (c *comparison) draws(day, what string, n int, out *[]Spread, draw func(k int) (*planner.Problem, bool)) {
	var all [][]Run
	for k := 1; k <= n; k++ {
		c.add(day, fmt.Sprintf("%s %d of %d", what, k, n), func(ctx context.Context) error {
			p, ok := draw(k)
			if !ok {
				return nil
			}
			runs, err := c.drawn(ctx, p)
			if err == nil {
				all = append(all, runs)
			}
			return err
		})
	}
	c.add(day, what+"s", func(context.Context) error {
		if len(all) > 0 {
			*out = spreads(all)
		}
		return nil
	})
}

// drawn runs the baselines offline, ours both ways, and FIFO online to compare with.
func (c *comparison) drawn(ctx context.Context, p *planner.Problem) ([]Run, error) {
	var runs []Run
	err := c.baselines(ctx, p, nil, false, &runs)
	if err == nil {
		err = c.ours(ctx, p, c.o.Study, &runs)
	}
	if err == nil {
		err = c.baseline(ctx, "fifo", p, nil, true, &runs)
	}
	if err == nil {
		err = c.oursOnline(ctx, Ours, p, nil, &runs)
	}
	against(runs, nil, 0)
	return runs, err
}

// spreads sums up run i of every draw.
func spreads(all [][]Run) []Spread {
	out := make([]Spread, len(all[0]))
	for i := range out {
		of := func(value func(*Run) float64) Interval {
			draws := make([]float64, len(all))
			for k := range all {
				draws[k] = value(&all[k][i])
			}
			return intervalOf(draws)
		}
		out[i] = Spread{
			Planner: all[0][i].Planner, Online: all[0][i].Online,
			Utilization: of(func(r *Run) float64 { return r.Utilization }),
			Points:      of(func(r *Run) float64 { return r.Points }),
			Output:      of(func(r *Run) float64 { return r.WeightedOutput }),
			OutputGain:  of(func(r *Run) float64 { return r.OutputGain }),
			Shortfall:   of(func(r *Run) float64 { return r.Shortfall }),
		}
	}
	return out
}

// replayable reports whether p can be replayed with wrong lengths: an overdue
// block must not break a promise that the day's plan has to keep.
func replayable(p *planner.Problem) bool {
	for b := range p.Blocks {
		if p.Blocks[b].Deadline != nil {
			return false
		}
	}
	for i := range p.Pools {
		if p.Pools[i].TailGPUs != nil || p.Pools[i].Reserved != nil {
			return false
		}
	}
	return p.Tail == planner.TailOverrun
}

// errors adds a replay for demand, lengths and both, off by each share.
func (c *comparison) errors(d *Day, out *[]ErrorReport) {
	for _, share := range c.o.Errors {
		c.misjudge(d, share, 0, out)
		if share > 0 {
			c.misjudge(d, 0, share, out)
			c.misjudge(d, share, share, out)
		}
	}
}

// misjudge adds replays with forecasts that are off by these shares, and sums them up.
func (c *comparison) misjudge(d *Day, demand, length float64, out *[]ErrorReport) {
	name := fmt.Sprintf("demand off by %.0f %%, lengths by %.0f %%", 100*demand, 100*length)
	c.add(d.Name, name, func(ctx context.Context) error {
		e := ErrorReport{Demand: demand, Length: length}
		var all [][]Run
		for k := range max(1, c.o.ErrorDraws) {
			runs, err := c.misjudged(ctx, d.Problem, demand, length, c.o.Seed+uint64(k))
			if err != nil {
				return err
			}
			all = append(all, runs)
		}
		e.Runs, e.Spread = all[0], spreads(all)
		*out = append(*out, e)
		return nil
	})
}

// misjudged replays one wrong forecast: with every baseline, ours, and ours with
// as much headroom as demand is off.
func (c *comparison) misjudged(ctx context.Context, p *planner.Problem, demand, length float64, seed uint64) ([]Run, error) {
	var runs []Run
	forecast := Misjudged(p, demand, length, seed)
	err := c.baselines(ctx, p, forecast, true, &runs)
	if err == nil {
		err = c.oursOnline(ctx, Ours, p, forecast, &runs)
	}
	if err == nil && demand > 0 {
		err = c.oursOnline(ctx, OursHeadroom, p, withHeadroom(forecast, demand), &runs)
	}
	against(runs, nil, 0)
	return runs, err
}

// variants adds the day on one pool, on nodes of 8, 4 and 2, and with two models.
func (c *comparison) variants(d *Day, r *DayReport) {
	all := d.Problem.GPUs()
	for i, size := range []int{all, 8, 4, 2} {
		if p, ok := NodesOf(d.Problem, size); ok && (i == 0 || size < all) {
			c.variant(d.Name, fmt.Sprintf("%d × %d", all/size, size), p, &r.Nodes)
		}
	}
	if p, ok := TwoModels(d.Problem, c.o.Seed); ok {
		c.variant(d.Name, "two models", p, &r.Models)
	}
}

func (c *comparison) variant(day, name string, p *planner.Problem, out *[]Variant) {
	c.add(day, name, func(ctx context.Context) error {
		v := Variant{Name: name}
		if err := c.baselines(ctx, p, nil, false, &v.Runs); err != nil {
			return err
		}
		if err := c.ours(ctx, p, c.o.Study, &v.Runs); err != nil {
			return err
		}
		q := findRun(v.Runs, Ours, false).Plan
		v.Bound = q.Bound
		against(v.Runs, q.Bound, q.Shortfall.Weighted)
		*out = append(*out, v)
		return nil
	})
}
