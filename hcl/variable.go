package hcl

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// variables reads the variable and variables blocks into the scope; given
// holds values from outside, which win over defaults.
func (r *reader) variables(body *hclsyntax.Body, given map[string]string) {
	r.scope.variables, r.scope.locals = map[string]cty.Value{}, map[string]cty.Value{}
	r.scope.absent = map[string]absence{}
	declared := map[string]hcl.Range{}
	for _, block := range body.Blocks {
		switch block.Type {
		case "variable":
			if len(block.Labels) != 1 {
				r.add(block.DefRange(), "", "variable", "needs one name", `write variable "NAME" { … }`)
				continue
			}
			if r.once(declared, block.Labels[0], block.DefRange()) {
				r.variable(block, given)
			}
		case "variables":
			for _, attr := range inOrder(block.Body.Attributes) {
				if r.once(declared, attr.Name, attr.NameRange) {
					r.untyped(attr, given)
				}
			}
		}
	}
}

// once says whether the name is new, and otherwise adds a problem.
func (r *reader) once(declared map[string]hcl.Range, name string, at hcl.Range) bool {
	if first, ok := declared[name]; ok {
		r.add(at, "", fmt.Sprintf("variable %q", name), fmt.Sprintf("is declared twice, first in line %d", first.Start.Line), "keep one")
		return false
	}
	declared[name] = at
	return true
}

// variable reads one variable block.
func (r *reader) variable(block *hclsyntax.Block, given map[string]string) {
	name := block.Labels[0]
	want, defaults := cty.DynamicPseudoType, (*typeexpr.Defaults)(nil)
	if attr := block.Body.Attributes["type"]; attr != nil {
		var diags hcl.Diagnostics
		if want, defaults, diags = typeexpr.TypeConstraintWithDefaults(attr.Expr); diags.HasErrors() {
			r.addDiags("", fmt.Sprintf("variable %q: type", name), diags)
			r.scope.absent["var."+name] = absence{message: fmt.Sprintf("variable %q has no valid type", name)}
			return
		}
	}
	if text, ok := given[name]; ok {
		r.setVariable(name, parseGiven(text, want), want, defaults, block.DefRange(), "the value given from outside")
		return
	}
	attr := block.Body.Attributes["default"]
	if attr == nil {
		r.scope.absent["var."+name] = absence{
			fmt.Sprintf("variable %q (line %d) has no value", name, block.DefRange().Start.Line),
			fmt.Sprintf("give it a default, or set NOMAD_VAR_%s in the environment", name),
		}
		return
	}
	v, fault := r.eval(attr.Expr, r.scope.context())
	if fault != nil {
		r.add(attr.Expr.Range(), "", fmt.Sprintf("variable %q: default", name), fault.message, fault.remedy)
		return
	}
	r.setVariable(name, v, want, defaults, attr.Expr.Range(), "the default")
}

// untyped reads one line of a variables block: a name and its default.
func (r *reader) untyped(attr *hclsyntax.Attribute, given map[string]string) {
	if text, ok := given[attr.Name]; ok {
		r.scope.variables[attr.Name] = parseGiven(text, cty.DynamicPseudoType)
		return
	}
	v, fault := r.eval(attr.Expr, r.scope.context())
	if fault != nil {
		r.add(attr.Expr.Range(), "", fmt.Sprintf("variable %q", attr.Name), fault.message, fault.remedy)
		return
	}
	r.scope.variables[attr.Name] = v
}

func (r *reader) setVariable(name string, v cty.Value, want cty.Type, defaults *typeexpr.Defaults, at hcl.Range, source string) {
	if defaults != nil && !v.IsNull() {
		v = defaults.Apply(v)
	}
	v, err := convert.Convert(v, want)
	if err != nil {
		message := fmt.Sprintf("%s does not fit the type %s: %s", source, typeexpr.TypeString(want), err)
		r.add(at, "", fmt.Sprintf("variable %q", name), message, "")
		r.scope.absent["var."+name] = absence{message: fmt.Sprintf("variable %q has no valid value", name)}
		return
	}
	r.scope.variables[name] = v
}

// parseGiven reads a value from outside: as it is for a string, else as an
// expression, and as a string again when it is none.
func parseGiven(text string, want cty.Type) cty.Value {
	literal := cty.StringVal(text)
	if _, err := checkBounds([]byte(text), ""); err != nil || want == cty.String {
		return literal
	}
	e, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos)
	if diags.HasErrors() {
		return literal
	}
	v, diags := e.Value(nil)
	if diags.HasErrors() || !v.IsWhollyKnown() {
		return literal
	}
	return v
}

// inOrder returns attributes in the order of the file.
func inOrder(attrs hclsyntax.Attributes) []*hclsyntax.Attribute {
	return slices.SortedFunc(maps.Values(attrs), func(a, b *hclsyntax.Attribute) int {
		return a.NameRange.Start.Byte - b.NameRange.Start.Byte
	})
}
