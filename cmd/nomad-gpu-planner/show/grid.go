package show

import (
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

const (
	mostRows  = 64 // of the grid
	airyRows  = 24 // up to which pools have a blank line between them
	nameRoom  = 16
	modelRoom = 10
)

// grid prints a row for each GPU, or, when they are many, one for each pool.
func (s *screen) grid() {
	if len(s.lanes) == 0 {
		s.line("(no GPUs)")
		return
	}
	if len(s.lanes) > mostRows {
		s.occupancy()
		if left := s.p.GPUs() - len(s.lanes); left > 0 {
			s.line("the last %s are not shown", count(left, "GPU"))
		}
		return
	}
	names := s.gutter()
	r := newRuler(s.p.Steps, max(10, s.Width-columns(names[0])-2))
	s.head(r, columns(names[0]))
	first := firstRows(s.lanes)
	for i := range s.lanes {
		if i > 0 && s.lanes[i].Pool != s.lanes[i-1].Pool && len(s.lanes) <= airyRows {
			s.line("")
		}
		s.line("%s  %s", names[i], s.row(&s.lanes[i], r, first[i]))
	}
	s.line("")
}

// head prints the time axis over a gutter of some columns.
func (s *screen) head(r ruler, gutter int) {
	dates, hours := r.head(s.p)
	s.column = r.widthOf(s.p.Timestep)
	indent := strings.Repeat(" ", gutter+2)
	s.line("%s%s", indent, s.bold(dates))
	s.line("%s%s", indent, s.dim(hours))
}

// gutter returns what stands before each row, all equally wide: node and model
// on a pool's first row, and the GPU's label.
func (s *screen) gutter() []string {
	names, models, labels := 0, 0, 0
	for i := range s.p.Pools {
		names = max(names, min(nameRoom, columns(s.where.node(i))))
		models = max(models, min(modelRoom, columns(s.modelOf(i))))
		labels = max(labels, len(strconv.Itoa(s.p.Pools[i].GPUs-1)))
	}
	out := make([]string, len(s.lanes))
	for i, l := range s.lanes {
		node, device := "", ""
		if i == 0 || s.lanes[i-1].Pool != l.Pool {
			node, device = elide(s.where.node(l.Pool), nameRoom), clip(s.modelOf(l.Pool), modelRoom)
		}
		out[i] = pad(node, names) + " " + pad(device, models) + " " + padLeft(strconv.Itoa(l.GPU), labels)
	}
	return out
}

func (s *screen) modelOf(pool int) string { return lane.Model(s.p.Pools[pool].Device) }

// firstRows returns, for each lane, the runs that no lane above it in the pool
// has: a name is written there and not again.
func firstRows(lanes []lane.Lane) []map[lane.Run]bool {
	out := make([]map[lane.Run]bool, len(lanes))
	for i := range out {
		out[i] = map[lane.Run]bool{}
	}
	for _, b := range lane.Boxes(lanes) {
		out[b.First][b.Run] = true
	}
	return out
}

// row returns the cells of one GPU.
func (s *screen) row(l *lane.Lane, r ruler, first map[lane.Run]bool) string {
	var out strings.Builder
	for cell := 0; cell < r.cells; {
		run, taken := occupant(l.Runs, r, cell)
		end := cell + 1
		for end < r.cells {
			next, also := occupant(l.Runs, r, end)
			if also != taken || next != run {
				break
			}
			end++
		}
		if taken {
			out.WriteString(s.cells(run, end-cell, first[run]))
		} else {
			out.WriteString(s.dim(strings.Repeat(string(idleSign), end-cell)))
		}
		cell = end
	}
	return out.String()
}

// occupant returns the run that holds most of a cell's steps.
func occupant(runs []lane.Run, r ruler, cell int) (run lane.Run, taken bool) {
	from, to := r.span(cell)
	most := 0
	for _, x := range runs {
		if n := min(to, x.To) - max(from, x.From); n > most {
			most, run, taken = n, x, true
		}
	}
	return run, taken
}

// cells returns n cells of a run: its letter all along, or with colours the
// letter once and its name where it begins.
func (s *screen) cells(r lane.Run, n int, named bool) string {
	sign := string(s.signOf(r))
	if r.Kind == lane.Reserved || !s.Colour {
		return s.paint(s.hueOf(r).ink, strings.Repeat(sign, n))
	}
	text := sign
	if label := s.labelOf(r); named && n >= 6 {
		text += " " + clip(label, n-3)
	}
	return s.paint(s.hueOf(r).shades[r.Index%2], pad(text, n))
}

func (s *screen) labelOf(r lane.Run) string {
	if r.Kind == lane.Service {
		return lane.Label(s.p.Services[r.Index].ID)
	}
	return lane.Label(s.p.Blocks[r.Index].ID)
}

// legend says what the colours or letters mean, for what is in the grid.
func (s *screen) legend() {
	seen := map[string]bool{}
	for i := range s.lanes {
		for _, r := range s.lanes[i].Runs {
			seen[s.hueOf(r).name] = true
		}
	}
	var parts []part
	for _, h := range []hue{trainingHue, batchHue, quantHue, serviceHue} {
		if seen[h.name] && s.Colour {
			parts = append(parts, part{"   " + h.name, func(string) string { return s.paint(h.shades[0], "  ") + " " + h.name }})
		}
	}
	if !s.Colour && len(s.lanes) <= mostRows {
		parts = append(parts, plain("letters: blocks"), plain("digits: services"))
	}
	if seen[reservedHue.name] {
		sign := string(reservedSign)
		parts = append(parts, part{sign + " reserved", func(string) string { return s.paint(reservedHue.ink, sign) + " reserved" }})
	}
	sign := string(idleSign)
	parts = append(parts, part{sign + " idle", func(string) string { return s.dim(sign) + " idle" }})
	if s.column != "" {
		parts = append(parts, plain("a column is "+s.column))
	}
	s.parts("   ", parts...)
	s.line("")
}

// plain is a piece without colours.
func plain(text string) part { return part{text, func(text string) string { return text }} }
