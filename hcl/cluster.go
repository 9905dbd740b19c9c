package hcl

import (
	"fmt"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

var clusterShape = shape{
	keys: []string{"start"},
	blocks: []nested{
		{"node", []string{"name"}},
		{"running", []string{"namespace", "job", "group"}},
	},
}

// ReadCluster reads a cluster file: nodes with their devices, and what runs on
// them. Start is the zero time when the file has none, and Jobs is empty: jobs
// have files of their own. A key or block that is not known is an error, and
// so is work that holds more than its node has. The error joins one *Error
// for each fault.
func ReadCluster(file string, src []byte) (*cluster.Snapshot, error) {
	r := newReader(file)
	body := r.parse(src, false)
	if body == nil {
		return nil, r.err()
	}
	top := r.strict(body, r.scope.context(), "", body.Range(), clusterShape)
	s := &cluster.Snapshot{Start: top.start()}
	top.each("node", func(in *hcl.Block) { s.Nodes = append(s.Nodes, top.node(in)) })
	r.checkNodes(s.Nodes)
	held := newHoldings(s.Nodes)
	top.each("running", func(in *hcl.Block) { s.Running = append(s.Running, top.running(in, held)) })
	if err := r.err(); err != nil {
		return nil, err
	}
	return s, nil
}

// ReadClusterFile reads the cluster file at path, as ReadCluster does.
func ReadClusterFile(path string) (*cluster.Snapshot, error) {
	src, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return ReadCluster(path, src)
}

// strict opens a body and reports whatever its shape does not name.
func (r *reader) strict(body hcl.Body, ctx *hcl.EvalContext, where string, at hcl.Range, s shape) *block {
	native := body.(*hclsyntax.Body)
	known, kinds := s.keys, map[string]bool{}
	for _, n := range s.blocks {
		known = append(known[:len(known):len(known)], n.name)
		kinds[n.name] = true
	}
	keys := map[string]bool{}
	for _, k := range s.keys {
		keys[k] = true
	}
	for _, attr := range inOrder(native.Attributes) {
		if !keys[attr.Name] && !kinds[attr.Name] {
			r.add(attr.NameRange, where, attr.Name, "is not known here", meant(attr.Name, known))
		}
	}
	for _, in := range native.Blocks {
		switch {
		case kinds[in.Type]:
		case keys[in.Type]:
			r.add(in.DefRange(), where, in.Type, "is no block", fmt.Sprintf("write %s = …", in.Type))
		default:
			r.add(in.DefRange(), where, in.Type, "is not known here", meant(in.Type, known))
		}
	}
	return r.open(body, ctx, where, at, s)
}

func (b *block) innerStrict(in *hcl.Block, where string, s shape) *block {
	return b.strict(in.Body, b.ctx, where, in.DefRange, s)
}

// start reads the time of step 0.
func (b *block) start() time.Time {
	text := b.text("start", "")
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		b.fault("start", fmt.Sprintf("must be a time, is %.60q", text), `write it like "2026-12-01T00:00:00Z"`)
	}
	return t
}

// require reports the keys that are absent.
func (b *block) require(key, example string) {
	if !b.has(key) {
		b.fault(key, "is missing", fmt.Sprintf("write %s = %s", key, example))
	}
}
