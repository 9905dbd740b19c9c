package show

import (
	"slices"
	"strings"
)

// table prints aligned columns; the last one is wrapped at the screen's width,
// or stands below the others where they leave it no room.
type table struct {
	head  []string
	right []bool // by column: numbers stand to the right
	rows  [][]string
	paint []string // by row: escape sequence of the first cell, or ""
}

const (
	cellRoom  = 36 // of every column but the last
	leastText = 12 // what a column of text is cut down to at most
	lastRoom  = 20 // what the last column should have
	below     = 4  // how far what stands below is moved in
)

func (t *table) add(paint string, cells ...string) {
	t.rows = append(t.rows, cells)
	t.paint = append(t.paint, paint)
}

// layout is where the columns of a table stand on one screen.
type layout struct {
	widths []int // of all columns but the last
	gap    int   // between columns
	used   int   // columns of the screen before the last one's
	room   int   // of the last one
	under  bool  // the last one stands below the others
}

// lay fits t to width: by narrower gaps, by cutting texts, and in the end by
// putting the last column below the others.
func (t *table) lay(width int) layout {
	l := layout{widths: make([]int, len(t.head)-1), gap: 2}
	last := 0
	for _, row := range append([][]string{t.head}, t.rows...) {
		for c := range l.widths {
			l.widths[c] = max(l.widths[c], min(cellRoom, columns(row[c])))
		}
		last = max(last, columns(row[len(row)-1]))
	}
	whole, want := slices.Clone(l.widths), min(lastRoom, last)
	if t.squeeze(&l, width, want); l.room >= want {
		return l
	}
	l = layout{widths: whole, gap: 2, under: true}
	t.squeeze(&l, width, -1) // the gap after the last of them may stand outside
	l.used, l.room = below, width-below
	return l
}

// squeeze makes room for the last column, as far as that can be done.
func (t *table) squeeze(l *layout, width, want int) {
	for l.measure(width); l.room < want; l.measure(width) {
		if l.gap > 1 {
			l.gap = 1
		} else if !t.cut(l.widths) {
			return
		}
	}
}

func (l *layout) measure(width int) {
	l.used = 0
	for _, w := range l.widths {
		l.used += w + l.gap
	}
	l.room = width - l.used
}

// cut takes one off the widest column of text, if it is still wide enough:
// numbers that are cut tell lies.
func (t *table) cut(widths []int) bool {
	widest := -1
	for c, w := range widths {
		isNumber := c < len(t.right) && t.right[c]
		if !isNumber && w > leastText && (widest < 0 || w > widths[widest]) {
			widest = c
		}
	}
	if widest >= 0 {
		widths[widest]--
	}
	return widest >= 0
}

// table prints t and says how many rows were left out of it.
func (p printer) table(t *table, left int) {
	l := t.lay(p.Width)
	p.row(t, t.head, &l, func(_ int, cell string) string { return p.bold(cell) })
	for i, row := range t.rows {
		p.row(t, row, &l, func(c int, cell string) string {
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
func (p printer) row(t *table, row []string, l *layout, paint func(c int, cell string) string) {
	text := ""
	for c, width := range l.widths {
		cell := pad(clip(row[c], width), width)
		if c < len(t.right) && t.right[c] {
			cell = padLeft(clip(row[c], width), width)
		}
		text += paint(c, cell) + strings.Repeat(" ", l.gap)
	}
	last := len(row) - 1
	lines := wrap(row[last], l.room)
	if l.under {
		p.line("%s", text)
	} else {
		p.line("%s%s", text, paint(last, lines[0]))
		lines = lines[1:]
	}
	for _, more := range lines {
		if more != "" {
			p.line("%s%s", strings.Repeat(" ", l.used), paint(last, more))
		}
	}
}

// wrap breaks text at blanks into lines of at most room columns.
func wrap(text string, room int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		word = clip(word, max(1, room))
		if line != "" && columns(line)+1+columns(word) > room {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
