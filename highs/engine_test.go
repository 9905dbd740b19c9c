package highs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// nothing is the smallest module there is, so that tests of the cache need not
// compile HiGHS.
var nothing = []byte("\x00asm\x01\x00\x00\x00")

func TestABuildWithoutThePackageSaysWhatToDo(t *testing.T) {
	_, err := loadWasm(fstest.MapFS{"blob/README.md": {}})
	if !errors.Is(err, ErrNotFetched) || !strings.Contains(err.Error(), "make deps") {
		t.Errorf("error %v", err)
	}
}

func TestSolveWithoutThePackageIsTheSentinel(t *testing.T) {
	dir := t.TempDir()
	engines.Store(dir, func() (*engine, error) { return nil, ErrNotFetched })
	s := New(Options{CacheDir: dir})
	if _, err := s.Solve(context.Background(), day(1, 8, 3), mip.Options{}); !errors.Is(err, ErrNotFetched) {
		t.Errorf("Solve: %v", err)
	}
	if err := s.Prepare(); !errors.Is(err, ErrNotFetched) {
		t.Errorf("Prepare: %v", err)
	}
}

func TestAnotherFileIsNotRun(t *testing.T) {
	_, err := loadWasm(fstest.MapFS{"blob/highs.wasm": {Data: nothing}})
	if err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("error %v", err)
	}
}

// cached tells whether a compiled module lies under dir.
func cached(t *testing.T, dir string) bool {
	t.Helper()
	found := false
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		found = found || (err == nil && d.Type().IsRegular())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// compileNothing compiles with the cache folders that follow from dir and the
// environment, and returns what was logged.
func compileNothing(t *testing.T, dir string) string {
	t.Helper()
	var log strings.Builder
	e, err := compile(nothing, cacheFolders(dir), hclog.New(&hclog.LoggerOptions{Output: &log, Level: hclog.Debug}))
	if err != nil {
		t.Fatal(err)
	}
	e.runtime.Close(context.Background())
	return log.String()
}

func homeless(t *testing.T) (temp string) {
	t.Helper()
	temp = t.TempDir()
	t.Setenv("HOME", os.DevNull)
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("TMPDIR", temp)
	return temp
}

func TestTheCacheLiesWhereAskedFor(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	if log := compileNothing(t, dir); !cached(t, dir) || strings.Contains(log, "WARN") {
		t.Errorf("nothing in %s: %s", dir, log)
	}
}

func TestTheCacheFallsBackToTheTemporaryFolder(t *testing.T) {
	for claim, dir := range map[string]string{"no home": "", "unwritable folder": filepath.Join(os.DevNull, "x")} {
		temp := homeless(t)
		if log := compileNothing(t, dir); !cached(t, temp) || !strings.Contains(log, "not usable") {
			t.Errorf("%s: nothing in the temporary folder: %s", claim, log)
		}
	}
}

// Another user could have put machine code into such a folder.
func TestASharedFolderIsNotTrusted(t *testing.T) {
	temp := homeless(t)
	ours := cacheFolders("")[1].dir
	if err := os.Mkdir(ours, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(ours, 0o770); err != nil {
		t.Fatal(err)
	}
	if log := compileNothing(t, ""); cached(t, temp) || !strings.Contains(log, "of ours alone") {
		t.Errorf("the folder is used: %s", log)
	}
}

func TestEveryImportIsDefined(t *testing.T) {
	for name := range importNames {
		if _, ok := imports[name]; !ok {
			t.Errorf("the module imports %s, which nothing provides", name)
		}
	}
}

func TestStartsFromOneFolderShareAnEngine(t *testing.T) {
	a, b := fetched(t, Options{}), fetched(t, Options{})
	first, _ := sharedEngine(a.options.CacheDir, a.log)
	second, _ := sharedEngine(b.options.CacheDir, b.log)
	if first == nil || first != second {
		t.Error("HiGHS is compiled twice")
	}
}
