package cluster

import (
	"fmt"
	"slices"
	"strings"
)

// need is what one alloc of a group asks for.
type need struct {
	// gpus is the sum over requests, all to be served by one pool.
	gpus     int
	requests []*DeviceRequest // for GPUs
	others   []*DeviceRequest // for devices that are no GPUs
	// cpu (MHz) and memory (MiB) are sums over tasks.
	cpu, memory float64
	cores       int
}

func needOf(g *Group, globs deviceGlobs) need {
	var n need
	for i := range g.Tasks {
		task := &g.Tasks[i]
		n.cpu += task.CPU
		n.memory += task.Memory
		n.cores += task.Cores
		for k := range task.Devices {
			request := &task.Devices[k]
			if globs.mayServe(ParseDeviceName(request.Name)) {
				n.gpus += max(request.Count, 0)
				n.requests = append(n.requests, request)
			} else {
				n.others = append(n.others, request)
			}
		}
	}
	return n
}

// hasAffinities reports whether a request states preferences among devices.
func (n *need) hasAffinities() bool {
	return slices.ContainsFunc(n.requests, func(r *DeviceRequest) bool { return len(r.Affinities) > 0 })
}

// constraintsOf returns all constraints that bind a group's nodes: the job's,
// its own and its tasks'.
func constraintsOf(j *Job, g *Group) []Constraint {
	out := slices.Concat(j.Constraints, g.Constraints)
	for i := range g.Tasks {
		out = append(out, g.Tasks[i].Constraints...)
	}
	return out
}

// gpuVendors are vendors that people write where a device type belongs.
var gpuVendors = []string{"nvidia", "amd", "intel"}

// deviceTypes are the types that Nomad's own plugins give to devices.
var deviceTypes = []string{"gpu", "fpga", "usb"}

// misnamed says what a device request that can match nothing should have been,
// or "". Types that the policy or a fingerprint knows are right as they are.
func misnamed(name string, types []string) string {
	n := ParseDeviceName(name)
	fingerprinted := slices.Contains(types, n.Type) || slices.Contains(deviceTypes, n.Type)
	switch {
	case name == "":
		return "a device request without a name matches nothing; write \"gpu\" or \"nvidia/gpu\""
	case fingerprinted || n.Model != "":
		return ""
	case n.Vendor == "" && slices.Contains(gpuVendors, strings.ToLower(n.Type)):
		return fmt.Sprintf("%q is read as a device type and matches nothing; write %q", name, name+"/gpu")
	case slices.Contains(gpuVendors, strings.ToLower(n.Vendor)) && distance(strings.ToLower(n.Type), "gpu") <= 1:
		return fmt.Sprintf("the type %q matches nothing; write %q", n.Type, n.Vendor+"/gpu")
	case slices.Contains(gpuVendors, strings.ToLower(n.Vendor)):
		return fmt.Sprintf("%q is read as vendor %q and type %q and matches nothing; write %q", name, n.Vendor, n.Type, n.Vendor+"/gpu/"+n.Type)
	}
	return ""
}

// distinct reports whether no two allocs of the group may share a node, or why
// its spreading rules cannot be planned. Other is whether the job has another
// group with GPUs.
func distinct(j *Job, g *Group, other bool) (apart bool, reason string) {
	for i := range j.Constraints {
		switch c := &j.Constraints[i]; {
		case c.operator() == distinctProperty:
			return false, "distinct_property is not planned"
		case c.operator() == distinctHosts && c.isOn() && other:
			return false, "distinct_hosts of a job with several GPU groups is not planned; put it into each group"
		case c.operator() == distinctHosts && c.isOn():
			apart = true
		}
	}
	for _, c := range constraintsOf(&Job{}, g) {
		switch {
		case c.operator() == distinctProperty && g.Count > 1:
			return false, "distinct_property is not planned"
		case c.operator() == distinctHosts && c.isOn():
			apart = true
		}
	}
	return apart, ""
}

// isOn reports whether distinct_hosts is not switched off by its value.
func (c *Constraint) isOn() bool { return c.RTarget == "" || c.RTarget == "true" }
