package demand

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// syntaxError says where in raw the JSON breaks: line, field and index. NaN is
// named, for many programs write it although JSON has no such number.
func syntaxError(raw []byte, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return errors.New("not a JSON object")
	}
	offset := max(0, min(int(syntax.Offset), len(raw)))
	line := 1 + bytes.Count(raw[:offset], []byte("\n"))
	where := fmt.Sprintf("line %d", line)
	if field := lastField(raw); field != "" {
		where += ", " + field
	}
	from := max(0, offset-2) // the offset is one past the byte at fault, which may follow a sign
	for _, word := range []string{"-Infinity", "Infinity", "NaN"} {
		if at := strings.Index(string(raw[from:]), word); at == 0 || at == 1 {
			return fmt.Errorf("%s: %s is no JSON number, values must be finite", where, word)
		}
	}
	return fmt.Errorf("%s: %w", where, err)
}

// lastField returns the field, with index, at which raw stops being JSON, or "".
func lastField(raw []byte) string {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	field, index, depth, isKey := "", -1, 0, true
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		delim, isDelim := token.(json.Delim)
		switch {
		case isDelim && (delim == '{' || delim == '['):
			depth++
			index = 0
		case isDelim:
			depth--
			index = -1
			isKey = depth == 1
		case depth == 1 && isKey:
			field, _ = token.(string)
			index, isKey = -1, false
		case depth == 1:
			isKey = true
		case depth == 2:
			index++
		}
	}
	if depth == 2 && index >= 0 {
		return at(field, index)
	}
	return field
}
