package web

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// head writes the title and the plan's figures.
func (g *gridPicture) head() {
	const top, gap = 46.0, 10.0
	g.text("title", 16, 30, g.title())
	figures := g.figures()
	w := (pictureWidth - 16 - right - gap*float64(len(figures)-1)) / float64(len(figures))
	for i, f := range figures {
		x := 16 + float64(i)*(w+gap)
		g.printf(`<rect class="tile" x="%s" y="%s" width="%s" height="44" rx="5"/>`+"\n", num(x), num(top), num(w))
		g.text("caption", x+10, top+16, f.caption)
		g.text(strings.TrimSpace("figure "+f.class), x+10, top+36, f.text)
	}
}

// figure is one number of a plan with what it means.
type figure struct{ caption, text, class string }

func (g *gridPicture) figures() []figure {
	placed := 0
	for i := range g.q.Blocks {
		if g.q.Blocks[i].Start != nil {
			placed++
		}
	}
	short := figure{"service shortfall", decimal(g.q.Metrics.ServiceShortfall) + " GPU-steps", ""}
	if g.q.Metrics.ServiceShortfall > 0 {
		short.class = "warn"
	} else {
		short.text = "none"
	}
	return []figure{
		{"utilization", strconv.FormatFloat(100*g.q.Metrics.Utilization, 'f', 1, 64) + " %", ""},
		{"weighted output", decimal(g.q.Metrics.WeightedOutput), ""},
		short,
		{"blocks placed", fmt.Sprintf("%d of %d", placed, len(g.q.Blocks)), ""},
		{"optimality", optimality(g.q), ""},
	}
}

// optimality says how good a plan is known to be.
func optimality(q *planner.Plan) string {
	switch {
	case q.Proven:
		return "proven optimal"
	case q.Gap != nil:
		return "gap " + strconv.FormatFloat(100**q.Gap, 'f', 2, 64) + " %"
	}
	return "no bound"
}

// legend writes what the colours mean, for what is in the picture.
func (g *gridPicture) legend() {
	const y = 106.0
	x := 16.0
	entry := func(class, name string) {
		g.printf(`<rect class="%s" x="%s" y="%s" width="16" height="12" rx="2"/>`+"\n", class, num(x), num(y))
		g.text("legend", x+22, y+10.5, name)
		x += 22 + width(name, 12) + 24
	}
	seen := map[string]bool{}
	for _, b := range g.boxes {
		seen[g.classOf(b)] = true
	}
	for _, l := range []look{trainingLook, batchLook, quantLook, serviceLook} {
		if seen[l.class+"0"] || seen[l.class+"1"] {
			entry(l.class+"0", l.name)
		}
	}
	if seen["reserved"] {
		entry("reserved", "reserved for other work")
	}
	entry("band", "idle")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// decimal writes a figure with its thousands apart and two decimals at most.
func decimal(x float64) string {
	text := num(x)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

// span returns the length of the horizon, "24h" rather than "24h0m0s".
func span(p *planner.Problem) string {
	return planner.Duration(time.Duration(p.Steps) * time.Duration(p.Timestep)).String()
}
