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
	// Live says that it came from Nomad: an ungated block is then already on its
	// way to the GPUs, where in files it counts as waiting to be planned.
	Live bool
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
	// Closed says why the node takes nothing new ("draining"); "" means it does.
	Closed string
	Pos    Pos
}

// DeviceGroup is one fingerprinted group of like devices: Nomad serves one
// request from one group.
type DeviceGroup struct {
	Vendor, Type, Name string
	// Instances lists device ids; offline they are "0", "1", ….
	Instances  []Instance
	Attributes map[string]string // as written, with unit: "81559 MiB"
	// Typed holds attributes whose type is known, as from Nomad's API; it wins over Attributes.
	Typed map[string]Attribute
	Pos   Pos
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
	MetaPos     map[string]Pos // of the planner's keys, where they are known
	Constraints []Constraint
	Groups      []Group
	// Periodic and Parameterized jobs are templates: what runs are their
	// children, never the job itself.
	Periodic, Parameterized bool
	// Submitted is when the job was handed in; zero means at the snapshot's Start.
	Submitted time.Time
	// Dead jobs wait for nothing: finished or stopped.
	Dead bool
	Pos  Pos
}

// Group is one task group.
type Group struct {
	Name        string
	Count       int
	Meta        map[string]string
	MetaPos     map[string]Pos // of the planner's keys, where they are known
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

// Running is work that holds GPUs now. An alloc that holds devices of two
// groups stands in Allocs twice, under one Index.
type Running struct {
	Namespace, Job, Group string
	Allocs                []RunningAlloc
	// Ended counts allocs of the group that have ended by themselves and are not coming back.
	Ended int
	// Remaining is how long the work still runs; 0 means unknown or a service.
	Remaining time.Duration
	Pos       Pos
}

// RunningAlloc is one allocation's devices.
type RunningAlloc struct {
	Index  int
	Node   string
	Device string // "vendor/type/name"; "" holds CPU and memory alone
	GPUs   int
	// IDs are the instances held, where they are known.
	IDs []string
	// CPU (MHz) and Memory (MiB) count for work whose job is not in the snapshot.
	CPU, Memory float64
}

// Pos is where something was read: a file and line for errors; empty when it
// came from an API.
type Pos struct {
	File string
	Line int
}
