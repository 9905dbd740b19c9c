package hcl

import (
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// rewriter prepares a syntax tree for evaluation: names that only Nomad knows
// become text, and what can grow a value spends from the budget.
type rewriter struct {
	src     []byte
	budget  *budget
	runtime bool
}

func (w *rewriter) body(b *hclsyntax.Body) {
	for _, attr := range b.Attributes {
		attr.Expr = w.expr(attr.Expr)
	}
	for _, block := range b.Blocks {
		if block.Type == "scaling" {
			block.Labels, block.LabelRanges = nil, nil // Nomad reads it with and without one
		}
		w.body(block.Body)
	}
}

func (w *rewriter) expr(e hclsyntax.Expression) hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.ScopeTraversalExpr:
		return w.name(e)
	case *hclsyntax.TemplateExpr:
		w.each(e.Parts)
		return &meteredTemplate{e, w.budget}
	case *hclsyntax.ForExpr:
		e.CollExpr = w.metered(e.CollExpr)
		e.KeyExpr, e.ValExpr, e.CondExpr = w.maybe(e.KeyExpr), w.expr(e.ValExpr), w.maybe(e.CondExpr)
	case *hclsyntax.ParenthesesExpr:
		e.Expression = w.expr(e.Expression)
	case *hclsyntax.TemplateWrapExpr:
		e.Wrapped = w.expr(e.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		e.Tuple = w.expr(e.Tuple)
	case *hclsyntax.RelativeTraversalExpr:
		e.Source = w.expr(e.Source)
	case *hclsyntax.FunctionCallExpr:
		w.each(e.Args)
	case *hclsyntax.ConditionalExpr:
		e.Condition, e.TrueResult, e.FalseResult = w.expr(e.Condition), w.expr(e.TrueResult), w.expr(e.FalseResult)
	case *hclsyntax.BinaryOpExpr:
		e.LHS, e.RHS = w.expr(e.LHS), w.expr(e.RHS)
	case *hclsyntax.UnaryOpExpr:
		e.Val = w.expr(e.Val)
	case *hclsyntax.IndexExpr:
		e.Collection, e.Key = w.expr(e.Collection), w.expr(e.Key)
	case *hclsyntax.SplatExpr:
		e.Source, e.Each = w.metered(e.Source), w.expr(e.Each)
	case *hclsyntax.TupleConsExpr:
		w.each(e.Exprs)
	case *hclsyntax.ObjectConsExpr:
		w.items(e.Items)
	}
	return e
}

func (w *rewriter) maybe(e hclsyntax.Expression) hclsyntax.Expression {
	if e == nil {
		return nil
	}
	return w.expr(e)
}

func (w *rewriter) each(list []hclsyntax.Expression) {
	for i := range list {
		list[i] = w.expr(list[i])
	}
}

func (w *rewriter) items(items []hclsyntax.ObjectConsItem) {
	for i := range items {
		items[i].ValueExpr = w.expr(items[i].ValueExpr)
		key, ok := items[i].KeyExpr.(*hclsyntax.ObjectConsKeyExpr)
		if !ok {
			continue
		}
		if _, bare := key.Wrapped.(*hclsyntax.ScopeTraversalExpr); !bare || key.ForceNonLiteral {
			key.Wrapped = w.expr(key.Wrapped)
		}
	}
}

// name keeps var and local, which we know, and lets the rest become text.
func (w *rewriter) name(e *hclsyntax.ScopeTraversalExpr) hclsyntax.Expression {
	if root := e.Traversal.RootName(); !w.runtime || root == "var" || root == "local" {
		return e
	}
	at := e.Traversal.SourceRange()
	return &runtimeName{e, "${" + string(at.SliceBytes(w.src)) + "}"}
}

func (w *rewriter) metered(e hclsyntax.Expression) hclsyntax.Expression {
	// The parentheses keep the inner expression visible to walks over the tree.
	return &meteredSource{&hclsyntax.ParenthesesExpr{Expression: w.expr(e), SrcRange: e.Range()}, w.budget}
}

// runtimeName is a name such as meta.rack, which Nomad fills in on the node:
// the text "${meta.rack}", unless a loop around it has a variable of that name.
type runtimeName struct {
	*hclsyntax.ScopeTraversalExpr
	text string
}

func (e *runtimeName) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	for c := ctx; c != nil; c = c.Parent() {
		if _, ok := c.Variables[e.Traversal.RootName()]; ok {
			return e.ScopeTraversalExpr.Value(ctx)
		}
	}
	return cty.StringVal(e.text), nil
}

// meteredTemplate spends the length of the text it makes.
type meteredTemplate struct {
	*hclsyntax.TemplateExpr
	budget *budget
}

func (e *meteredTemplate) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	v, diags := e.TemplateExpr.Value(ctx)
	return v, spent(diags, e.budget.spendOn(v), e)
}

// meteredSource is what a loop goes over; it spends for every turn.
type meteredSource struct {
	*hclsyntax.ParenthesesExpr
	budget *budget
}

func (e *meteredSource) Value(ctx *hcl.EvalContext) (cty.Value, hcl.Diagnostics) {
	v, diags := e.ParenthesesExpr.Value(ctx)
	turns := 1
	if bare, _ := v.Unmark(); bare.IsKnown() && !bare.IsNull() && bare.CanIterateElements() {
		turns += bare.LengthInt()
	}
	return v, spent(diags, e.budget.spend(turns*perElement), e)
}

func spent(diags hcl.Diagnostics, err error, e hclsyntax.Expression) hcl.Diagnostics {
	if err == nil {
		return diags
	}
	at := e.Range()
	return append(diags, &hcl.Diagnostic{Severity: hcl.DiagError, Summary: err.Error(), Subject: &at})
}
