package cluster

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/go-version"
)

// The operators that are no comparison of two values.
const (
	distinctHosts    = "distinct_hosts"
	distinctProperty = "distinct_property"
)

// operators are all that Nomad knows.
var operators = []string{
	"=", "==", "is", "!=", "not", "<", "<=", ">", ">=", "version", "semver", "regexp", "set_contains",
	"set_contains_all", "set_contains_any", "is_set", "is_not_set", distinctHosts, distinctProperty,
}

// operator returns the constraint's operator; a job file that leaves it out means "=".
func (c *Constraint) operator() string { return cmp.Or(c.Operand, "=") }

// String returns the constraint as people read it.
func (c Constraint) String() string {
	return strings.TrimSpace(c.LTarget + " " + c.operator() + " " + c.RTarget)
}

// operand is one side of a constraint on a node.
type operand struct {
	text  string
	found bool
}

// patterns remembers what it compiled; the zero value is ready, for one
// goroutine at a time.
type patterns struct {
	expressions map[string]*regexp.Regexp
	versions    map[string]versionRange
	semvers     map[string]versionRange
}

// versionRange tells which versions are in it; nil means it could not be read.
type versionRange interface {
	Check(v *version.Version) bool
}

// holds evaluates one operator on two node values as Nomad does. What Nomad
// doesn't know never holds.
func (m *patterns) holds(operator string, l, r operand) bool {
	both := l.found && r.found
	switch operator {
	case "=", "==", "is":
		return both && l.text == r.text
	case "!=", "not":
		return l.text != r.text // a missing value is unlike any text but ""
	case "<", "<=", ">", ">=":
		return both && orderHolds(operator, orderOf(l.text, r.text))
	case "is_set":
		return l.found
	case "is_not_set":
		return !l.found
	case distinctHosts, distinctProperty:
		return true // they are about other allocs, not about a node
	}
	return both && m.textHolds(operator, l.text, r.text)
}

// textHolds evaluates the operators that read both sides as text.
func (m *patterns) textHolds(operator, l, r string) bool {
	switch operator {
	case "version":
		return inRange(remembered(&m.versions, r, newVersionRange), l)
	case "semver":
		return inRange(remembered(&m.semvers, r, newSemverRange), l)
	case "regexp":
		e := remembered(&m.expressions, r, newExpression)
		return e != nil && e.MatchString(l)
	case "set_contains", "set_contains_all":
		have := items(l)
		return !slices.ContainsFunc(items(r), func(s string) bool { return !slices.Contains(have, s) })
	case "set_contains_any":
		have := items(l)
		return slices.ContainsFunc(items(r), func(s string) bool { return slices.Contains(have, s) })
	}
	return false
}

// orderOf compares as whole numbers where both are, else as numbers where both
// are, else as text.
func orderOf(l, r string) comparison {
	if x, err := strconv.ParseInt(l, 10, 64); err == nil {
		if y, err := strconv.ParseInt(r, 10, 64); err == nil {
			return sign(x, y)
		}
	}
	if x, err := strconv.ParseFloat(l, 64); err == nil {
		if y, err := strconv.ParseFloat(r, 64); err == nil {
			if x != x || y != y { // NaN compares with nothing
				return unlikeKinds
			}
			return comparison(cmp.Compare(x, y))
		}
	}
	return comparison(strings.Compare(l, r))
}

func orderHolds(operator string, c comparison) bool {
	if !c.ordered() {
		return false
	}
	switch operator {
	case "<":
		return c == less
	case "<=":
		return c != greater
	case ">":
		return c == greater
	default:
		return c != less
	}
}

// items splits a set as Nomad writes them: "a, b".
func items(s string) []string {
	list := strings.Split(s, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// remembered returns what build made of key, building it once.
func remembered[T any](cache *map[string]T, key string, build func(string) T) T {
	if v, ok := (*cache)[key]; ok {
		return v
	}
	if *cache == nil {
		*cache = map[string]T{}
	}
	v := build(key)
	(*cache)[key] = v
	return v
}

func newExpression(s string) *regexp.Regexp {
	e, err := regexp.Compile(s)
	if err != nil {
		return nil
	}
	return e
}

func newVersionRange(s string) versionRange {
	c, err := version.NewConstraint(s)
	if err != nil {
		return nil
	}
	return c
}

func inRange(c versionRange, text string) bool {
	if c == nil {
		return false
	}
	v, err := version.NewVersion(text)
	return err == nil && c.Check(v)
}
