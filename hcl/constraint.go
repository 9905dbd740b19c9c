package hcl

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

const (
	distinctHosts    = "distinct_hosts"
	distinctProperty = "distinct_property"
)

// operators are those that Nomad knows.
var operators = []string{
	"=", "==", "is", "!=", "not", ">", ">=", "<", "<=", "regexp", "version", "semver",
	"set_contains", "set_contains_all", "set_contains_any", "is_set", "is_not_set", distinctHosts, distinctProperty,
}

// sugar are the operators that may be written as a key: version = ">= 2".
var sugar = []string{"regexp", "version", "semver", "set_contains", "set_contains_all", "set_contains_any"}

var constraintShape = shape{
	keys: append([]string{"attribute", "operator", "value", "weight", distinctHosts, distinctProperty}, sugar...),
}

// constraints reads the constraint blocks of b.
func (b *block) constraints() []cluster.Constraint {
	var list []cluster.Constraint
	b.each("constraint", func(in *hcl.Block) {
		c := b.inner(in, b.where+": constraint", constraintShape)
		if read := c.constraint(); !c.switchedOff(read) {
			list = append(list, read)
		}
	})
	return list
}

// affinities reads the affinity blocks of b.
func (b *block) affinities() []cluster.Affinity {
	var list []cluster.Affinity
	b.each("affinity", func(in *hcl.Block) {
		a := b.inner(in, b.where+": affinity", constraintShape)
		list = append(list, cluster.Affinity{Constraint: a.constraint(), Weight: a.whole("weight", 50, -100, 100)})
	})
	return list
}

// constraint reads one block in its long form or any of the short ones.
func (b *block) constraint() cluster.Constraint {
	c := cluster.Constraint{
		LTarget: b.text("attribute", ""),
		Operand: b.text("operator", ""),
		RTarget: b.text("value", ""),
		Pos:     b.pos(),
	}
	for _, name := range sugar {
		if b.has(name) {
			b.setOperand(&c, name)
			c.RTarget = b.text(name, "")
		}
	}
	if b.has(distinctHosts) {
		b.setOperand(&c, distinctHosts)
		c.RTarget = fmt.Sprint(b.flag(distinctHosts, false))
	}
	if b.has(distinctProperty) {
		b.setOperand(&c, distinctProperty)
		c.LTarget = b.text(distinctProperty, "")
	}
	c.Operand = orDefault(c.Operand, "=")
	b.checkConstraint(c)
	return c
}

func (b *block) setOperand(c *cluster.Constraint, name string) {
	if c.Operand != "" && c.Operand != name {
		b.fault(name, fmt.Sprintf("stands beside the operator %q", c.Operand), "write one constraint block for each")
	}
	c.Operand = name
}

// checkConstraint reports what Nomad would refuse.
func (b *block) checkConstraint(c cluster.Constraint) {
	needsAttribute, needsValue := true, true
	switch c.Operand {
	case distinctHosts:
		needsAttribute, needsValue = false, false
	case distinctProperty, "is_set", "is_not_set":
		needsValue = false
	}
	if !slices.Contains(operators, c.Operand) {
		b.fault("operator", fmt.Sprintf("is %q", c.Operand), meant(c.Operand, operators))
		return
	}
	key := "attribute"
	if c.Operand == distinctProperty && b.has(distinctProperty) {
		key = distinctProperty
	}
	if needsAttribute && c.LTarget == "" && !b.failed(key) {
		b.fault(key, "is missing", `write for instance attribute = "${node.class}"`)
	}
	if needsValue && c.RTarget == "" && !b.failed("value") && !slices.ContainsFunc(sugar, b.has) {
		b.fault("value", "is missing", `write value = "…"; to ask only whether there is one, operator = "is_set"`)
	}
}

// failed says whether the key has been reported already.
func (b *block) failed(key string) bool {
	attr := b.attrs[key]
	return attr != nil && slices.ContainsFunc(b.list, func(e *Error) bool {
		return e.Key == key && e.Line == attr.Expr.Range().Start.Line
	})
}

// switchedOff says whether a distinct_hosts is there to say no.
func (b *block) switchedOff(c cluster.Constraint) bool {
	return c.Operand == distinctHosts && c.RTarget == "false"
}
