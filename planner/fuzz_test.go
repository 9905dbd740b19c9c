package planner_test

import (
	"strings"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// FuzzDecodeProblem: no text makes the decoder panic, what it accepts can be
// written and read again, and what is small is planned by a plan that passes Check.
func FuzzDecodeProblem(f *testing.F) {
	f.Add(sound)
	f.Add(show(valid()))
	for _, cut := range []int{1, 40, 200} {
		f.Add(sound[:len(sound)-cut])
	}
	f.Add(`{"version":1,"timestep":"1s","steps":3,"tail":"overrun","pools":[{"id":"p","gpus":2,"reserved":[],"tail_gpus":1}],
"blocks":[{"id":"b","weight":1e9,"allocs":2,"gpus_per_alloc":1,"steps":9,"deadline":11,"gang":"g"},{"id":"c","weight":1e-9,"allocs":1,"gpus_per_alloc":0,"steps":1,"gang":"g"}],
"services":[{"id":"s","weight":2,"gpus_per_replica":1,"demand":[3,0,2],"running":["p","p"],"distinct_nodes":true}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := planner.DecodeProblem("p.json", strings.NewReader(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "p.json:") {
				t.Errorf("%v does not begin with the file's name", err)
			}
			return
		}
		again, err := planner.DecodeProblem("again.json", strings.NewReader(show(p)))
		if err != nil || show(again) != show(p) {
			t.Fatalf("not the same when read again: %v", err)
		}
		if small(p) {
			mustSolve(t, p, planner.Options{Mode: planner.ModeFast})
		}
	})
}

// small reports whether p can be planned within milliseconds.
func small(p *planner.Problem) bool {
	if p.Steps > 60 || len(p.Pools) > 8 || len(p.Blocks) > 20 || len(p.Services) > 6 {
		return false
	}
	for i := range p.Pools {
		if p.Pools[i].GPUs > 64 {
			return false
		}
	}
	for i := range p.Blocks {
		if p.Blocks[i].Allocs > 64 {
			return false
		}
	}
	for i := range p.Services {
		for _, n := range p.Services[i].Demand {
			if n > 16 {
				return false
			}
		}
	}
	return true
}
