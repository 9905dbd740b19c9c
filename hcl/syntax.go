package hcl

import (
	"cmp"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// reader reads one file.
type reader struct {
	problems
	budget budget
	scope  scope
}

func newReader(file string) *reader {
	r := &reader{problems: problems{file: file}, budget: budget{left: baseWork}}
	r.scope.functions = functions(&r.budget, file)
	return r
}

// maxSyntax is the most errors of syntax that are told: what comes after the
// first mostly follows from it.
const maxSyntax = 2

// first returns the errors of syntax that stand first in the file.
func first(diags hcl.Diagnostics) hcl.Diagnostics {
	list := slices.DeleteFunc(slices.Clone(diags), func(d *hcl.Diagnostic) bool { return d.Severity != hcl.DiagError })
	slices.SortStableFunc(list, func(a, b *hcl.Diagnostic) int {
		return cmp.Compare(diagRange(a).Start.Byte, diagRange(b).Start.Byte)
	})
	return list[:min(len(list), maxSyntax)]
}

// parse returns the syntax tree of src, prepared for evaluation; nil when a
// problem was added. With runtime, names that only Nomad knows stay text.
func (r *reader) parse(src []byte, runtime bool) *hclsyntax.Body {
	if len(src) > MaxSize {
		r.add(hcl.Range{}, "", "", tooLarge(int64(len(src))), "")
		return nil
	}
	if at, err := checkBounds(src, r.file); err != nil {
		r.add(at, "", "", err.Error(), "")
		return nil
	}
	r.budget.left += workPerByte * len(src)
	f, diags := hclsyntax.ParseConfig(src, r.file, hcl.InitialPos)
	if diags.HasErrors() {
		r.addDiags("", "", first(diags))
		return nil
	}
	body := f.Body.(*hclsyntax.Body)
	(&rewriter{src: src, budget: &r.budget, runtime: runtime}).body(body)
	return body
}
