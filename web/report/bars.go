package report

import (
	"fmt"
	"math"
)

// chart is bars beside each other, drawn with nothing but boxes so that text
// keeps its size on any screen.
type chart struct {
	Title  string
	Note   string
	Legend []barLook
	Groups []barGroup
}

type barLook struct{ Class, Name string }

type barGroup struct {
	Name string
	Bars []bar
}

// bar is places in percent of the room: the bar itself, its interval and a mark.
type bar struct {
	Class, Text string
	From, Wide  float64
	Whisker     bool
	Low, Span   float64
	Marked      bool
	Mark        float64
}

// utilization shows FIFO, plan and online, with the published figures as marks.
func (c *Comparison) utilization() chart {
	out := chart{Title: "Utilization", Legend: []barLook{{"fifo", "FIFO"}, {"plan", "planned, day known"}, {"live", "planned online"}, {"mark", "published"}}}
	for i := range c.Days {
		d := &c.Days[i]
		g := barGroup{Name: d.Name}
		for _, b := range []struct {
			class, name string
			online      bool
		}{{"fifo", FIFO, false}, {"plan", Ours, false}, {"live", Ours, true}} {
			r := d.find(b.name, b.online)
			if r == nil {
				continue
			}
			one := bar{Class: b.class, Text: share(r.Utilization), Wide: 100 * r.Utilization}
			if p := d.Published; p != nil && !b.online && p.FIFOUtilization > 0 {
				one.Marked, one.Mark = true, 100*p.PlanUtilization
				if b.name == FIFO {
					one.Mark = 100 * p.FIFOUtilization
				}
			}
			g.Bars = append(g.Bars, one)
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// gains shows output against FIFO: over random orders with intervals where
// there are any, else of the day as it is.
func (c *Comparison) gains() chart {
	out := chart{Title: "Priority-weighted output against FIFO", Legend: []barLook{{"base", "best that solves nothing"}, {"plan", "planned, day known"}, {"live", "planned online"}, {"mark", "published"}}}
	if n := c.draws(); n > 0 {
		out.Note = fmt.Sprintf("Means over %d random orders of arrival with 95 %% intervals.", n)
	}
	var all []gained
	for i := range c.Days {
		all = append(all, c.Days[i].gained()...)
	}
	low, high := 0.0, 0.01
	for _, g := range all {
		low, high = min(low, g.low, g.mean), max(high, g.high, g.mean, g.published)
	}
	at := func(x float64) float64 { return 100 * (x - low) / (high - low) }
	for i := range c.Days {
		group := barGroup{Name: c.Days[i].Name}
		for _, g := range c.Days[i].gained() {
			b := bar{Class: g.class, Text: gain(g.mean), From: at(min(0, g.mean)), Wide: math.Abs(at(g.mean) - at(0))}
			if g.high > g.low {
				b.Whisker, b.Low, b.Span = true, at(g.low), at(g.high)-at(g.low)
				b.Text = g.text
			}
			if g.published != 0 {
				b.Marked, b.Mark = true, at(g.published)
			}
			group.Bars = append(group.Bars, b)
		}
		out.Groups = append(out.Groups, group)
	}
	return out
}

// wrong shows what is left of the gain when forecasts are wrong; false when
// none were tried.
func (c *Comparison) wrong() (chart, bool) {
	out := chart{
		Title: "Output against FIFO when the forecast is wrong", Legend: []barLook{{"live", "planned online"}},
		Note: "Means over the contended days; demand and lengths off by the same share. In GPU-steps: what services miss.",
	}
	var list []misjudgement
	high := 0.01
	for k := range c.mostErrors() {
		if e := c.misjudgement(k); e.days > 0 && e.demand == e.length {
			list = append(list, e)
			high = max(high, e.gain/float64(e.days))
		}
	}
	for _, e := range list {
		mean := e.gain / float64(e.days)
		out.Groups = append(out.Groups, barGroup{
			Name: "off by " + share(e.demand),
			Bars: []bar{{Class: "live", Wide: 100 * max(0, mean) / high, Text: gain(mean) + ", " + whole(e.short) + " short"}},
		})
	}
	return out, len(list) > 1
}

// draws is the number of orders that were drawn, 0 for none.
func (c *Comparison) draws() int {
	for i := range c.Days {
		if s := spreadOf(c.Days[i].Orders, Ours, false); s != nil {
			return s.OutputGain.N
		}
	}
	return 0
}

// gained is one planner's gain on a day; low and high are 0 without draws.
type gained struct {
	class           string
	mean, low, high float64
	published       float64
	text            string
}

func (d *Day) gained() []gained {
	var out []gained
	if best := d.best(false); best != nil {
		out = append(out, d.spreadOr("base", best))
	}
	if r := d.find(Ours, false); r != nil {
		g := d.spreadOr("plan", r)
		if d.Published != nil {
			g.published = d.Published.OutputGain
		}
		out = append(out, g)
	}
	if r := d.find(Ours, true); r != nil {
		out = append(out, d.spreadOr("live", r))
	}
	return out
}

func (d *Day) spreadOr(class string, r *Run) gained {
	if s := spreadOf(d.Orders, r.Planner, r.Online); s != nil {
		i := s.OutputGain
		return gained{class: class, mean: i.Mean, low: i.Low, high: i.High, text: i.around()}
	}
	return gained{class: class, mean: r.OutputGain}
}
