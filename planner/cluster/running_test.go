package cluster

import (
	"slices"
	"testing"
	"time"
)

// runs returns one running group of allocs on n1's H100s.
func runs(job, group string, gpus int, nodes ...string) Running {
	r := Running{Namespace: "default", Job: job, Group: group}
	for i, n := range nodes {
		r.Allocs = append(r.Allocs, RunningAlloc{Index: i, Node: n, Device: "nvidia/gpu/H", GPUs: gpus})
	}
	return r
}

func limited(name string, cpu float64, d DeviceGroup) Node {
	n := node(name, d)
	n.CPU, n.CPUKnown = cpu, true
	return n
}

func TestWhatIsNotKnownIsReservedAllDay(t *testing.T) {
	r := runs("stranger", "g", 3, "n1")
	r.Allocs[0].CPU, r.Remaining = 70, time.Hour
	s := snap([]Node{limited("n1", 100, gpus("H", 8))})
	s.Running = []Running{r}
	p, report := mustBuild(t, s, Forecasts{})
	if p.Pools[0].Reserved[0] != 3 || p.Pools[0].Reserved[23] != 3 || p.Nodes[0].ReservedCPU[23] != 70 {
		t.Errorf("reserved %v, cpu %v", p.Pools[0].Reserved, p.Nodes[0].ReservedCPU)
	}
	wantFinding(t, report.Findings, Note, "default/stranger/g", "its job is not known")
}

func TestTwoModelsCountAsTakenOnceTheyRunCase2(t *testing.T) {
	r := runs("j", "g", 1, "n1")
	r.Allocs = append(r.Allocs, RunningAlloc{Node: "n1", Device: "nvidia/gpu/T", GPUs: 1})
	j := block("j", asks("g", 1, device("nvidia/gpu/H", 1), device("nvidia/gpu/T", 1)))
	s := snap([]Node{limited("n1", 1000, gpus("H", 1)), node("n2", gpus("H", 1))}, j)
	s.Nodes[0].Devices = append(s.Nodes[0].Devices, gpus("T", 1))
	s.Running = []Running{r}
	p, report := mustBuild(t, s, Forecasts{})
	wantStanding(t, report, "default/j/g", Unplanned, "two models at once")
	if p.Pools[0].Reserved[23] != 1 || p.Pools[1].Reserved[23] != 1 || p.Nodes[0].ReservedCPU[0] != 100 {
		t.Errorf("pools %+v, cpu %v", p.Pools, p.Nodes[0].ReservedCPU)
	}
}

func TestRunningBlockKeepsItsPlaceCase13(t *testing.T) {
	j := block("j", asks("g", 2, device("gpu", 2)))
	s := snap([]Node{node("n1", gpus("H", 8)), node("n2", gpus("H", 8))}, j)
	r := runs("j", "g", 2, "n2", "n1")
	r.Remaining = 61 * time.Minute
	s.Running = []Running{r}
	p, report := mustBuild(t, s, Forecasts{})
	b := p.Blocks[0]
	if !slices.Equal(b.Running, []string{"n2/nvidia/gpu/H", "n1/nvidia/gpu/H"}) || b.Steps != 2 || b.Allocs != 2 || b.Gang != "" {
		t.Errorf("block %+v", b)
	}
	if p.Pools[0].Reserved != nil || !report.Groups[0].Running {
		t.Errorf("reserved %v, standing %+v", p.Pools[0].Reserved, report.Groups[0])
	}
}

func TestUnknownRemainderIsTheWholeDuration(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("g", 1, device("gpu", 2))))
	s.Running = []Running{runs("j", "g", 2, "n1")}
	p, report := mustBuild(t, s, Forecasts{})
	if p.Blocks[0].Steps != 2 {
		t.Errorf("steps %d", p.Blocks[0].Steps)
	}
	wantFinding(t, report.Findings, Note, "its whole duration is assumed")
}

func TestGangThatStartedInPartKeepsRoomForItsRest(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("a", 2, device("gpu", 2)), asks("b", 1, device("gpu", 1))))
	r := runs("j", "a", 2, "n1")
	r.Remaining = 3 * time.Hour
	s.Running = []Running{r}
	p, report := mustBuild(t, s, Forecasts{})
	if len(p.Blocks) != 1 || p.Blocks[0].Allocs != 1 || p.Blocks[0].Gang != "" {
		t.Fatalf("blocks %+v", p.Blocks)
	}
	if got := p.Pools[0].Reserved; !slices.Equal(got[:4], []int{3, 3, 2, 0}) {
		t.Errorf("reserved %v, want 2 for the second alloc and 1 for group b", got)
	}
	wantStanding(t, report, "default/j/b", Unplanned, "started in part")
	wantFinding(t, report.Findings, Warning, "1 of 2 allocs run")
}

