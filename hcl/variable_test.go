package hcl

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestVariables(t *testing.T) {
	for _, c := range []struct {
		claim, head, value string
		given              map[string]string
		want               string
	}{
		{"a default holds", `variable "x" { default = "d" }`, "var.x", nil, "d"},
		{"a given value wins", `variable "x" { default = "d" }`, "var.x", map[string]string{"x": "g"}, "g"},
		{"a string is taken as it is", "variable \"x\" {\ntype = string\n}", "var.x", map[string]string{"x": `["a"]`}, `["a"]`},
		{"a number is read", "variable \"x\" {\ntype = number\n}", "var.x + 1", map[string]string{"x": "41"}, "42"},
		{"a list is read", "variable \"x\" {\ntype = list(string)\n}", `join("+", var.x)`, map[string]string{"x": `["a", "b"]`}, "a+b"},
		{"a list without a type is read", `variable "x" {}`, `join("+", var.x)`, map[string]string{"x": `["a", "b"]`}, "a+b"},
		{"a word without a type is a string", `variable "x" {}`, "var.x", map[string]string{"x": "llama-7b"}, "llama-7b"},
		{"an object has defaults", "variable \"x\" {\ntype = object({ a = optional(string, \"z\"), b = number })\n}", `"${var.x.a}${var.x.b}"`, map[string]string{"x": "{ b = 1 }"}, "z1"},
		{"a variables block declares many", "variables {\nx = 1\ny = \"two\"\n}", `"${var.x}${var.y}"`, nil, "1two"},
		{"what is given and not declared is passed over", `variable "x" { default = "d" }`, "var.x", map[string]string{"other": "g"}, "d"},
		{"locals come in any order", "locals { a = \"${local.b}!\" }\nlocals {\nb = local.c\nc = \"x\"\n}", "local.a", nil, "x!"},
		{"a broken local that is not needed is passed over", "locals {\na = nofunc()\nb = \"x\"\n}", "local.b", nil, "x"},
		{"try finds a way around an unset variable", `variable "x" {}`, `try(var.x, "alt")`, nil, "alt"},
		{"a deadline may be computed", "", `formatdate("YYYY", timeadd("2026-12-31T23:00:00Z", "2h"))`, nil, "2027"},
		{"json is read", "", `jsondecode("{\"a\": [1, 2]}").a[1]`, nil, "2"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			j := mustRead(t, c.head+"\n"+oneConstraint("attribute = \"x\"\nvalue = "+c.value), c.given)
			if got := j.Constraints[0].RTarget; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestVariablesFromTheEnvironmentAndFromFiles(t *testing.T) {
	env := EnvVars([]string{"HOME=/x", "NOMAD_VAR_n=3", "NOMAD_VAR_s=a=b"})
	if want := map[string]string{"n": "3", "s": "a=b"}; !maps.Equal(env, want) {
		t.Errorf("EnvVars: got %v", env)
	}
	file, err := ReadVars("x.vars.hcl", []byte("n = 3\ns = \"a\\\"b\"\nl = [\"x\", 1]\n"))
	if want := map[string]string{"n": "3", "s": `a"b`, "l": `["x", 1]`}; err != nil || !maps.Equal(file, want) {
		t.Errorf("ReadVars: got %v, %v", file, err)
	}
	_, err = ReadVars("x.vars.hcl", []byte("n = 3\njob \"x\" {}\nm = other\n"))
	wantError(t, err, `
x.vars.hcl:2: job: is a block; a variables file has lines of the form name = value
x.vars.hcl:3: m: variables not allowed: variables may not be used here`)
}

func TestFileReadsBesideTheJobFileAndNowhereElse(t *testing.T) {
	dir := t.TempDir()
	jobs := filepath.Join(dir, "jobs")
	write(t, filepath.Join(dir, "secret"), "s3cret")
	write(t, filepath.Join(jobs, "in", "class"), "h100")
	if err := os.Symlink(filepath.Join(dir, "secret"), filepath.Join(jobs, "link")); err != nil {
		t.Fatal(err)
	}
	read := func(name string) (string, error) {
		j, err := ReadJob(filepath.Join(jobs, "j.hcl"), []byte(oneConstraint("attribute = \"x\"\nvalue = file(\""+name+"\")")), nil)
		if err != nil {
			return "", err
		}
		return j.Constraints[0].RTarget, nil
	}
	if got, err := read("in/class"); got != "h100" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for _, name := range []string{"../secret", filepath.Join(dir, "secret"), "link", "in", "none"} {
		if got, err := read(name); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

func TestCyclicLocalsAreNamedAtOnce(t *testing.T) {
	begun := time.Now()
	_, err := ReadJob("job.hcl", []byte(`locals {
  fine = local.a
  a = "${local.b}-x"
  b = [local.c, local.ok]
  ok = 1
}
locals { c = upper(local.a) }
job "j" {
  group "g" {}
}`), nil)
	wantError(t, err, `job.hcl:3: local.a: refers to itself: local.a → local.b → local.c → local.a; break the cycle`)
	_, err = ReadJob("job.hcl", []byte("locals { a = local.a }\n"), nil)
	wantError(t, err, `job.hcl:1: local.a: refers to itself: local.a → local.a; break the cycle`)
	if took := time.Since(begun); took > time.Second {
		t.Errorf("took %v", took)
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
