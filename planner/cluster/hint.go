package cluster

import (
	"fmt"
	"math/big"
	"strings"
)

// hint says what a person could write instead of a constraint on a device
// attribute that compares by size and doesn't match; "" when nothing helps.
func hint(operand string, have, want Attribute) string {
	switch have.compare(want) {
	case rightLacksUnit:
		return fmt.Sprintf("%q has no unit and never matches; write %q", want, want.text+" "+have.unit.name)
	case leftLacksUnit:
		return fmt.Sprintf("this attribute has no unit, %q never matches", want)
	case unlikeUnits:
		return fmt.Sprintf("%s and %s cannot be compared", have.unit.name, want.unit.name)
	case unlikeKinds:
		return fmt.Sprintf("%q is read as %s, the attribute is %s", want, want.kind, have.kind)
	}
	if have.isNumber() && want.unit != nil && strings.HasPrefix(operand, ">") {
		return smaller(operand, have, want)
	}
	return ""
}

// smaller lists the nearest values that would match: the same figure in the
// unit of the other base, and the largest whole figure in the same unit.
func smaller(operand string, have, want Attribute) string {
	var fits []string
	if other := want.unit.sibling(); other != nil && other.scale < want.unit.scale {
		candidate := want
		candidate.unit = other
		if orderHolds(operand, have.compare(candidate)) {
			fits = append(fits, strings.TrimSpace(strings.TrimSuffix(want.text, want.unit.name))+" "+other.name)
		}
	}
	whole := floor(new(big.Rat).Quo(have.value(), want.unit.inBase(big.NewRat(1, 1))))
	if operand == ">" && whole > 0 && !orderHolds(operand, have.compare(Attribute{kind: isWhole, whole: whole, unit: want.unit})) {
		whole--
	}
	if whole > 0 {
		fits = append(fits, fmt.Sprintf("%d %s", whole, want.unit.name))
	}
	if len(fits) == 0 {
		return ""
	}
	return `"` + strings.Join(fits, `" or "`) + `" would match`
}

func floor(r *big.Rat) int64 {
	q := new(big.Int).Div(r.Num(), r.Denom())
	if !q.IsInt64() {
		return 0
	}
	return q.Int64()
}

func (k kind) String() string {
	return [...]string{"text", "a truth value", "a number", "a number"}[k]
}
