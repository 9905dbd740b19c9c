// Package cluster turns what is into what is to be planned: a snapshot of
// nodes, jobs and running work, forecasts and the operator's policy become a
// planner.Problem. Device requests and constraints are matched as Nomad
// matches them, so that a plan never promises what Nomad would refuse.
package cluster

import "time"

// Snapshot is the cluster as it is at Start, from files or from Nomad's API.
// Every slice is sorted or in file order; that order breaks ties.
type Snapshot struct {
	Start   time.Time
	Nodes   []Node
	Jobs    []Job
	Running []Running
}

// Node is one client node with its device fingerprints.
type Node struct {
	ID, Name   string
	Pool       string // Nomad node pool
	Datacenter string
	Class      string
	CPU        float64 // MHz; 0 with CPUKnown false means not limited
	Memory     float64 // MiB
	CPUKnown   bool
	MemKnown   bool
	Meta, Attr map[string]string
	Devices    []DeviceGroup
	Pos        Pos
}

// DeviceGroup is one fingerprinted group of like devices: Nomad serves one
// request from one group.
type DeviceGroup struct {
	Vendor, Type, Name string
	// Instances lists device ids; offline they are "0", "1", ….
	Instances  []Instance
	Attributes map[string]string // as written, with unit: "81559 MiB"
	Pos        Pos
}

// Instance is one device.
type Instance struct {
	ID      string
	Healthy bool
}

// Job is what a job file or Nomad says of a job, as far as planning needs it.
type Job struct {
	Namespace   string // "default" when absent
	ID, Name    string
	Type        string // "service" when absent
	Priority    int    // 50 when absent
	NodePool    string // "default" when absent
	Datacenters []string
	Meta        map[string]string
	Constraints []Constraint
	Groups      []Group
	// Periodic and Parameterized jobs are templates: what runs are their
	// children, never the job itself.
	Periodic, Parameterized bool
	Pos                     Pos
}

// Group is one task group.
type Group struct {
	Name        string
	Count       int
	Meta        map[string]string
	Constraints []Constraint
	Scaling     *Scaling
	Tasks       []Task
	Pos         Pos
}

// Scaling holds the bounds of a group's scaling block.
type Scaling struct {
	Enabled  bool
	Min, Max int
	// HasMin and HasMax say which of them were written.
	HasMin, HasMax bool
	Pos            Pos
}

// Task is one task of a group.
type Task struct {
	Name        string
	CPU, Memory float64 // MHz and MiB; Nomad's defaults (100, 300) when absent
	Cores       int
	Meta        map[string]string
	Constraints []Constraint
	Devices     []DeviceRequest
	Pos         Pos
}

// DeviceRequest asks for Count devices of one group: "gpu", "nvidia/gpu" or
// "nvidia/gpu/<model>".
type DeviceRequest struct {
	Name        string
	Count       int
	Constraints []Constraint
	Affinities  []Affinity
	Pos         Pos
}

// Constraint is attribute (LTarget) operator value (RTarget).
type Constraint struct {
	LTarget, Operand, RTarget string
	Pos                       Pos
}

// Affinity is a constraint that is a preference of weight −100 … 100.
type Affinity struct {
	Constraint
	Weight int
}

// Running is work that holds GPUs now.
type Running struct {
	Namespace, Job, Group string
	Allocs                []RunningAlloc
	// Remaining is how long the work still runs; 0 means unknown or a service.
	Remaining time.Duration
	Pos       Pos
}

// RunningAlloc is one allocation's devices.
type RunningAlloc struct {
	Index  int
	Node   string
	Device string // "vendor/type/name"
	GPUs   int
}

// Pos is where something was read: a file and line for errors; empty when it
// came from an API.
type Pos struct {
	File string
	Line int
}
