package hcl

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// maxDevices is the most devices of one group of a node.
const maxDevices = 4096

const defaultDatacenter = "dc1"

var nodeShape = shape{
	keys:   []string{"pool", "datacenter", "class", "cpu", "memory"},
	blocks: []nested{{"meta", nil}, {"attr", nil}, {"device", []string{"vendor/type/name"}}},
}

// node reads one node block; its label is both name and id.
func (b *block) node(in *hcl.Block) cluster.Node {
	name := in.Labels[0]
	n := b.innerStrict(in, fmt.Sprintf("node %q", name), nodeShape)
	if name == "" {
		n.fault("", "needs a name", `write node "NAME" { … }`)
	}
	node := cluster.Node{
		ID: name, Name: name,
		Pool:       orDefault(n.text("pool", ""), defaultNodePool),
		Datacenter: orDefault(n.text("datacenter", ""), defaultDatacenter),
		Class:      n.text("class", ""),
		CPU:        n.number("cpu", 0), CPUKnown: n.has("cpu"),
		Memory: n.number("memory", 0), MemKnown: n.has("memory"),
		Meta: n.metaOf("meta", false).texts,
		Attr: n.metaOf("attr", false).texts,
		Pos:  n.pos(),
	}
	n.each("device", func(in *hcl.Block) { node.Devices = append(node.Devices, n.deviceGroup(in)) })
	n.checkDevices(node.Devices)
	return node
}

var deviceGroupShape = shape{
	keys:   []string{"count", "unhealthy"},
	blocks: []nested{{"attributes", nil}},
}

// deviceGroup reads one device block of a node. The last ones of its
// instances are those that are unhealthy.
func (b *block) deviceGroup(in *hcl.Block) cluster.DeviceGroup {
	label := in.Labels[0]
	d := b.innerStrict(in, fmt.Sprintf("%s: device %q", b.where, label), deviceGroupShape)
	group := cluster.DeviceGroup{Attributes: d.metaOf("attributes", false).texts, Pos: d.pos()}
	parts := strings.SplitN(label, "/", 3)
	if len(parts) < 3 || parts[0] == "" || parts[1] == "" || parts[2] == "" {
		d.fault("", "needs vendor, type and name", `write for instance device "nvidia/gpu/NVIDIA H100 80GB HBM3"`)
	} else {
		group.Vendor, group.Type, group.Name = parts[0], parts[1], parts[2]
	}
	d.require("count", "8")
	count, unhealthy := d.whole("count", 1, 1, maxDevices), d.whole("unhealthy", 0, 0, maxDevices)
	if unhealthy > count {
		d.fault("unhealthy", fmt.Sprintf("is %d of %d devices", unhealthy, count), "count includes the unhealthy ones")
	}
	for i := range count {
		group.Instances = append(group.Instances, cluster.Instance{ID: strconv.Itoa(i), Healthy: i < count-unhealthy})
	}
	return group
}

func (b *block) checkDevices(groups []cluster.DeviceGroup) {
	seen := map[string]bool{}
	for _, g := range groups {
		id := deviceID(g)
		if seen[id] {
			b.add(lineOf(g.Pos), b.where, fmt.Sprintf("device %q", id), "stands twice", "add up their counts in one block")
		}
		seen[id] = true
	}
}

func (r *reader) checkNodes(nodes []cluster.Node) {
	seen := map[string]cluster.Pos{}
	for _, n := range nodes {
		if first, ok := seen[n.Name]; ok {
			r.add(lineOf(n.Pos), "", fmt.Sprintf("node %q", n.Name), fmt.Sprintf("stands twice, first in line %d", first.Line), "give each a name of its own")
			continue
		}
		seen[n.Name] = n.Pos
	}
}

// deviceID is "vendor/type/name".
func deviceID(g cluster.DeviceGroup) string { return g.Vendor + "/" + g.Type + "/" + g.Name }

// lineOf makes a range of a place that is remembered only by its line.
func lineOf(p cluster.Pos) hcl.Range {
	return hcl.Range{Start: hcl.Pos{Line: p.Line, Column: 1}}
}
