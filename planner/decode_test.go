package planner_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// sound is a problem file on lines of their own.
const sound = `{
 "version": 1,
 "start": "2026-03-02T00:00:00Z",
 "timestep": "15m",
 "steps": 2,
 "pools": [
  {"id": "p0", "node": "n0", "gpus": 4},
  {"id": "p1", "node": "n1",
   "gpus": 8}
 ],
 "blocks": [
  {"id": "b0", "weight": 1, "allocs": 1, "gpus_per_alloc": 1, "steps": 1, "arrival": 0, "earliest": 0}
 ],
 "services": []
}`

func TestSoundFilesDecode(t *testing.T) {
	p, err := planner.DecodeProblem("sound.json", strings.NewReader(sound))
	if err != nil {
		t.Fatal(err)
	}
	if p.GPUs() != 12 || p.EarlinessOrDefault() != 0.05 || !p.Time(1).Equal(start.Add(15*time.Minute)) {
		t.Errorf("%d GPUs, earliness %v, step 1 at %v", p.GPUs(), p.EarlinessOrDefault(), p.Time(1))
	}
}

func TestUnreadableFilesSayWhereAndWhy(t *testing.T) {
	with := func(old, new string) string {
		if !strings.Contains(sound, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(sound, old, new, 1)
	}
	for _, c := range []struct{ claim, text, want string }{
		{"empty", "", "x.json: the file is empty"},
		{"blank", " \n ", "x.json: the file is empty"},
		{"truncated inside a list", sound[:strings.Index(sound, `"blocks"`)], "x.json:11: the file ends inside the JSON value"},
		{"truncated inside a word", sound[:strings.Index(sound, "sion")], "x.json:2: the file ends inside"},
		{"a comma too many", with(`"steps": 2,`, `"steps": 2,,`), "x.json:5: not JSON"},
		{"not JSON at all", "version = 1", "x.json:1: not JSON"},
		{"a list", "[]", "x.json:1:"},
		{"another value follows", sound + "\n\n{}", "more than one JSON value"},
		{"rubbish follows", sound + "\nx", "more than one JSON value"},
		{"text for a number", with(`"gpus": 8`, `"gpus": "8"`), `x.json:9: pools[1].gpus: is a JSON string, want a whole number`},
		{"a fraction of a GPU", with(`"gpus": 8`, `"gpus": 0.5`), `x.json:9: pools[1].gpus: is a JSON number 0.5, want a whole number`},
		{"a number for a list", with(`"services": []`, `"services": 1`), `x.json:14: services: is a JSON number, want a list`},
		{"a number for an object", with(`{"id": "p0", "node": "n0", "gpus": 4}`, `7`), `x.json:7: pools[0]: is a JSON number, want an object`},
		{"text for a weight", with(`"weight": 1`, `"weight": "1"`), `x.json:12: blocks[0].weight: is a JSON string, want a number`},
		{"no duration", with(`"15m"`, `"15"`), `"15" is not a duration`},
		{"no time", with(`2026-03-02T00:00:00Z`, `tomorrow`), `tomorrow`},
		{"another version", with(`"version": 1`, `"version": 2`), `x.json:2: version: is 2, this program reads 1`},
		{"a mistake on its line", with(`"gpus": 8`, `"gpus": -8`), `x.json:9: pools[1].gpus: is -8`},
		{"a mistake in a field that is absent", with(`"weight": 1, `, ``), `x.json:12: blocks[0].weight: is 0`},
		{"a field that is absent has no line", with(`"timestep": "15m",`, ``), `x.json: timestep: is "0s"`},
	} {
		_, err := planner.DecodeProblem("x.json", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.want)
		}
	}
}

func TestEveryMistakeHasItsLine(t *testing.T) {
	text := strings.NewReplacer(`"gpus": 8`, `"gpus": -8`, `"weight": 1`, `"weight": -1`).Replace(sound)
	_, err := planner.DecodeProblem("x.json", strings.NewReader(text))
	for _, want := range []string{"x.json:9: pools[1].gpus", "x.json:12: blocks[0].weight"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	var f *planner.FieldError
	if !errors.As(err, &f) {
		t.Errorf("%T holds no FieldError", err)
	}
}

// blanks is an endless reader of white space that counts what was read.
type blanks struct{ read int64 }

func (b *blanks) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	b.read += int64(len(p))
	return len(p), nil
}

