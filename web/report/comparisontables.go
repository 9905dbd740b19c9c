package report

import (
	"fmt"
	"math"
)

// Tables returns the comparison as tables, the published one beside ours first.
func (c *Comparison) Tables() []Table {
	out := []Table{c.publishedTable()}
	for _, t := range []Table{
		c.spreadTable("Random orders of arrival", func(d *Day) []Spread { return d.Orders },
			"The same blocks and the same times of arrival; who comes when is drawn. Mean over the draws with its 95 % confidence interval, against FIFO in the same order. Baselines do live what they do offline."),
		c.spreadTable("Other days of the same kind", func(d *Day) []Spread { return d.Seeds },
			"The recipe of each day with other seeds: figures of one draw may be luck."),
		c.errorTable(), c.hardwareTable(), c.traceTable(),
	} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}

// publishedTable puts the published figures beside ours.
func (c *Comparison) publishedTable() Table {
	t := Table{
		Title: "Beside the published comparison",
		Head: []string{"day", "published: FIFO", "planned", "output", "here: FIFO", "planned", "output", "of the bound",
			"online: FIFO", "planned", "output"},
		Before: []string{"Utilization under first-in-first-out and under the plan, and the gain in priority-weighted output. Published: Dharma AI, 2026; its scenario files were not, so the days are reconstructions, tuned through their workload alone until FIFO comes out alike. Of the bound: the plan's objective over a bound that no plan can pass. Online: planned again at every step, knowing no block before it arrives."},
	}
	for i := range c.Days {
		d := &c.Days[i]
		row := []string{d.Name, never, never, never}
		if p := d.Published; p != nil && p.FIFOUtilization > 0 {
			row = []string{d.Name, share(p.FIFOUtilization), share(p.PlanUtilization), gain(p.OutputGain)}
		}
		row = append(row, pair(d, false)...)
		if ours := d.find(Ours, false); ours != nil {
			row = append(row, shareOr(ours.OfBound))
		} else {
			row = append(row, never)
		}
		t.Add(append(row, pair(d, true)...)...)
	}
	if c.Offline.Days > 0 {
		t.Add("contended, mean", "52–85 %", "72–88 %", "+52 %", "", points(c.Offline.MeanPoints), gain(c.Offline.MeanOutputGain), "",
			"", points(c.Online.MeanPoints), gain(c.Online.MeanOutputGain))
	}
	return t
}

// pair is FIFO's utilization, ours, and the gain in output.
func pair(d *Day, online bool) []string {
	fifo, ours := d.find(FIFO, online), d.find(Ours, online)
	if fifo == nil || ours == nil {
		return []string{never, never, never}
	}
	return []string{share(fifo.Utilization), share(ours.Utilization), gain(ours.OutputGain)}
}

// dayTable is one day under every planner.
func (d *Day) dayTable() Table {
	t := Table{
		Title: "All planners",
		Head:  []string{"planner", "utilization", "weighted output", "against FIFO", "services short", "placed", "of the bound", "gap", "time"},
	}
	for i := range d.Runs {
		r := &d.Runs[i]
		name := r.Planner
		if r.Online {
			name += ", online"
		}
		t.Add(name, share(r.Utilization), whole(r.WeightedOutput), gain(r.OutputGain), whole(r.Shortfall),
			fmt.Sprintf("%d of %d", r.Placed, d.Blocks), shareOr(r.OfBound), small(r.Gap), seconds(r.Seconds))
	}
	return t
}

func (c *Comparison) spreadTable(title string, of func(*Day) []Spread, about string) Table {
	t := Table{
		Title: title, Head: []string{"day", "draws", "planned: utilization", "output against FIFO", "online: utilization", "output against FIFO"},
		Before: []string{about},
	}
	for i := range c.Days {
		list := of(&c.Days[i])
		off, on := spreadOf(list, Ours, false), spreadOf(list, Ours, true)
		if off == nil || on == nil {
			continue
		}
		t.Add(c.Days[i].Name, fmt.Sprint(off.OutputGain.N), share(off.Utilization.Mean), off.OutputGain.text(), share(on.Utilization.Mean), on.OutputGain.text())
	}
	return t
}

func spreadOf(list []Spread, name string, online bool) *Spread {
	for i := range list {
		if list[i].Planner == name && list[i].Online == online {
			return &list[i]
		}
	}
	return nil
}

