package hcl

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// scope is what expressions of one file may refer to.
type scope struct {
	functions map[string]function.Function
	variables map[string]cty.Value
	locals    map[string]cty.Value
	// absent says of a declared name why it has no value. That is no fault by
	// itself: perhaps nothing that planning needs refers to it.
	absent map[string]absence
}

// absence is why a name such as "var.replicas" has no value.
type absence struct{ message, remedy string }

// context is the scope as the HCL library wants it.
func (s *scope) context() *hcl.EvalContext {
	ctx := &hcl.EvalContext{Functions: s.functions}
	if s.variables != nil {
		ctx.Variables = map[string]cty.Value{"var": cty.ObjectVal(s.variables), "local": cty.ObjectVal(s.locals)}
	}
	return ctx
}

// lacking explains a failed evaluation by the first name without a value
// among those that the expression refers to.
func (s *scope) lacking(names []hcl.Traversal) (absence, bool) {
	for _, t := range names {
		name := reference(t)
		if a, ok := s.absent[name]; ok {
			return a, true
		}
		if a, ok := s.undeclared(t); ok {
			return a, true
		}
	}
	return absence{}, false
}

func (s *scope) undeclared(t hcl.Traversal) (absence, bool) {
	kind, known := "variable", s.variables
	if t.RootName() == "local" {
		kind, known = "local", s.locals
	}
	name := member(t)
	if _, ok := known[name]; ok || name == "" || s.variables == nil {
		return absence{}, false
	}
	remedy := fmt.Sprintf("declare it: variable %q { … }", name)
	if kind == "local" {
		remedy = fmt.Sprintf("declare it: locals { %s = … }", name)
	}
	if k := cluster.Nearest(name, slices.Sorted(maps.Keys(known))); k != "" {
		remedy = fmt.Sprintf("did you mean %s.%s?", t.RootName(), k)
	}
	return absence{fmt.Sprintf("%s %q is not declared", kind, name), remedy}, true
}

// reference is "var.x" for var.x.y, and "" for anything but var and local.
func reference(t hcl.Traversal) string {
	if name := member(t); name != "" {
		return t.RootName() + "." + name
	}
	return ""
}

// member is "x" for var.x.y, and "" for anything but var and local.
func member(t hcl.Traversal) string {
	if root := t.RootName(); len(t) < 2 || root != "var" && root != "local" {
		return ""
	}
	switch step := t[1].(type) {
	case hcl.TraverseAttr:
		return step.Name
	case hcl.TraverseIndex:
		if step.Key.Type() == cty.String {
			return step.Key.AsString()
		}
	}
	return ""
}

// eval evaluates an expression in the file's scope. The fault that it returns
// says what is wrong, or what the expression lacks, and how to mend it.
func (r *reader) eval(e hcl.Expression, ctx *hcl.EvalContext) (cty.Value, *absence) {
	v, diags := e.Value(ctx)
	if err := r.budget.spendOn(v); err != nil && !diags.HasErrors() {
		return cty.NilVal, &absence{message: err.Error()}
	}
	if !diags.HasErrors() {
		return v, nil
	}
	why := r.why(diags, e)
	return cty.NilVal, &why
}

// why puts the first error of diags into our words.
func (r *reader) why(diags hcl.Diagnostics, e hcl.Expression) absence {
	var names []hcl.Traversal
	if e != nil {
		names = e.Variables()
	}
	for _, d := range diags {
		if d.Expression != nil {
			names = append(names, d.Expression.Variables()...)
		}
	}
	if a, ok := r.scope.lacking(names); ok {
		return a
	}
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			return absence{message: diagText(d)}
		}
	}
	return absence{message: "cannot be evaluated"}
}
