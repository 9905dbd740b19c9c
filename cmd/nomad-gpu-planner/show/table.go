package show

import "strings"

// table prints aligned columns; the last one is wrapped at the screen's width.
type table struct {
	head  []string
	right []bool // by column: numbers stand to the right
	rows  [][]string
	paint []string // by row: escape sequence of the first cell, or ""
}

const cellRoom = 36 // of every column but the last

func (t *table) add(paint string, cells ...string) {
	t.rows = append(t.rows, cells)
	t.paint = append(t.paint, paint)
}

// table prints t and says how many rows were left out of it.
func (p printer) table(t *table, left int) {
	widths := make([]int, len(t.head)-1)
	for _, row := range append([][]string{t.head}, t.rows...) {
		for c := range widths {
			widths[c] = max(widths[c], min(cellRoom, columns(row[c])))
		}
	}
	p.row(t, t.head, widths, func(_ int, cell string) string { return p.bold(cell) })
	for i, row := range t.rows {
		p.row(t, row, widths, func(c int, cell string) string {
			if c == 0 && t.paint[i] != "" {
				return p.paint(t.paint[i], cell)
			}
			return cell
		})
	}
	if left > 0 {
		p.line("   … and %d more; all of them with -json", left)
	}
	p.line("")
}

// row prints one row; what the last column has no room for goes below.
func (p printer) row(t *table, row []string, widths []int, paint func(c int, cell string) string) {
	text, used := "", 0
	for c, width := range widths {
		cell := pad(clip(row[c], width), width)
		if c < len(t.right) && t.right[c] {
			cell = padLeft(clip(row[c], width), width)
		}
		text += paint(c, cell) + "  "
		used += width + 2
	}
	last := len(row) - 1
	lines := wrap(row[last], max(20, p.Width-used))
	p.line("%s%s", text, paint(last, lines[0]))
	for _, more := range lines[1:] {
		p.line("%s%s", strings.Repeat(" ", used), paint(last, more))
	}
}

// wrap breaks text at blanks into lines of at most room columns.
func wrap(text string, room int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		word = clip(word, room)
		if line != "" && columns(line)+1+columns(word) > room {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
