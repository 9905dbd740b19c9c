package report

import (
	"fmt"
	"strings"
)

// Cut-offs of what is called nothing.
const (
	noPoints = 0.01 // of utilization
	noGain   = 0.02 // of weighted output
)

// short says what the comparison comes to.
func (c *Comparison) short() []string {
	if c.Offline.Days == 0 {
		return nil
	}
	fifo, ours := c.band(FIFO), c.band(Ours)
	out := []string{
		fmt.Sprintf("On %s that want more than there is, a plan that knows the day uses %s of the GPU time where first-in-first-out uses %s, and the priority-weighted output is %s on average (published for the original: +52 %%).",
			times(c.Offline.Days, "day"), ours, fifo, gain(c.Offline.MeanOutputGain)),
		fmt.Sprintf("Online, where the plan is made again at every step and no block is known before it arrives, that is %s on average. This is what production sees.",
			gain(c.Online.MeanOutputGain)),
		c.losses(),
	}
	if text := c.beyondBaselines(); text != "" {
		out = append(out, text)
	}
	return out
}

// band is the span of a planner's utilization over the contended days, offline.
func (c *Comparison) band(name string) string {
	low, high := 2.0, -1.0
	for i := range c.Days {
		if r := c.Days[i].find(name, false); r != nil && c.Days[i].Contended {
			low, high = min(low, r.Utilization), max(high, r.Utilization)
		}
	}
	return fmt.Sprintf("%.0f to %.0f %%", 100*low, 100*high)
}

// losses names the contended days on which FIFO is better at something.
func (c *Comparison) losses() string {
	var lost []string
	for i := range c.Days {
		d := &c.Days[i]
		for _, online := range []bool{false, true} {
			r := d.find(Ours, online)
			if r == nil || !d.Contended || r.Points >= 0 && r.OutputGain >= 0 {
				continue
			}
			lost = append(lost, fmt.Sprintf("%s%s (%s, output %s)", d.Name, onlineWord(online), points(r.Points), gain(r.OutputGain)))
		}
	}
	if len(lost) == 0 {
		return "No contended day loses to first-in-first-out on utilization or on output, offline or online."
	}
	return "Against first-in-first-out it loses something on " + list(lost) + "."
}

func onlineWord(online bool) string {
	if online {
		return ", online"
	}
	return ""
}

// beyondBaselines compares with the best scheduler that solves nothing, which
// is a harder opponent than FIFO.
func (c *Comparison) beyondBaselines() string {
	sum, n := [2]float64{}, [2]int{}
	for i := range c.Days {
		for k, online := range []bool{false, true} {
			best, ours := c.Days[i].best(online), c.Days[i].find(Ours, online)
			if !c.Days[i].Contended || best == nil || ours == nil || best.WeightedOutput <= 0 {
				continue
			}
			sum[k] += ours.WeightedOutput/best.WeightedOutput - 1
			n[k]++
		}
	}
	if n[0] == 0 || n[1] == 0 {
		return ""
	}
	return fmt.Sprintf("FIFO is an easy opponent. Against the best of all schedulers that solve nothing, chosen day by day with hindsight, the plan is worth %s of output, and online %s.",
		gain(sum[0]/float64(n[0])), gain(sum[1]/float64(n[1])))
}

// limits says where the tool is worth nothing, or less.
func (c *Comparison) limits() []string {
	var out []string
	for _, days := range [][]Day{c.Days, c.Traces} {
		for i := range days {
			out = append(out, days[i].limits()...)
		}
	}
	if len(out) == 0 {
		out = append(out, "None of these days shows it; a cluster with room for all of its work would.")
	}
	return out
}

func (d *Day) limits() []string {
	out := d.tie()
	if len(out) == 0 {
		out = d.beaten(false)
	}
	return append(append(out, d.beaten(true)...), d.misled()...)
}

// tie is a day on which even FIFO leaves little to win.
func (d *Day) tie() []string {
	r, fifo := d.find(Ours, false), d.find(FIFO, false)
	if r == nil || fifo == nil || r.Points >= noPoints {
		return nil
	}
	text := fmt.Sprintf("%s: utilization is %s under FIFO and %s under the plan, output %s.", d.Name, share(fifo.Utilization), share(r.Utilization), gain(r.OutputGain))
	if fifo.Placed == d.Blocks {
		text += " FIFO runs every block too, so that order cannot matter for utilization, only for who waits."
	}
	if fifo.OfBound != nil {
		text += fmt.Sprintf(" FIFO reaches %s of the most that is possible.", share(*fifo.OfBound))
	}
	if p := d.Published; p != nil && p.OutputGain > r.OutputGain+noGain && fifo.OfBound != nil && *fifo.OfBound > 0.999 {
		text += fmt.Sprintf(" The published %s can only come from a value that falls while work waits; output as counted here does not.", gain(p.OutputGain))
	}
	return []string{text}
}

// beaten is a day on which a scheduler that solves nothing is as good.
func (d *Day) beaten(online bool) []string {
	r, best := d.find(Ours, online), d.best(online)
	if r == nil || best == nil || best.WeightedOutput <= 0 {
		return nil
	}
	switch more := r.WeightedOutput/best.WeightedOutput - 1; {
	case more < -0.0005:
		return []string{fmt.Sprintf("%s%s: %s, which solves nothing, puts out more: the plan is %s.", d.Name, onlineWord(online), best.Planner, gain(more))}
	case more < 0.0005:
		return []string{fmt.Sprintf("%s%s: the plan puts out as much as %s, which solves nothing, and no more.", d.Name, onlineWord(online), best.Planner)}
	case more < noGain:
		return []string{fmt.Sprintf("%s%s: the plan puts out only %s against %s, which solves nothing.", d.Name, onlineWord(online), gain(more), best.Planner)}
	}
	return nil
}

// misled is a day on which a wrong forecast makes services pay.
func (d *Day) misled() []string {
	var worse []string
	most := 0.0
	for i := range d.Errors {
		e := &d.Errors[i]
		r, fifo := find(e.Runs, Ours, true), find(e.Runs, FIFO, true)
		if r == nil || fifo == nil || r.Shortfall <= fifo.Shortfall {
			continue
		}
		worse = append(worse, fmt.Sprintf("%.0f %%/%.0f %%", 100*e.Demand, 100*e.Length))
		most = max(most, r.Shortfall-fifo.Shortfall)
	}
	if len(worse) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: with a forecast that is off (demand/lengths: %s) services miss up to %s GPU-steps more than with FIFO's reserve. The headroom that a service declares is meant for that.",
		d.Name, strings.Join(worse, ", "), whole(most))}
}

// card is a figure with what it means.
type card struct{ Figure, Caption, Detail string }

func (c *Comparison) cards() []card {
	if c.Offline.Days == 0 {
		return nil
	}
	return []card{
		{gain(c.Offline.MeanOutputGain), "priority-weighted output", "contended days, known in advance; published: +52 %"},
		{points(c.Offline.MeanPoints), "utilization", "contended days, known in advance"},
		{gain(c.Online.MeanOutputGain), "output online", "nothing known before it arrives"},
		{gain(c.Offline.LeastOutputGain), "output on the worst day", "contended, known in advance"},
	}
}

// Texts returns the comparison for a terminal or a text: what it comes to, then
// the tables, then where planning is worth nothing.
func (c *Comparison) Texts() []Table {
	var out []Table
	if c.Offline.Days > 0 {
		out = append(out, Table{Title: "In short", Before: c.short()})
	}
	out = append(out, c.Tables()...)
	return append(out, Table{Title: "Where it is worth nothing", Before: c.limits()})
}
