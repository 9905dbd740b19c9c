package cluster

import (
	"errors"
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// pool is one device group that stands for GPUs.
type pool struct {
	id     string
	node   int // in the snapshot
	device *DeviceGroup
	// healthy GPUs can be given out; gpus counts those too that are held though
	// they are not healthy.
	healthy, gpus int
	instances     int
}

// inventory is all that can be given out.
type inventory struct {
	snapshot *Snapshot
	pools    []pool
	ofNode   [][]int        // node → its pools
	nodes    map[string]int // id → node
	names    map[string]int // name → node, where no two share it
}

// newInventory lists nodes and pools in the order of the snapshot. Nodes and
// device groups that stand there twice are an error.
func newInventory(s *Snapshot, globs deviceGlobs) (*inventory, error) {
	v := &inventory{snapshot: s, ofNode: make([][]int, len(s.Nodes)), nodes: map[string]int{}, names: map[string]int{}}
	var errs []error
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if first, twice := v.nodes[n.id()]; twice || n.id() == "" {
			errs = append(errs, fmt.Errorf("%snode %q: its id is empty or taken by node %d already", at(n.Pos), n.called(), first+1))
			continue
		}
		v.nodes[n.id()] = i
		v.addName(n.Name, i)
		for k := range n.Devices {
			if d := &n.Devices[k]; globs.covers(d) {
				errs = append(errs, v.addPool(i, d))
			}
		}
	}
	return v, errors.Join(errs...)
}

// addName makes the node findable by its name, unless another shares it.
func (v *inventory) addName(name string, i int) {
	if _, taken := v.names[name]; taken {
		v.names[name] = -1
		return
	}
	v.names[name] = i
}

func (v *inventory) addPool(node int, d *DeviceGroup) error {
	n := &v.snapshot.Nodes[node]
	id := PoolID(n.id(), d)
	for _, p := range v.ofNode[node] {
		if v.pools[p].id == id {
			return fmt.Errorf("%snode %q: device %q stands there twice", at(d.Pos), n.called(), d.label())
		}
	}
	healthy, sick := n.count(d)
	v.ofNode[node] = append(v.ofNode[node], len(v.pools))
	v.pools = append(v.pools, pool{id: id, node: node, device: d, healthy: healthy, gpus: healthy, instances: healthy + sick})
	return nil
}

// find returns the node with the id or, failing that, the name.
func (v *inventory) find(node string) (int, bool) {
	if i, ok := v.nodes[node]; ok {
		return i, true
	}
	i, ok := v.names[node]
	return i, ok && i >= 0
}

// poolOf returns the node's pool of the device "vendor/type/name".
func (v *inventory) poolOf(node int, device string) (int, bool) {
	for _, p := range v.ofNode[node] {
		if v.pools[p].device.label() == device {
			return p, true
		}
	}
	return 0, false
}

// ids returns the ids of the pools; nil, which means all, when they are all.
func (v *inventory) ids(pools []int) []string {
	if len(pools) == len(v.pools) && len(pools) > 0 {
		return nil
	}
	out := make([]string, len(pools))
	for i, p := range pools {
		out[i] = v.pools[p].id
	}
	return out
}

// node returns the problem's node.
func (n *Node) problemNode() planner.Node {
	out := planner.Node{ID: n.id(), Name: n.Name, Pool: n.pool()}
	if n.CPUKnown {
		cpu := n.CPU
		out.CPU = &cpu
	}
	if n.MemKnown {
		memory := n.Memory
		out.Memory = &memory
	}
	return out
}

// at returns "file:line: " or "".
func at(p Pos) string {
	if s := p.String(); s != "" {
		return s + ": "
	}
	return ""
}
