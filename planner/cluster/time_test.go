package cluster

import (
	"slices"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

func oneBlock(t *testing.T, meta map[string]string) (planner.Block, *Report) {
	t.Helper()
	j := block("j", asks("g", 1, device("gpu", 1)))
	for key, value := range meta {
		j.Meta[key] = value
	}
	p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{})
	return p.Blocks[0], r
}

func TestTimesBecomeSteps(t *testing.T) {
	b, _ := oneBlock(t, map[string]string{
		"gpu_planner_duration": "90m",
		"gpu_planner_earliest": "2026-12-01T02:10:00Z",
		"gpu_planner_deadline": "2026-12-01T08:50:00Z",
	})
	if b.Steps != 2 || b.Earliest != 3 || b.Deadline == nil || *b.Deadline != 8 {
		t.Errorf("steps %d want 2, earliest %d want 3, deadline %v want 8", b.Steps, b.Earliest, b.Deadline)
	}
	b, _ = oneBlock(t, map[string]string{"gpu_planner_earliest": "2026-11-30T02:10:00Z"})
	if b.Earliest != 0 || b.Arrival != 0 {
		t.Errorf("earliest %d, arrival %d, want 0: it is past", b.Earliest, b.Arrival)
	}
}

func TestHopelessDeadlineIsDroppedUnlessItIsHard(t *testing.T) {
	meta := map[string]string{"gpu_planner_deadline": "2026-12-01T01:59:00Z"}
	b, r := oneBlock(t, meta)
	if b.Deadline != nil {
		t.Errorf("deadline %d is kept", *b.Deadline)
	}
	wantFinding(t, r.Findings, Warning, "gpu_planner_deadline", "can no longer be met and is dropped", "2026-12-01T02:00Z")
	meta["gpu_planner_deadline_hard"] = "true"
	b, r = oneBlock(t, meta)
	if b.Deadline == nil || *b.Deadline != 1 {
		t.Errorf("deadline %v, want 1", b.Deadline)
	}
	wantStanding(t, r, "default/j/g", Hopeless, "hard deadline")
	meta["gpu_planner_deadline"] = "2020-01-01T00:00:00Z"
	if b, _ = oneBlock(t, meta); b.Deadline == nil || *b.Deadline != 0 {
		t.Errorf("a deadline long past is step %v, want 0", b.Deadline)
	}
}

func TestBlockWhoseTurnIsPastTheHorizonIsHopeless(t *testing.T) {
	_, r := oneBlock(t, map[string]string{"gpu_planner_earliest": "2026-12-03T00:00:00Z"})
	wantStanding(t, r, "default/j/g", Hopeless, "it may not start before step 48, the horizon ends at 24")
	policy := hourly()
	policy.Tail = planner.TailFinish
	j := block("j", asks("g", 1, device("gpu", 1)))
	j.Meta["gpu_planner_duration"] = "25h"
	_, r, err := Build(snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{}, policy, Declarations{})
	if err != nil {
		t.Fatal(err)
	}
	wantStanding(t, r, "default/j/g", Hopeless, "it takes 25 steps")
}

func TestDefaultsComeFromJobAndPolicy(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	delete(j.Meta, "gpu_planner_duration")
	p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{})
	if b := p.Blocks[0]; b.Weight != 40 || b.Steps != 24 || b.CPU != 100 || b.Memory != 300 {
		t.Errorf("block %+v", b)
	}
	d := r.Standing("default/j/g").Declared
	if got := d.From("duration").String(); got != "default of training" {
		t.Errorf("duration from %q", got)
	}
	if got := d.From("priority").String(); got != "the job's priority" {
		t.Errorf("priority from %q", got)
	}
}

func TestArrivalIsWhenItWasSubmitted(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	j.Submitted = midnight.Add(-90 * time.Minute)
	p, _ := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{})
	if b := p.Blocks[0]; b.Arrival != -2 || b.Earliest != 0 {
		t.Errorf("arrival %d want -2, earliest %d want 0", b.Arrival, b.Earliest)
	}
}

func TestWeightIsCapped(t *testing.T) {
	policy := hourly()
	policy.WeightMax = 30
	p, r, err := Build(snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("g", 1, device("gpu", 1)))), Forecasts{}, policy, Declarations{})
	if err != nil || p.Blocks[0].Weight != 30 {
		t.Fatalf("%+v, %v", p, err)
	}
	wantFinding(t, r.Findings, Note, "40 is capped at weight_max 30")
}