func TestGateOfARunningJobIsItsSuccessors(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("a", 2, device("gpu", 2)), asks("b", 1, device("gpu", 1))))
	s.Live = true
	s.Running = []Running{runs("j", "a", 2, "n1")}
	p, report := mustBuild(t, s, Forecasts{})
	if p.Pools[0].Reserved != nil || len(p.Blocks) != 1 {
		t.Errorf("reserved %v, blocks %+v", p.Pools[0].Reserved, p.Blocks)
	}
	wantStanding(t, report, "default/j/b", Unplanned, "behind its gate")
}

func TestGangThatRunsStaysAGang(t *testing.T) {
	j := block("j", asks("a", 1, device("gpu", 2)), asks("b", 1, device("gpu", 1)))
	j.Meta["gpu_planner_deadline"] = "2026-12-01T01:00:00Z"
	s := snap([]Node{node("n1", gpus("H", 8))}, j)
	s.Running = []Running{runs("j", "a", 2, "n1"), runs("j", "b", 1, "n1")}
	p, report := mustBuild(t, s, Forecasts{})
	if len(p.Blocks) != 2 || p.Blocks[0].Gang != "default/j" || p.Blocks[1].Gang != "default/j" {
		t.Errorf("blocks %+v", p.Blocks)
	}
	wantFinding(t, report.Findings, Warning, "it runs past its deadline")
}

func TestReplicaOnADrainingNodeKeepsItsPlaceAndNothingElse(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8)), node("n2", gpus("H", 8))}, service("r", asks("g", 2, device("gpu", 2))))
	s.Nodes[0].Closed = "draining"
	s.Running = []Running{runs("r", "g", 2, "n1"), runs("r", "g", 3, "n2")}
	p, report := mustBuild(t, s, flat(2, "default/r/g"))
	if p.Pools[0].Reserved[0] != 6 || len(p.Services[0].Running) != 1 || p.Pools[1].Reserved[0] != 3 {
		t.Errorf("pools %+v, running %v", p.Pools, p.Services[0].Running)
	}
	wantFinding(t, report.Findings, Note, "which takes nothing new of it")
	wantFinding(t, report.Findings, Warning, "replica 0 does not run as its file says")
}

func TestWhatHasEndedIsNotWaitedFor(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("a", 2, device("gpu", 2))))
	r := runs("j", "a", 2, "n1")
	r.Ended = 1
	s.Running = []Running{r}
	if p, _ := mustBuild(t, s, Forecasts{}); p.Pools[0].Reserved != nil {
		t.Errorf("reserved %v", p.Pools[0].Reserved)
	}
}

func TestReplicasStandInOrderOfTheirIndex(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8)), node("n2", gpus("H", 8))}, service("r", asks("g", 2, device("gpu", 2))))
	r := runs("r", "g", 2, "n1", "n2")
	r.Allocs[0].Index = 4
	s.Running = []Running{r}
	p, _ := mustBuild(t, s, flat(1, "default/r/g"))
	if got := p.Services[0].Running; !slices.Equal(got, []string{"n2/nvidia/gpu/H", "n1/nvidia/gpu/H"}) {
		t.Errorf("running %v", got)
	}
}

func TestOtherThanFiledCountsAsTaken(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("g", 1, device("gpu", 2))))
	s.Running = []Running{runs("j", "g", 3, "n1")}
	p, report := mustBuild(t, s, Forecasts{})
	wantStanding(t, report, "default/j/g", Unplanned, "does not run as its file says")
	if len(p.Blocks) != 0 || p.Pools[0].Reserved[23] != 3 {
		t.Errorf("blocks %+v, reserved %v", p.Blocks, p.Pools[0].Reserved)
	}
}

func TestUndeclaredJobsThatWaitTakeTheFirstThatSuit(t *testing.T) {
	free := Job{ID: "free", Type: "service", Groups: []Group{asks("g", 3, device("gpu", 4))}}
	s := snap([]Node{limited("n1", 1000, gpus("H", 8)), node("n2", gpus("H", 8))}, free)
	s.Running = []Running{runs("free", "g", 4, "n1")}
	p, report := mustBuild(t, s, Forecasts{})
	if p.Pools[0].Reserved[0] != 8 || p.Pools[1].Reserved[23] != 4 || p.Nodes[0].ReservedCPU[0] != 200 {
		t.Errorf("reserved %v %v, cpu %v", p.Pools[0].Reserved, p.Pools[1].Reserved, p.Nodes[0].ReservedCPU)
	}
	wantStanding(t, report, "default/free/g", Undeclared, "did not opt in")
	wantFinding(t, report.Findings, Note, "2 waiting allocs count as taking the first GPUs")
}

