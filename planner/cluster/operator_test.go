package cluster

import "testing"

func TestNodeOperatorsAreNomads(t *testing.T) {
	yes := func(s string) operand { return operand{s, true} }
	none := operand{}
	tests := []struct {
		claim, operator string
		l, r            operand
		want            bool
	}{
		{"equal", "=", yes("a"), yes("a"), true},
		{"is", "is", yes("a"), yes("a"), true},
		{"==", "==", yes("a"), yes("b"), false},
		{"two missing values are not equal", "=", none, none, false},
		{"a missing value is unlike any text", "!=", none, yes("a"), true},
		{"but like nothing", "not", none, yes(""), false},
		{"whole numbers compare as numbers", "<", yes("9"), yes("10"), true},
		{"broken numbers too", ">", yes("10.5"), yes("9"), true},
		{"text compares as text", "<", yes("9a"), yes("10"), false},
		{"a missing value is never less", "<=", none, yes("z"), false},
		{"NaN compares with nothing", ">=", yes("NaN"), yes("1"), false},
		{"version", "version", yes("1.9.3"), yes(">= 1.6, < 2"), true},
		{"version passes pre-releases by", "version", yes("1.9.3-beta"), yes(">= 1.6"), false},
		{"semver orders pre-releases", "semver", yes("1.9.3-beta"), yes(">= 1.6.0, < 1.9.3"), true},
		{"semver takes bounds of two parts", "semver", yes("1.9.3"), yes(">= 1.6"), true},
		{"semver that is none", "semver", yes("1.9.3"), yes(">= 1.x"), false},
		{"semver knows no ~>", "semver", yes("1.9.3"), yes("~> 1.6.0"), false},
		{"semver without operator", "semver", yes("1.9.3"), yes("1.9.3"), true},
		{"semver unlike", "semver", yes("1.9.3"), yes("!= 1.9.3"), false},
		{"no version", "version", yes("abc"), yes(">= 1"), false},
		{"no range", "version", yes("1.2.3"), yes("abc"), false},
		{"regexp finds anywhere", "regexp", yes("NVIDIA H100"), yes("H1[0-9]+"), true},
		{"regexp that doesn't compile", "regexp", yes("a"), yes("("), false},
		{"set_contains wants all", "set_contains", yes("a, b,c"), yes("c,a"), true},
		{"set_contains wants all", "set_contains_all", yes("a,b"), yes("a,z"), false},
		{"set_contains_any wants one", "set_contains_any", yes("a,b"), yes("z, b"), true},
		{"is_set", "is_set", yes(""), none, true},
		{"is_not_set", "is_not_set", none, none, true},
		{"distinct_hosts says nothing of a node", "distinct_hosts", none, none, true},
		{"what Nomad doesn't know", "like", yes("a"), yes("a"), false},
	}
	var m patterns
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			for range 2 { // once remembered it says the same
				if got := m.holds(test.operator, test.l, test.r); got != test.want {
					t.Errorf("%q %s %q is %v", test.l.text, test.operator, test.r.text, got)
				}
			}
		})
	}
}

func TestDeviceOperatorsAreNomads(t *testing.T) {
	d := gpus("NVIDIA H100", 2)
	d.Attributes = map[string]string{"memory": "80 GiB", "driver_version": "550.54", "cores": "132", "ecc": "true"}
	tests := []struct {
		claim, l, operator, r string
		want                  bool
	}{
		{"model", "${device.model}", "=", "NVIDIA H100", true},
		{"vendor", "${device.vendor}", "is", "nvidia", true},
		{"type", "${device.type}", "!=", "gpu", false},
		{"ids", "${device.ids}", "set_contains_any", "u1,u7", true},
		{"ids all", "${device.ids}", "set_contains_all", "u1,u7", false},
		{"size", "${device.attr.memory}", ">=", "80 GB", true},
		{"a missing attribute is unlike", "${device.attr.none}", "!=", "x", true},
		{"two missing ones are not", "${device.attr.none}", "!=", "${device.attr.neither}", false},
		{"what doesn't compare is not unlike", "${device.attr.memory}", "!=", "80", false},
		{"version of text", "${device.attr.driver_version}", "version", ">= 550", true},
		{"a whole number is a version", "${device.attr.cores}", "version", "> 100", true},
		{"a bare number is no range", "${device.attr.driver_version}", "version", "550.54", false},
		{"regexp on the model", "${device.model}", "regexp", "H100", true},
		{"a regexp that reads as a number", "${device.model}", "regexp", "100", false},
		{"regexp on a size", "${device.attr.memory}", "regexp", "Gi", false},
		{"is_set", "${device.attr.ecc}", "is_set", "", true},
		{"is_not_set", "${device.attr.ecc}", "is_not_set", "", false},
		{"truth", "${device.attr.ecc}", "=", "1", false},
		{"truth as truth", "${device.attr.ecc}", "=", "true", true},
		{"a node's target is none of a device", "${node.class}", "=", "x", false},
	}
	var m patterns
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			request := device("gpu", 1, Constraint{LTarget: test.l, Operand: test.operator, RTarget: test.r})
			why := m.deviceMismatch(&d, &request)
			if (why == "") != test.want {
				t.Errorf("matches is %v (%s)", why == "", why)
			}
		})
	}
}

