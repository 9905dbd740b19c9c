package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxFileBytes is the size above which a problem or plan file is refused.
const MaxFileBytes = 64 << 20

// DecodeProblem reads and validates problem.json from r. Errors start with
// name, the line where there is one, and the field at fault.
func DecodeProblem(name string, r io.Reader) (*Problem, error) {
	var p Problem
	raw, err := decode(name, r, &p)
	if err != nil {
		return nil, err
	}
	if err := p.Validate(); err != nil {
		return nil, locate(name, raw, err)
	}
	return &p, nil
}

// DecodePlan reads plan.json from r and refuses another schema version. What
// the plan says is not checked against a problem; that is what Check does.
func DecodePlan(name string, r io.Reader) (*Plan, error) {
	var q Plan
	if _, err := decode(name, r, &q); err != nil {
		return nil, err
	}
	if q.Version != Version {
		return nil, fmt.Errorf("%s: version: %d, want %d", name, q.Version, Version)
	}
	return &q, nil
}

// decode reads one JSON value of at most MaxFileBytes into v and returns its bytes.
func decode(name string, r io.Reader, v any) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(raw) > MaxFileBytes {
		return nil, fmt.Errorf("%s: larger than %d MB, refused", name, MaxFileBytes>>20)
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if err := d.Decode(v); err != nil {
		return nil, jsonError(name, raw, d.InputOffset(), err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:%d: more than one JSON value in the file", name, lineAt(raw, d.InputOffset()))
	}
	return raw, nil
}

// jsonError says where in raw decoding failed and at which field.
func jsonError(name string, raw []byte, offset int64, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%s: the file is empty, want one JSON object", name)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%s:%d: the file ends inside the JSON value: it is truncated", name, lineAt(raw, int64(len(raw))))
	case errors.As(err, &syntax):
		return fmt.Errorf("%s:%d: not JSON: %w", name, lineAt(raw, syntax.Offset), err)
	case errors.As(err, &kind):
		where := pathAt(raw, kind.Offset)
		if where == "" {
			return fmt.Errorf("%s:%d: the file is a JSON %s, want %s", name, lineAt(raw, kind.Offset), kind.Value, kindName(kind))
		}
		return fmt.Errorf("%s:%d: %s: is a JSON %s, want %s", name, lineAt(raw, kind.Offset), where, kind.Value, kindName(kind))
	}
	return fmt.Errorf("%s:%d: %w", name, lineAt(raw, offset), err)
}

func kindName(e *json.UnmarshalTypeError) string {
	switch e.Type.Kind().String() {
	case "int", "int64":
		return "a whole number"
	case "float64":
		return "a number"
	case "slice":
		return "a list"
	case "struct", "map":
		return "an object"
	}
	return e.Type.String()
}

// lineAt returns the line, counted from 1, that holds the byte before offset.
func lineAt(raw []byte, offset int64) int {
	offset = max(0, min(offset, int64(len(raw))))
	return 1 + bytes.Count(raw[:offset], []byte("\n"))
}

// EncodeProblem writes p as problem.json.
func EncodeProblem(w io.Writer, p *Problem) error { return encode(w, p) }

// EncodePlan writes q as plan.json.
func EncodePlan(w io.Writer, q *Plan) error { return encode(w, q) }

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
