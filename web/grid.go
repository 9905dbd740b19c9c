package web

import (
	"bufio"
	"io"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// Grid writes q as an SVG picture of GPU × time: a row for each GPU, grouped by
// pool and node, blocks coloured by workload, services in a hue of their own,
// reserved GPUs hatched, idle ones blank, and the plan's figures above. q should
// have passed planner.Check against p. The picture's size is bounded: rows grow
// thin as GPUs grow many. The error is the writer's.
func Grid(w io.Writer, p *planner.Problem, q *planner.Plan) error {
	out := bufio.NewWriter(w)
	lanes := lane.Lay(p, q)
	boxes := lane.Boxes(lanes)
	g := &gridPicture{svg: svg{out}, p: p, q: q, lanes: lanes, boxes: boxes, frame: newFrame(p, len(lanes))}
	g.open()
	g.head()
	g.legend()
	g.floor()
	g.rules()
	g.axis()
	g.shapes()
	g.labels()
	g.poolNames()
	g.numbers()
	g.close()
	return out.Flush()
}

// gridPicture is one picture being written; its methods write it from back to front.
type gridPicture struct {
	svg
	p     *planner.Problem
	q     *planner.Plan
	lanes []lane.Lane
	boxes []lane.Box
	frame
}

func (g *gridPicture) open() {
	g.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-labelledby="title">`+"\n",
		num(pictureWidth), num(g.height()), num(pictureWidth), num(g.height()))
	g.printf(`<title id="title">%s</title>`+"\n", escape(g.title()))
	g.raw(style)
	g.raw(hatch)
	g.rect("paper", 0, 0, pictureWidth, g.height())
}

func (g *gridPicture) close() { g.raw("</svg>\n") }

// title says what is planned and when.
func (g *gridPicture) title() string {
	return "GPU plan · " + count(g.p.GPUs(), "GPU") + " · " + span(g.p) + " from " + g.p.Start.Format("Mon 2006-01-02 15:04 MST")
}

// thin is the height below which a pool gets no band and no rule of its own.
const thin = 6.0

// floor draws the blank grid with a band for every other pool.
func (g *gridPicture) floor() {
	g.rect("floor", left, g.top, plotWidth, g.plotHeight())
	for first := 0; first < len(g.lanes); {
		end := g.poolEnd(first)
		tall := g.y(end) - g.y(first)
		if g.lanes[first].Pool%2 == 1 && tall >= thin {
			g.rect("band", left, g.y(first), plotWidth, tall)
		}
		first = end
	}
}

// poolEnd returns the first lane after the pool that lane first belongs to.
func (g *gridPicture) poolEnd(first int) int {
	end := first
	for end < len(g.lanes) && g.lanes[end].Pool == g.lanes[first].Pool {
		end++
	}
	return end
}
