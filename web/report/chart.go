package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
)

// Curve is how a gap closed: it holds from Seconds on until the next point.
type Curve struct {
	// Look is the curve's place in the legend, an index.
	Look   int
	Points []CurvePoint
}

// CurvePoint is a gap, 0.01 for 1 %, and when it was reached.
type CurvePoint struct{ Seconds, Gap float64 }

// Panel is one plot of a chart.
type Panel struct {
	Title  string
	Curves []Curve
}

// Sizes and scales of the chart, in pixels and decades.
const (
	panelWidth, panelHeight = 520.0, 250.0
	plotLeft, plotTop       = 62.0, 34.0
	plotRight, plotBottom   = 26.0, 34.0
	firstDecade, lastDecade = -3.0, 2.0 // of seconds
	leastDecade, mostDecade = -4.0, 1.0 // of gaps
	chartHead               = 58.0
)

// GapChart writes gaps over time as an SVG picture, both axes logarithmic, one
// panel beside another. legend names the looks; there are four at most.
func GapChart(w io.Writer, title string, legend []string, panels []Panel) error {
	out := bufio.NewWriter(w)
	rows := (len(panels) + 1) / 2
	width, height := 2*panelWidth, chartHead+float64(rows)*panelHeight
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" class="gaps" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="%s">`+"\n",
		width, height, width, height, html.EscapeString(title))
	fmt.Fprint(out, chartStyle)
	fmt.Fprintf(out, `<rect class="paper" width="%g" height="%g"/>`+"\n", width, height)
	fmt.Fprintf(out, `<text class="title" x="16" y="26">%s</text>`+"\n", html.EscapeString(title))
	x := 16.0
	for i, name := range legend {
		fmt.Fprintf(out, `<path class="curve look%d" d="M%g 44h22"/><text x="%g" y="48">%s</text>`+"\n", i, x, x+28, html.EscapeString(name))
		x += 28 + 7.2*float64(len([]rune(name))) + 26
	}
	for i := range panels {
		panels[i].write(out, float64(i%2)*panelWidth, chartHead+float64(i/2)*panelHeight)
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

func (p *Panel) write(out io.Writer, left, top float64) {
	fmt.Fprintf(out, `<g transform="translate(%g %g)">`+"\n", left, top)
	fmt.Fprintf(out, `<text class="name" x="%g" y="%g">%s</text>`+"\n", plotLeft, plotTop-14, html.EscapeString(p.Title))
	fmt.Fprintf(out, `<rect class="floor" x="%g" y="%g" width="%g" height="%g"/>`+"\n", plotLeft, plotTop,
		panelWidth-plotLeft-plotRight, panelHeight-plotTop-plotBottom)
	for d := firstDecade; d <= lastDecade; d++ {
		x := chartX(math.Pow(10, d))
		fmt.Fprintf(out, `<path class="rule" d="M%s %gV%g"/><text class="tick mid" x="%s" y="%g">%s</text>`+"\n",
			digits(x), plotTop, panelHeight-plotBottom, digits(x), panelHeight-plotBottom+16, secondsMark(d))
	}
	for d := leastDecade; d <= mostDecade; d++ {
		y := chartY(math.Pow(10, d))
		fmt.Fprintf(out, `<path class="rule" d="M%g %sH%g"/><text class="tick end" x="%g" y="%s">%s</text>`+"\n",
			plotLeft, digits(y), panelWidth-plotRight, plotLeft-6, digits(y+4), gapMark(d))
	}
	for i := range p.Curves {
		if d := p.Curves[i].path(); d != "" {
			fmt.Fprintf(out, `<path class="curve look%d" d="%s"/>`+"\n", p.Curves[i].Look, d)
		}
	}
	fmt.Fprintln(out, "</g>")
}

// path draws steps: a gap holds until the next one is reached.
func (c *Curve) path() string {
	var d strings.Builder
	for _, p := range c.Points {
		if math.IsInf(p.Gap, 0) || math.IsNaN(p.Gap) {
			continue
		}
		x, y := digits(chartX(p.Seconds)), digits(chartY(p.Gap))
		if d.Len() == 0 {
			fmt.Fprintf(&d, "M%s %s", x, y)
			continue
		}
		fmt.Fprintf(&d, "H%sV%s", x, y)
	}
	return d.String()
}

func chartX(seconds float64) float64 {
	at := (clampLog(seconds, firstDecade, lastDecade) - firstDecade) / (lastDecade - firstDecade)
	return plotLeft + at*(panelWidth-plotLeft-plotRight)
}

func chartY(gap float64) float64 {
	at := (clampLog(gap, leastDecade, mostDecade) - leastDecade) / (mostDecade - leastDecade)
	return panelHeight - plotBottom - at*(panelHeight-plotTop-plotBottom)
}

func clampLog(x, low, high float64) float64 {
	return min(high, max(low, math.Log10(max(x, 1e-12))))
}

func digits(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

func secondsMark(decade float64) string {
	if decade < 0 {
		return fmt.Sprintf("%g ms", math.Pow(10, decade+3))
	}
	return fmt.Sprintf("%g s", math.Pow(10, decade))
}

func gapMark(decade float64) string {
	if decade == leastDecade {
		return "≤ 0.01 %"
	}
	return fmt.Sprintf("%g %%", math.Pow(10, decade+2))
}

// The colours are those of the plans' pictures.
const chartStyle = `<style>
.gaps text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #1d2733; }
.gaps .title { font-size: 16px; font-weight: 600; } .gaps .name { font-weight: 600; }
.gaps .tick { font-size: 11px; fill: #5b6878; } .gaps .mid { text-anchor: middle; } .gaps .end { text-anchor: end; }
.gaps .paper { fill: #ffffff; } .gaps .floor { fill: #f3f5f8; } .gaps .rule { stroke: #d5dce4; fill: none; }
.gaps .curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; opacity: 0.85; }
.gaps .look0 { stroke: #0a6bab; } .gaps .look1 { stroke: #e69f00; } .gaps .look2 { stroke: #0b9b76; } .gaps .look3 { stroke: #c878a5; }
@media (prefers-color-scheme: dark) {
.gaps text { fill: #e7ecf2; } .gaps .tick { fill: #9aa7b6; }
.gaps .paper { fill: #12171d; } .gaps .floor { fill: #1b222b; } .gaps .rule { stroke: #34404d; }
.gaps .look0 { stroke: #4aa3e0; }
}
</style>
`
