package show

import (
	"bufio"
	"io"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/report"
)

// Tables writes tables of figures under a headline. The error is the writer's.
func Tables(w io.Writer, headline string, tables []report.Table, o Options) error {
	if o.Width <= 0 {
		o.Width = 100
	}
	p := printer{bufio.NewWriter(w), o}
	p.line("%s", headline)
	for i := range tables {
		t := &tables[i]
		p.line("")
		p.line("%s", p.bold(t.Title))
		p.paragraphs(t.Before)
		if len(t.Rows) > 0 {
			p.figures(t)
		}
		p.paragraphs(t.After)
	}
	return p.out.Flush()
}

func (p printer) paragraphs(texts []string) {
	for _, text := range texts {
		for _, line := range wrap(text, max(40, p.Width)) {
			p.line("%s", p.dim(line))
		}
	}
}

// figures prints all columns at their width, since figures that are cut tell
// lies; they stand closer where the screen is narrow.
func (p printer) figures(t *report.Table) {
	widths := make([]int, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for c, cell := range row {
			widths[c] = max(widths[c], columns(cell))
		}
	}
	gap, total := "  ", -2
	for _, w := range widths {
		total += w + 2
	}
	if total > p.Width {
		gap = " "
	}
	line := func(row []string, paint func(string) string) {
		text := ""
		for c, cell := range row {
			if c == 0 {
				cell = pad(cell, widths[c])
			} else {
				cell = padLeft(cell, widths[c])
			}
			text += paint(cell) + gap
		}
		p.line("%s", text)
	}
	line(t.Head, p.bold)
	for _, row := range t.Rows {
		line(row, func(cell string) string { return cell })
	}
}
