package cluster

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// jobPlan is what is to become of a job, as far as the job alone tells.
type jobPlan struct {
	job   *Job
	order int // in the snapshot
	// groups are those that need GPUs.
	groups  []*groupPlan
	optedIn bool
	// reason says why a job that opted in is not planned; "" when it is.
	reason string
}

// groupPlan is the same for one group that needs GPUs.
type groupPlan struct {
	job      *Job
	group    *Group
	id       string
	need     need
	declared *Declared // nil when undeclared
	gated    bool
	apart    bool
	shaping  demand.Shaping // of services
}

func (g *groupPlan) isService() bool {
	return g.declared != nil && g.declared.Workload == planner.Realtime
}

// classifier judges one job after the other.
type classifier struct {
	resolver
	globs deviceGlobs
	types []string // device types that are fingerprinted somewhere
	live  bool
	// running is what runs, nil when that isn't known.
	running *holdings
	seen    map[string]Pos // job key → where
}

func newClassifier(s *Snapshot, p *Policy, d *Declarations, found *findings) (*classifier, error) {
	globs, err := parseDeviceGlobs(p.GPUDevices)
	if err != nil {
		return nil, fmt.Errorf("gpu_devices: %w", err)
	}
	c := &classifier{resolver: resolver{p, d, found}, globs: globs, live: s.Live, seen: map[string]Pos{}}
	for _, g := range globs {
		c.types = append(c.types, g.Type)
	}
	for i := range s.Nodes {
		for k := range s.Nodes[i].Devices {
			if t := s.Nodes[i].Devices[k].Type; !slices.Contains(c.types, t) {
				c.types = append(c.types, t)
			}
		}
	}
	return c, nil
}

// classify judges the job and adds what there is to say to the findings.
func (c *classifier) classify(j *Job, order int) *jobPlan {
	c.found.order = order
	before := len(c.found.list)
	plan := &jobPlan{job: j, order: order, optedIn: c.optsIn(j)}
	c.refuseTwice(j)
	c.refuseUnreadable(j)
	for i := range j.Groups {
		c.classifyGroup(plan, &j.Groups[i])
	}
	c.nameStrays(plan)
	c.checkDevices(plan)
	if !plan.optedIn {
		return plan
	}
	c.found.escalate(before)
	if c.found.failed(before) {
		plan.reason = "its file or its declaration has errors"
		return plan
	}
	c.judge(plan)
	return plan
}

// optsIn reports whether the job as a whole opts in, be it with a bad value.
func (c *classifier) optsIn(j *Job) bool {
	value, _, found := c.declarations.lookup(j, nil, keyWorkload)
	return found && value != workloadNone
}

// runs reports whether anything of the job runs.
func (c *classifier) runs(j *Job) bool {
	return c.running != nil && slices.ContainsFunc(j.Groups, func(g Group) bool {
		return c.running.of[GroupKey(j.namespace(), j.ID, g.Name)] != nil
	})
}

// classifyGroup resolves one group and keeps it when it needs GPUs.
func (c *classifier) classifyGroup(plan *jobPlan, g *Group) {
	j := plan.job
	n := needOf(g, c.globs)
	_, own := g.Meta[MetaPrefix]
	if n.gpus == 0 && !own {
		return // it only follows its job
	}
	declared, ok := c.resolve(j, g)
	if declared != nil || !ok {
		plan.optedIn = true
	}
	if n.gpus == 0 {
		if declared != nil {
			c.found.group(Warning, j, g, MetaPrefix, "it asks for no GPU, there is nothing to plan")
		}
		return
	}
	one := &groupPlan{
		job: j, group: g, id: GroupKey(j.namespace(), j.ID, g.Name), need: n,
		declared: declared, gated: Gated(j, g),
	}
	if one.isService() {
		c.boundReplicas(one)
	}
	c.checkSize(one)
	plan.groups = append(plan.groups, one)
}

// The sizes beyond which a group is a mistake; a problem holds no larger ones.
const (
	maxGPUs   = 1 << 16
	maxAllocs = 1 << 20
	maxAmount = 1e15 // MHz or MiB
)

// checkSize refuses sizes that would spoil the problem for everybody else.
func (c *classifier) checkSize(one *groupPlan) {
	n, g := &one.need, one.group
	if n.gpus > maxGPUs {
		c.found.group(Error, one.job, g, "device", fmt.Sprintf("%d GPUs are asked for, at most %d are planned", n.gpus, maxGPUs))
	}
	if g.Count < 0 || g.Count > maxAllocs {
		c.found.group(Error, one.job, g, "count", fmt.Sprintf("%d, want 0 … %d", g.Count, maxAllocs))
	}
	if !(n.cpu >= 0 && n.cpu <= maxAmount && n.memory >= 0 && n.memory <= maxAmount) {
		c.found.group(Error, one.job, g, "resources", fmt.Sprintf("cpu %v and memory %v, want 0 … %g", n.cpu, n.memory, float64(maxAmount)))
	}
}