func TestLargeFilesAreRefusedBySize(t *testing.T) {
	r := &blanks{}
	_, err := planner.DecodeProblem("big.json", io.MultiReader(strings.NewReader(sound), r))
	if err == nil || !strings.Contains(err.Error(), "big.json: larger than 64 MB, refused") {
		t.Error(err)
	}
	if r.read > 2*planner.MaxFileBytes {
		t.Errorf("%d bytes read of a file that is too large", r.read)
	}
}

type unreadable struct{}

func (unreadable) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

func TestReadErrorsAreReported(t *testing.T) {
	_, err := planner.DecodePlan("q.json", unreadable{})
	if err == nil || err.Error() != "q.json: the disk is gone" {
		t.Error(err)
	}
}

func TestPlansOfAnotherVersionAreRefused(t *testing.T) {
	_, err := planner.DecodePlan("q.json", strings.NewReader(`{"version": 3}`))
	if err == nil || !strings.Contains(err.Error(), "q.json: version: 3, want 1") {
		t.Error(err)
	}
}

func TestProblemsSurviveARoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t, moderate)
		var b bytes.Buffer
		if err := planner.EncodeProblem(&b, p); err != nil {
			t.Fatal(err)
		}
		got, err := planner.DecodeProblem("p.json", &b)
		if err != nil || !reflect.DeepEqual(got, p) {
			t.Fatalf("error %v, got %+v, want %+v", err, got, p)
		}
	})
}

func TestPlansSurviveARoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := mustSolve(t, drawProblem(t, tiny), planner.Options{Mode: planner.ModeFast})
		var first, second bytes.Buffer
		if err := planner.EncodePlan(&first, q); err != nil {
			t.Fatal(err)
		}
		text := first.String()
		got, err := planner.DecodePlan("q.json", &first)
		if err != nil {
			t.Fatal(err)
		}
		if err := planner.EncodePlan(&second, got); err != nil || second.String() != text {
			t.Fatalf("error %v, first\n%s\nthen\n%s", err, text, second.String())
		}
	})
}

func TestAbsentPoolsMeanAllAndEmptyPoolsNone(t *testing.T) {
	for text, want := range map[string]string{"": "all", `"pools": [], `: "none", `"pools": ["p1"], `: "p1"} {
		p, err := planner.DecodeProblem("p.json", strings.NewReader(strings.Replace(sound, `"weight": 1`, text+`"weight": 1`, 1)))
		if err != nil {
			t.Fatal(err)
		}
		again := show(p)
		if has := strings.Contains(again, `"pools": []`); has != (want == "none") {
			t.Errorf("pools of %s: written as %s", want, again)
		}
		b := mustSolve(t, p, planner.Options{Mode: planner.ModeFast}).Blocks[0]
		switch {
		case (b.Start == nil) != (want == "none"):
			t.Errorf("pools of %s: start %v", want, b.Start)
		case want == "none" && b.Reason != "no pool is eligible":
			t.Errorf("reason %q", b.Reason)
		case want == "p1" && b.Allocs[0].Pool != "p1":
			t.Errorf("pools of p1: stands on %s", b.Allocs[0].Pool)
		}
	}
}

func TestDurationsAreWrittenShort(t *testing.T) {
	for _, c := range []struct {
		d    time.Duration
		want string
	}{
		{15 * time.Minute, "15m"}, {90 * time.Minute, "1h30m"}, {time.Hour, "1h"}, {10 * time.Hour, "10h"},
		{30 * time.Second, "30s"}, {0, "0s"}, {time.Hour + time.Second, "1h0m1s"}, {10 * time.Minute, "10m"}, {1500 * time.Millisecond, "1.5s"},
	} {
		text, err := planner.Duration(c.d).MarshalText()
		if err != nil || string(text) != c.want {
			t.Errorf("%v: %s, %v, want %s", c.d, text, err, c.want)
		}
		var back planner.Duration
		if err := back.UnmarshalText(text); err != nil || time.Duration(back) != c.d {
			t.Errorf("%s: %v, %v, want %v", text, back, err, c.d)
		}
	}
	var d planner.Duration
	if err := d.UnmarshalText([]byte("15")); err == nil || d != 0 {
		t.Errorf("15 is %v, %v", d, err)
	}
}
