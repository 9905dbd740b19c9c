package cluster

import (
	"fmt"
	"slices"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Declared is what holds for one group that opted in, each value resolved from
// the key in Consul, the group's meta, the job's meta and the defaults, in
// that order.
type Declared struct {
	Workload planner.Workload
	// Priority is the weight, above 0, capped by the policy's WeightMax.
	Priority float64
	// Duration is the expected run time of a block, above 0; 0 for services.
	Duration time.Duration
	// Earliest and Deadline are zero when none is set.
	Earliest, Deadline time.Time
	DeadlineHard       bool
	// Min and Max bound a service's replicas; nil means no bound.
	Min, Max *int
	// Forecast is the key of the forecast, below "forecasts/".
	Forecast string

	from map[string]Source
}

// From returns where the value of the name ("priority", "duration", …) came from.
func (d *Declared) From(name string) Source { return d.from[name] }

// Source is where a declared value came from.
type Source struct {
	// Place is "group meta", "job meta", "jobs/<key>" or "default".
	Place string
	Pos   Pos
}

// String returns the place, with file and line where they are known.
func (s Source) String() string {
	if at := s.Pos.String(); at != "" {
		return s.Place + " (" + at + ")"
	}
	return s.Place
}

// lookup finds the value of a name for a group, or for the job where g is nil.
func (d *Declarations) lookup(j *Job, g *Group, name string) (value string, from Source, found bool) {
	if g != nil {
		if value, from, found = d.inConsul(GroupKey(j.namespace(), j.ID, g.Name), name); found {
			return value, from, true
		}
	}
	if value, from, found = d.inConsul(JobKey(j.namespace(), j.ID), name); found {
		return value, from, true
	}
	if g != nil {
		if value, found = g.Meta[MetaKey(name)]; found {
			return value, Source{"group meta", g.MetaAt(MetaKey(name))}, true
		}
	}
	value, found = j.Meta[MetaKey(name)]
	return value, Source{"job meta", j.MetaAt(MetaKey(name))}, found
}

func (d *Declarations) inConsul(key, name string) (string, Source, bool) {
	if one := d.ByKey[key]; one != nil {
		if value, ok := one.Values[name]; ok {
			return value, Source{Place: "jobs/" + key}, true
		}
	}
	return "", Source{}, false
}

// resolver resolves what groups declare and says what is wrong with it.
type resolver struct {
	policy       *Policy
	declarations *Declarations
	found        *findings
}

// resolve returns what the group declares, nil when it didn't opt in. After
// errors, which it adds to the findings, ok is false.
func (r *resolver) resolve(j *Job, g *Group) (d *Declared, ok bool) {
	before := len(r.found.list)
	d = &Declared{from: map[string]Source{}}
	r.read(j, g, keyWorkload, d)
	if d.Workload == "" || r.found.failed(before) {
		return nil, !r.found.failed(before)
	}
	r.defaults(j, g, d)
	for _, name := range keys[1:] {
		r.read(j, g, name, d)
	}
	if r.found.failed(before) {
		return nil, false
	}
	r.capWeight(j, g, d)
	return d, true
}

// read puts one name's value into d, or says what is wrong with it.
func (r *resolver) read(j *Job, g *Group, name string, d *Declared) {
	value, from, found := r.declarations.lookup(j, g, name)
	if !found {
		return
	}
	f := Finding{Pos: from.Pos, Job: j.called(), Group: g.Name, Key: keyAt(from, name)}
	switch err := d.set(name, value); {
	case err != nil:
		f.Severity, f.Text = Error, err.Error()
	case unlike(name, d.Workload):
		f.Text = fmt.Sprintf("has no meaning for %s and is not used", d.Workload)
	case slices.Contains(keysNotYetUsed, name):
		f.Text = fmt.Sprintf("%q is accepted and not used yet", value)
	}
	d.from[name] = from
	if f.Text != "" {
		r.found.add(f)
	}
}

// keyAt names a declared value as it stands at its source.
func keyAt(from Source, name string) string {
	if from.Pos == (Pos{}) && from.Place != "group meta" && from.Place != "job meta" {
		return from.Place + " " + name
	}
	return MetaKey(name)
}

// unlike reports whether a key is for the other kind of work.
func unlike(name string, w planner.Workload) bool {
	if isBlock(w) {
		return slices.Contains(keysOfServices, name)
	}
	return slices.Contains(keysOfBlocks, name)
}

func (r *resolver) defaults(j *Job, g *Group, d *Declared) {
	d.Priority = float64(j.Priority)
	if j.Priority <= 0 {
		d.Priority = 50
	}
	d.Duration = r.policy.DefaultDuration.Of(d.Workload)
	d.Forecast = GroupKey(j.namespace(), j.ID, g.Name)
	d.from[keyPriority] = Source{"the job's priority", j.Pos}
	d.from[keyDuration] = Source{Place: "default of " + string(d.Workload)}
	d.from[keyForecast] = Source{Place: "default"}
}

func (r *resolver) capWeight(j *Job, g *Group, d *Declared) {
	if most := r.policy.WeightMax; d.Priority > most {
		r.found.group(Note, j, g, MetaKey(keyPriority), fmt.Sprintf("%v is capped at weight_max %v", d.Priority, most))
		d.Priority = most
	}
}
