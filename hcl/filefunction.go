package hcl

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/zclconf/go-cty/cty/function"
)

// maxIncluded is the most bytes that file() reads.
const maxIncluded = 1 << 20

// fileFunction is Nomad's file(): the text of a file, its path relative to the
// job file. It does not leave the job file's folder, because what it reads may
// end up in a message.
func fileFunction(dir string) function.Function {
	return text(func(name string) (string, error) {
		src, err := included(dir, name)
		if err == nil && !utf8.Valid(src) {
			err = errors.New("is not UTF-8 text")
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		return string(src), nil
	})
}

func included(dir, name string) ([]byte, error) {
	if !filepath.IsLocal(name) {
		return nil, errors.New("only files in the folder of the job file are read")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, reason(err)
	}
	defer root.Close()
	// A pipe would be waited for, so the kind is looked at before it is opened.
	if st, err := root.Stat(name); err != nil {
		return nil, reason(err)
	} else if !st.Mode().IsRegular() || st.Size() > maxIncluded {
		return nil, fmt.Errorf("is not a file of at most %d KiB", maxIncluded>>10)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxIncluded))
}

// reason takes the path out of an error, which the message names already.
func reason(err error) error {
	if pe := (*os.PathError)(nil); errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
