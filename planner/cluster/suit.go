package cluster

import (
	"fmt"
	"slices"
	"strings"
)

// suit is where one alloc of a group may stand.
type suit struct {
	pools []int
	// ids are the pools' as the problem has them: nil for all. Problems share the slice.
	ids []string
	// reason says why pools is empty.
	reason string
	// twoModels says that each request is met somewhere, but no pool meets all.
	twoModels bool
	// loose says that on one node Nomad may choose another pool than the plan, or
	// share the requests out over two.
	loose bool
}

// obstacle is why a node or pool doesn't suit; the later the stage at which it
// came up, the more it tells.
type obstacle struct {
	stage int
	text  string
}

// The stages at which a place is turned down, in the order of the checks.
const (
	stageNone = iota
	stagePool
	stageDatacenter
	stageNode
	stageDevice
	stageAttribute
	stageSize
)

// matchmaker finds the pools that suit. It remembers, for many groups ask alike.
type matchmaker struct {
	*inventory
	patterns patterns
	known    map[string]suit
}

// suit returns where the group's allocs may stand, as things are now.
func (m *matchmaker) suit(j *Job, g *Group, n *need) suit {
	constraints := constraintsOf(j, g)
	key := likeness(j, constraints, n)
	if s, ok := m.known[key]; ok {
		return s
	}
	s := m.search(j, constraints, n)
	s.ids = m.ids(s.pools)
	if m.known == nil {
		m.known = map[string]suit{}
	}
	m.known[key] = s
	return s
}

// likeness returns a text that two groups share when the same places suit them.
func likeness(j *Job, constraints []Constraint, n *need) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q %q", j.nodePool(), j.Datacenters)
	put := func(list []Constraint) {
		for i := range list {
			fmt.Fprintf(&b, " %q %q %q", list[i].LTarget, list[i].operator(), list[i].RTarget)
		}
	}
	put(constraints)
	for _, r := range slices.Concat(n.requests, n.others) {
		fmt.Fprintf(&b, "\n%q %d", r.Name, r.Count)
		put(r.Constraints)
	}
	return b.String()
}

func (m *matchmaker) search(j *Job, constraints []Constraint, n *need) suit {
	var s suit
	worst := obstacle{stageNone, "the cluster has no nodes"}
	deepest := func(o obstacle) {
		if o.stage > worst.stage {
			worst = o
		}
	}
	met := make([]bool, len(n.requests))
	for i := range m.snapshot.Nodes {
		if o := m.nodeObstacle(i, j, constraints, n); o.text != "" {
			deepest(o)
			continue
		}
		if len(m.ofNode[i]) == 0 {
			deepest(obstacle{stageNode, "no node that suits has GPUs"})
		}
		suiting, meeting := 0, 0
		for _, p := range m.ofNode[i] {
			if m.meetsSome(p, n) {
				meeting++
			}
			o := m.poolObstacle(p, n, met)
			if o.text != "" {
				deepest(o)
				continue
			}
			suiting++
			s.pools = append(s.pools, p)
		}
		s.loose = s.loose || suiting > 0 && meeting > 1
	}
	if len(s.pools) > 0 {
		return s
	}
	s.reason = worst.text
	s.twoModels = worst.stage < stageSize && len(met) > 1 && !slices.Contains(met, false)
	if id := m.unknownID(n); id != "" {
		s.reason = fmt.Sprintf("unknown device %q", id)
	}
	if worst.stage == stageSize {
		s.reason = m.sizeReason(n, constraints, j)
	}
	return s
}

