package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
)

// write writes a file as a whole or not at all; "-" is standard output.
func (p *program) write(path string, content func(io.Writer) error) error {
	if path == "-" {
		out := bufio.NewWriter(p.stdout)
		if err := content(out); err != nil {
			return err
		}
		return out.Flush()
	}
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return writeThrough(path, content)
	}
	return writeAtomic(path, content)
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
