package cluster

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// drawSnapshot makes up a cluster with jobs of all kinds, some of them running.
func drawSnapshot(t *rapid.T) (*Snapshot, Forecasts) {
	s := &Snapshot{Start: midnight, Live: rapid.Bool().Draw(t, "live")}
	models := []string{"A", "H"}
	for i := range rapid.IntRange(1, 4).Draw(t, "nodes") {
		n := node(fmt.Sprint("n", i))
		n.CPU, n.CPUKnown = 1000, rapid.Bool().Draw(t, "limited")
		for _, model := range models {
			if count := rapid.IntRange(0, 8).Draw(t, "gpus"); count > 0 {
				d := gpus(model, count)
				d.Instances[0].Healthy = rapid.Bool().Draw(t, "healthy")
				n.Devices = append(n.Devices, d)
			}
		}
		if rapid.IntRange(0, 5).Draw(t, "closed") == 0 {
			n.Closed = "draining"
		}
		s.Nodes = append(s.Nodes, n)
	}
	var keys []string
	for i := range rapid.IntRange(0, 6).Draw(t, "jobs") {
		j := drawJob(t, fmt.Sprint("j", i))
		for k := range j.Groups {
			keys = append(keys, GroupKey("default", j.ID, j.Groups[k].Name))
			drawRunning(t, s, &j, &j.Groups[k])
		}
		s.Jobs = append(s.Jobs, j)
	}
	return s, flat(float64(rapid.IntRange(0, 9).Draw(t, "demand")), keys...)
}

func drawJob(t *rapid.T, id string) Job {
	var groups []Group
	for i := range rapid.IntRange(1, 2).Draw(t, "groups") {
		name := rapid.SampledFrom([]string{"gpu", "nvidia/gpu", "nvidia/gpu/H"}).Draw(t, "device")
		groups = append(groups, asks(fmt.Sprint("g", i), rapid.IntRange(1, 3).Draw(t, "count"), device(name, rapid.IntRange(1, 8).Draw(t, "ask"))))
	}
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		return service(id, groups...)
	case 1:
		return Job{ID: id, Type: "service", Groups: groups}
	case 2:
		j := block(id, groups...)
		j.Groups[0].Constraints = nil
		return j
	}
	j := block(id, groups...)
	j.Meta["gpu_planner_deadline"] = midnight.Add(time.Duration(rapid.IntRange(-5, 30).Draw(t, "deadline")) * time.Hour).Format(time.RFC3339)
	return j
}

// drawRunning starts some allocs of the group where there is room.
func drawRunning(t *rapid.T, s *Snapshot, j *Job, g *Group) {
	r := Running{Namespace: "default", Job: j.ID, Group: g.Name, Remaining: time.Duration(rapid.IntRange(0, 40).Draw(t, "remaining")) * time.Hour}
	for i := range rapid.IntRange(0, g.Count).Draw(t, "allocs") {
		n := &s.Nodes[rapid.IntRange(0, len(s.Nodes)-1).Draw(t, "node")]
		for k := range n.Devices {
			d := &n.Devices[k]
			if need := g.Tasks[0].Devices[0].Count; held(s, &r, n.Name, d)+need <= len(d.Instances) {
				r.Allocs = append(r.Allocs, RunningAlloc{Index: i, Node: n.Name, Device: d.label(), GPUs: need})
				break
			}
		}
	}
	if len(r.Allocs) > 0 {
		s.Running = append(s.Running, r)
	}
}

func held(s *Snapshot, more *Running, node string, d *DeviceGroup) int {
	sum := 0
	for _, r := range append(s.Running[:len(s.Running):len(s.Running)], *more) {
		for _, a := range r.Allocs {
			if a.Node == node && a.Device == d.label() {
				sum += a.GPUs
			}
		}
	}
	return sum
}

func TestEverySnapshotMakesAValidProblemAndASayOnEachGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, f := drawSnapshot(t)
		p, r, err := Build(s, f, hourly(), Declarations{}) // Build validates what it made
		if err != nil {
			t.Fatal(err)
		}
		groups, planned := 0, 0
		for i := range s.Jobs {
			groups += len(s.Jobs[i].Groups)
		}
		for _, one := range r.Groups {
			if one.State == Planned || one.State == Hopeless {
				planned++
			} else if one.Reason == "" {
				t.Fatalf("%s is %s without a reason", one.ID, one.State)
			}
		}
		if len(r.Groups) != groups || planned != len(p.Blocks)+len(p.Services) {
			t.Fatalf("%d of %d groups, %d planned, %d blocks and %d services", len(r.Groups), groups, planned, len(p.Blocks), len(p.Services))
		}
	})
}

func TestMoreCapacityNeverMakesInfeasible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, f := drawSnapshot(t)
		_, before, err := Build(s, f, hourly(), Declarations{})
		if err != nil {
			t.Fatal(err)
		}
		more := *s
		more.Nodes = append(s.Nodes[:len(s.Nodes):len(s.Nodes)], node("more", gpus("H", rapid.IntRange(1, 16).Draw(t, "more"))))
		_, after, err := Build(&more, f, hourly(), Declarations{})
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range before.Groups {
			if one.State == Planned && after.Groups[i].State != Planned {
				t.Fatalf("%s was planned and is now %s: %s", one.ID, after.Groups[i].State, after.Groups[i].Reason)
			}
		}
	})
}

// large makes up n nodes of eight GPUs and jobs of a few shapes, a fifth of them running.
func large(nodes, jobs int) (*Snapshot, Forecasts) {
	s := &Snapshot{Start: midnight, Live: true}
	for i := range nodes {
		n := node(fmt.Sprintf("n%04d", i), gpus("H", 8))
		n.Meta = map[string]string{"rack": fmt.Sprint("r", i%16)}
		s.Nodes = append(s.Nodes, n)
	}
	var keys []string
	for i := range jobs {
		id := fmt.Sprintf("j%05d", i)
		g := asks("g", 2, device("nvidia/gpu", 1+i%4, Constraint{LTarget: "${device.attr.memory}", Operand: ">=", RTarget: "40 GiB"}))
		g.Constraints = []Constraint{{LTarget: "${meta.rack}", Operand: "regexp", RTarget: fmt.Sprintf("^r[%d-9]", i%5)}}
		j := block(id, g)
		if i%10 == 0 {
			j = service(id, g)
			j.Groups[0].Constraints = nil
			keys = append(keys, GroupKey("default", id, "g"))
		}
		s.Jobs = append(s.Jobs, j)
		if i%5 == 0 {
			n := s.Nodes[i/5%nodes].Name
			s.Running = append(s.Running, runs(id, "g", 1+i%4, n, n))
		}
	}
	return s, flat(2, keys...)
}

func BenchmarkBuild(b *testing.B) {
	s, f := large(1000, 5000)
	for b.Loop() {
		if _, _, err := Build(s, f, DefaultPolicy(), Declarations{}); err != nil {
			b.Fatal(strings.SplitN(err.Error(), "\n", 2)[0])
		}
	}
}
