package hcl

import (
	"reflect"
	"testing"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

const oneNode = `node "n" {
  device "nvidia/gpu/H" {
    count = 4
  }
}
`

func TestClusterFile(t *testing.T) {
	s, err := ReadCluster("cluster.hcl", []byte(`start = "2026-12-01T00:00:00Z"

node "gpu-01" {
  pool       = "ml"
  datacenter = "eu"
  class      = "h100"
  cpu        = 96000
  memory     = "1048576"
  meta       = { rack = "r1" }
  attr       = { "cpu.arch" = "amd64", "cpu.numcores" = 96 }

  device "nvidia/gpu/NVIDIA H100 80GB HBM3" {
    count      = 2
    unhealthy  = 1
    attributes = { memory = "81559 MiB" }
  }
}

node "bare" {
  meta {
    rack = "r2"
  }
}

running "default" "train" "trainer" {
  allocs    = [{ node = "gpu-01", device = "nvidia/gpu/NVIDIA H100 80GB HBM3", gpus = 2 }]
  remaining = "5h30m"
}
`))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int) cluster.Pos { return cluster.Pos{File: "cluster.hcl", Line: line} }
	want := &cluster.Snapshot{
		Start: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
		Nodes: []cluster.Node{{
			ID: "gpu-01", Name: "gpu-01", Pool: "ml", Datacenter: "eu", Class: "h100",
			CPU: 96000, CPUKnown: true, Memory: 1048576, MemKnown: true,
			Meta: map[string]string{"rack": "r1"}, Attr: map[string]string{"cpu.arch": "amd64", "cpu.numcores": "96"},
			Devices: []cluster.DeviceGroup{{
				Vendor: "nvidia", Type: "gpu", Name: "NVIDIA H100 80GB HBM3",
				Instances:  []cluster.Instance{{ID: "0", Healthy: true}, {ID: "1"}},
				Attributes: map[string]string{"memory": "81559 MiB"}, Pos: at(12),
			}},
			Pos: at(3),
		}, {
			ID: "bare", Name: "bare", Pool: "default", Datacenter: "dc1", Meta: map[string]string{"rack": "r2"}, Pos: at(19),
		}},
		Running: []cluster.Running{{
			Namespace: "default", Job: "train", Group: "trainer",
			Allocs:    []cluster.RunningAlloc{{Node: "gpu-01", Device: "nvidia/gpu/NVIDIA H100 80GB HBM3", GPUs: 2}},
			Remaining: 5*time.Hour + 30*time.Minute, Pos: at(25),
		}},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got  %+v\nwant %+v", s, want)
	}
}

func TestAllocsMayBeComputed(t *testing.T) {
	s, err := ReadCluster("c.hcl", []byte(oneNode+`running "default" "j" "g" {
  allocs = [for i in range(4) : { node = "n", device = "nvidia/gpu/H", gpus = 1, index = i + 2, cpu = 500 }]
}
`))
	if err != nil {
		t.Fatal(err)
	}
	if a := s.Running[0].Allocs; len(a) != 4 || a[3].Index != 5 || a[3].CPU != 500 {
		t.Errorf("got %+v", a)
	}
}

