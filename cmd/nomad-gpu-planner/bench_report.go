package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario/bench"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/report"
)

// Files that -report writes.
const (
	sizesJSON      = "benchmark.json"
	gapsSVG        = "benchmark.svg"
	comparisonJSON = "scenarios.json"
	comparisonPage = "scenarios.html"
	benchmarkText  = "benchmark.md"
)

// reportSizes writes the figures, the chart and the text.
func (c *benchCommand) reportSizes(dir string, r *bench.Report) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return plainError(dir, err)
	}
	if err := c.write(filepath.Join(dir, sizesJSON), func(w io.Writer) error { return encodeIndented(w, r) }); err != nil {
		return err
	}
	err := c.write(filepath.Join(dir, gapsSVG), func(w io.Writer) error {
		return report.GapChart(w, "Gap over time, each line one day; no line where there was no plan", chartLegend, gapPanels(r))
	})
	if err != nil {
		return err
	}
	return c.reportText(dir)
}

// reportComparison writes the figures, the page and the text.
func (c *benchCommand) reportComparison(dir string, r *report.Comparison) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return plainError(dir, err)
	}
	if err := c.write(filepath.Join(dir, comparisonJSON), func(w io.Writer) error { return encodeIndented(w, r) }); err != nil {
		return err
	}
	if err := c.write(filepath.Join(dir, comparisonPage), func(w io.Writer) error { return report.Page(w, r) }); err != nil {
		return err
	}
	return c.reportText(dir)
}
