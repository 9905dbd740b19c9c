package planner_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// names gives nodes, pools, blocks, services and gangs names that sort the other way round.
type names struct{ old, new []string }

func (n *names) rename(id *string) {
	if *id == "" {
		return
	}
	for i := range n.old {
		if n.old[i] == *id {
			*id = n.new[i]
			return
		}
	}
	n.old = append(n.old, *id)
	n.new = append(n.new, strings.Repeat("z", 40-len(n.old))+"/"+*id)
	*id = n.new[len(n.new)-1]
}

// problem renames everything in a copy of p.
func (n *names) problem(t *rapid.T, p *planner.Problem) *planner.Problem {
	c, err := planner.DecodeProblem("copy", strings.NewReader(show(p)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Nodes {
		n.rename(&c.Nodes[i].ID)
	}
	for i := range c.Pools {
		n.rename(&c.Pools[i].ID)
		n.rename(&c.Pools[i].Node)
	}
	for i := range c.Blocks {
		b := &c.Blocks[i]
		n.rename(&b.ID)
		n.rename(&b.Gang)
		n.list(b.Pools, b.Running)
	}
	for i := range c.Services {
		s := &c.Services[i]
		n.rename(&s.ID)
		n.list(s.Pools, s.Running)
	}
	return c
}

func (n *names) list(lists ...[]string) {
	for _, list := range lists {
		for i := range list {
			n.rename(&list[i])
		}
	}
}

// back gives q its old names.
func (n *names) back(q *planner.Plan) string {
	s := text(q)
	for i := len(n.new) - 1; i >= 0; i-- {
		s = strings.ReplaceAll(s, n.new[i], n.old[i])
	}
	return s
}

func TestRenamingChangesNothingButNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := draw(t)
		n := &names{}
		other := n.problem(t, p)
		for _, o.Mode = range []planner.Mode{planner.ModeFast, planner.ModeFull} {
			if want, got := text(mustSolve(t, p, o)), n.back(mustSolve(t, other, o)); got != want {
				t.Fatalf("%s\nrenamed: %s\n%s", want, got, show(p))
			}
		}
	})
}
