package hcl

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

var groupShape = shape{
	keys:   []string{"count"},
	blocks: []nested{{"meta", nil}, {"constraint", nil}, {"scaling", nil}, {"task", []string{"name"}}},
}

func (b *block) group(in *hcl.Block) cluster.Group {
	name := in.Labels[0]
	g := b.inner(in, fmt.Sprintf("%s group %q", b.where, name), groupShape)
	meta := g.metaOf("meta", true)
	group := cluster.Group{
		Name:        name,
		Meta:        meta.texts,
		MetaPos:     meta.at,
		Constraints: g.constraints(),
		Scaling:     g.scaling(),
		Pos:         g.pos(),
	}
	absent := 1
	if group.Scaling != nil && group.Scaling.HasMin {
		absent = group.Scaling.Min // as Nomad does
	}
	group.Count = g.whole("count", absent, 0, maxWhole)
	g.each("task", func(in *hcl.Block) { group.Tasks = append(group.Tasks, g.task(in)) })
	g.checkTasks(&group)
	return group
}

// loneTask makes the group that Nomad makes of a task outside of any.
func (b *block) loneTask(in *hcl.Block) cluster.Group {
	return cluster.Group{
		Name: in.Labels[0], Count: 1, Tasks: []cluster.Task{b.task(in)}, Pos: posOf(b.file, in.DefRange),
	}
}

func (b *block) checkTasks(g *cluster.Group) {
	seen := map[string]bool{}
	for _, t := range g.Tasks {
		if seen[t.Name] {
			at := hcl.Range{Start: hcl.Pos{Line: t.Pos.Line, Column: 1}}
			b.add(at, b.where, fmt.Sprintf("task %q", t.Name), "stands twice", "give each a name of its own")
		}
		seen[t.Name] = true
	}
}

var scalingShape = shape{keys: []string{"enabled", "min", "max"}}

// scaling reads the scaling block; nil when there is none.
func (b *block) scaling() *cluster.Scaling {
	var s *cluster.Scaling
	b.each("scaling", func(in *hcl.Block) {
		sb := b.inner(in, b.where+": scaling", scalingShape)
		s = &cluster.Scaling{
			Enabled: sb.flag("enabled", true),
			Min:     sb.whole("min", 0, 0, maxWhole),
			Max:     sb.whole("max", 0, 0, maxWhole),
			HasMin:  sb.has("min"),
			HasMax:  sb.has("max"),
			Pos:     sb.pos(),
		}
		if s.HasMin && s.HasMax && s.Max < s.Min {
			sb.fault("max", fmt.Sprintf("is %d, below min, which is %d", s.Max, s.Min), "raise max or lower min")
		}
	})
	return s
}
