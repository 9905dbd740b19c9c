package scenario

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

const (
	someNodes  = "node_id,gpu_model,gpus,cpu_milli,mem_mib\ncpu-1,,0,1,1\ng1,T4,4,1,1\ng2,P100,2,1,1\n"
	noJobs     = "job_id,submit_s,duration_s,allocs,gpus_per_alloc\n"
	jobsHeader = "job_id,tenant,kind,gpu_model,gpus_total,allocs,gpus_per_alloc,submit_s,duration_s,priority_class\n"
	noDemand   = "app,step_index,step_s,demand\n"
)

func sources(nodes, jobs, demand string) Sources {
	return Sources{
		Nodes:  File{"nodes.csv", strings.NewReader(nodes)},
		Jobs:   File{"jobs.csv", strings.NewReader(jobs)},
		Demand: File{"demand.csv", strings.NewReader(demand)},
	}
}

// twoHours is eight steps of fifteen minutes.
var twoHours = Options{Horizon: 2 * time.Hour}

func mustImport(t *testing.T, in Sources, o Options) (*planner.Problem, Counts) {
	t.Helper()
	p, c, err := Import(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return p, c
}

func TestJobBecomesBlock(t *testing.T) {
	tests := map[string]struct {
		row    string
		want   planner.Block
		counts Counts
	}{
		"times are rounded up to steps": {
			"a,t,training,,16,2,8,901,1800,LS",
			planner.Block{Workload: "training", Allocs: 2, GPUsPerAlloc: 8, Arrival: 2, Earliest: 2, Steps: 2}, Counts{}},
		"a second more is a step more": {
			"a,t,quantization,,1,1,1,900,1801,LS",
			planner.Block{Workload: "quantization", Allocs: 1, GPUsPerAlloc: 1, Arrival: 1, Earliest: 1, Steps: 3}, Counts{}},
		"a fraction is rounded up": {
			"a,t,training,,0.46,1,0.46,0,60,LS",
			planner.Block{Workload: "training", Allocs: 1, GPUsPerAlloc: 1, Steps: 1}, Counts{JobsFractionalRounded: 1}},
		"float noise is no fraction": {
			"a,t,training,,2.0000000000000004,1,2.0000000000000004,0,60,LS",
			planner.Block{Workload: "training", Allocs: 1, GPUsPerAlloc: 2, Steps: 1}, Counts{}},
		"an unknown kind is batch inference": {
			"a,t,unknown,,1,1,1,0,60,LS",
			planner.Block{Workload: "batch-inference", Allocs: 1, GPUsPerAlloc: 1, Steps: 1}, Counts{JobsOfUnknownKind: 1}},
		"alternatives allow either, repeats do no harm": {
			"a,t,training,T4|P100|T4,1,1,1,0,60,LS",
			planner.Block{Workload: "training", Allocs: 1, GPUsPerAlloc: 1, Steps: 1, Pools: []string{"g1", "g2"}}, Counts{}},
		"no node of the model leaves no pool": {
			"a,t,training,H100,1,1,1,0,60,LS",
			planner.Block{Workload: "training", Allocs: 1, GPUsPerAlloc: 1, Steps: 1, Pools: []string{}}, Counts{JobsWithoutNode: 1}},
		"a job submitted before the start has a negative arrival": {
			"a,t,training,,1,1,1,-1800,60,LS",
			planner.Block{Workload: "training", Allocs: 1, GPUsPerAlloc: 1, Steps: 1, Arrival: -2, Earliest: -2}, Counts{}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p, c := mustImport(t, sources(someNodes, jobsHeader+tc.row, noDemand), twoHours)
			tc.want.ID, tc.want.Weight = "default/a/main", 1
			tc.counts.Nodes, tc.counts.NodesWithoutGPUs, tc.counts.Jobs, tc.counts.JobsKept = 3, 1, 1, 1
			if c != tc.counts {
				t.Errorf("counts %+v, want %+v", c, tc.counts)
			}
			if got := p.Blocks[0]; !sameBlock(got, tc.want) {
				t.Errorf("got  %+v\nwant %+v", got, tc.want)
			}
		})
	}
}

func sameBlock(a, b planner.Block) bool {
	return a.ID == b.ID && a.Workload == b.Workload && a.Weight == b.Weight && a.Allocs == b.Allocs &&
		a.GPUsPerAlloc == b.GPUsPerAlloc && a.Steps == b.Steps && a.Arrival == b.Arrival && a.Earliest == b.Earliest &&
		(a.Pools == nil) == (b.Pools == nil) && slices.Equal(a.Pools, b.Pools)
}

