package cluster

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// Attribute is a device attribute as Nomad's plugins state them: text, a truth
// value, or a number with or without a unit. The zero Attribute is empty text.
type Attribute struct {
	kind  kind
	text  string
	truth bool
	whole int64
	real  float64
	unit  *unit
}

type kind int

const (
	isText kind = iota
	isTruth
	isWhole
	isReal
)

// TextAttribute returns text, even where it looks like a number.
func TextAttribute(s string) Attribute { return Attribute{text: s} }

// BoolAttribute returns a truth value.
func BoolAttribute(v bool) Attribute {
	return Attribute{kind: isTruth, truth: v, text: strconv.FormatBool(v)}
}

// IntAttribute returns a whole number of the unit; "" or an unknown unit means none.
func IntAttribute(v int64, unit string) Attribute {
	return Attribute{kind: isWhole, whole: v, unit: unitNamed(unit), text: withUnit(strconv.FormatInt(v, 10), unit)}
}

// FloatAttribute returns a number of the unit; "" or an unknown unit means none.
func FloatAttribute(v float64, unit string) Attribute {
	return Attribute{kind: isReal, real: v, unit: unitNamed(unit), text: withUnit(strconv.FormatFloat(v, 'g', -1, 64), unit)}
}

func withUnit(number, unit string) string { return strings.TrimSpace(number + " " + unit) }

// ParseAttribute reads what stands in a job file or a cluster file, as Nomad
// does: a number with an optional unit, else a truth value, else text.
func ParseAttribute(s string) Attribute {
	number, u := s, (*unit)(nil)
	if s != "" && unicode.IsLetter(rune(s[len(s)-1])) {
		if u = unitSuffix(s); u != nil {
			number = strings.TrimSpace(strings.TrimSuffix(s, u.name))
		}
	}
	if v, err := strconv.ParseInt(number, 10, 64); err == nil {
		return Attribute{kind: isWhole, whole: v, unit: u, text: s}
	}
	if v, err := strconv.ParseFloat(number, 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return Attribute{kind: isReal, real: v, unit: u, text: s}
	}
	if v, err := strconv.ParseBool(s); err == nil {
		return Attribute{kind: isTruth, truth: v, text: s}
	}
	return TextAttribute(s)
}

// String returns the attribute as it was written.
func (a Attribute) String() string { return a.text }

func (a Attribute) isNumber() bool { return a.kind == isWhole || a.kind == isReal }

// textOrNumber returns the text, or a whole number without its unit.
func (a Attribute) textOrNumber() string {
	if a.kind == isWhole {
		return strconv.FormatInt(a.whole, 10)
	}
	return a.text
}

// comparison says how two attributes stand to each other.
type comparison int

// The first three are the results of an ordering; the rest are the ways in
// which two attributes don't compare, for hints.
const (
	less comparison = iota - 1
	equal
	greater
	rightLacksUnit
	leftLacksUnit
	unlikeUnits
	unlikeKinds
)

func (c comparison) ordered() bool { return c <= greater }

// compare orders a and b. Truth values are equal or, by Nomad's convention, greater.
func (a Attribute) compare(b Attribute) comparison {
	switch {
	case a.unit != nil && b.unit != nil && a.unit.of != b.unit.of:
		return unlikeUnits
	case a.unit != nil && b.unit == nil && b.isNumber():
		return rightLacksUnit
	case a.unit == nil && b.unit != nil && a.isNumber():
		return leftLacksUnit
	case a.kind != b.kind && (!a.isNumber() || !b.isNumber()):
		return unlikeKinds
	}
	switch {
	case a.kind == isText:
		return comparison(strings.Compare(a.text, b.text))
	case a.kind == isTruth && a.truth == b.truth:
		return equal
	case a.kind == isTruth:
		return greater
	case a.kind == isWhole && b.kind == isWhole:
		return sign(a.unit.wholeInBase(a.whole), b.unit.wholeInBase(b.whole))
	}
	return comparison(a.value().Cmp(b.value()))
}

func sign(x, y int64) comparison {
	switch {
	case x < y:
		return less
	case x > y:
		return greater
	}
	return equal
}

// value returns the exact number in the base of its unit; a must be a number.
func (a Attribute) value() *big.Rat {
	n := new(big.Rat)
	if a.kind == isWhole {
		n.SetInt64(a.whole)
	} else {
		n.SetFloat64(a.real)
	}
	return a.unit.inBase(n)
}

// pluginText names attributes that Nomad's NVIDIA plugin states as text even
// where they look like numbers: "550.54".
var pluginText = map[string]bool{"driver_version": true, "persistence_mode": true, "display_state": true}

// attribute returns the named attribute of the device group.
func (d *DeviceGroup) attribute(name string) (Attribute, bool) {
	if a, ok := d.Typed[name]; ok {
		return a, true
	}
	text, ok := d.Attributes[name]
	switch {
	case !ok:
		return Attribute{}, false
	case pluginText[name]:
		return TextAttribute(text), true
	}
	return ParseAttribute(text), true
}
