package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// DeclarationVersion is the newest schema of a declaration that DecodeDeclaration reads.
const DeclarationVersion = 1

// maxDeclaration is the largest declaration that is read.
const maxDeclaration = 512 << 10

// extraFields stand beside the declarations' names in Consul and make nothing
// of the problem.
var extraFields = []string{"schema", "by", "at", "reason", "rerun_after"}

// Declaration is what stands at jobs/<namespace>/<job>[/<group>]: the meta keys
// without their prefix, as text.
type Declaration struct {
	// Key is "namespace/job" or "namespace/job/group", path-escaped.
	Key    string
	Values map[string]string
	// Unknown lists the fields that this program doesn't know, sorted.
	Unknown []string
}

// DecodeDeclaration reads the JSON of one declaration. Errors name the key and
// the field; the values themselves are judged where they are used.
func DecodeDeclaration(key string, raw []byte) (*Declaration, error) {
	fail := func(field, format string, args ...any) error {
		return fmt.Errorf("jobs/%s: %s: %w", key, field, fmt.Errorf(format, args...))
	}
	if len(raw) > maxDeclaration {
		return nil, fmt.Errorf("jobs/%s: %d bytes, at most %d are read", key, len(raw), maxDeclaration)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil || object == nil {
		return nil, fmt.Errorf("jobs/%s: not a JSON object: %w", key, orEmpty(err))
	}
	if version := string(object["schema"]); version != fmt.Sprint(DeclarationVersion) {
		return nil, fail("schema", "%q, want %d", version, DeclarationVersion)
	}
	d := &Declaration{Key: key, Values: map[string]string{}}
	var errs []error
	for _, name := range keys {
		value, ok := object[name]
		if !ok || string(value) == "null" {
			continue
		}
		text, err := scalar(value)
		if err != nil {
			errs = append(errs, fail(name, "%w", err))
		}
		d.Values[name] = text
	}
	for name := range object {
		if !slices.Contains(keys, name) && !slices.Contains(extraFields, name) {
			d.Unknown = append(d.Unknown, name)
		}
	}
	slices.Sort(d.Unknown)
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return d, nil
}

func orEmpty(err error) error {
	if err == nil {
		return errors.New("null")
	}
	return err
}

// scalar returns a text, number or truth value as text.
func scalar(raw json.RawMessage) (string, error) {
	raw = bytes.TrimSpace(raw)
	switch raw[0] {
	case '{', '[':
		return "", errors.New("is a list or an object, want one value")
	case '"':
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	}
	return string(raw), nil
}

// Declarations are those that stand in Consul or in a policy folder.
type Declarations struct {
	// ByKey holds them by "namespace/job" or "namespace/job/group", path-escaped.
	ByKey map[string]*Declaration
	// Bad holds why a key could not be read: its job is left alone.
	Bad map[string]error
}

// sortedKeys returns all keys, sorted.
func (d *Declarations) sortedKeys() []string {
	var out []string
	for key := range d.ByKey {
		out = append(out, key)
	}
	for key := range d.Bad {
		out = append(out, key)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
