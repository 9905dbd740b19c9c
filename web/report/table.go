package report

import (
	"fmt"
	"io"
	"strings"
)

// Table is text in rows and columns. The first column is what the others,
// figures mostly, are of.
type Table struct {
	Title string   `json:"title"`
	Head  []string `json:"head"`
	// Rows are as long as Head each.
	Rows [][]string `json:"rows"`
	// Before and After are paragraphs around the table.
	Before []string `json:"before,omitempty"`
	After  []string `json:"after,omitempty"`
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

func markdown(out io.Writer, level int, t *Table) {
	fmt.Fprintf(out, "%s %s\n\n", strings.Repeat("#", level), plain(t.Title))
	for _, text := range t.Before {
		fmt.Fprintf(out, "%s\n\n", plain(text))
	}
	if len(t.Rows) > 0 {
		markdownRow(out, t.Head)
		rule := make([]string, len(t.Head))
		for c := range rule {
			rule[c] = "---:"
		}
		rule[0] = "---"
		markdownRow(out, rule)
		for _, row := range t.Rows {
			markdownRow(out, row)
		}
		fmt.Fprintln(out)
	}
	for _, text := range t.After {
		fmt.Fprintf(out, "%s\n\n", plain(text))
	}
}

func markdownRow(out io.Writer, cells []string) {
	for _, cell := range cells {
		fmt.Fprintf(out, "| %s ", plain(cell))
	}
	fmt.Fprintln(out, "|")
}

// plain keeps text on its line and out of Markdown's and HTML's signs.
var plain = strings.NewReplacer("\n", " ", "|", "\\|", "<", "&lt;", "*", "\\*").Replace
