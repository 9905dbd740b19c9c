package cluster

import (
	"fmt"
	"strings"
)

// GateTarget and GateValue are the two sides of the gate, the constraint that
// holds a block back until its turn. No node satisfies it.
const (
	GateTarget = "${meta.gpu_planner_gate}"
	GateValue  = "open"
)

// isGate reports whether the constraint is the gate.
func isGate(c *Constraint) bool {
	return c.LTarget == GateTarget && c.RTarget == GateValue && isEquality(c.operator())
}

// nearGate reports whether the constraint means to be the gate and isn't.
func nearGate(c *Constraint) bool {
	return !isGate(c) && (c.LTarget == GateTarget || c.RTarget == GateTarget)
}

func isEquality(operator string) bool { return operator == "=" || operator == "==" || operator == "is" }

// Gated reports whether the group is held by the gate, whichever level of the
// job it stands at.
func Gated(j *Job, g *Group) bool {
	return hasGate(j.Constraints) || gatedBelowJob(g)
}

// gatedBelowJob reports whether the gate stands in the group or in one of its tasks.
func gatedBelowJob(g *Group) bool {
	if hasGate(g.Constraints) {
		return true
	}
	for i := range g.Tasks {
		if hasGate(g.Tasks[i].Constraints) {
			return true
		}
	}
	return false
}

func hasGate(constraints []Constraint) bool {
	for i := range constraints {
		if isGate(&constraints[i]) {
			return true
		}
	}
	return false
}

// nameMisspeltGates says of constraints that nearly name the gate what it is called.
func (c *classifier) nameMisspeltGates(j *Job) {
	c.nameMisspeltGate(j, "", j.Constraints)
	for i := range j.Groups {
		c.nameMisspeltGate(j, j.Groups[i].Name, constraintsOf(&Job{}, &j.Groups[i]))
	}
}

func (c *classifier) nameMisspeltGate(j *Job, group string, constraints []Constraint) {
	for i := range constraints {
		one := &constraints[i]
		if !misspelt(one.LTarget) && !misspelt(one.RTarget) {
			continue
		}
		at := one.Pos
		if at == (Pos{}) {
			at = j.Pos
		}
		c.found.add(Finding{
			Severity: Warning, Pos: at, Job: j.called(), Group: group, Key: "constraint",
			Text: fmt.Sprintf("%s is not the gate; did you mean %s = %s?", one, GateTarget, GateValue),
		})
	}
}

// misspelt reports whether text is nearly the gate's name.
func misspelt(text string) bool {
	const mostLetters = 3
	if text == GateTarget || len(text) < len(GateTarget)-mostLetters || len(text) > len(GateTarget)+mostLetters {
		return false
	}
	return distance(strings.ToLower(text), GateTarget) <= mostLetters
}
