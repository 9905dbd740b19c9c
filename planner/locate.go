package planner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// FieldError is one thing that is wrong with a problem: the field, as a path
// like "blocks[3].steps", and what is wrong with it.
type FieldError struct {
	Field   string
	Message string
}

// Error returns "field: message".
func (e *FieldError) Error() string { return e.Field + ": " + e.Message }

// locate puts the file's name and the line of the field before each joined FieldError.
func locate(name string, raw []byte, err error) error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return fmt.Errorf("%s: %w", name, err)
	}
	var out []error
	for _, e := range joined.Unwrap() {
		var f *FieldError
		if errors.As(e, &f) {
			if line := fieldLine(raw, f.Field); line > 0 {
				out = append(out, fmt.Errorf("%s:%d: %w", name, line, e))
				continue
			}
		}
		out = append(out, fmt.Errorf("%s: %w", name, e))
	}
	return errors.Join(out...)
}

// fieldLine returns the line on which the value of a path such as
// "blocks[3].steps" ends its first token, or that of the nearest parent that
// is there; 0 when none is.
func fieldLine(raw []byte, path string) int {
	d := json.NewDecoder(bytes.NewReader(raw))
	line := 0
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' }) {
		open, err := d.Token()
		if err != nil {
			return line
		}
		switch open {
		case json.Delim('{'):
			if !enterKey(d, step) {
				return line
			}
		case json.Delim('['):
			if n, err := strconv.Atoi(step); err != nil || !skipValues(d, n) {
				return line
			}
		default:
			return line
		}
		// The next value starts after white space, which may hold a line break.
		rest := raw[d.InputOffset():]
		skip := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n:,"))
		line = lineAt(raw, d.InputOffset()+int64(skip))
	}
	return line
}

// enterKey reads an object up to the value of key.
func enterKey(d *json.Decoder, key string) bool {
	for d.More() {
		k, err := d.Token()
		if err != nil {
			return false
		}
		if k == key {
			return true
		}
		if !skipValues(d, 1) {
			return false
		}
	}
	return false
}

// skipValues passes over n values and reports whether another follows or n was reached inside the list.
func skipValues(d *json.Decoder, n int) bool {
	var any json.RawMessage
	for range n {
		if !d.More() || d.Decode(&any) != nil {
			return false
		}
	}
	return true
}

// pathAt returns the path, such as "blocks[3].steps", of the value whose first
// token ends at or after offset; "" is the whole.
func pathAt(raw []byte, offset int64) string {
	d := json.NewDecoder(bytes.NewReader(raw))
	var open []place
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		last := len(open) - 1
		if token == json.Delim('}') || token == json.Delim(']') {
			open = open[:last]
			continue
		}
		isKey := last >= 0 && open[last].enter(token)
		if !isKey && d.InputOffset() >= offset {
			return pathOf(open)
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			open = append(open, place{list: token == json.Delim('['), index: -1, wantsKey: token == json.Delim('{')})
		}
	}
}

// place is where a walk stands in a list or an object.
type place struct {
	list     bool
	index    int
	key      string
	wantsKey bool
}

// enter takes the next token and reports whether it is a key.
func (p *place) enter(token json.Token) bool {
	if p.list {
		p.index++
		return false
	}
	isKey := p.wantsKey
	if isKey {
		p.key, _ = token.(string)
	}
	p.wantsKey = !isKey
	return isKey
}

func pathOf(open []place) string {
	var path strings.Builder
	for i := range open {
		switch p := &open[i]; {
		case p.list:
			fmt.Fprintf(&path, "[%d]", p.index)
		case i > 0:
			path.WriteString("." + p.key)
		default:
			path.WriteString(p.key)
		}
	}
	return path.String()
}