func TestServiceWithoutForecastNamesThePath(t *testing.T) {
	s := snap([]Node{node("n1", gpus("H", 8))}, service("r1", asks("g", 2, device("gpu", 2))))
	s.Jobs[0].Groups[0].Pos = Pos{"r1.nomad", 3}
	f := Forecasts{Place: func(key string) string { return "forecasts/" + key + ".json" }}
	p, r, err := Build(s, f, hourly(), Declarations{})
	want := "r1.nomad:3: default/r1/g: forecasts/default/r1/g.json: the service has no forecast"
	if p != nil || err == nil || err.Error()[:len(want)] != want {
		t.Errorf("error %v, want %s", err, want)
	}
	wantFinding(t, r.Findings, Error, "the service has no forecast")
	s.Live = true
	p, r, err = Build(s, f, hourly(), Declarations{})
	if err != nil || p.Services[0].Demand[23] != 2 {
		t.Fatalf("live it should stay at its count: %v", err)
	}
	wantFinding(t, r.Findings, Warning, "planned at its present count")
}

func TestForecastThatEndsTooSoonIsAnError(t *testing.T) {
	f := flat(1, "default/r1/g")
	f.ByKey["default/r1/g"].Timestep = 23 * time.Hour
	s := snap([]Node{node("n1", gpus("H", 8))}, service("r1", asks("g", 2, device("gpu", 2))))
	if _, _, err := Build(s, f, hourly(), Declarations{}); err == nil {
		t.Error("no error")
	}
}

func TestDemandIsCappedByTheScalingBlockCase21(t *testing.T) {
	j := service("r1", asks("g", 2, device("gpu", 1)))
	j.Groups[0].Scaling = &Scaling{Max: 5, HasMax: true}
	f := flat(8, "default/r1/g")
	p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), f)
	if p.Services[0].Demand[0] != 5 {
		t.Errorf("demand %v", p.Services[0].Demand)
	}
	wantFinding(t, r.Findings, Warning, "capped at 5 by the job's scaling max: 24 steps lose up to 3 replicas")
	f.ByKey["default/r1/g"].Values = []float64{0}
	if p, _ = mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), f); p.Services[0].Demand[0] != 2 {
		t.Errorf("demand %v, want the group's count where scaling states no min", p.Services[0].Demand)
	}
}

func TestKeysThatAreNotUsedYetAreSaid(t *testing.T) {
	j := service("r1", asks("g", 2, device("gpu", 1)))
	j.Meta["gpu_planner_headroom"], j.Meta["gpu_planner_lead"] = "15%", "10m"
	j.Meta["gpu_planner_duration"] = "1h"
	_, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), flat(1, "default/r1/g"))
	wantFinding(t, r.Findings, Note, "gpu_planner_headroom", "not used yet")
	wantFinding(t, r.Findings, Note, "gpu_planner_lead", "not used yet")
	wantFinding(t, r.Findings, Note, "gpu_planner_duration", "no meaning for realtime")
}

func TestForecastKeyMayBeAnother(t *testing.T) {
	j := service("r1", asks("g", 2, device("gpu", 1)))
	j.Meta["gpu_planner_forecast"] = "forecasts/shared/chat"
	s := snap([]Node{node("n1", gpus("H", 8))}, j)
	keys, err := ForecastKeys(s, hourly(), Declarations{})
	if err != nil || !slices.Equal(keys, []string{"shared/chat"}) {
		t.Errorf("keys %q, %v", keys, err)
	}
	_, r := mustBuild(t, s, flat(3, "shared/chat", "shared/idle"))
	wantFinding(t, r.Findings, Note, "shared/idle", "forecast of no service")
}

func TestTailLeavesRoomForTheNextPeak(t *testing.T) {
	f := flat(1, "default/r1/g")
	f.ByKey["default/r1/g"] = &demand.Forecast{Key: "k", Unit: demand.Replicas, Start: midnight, Timestep: 12 * time.Hour, Values: []float64{5, 1}}
	p, _ := mustBuild(t, snap([]Node{node("n1", gpus("H", 8)), node("n2", gpus("H", 8))}, service("r1", asks("g", 2, device("gpu", 2)))), f)
	if p.Pools[0].TailGPUs == nil || *p.Pools[0].TailGPUs != 0 || p.Pools[1].TailGPUs == nil || *p.Pools[1].TailGPUs != 6 {
		t.Errorf("tails %v %v, want 0 and 6", p.Pools[0].TailGPUs, p.Pools[1].TailGPUs)
	}
	policy := hourly()
	policy.Tail = planner.TailFinish
	p, _, err := Build(snap([]Node{node("n1", gpus("H", 8))}), Forecasts{}, policy, Declarations{})
	if err != nil || p.Pools[0].TailGPUs != nil || p.Tail != planner.TailFinish {
		t.Errorf("%+v, %v", p, err)
	}
}
