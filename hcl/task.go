package hcl

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

var taskShape = shape{blocks: []nested{{"meta", nil}, {"constraint", nil}, {"resources", nil}}}

func (b *block) task(in *hcl.Block) cluster.Task {
	name := in.Labels[0]
	t := b.inner(in, fmt.Sprintf("%s task %q", b.where, name), taskShape)
	task := cluster.Task{
		Name:        name,
		CPU:         defaultCPU,
		Memory:      defaultMemory,
		Meta:        t.metaOf("meta", true).texts,
		Constraints: t.constraints(),
		Pos:         t.pos(),
	}
	t.each("resources", func(in *hcl.Block) { t.resources(in, &task) })
	return task
}

var resourcesShape = shape{
	keys:   []string{"cpu", "cores", "memory"},
	blocks: []nested{{"device", []string{"name"}}},
}

func (b *block) resources(in *hcl.Block, task *cluster.Task) {
	res := b.inner(in, b.where, resourcesShape)
	task.Cores = res.whole("cores", 0, 0, maxWhole)
	cpu := float64(defaultCPU)
	if task.Cores > 0 {
		cpu = 0 // whole cores are asked for instead of a share
	}
	task.CPU = res.number("cpu", cpu)
	task.Memory = res.number("memory", defaultMemory)
	res.each("device", func(in *hcl.Block) { task.Devices = append(task.Devices, res.device(in)) })
}

var deviceShape = shape{
	keys:   []string{"count"},
	blocks: []nested{{"constraint", nil}, {"affinity", nil}},
}

func (b *block) device(in *hcl.Block) cluster.DeviceRequest {
	name := in.Labels[0]
	d := b.inner(in, fmt.Sprintf("%s: device %q", b.where, name), deviceShape)
	return cluster.DeviceRequest{
		Name:        name,
		Count:       d.whole("count", 1, 1, maxWhole),
		Constraints: d.constraints(),
		Affinities:  d.affinities(),
		Pos:         d.pos(),
	}
}
