package web

import (
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// axis writes clock marks above the plot, dates where a day begins, and lines through it.
func (g *gridPicture) axis() {
	horizon := time.Duration(g.p.Steps) * time.Duration(g.p.Timestep)
	day := ""
	for _, t := range lane.Marks(g.p.Start, horizon, 24) {
		x := left + plotWidth*float64(t.Sub(g.p.Start))/float64(max(1, horizon))
		line, today := "line", t.Format("Mon 2 Jan")
		if today != day {
			if day != "" {
				line = "dayline"
			}
			if x < left+plotWidth-50 {
				g.text("day", x-2, g.top-24, today)
			}
			day = today
		}
		g.printf(`<path class="%s" d="M%s %sV%s"/>`+"\n", line, num(x), num(g.top-4), num(g.top+g.plotHeight()))
		g.text("tick mid", x, g.top-9, t.Format("15:04"))
	}
}
