package report

import (
	"bufio"
	_ "embed" // the parts of the text that no run changes
	"fmt"
	"io"
)

//go:embed text.md
var textHead string

// Text is docs/benchmark.md: what the figures mean, and the figures.
type Text struct {
	// Sizes are the tables of seeded days by size, Measured where they were taken,
	// Chart the file of the picture beside the text.
	Sizes    []Table
	Measured string
	Chart    string
	// Comparison is of named days against other schedulers; nil when there is none.
	Comparison *Comparison
}

// Markdown writes the text. The error is the writer's.
func Markdown(w io.Writer, t *Text) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, textHead)
	fmt.Fprintln(out)
	if len(t.Sizes) > 0 {
		fmt.Fprintf(out, "## Days by size\n\n%s.\n\n![Gap over time](%s)\n\n", plain(t.Measured), t.Chart)
		for i := range t.Sizes {
			markdown(out, 3, &t.Sizes[i])
		}
	}
	if c := t.Comparison; c != nil {
		fmt.Fprintf(out, "## Seven days against first-in-first-out\n\n%s; made by `%s`.\n\n", plain(c.Machine), c.Command)
		texts := c.Texts()
		for i := range texts {
			markdown(out, 3, &texts[i])
		}
	}
	return out.Flush()
}
