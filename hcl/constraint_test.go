package hcl

import (
	"testing"
)

func TestConstraintsInEveryForm(t *testing.T) {
	for _, c := range []struct{ body, left, operator, right string }{
		{"attribute = \"${meta.gpu_planner_gate}\"\nvalue = \"open\"", "${meta.gpu_planner_gate}", "=", "open"},
		{"attribute = \"${attr.cpu.numcores}\"\noperator = \">=\"\nvalue = 8", "${attr.cpu.numcores}", ">=", "8"},
		{"attribute = attr.cpu.arch\nvalue = \"amd64\"", "${attr.cpu.arch}", "=", "amd64"},
		{"attribute = \"${attr.driver.docker.version}\"\nversion = \">= 20, < 30\"", "${attr.driver.docker.version}", "version", ">= 20, < 30"},
		{"attribute = \"${attr.nomad.version}\"\nsemver = \">= 2.0.0\"", "${attr.nomad.version}", "semver", ">= 2.0.0"},
		{"attribute = \"${device.model}\"\nregexp = \"H1.0\"", "${device.model}", "regexp", "H1.0"},
		{"attribute = \"${meta.c}\"\nset_contains = \"a,b\"", "${meta.c}", "set_contains", "a,b"},
		{"attribute = \"${meta.c}\"\nset_contains_any = \"a,b\"", "${meta.c}", "set_contains_any", "a,b"},
		{"distinct_hosts = true", "", "distinct_hosts", "true"},
		{"operator = \"distinct_hosts\"\nvalue = \"true\"", "", "distinct_hosts", "true"},
		{"operator = \"distinct_hosts\"", "", "distinct_hosts", ""},
		{"distinct_property = \"${meta.rack}\"", "${meta.rack}", "distinct_property", ""},
		{"distinct_property = \"${meta.rack}\"\nvalue = 2", "${meta.rack}", "distinct_property", "2"},
		{"operator = \"distinct_property\"\nattribute = \"${meta.rack}\"\nvalue = \"3\"", "${meta.rack}", "distinct_property", "3"},
		{"attribute = \"${meta.rack}\"\noperator = \"is_set\"", "${meta.rack}", "is_set", ""},
	} {
		j := mustRead(t, oneConstraint(c.body), nil)
		if len(j.Constraints) != 1 {
			t.Errorf("%s: got %d constraints", c.body, len(j.Constraints))
			continue
		}
		if got := j.Constraints[0]; got.LTarget != c.left || got.Operand != c.operator || got.RTarget != c.right || got.Pos.Line != 2 {
			t.Errorf("%s: got %+v", c.body, got)
		}
	}
}

func TestDistinctHostsMayBeSwitchedOff(t *testing.T) {
	for _, body := range []string{"distinct_hosts = false", "operator = \"distinct_hosts\"\nvalue = \"false\""} {
		if j := mustRead(t, oneConstraint(body), nil); len(j.Constraints) != 0 {
			t.Errorf("%s: got %+v", body, j.Constraints)
		}
	}
}

func TestConstraintsAndAffinitiesOfDevices(t *testing.T) {
	j := mustRead(t, oneDevice(`device "nvidia/gpu" {
  constraint {
    attribute = "${device.attr.memory}"
    operator  = ">="
    value     = "60 GiB"
  }
  affinity {
    attribute = "${device.model}"
    value     = "H100"
  }
  affinity {
    attribute = "${device.model}"
    regexp    = "A100"
    weight    = -20
  }
}`), nil)
	d := j.Groups[0].Tasks[0].Devices[0]
	if c := d.Constraints; len(c) != 1 || c[0].LTarget != "${device.attr.memory}" || c[0].RTarget != "60 GiB" {
		t.Errorf("got constraints %+v", c)
	}
	if a := d.Affinities; len(a) != 2 || a[0].Weight != 50 || a[0].Operand != "=" || a[1].Weight != -20 || a[1].Operand != "regexp" {
		t.Errorf("got affinities %+v", a)
	}
}

func TestConstraintsOfJobGroupAndTaskStayWhereTheyAre(t *testing.T) {
	c := func(v string) string {
		return "constraint {\nattribute = \"${node.class}\"\nvalue = \"" + v + "\"\n}\n"
	}
	j := mustRead(t, "job \"j\" {\n"+c("job")+"group \"g\" {\n"+c("group")+"task \"t\" {\n"+c("task")+"}\n}\n}", nil)
	if j.Constraints[0].RTarget != "job" || j.Groups[0].Constraints[0].RTarget != "group" || j.Groups[0].Tasks[0].Constraints[0].RTarget != "task" {
		t.Errorf("got %+v", j)
	}
}

// What only Nomad knows on the node stays as it is written; what the file knows is filled in.
func TestRuntimeNamesStayText(t *testing.T) {
	for _, c := range []struct{ written, want string }{
		{`"${node.unique.id}"`, "${node.unique.id}"},
		{`"${attr.unique.network.ip-address}"`, "${attr.unique.network.ip-address}"},
		{`"${device.attr.memory}"`, "${device.attr.memory}"},
		{`"${NOMAD_ALLOC_INDEX}"`, "${NOMAD_ALLOC_INDEX}"},
		{`"${NOMAD_META_rack}-${var.v}"`, "${NOMAD_META_rack}-vv"},
		{`"${env["HOME"]}"`, `${env["HOME"]}`},
		{`"${meta["a.b/c"]}"`, `${meta["a.b/c"]}`},
		{`"${attr.cpu} ${attr.cpu.arch}"`, "${attr.cpu} ${attr.cpu.arch}"},
		{`"a-${local.l}-${meta.x}-z"`, "a-ll-${meta.x}-z"},
		{`"$${meta.x}"`, "${meta.x}"},
		{`"${~ meta.x ~}"`, "${meta.x}"},
		{`upper("${meta.x}")`, "${META.X}"},
		{`format("%s/%s", meta.x, local.l)`, "${meta.x}/ll"},
		{`join(",", [for k in ["a", "b"] : "${k}-${meta.x}"])`, "a-${meta.x},b-${meta.x}"},
		{`join(",", [for meta in ["a"] : meta])`, "a"},
		{`local.indirect`, "${meta.rack}!"},
		{"<<EOT\n${meta.x}\nEOT\n", "${meta.x}\n"},
	} {
		j := mustRead(t, `
variable "v" { default = "vv" }
locals {
  indirect = "${meta.rack}!"
  l        = "ll"
}
`+oneConstraint("attribute = \"x\"\nvalue = "+c.written), nil)
		if got := j.Constraints[0].RTarget; got != c.want {
			t.Errorf("%s: got %q, want %q", c.written, got, c.want)
		}
	}
}
