package cluster

import (
	"fmt"
	"strings"
)

// allPools is Nomad's node pool that holds every node.
const allPools = "all"

// DefaultPool is the node pool of a job or node that names none.
const DefaultPool = "default"

// nodeValue resolves one side of a constraint on a node: a literal, or what
// "${…}" stands for.
func nodeValue(target string, n *Node) operand {
	if !strings.HasPrefix(target, "${") {
		return operand{target, true}
	}
	switch target {
	case "${node.unique.id}":
		return operand{n.id(), true}
	case "${node.unique.name}":
		return operand{n.Name, true}
	case "${node.datacenter}":
		return operand{n.Datacenter, true}
	case "${node.class}":
		return operand{n.Class, true}
	case "${node.pool}":
		return operand{n.pool(), true}
	}
	name := strings.TrimSuffix(target, "}")
	if key, ok := strings.CutPrefix(name, "${attr."); ok {
		v, found := n.Attr[key]
		return operand{v, found}
	}
	if key, ok := strings.CutPrefix(name, "${meta."); ok {
		v, found := n.Meta[key]
		return operand{v, found}
	}
	return operand{}
}

// id returns what names the node: its ID, or offline its name.
func (n *Node) id() string {
	if n.ID == "" {
		return n.Name
	}
	return n.ID
}

func (n *Node) pool() string {
	if n.Pool == "" {
		return DefaultPool
	}
	return n.Pool
}

// called returns what people call the node.
func (n *Node) called() string {
	if n.Name == "" {
		return n.ID
	}
	return n.Name
}

// sees reports whether the job may be placed in the node's pool at all.
func (j *Job) sees(n *Node) bool {
	return j.NodePool == allPools || j.nodePool() == n.pool()
}

func (j *Job) nodePool() string {
	if j.NodePool == "" {
		return DefaultPool
	}
	return j.NodePool
}

// inDatacenter reports whether one of the job's datacenters, which may hold
// "*", is the node's; a job that lists none means all.
func (j *Job) inDatacenter(n *Node) bool {
	if len(j.Datacenters) == 0 {
		return true
	}
	for _, pattern := range j.Datacenters {
		if glob(pattern, n.Datacenter) {
			return true
		}
	}
	return false
}

// glob reports whether s matches the pattern, in which "*" stands for any text.
func glob(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	last := parts[len(parts)-1]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return strings.HasSuffix(rest, last)
}

// nodeMismatch returns why the node fails one of the constraints, or "".
func (m *patterns) nodeMismatch(n *Node, constraints []Constraint) string {
	for i := range constraints {
		c := &constraints[i]
		if isGate(c) {
			continue
		}
		l, r := nodeValue(c.LTarget, n), nodeValue(c.RTarget, n)
		if m.holds(c.operator(), l, r) {
			continue
		}
		if !l.found && strings.HasPrefix(c.LTarget, "${") {
			return fmt.Sprintf("%s: node %s has none", c, n.called())
		}
		return fmt.Sprintf("%s: it is %q on node %s", c, l.text, n.called())
	}
	return ""
}
