package cluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

var midnight = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

// gpus returns a device group of n healthy devices with 80 GiB each.
func gpus(model string, n int) DeviceGroup {
	d := DeviceGroup{Vendor: "nvidia", Type: "gpu", Name: model, Attributes: map[string]string{"memory": "80 GiB"}}
	for i := range n {
		d.Instances = append(d.Instances, Instance{ID: fmt.Sprint("u", i), Healthy: true})
	}
	return d
}

func node(name string, devices ...DeviceGroup) Node {
	return Node{ID: name, Name: name, Datacenter: "dc1", Class: "gpu", Devices: devices}
}

// asks returns a group whose one task makes the requests.
func asks(name string, count int, requests ...DeviceRequest) Group {
	return Group{Name: name, Count: count, Tasks: []Task{{Name: "t", CPU: 100, Memory: 300, Devices: requests}}}
}

func device(name string, count int, constraints ...Constraint) DeviceRequest {
	return DeviceRequest{Name: name, Count: count, Constraints: constraints}
}

func gate() Constraint { return Constraint{LTarget: GateTarget, Operand: "=", RTarget: GateValue} }

// block returns a gated batch job of two hours.
func block(id string, groups ...Group) Job {
	for i := range groups {
		groups[i].Constraints = append(groups[i].Constraints, gate())
	}
	return Job{ID: id, Type: "batch", Priority: 40, Groups: groups,
		Meta: map[string]string{"gpu_planner": "training", "gpu_planner_duration": "2h"}}
}

func service(id string, groups ...Group) Job {
	return Job{ID: id, Type: "service", Priority: 70, Groups: groups, Meta: map[string]string{"gpu_planner": "realtime"}}
}

// flat returns forecasts that ask for n replicas all day.
func flat(n float64, keys ...string) Forecasts {
	f := Forecasts{ByKey: map[string]*demand.Forecast{}}
	for _, key := range keys {
		f.ByKey[key] = &demand.Forecast{Key: key, Unit: demand.Replicas, Start: midnight, Timestep: 24 * time.Hour, Values: []float64{n}}
	}
	return f
}

func snap(nodes []Node, jobs ...Job) *Snapshot {
	return &Snapshot{Start: midnight, Nodes: nodes, Jobs: jobs}
}

func hourly() Policy {
	p := DefaultPolicy()
	p.Timestep = time.Hour
	return p
}

func mustBuild(t testing.TB, s *Snapshot, f Forecasts) (*planner.Problem, *Report) {
	t.Helper()
	p, r, err := Build(s, f, hourly(), Declarations{})
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

// wantStanding checks what became of a group, and that its reason says so.
func wantStanding(t testing.TB, r *Report, id string, state State, reason string) {
	t.Helper()
	s := r.Standing(id)
	switch {
	case s == nil:
		t.Fatalf("nothing is said of %s", id)
	case s.State != state || !strings.Contains(s.Reason, reason):
		t.Errorf("%s is %s (%s), want %s (%s)", id, s.State, s.Reason, state, reason)
	}
}

func wantFinding(t testing.TB, list []Finding, severity Severity, parts ...string) {
	t.Helper()
	for _, f := range list {
		fits := f.Severity == severity
		for _, part := range parts {
			fits = fits && strings.Contains(f.String(), part)
		}
		if fits {
			return
		}
	}
	t.Errorf("no %s with %q among:\n%s", severity, parts, show(list))
}

func show(list []Finding) string {
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "  %s: %s\n", f.Severity, f)
	}
	return b.String()
}

