package web

import (
	"fmt"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// lookOf returns how a box is drawn.
func (g *gridPicture) lookOf(b lane.Box) look {
	if b.Kind == lane.Service {
		return serviceLook
	}
	switch g.p.Blocks[b.Index].Workload {
	case planner.BatchInference:
		return batchLook
	case planner.Quantization:
		return quantLook
	}
	return trainingLook
}

// classOf returns the class of a box; neighbours in file order differ in shade.
func (g *gridPicture) classOf(b lane.Box) string {
	if b.Kind == lane.Reserved {
		return "reserved"
	}
	return g.lookOf(b).class + string(rune('0'+b.Index%2))
}

// classOrder is the order in which shapes are written.
var classOrder = []string{
	"reserved", "service0", "service1", "training0", "training1", "batch0", "batch1", "quant0", "quant1",
}

// maxTitled is the most boxes that get a tooltip each; more are drawn as one
// path for each class, which keeps the file small.
const maxTitled = 3000

func (g *gridPicture) shapes() {
	byClass := map[string][]lane.Box{}
	for _, b := range g.boxes {
		class := g.classOf(b)
		byClass[class] = append(byClass[class], b)
	}
	for _, class := range classOrder {
		switch list := byClass[class]; {
		case len(list) == 0:
		case class == "reserved" || len(g.boxes) > maxTitled:
			g.onePath(class, list)
		default:
			g.titled(class, list)
		}
	}
}

// place returns the rectangle of a box, with a blank between neighbours; thin
// rows have little to give for it.
func (g *gridPicture) place(b lane.Box) (x, y, w, h float64) {
	x, y = g.x(b.From), g.y(b.First)
	w, h = g.x(b.To)-x, g.y(b.First+b.GPUs)-y
	across, down := min(1, w/6), min(1, g.row/8)
	return x + across/2, y + down/2, w - across, h - down
}

func (g *gridPicture) onePath(class string, list []lane.Box) {
	var d strings.Builder
	for _, b := range list {
		x, y, w, h := g.place(b)
		fmt.Fprintf(&d, "M%s %sh%sv%sh-%sz", num(x), num(y), num(w), num(h), num(w))
	}
	g.printf(`<path class="%s" d="%s"/>`+"\n", class, d.String())
}

func (g *gridPicture) titled(class string, list []lane.Box) {
	g.printf(`<g class="%s">`+"\n", class)
	for _, b := range list {
		x, y, w, h := g.place(b)
		g.printf(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s"><title>%s</title></rect>`+"\n",
			num(x), num(y), num(w), num(h), num(min(2.5, g.row/6)), escape(g.tooltip(b)))
	}
	g.raw("</g>\n")
}

// tooltip says all there is to say of a box.
func (g *gridPicture) tooltip(b lane.Box) string {
	until := g.p.Time(b.To).Format("Mon 15:04")
	if b.Overruns {
		until = "after " + until
	}
	when := fmt.Sprintf("%s – %s · %s on %s", g.p.Time(b.From).Format("Mon 15:04"), until, count(b.GPUs, "GPU"), lane.Printable(g.p.Pools[b.Pool].ID))
	if b.Kind == lane.Service {
		return lane.Printable(g.p.Services[b.Index].ID) + "\n" + when
	}
	block := &g.p.Blocks[b.Index]
	return fmt.Sprintf("%s\n%s\n%s · weight %g", lane.Printable(block.ID), when, g.lookOf(b).name, block.Weight)
}

// labels writes the id of every box that has room for one.
func (g *gridPicture) labels() {
	const size, pad = 12.0, 6.0
	for _, b := range g.boxes {
		if b.Kind == lane.Reserved {
			continue
		}
		x, y, w, h := g.place(b)
		text := fit(lane.Label(g.idOf(b)), size, w-2*pad)
		if text == "" || h < size+1 {
			continue
		}
		ink := g.lookOf(b).ink
		// A nested viewport clips whatever the estimated width got wrong.
		g.printf(`<svg x="%s" y="%s" width="%s" height="%s">`, num(x), num(y), num(w), num(h))
		detail := g.detail(b, w-2*pad)
		if h >= 34 && detail != "" {
			g.printf(`<text class="name %s" x="%s" y="%s">%s</text>`, ink, num(pad), num(h/2-2), escape(text))
			g.printf(`<text class="name %s" font-size="11" opacity="0.85" x="%s" y="%s">%s</text></svg>`+"\n", ink, num(pad), num(h/2+13), escape(detail))
			continue
		}
		g.printf(`<text class="name %s" x="%s" y="%s">%s</text></svg>`+"\n", ink, num(pad), num(h/2+4.3), escape(text))
	}
}

func (g *gridPicture) idOf(b lane.Box) string {
	if b.Kind == lane.Service {
		return g.p.Services[b.Index].ID
	}
	return g.p.Blocks[b.Index].ID
}

// detail is the second line of a large box, as much of it as fits whole.
func (g *gridPicture) detail(b lane.Box, room float64) string {
	from, until := g.p.Time(b.From).Format("15:04"), g.p.Time(b.To).Format("15:04")
	if b.Overruns {
		until += " →"
	}
	gpus := count(b.GPUs, "GPU")
	for _, text := range []string{gpus + " · " + from + "–" + until, from + "–" + until, gpus} {
		if width(text, 11) <= room {
			return text
		}
	}
	return ""
}
