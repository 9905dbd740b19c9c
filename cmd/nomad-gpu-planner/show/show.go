// Package show prints plans for people: a grid of GPU × time, tables of what
// runs, what waits and what services get, and the figures.
//
//	err := show.Plan(os.Stdout, problem, plan, show.Options{Width: 100})
//
// Ids are shown in their short form (lane.Label) with control characters escaped.
package show

import (
	"bufio"
	"io"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// Options say what the reader's screen can do.
type Options struct {
	Width  int  // columns; 0 means 100
	Colour bool // escape sequences may be used
}

// Plan prints the grid, the tables and the figures of q, which should have
// passed planner.Check against p. The error is the writer's.
func Plan(w io.Writer, p *planner.Problem, q *planner.Plan, o Options) error {
	s := newScreen(w, p, q, o)
	s.title()
	s.grid()
	s.legend()
	s.runs()
	s.waits()
	s.services()
	s.figures()
	return s.out.Flush()
}

// Figures prints the figures of q alone.
func Figures(w io.Writer, p *planner.Problem, q *planner.Plan, o Options) error {
	s := newScreen(w, p, q, o)
	s.figures()
	return s.out.Flush()
}

// screen is one plan being printed.
type screen struct {
	printer
	p     *planner.Problem
	q     *planner.Plan
	lanes []lane.Lane
	signs signs
	where *places
	// column is how much time a column of the grid is, once it is printed.
	column string
}

func newScreen(w io.Writer, p *planner.Problem, q *planner.Plan, o Options) *screen {
	if o.Width <= 0 {
		o.Width = 100
	}
	o.Width = min(max(o.Width, 40), 240)
	return &screen{
		printer: printer{out: bufio.NewWriter(w), Options: o}, p: p, q: q,
		lanes: lane.Lay(p, q), signs: newSigns(p, q), where: newPlaces(p),
	}
}

// title says what is planned and from when.
func (s *screen) title() {
	s.line(s.bold("%s, %s from %s, steps of %s"),
		count(s.p.GPUs(), "GPU"), s.horizon(), s.p.Start.Format("Mon 2006-01-02 15:04 MST"), s.p.Timestep)
	s.line("")
}