func TestDeviceRequestsAreServedByOneModelOfOneNode(t *testing.T) {
	one, two := device("gpu", 1), device("gpu", 2)
	constrained := func(l, op, r string) DeviceRequest {
		return device("nvidia/gpu", 1, Constraint{LTarget: l, Operand: op, RTarget: r})
	}
	smi := gpus("H", 2)
	smi.Attributes["memory"] = "81559 MiB"
	tests := []struct {
		claim  string
		node   Node
		group  Group
		state  State
		reason string
		pools  []string // nil means all
	}{
		{"case 1: generic ×2 on one A and one T is hopeless", node("n1", gpus("A", 1), gpus("T", 1)), asks("g", 1, two),
			Hopeless, "one request needs one model of one node: 2 are asked for, the largest group has 1", []string{}},
		{"case 2: two models at once are not planned", node("n1", gpus("A", 1), gpus("T", 1)), asks("g", 1, device("nvidia/gpu/A", 1), device("nvidia/gpu/T", 1)),
			Unplanned, `group "g" needs two models at once`, nil},
		{"case 3: generic ×4 takes the four of one model", node("n1", gpus("A", 2), gpus("T", 4)), asks("g", 1, device("gpu", 4)),
			Planned, "", []string{"n1/nvidia/gpu/T"}},
		{"case 4: two tasks of two slices fit four slices", node("n1", gpus("H MIG 1g.10gb", 4)), asks("g", 1, two, two), Planned, "", nil},
		{"several requests are summed", node("n1", gpus("H", 3)), asks("g", 1, two, two),
			Hopeless, "the requests of one group need one model of one node: 4 are asked for, the largest group has 3", []string{}},
		{"case 6: a pinned id that is gone", node("n1", gpus("H", 4)), asks("g", 1, constrained("${device.ids}", "set_contains", "u4")),
			Hopeless, `unknown device "u4"`, []string{}},
		{"case 9: 81559 MiB is less than 80 GiB", node("n1", smi), asks("g", 1, constrained("${device.attr.memory}", ">=", "80 GiB")),
			Hopeless, `"80 GB" or "79 GiB" would match`, []string{}},
		{"case 10: a number without unit never matches", node("n1", smi), asks("g", 1, constrained("${device.attr.memory}", ">=", "81559")),
			Hopeless, `"81559" has no unit and never matches; write "81559 MiB"`, []string{}},
		{"case 12: gpu matches any vendor", node("n1", gpus("H", 1)), asks("g", 1, one), Planned, "", nil},
		{"a vendor that is not there", node("n1", gpus("H", 1)), asks("g", 1, device("amd/gpu", 1)), Hopeless, `device "amd/gpu"`, []string{}},
		{"a model with slashes", node("n1", gpus("H/100/x", 1)), asks("g", 1, device("nvidia/gpu/H/100/x", 1)), Planned, "", nil},
		{"pinned ids limit how many there are", node("n1", gpus("H", 4)), asks("g", 1, device("gpu", 2, Constraint{LTarget: "${device.ids}", Operand: "set_contains_any", RTarget: "u1"})),
			Hopeless, "1 of the devices it names", []string{}},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			p, r := mustBuild(t, snap([]Node{test.node}, block("j", test.group)), Forecasts{})
			wantStanding(t, r, "default/j/g", test.state, test.reason)
			if test.state == Unplanned {
				if len(p.Blocks) > 0 {
					t.Errorf("it became a block: %+v", p.Blocks)
				}
				return
			}
			if got := p.Blocks[0].Pools; !slices.Equal(got, test.pools) || (got == nil) != (test.pools == nil) {
				t.Errorf("pools %q, want %q", got, test.pools)
			}
		})
	}
}

func TestSlicesAreCountedAndTheirParentIsNotCase5(t *testing.T) {
	parent, slice := gpus("A100", 0), gpus("A100 MIG 3g.40gb", 0)
	parent.Instances = []Instance{{"GPU-1", true}, {"GPU-2", true}}
	slice.Instances = []Instance{{"MIG-GPU-1/1/0", true}, {"MIG-GPU-1/2/0", true}}
	p, _ := mustBuild(t, snap([]Node{node("n1", parent, slice)}), Forecasts{})
	if p.Pools[0].GPUs != 1 || p.Pools[1].GPUs != 2 {
		t.Errorf("pools %+v", p.Pools)
	}
}

