package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// standard returns "-" for the other name of standard output.
func standard(path string) string {
	if path == "/dev/stdout" {
		return "-"
	}
	return path
}

// write writes a file as a whole or not at all; "-" is standard output.
func (p *program) write(path string, content func(io.Writer) error) error {
	if path == "-" {
		out := bufio.NewWriter(p.stdout)
		if err := content(out); err != nil {
			return err
		}
		return out.Flush()
	}
	target, replaceable := resolve(path)
	if !replaceable {
		return writeThrough(path, content)
	}
	return writeAtomic(target, content)
}

// writable refuses, before any work, files that could not be written after it.
// Of two that are one file the second would be all that is left.
func writable(paths ...string) error {
	seen := map[string]bool{}
	for _, path := range paths {
		if path == "" || path == "-" {
			continue
		}
		if target, replaceable := resolve(path); replaceable {
			if seen[target] {
				return misuse{path + " is named twice; give each output a file of its own"}
			}
			seen[target] = true
			if err := replace(target); err != nil {
				return err
			}
		} else if st, err := os.Stat(path); err == nil && st.IsDir() {
			return fmt.Errorf("%s: is a folder, want a file", path)
		}
	}
	return nil
}

// replace tries whether a file can be made beside path, as writeAtomic does.
func replace(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return plainError(path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// resolve follows links to the file they lead to, so that it is replaced and
// they are not. Pipes, devices and the system's own links are no files to replace.
func resolve(path string) (target string, replaceable bool) {
	st, err := os.Stat(path)
	if err != nil {
		return path, true
	}
	absolute, err := filepath.Abs(path)
	system := err != nil || strings.HasPrefix(absolute, "/dev/") || strings.HasPrefix(absolute, "/proc/")
	if target, err = filepath.EvalSymlinks(path); err != nil {
		target = path
	}
	return target, st.Mode().IsRegular() && !system
}

// writeAtomic writes beside the file and renames, so that no reader ever sees half of it.
func writeAtomic(path string, content func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return plainError(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	out := bufio.NewWriter(f)
	if err := content(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return plainError(path, err)
	}
	if err := f.Chmod(modeOf(path)); err != nil {
		return plainError(path, err)
	}
	if err := f.Close(); err != nil {
		return plainError(path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return plainError(path, err)
	}
	return nil
}

// modeOf keeps the rights of a file that is replaced.
func modeOf(path string) os.FileMode {
	if st, err := os.Stat(path); err == nil {
		return st.Mode().Perm()
	}
	return 0o644
}

// writeThrough writes to what cannot be replaced, such as a pipe or /dev/null.
func writeThrough(path string, content func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return plainError(path, err)
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	if err := content(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return plainError(path, err)
	}
	return nil
}
