package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error { _, err := io.WriteString(w, s); return err }
}

func TestFileIsReplacedAsAWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	p := &program{stdout: &bytes.Buffer{}}
	if err := os.WriteFile("real.json", []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real.json", "link.json"); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := p.write("link.json", func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return broken }); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	want(t, "real.json", "old", 0o600)
	if err := p.write("link.json", text("new")); err != nil {
		t.Fatal(err)
	}
	want(t, "real.json", "new", 0o600)
	if st, err := os.Lstat("link.json"); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v %v", st, err)
	}
	if err := p.write("fresh.json", text("new")); err != nil {
		t.Fatal(err)
	}
	want(t, "fresh.json", "new", 0o644)
	if err := p.write(os.DevNull, text("gone")); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(".*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func want(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != content {
		t.Errorf("%s holds %q, want %q (%v)", path, got, content, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != mode {
		t.Errorf("%s has mode %v, want %v", path, st.Mode(), mode)
	}
}