func TestUnhealthyGPUIsNoCapacityButCountsWhileHeldCase7(t *testing.T) {
	h := gpus("H", 4)
	h.Instances[3].Healthy = false
	job := block("j", asks("g", 1, device("gpu", 4)))
	s := snap([]Node{node("n1", h)}, job)
	p, _ := mustBuild(t, s, Forecasts{})
	if p.Pools[0].GPUs != 3 || len(p.Blocks[0].Pools) != 0 {
		t.Errorf("pool %+v, block %+v", p.Pools[0], p.Blocks[0])
	}
	s.Running = []Running{{Namespace: "default", Job: "j", Group: "g", Remaining: 90 * time.Minute,
		Allocs: []RunningAlloc{{Node: "n1", Device: "nvidia/gpu/H", GPUs: 4, IDs: []string{"u0", "u1", "u2", "u3"}}}}}
	p, _ = mustBuild(t, s, Forecasts{})
	if got := p.Pools[0].Reserved; p.Pools[0].GPUs != 4 || !slices.Equal(got[:3], []int{0, 0, 1}) {
		t.Errorf("%d GPUs, reserved %v", p.Pools[0].GPUs, got)
	}
	if b := p.Blocks[0]; b.Steps != 2 || !slices.Equal(b.Running, []string{"n1/nvidia/gpu/H"}) {
		t.Errorf("block %+v", b)
	}
}

func TestClosedNodeTakesNothingNew(t *testing.T) {
	n := node("n1", gpus("H", 4))
	n.Closed = "draining"
	p, r := mustBuild(t, snap([]Node{n}, block("j", asks("g", 1, device("gpu", 1)))), Forecasts{})
	wantStanding(t, r, "default/j/g", Hopeless, "node n1 takes nothing new: draining")
	if p.Pools[0].Reserved[0] != 4 {
		t.Errorf("reserved %v", p.Pools[0].Reserved)
	}
}

func TestGroupsOfOneJobAreOneGangCase40(t *testing.T) {
	helper := asks("helper", 1)
	p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("a", 2, device("gpu", 1)), helper, asks("b", 1, device("gpu", 4)))), Forecasts{})
	if len(p.Blocks) != 2 || p.Blocks[0].Gang != "default/j" || p.Blocks[1].Gang != "default/j" || p.Blocks[0].Allocs != 2 {
		t.Errorf("blocks %+v", p.Blocks)
	}
	if len(r.Findings) > 0 {
		t.Errorf("findings:\n%s", show(r.Findings))
	}
}

