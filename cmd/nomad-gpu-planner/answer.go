package main

import (
	"flag"
	"io"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/show"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web"
)

// answer are the flags that say where a plan goes.
type answer struct {
	out, svg string
	json     bool
	silent   bool // stdout is for something else
}

func (a *answer) flags(set *flag.FlagSet) {
	set.StringVar(&a.out, "out", "", "write plan.json to this `FILE`, - for stdout, and show no grid")
	set.StringVar(&a.svg, "svg", "", "write the grid as a picture (SVG) to this `FILE`, - for stdout")
	set.BoolVar(&a.json, "json", false, "print plan.json in place of grid and tables")
}

// check refuses two answers on one stdout, and files that cannot be written.
func (a *answer) check() error {
	a.out, a.svg = standard(a.out), standard(a.svg)
	if a.svg == "-" && (a.out == "-" || a.json) {
		return misuse{"-svg - and the plan both want stdout; write one to a file"}
	}
	return writable(a.out, a.svg)
}

// toFiles reports whether the plan is asked for in files.
func (a *answer) toFiles() bool { return a.out != "" || a.svg != "" }

// shown reports whether nothing but the grid and tables was asked for.
func (a *answer) shown() bool { return a.out != "-" && a.svg != "-" && !a.json }

// give writes the plan where it was asked for, or else shows it.
func (a *answer) give(p *program, problem *planner.Problem, plan *planner.Plan) error {
	text := func(w io.Writer) error { return planner.EncodePlan(w, plan) }
	if a.out != "" {
		if err := p.write(a.out, text); err != nil {
			return err
		}
	}
	if a.svg != "" {
		if err := p.write(a.svg, func(w io.Writer) error { return web.Grid(w, problem, plan) }); err != nil {
			return err
		}
	}
	switch {
	case a.out == "-" || a.svg == "-" || a.silent:
		return nil
	case a.json:
		return p.write("-", text)
	case a.out != "":
		return show.Figures(p.stdout, problem, plan, p.screen)
	}
	return show.Plan(p.stdout, problem, plan, p.screen)
}
