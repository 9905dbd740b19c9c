package hcl

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// What Nomad takes where a job says nothing.
const (
	defaultNamespace = "default"
	defaultNodePool  = "default"
	defaultType      = "service"
	defaultPriority  = 50
	defaultCPU       = 100 // MHz
	defaultMemory    = 300 // MiB
)

// ReadJob reads a Nomad job file in HCL. File names src in errors, and file()
// reads beside it; vars are values of the file's variables, which win over
// defaults, and those that it does not declare are passed over. The error
// joins one *Error for each fault of the file.
func ReadJob(file string, src []byte, vars map[string]string) (*cluster.Job, error) {
	r := newReader(file)
	body := r.parse(src, true)
	if body == nil {
		return nil, r.err()
	}
	r.variables(body, vars)
	r.locals(body)
	if err := r.err(); err != nil {
		return nil, err // whatever is said about the job would only follow from this
	}
	job := r.job(body)
	if err := r.err(); err != nil {
		return nil, err
	}
	return job, nil
}

// ReadJobFile reads the job file at path, as ReadJob does.
func ReadJobFile(path string, vars map[string]string) (*cluster.Job, error) {
	src, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return ReadJob(path, src, vars)
}

// job reads the only job block.
func (r *reader) job(body *hclsyntax.Body) *cluster.Job {
	var found *hclsyntax.Block
	for _, block := range body.Blocks {
		if block.Type != "job" {
			continue
		}
		if found != nil {
			r.add(block.DefRange(), "", "job", "stands twice in one file", "put each job into a file of its own")
			return nil
		}
		found = block
	}
	switch {
	case found == nil:
		r.add(hcl.Range{}, "", "job", "there is none in this file", `a job file has one block job "NAME" { … }`)
		return nil
	case len(found.Labels) != 1 || found.Labels[0] == "":
		r.add(found.DefRange(), "", "job", "needs one name", `write job "NAME" { … }`)
		return nil
	}
	return r.readJob(found)
}

var jobShape = shape{
	keys: []string{"id", "name", "namespace", "type", "priority", "node_pool", "datacenters"},
	blocks: []nested{
		{"meta", nil}, {"constraint", nil}, {"group", []string{"name"}}, {"task", []string{"name"}},
		{"periodic", nil}, {"parameterized", nil},
	},
}

func (r *reader) readJob(found *hclsyntax.Block) *cluster.Job {
	label, ctx := found.Labels[0], r.scope.context()
	b := r.open(dynblock.Expand(found.Body, ctx), ctx, fmt.Sprintf("job %q", label), found.DefRange(), jobShape)
	meta := b.metaOf("meta", true)
	job := &cluster.Job{
		ID:          b.text("id", label),
		Name:        b.text("name", label),
		Namespace:   orDefault(b.text("namespace", ""), defaultNamespace),
		Type:        b.jobType(),
		Priority:    b.whole("priority", defaultPriority, 1, 100),
		NodePool:    orDefault(b.text("node_pool", ""), defaultNodePool),
		Datacenters: b.texts("datacenters", []string{"*"}),
		Meta:        meta.texts,
		MetaPos:     meta.at,
		Constraints: b.constraints(),
		Pos:         b.pos(),
	}
	b.each("periodic", func(*hcl.Block) { job.Periodic = true })
	b.each("parameterized", func(*hcl.Block) { job.Parameterized = true })
	b.each("group", func(in *hcl.Block) { job.Groups = append(job.Groups, b.group(in)) })
	b.each("task", func(in *hcl.Block) { job.Groups = append(job.Groups, b.loneTask(in)) })
	b.checkGroups(job)
	return job
}

var jobTypes = []string{"service", "batch", "system", "sysbatch"}

func (b *block) jobType() string {
	kind := orDefault(b.text("type", ""), defaultType)
	if !slices.Contains(jobTypes, kind) {
		b.fault("type", fmt.Sprintf("is %q", kind), meant(kind, jobTypes))
	}
	return kind
}

func (b *block) checkGroups(job *cluster.Job) {
	if len(job.Groups) == 0 && len(b.list) == 0 {
		b.fault("group", "the job has no group", `write group "NAME" { … }`)
	}
	seen := map[string]cluster.Pos{}
	for _, g := range job.Groups {
		if first, ok := seen[g.Name]; ok {
			at := hcl.Range{Start: hcl.Pos{Line: g.Pos.Line, Column: 1}}
			b.add(at, b.where, fmt.Sprintf("group %q", g.Name), fmt.Sprintf("stands twice, first in line %d", first.Line), "give each a name of its own")
			continue
		}
		seen[g.Name] = g.Pos
	}
}

func orDefault(s, absent string) string {
	if s == "" {
		return absent
	}
	return s
}
