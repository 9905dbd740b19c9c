package cluster

import "testing"

func TestLintSaysWhatIsWrongWithAFile(t *testing.T) {
	g := func(requests ...DeviceRequest) Group { return asks("g", 1, requests...) }
	with := func(j Job, change func(*Job)) Job { change(&j); return j }
	tests := []struct {
		claim    string
		job      Job
		severity Severity
		want     string
	}{
		{"case 12: vendor alone", block("j", g(device("nvidia", 1))), Error, `"nvidia" is read as a device type and matches nothing; write "nvidia/gpu"`},
		{"case 12: vendor and model", block("j", g(device("nvidia/H100", 1))), Error, `write "nvidia/gpu/H100"`},
		{"a type nearly right", block("j", g(device("nvidia/gpux", 1))), Error, `the type "gpux" matches nothing; write "nvidia/gpu"`},
		{"the gate's name misspelt", with(block("j", g(device("gpu", 1))), func(j *Job) {
			j.Groups[0].Constraints[0].LTarget = "${meta.gpu_planner_gat}"
		}), Warning, "did you mean ${meta.gpu_planner_gate} = open?"},
		{"case 11: a count of 0", block("j", g(device("gpu", 0))), Error, "count is 0, want 1 … 65536"},
		{"more GPUs than any node has", block("j", g(device("gpu", 1<<15), device("gpu", 1<<16))), Error, "98304 GPUs are asked for"},
		{"a negative count", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Groups[0].Count = -1 }), Error, "count: -1, want 0 … 1048576"},
		{"negative resources", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Groups[0].Tasks[0].CPU = -500 }), Error, "cpu -500"},
		{"no name", block("j", g(device("", 1))), Error, "a device request without a name"},
		{"an operator on a device", block("j", g(device("gpu", 1, Constraint{LTarget: "${device.model}", Operand: "regex", RTarget: "x"}))), Error, "unknown operator"},
		{"no gate", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Groups[0].Constraints = nil }), Warning, "it has no gate and starts the moment it is submitted"},
		{"a gate that is incomplete", with(block("j", g(device("gpu", 1)), asks("h", 1)), func(j *Job) { j.Groups[1].Constraints = nil }), Warning, `the gate is missing in group "h"`},
		{"a gate at the level of the job", with(block("j", g(device("gpu", 1))), func(j *Job) {
			j.Groups[0].Constraints, j.Constraints = nil, []Constraint{gate()}
		}), Warning, "put it into every group, where a release rewrites it"},
		{"an unknown key", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Meta["gpu_planner_deadlne"] = "x" }), Warning, `gpu_planner_deadlne: unknown key; did you mean "gpu_planner_deadline"?`},
		{"the gate's name in meta", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Meta["gpu_planner_gate"] = "open" }), Warning, "the gate is a constraint"},
		{"a key in a task's meta", with(block("j", g(device("gpu", 1))), func(j *Job) {
			j.Groups[0].Tasks[0].Meta = map[string]string{"gpu_planner": "training"}
		}), Warning, `is not read in the meta of task "t"`},
		{"a key without effect", with(block("j", g(device("gpu", 1))), func(j *Job) { delete(j.Meta, "gpu_planner") }), Warning, "gpu_planner_duration: has no effect without gpu_planner"},
		{"no opt-in", Job{ID: "j", Groups: []Group{g(device("gpu", 1))}}, Note, "it did not opt in"},
		{"nothing to plan", block("j", asks("g", 1)), Warning, "it asks for no GPU"},
		{"the type", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Type = "" }), Error, `type is "service", blocks are of type "batch"`},
		{"a name with a typo", with(block("j", g(device("gpu", 1))), func(j *Job) { j.Meta["gpu_planner_prioritiy"] = "1" }), Warning, `did you mean "gpu_planner_priority"?`},
		{"two groups of one name", block("j", g(device("gpu", 1)), g(device("gpu", 1))), Error, "another group of the job has this name"},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			wantFinding(t, Lint(&test.job, DefaultPolicy()), test.severity, "default/j", test.want)
		})
	}
}

func TestLintIsSilentOnAGoodFile(t *testing.T) {
	for _, j := range []Job{block("j", asks("g", 2, device("nvidia/gpu", 8))), service("r", asks("g", 2, device("gpu", 1)))} {
		if list := Lint(&j, DefaultPolicy()); len(list) > 0 {
			t.Errorf("%s:\n%s", j.ID, show(list))
		}
	}
}

func TestDeviceFormsOfJobsThatDidNotOptInAreOnlyWarnings(t *testing.T) {
	j := Job{ID: "j", Groups: []Group{asks("g", 1, device("nvidia", 1))}}
	wantFinding(t, Lint(&j, DefaultPolicy()), Warning, `write "nvidia/gpu"`)
}
