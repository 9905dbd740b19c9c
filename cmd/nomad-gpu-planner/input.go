package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// input is an open file with the name that errors begin with.
type input struct {
	io.ReadCloser
	name string
}

// open opens a file for reading, "-" being standard input. What is too large is
// refused by its size, before a byte of it is read.
func (p *program) open(path string) (*input, error) {
	if path == "-" {
		return &input{io.NopCloser(p.stdin), "standard input"}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, plainError(path, err)
	}
	st, err := f.Stat()
	switch {
	case err != nil:
	case st.IsDir():
		err = errors.New("is a folder, want a file")
	case st.Size() > planner.MaxFileBytes:
		err = fmt.Errorf("larger than %d MB, refused", planner.MaxFileBytes>>20)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &input{f, path}, nil
}

// plainError names the file once and leaves out the system call.
func plainError(path string, err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (p *program) readProblem(path string) (*planner.Problem, error) {
	in, err := p.open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return planner.DecodeProblem(in.name, in)
}

func (p *program) readPlan(path string) (*planner.Plan, error) {
	in, err := p.open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return planner.DecodePlan(in.name, in)
}
