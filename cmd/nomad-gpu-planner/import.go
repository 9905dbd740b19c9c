package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/scenario"
)

// importCommand makes a problem of a trace.
type importCommand struct {
	*program
	nodes, jobs, demand string
	start               string
	timestep, horizon   time.Duration
	tail, weights       string
	fractional          string
	out                 string
	json                bool
	set                 *flag.FlagSet
}

func (c *importCommand) flags(set *flag.FlagSet) {
	c.set = set
	set.StringVar(&c.nodes, "nodes", "", "nodes `FILE` (node_id, gpu_model, gpus)")
	set.StringVar(&c.jobs, "jobs", "", "jobs `FILE` (job_id, submit_s, duration_s, allocs, gpus_per_alloc, …)")
	set.StringVar(&c.demand, "demand", "", "demand `FILE` (app, step_index, step_s, demand)")
	set.StringVar(&c.start, "start", scenario.DefaultStart.Format(time.RFC3339), "the `TIME` that second 0 stands for")
	timeVar(set, &c.timestep, "timestep", 15*time.Minute, "length of a step, a `TIME`")
	timeVar(set, &c.horizon, "horizon", 24*time.Hour, "how far to plan, a `TIME`")
	set.StringVar(&c.tail, "tail", string(planner.TailOverrun), "`TAIL` overrun (work may go on past the horizon) or finish")
	set.StringVar(&c.weights, "weights", "equal", "`RULE` equal, random:SEED (1, 2, 4, 8) or class:LS=8,BE=2")
	set.StringVar(&c.fractional, "fractional", string(scenario.FractionsCeil), "jobs that want a part of a GPU: `WHAT` is ceil or drop")
	set.StringVar(&c.out, "out", "", "write problem.json to this `FILE`, - for stdout")
	set.BoolVar(&c.json, "json", false, "print the counts as JSON")
}

func (c *importCommand) run(args []string) error {
	if len(args) > 0 {
		return misuse{fmt.Sprintf("%q: takes no arguments, files have flags", args[0])}
	}
	c.out = standard(c.out)
	if c.json && c.out == "-" {
		return misuse{"-json and -out - both want stdout; write one to a file"}
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	if err := writable(c.out); err != nil {
		return err
	}
	problem, counts, err := c.read(o)
	if err != nil {
		return err
	}
	c.note("%s", counts)
	if c.out != "" {
		if err := c.write(c.out, func(w io.Writer) error { return planner.EncodeProblem(w, problem) }); err != nil {
			return err
		}
	}
	if c.out == "-" {
		return nil
	}
	return c.tell(problem, counts)
}

func (c *importCommand) options() (scenario.Options, error) {
	weights, err := scenario.ParseWeights(c.weights)
	if err != nil {
		return scenario.Options{}, misuse{"-" + err.Error()}
	}
	start, err := time.Parse(time.RFC3339, c.start)
	if err != nil {
		return scenario.Options{}, misuse{fmt.Sprintf("-start %q: want a time such as 2026-01-01T00:00:00Z", c.start)}
	}
	if err := positive(c.set, "timestep", "horizon"); err != nil {
		return scenario.Options{}, err
	}
	return scenario.Options{
		Start: start, Timestep: c.timestep, Horizon: c.horizon,
		Tail: planner.Tail(c.tail), Weights: weights, Fractional: scenario.Fractions(c.fractional),
	}, nil
}

func (c *importCommand) read(o scenario.Options) (*planner.Problem, scenario.Counts, error) {
	var files [3]scenario.File
	if c.nodes == "-" && c.jobs == "-" || c.demand == "-" && (c.nodes == "-" || c.jobs == "-") {
		return nil, scenario.Counts{}, misuse{"two of -nodes, -jobs and -demand want stdin; read one only from it"}
	}
	for i, f := range []struct{ flag, path string }{{"nodes", c.nodes}, {"jobs", c.jobs}, {"demand", c.demand}} {
		if f.path == "" {
			return nil, scenario.Counts{}, misuse{fmt.Sprintf("-%s is missing", f.flag)}
		}
		in, err := c.open(f.path)
		if err != nil {
			return nil, scenario.Counts{}, err
		}
		defer in.Close()
		files[i] = scenario.File{Name: in.name, Reader: in}
	}
	return scenario.Import(scenario.Sources{Nodes: files[0], Jobs: files[1], Demand: files[2]}, o)
}

// imported is what an import tells.
type imported struct {
	GPUs     int             `json:"gpus"`
	Pools    int             `json:"pools"`
	Blocks   int             `json:"blocks"`
	Services int             `json:"services"`
	Steps    int             `json:"steps"`
	Out      string          `json:"out,omitempty"`
	Counts   scenario.Counts `json:"counts"`
}

func (c *importCommand) tell(p *planner.Problem, counts scenario.Counts) error {
	told := imported{p.GPUs(), len(p.Pools), len(p.Blocks), len(p.Services), p.Steps, c.out, counts}
	if c.json {
		return c.write("-", func(w io.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(told)
		})
	}
	where := "nothing was written, -out FILE does"
	if c.out != "" {
		where = "written to " + c.out
	}
	_, err := fmt.Fprintf(c.stdout, "%d GPUs in %d pools, %d blocks and %d services over %d steps of %s; %s\n",
		told.GPUs, told.Pools, told.Blocks, told.Services, told.Steps, p.Timestep, where)
	return err
}

func (c *importCommand) usage() usage {
	return usage{
		synopsis: "make a problem of a trace (CSV)",
		text: `
Reads three CSV files with headers and makes one problem of them: nodes with
GPUs become pools, jobs become blocks, apps become services. Columns are found
by name. Whatever is dropped or changed is counted on stderr.`,
		examples: []string{
			"import -nodes nodes.csv -jobs jobs.csv -demand demand.csv -out problem.json",
			"import -nodes nodes.csv -jobs jobs.csv -demand demand.csv -weights class:LS=8,BE=2 -out - | " + name + " solve -",
		},
	}
}
