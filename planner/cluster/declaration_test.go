package cluster

import (
	"fmt"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

func declare(t testing.TB, pairs ...string) Declarations {
	t.Helper()
	d := Declarations{ByKey: map[string]*Declaration{}}
	for i := 0; i < len(pairs); i += 2 {
		one, err := DecodeDeclaration(pairs[i], []byte(pairs[i+1]))
		if err != nil {
			t.Fatal(err)
		}
		d.ByKey[pairs[i]] = one
	}
	return d
}

func TestPrecedenceIsConsulGroupJobDefault(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	j.Pos, j.Groups[0].Pos = Pos{"j.nomad", 1}, Pos{"j.nomad", 5}
	d := Declarations{}
	want := func(weight float64, from string) {
		t.Helper()
		p, r, err := Build(snap([]Node{node("n1", gpus("H", 8))}, j), Forecasts{}, hourly(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Groups[0].Declared.From("priority").String(); p.Blocks[0].Weight != weight || got != from {
			t.Errorf("weight %v from %q, want %v from %q", p.Blocks[0].Weight, got, weight, from)
		}
	}
	want(40, "the job's priority (j.nomad:1)")
	j.Meta["gpu_planner_priority"] = "41"
	want(41, "job meta (j.nomad:1)")
	j.Groups[0].Meta = map[string]string{"gpu_planner_priority": "42"}
	want(42, "group meta (j.nomad:5)")
	d = declare(t, "default/j", `{"schema":1,"priority":43,"by":"ana","at":"2026-12-01T00:00:00Z"}`)
	want(43, "jobs/default/j")
	d = declare(t, "default/j", `{"schema":1,"priority":43}`, "default/j/g", `{"schema":1,"priority":"44"}`)
	want(44, "jobs/default/j/g")
}

func TestConsulOptsInAndOut(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	s := snap([]Node{node("n1", gpus("H", 8))}, j)
	_, r, err := Build(s, Forecasts{}, hourly(), declare(t, "default/j", `{"schema":1,"workload":"none"}`))
	if err != nil {
		t.Fatal(err)
	}
	wantStanding(t, r, "default/j/g", Undeclared, "did not opt in")
	s.Jobs[0].Meta = nil
	p, _, err := Build(s, Forecasts{}, hourly(), declare(t, "default/j", `{"schema":1,"workload":"quantization","deadline_hard":true}`))
	if err != nil || p.Blocks[0].Workload != planner.Quantization || p.Blocks[0].Steps != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestBadDeclarationLeavesItsJobAloneAndOthersGoOn(t *testing.T) {
	g := func() Group { return asks("g", 1, device("gpu", 1)) }
	s := snap([]Node{node("n1", gpus("H", 8))}, block("a/b", g()), block("c", g()), block("e", g()))
	d := declare(t, "default/c", `{"schema":1,"priority":0,"ownr":"ana"}`, "default/gone", `{"schema":1}`)
	_, err := DecodeDeclaration("default/a%2Fb/g", []byte(`{"schema":1,"priority":[1]}`))
	d.Bad = map[string]error{"default/a%2Fb/g": err}
	p, r, err := Build(s, Forecasts{}, hourly(), d)
	if err != nil || len(p.Blocks) != 1 || p.Blocks[0].ID != "default/e/g" {
		t.Fatalf("%+v, %v", p, err)
	}
	wantFinding(t, r.Findings, Error, "default/a/b: jobs/default/a%2Fb/g: priority: is a list or an object")
	wantFinding(t, r.Findings, Error, `default/c/g: jobs/default/c priority: "0", want more than 0`)
	wantFinding(t, r.Findings, Warning, `jobs/default/c: unknown field "ownr" is not used`)
	wantFinding(t, r.Findings, Warning, "jobs/default/gone: there is no such job or group")
	wantStanding(t, r, "default/a%2Fb/g", Unplanned, "has errors")
	if n := len(r.Errors()); n != 2 {
		t.Errorf("%d errors, want 2", n)
	}
}

func TestDeclarationErrorsNameKeyAndField(t *testing.T) {
	for raw, want := range map[string]string{
		`{"schema":2}`:                   `jobs/default/j: schema: "2", want 1`,
		`{}`:                             `jobs/default/j: schema: "", want 1`,
		`null`:                           "not a JSON object: null",
		`[`:                              "not a JSON object",
		`{"schema":1,"min":{},"max":[]}`: "jobs/default/j: max: is a list or an object",
	} {
		_, err := DecodeDeclaration("default/j", []byte(raw))
		wantErrorText(t, err, want)
	}
}

func TestFindingsComeInTheOrderOfTheSnapshot(t *testing.T) {
	bad := func(id string) Job {
		j := block(id, asks("g", 1, device("gpu", 1)))
		j.Meta["gpu_planner_priority"], j.Meta["gpu_planner_zz"], j.Meta["gpu_planner_aa"] = "x", "1", "1"
		return j
	}
	s := snap([]Node{node("n1", gpus("H", 8))}, bad("z"), bad("a"))
	_, first := mustBuild(t, s, Forecasts{})
	for range 20 {
		if _, again := mustBuild(t, s, Forecasts{}); fmt.Sprint(again.Findings) != fmt.Sprint(first.Findings) {
			t.Fatal("two builds of one snapshot differ")
		}
	}
	if first.Findings[0].Job != "default/z" || first.Findings[len(first.Findings)-1].Job != "default/a" {
		t.Errorf("findings:\n%s", show(first.Findings))
	}
}

func TestSecondJobOfOneNameIsRefused(t *testing.T) {
	j := block("j", asks("g", 1, device("gpu", 1)))
	j.Pos = Pos{"a.nomad", 1}
	p, r := mustBuild(t, snap([]Node{node("n1", gpus("H", 8))}, j, j), Forecasts{})
	wantFinding(t, r.Findings, Error, "another job of this name went before, at a.nomad:1")
	if len(p.Blocks) != 1 {
		t.Errorf("blocks %+v", p.Blocks)
	}
}

func FuzzDecodeDeclaration(f *testing.F) {
	f.Add([]byte(`{"schema":1,"workload":"training","priority":40,"duration":"6h","deadline":"2026-12-02T08:00:00Z","forecast":"a/../b"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		one, err := DecodeDeclaration("default/j", raw)
		if (one == nil) == (err == nil) {
			t.Fatalf("%v with error %v", one, err)
		}
		if err != nil {
			return
		}
		d := Declarations{ByKey: map[string]*Declaration{"default/j": one}}
		s := snap([]Node{node("n1", gpus("H", 8))}, block("j", asks("g", 1, device("gpu", 1))))
		s.Live = true
		if _, _, err := Build(s, Forecasts{}, hourly(), d); err != nil {
			t.Fatalf("a declaration broke the whole: %v", err)
		}
	})
}
