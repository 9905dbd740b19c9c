package cluster

import (
	"cmp"
	"slices"
	"strings"
)

// Severity says how much a finding matters.
type Severity int

// The severities, least first.
const (
	// Note is worth knowing.
	Note Severity = iota
	// Warning is planned around; a person should look at it.
	Warning
	// Error keeps its job from being planned. The others go on.
	Error
)

// String returns "note", "warning" or "error".
func (s Severity) String() string { return [...]string{"note", "warning", "error"}[s] }

// Finding is one thing to say of a job, a group or a node, with the place in a
// file where that is known.
type Finding struct {
	Severity Severity
	Pos      Pos
	// Job is "namespace/job" and Group the group's name; either may be "".
	Job, Group string
	// Key is the meta key, field or key in KV at fault; it may be "".
	Key  string
	Text string

	order int // of its job in the snapshot
	// refused says that a device request can't be served; it is an error of a job that opted in.
	refused bool
}

// String returns "file:line: job/group: key: text" with what is known of it.
func (f Finding) String() string {
	parts := []string{f.Pos.String(), f.subject(), f.Key, f.Text}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ": ")
}

func (f Finding) subject() string {
	if f.Group == "" {
		return f.Job
	}
	return f.Job + "/" + f.Group
}

// findings gathers findings for one job after the other.
type findings struct {
	list  []Finding
	order int
}

func (f *findings) add(one Finding) {
	one.order = f.order
	f.list = append(f.list, one)
}

func (f *findings) job(s Severity, j *Job, key, text string) {
	f.add(Finding{Severity: s, Pos: j.MetaAt(key), Job: j.called(), Key: key, Text: text})
}

func (f *findings) group(s Severity, j *Job, g *Group, key, text string) {
	f.add(Finding{Severity: s, Pos: g.MetaAt(key), Job: j.called(), Group: g.Name, Key: key, Text: text})
}

// sorted returns the findings in the order of the snapshot.
func (f *findings) sorted() []Finding {
	slices.SortStableFunc(f.list, func(a, b Finding) int { return cmp.Compare(a.order, b.order) })
	return f.list
}

// escalate makes errors of the warnings from the n-th on that name a device
// request: they only matter that much to a job that opted in.
func (f *findings) escalate(n int) {
	for i := range f.list[n:] {
		if one := &f.list[n+i]; one.refused {
			one.Severity = Error
		}
	}
}

// failed reports whether an error is among the findings from the n-th on.
func (f *findings) failed(n int) bool {
	return slices.ContainsFunc(f.list[n:], func(one Finding) bool { return one.Severity == Error })
}

// called returns what people call the job.
func (j *Job) called() string { return j.namespace() + "/" + j.ID }

func (j *Job) namespace() string { return cmp.Or(j.Namespace, "default") }

func (j *Job) kind() string { return cmp.Or(j.Type, "service") }
