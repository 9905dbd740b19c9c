package show

import (
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// ruler maps steps to cells: several cells a step, or several steps a cell.
type ruler struct {
	steps, cells int
}

// widestStep is the most cells that one step is drawn with.
const widestStep = 4

func newRuler(steps, room int) ruler {
	if steps <= room {
		return ruler{steps, steps * min(widestStep, room/steps)}
	}
	perCell := (steps + room - 1) / room
	return ruler{steps, (steps + perCell - 1) / perCell}
}

// span returns the steps [from, to) that a cell covers, at least one.
func (r ruler) span(cell int) (from, to int) {
	if r.cells >= r.steps {
		from = cell / (r.cells / r.steps)
		return from, from + 1
	}
	perCell := (r.steps + r.cells - 1) / r.cells
	return cell * perCell, min((cell+1)*perCell, r.steps)
}

// widthOf says how much time a column is.
func (r ruler) widthOf(step planner.Duration) string {
	if from, to := r.span(0); r.cells < r.steps {
		return planner.Duration(time.Duration(step) * time.Duration(to-from)).String()
	}
	return planner.Duration(time.Duration(step) / time.Duration(r.cells/r.steps)).String()
}

// cell returns the cell that holds a share 0 … 1 of the horizon.
func (r ruler) cell(share float64) int { return int(share*float64(r.cells) + 1e-9) }

// head returns the lines above the grid: dates, then clock hours.
func (r ruler) head(p *planner.Problem) (dates, hours string) {
	const clock = 6 // "15:04 "
	horizon := time.Duration(p.Steps) * time.Duration(p.Timestep)
	var dateLine, hourLine []rune
	day := ""
	for _, t := range lane.Marks(p.Start, horizon, max(1, r.cells/clock)) {
		at := r.cell(float64(t.Sub(p.Start)) / float64(max(1, horizon)))
		if at+len("15:04") > r.cells {
			continue
		}
		hourLine = put(hourLine, at, t.Format("15:04"))
		if today := t.Format("Mon 2 Jan"); today != day {
			dateLine = put(dateLine, at, today)
			day = today
		}
	}
	return string(dateLine), string(hourLine)
}

// put writes text at a column, unless something stands there.
func put(line []rune, at int, text string) []rune {
	if at < len(line) {
		return line
	}
	line = append(line, []rune(strings.Repeat(" ", at-len(line)))...)
	return append(append(line, []rune(text)...), ' ')
}
