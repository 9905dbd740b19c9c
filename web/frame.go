package web

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Sizes in user units, one pixel each at the picture's own size.
const (
	pictureWidth = 1280.0
	left         = 168.0 // of the plot; pool names stand before it
	right        = 28.0
	plotWidth    = pictureWidth - left - right
	headHeight   = 170.0 // title, figures, legend and the time axis
	footHeight   = 28.0
	maxRow       = 34.0 // up to a dozen rows
	fewRow       = 16.0 // at 64
	minPlot      = 60.0
	maxPlot      = 2200.0
)

// frame maps lanes and steps to places in the picture.
type frame struct {
	top   float64
	row   float64 // height of a lane
	lanes int
	steps int
}

func newFrame(p *planner.Problem, lanes int) frame {
	f := frame{top: headHeight, lanes: lanes, steps: max(1, p.Steps)}
	f.row = rowHeight(lanes)
	return f
}

// rowHeight is readable while rows are few; when they are many the plot grows
// with their fourth root, to maxPlot.
func rowHeight(lanes int) float64 {
	const small, few = 12.0, 64.0
	n := float64(max(1, lanes))
	if n <= small {
		return maxRow
	}
	if n <= few {
		return maxRow - (n-small)/(few-small)*(maxRow-fewRow)
	}
	return min(fewRow*few*math.Pow(n/few, 0.25), maxPlot) / n
}

func (f frame) plotHeight() float64 { return max(minPlot, float64(f.lanes)*f.row) }
func (f frame) height() float64     { return f.top + f.plotHeight() + footHeight }
func (f frame) y(lane int) float64  { return f.top + float64(lane)*f.row }
func (f frame) x(step int) float64  { return left + float64(step)/float64(f.steps)*plotWidth }