func TestJobIsDroppedAndCounted(t *testing.T) {
	drop := twoHours
	drop.Fractional = FractionsDrop
	tests := map[string]struct {
		row  string
		o    Options
		want Counts
	}{
		"without duration":              {"a,,,,1,1,1,0,,", twoHours, Counts{JobsWithoutDuration: 1}},
		"of no length":                  {"a,,,,1,1,1,0,0,", twoHours, Counts{JobsOfNoLength: 1}},
		"first step after the horizon":  {"a,,,,1,1,1,7200,60,", twoHours, Counts{JobsAfterHorizon: 1}},
		"in the last step, rounded out": {"a,,,,1,1,1,6301,60,", twoHours, Counts{JobsAfterHorizon: 1}},
		"without GPUs":                  {"a,,,,0,1,0,0,60,", twoHours, Counts{JobsWithoutGPUs: 1}},
		"a fraction, when asked to":     {"a,,,,0.5,1,0.5,0,60,", drop, Counts{JobsFractionalDropped: 1}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p, c := mustImport(t, sources(someNodes, jobsHeader+tc.row+"\n", noDemand), tc.o)
			tc.want.Nodes, tc.want.NodesWithoutGPUs, tc.want.Jobs = 3, 1, 1
			if c != tc.want || len(p.Blocks) != 0 {
				t.Errorf("%d blocks, counts %+v, want %+v", len(p.Blocks), c, tc.want)
			}
			if !strings.Contains(c.String(), "dropped") {
				t.Errorf("%q does not say that something was dropped", c)
			}
		})
	}
}

func TestNodesBecomePools(t *testing.T) {
	p, _ := mustImport(t, sources(someNodes, noJobs, noDemand), twoHours)
	want := []planner.Pool{
		{ID: "g1", Node: "g1", Device: "nvidia/gpu/T4", GPUs: 4}, {ID: "g2", Node: "g2", Device: "nvidia/gpu/P100", GPUs: 2},
	}
	for i, w := range want {
		if got := p.Pools[i]; got.ID != w.ID || got.Node != w.Node || got.Device != w.Device || got.GPUs != w.GPUs {
			t.Errorf("pool %d is %+v, want %+v", i, got, w)
		}
	}
	if len(p.Nodes) != 2 || p.Nodes[0].CPU != nil || p.Nodes[0].Memory != nil {
		t.Errorf("nodes %+v, want two without limits", p.Nodes)
	}
}

