package scenario

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// MaxFileBytes is the size above which a CSV file is refused.
const MaxFileBytes = 64 << 20

// File is a CSV file: the name that errors begin with, and its text.
type File struct {
	Name   string
	Reader io.Reader
}

// sheet reads a CSV file row by row and finds cells by their column's name.
type sheet struct {
	name    string
	rows    *csv.Reader
	columns map[string]int
	row     []string
	line    int
}

// openSheet reads the header and refuses a file that lacks a required column.
func openSheet(f File, required ...string) (*sheet, error) {
	text := bufio.NewReader(&capped{r: f.Reader, left: MaxFileBytes})
	skipByteOrderMark(text)
	s := &sheet{name: f.Name, rows: csv.NewReader(text), columns: map[string]int{}}
	s.rows.ReuseRecord = true
	header, err := s.rows.Read()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: the file is empty, want a header with %s", f.Name, strings.Join(required, ", "))
	}
	if err != nil {
		return nil, s.broken(err)
	}
	for i, name := range header {
		name = strings.TrimSpace(name)
		if _, twice := s.columns[name]; twice {
			return nil, fmt.Errorf("%s:1: column %q stands twice in the header; rename one", f.Name, name)
		}
		s.columns[name] = i
	}
	return s, s.requires(required)
}

func (s *sheet) requires(columns []string) error {
	for _, name := range columns {
		if !s.has(name) {
			return fmt.Errorf("%s:1: column %q is missing from the header; add it", s.name, name)
		}
	}
	return nil
}

func skipByteOrderMark(text *bufio.Reader) {
	const mark = "\ufeff"
	if head, err := text.Peek(len(mark)); err == nil && string(head) == mark {
		_, _ = text.Discard(len(mark)) // it was peeked, so it is there
	}
}

// next moves to the next row; false means that there is none.
func (s *sheet) next() (bool, error) {
	row, err := s.rows.Read()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	if err != nil {
		return false, s.broken(err)
	}
	s.row = row
	s.line, _ = s.rows.FieldPos(0)
	return true, nil
}

func (s *sheet) broken(err error) error {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	if errors.Is(parse.Err, csv.ErrFieldCount) {
		return fmt.Errorf("%s:%d: the row has another number of cells than the header has columns", s.name, parse.Line)
	}
	return fmt.Errorf("%s:%d: not CSV: %w", s.name, parse.Line, parse.Err)
}

func (s *sheet) has(column string) bool {
	_, ok := s.columns[column]
	return ok
}

// text returns the row's cell without surrounding space, "" when the file has no such column.
func (s *sheet) text(column string) string {
	i, ok := s.columns[column]
	if !ok {
		return ""
	}
	return strings.TrimSpace(s.row[i])
}

// ident returns a cell that must not be empty. The text is the caller's to keep.
func (s *sheet) ident(column string) (string, error) {
	text := s.text(column)
	if text == "" {
		return "", s.fail(column, "is empty, want an id")
	}
	return strings.Clone(text), nil
}

// number returns a finite cell; given is false when it is empty.
func (s *sheet) number(column string) (x float64, given bool, err error) {
	text := s.text(column)
	if text == "" {
		return 0, false, nil
	}
	x, err = strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return 0, false, s.fail(column, "%q is not a finite number", text)
	}
	return x, true, nil
}

// amount returns a cell that must hold 0 … limit; given is false when it is empty.
func (s *sheet) amount(column string, limit float64) (x float64, given bool, err error) {
	x, given, err = s.number(column)
	if err == nil && (x < 0 || x > limit) {
		return 0, false, s.fail(column, "is %v, want 0 … %v", x, limit)
	}
	return x, given, err
}

// maxSeconds keeps times inside a time.Duration.
const maxSeconds = 9e9

// seconds returns a cell of seconds; given is false when it is empty.
func (s *sheet) seconds(column string) (d time.Duration, given bool, err error) {
	x, given, err := s.number(column)
	if err == nil && math.Abs(x) > maxSeconds {
		return 0, false, s.fail(column, "is %v seconds, want at most %v", x, maxSeconds)
	}
	return time.Duration(math.Round(x * 1e9)), given, err
}

// fail names the file, the line and the column.
func (s *sheet) fail(column, format string, a ...any) error {
	return fmt.Errorf("%s:%d: %s: %s", s.name, s.line, column, fmt.Sprintf(format, a...))
}

// capped fails once more than left bytes were read.
type capped struct {
	r    io.Reader
	left int64
}

func (c *capped) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, fmt.Errorf("larger than %d MB, refused", MaxFileBytes>>20)
	}
	return n, err
}