// errorTable is what a wrong forecast costs over the contended days, everything online.
func (c *Comparison) errorTable() Table {
	t := Table{
		Title:  "What a wrong forecast costs",
		Head:   []string{"demand off by", "lengths off by", "planned: utilization", "output against a right forecast", "output against FIFO", "least of any day", "services short", "under FIFO"},
		Before: []string{"Means over the contended days, everything online. Demand is wrong up or down for two hours at a time, lengths by block; what truly happens is the day as it was. Services short: GPU-steps of demand without a replica, summed. FIFO keeps the forecast's peak in reserve all day and so feels only errors at the peak."},
	}
	for k := range c.mostErrors() {
		if e := c.misjudgement(k); e.days > 0 {
			n := float64(e.days)
			t.Add(share(e.demand), share(e.length), share(e.utilization/n), gain(e.loss/n), gain(e.gain/n), gain(e.least), whole(e.short), whole(e.fifoShort))
		}
	}
	return t
}

// mostErrors is the number of wrong forecasts that any day was replayed with.
func (c *Comparison) mostErrors() int {
	n := 0
	for i := range c.Days {
		n = max(n, len(c.Days[i].Errors))
	}
	return n
}

// misjudgement sums one wrong forecast up over the contended days.
type misjudgement struct {
	demand, length          float64
	days                    int
	utilization, loss, gain float64
	least                   float64
	short, fifoShort        float64
}

func (c *Comparison) misjudgement(k int) misjudgement {
	sum := misjudgement{least: math.Inf(1)}
	for i := range c.Days {
		d := &c.Days[i]
		if !d.Contended || k >= len(d.Errors) {
			continue
		}
		right, ours, fifo := d.right(), find(d.Errors[k].Runs, Ours, true), find(d.Errors[k].Runs, FIFO, true)
		if right == nil || ours == nil || fifo == nil || right.WeightedOutput <= 0 {
			continue
		}
		sum.demand, sum.length = d.Errors[k].Demand, d.Errors[k].Length
		sum.days++
		sum.utilization += ours.Utilization
		sum.loss += ours.WeightedOutput/right.WeightedOutput - 1
		sum.gain += ours.OutputGain
		sum.least = min(sum.least, ours.OutputGain)
		sum.short += ours.Shortfall
		sum.fifoShort += fifo.Shortfall
	}
	return sum
}

// right is our online run with a forecast that is right.
func (d *Day) right() *Run {
	for k := range d.Errors {
		if d.Errors[k].Demand == 0 && d.Errors[k].Length == 0 {
			return find(d.Errors[k].Runs, Ours, true)
		}
	}
	return nil
}

// errorTable is what a wrong forecast costs on one day.
func (d *Day) errorTable() Table {
	t := Table{
		Title: "With a wrong forecast, online",
		Head:  []string{"demand off by", "lengths off by", "planned: utilization", "output against FIFO", "services short", "under FIFO"},
	}
	for k := range d.Errors {
		e := &d.Errors[k]
		if ours, fifo := find(e.Runs, Ours, true), find(e.Runs, FIFO, true); ours != nil && fifo != nil {
			t.Add(share(e.Demand), share(e.Length), share(ours.Utilization), gain(ours.OutputGain), whole(ours.Shortfall), whole(fifo.Shortfall))
		}
	}
	return t
}

// hardwareTable is the days on other nodes and models.
func (c *Comparison) hardwareTable() Table {
	t := Table{
		Title:  "Node boundaries and GPU models",
		Head:   []string{"day", "nodes × GPUs", "FIFO", "planned", "output against FIFO", "of the bound"},
		Before: []string{"The same GPUs on nodes of other sizes, and with two models of which half of the blocks accept one only. An alloc cannot span nodes; one that is wider than a node becomes several."},
	}
	for i := range c.Days {
		d := &c.Days[i]
		for _, v := range append(append([]Variant(nil), d.Nodes...), d.Models...) {
			if ours, fifo := find(v.Runs, Ours, false), find(v.Runs, FIFO, false); ours != nil && fifo != nil {
				t.Add(d.Name, v.Name, share(fifo.Utilization), share(ours.Utilization), gain(ours.OutputGain), shareOr(ours.OfBound))
			}
		}
	}
	return t
}

// traceTable is days cut from public traces.
func (c *Comparison) traceTable() Table {
	t := Table{
		Title:  "Days from traces",
		Head:   []string{"day", "GPUs", "blocks", "FIFO", "planned", "output", "of the bound", "online: FIFO", "planned", "output"},
		Before: []string{"Jobs and demand as recorded. Traces state no weights: each job has 1, 2, 4 or 8, drawn (import -weights random:1), and services have 10."},
	}
	for i := range c.Traces {
		d := &c.Traces[i]
		row := append([]string{d.Name, whole(float64(d.GPUs)), whole(float64(d.Blocks))}, pair(d, false)...)
		of := never
		if ours := d.find(Ours, false); ours != nil {
			of = shareOr(ours.OfBound)
		}
		t.Add(append(append(row, of), pair(d, true)...)...)
	}
	return t
}
