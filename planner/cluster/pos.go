package cluster

import "fmt"

// String returns "file:line", what is known of it, or "" when nothing is.
func (p Pos) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}