func TestNodeConstraintsAndPlacesAreNomads(t *testing.T) {
	n := node("n1", gpus("H", 8))
	n.ID, n.Pool, n.Meta, n.Attr = "id-1", "mixed", map[string]string{"rack": "r1"}, map[string]string{"kernel.name": "linux"}
	c := func(l, op, r string) []Constraint { return []Constraint{{LTarget: l, Operand: op, RTarget: r}} }
	tests := []struct {
		claim  string
		change func(*Job)
		reason string // "" means that it suits
	}{
		{"its own pool", func(j *Job) { j.NodePool = "mixed" }, ""},
		{"pool all sees every node", func(j *Job) { j.NodePool = "all" }, ""},
		{"the default pool does not", func(j *Job) {}, `no node is in node pool "default"`},
		{"a datacenter", func(j *Job) { j.NodePool = "all"; j.Datacenters = []string{"dc2", "dc1"} }, ""},
		{"a datacenter with a star", func(j *Job) { j.NodePool = "all"; j.Datacenters = []string{"d*1"} }, ""},
		{"another datacenter", func(j *Job) { j.NodePool = "all"; j.Datacenters = []string{"eu-*"} }, "in datacenter eu-*"},
		{"class", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${node.class}", "", "gpu") }, ""},
		{"id", func(j *Job) {
			j.NodePool = "all"
			j.Groups[0].Constraints = append(c("${node.unique.id}", "set_contains_any", "x,id-1"), gate())
		}, ""},
		{"name", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${node.unique.name}", "=", "n1") }, ""},
		{"pool as a target", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${node.pool}", "=", "mixed") }, ""},
		{"datacenter as a target", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${node.datacenter}", "regexp", "^dc") }, ""},
		{"meta in a task", func(j *Job) { j.NodePool = "all"; j.Groups[0].Tasks[0].Constraints = c("${meta.rack}", "=", "r2") }, `${meta.rack} = r2: it is "r1" on node n1`},
		{"an attribute that is missing", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${attr.cpu.arch}", "=", "amd64") }, "${attr.cpu.arch} = amd64: node n1 has none"},
		{"an attribute", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${attr.kernel.name}", "=", "linux") }, ""},
		{"two values of a node", func(j *Job) { j.NodePool = "all"; j.Constraints = c("${meta.rack}", "!=", "${node.class}") }, ""},
		{"another device", func(j *Job) {
			j.NodePool = "all"
			j.Groups[0].Tasks[0].Devices = append(j.Groups[0].Tasks[0].Devices, device("intel/fpga", 1))
		}, `node n1 has no 1 of device "intel/fpga"`},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			j := block("j", asks("g", 1, device("gpu", 1)))
			test.change(&j)
			_, r := mustBuild(t, snap([]Node{n}, j), Forecasts{})
			state := Planned
			if test.reason != "" {
				state = Hopeless
			}
			wantStanding(t, r, "default/j/g", state, test.reason)
		})
	}
}

func TestStarStandsForAnyText(t *testing.T) {
	for _, test := range []struct {
		pattern, s string
		want       bool
	}{
		{"*", "", true}, {"*", "dc1", true}, {"dc*", "dc1", true}, {"dc*", "eu-dc", false}, {"*dc", "eu-dc", true},
		{"a*b*c", "a-b-c", true}, {"a*b*c", "a-c", false}, {"a*a", "a", false}, {"dc1", "dc12", false}, {"", "", true},
	} {
		if got := glob(test.pattern, test.s); got != test.want {
			t.Errorf("%q on %q is %v", test.pattern, test.s, got)
		}
	}
}

func TestDistinctHostsForbidsTwoOnANode(t *testing.T) {
	for value, want := range map[string]bool{"": true, "true": true, "false": false} {
		j := block("j", asks("g", 2, device("gpu", 1)))
		j.Constraints = []Constraint{{Operand: "distinct_hosts", RTarget: value}}
		p, _ := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{})
		if p.Blocks[0].DistinctNodes != want {
			t.Errorf("%q: %v", value, p.Blocks[0].DistinctNodes)
		}
	}
}

func TestLooseModelsAreWarnedOf(t *testing.T) {
	_, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 4), gpus("A", 4))}, block("j", asks("g", 1, device("gpu", 2)))), Forecasts{})
	wantFinding(t, r.Findings, Warning, "Nomad takes either")
	_, r = mustBuild(t, snap([]Node{node("n1", gpus("H", 4), gpus("A", 2))}, block("j", asks("g", 1, device("gpu", 2), device("gpu", 2)))), Forecasts{})
	wantFinding(t, r.Findings, Warning, "Nomad takes either")
	_, r = mustBuild(t, snap([]Node{node("n1", gpus("H", 4), gpus("A", 2))}, block("j", asks("g", 1, device("gpu", 4)))), Forecasts{})
	if len(r.Findings) > 0 {
		t.Errorf("one model alone has the room:\n%s", show(r.Findings))
	}
}
