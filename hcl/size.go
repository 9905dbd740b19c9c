package hcl

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxSize is the most bytes of one file that are read.
const MaxSize = 64 << 20

// readFile returns the content of a file of at most MaxSize bytes. Its errors
// are of type *Error.
func readFile(path string) ([]byte, error) {
	src, err := readAtMost(path)
	if e := (*Error)(nil); err == nil || errors.As(err, &e) {
		return src, err
	}
	if pe := (*os.PathError)(nil); errors.As(err, &pe) {
		err = pe.Err
	}
	return nil, &Error{File: path, Message: err.Error()}
}

func readAtMost(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil {
		return nil, err
	} else if st.IsDir() {
		return nil, errors.New("is a folder, want a file")
	} else if err := checkSize(path, st.Size()); err != nil {
		return nil, err
	}
	src, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, err
	}
	return src, checkSize(path, int64(len(src)))
}

func checkSize(path string, size int64) error {
	if size <= MaxSize {
		return nil
	}
	return &Error{File: path, Message: tooLarge(size)}
}

func tooLarge(size int64) string {
	return fmt.Sprintf("is %d MiB, and only files up to %d MiB are read", (size+1<<20-1)>>20, MaxSize>>20)
}
