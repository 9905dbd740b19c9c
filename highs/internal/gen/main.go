// Command gen turns the fetched npm package highs into what package highs
// builds from: it checks the WebAssembly file against the hash pinned here,
// copies it to where it is embedded, and writes the table of its names, which
// the package's build has shortened to a letter or two.
//
// It runs in the folder of package highs, after npm ci:
//
//	go generate ./highs
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// What is embedded. To move to another version, change package.json, both
// lines here, and look at what changed in the generated table.
const (
	version = "1.15.3"
	sum     = "528be4365bea1d4188988646b244263f50320df55782e14d6af5bce7cd45c840"
)

const fetched = "node_modules/highs"

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	pkg := filepath.Join(dir, fetched)
	if err := checkVersion(filepath.Join(pkg, "package.json")); err != nil {
		return err
	}
	wasm, err := os.ReadFile(filepath.Join(pkg, "build", "highs.wasm"))
	if err != nil {
		return err
	}
	if got := sha256.Sum256(wasm); hex.EncodeToString(got[:]) != sum {
		return fmt.Errorf("highs.wasm of %s has the SHA-256 %x, pinned is %s", version, got, sum)
	}
	js, err := os.ReadFile(filepath.Join(pkg, "build", "highs.js"))
	if err != nil {
		return err
	}
	table, err := render(string(js))
	if err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "names_gen.go"), table); err != nil {
		return err
	}
	return write(filepath.Join(dir, "blob", "highs.wasm"), wasm)
}

func checkVersion(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("%w: run npm ci first", err)
	}
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if p.Version != version {
		return fmt.Errorf("%s is version %q, wanted is %s", path, p.Version, version)
	}
	return nil
}

// write leaves a file that already holds content alone, so that builds that
// depend on it stay cached.
func write(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return os.WriteFile(path, content, 0o644)
}
