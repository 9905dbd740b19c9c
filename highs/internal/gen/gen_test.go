package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const script = `function f(){TTY.init();wasmExports["v"]();}function g(wasmExports){_Highs_run=Module["_Highs_run"]=wasmExports["N"];
_Highs_getRunTime=Module["_x"]=wasmExports["$a"];_free=Module["_free"]=wasmExports["t"];memory=wasmMemory=wasmExports["u"]}
var wasmImports={a:___cxa_throw,p:_clock_time_get};`

func TestNamesAreRead(t *testing.T) {
	exports := exportNames(script)
	for name, want := range map[string]string{
		"Highs_run": "N", "Highs_getRunTime": "$a", "free": "t", "wasmMemory": "u", "start": "v",
	} {
		if exports[name] != want {
			t.Errorf("export %s is %q, want %q", name, exports[name], want)
		}
	}
	imports := importNames(script)
	if imports["cxa_throw"] != "a" || imports["clock_time_get"] != "p" || len(imports) != 2 {
		t.Errorf("imports %v", imports)
	}
}

func TestAMissingNameIsNamed(t *testing.T) {
	if _, err := render(script); err == nil || !strings.Contains(err.Error(), "Highs_create") {
		t.Errorf("error %v", err)
	}
}

func TestOnlyThePinnedFileIsTaken(t *testing.T) {
	dir := t.TempDir()
	if err := run(dir); err == nil || !strings.Contains(err.Error(), "npm ci") {
		t.Errorf("nothing fetched: %v", err)
	}
	put(t, dir, "package.json", `{"version": "0.0.1"}`)
	if err := run(dir); err == nil || !strings.Contains(err.Error(), "0.0.1") {
		t.Errorf("another version: %v", err)
	}
	put(t, dir, "package.json", `{"version": "`+version+`"}`)
	put(t, dir, "build/highs.wasm", "not it")
	if err := run(dir); err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("another file: %v", err)
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, fetched, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTheTableIsUpToDate compares the committed table with the fetched package.
func TestTheTableIsUpToDate(t *testing.T) {
	js, err := os.ReadFile("../../node_modules/highs/build/highs.js")
	if err != nil {
		t.Skip("the npm package is not fetched: run `make deps`")
	}
	want, err := render(string(js))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../names_gen.go")
	if err != nil || string(got) != string(want) {
		t.Errorf("names_gen.go is not what `go generate ./highs` writes (%v)", err)
	}
}
