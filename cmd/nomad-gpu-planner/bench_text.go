package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/report"
)

// reportText writes the text from the figures that stand in the folder: of
// sizes, of the comparison, or of both.
func (c *benchCommand) reportText(dir string) error {
	var sizes *bench.Report
	if err := readFigures(filepath.Join(dir, sizesJSON), &sizes); err != nil {
		return err
	}
	t := report.Text{}
	if sizes != nil {
		t.Sizes, t.Measured, t.Chart = sizeTables(sizes), headline(sizes), gapsSVG
	}
	if err := readFigures(filepath.Join(dir, comparisonJSON), &t.Comparison); err != nil {
		return err
	}
	return c.write(filepath.Join(dir, benchmarkText), func(w io.Writer) error { return report.Markdown(w, &t) })
}

// readFigures leaves v as it is when there is no such file.
func readFigures(path string, v any) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return plainError(path, err)
	}
	if err := json.Unmarshal(text, v); err != nil {
		return fmt.Errorf("%s: %w; delete it to begin anew", path, err)
	}
	return nil
}