func TestFilesAsPeopleSaveThem(t *testing.T) {
	dos := func(s string) string { return "\ufeff" + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\r\n") }
	jobs := "duration_s,more,submit_s,job_id,gpus_total\n60,x,0,a/b,2\n"
	p, _ := mustImport(t, sources(dos(someNodes), dos(jobs), dos(noDemand)), twoHours)
	if len(p.Pools) != 2 || len(p.Blocks) != 1 {
		t.Fatalf("%d pools, %d blocks", len(p.Pools), len(p.Blocks))
	}
	if b := p.Blocks[0]; b.ID != "default/a%2Fb/main" || b.Allocs != 1 || b.GPUsPerAlloc != 2 {
		t.Errorf("block %+v", b)
	}
}

func TestWeights(t *testing.T) {
	jobs := jobsHeader + "a,,training,,1,1,1,0,60,LS\nb,,training,,1,1,1,0,60,BE\nc,,training,,1,1,1,0,60,odd\n"
	weights := func(rule string) []float64 {
		w, err := ParseWeights(rule)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := mustImport(t, sources(someNodes, jobs, noDemand), Options{Horizon: 2 * time.Hour, Weights: w})
		var got []float64
		for _, b := range p.Blocks {
			got = append(got, b.Weight)
		}
		return got
	}
	if got := weights("equal"); !slices.Equal(got, []float64{1, 1, 1}) {
		t.Errorf("equal: %v", got)
	}
	if got := weights("class:LS=8,BE=2"); !slices.Equal(got, []float64{8, 2, 1}) {
		t.Errorf("class: %v", got)
	}
	if got := weights("random:7"); !slices.Equal(got, weights("random:7")) || slices.ContainsFunc(got, notPower) {
		t.Errorf("random: %v", got)
	}
	for _, rule := range []string{"best", "random:", "random:x", "class:", "class:LS", "class:LS=0", "class:LS=1,LS=2", "class:LS=NaN"} {
		if _, err := ParseWeights(rule); err == nil {
			t.Errorf("rule %q was taken", rule)
		}
	}
}

func notPower(w float64) bool { return !slices.Contains([]float64{1, 2, 4, 8}, w) }

func TestMistakeIsNamed(t *testing.T) {
	tests := map[string]struct{ nodes, jobs, demand, want string }{
		"negative duration": {someNodes, jobsHeader + "a,,,,1,1,1,0,-5,\n", noDemand, "jobs.csv:2: duration_s: is negative"},
		"no number":         {someNodes, jobsHeader + "a,,,,1,1,1,soon,5,\n", noDemand, `jobs.csv:2: submit_s: "soon" is not a finite number`},
		"infinite":          {someNodes, jobsHeader + "a,,,,1,1,1,Inf,5,\n", noDemand, "jobs.csv:2: submit_s"},
		"far away":          {someNodes, jobsHeader + "a,,,,1,1,1,1e18,5,\n", noDemand, "jobs.csv:2: submit_s"},
		"sizes disagree":    {someNodes, jobsHeader + "a,,,,9,1,8,0,5,\n", noDemand, "jobs.csv:2: gpus_total: is 9"},
		"half an alloc":     {someNodes, jobsHeader + "a,,,,1,0.5,2,0,5,\n", noDemand, "jobs.csv:2: allocs: is 0.5"},
		"no size":           {someNodes, jobsHeader + "a,,,,,,,0,5,\n", noDemand, "jobs.csv:2: gpus_per_alloc: is empty"},
		"double job":        {someNodes, jobsHeader + "a,,,,1,1,1,0,5,\na,,,,1,1,1,0,5,\n", noDemand, `jobs.csv:3: job_id: "a" stands on line 2 already`},
		"no job id":         {someNodes, jobsHeader + ",,,,1,1,1,0,5,\n", noDemand, "jobs.csv:2: job_id: is empty"},
		"short row":         {someNodes, jobsHeader + "a,b\n", noDemand, "jobs.csv:2: the row has another number of cells"},
		"missing column":    {someNodes, "job_id,submit_s\n", noDemand, `jobs.csv:1: column "duration_s" is missing`},
		"no size column":    {someNodes, "job_id,submit_s,duration_s\n", noDemand, `jobs.csv:1: column "gpus_total" is missing`},
		"double column":     {someNodes, "job_id,job_id\n", noDemand, `jobs.csv:1: column "job_id" stands twice`},
		"empty file":        {"", noJobs, noDemand, "nodes.csv: the file is empty"},
		"quote astray":      {"node_id,gpu_model,gpus\na\"b,T4,1\n", noJobs, noDemand, "nodes.csv:2: not CSV"},
		"GPUs of no model":  {"node_id,gpu_model,gpus\na,,1\n", noJobs, noDemand, "nodes.csv:2: gpu_model: is empty"},
		"negative GPUs":     {"node_id,gpu_model,gpus\na,T4,-1\n", noJobs, noDemand, "nodes.csv:2: gpus: is -1"},
		"unit":              {someNodes, noJobs, noDemand + "chat.requests,0,7200,5\n", `demand.csv:2: app: "chat.requests" counts "requests"`},
		"too short":         {someNodes, noJobs, noDemand + "chat.gpus,0,3600,5\n", `demand.csv:2: app: "chat.gpus" ends after 1h0m0s, the horizon is 2h0m0s`},
		"hole":              {someNodes, noJobs, noDemand + "chat,0,3600,5\nchat,2,3600,5\n", `demand.csv:3: step_index: step 1 of "chat" is missing`},
		"double step":       {someNodes, noJobs, noDemand + "chat,0,3600,5\nchat,0,3600,5\n", `demand.csv:3: step_index: 0 of "chat" stands on line 2 already`},
		"two step lengths":  {someNodes, noJobs, noDemand + "chat,0,3600,5\nchat,1,900,5\n", "demand.csv:3: step_s: is 15m0s"},
		"negative demand":   {someNodes, noJobs, noDemand + "chat,0,7200,-1\n", "demand.csv:2: demand: is -1"},
		"two apps one name": {someNodes, noJobs, noDemand + "chat,0,7200,1\nchat.gpus,0,7200,1\n", `demand.csv:3: app: "chat" stands on line 2 already`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := Import(sources(tc.nodes, tc.jobs, tc.demand), twoHours)
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("error %v, want %s…", err, tc.want)
			}
		})
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for name, o := range map[string]Options{
		"ragged horizon":    {Horizon: time.Hour, Timestep: 7 * time.Minute},
		"negative timestep": {Timestep: -time.Minute},
		"too many steps":    {Timestep: time.Nanosecond},
		"unknown tail":      {Tail: "cut"},
		"unknown fraction":  {Fractional: "floor"},
	} {
		if _, _, err := Import(sources(someNodes, noJobs, noDemand), o); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func TestLargeFileIsRefused(t *testing.T) {
	text := &capped{r: strings.NewReader(someNodes), left: int64(len(someNodes)) - 1}
	_, err := openSheet(File{"nodes.csv", text}, "node_id")
	if err == nil || err.Error() != "nodes.csv: larger than 64 MB, refused" {
		t.Errorf("error %v", err)
	}
}
