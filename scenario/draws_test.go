package scenario

import (
	"reflect"
	"slices"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"pgregory.net/rapid"
)

func arrivals(p *planner.Problem) []int {
	var at []int
	for b := range p.Blocks {
		at = append(at, p.Blocks[b].Arrival)
	}
	slices.Sort(at)
	return at
}

func TestReorderedKeepsBlocksAndArrivalsButNotWhoComesWhen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomProblem(t)
		seed := rapid.Uint64().Draw(t, "seed")
		q := Reordered(p, seed)
		if err := q.Validate(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(arrivals(p), arrivals(q)) || !reflect.DeepEqual(q, Reordered(p, seed)) {
			t.Fatal("arrivals differ, or a second draw does")
		}
		for b := 1; b < len(q.Blocks); b++ {
			if q.Blocks[b-1].Arrival > q.Blocks[b].Arrival {
				t.Fatal("file order is not order of arrival")
			}
		}
	})
	p := Days()[0].Problem
	if reflect.DeepEqual(Reordered(p, 1).Blocks, Reordered(p, 2).Blocks) {
		t.Error("two seeds give one order")
	}
}

func TestMisjudgedByNothingIsTheDay(t *testing.T) {
	for _, d := range Days() {
		if q := Misjudged(d.Problem, 0, 0, 3); !reflect.DeepEqual(q, d.Problem) {
			t.Errorf("%s changes", d.Name)
		}
	}
}

func TestMisjudgedIsOffByTheShareInOneDirection(t *testing.T) {
	p := Days()[0].Problem
	small, large := Misjudged(p, 0.2, 0.2, 3), Misjudged(p, 0.4, 0.4, 3)
	for s := range p.Services {
		for t0, d := range p.Services[s].Demand {
			a, b := small.Services[s].Demand[t0]-d, large.Services[s].Demand[t0]-d
			if abs(a) > int(0.2*float64(d))+1 || a*b < 0 || abs(b) < abs(a) {
				t.Errorf("demand %d is off by %d at 20 %% and %d at 40 %%", d, a, b)
			}
		}
	}
	up := 0
	for b := range p.Blocks {
		n := p.Blocks[b].Steps
		off := small.Blocks[b].Steps - n
		if abs(abs(off)*10-2*n) > 5 {
			t.Errorf("%d steps are off by %d at 20 %%", n, off)
		}
		if off > 0 {
			up++
		}
	}
	if up == 0 || up == len(p.Blocks) {
		t.Errorf("%d of %d lengths are too long", up, len(p.Blocks))
	}
}

func abs(n int) int { return max(n, -n) }

func TestReplayOfAWrongForecastIsAPlanOfTheTrueDay(t *testing.T) {
	for _, d := range Days() {
		wrong := Misjudged(d.Problem, 0.4, 0.4, 7)
		q := mustOnline(t, d.Problem, wrong, fast) // has passed Check
		if len(q.Blocks) != len(d.Problem.Blocks) {
			t.Errorf("%s: %d blocks", d.Name, len(q.Blocks))
		}
	}
}

func TestVariantsKeepTheGPUs(t *testing.T) {
	for _, d := range Days() {
		all := d.Problem.GPUs()
		for _, size := range []int{all, 8, 4, 2} {
			p, ok := NodesOf(d.Problem, size)
			if !ok || p.GPUs() != all || len(p.Pools) != all/size || asked(p) != asked(d.Problem) {
				t.Errorf("%s on nodes of %d: %v, %d GPUs, %d pools", d.Name, size, ok, p.GPUs(), len(p.Pools))
			}
			if err := p.Validate(); err != nil {
				t.Error(err)
			}
		}
		p, ok := TwoModels(d.Problem, 1)
		if !ok || p.GPUs() != all || p.Validate() != nil {
			t.Errorf("%s with two models: %v, %d GPUs", d.Name, ok, p.GPUs())
		}
	}
}

func TestVariantsLeaveAloneWhatIsTiedToNodes(t *testing.T) {
	p := tiny(4, 4, blk(1, 1, 1, 0))
	p.Blocks[0].Pools = []string{"p"}
	if _, ok := NodesOf(p, 2); ok {
		t.Error("a block that names its pools got other pools")
	}
	if _, ok := NodesOf(tiny(4, 4, blk(1, 3, 1, 0)), 2); ok {
		t.Error("an alloc of 3 GPUs was put on nodes of 2")
	}
}