// nodeObstacle returns why nothing of the node suits.
func (m *matchmaker) nodeObstacle(i int, j *Job, constraints []Constraint, n *need) obstacle {
	node := &m.snapshot.Nodes[i]
	switch {
	case !j.sees(node):
		return obstacle{stagePool, fmt.Sprintf("no node is in node pool %q", j.nodePool())}
	case !j.inDatacenter(node):
		return obstacle{stageDatacenter, fmt.Sprintf("no node of its pool is in datacenter %s", strings.Join(j.Datacenters, ", "))}
	case node.Closed != "":
		return obstacle{stageNode, fmt.Sprintf("node %s takes nothing new: %s", node.called(), node.Closed)}
	}
	if why := m.patterns.nodeMismatch(node, constraints); why != "" {
		return obstacle{stageNode, why}
	}
	for _, request := range n.others {
		if !m.hasDevice(node, request) {
			return obstacle{stageNode, fmt.Sprintf("node %s has no %d of device %q", node.called(), request.Count, request.Name)}
		}
	}
	return obstacle{}
}

// hasDevice reports whether the node has what a request for no GPU asks for;
// who else holds it is not looked at.
func (m *matchmaker) hasDevice(node *Node, request *DeviceRequest) bool {
	name := ParseDeviceName(request.Name)
	for k := range node.Devices {
		d := &node.Devices[k]
		healthy, _ := node.count(d)
		if name.matches(d) && healthy >= request.Count && m.patterns.deviceMismatch(d, request) == "" {
			return true
		}
	}
	return false
}

// poolObstacle returns why the pool doesn't serve all requests at once, and
// notes in met which of them it does.
func (m *matchmaker) poolObstacle(p int, n *need, met []bool) obstacle {
	var first obstacle
	for i, request := range n.requests {
		o := m.requestObstacle(p, request)
		if o.text == "" {
			met[i] = true
		} else if first.text == "" {
			first = o
		}
	}
	if first.text != "" {
		return first
	}
	if m.pools[p].gpus < n.gpus {
		return obstacle{stageSize, "too small"}
	}
	return obstacle{}
}

// meetsSome reports whether the pool could serve one of the requests by itself.
func (m *matchmaker) meetsSome(p int, n *need) bool {
	return slices.ContainsFunc(n.requests, func(r *DeviceRequest) bool {
		return m.pools[p].gpus >= r.Count && m.requestObstacle(p, r).text == ""
	})
}

func (m *matchmaker) requestObstacle(p int, request *DeviceRequest) obstacle {
	d := m.pools[p].device
	if !ParseDeviceName(request.Name).matches(d) {
		return obstacle{stageDevice, fmt.Sprintf("no node that suits has device %q", request.Name)}
	}
	if why := m.patterns.deviceMismatch(d, request); why != "" {
		return obstacle{stageAttribute, why}
	}
	if most, pins := pinned(d, request); pins && most < request.Count {
		return obstacle{stageAttribute, fmt.Sprintf("%d of the devices it names are in %s, it asks for %d", most, d.label(), request.Count)}
	}
	return obstacle{}
}

// sizeReason says how far the largest pool that matches falls short.
func (m *matchmaker) sizeReason(n *need, constraints []Constraint, j *Job) string {
	largest := 0
	met := make([]bool, len(n.requests))
	for p := range m.pools {
		if m.nodeObstacle(m.pools[p].node, j, constraints, n).text == "" && m.poolObstacle(p, n, met).stage == stageSize {
			largest = max(largest, m.pools[p].gpus)
		}
	}
	subject := "one request needs one model of one node"
	if len(n.requests) > 1 {
		subject = "the requests of one group need one model of one node"
	}
	return fmt.Sprintf("%s: %d are asked for, the largest group has %d", subject, n.gpus, largest)
}

// unknownID returns the first device id that a request pins and no node has.
func (m *matchmaker) unknownID(n *need) string {
	for _, request := range n.requests {
		for _, c := range request.Constraints {
			if c.LTarget != "${device.ids}" || !pinsSome(c.operator()) {
				continue
			}
			for _, id := range items(c.RTarget) {
				if !m.hasInstance(id) {
					return id
				}
			}
		}
	}
	return ""
}

func (m *matchmaker) hasInstance(id string) bool {
	for p := range m.pools {
		for _, in := range m.pools[p].device.Instances {
			if in.ID == id {
				return true
			}
		}
	}
	return false
}
