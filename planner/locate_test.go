package planner

import (
	"bytes"
	"testing"
)

func TestPathAtNamesTheValueThatEndsThere(t *testing.T) {
	raw := []byte(`{"a": 1, "b": [{"c": [2, 3]}, {"c": [4, {"d": "5"}], "e": [[], [6]]}], "f": {"g": 7}}`)
	for value, want := range map[string]string{
		"1": "a", "2": "b[0].c[0]", "3": "b[0].c[1]", "4": "b[1].c[0]", `"5"`: "b[1].c[1].d", "6": "b[1].e[1][0]", "7": "f.g",
	} {
		end := bytes.Index(raw, []byte(value)) + len(value)
		if got := pathAt(raw, int64(end)); got != want {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
	if got := pathAt([]byte("[]"), 1); got != "" {
		t.Errorf("%q is not the whole", got)
	}
}
