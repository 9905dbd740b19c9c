package cluster

import (
	"fmt"
	"strings"
)

// deviceValue resolves one side of a constraint on a device group.
func deviceValue(target string, d *DeviceGroup) (Attribute, bool) {
	if !strings.HasPrefix(target, "${") {
		return ParseAttribute(target), true
	}
	switch target {
	case "${device.ids}":
		ids := make([]string, len(d.Instances))
		for i, in := range d.Instances {
			ids[i] = in.ID
		}
		return TextAttribute(strings.Join(ids, ",")), true
	case "${device.model}":
		return TextAttribute(d.Name), true
	case "${device.vendor}":
		return TextAttribute(d.Vendor), true
	case "${device.type}":
		return TextAttribute(d.Type), true
	}
	if name, ok := strings.CutPrefix(strings.TrimSuffix(target, "}"), "${device.attr."); ok {
		return d.attribute(name)
	}
	return Attribute{}, false
}

// deviceHolds evaluates one operator on two device attributes as Nomad does.
func (m *patterns) deviceHolds(operator string, l, r Attribute, hasL, hasR bool) bool {
	both := hasL && hasR
	switch operator {
	case "=", "==", "is":
		return both && l.compare(r) == equal
	case "!=", "not":
		if !both {
			return hasL || hasR
		}
		c := l.compare(r)
		return c.ordered() && c != equal
	case "<", "<=", ">", ">=":
		return both && orderHolds(operator, l.compare(r))
	case "is_set":
		return hasL
	case "is_not_set":
		return !hasL
	case distinctHosts, distinctProperty:
		return true
	}
	// A literal that reads as a number is no text to Nomad; a whole number is still a version.
	leftIsText := l.kind == isText || l.kind == isWhole && (operator == "version" || operator == "semver")
	return both && leftIsText && r.kind == isText && m.textHolds(operator, l.textOrNumber(), r.text)
}

// deviceMismatch returns why the device group fails one of the constraints of
// the request, with what would help, or "". The request's name is not looked at.
func (m *patterns) deviceMismatch(d *DeviceGroup, request *DeviceRequest) string {
	for i := range request.Constraints {
		c := &request.Constraints[i]
		l, hasL := deviceValue(c.LTarget, d)
		r, hasR := deviceValue(c.RTarget, d)
		if m.deviceHolds(c.operator(), l, r, hasL, hasR) {
			continue
		}
		if c.LTarget == "${device.ids}" {
			return fmt.Sprintf("%s: %s has other ids", c, d.label())
		}
		if !hasL {
			return fmt.Sprintf("%s: %s has none", c, d.label())
		}
		text := fmt.Sprintf("%s: it is %q on %s", c, l, d.label())
		if h := deviceHint(c.operator(), l, r, hasR); h != "" {
			text += "; " + h
		}
		return text
	}
	return ""
}

func deviceHint(operator string, l, r Attribute, hasR bool) string {
	switch operator {
	case "version", "semver", "regexp", "set_contains", "set_contains_all", "set_contains_any":
		if r.kind != isText {
			return fmt.Sprintf("%q is read as %s, which Nomad never matches here", r, r.kind)
		}
		return ""
	case "is_set", "is_not_set":
		return ""
	}
	if !hasR {
		return ""
	}
	return hint(operator, l, r)
}

// pinned returns the most devices of the group that the request may be given:
// all, or those it names where it pins ids.
func pinned(d *DeviceGroup, request *DeviceRequest) (most int, pins bool) {
	for _, c := range request.Constraints {
		if c.LTarget != "${device.ids}" || !pinsSome(c.operator()) {
			continue
		}
		pins, most = true, 0
		wanted := items(c.RTarget)
		for _, in := range d.Instances {
			for _, id := range wanted {
				if in.ID == id && in.Healthy {
					most++
				}
			}
		}
	}
	return most, pins
}

func pinsSome(operator string) bool {
	return isEquality(operator) || operator == "set_contains_any" || operator == "set_contains" || operator == "set_contains_all"
}
