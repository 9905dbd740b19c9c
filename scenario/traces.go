package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// TraceDays imports every day of traces in the folder fsys: a file of jobs
// slice_<GPUs>g_<name>.csv goes with the nodes in nodes_<GPUs>g_*.csv and the
// demand in realtime_<GPUs>g_*.csv. Traces say nothing of weights: o.Weights
// draws them. Days come by GPUs, then by name.
func TraceDays(fsys fs.FS, o Options) ([]Day, error) {
	files, err := fs.Glob(fsys, "slice_*g_*.csv")
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	days := make([]Day, 0, len(files))
	for _, file := range files {
		d, err := traceDay(fsys, file, o)
		if err != nil {
			return nil, fmt.Errorf("traces: %s: %w", file, err)
		}
		days = append(days, d)
	}
	slices.SortStableFunc(days, func(a, b Day) int { return cmp.Compare(a.Problem.GPUs(), b.Problem.GPUs()) })
	return days, nil
}

func traceDay(fsys fs.FS, file string, o Options) (Day, error) {
	name := strings.TrimSuffix(strings.TrimPrefix(path.Base(file), "slice_"), ".csv")
	size, _, _ := strings.Cut(name, "_")
	if _, err := strconv.Atoi(strings.TrimSuffix(size, "g")); err != nil {
		return Day{}, errors.New("the name says no number of GPUs, as slice_8g_philly.csv does")
	}
	var in Sources
	for _, part := range []struct {
		glob string
		to   *File
	}{{file, &in.Jobs}, {"nodes_" + size + "_*.csv", &in.Nodes}, {"realtime_" + size + "_*.csv", &in.Demand}} {
		f, err := openOnly(fsys, part.glob, part.to)
		if err != nil {
			return Day{}, err
		}
		defer f.Close()
	}
	p, counts, err := Import(in, o)
	if err != nil {
		return Day{}, err
	}
	about := fmt.Sprintf("A day of a trace: %d of its %d jobs on %d GPUs, with the demand of real services.", counts.JobsKept, counts.Jobs, p.GPUs())
	return Day{Name: name, About: about, Contended: asked(p) > p.GPUs()*p.Steps, Problem: p}, nil
}

// openOnly opens the one file that matches.
func openOnly(fsys fs.FS, glob string, to *File) (fs.File, error) {
	found, err := fs.Glob(fsys, glob)
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("%d files match %s, want one", len(found), glob)
	}
	f, err := fsys.Open(found[0])
	*to = File{Name: found[0], Reader: f}
	return f, err
}

// asked returns the GPU-steps that p would use if everything started at once.
func asked(p *planner.Problem) int {
	sum := 0
	for b := range p.Blocks {
		blk := &p.Blocks[b]
		sum += blk.Allocs * blk.GPUsPerAlloc * max(0, min(blk.Steps, p.Steps-max(0, blk.Earliest)))
	}
	for s := range p.Services {
		for _, d := range p.Services[s].Demand {
			sum += d * p.Services[s].GPUsPerReplica
		}
	}
	return sum
}
