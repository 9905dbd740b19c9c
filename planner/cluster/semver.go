package cluster

import (
	"strings"

	"github.com/hashicorp/go-version"
)

// semverRange is a list of bounds that all hold. Unlike the operator version
// it orders pre-releases among the rest (1.3.0-beta is above 1.2.9) and knows no "~>".
type semverRange []semverBound

type semverBound struct {
	operator string
	version  *version.Version
}

// newSemverRange reads "≥ and <"-style bounds, separated by commas; nil when
// one of them is no semantic version.
func newSemverRange(s string) versionRange {
	var out semverRange
	for _, part := range strings.Split(s, ",") {
		part = strings.TrimSpace(part)
		bound := strings.TrimLeft(part, "<>=!")
		operator := strings.TrimSuffix(part, bound)
		v, err := version.NewSemver(strings.TrimSpace(bound))
		if err != nil || !known(operator) {
			return nil
		}
		out = append(out, semverBound{operator, v})
	}
	return out
}

func known(operator string) bool {
	switch operator {
	case "", "=", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

// Check reports whether v lies within all bounds.
func (r semverRange) Check(v *version.Version) bool {
	for _, b := range r {
		if !b.holds(comparison(v.Compare(b.version))) {
			return false
		}
	}
	return true
}

func (b semverBound) holds(c comparison) bool {
	switch b.operator {
	case "", "=":
		return c == equal
	case "!=":
		return c != equal
	}
	return orderHolds(b.operator, c)
}