func TestFaultsOfClusterFiles(t *testing.T) {
	running := func(allocs string) string {
		return oneNode + "running \"default\" \"j\" \"g\" {\n  allocs = " + allocs + "\n}\n"
	}
	for _, c := range []struct{ claim, src, want string }{
		{"unknown keys are told", "stert = 1\nnode \"n\" {\n  memry = 5\n  cpus = 1\n}\n", `
c.hcl:1: stert: is not known here; did you mean "start"?
c.hcl:3: node "n": memry: is not known here; did you mean "memory"?
c.hcl:4: node "n": cpus: is not known here; did you mean "cpu"?`},
		{"unknown blocks are told", "nodes \"n\" {}\nnode \"n\" {\n  devise \"x\" {}\n  pool {}\n}\n", `
c.hcl:1: nodes: is not known here; did you mean "node"?
c.hcl:3: node "n": devise: is not known here; did you mean "device"?
c.hcl:4: node "n": pool: is no block; write pool = …`},
		{"a word like nothing gets the list", "zzzzzz = 1\n",
			`c.hcl:1: zzzzzz: is not known here; known here: start, node, running`},
		{"nodes have names of their own", "node \"n\" {}\nnode \"n\" {}\n",
			`c.hcl:2: node "n": stands twice, first in line 1; give each a name of its own`},
		{"start is a time", "start = \"tomorrow\"\n",
			`c.hcl:1: start: must be a time, is "tomorrow"; write it like "2026-12-01T00:00:00Z"`},
		{"counts are not negative", "node \"n\" {\n  cpu = -1\n  device \"nvidia/gpu/H\" {\n    count = -8\n  }\n}\n", `
c.hcl:2: node "n": cpu: must be a number from 0, is -1; leave it out to use the default
c.hcl:4: node "n": device "nvidia/gpu/H": count: must be at least 1, is -8; write a number from 1 to 4096, or leave it out for 1`},
		{"a count is needed", "node \"n\" {\n  device \"nvidia/gpu/H\" {}\n}\n",
			`c.hcl:2: node "n": device "nvidia/gpu/H": count: is missing; write count = 8`},
		{"a device has three names", "node \"n\" {\n  device \"nvidia/gpu\" {\n    count = 1\n  }\n}\n",
			`c.hcl:2: node "n": device "nvidia/gpu": needs vendor, type and name; write for instance device "nvidia/gpu/NVIDIA H100 80GB HBM3"`},
		{"a device stands once", "node \"n\" {\n  device \"a/b/c\" {\n    count = 1\n  }\n  device \"a/b/c\" {\n    count = 1\n  }\n}\n",
			`c.hcl:5: node "n": device "a/b/c": stands twice; add up their counts in one block`},
		{"not more are unhealthy than there are", "node \"n\" {\n  device \"a/b/c\" {\n    count = 1\n    unhealthy = 2\n  }\n}\n",
			`c.hcl:4: node "n": device "a/b/c": unhealthy: is 2 of 1 devices; count includes the unhealthy ones`},
		{"words need quotes", "node \"n\" {\n  pool = gpu\n}\n",
			`c.hcl:2: node "n": pool: variables not allowed: variables may not be used here`},
		{"a running node exists", running(`[{ node = "m", device = "nvidia/gpu/H", gpus = 1 }]`),
			`c.hcl:7: running "default" "j" "g": allocs: node: no node "m" in this file; known here: n`},
		{"a running device exists", running(`[{ node = "n", device = "nvidia/gpu/A", gpus = 1 }]`),
			`c.hcl:7: running "default" "j" "g": allocs: device: node "n" has no "nvidia/gpu/A"; did you mean "nvidia/gpu/H"?`},
		{"no more is held than there is", running("[\n    { node = \"n\", device = \"nvidia/gpu/H\", gpus = 3 },\n    { node = \"n\", device = \"nvidia/gpu/H\", gpus = 2 },\n  ]"),
			`c.hcl:9: running "default" "j" "g": allocs: gpus: node "n" has 4 of nvidia/gpu/H, and with these 5 are held; correct gpus here or count there`},
		{"an alloc holds something", running(`[{ node = "n", device = "nvidia/gpu/H", gpus = 0 }]`),
			`c.hcl:7: running "default" "j" "g": allocs: gpus: must be at least 1, is 0; leave out what holds nothing`},
		{"an alloc is complete and has nothing else", running(`[{ node = "n", gpu = 1 }]`), `
c.hcl:7: running "default" "j" "g": allocs: gpu: is not known here; did you mean "gpus"?
c.hcl:7: running "default" "j" "g": allocs: device: is missing; write device = "nvidia/gpu/NVIDIA H100 80GB HBM3"
c.hcl:7: running "default" "j" "g": allocs: gpus: is missing; write gpus = 8`},
		{"allocs are a list", running(`5`),
			`c.hcl:7: running "default" "j" "g": allocs: must be a list, is 5; write allocs = [{ node = "…", device = "…", gpus = 8 }]`},
		{"allocs are needed", oneNode + "running \"default\" \"j\" \"g\" {}\n",
			`c.hcl:6: running "default" "j" "g": allocs: is missing; write allocs = [{ node = "…", device = "…", gpus = 8 }]`},
		{"work is listed once", running(`[]`) + "running \"default\" \"j\" \"g\" {\n  allocs = []\n}\n",
			`c.hcl:9: running "default" "j" "g": stands twice, first in line 6; list all of its allocs in one block`},
		{"what remains is a duration", oneNode + "running \"default\" \"j\" \"g\" {\n  allocs = []\n  remaining = \"-1h\"\n}\n",
			`c.hcl:8: running "default" "j" "g": remaining: must be a duration above 0, is "-1h"; write it like "5h30m", or leave it out for work without an end`},
		{"three labels are needed", oneNode + "running \"j\" \"g\" {\n  allocs = []\n}\n",
			`c.hcl:6: missing group for running: all running blocks must have 3 labels (namespace, job, group)`},
	} {
		t.Run(c.claim, func(t *testing.T) {
			s, err := ReadCluster("c.hcl", []byte(c.src))
			wantError(t, err, c.want)
			if s != nil {
				t.Error("a snapshot came with the error")
			}
		})
	}
}