func TestSystemJobTakesGPUsOnEveryNode(t *testing.T) {
	j := Job{ID: "exporter", Type: "system", Groups: []Group{asks("g", 1, device("gpu", 1))}}
	s := snap([]Node{node("n1", gpus("H", 8)), node("n2", gpus("H", 8))}, j)
	s.Running = []Running{runs("exporter", "g", 1, "n2")}
	p, _ := mustBuild(t, s, Forecasts{})
	if p.Pools[0].Reserved[0] != 1 || p.Pools[1].Reserved[0] != 1 {
		t.Errorf("reserved %v %v", p.Pools[0].Reserved, p.Pools[1].Reserved)
	}
}

func TestUngatedBlockWaitsInFilesAndIsTakenLive(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 2)))
	j.Groups[0].Constraints = nil
	s := snap([]Node{node("n1", gpus("H", 8))}, j)
	p, report := mustBuild(t, s, Forecasts{})
	wantFinding(t, report.Findings, Warning, "it has no gate and starts the moment it is submitted")
	if len(p.Blocks) != 1 || p.Pools[0].Reserved != nil {
		t.Errorf("blocks %+v, reserved %v", p.Blocks, p.Pools[0].Reserved)
	}
	s.Live = true
	p, report = mustBuild(t, s, Forecasts{})
	wantStanding(t, report, "default/j/g", Unplanned, "no gate")
	if len(p.Blocks) != 0 || p.Pools[0].Reserved[23] != 2 {
		t.Errorf("blocks %+v, reserved %v", p.Blocks, p.Pools[0].Reserved)
	}
	s.Running = []Running{runs("j", "g", 2, "n1")}
	if p, _ = mustBuild(t, s, Forecasts{}); len(p.Blocks) != 1 || len(p.Blocks[0].Running) != 1 {
		t.Errorf("a released block that runs has no gate any more: %+v", p.Blocks)
	}
}

func TestMistakesInTheClusterAreErrorsInFilesAndWarningsLive(t *testing.T) {
	tests := []struct {
		claim, want string
		running     Running
		lives       bool
	}{
		{"unknown node", `c.hcl:9: running default/j/g: allocs[0]: unknown node "n9"`, runs("j", "g", 1, "n9"), true},
		{"unknown device", `node "n1" has no device "nvidia/gpu/H"`, runs("j", "g", 1, "n1"), true},
		{"more than there is", `running work holds 9 of the 8 devices`, runs("j", "g", 9, "n2"), true},
		{"a negative count", "gpus is -1", runs("j", "g", -1, "n2"), true},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			s := snap([]Node{node("n1", gpus("A", 8)), node("n2", gpus("H", 8))})
			test.running.Pos = Pos{"c.hcl", 9}
			s.Running = []Running{test.running}
			_, _, err := Build(s, Forecasts{}, hourly(), Declarations{})
			wantErrorText(t, err, test.want)
			s.Live = true
			if _, _, err := Build(s, Forecasts{}, hourly(), Declarations{}); err != nil {
				t.Errorf("live: %v", err)
			}
		})
	}
	twice := snap([]Node{node("n1", gpus("A", 8), gpus("A", 8)), node("n1")})
	_, _, err := Build(twice, Forecasts{}, hourly(), Declarations{})
	wantErrorText(t, err, `device "nvidia/gpu/A" stands there twice`)
	wantErrorText(t, err, `node "n1": its id is empty or taken by node 1 already`)
}

func TestNodeThatIsOverbookedIsWidened(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	j.Groups[0].Tasks[0].CPU = 500
	s := snap([]Node{limited("n1", 400, gpus("H", 8))}, j)
	stranger := runs("x", "g", 1, "n1")
	stranger.Allocs[0].CPU = 300
	s.Running = []Running{runs("j", "g", 1, "n1"), stranger}
	p, _ := mustBuild(t, s, Forecasts{})
	if *p.Nodes[0].CPU != 500 || p.Nodes[0].ReservedCPU[0] != 0 || p.Nodes[0].ReservedCPU[5] != 300 {
		t.Errorf("cpu %v, reserved %v", *p.Nodes[0].CPU, p.Nodes[0].ReservedCPU)
	}
}
