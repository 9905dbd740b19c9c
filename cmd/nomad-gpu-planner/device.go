package main

import (
	"errors"
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// missingDevices returns an error for each job that opts in while no task of it
// asks for a device. Build leaves such a job alone; in a file it is a mistake.
func missingDevices(jobs []cluster.Job) error {
	var mistakes []error
	for i := range jobs {
		if j := &jobs[i]; optsIn(j) && !asksForDevice(j) {
			mistakes = append(mistakes, errors.New(cluster.Finding{
				Pos: j.MetaAt(cluster.MetaPrefix), Job: j.Namespace + "/" + j.ID, Key: cluster.MetaPrefix,
				Text: "it opts in, but no task asks for a GPU; add a device block to its resources, or take the key out",
			}.String()))
		}
	}
	return errors.Join(mistakes...)
}

func optsIn(j *cluster.Job) bool {
	return j.Meta[cluster.MetaPrefix] != "" || slices.ContainsFunc(j.Groups, func(g cluster.Group) bool {
		return g.Meta[cluster.MetaPrefix] != ""
	})
}

func asksForDevice(j *cluster.Job) bool {
	return slices.ContainsFunc(j.Groups, func(g cluster.Group) bool {
		return slices.ContainsFunc(g.Tasks, func(t cluster.Task) bool { return len(t.Devices) > 0 })
	})
}
