package hcl

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// holdings count what running work holds of each device of each node.
type holdings struct {
	has   map[string]map[string]int // node, device: how many there are
	held  map[[2]string]int
	works map[[3]string]cluster.Pos
}

func newHoldings(nodes []cluster.Node) *holdings {
	h := &holdings{has: map[string]map[string]int{}, held: map[[2]string]int{}, works: map[[3]string]cluster.Pos{}}
	for _, n := range nodes {
		devices := map[string]int{}
		for _, g := range n.Devices {
			devices[deviceID(g)] = len(g.Instances)
		}
		h.has[n.Name] = devices
	}
	return h
}

var runningShape = shape{keys: []string{"allocs", "remaining"}}

// running reads one running block.
func (b *block) running(in *hcl.Block, h *holdings) cluster.Running {
	w := b.innerStrict(in, fmt.Sprintf("running %q %q %q", in.Labels[0], in.Labels[1], in.Labels[2]), runningShape)
	run := cluster.Running{
		Namespace: in.Labels[0], Job: in.Labels[1], Group: in.Labels[2],
		Remaining: w.remaining(), Pos: w.pos(),
	}
	id := [3]string{run.Namespace, run.Job, run.Group}
	if first, ok := h.works[id]; ok {
		w.fault("", fmt.Sprintf("stands twice, first in line %d", first.Line), "list all of its allocs in one block")
	}
	h.works[id] = run.Pos
	w.require("allocs", `[{ node = "…", device = "…", gpus = 8 }]`)
	if w.has("allocs") {
		run.Allocs = w.allocs(h)
	}
	return run
}

// remaining reads how long the work still runs; 0 when it is not said.
func (b *block) remaining() time.Duration {
	text := b.text("remaining", "")
	if text == "" {
		return 0
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		b.fault("remaining", fmt.Sprintf("must be a duration above 0, is %.60q", text), `write it like "5h30m", or leave it out for work without an end`)
		return 0
	}
	return d
}

// allocs reads the list of allocations, each at its own place when it is written out.
func (b *block) allocs(h *holdings) []cluster.RunningAlloc {
	attr := b.attrs["allocs"]
	var list []cluster.RunningAlloc
	if items, diags := hcl.ExprList(attr.Expr); !diags.HasErrors() {
		for i, item := range items {
			if v, fault := b.eval(item, b.ctx); fault != nil {
				b.add(item.Range(), b.where, "allocs", fault.message, fault.remedy)
			} else {
				list = append(list, b.alloc(i, v, item.Range(), h))
			}
		}
	} else if v, ok := b.value("allocs"); ok && (v.Type().IsTupleType() || v.Type().IsListType()) {
		for it := v.ElementIterator(); it.Next(); {
			_, item := it.Element()
			list = append(list, b.alloc(len(list), item, attr.Expr.Range(), h))
		}
	} else if ok {
		b.fault("allocs", "must be a list, is "+show(v), `write allocs = [{ node = "…", device = "…", gpus = 8 }]`)
	}
	b.checkIndices(list)
	return list
}

var allocKeys = []string{"node", "device", "gpus", "index", "cpu", "memory"}

// alloc reads one object of the list. The index is the place in the list when
// it is not given; cpu and memory count where no job file says them.
func (b *block) alloc(i int, v cty.Value, at hcl.Range, h *holdings) cluster.RunningAlloc {
	a := cluster.RunningAlloc{Index: i}
	if v.IsNull() || !v.Type().IsObjectType() && !v.Type().IsMapType() {
		b.add(at, b.where, "allocs", "must hold objects, holds "+show(v), `write { node = "…", device = "…", gpus = 8 }`)
		return a
	}
	before, fields := len(b.list), v.AsValueMap()
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains(allocKeys, key) {
			b.add(at, b.where, "allocs: "+key, "is not known here", meant(key, allocKeys))
		}
	}
	into := func(key string, required bool, want cty.Type, example string, target any) {
		value, ok := fields[key]
		if !ok || value.IsNull() {
			if required {
				b.add(at, b.where, "allocs: "+key, "is missing", fmt.Sprintf("write %s = %s", key, example))
			}
			return
		}
		converted, err := convert.Convert(value, want)
		if err == nil {
			err = gocty.FromCtyValue(converted, target)
		}
		if err != nil {
			b.add(at, b.where, "allocs: "+key, "is "+show(value), fmt.Sprintf("write %s = %s", key, example))
		}
	}
	into("node", true, cty.String, `"gpu-01"`, &a.Node)
	into("device", true, cty.String, `"nvidia/gpu/NVIDIA H100 80GB HBM3"`, &a.Device)
	into("gpus", true, cty.Number, "8", &a.GPUs)
	into("index", false, cty.Number, "0", &a.Index)
	into("cpu", false, cty.Number, "8000", &a.CPU)
	into("memory", false, cty.Number, "65536", &a.Memory)
	if len(b.list) == before {
		b.hold(a, at, h)
	}
	return a
}

// hold books an allocation and reports what cannot be.
func (b *block) hold(a cluster.RunningAlloc, at hcl.Range, h *holdings) {
	devices, known := h.has[a.Node]
	count, has := devices[a.Device]
	switch {
	case a.GPUs < 1:
		b.add(at, b.where, "allocs: gpus", fmt.Sprintf("must be at least 1, is %d", a.GPUs), "leave out what holds nothing")
	case a.Index < 0 || a.CPU < 0 || a.Memory < 0:
		b.add(at, b.where, "allocs", "index, cpu and memory must be at least 0", "")
	case !known:
		b.add(at, b.where, "allocs: node", fmt.Sprintf("no node %q in this file", a.Node), meant(a.Node, slices.Sorted(maps.Keys(h.has))))
	case !has:
		b.add(at, b.where, "allocs: device", fmt.Sprintf("node %q has no %q", a.Node, a.Device), meant(a.Device, slices.Sorted(maps.Keys(devices))))
	default:
		place := [2]string{a.Node, a.Device}
		if h.held[place] += min(a.GPUs, maxWhole); h.held[place] > count {
			b.add(at, b.where, "allocs: gpus",
				fmt.Sprintf("node %q has %d of %s, and with these %d are held", a.Node, count, a.Device, h.held[place]),
				"correct gpus here or count there")
		}
	}
}

// checkIndices reports an alloc that is listed twice; one that holds two kinds of devices has two entries.
func (b *block) checkIndices(list []cluster.RunningAlloc) {
	type entry struct {
		index  int
		device string
	}
	seen := map[entry]bool{}
	for _, a := range list {
		e := entry{a.Index, a.Device}
		if seen[e] {
			b.fault("allocs", fmt.Sprintf("index %d stands twice with %q", a.Index, a.Device), "give each alloc an index of its own, or none")
		}
		seen[e] = true
	}
}
