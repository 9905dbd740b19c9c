package web

import (
	"time"
)

// tickSteps are the distances between clock marks, shortest first.
var tickSteps = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 3 * time.Hour,
	6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 48 * time.Hour, 7 * 24 * time.Hour, 28 * 24 * time.Hour,
}

// tickEvery returns the distance between marks over the horizon: at most max of them, whole hours where it can.
func tickEvery(horizon time.Duration, most int) time.Duration {
	for _, d := range tickSteps {
		if horizon/d <= time.Duration(most) {
			return d
		}
	}
	return max(1, horizon/time.Duration(most))
}

// axis writes clock marks above the plot, dates where a day begins, and lines through it.
func (g *gridPicture) axis() {
	horizon := time.Duration(g.p.Steps) * time.Duration(g.p.Timestep)
	every := tickEvery(horizon, 24)
	start, end := g.p.Start, g.p.Start.Add(horizon)
	first := start.Truncate(every)
	if first.Before(start) {
		first = first.Add(every)
	}
	day := ""
	for t := first; !t.After(end); t = t.Add(every) {
		x := left + plotWidth*float64(t.Sub(start))/float64(max(1, horizon))
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