// boundReplicas gathers the bounds of a service: its own, and those of its
// scaling block, whose least is the group's count where it states none.
func (c *classifier) boundReplicas(one *groupPlan) {
	d, s := one.declared, one.group.Scaling
	one.shaping.GPUsPerReplica = one.need.gpus
	if d.Min != nil {
		one.shaping.Min = append(one.shaping.Min, demand.Bound{Replicas: *d.Min, From: MetaKey(keyMin) + " in " + d.From(keyMin).String()})
	}
	if d.Max != nil {
		one.shaping.Max = append(one.shaping.Max, demand.Bound{Replicas: *d.Max, From: MetaKey(keyMax) + " in " + d.From(keyMax).String()})
	}
	if s != nil {
		least := demand.Bound{Replicas: one.group.Count, From: "the group's count, for its scaling block states no min"}
		if s.HasMin {
			least = demand.Bound{Replicas: s.Min, From: "the job's scaling min"}
		}
		one.shaping.Min = append(one.shaping.Min, least)
	}
	if s != nil && s.HasMax {
		one.shaping.Max = append(one.shaping.Max, demand.Bound{Replicas: s.Max, From: "the job's scaling max"})
	}
	if err := one.shaping.Validate(); err != nil {
		c.found.group(Error, one.job, one.group, "", err.Error())
	}
}

// refuseTwice says of a job that another of its name went before.
func (c *classifier) refuseTwice(j *Job) {
	key := JobKey(j.namespace(), j.ID)
	if first, twice := c.seen[key]; twice {
		c.found.job(Error, j, "", strings.TrimSuffix("another job of this name went before, at "+first.String(), ", at "))
	} else {
		c.seen[key] = j.Pos
	}
	names := map[string]bool{}
	for i := range j.Groups {
		if g := &j.Groups[i]; names[g.Name] {
			c.found.group(Error, j, g, "", "another group of the job has this name")
		} else {
			names[g.Name] = true
		}
	}
}

// refuseUnreadable says of a job that its declaration in Consul can't be read.
func (c *classifier) refuseUnreadable(j *Job) {
	own := []string{JobKey(j.namespace(), j.ID)}
	for i := range j.Groups {
		own = append(own, GroupKey(j.namespace(), j.ID, j.Groups[i].Name))
	}
	for _, key := range own {
		if err := c.declarations.Bad[key]; err != nil {
			c.found.job(Error, j, "", err.Error())
		}
		if d := c.declarations.ByKey[key]; d != nil {
			for _, name := range d.Unknown {
				c.found.job(Warning, j, "jobs/"+key, fmt.Sprintf("unknown field %q is not used%s", name, didYouMean(name, keys)))
			}
		}
	}
}

// nameStrays reports the planner's meta keys that mean nothing where they stand.
func (c *classifier) nameStrays(plan *jobPlan) {
	j := plan.job
	for _, key := range strayKeys(j.Meta) {
		c.found.job(Warning, j, key, "unknown key"+strayHint(key))
	}
	for i := range j.Groups {
		g := &j.Groups[i]
		for _, key := range strayKeys(g.Meta) {
			c.found.group(Warning, j, g, key, "unknown key"+strayHint(key))
		}
		for k := range g.Tasks {
			if _, stands := g.Tasks[k].Meta[MetaPrefix]; stands {
				c.found.add(Finding{
					Severity: Warning, Pos: g.Tasks[k].Pos, Job: j.called(), Group: g.Name, Key: MetaPrefix,
					Text: fmt.Sprintf("is not read in the meta of task %q; put it into the group's", g.Tasks[k].Name),
				})
			}
		}
	}
	switch {
	case plan.optedIn:
		c.nameMisspeltGates(j)
	case len(plan.groups) > 0:
		c.nameIdle(j)
	}
}

// nameIdle reports keys that have no effect because nothing opts the job in.
func (c *classifier) nameIdle(j *Job) {
	for _, name := range keys[1:] {
		if _, stands := j.Meta[MetaKey(name)]; stands {
			c.found.job(Warning, j, MetaKey(name), "has no effect without "+MetaPrefix)
		}
	}
}

func strayHint(key string) string {
	if key == MetaPrefix+"_gate" {
		return "; the gate is a constraint, it is never set in a job's meta"
	}
	return didYouMean(key, metaKeys())
}

// checkDevices refuses requests that Nomad refuses or that can match nothing.
func (c *classifier) checkDevices(plan *jobPlan) {
	for i := range plan.job.Groups {
		g := &plan.job.Groups[i]
		for k := range g.Tasks {
			for r := range g.Tasks[k].Devices {
				c.checkDevice(plan, g, &g.Tasks[k], &g.Tasks[k].Devices[r])
			}
		}
	}
}

func (c *classifier) checkDevice(plan *jobPlan, g *Group, task *Task, request *DeviceRequest) {
	f := Finding{Severity: Warning, Pos: request.Pos, Job: plan.job.called(), Group: g.Name, Key: fmt.Sprintf("task %s: device %q", task.Name, request.Name), refused: true}
	if request.Count < 1 || request.Count > maxGPUs {
		f.Text = fmt.Sprintf("count is %d, want 1 … %d", request.Count, maxGPUs)
		c.found.add(f)
	}
	if f.Text = misnamed(request.Name, c.types); f.Text != "" {
		c.found.add(f)
	}
	for i := range request.Constraints {
		if one := &request.Constraints[i]; !slices.Contains(operators, one.operator()) {
			f.Pos, f.Text = one.Pos, fmt.Sprintf("%s: unknown operator%s", one, didYouMean(one.operator(), operators))
			c.found.add(f)
		}
	}
}
