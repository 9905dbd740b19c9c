package cluster

// Lint returns what is wrong or odd about a job as it stands in its file, as
// `job validate` shows it: device requests that match nothing, the gate missing
// or incomplete, unknown keys, bad values, and whatever else would keep it from
// being planned.
func Lint(j *Job, p Policy) []Finding {
	found := &findings{}
	c, err := newClassifier(&Snapshot{}, &p, &Declarations{}, found)
	if err != nil {
		return []Finding{{Severity: Error, Text: err.Error()}}
	}
	plan := c.classify(j, 0)
	if !plan.optedIn && len(plan.groups) > 0 {
		found.job(Note, j, MetaPrefix, "it did not opt in; its GPUs count as taken")
	}
	return found.list
}
