package cluster

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// dimension is what a unit measures; only units of one dimension compare.
type dimension int

const (
	inBytes dimension = iota + 1
	inByteRate
	inHertz
	inWatt
)

// unit is a unit of a device attribute, worth scale of its dimension's base,
// or, where inverse is set, one scale-th of it.
type unit struct {
	name    string
	of      dimension
	scale   int64
	inverse bool
}

// units lists the units that Nomad's device attributes know, longest name
// first, so that a suffix is never taken for a shorter one.
var units = buildUnits()

func buildUnits() []unit {
	list := []unit{
		{name: "MHz", of: inHertz, scale: 1e6}, {name: "GHz", of: inHertz, scale: 1e9},
		{name: "mW", of: inWatt, scale: 1e3, inverse: true}, {name: "W", of: inWatt, scale: 1},
		{name: "kW", of: inWatt, scale: 1e3}, {name: "MW", of: inWatt, scale: 1e6}, {name: "GW", of: inWatt, scale: 1e9},
		{name: "kB", of: inBytes, scale: 1e3}, {name: "kB/s", of: inByteRate, scale: 1e3},
	}
	binary, decimal := int64(1), int64(1)
	for _, letter := range "KMGTPE" {
		binary, decimal = binary*1024, decimal*1000
		two, ten := string(letter)+"iB", string(letter)+"B"
		list = append(list, unit{name: two, of: inBytes, scale: binary}, unit{name: ten, of: inBytes, scale: decimal},
			unit{name: two + "/s", of: inByteRate, scale: binary}, unit{name: ten + "/s", of: inByteRate, scale: decimal})
	}
	slices.SortStableFunc(list, func(a, b unit) int { return cmp.Compare(len(b.name), len(a.name)) })
	return list
}

// unitNamed returns the unit, or nil when the name is none: Nomad then takes
// the number for a bare one.
func unitNamed(name string) *unit {
	for i := range units {
		if units[i].name == name {
			return &units[i]
		}
	}
	return nil
}

// unitSuffix returns the unit that s ends with, or nil.
func unitSuffix(s string) *unit {
	for i := range units {
		if strings.HasSuffix(s, units[i].name) {
			return &units[i]
		}
	}
	return nil
}

// inBase returns the exact value of n of the unit; a nil unit is worth 1.
func (u *unit) inBase(n *big.Rat) *big.Rat {
	if u == nil {
		return n
	}
	scale := new(big.Rat).SetInt64(u.scale)
	if u.inverse {
		scale.Inv(scale)
	}
	return scale.Mul(scale, n)
}

// wholeInBase does the same in whole numbers, cutting off fractions as Nomad
// does where both sides are whole.
func (u *unit) wholeInBase(n int64) int64 {
	switch {
	case u == nil:
		return n
	case u.inverse:
		return n / u.scale
	}
	return n * u.scale
}

// sibling returns the unit of the other base of the same size: GB for GiB.
func (u *unit) sibling() *unit {
	if binary := strings.Index(u.name, "iB"); binary >= 0 {
		return unitNamed(u.name[:binary] + u.name[binary+1:])
	}
	return unitNamed(strings.Replace(strings.Replace(u.name, "kB", "KB", 1), "B", "iB", 1))
}
