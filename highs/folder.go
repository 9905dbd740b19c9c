package highs

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
)

// folder is a place for the compilation cache. What lies in it is machine code
// that will be run, so a shared one must be ours alone.
type folder struct {
	dir    string
	shared bool
}

// cacheFolders returns the places to try: dir when given, else the user's cache
// folder; then the temporary one.
func cacheFolders(dir string) []folder {
	var places []folder
	if dir != "" {
		places = append(places, folder{dir: dir})
	} else if user, err := os.UserCacheDir(); err == nil {
		places = append(places, folder{dir: filepath.Join(user, "nomad-gpu-planner", "highs")})
	}
	temp := filepath.Join(os.TempDir(), fmt.Sprintf("nomad-gpu-planner-%d", os.Getuid()))
	return append(places, folder{dir: temp, shared: true})
}

// open makes the folder and returns the cache in it. wazero finds out late that
// it cannot write, so that is tried first.
func (f folder) open() (wazero.CompilationCache, error) {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return nil, err
	}
	if f.shared {
		if err := private(f.dir); err != nil {
			return nil, err
		}
	}
	probe, err := os.CreateTemp(f.dir, "probe")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return nil, err
	}
	return wazero.NewCompilationCacheWithDir(f.dir)
}

// private returns an error unless dir is a folder that only we can write to.
func private(dir string) error {
	stat, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !stat.IsDir() || stat.Mode().Perm()&0o077 != 0 || !ownedByUs(stat) {
		return fmt.Errorf("%s is not a folder of ours alone", dir)
	}
	return nil
}