func TestWhatCannotBePlannedIsLeftAloneWithItsReason(t *testing.T) {
	g := func() Group { return asks("g", 1, device("gpu", 1)) }
	with := func(j Job, change func(*Job)) Job { change(&j); return j }
	tests := []struct {
		claim, reason string
		severity      Severity
		job           Job
	}{
		{"case 39: an ungated helper beside a gated group", `the gate is missing in group "helper"`, Warning,
			with(block("j", g(), asks("helper", 1)), func(j *Job) { j.Groups[1].Constraints = nil })},
		{"a block and a service in one job", "a block and a service in one job", Warning,
			with(block("j", g(), asks("h", 1, device("gpu", 1))), func(j *Job) { j.Groups[1].Meta = map[string]string{"gpu_planner": "realtime"} })},
		{"a group that did not opt in inside a block's job", `group "h" needs GPUs and did not opt in`, Warning,
			with(block("j", g(), asks("h", 1, device("gpu", 1))), func(j *Job) { j.Groups[1].Meta = map[string]string{"gpu_planner": "none"} })},
		{"a block of type service", `type is "service", blocks are of type "batch"`, Error, with(block("j", g()), func(j *Job) { j.Type = "service" })},
		{"a service of type batch", `type is "batch", realtime are of type "service"`, Error, with(service("j", g()), func(j *Job) { j.Type = "batch" })},
		{"a system job", "a system job runs on every node", Error, with(block("j", g()), func(j *Job) { j.Type = "system" })},
		{"a periodic job", "a periodic job is a template", Warning, with(block("j", g()), func(j *Job) { j.Periodic = true })},
		{"case 18: a finished job", "it has finished or was stopped", Note, with(block("j", g()), func(j *Job) { j.Dead = true })},
		{"a gated service", `services carry no gate: take it out of group "g"`, Warning,
			with(service("j", g()), func(j *Job) { j.Groups[0].Constraints = []Constraint{gate()} })},
		{"a gate with another value", "is not the gate", Error,
			with(block("j", g()), func(j *Job) { j.Groups[0].Constraints[0].RTarget = "opened" })},
		{"a count of 0", `count of group "g" is 0`, Warning, with(block("j", g()), func(j *Job) { j.Groups[0].Count = 0 })},
		{"distinct_property", "distinct_property is not planned", Warning,
			with(block("j", g()), func(j *Job) { j.Constraints = []Constraint{{LTarget: "${meta.rack}", Operand: "distinct_property"}} })},
		{"distinct_hosts across groups", "distinct_hosts of a job with several GPU groups", Warning,
			with(block("j", g(), asks("h", 1, device("gpu", 1))), func(j *Job) { j.Constraints = []Constraint{{Operand: "distinct_hosts"}} })},
		{"an operator that Nomad doesn't know", `unknown operator; did you mean "regexp"?`, Error,
			with(block("j", g()), func(j *Job) { j.Constraints = []Constraint{{LTarget: "${node.class}", Operand: "regex", RTarget: "a"}} })},
		{"case 11: a device count of 0", `task t: device "gpu": count is 0`, Error, block("j", g(), asks("h", 1, device("gpu", 0)))},
		{"case 12: a vendor alone", `write "nvidia/gpu"`, Error, block("j", g(), asks("h", 1, device("nvidia", 1)))},
		{"case 12: a vendor and a model", `write "nvidia/gpu/H"`, Error, block("j", g(), asks("h", 1, device("nvidia/H", 1)))},
		{"a workload with a typo", `"Training" is no workload, want one of training, batch-inference, quantization, realtime; did you mean "training"?`, Error,
			with(block("j", g()), func(j *Job) { j.Meta["gpu_planner"] = "Training" })},
		{"a weight that is no number", `gpu_planner_priority: "high" is no number`, Error,
			with(block("j", g()), func(j *Job) { j.Meta["gpu_planner_priority"] = "high" })},
		{"a weight of 0", `gpu_planner_priority: "0", want more than 0`, Error,
			with(block("j", g()), func(j *Job) { j.Meta["gpu_planner_priority"] = "0" })},
		{"a negative duration", `gpu_planner_duration: "-1h", must be above 0`, Error,
			with(block("j", g()), func(j *Job) { j.Meta["gpu_planner_duration"] = "-1h" })},
		{"a deadline that is no time", `gpu_planner_deadline: "tomorrow" is no time`, Error,
			with(block("j", g()), func(j *Job) { j.Meta["gpu_planner_deadline"] = "tomorrow" })},
		{"contradicting bounds", "at least 3 replicas (gpu_planner_min in job meta (j.nomad:7)) is above at most 2 (the job's scaling max)", Error,
			with(service("j", g()), func(j *Job) {
				j.Meta["gpu_planner_min"] = "3"
				j.Groups[0].Scaling = &Scaling{Max: 2, HasMax: true, Min: 1, HasMin: true}
			})},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			test.job.Pos = Pos{"j.nomad", 7}
			other := block("other", g())
			p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, test.job, other), Forecasts{})
			wantFinding(t, r.Findings, test.severity, "default/j", test.reason)
			if len(p.Blocks) != 1 || p.Blocks[0].ID != "default/other/g" || len(p.Services) > 0 {
				t.Errorf("blocks %+v, services %+v; only the other job should be planned", p.Blocks, p.Services)
			}
		})
	}
}
