package lane

import (
	"reflect"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

func day() (*planner.Problem, *planner.Plan) {
	start := 1
	p := &planner.Problem{
		Steps:    4,
		Pools:    []planner.Pool{{ID: "a", GPUs: 2, Reserved: []int{1, 1, 0, 1}}, {ID: "b", GPUs: 2}},
		Blocks:   []planner.Block{{ID: "x", Steps: 9}, {ID: "y", Steps: 1}},
		Services: []planner.Service{{ID: "s"}},
	}
	q := &planner.Plan{
		Blocks: []planner.PlanBlock{
			{ID: "x", Start: &start, Allocs: []planner.PlanAlloc{{Pool: "b", GPUs: []int{0, 1}}}},
			{ID: "y"}, {ID: "stranger", Start: &start},
		},
		Services: []planner.PlanService{{ID: "s", Intervals: []planner.Interval{
			{Pool: "a", From: 2, To: 4, GPUs: []int{1, 7, -1}}, {Pool: "nowhere", From: 0, To: 4, GPUs: []int{0}},
		}}},
	}
	return p, q
}

func TestEveryGPUHasALane(t *testing.T) {
	got := Lay(day())
	reserved := func(from, to int) Run { return Run{Kind: Reserved, Index: -1, From: from, To: to} }
	block := Run{Kind: Block, Index: 0, From: 1, To: 4, Overruns: true}
	want := []Lane{
		{0, 0, []Run{reserved(3, 4)}},
		{0, 1, []Run{reserved(0, 2), {Kind: Service, Index: 0, From: 2, To: 4}}},
		{1, 0, []Run{block}},
		{1, 1, []Run{block}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestLanesAreBounded(t *testing.T) {
	p := &planner.Problem{Steps: 1}
	for range 100 {
		p.Pools = append(p.Pools, planner.Pool{ID: string(rune('a' + len(p.Pools))), GPUs: 1000})
	}
	start, last := 0, p.Pools[99].ID
	p.Blocks = []planner.Block{{ID: "x", Steps: 1}}
	q := &planner.Plan{Blocks: []planner.PlanBlock{{ID: "x", Start: &start, Allocs: []planner.PlanAlloc{{Pool: last, GPUs: []int{0}}}}}}
	if n := len(Lay(p, q)); n != MaxLanes {
		t.Errorf("%d lanes, want %d", n, MaxLanes)
	}
}

func TestNeighboursJoinInsideAPool(t *testing.T) {
	boxes := Boxes(Lay(day()))
	if len(boxes) != 4 {
		t.Fatalf("%d boxes: %+v", len(boxes), boxes)
	}
	if last := boxes[3]; last.GPUs != 2 || last.First != 2 || last.Pool != 1 {
		t.Errorf("the block's box is %+v", last)
	}
}

func TestLabelsArePrintable(t *testing.T) {
	for id, want := range map[string]string{
		"default/train/main":   "train",
		"default/train/worker": "train/worker",
		"ml/a%2Fb/main":        "ml/a/b",
		"default/%1b[31m/main": `\x1b[31m`,
		"a\u202eb":             `a\u202eb`,
		"a\xffb":               `a\xffb`,
		"\ufffd":               "\ufffd",
		"default//main":        `default//main`,
		"größe 漢":              "größe 漢",
	} {
		if got := Label(id); got != want {
			t.Errorf("Label(%q) = %q, want %q", id, got, want)
		}
	}
}
