package report

import (
	"bufio"
	_ "embed" // the page's template and style
	"html/template"
	"io"
)

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// view is what the template shows: text and places, nothing to compute.
type view struct {
	Style, PlanStyle template.CSS
	Defs             template.HTML
	Comparison       *Comparison
	Cards            []card
	Short, Limits    []string
	Tables           []Table
	Charts           []chart
	Days             []dayView
}

type dayView struct {
	Day      *Day
	Size     string
	Tables   []Table
	Pictures []picture
}

// Page writes a comparison as one HTML page that needs nothing beside it. The
// runs of FIFO and ours need their plans, and days their problems, to be drawn.
func Page(w io.Writer, c *Comparison) error {
	v := view{
		Style: template.CSS(pageCSS), Comparison: c, Cards: c.cards(), Short: c.short(), Limits: c.limits(), Tables: c.Tables(),
		Charts: []chart{c.utilization(), c.gains()},
	}
	if wrong, tried := c.wrong(); tried {
		v.Charts = append(v.Charts, wrong)
	}
	var pictures inliner
	for i := range c.Days {
		d, err := viewDay(&c.Days[i], &pictures)
		if err != nil {
			return err
		}
		v.Days = append(v.Days, d)
	}
	v.PlanStyle, v.Defs = pictures.css(".drawn"), template.HTML(pictures.defs)
	out := bufio.NewWriter(w)
	if err := pageTemplate.Execute(out, v); err != nil {
		return err
	}
	return out.Flush()
}

// viewDay pairs FIFO above with ours below.
func viewDay(d *Day, pictures *inliner) (dayView, error) {
	v := dayView{Day: d, Tables: []Table{d.dayTable()}, Size: times(d.GPUs, "GPU") + " on " + times(d.Pools, "node") + ", " + times(d.Blocks, "block") + ", " + times(d.Steps, "step")}
	if t := d.errorTable(); len(t.Rows) > 0 {
		v.Tables = append(v.Tables, t)
	}
	for _, one := range []struct{ name, title string }{{FIFO, "First-in-first-out"}, {Ours, "Planned"}} {
		r := d.find(one.name, false)
		if r == nil || r.Plan == nil || d.Problem == nil {
			continue
		}
		p, err := pictures.draw(one.title, d.Problem, r.Plan)
		if err != nil {
			return v, err
		}
		v.Pictures = append(v.Pictures, p)
	}
	return v, nil
}
