package hcl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// local is one line of a locals block.
type local struct {
	attr    *hclsyntax.Attribute
	needs   []int // locals it refers to, as indices
	neededs []int // locals that refer to it
	waiting int   // how many of needs have not been evaluated
}

// locals reads the locals blocks into the scope, whatever order they are in.
// A local that cannot be evaluated is remembered as absent; a cycle is a problem.
func (r *reader) locals(body *hclsyntax.Body) {
	list := r.collectLocals(body)
	var ready []int
	for i := range list {
		if list[i].waiting == 0 {
			ready = append(ready, i)
		}
	}
	done := 0
	for ; done < len(ready); done++ {
		l := &list[ready[done]]
		r.local(list, l)
		for _, j := range l.neededs {
			if list[j].waiting--; list[j].waiting == 0 {
				ready = append(ready, j)
			}
		}
	}
	if done < len(list) {
		r.addCycle(list)
	}
}

// collectLocals returns all locals in file order and who refers to whom.
func (r *reader) collectLocals(body *hclsyntax.Body) []local {
	var list []local
	index := map[string]int{}
	for _, block := range body.Blocks {
		if block.Type != "locals" {
			continue
		}
		for _, attr := range inOrder(block.Body.Attributes) {
			if first, ok := index[attr.Name]; ok {
				r.add(attr.NameRange, "", "local."+attr.Name,
					fmt.Sprintf("is declared twice, first in line %d", list[first].attr.NameRange.Start.Line), "keep one")
				continue
			}
			index[attr.Name] = len(list)
			list = append(list, local{attr: attr})
		}
	}
	for i := range list {
		list[i].needs = neededLocals(list[i].attr.Expr, index)
		list[i].waiting = len(list[i].needs)
		for _, j := range list[i].needs {
			list[j].neededs = append(list[j].neededs, i)
		}
	}
	return list
}

// neededLocals lists, once each, the locals that an expression refers to.
func neededLocals(e hclsyntax.Expression, index map[string]int) []int {
	var needs []int
	seen := map[int]bool{}
	for _, t := range e.Variables() {
		if i, ok := index[member(t)]; ok && t.RootName() == "local" && !seen[i] {
			seen[i] = true
			needs = append(needs, i)
		}
	}
	return needs
}

// local evaluates one local whose needs have been evaluated.
func (r *reader) local(list []local, l *local) {
	known := map[string]cty.Value{}
	for _, j := range l.needs {
		if v, ok := r.scope.locals[list[j].attr.Name]; ok {
			known[list[j].attr.Name] = v
		}
	}
	ctx := &hcl.EvalContext{
		Functions: r.scope.functions,
		Variables: map[string]cty.Value{"var": cty.ObjectVal(r.scope.variables), "local": cty.ObjectVal(known)},
	}
	v, fault := r.eval(l.attr.Expr, ctx)
	if fault == nil {
		r.scope.locals[l.attr.Name] = v
		return
	}
	if !strings.HasPrefix(fault.message, "local.") { // else the root of a chain is named already
		fault.message = fmt.Sprintf("local.%s (line %d): %s", l.attr.Name, l.attr.NameRange.Start.Line, fault.message)
	}
	r.scope.absent["local."+l.attr.Name] = *fault
}

// addCycle names the first cycle of the file.
func (r *reader) addCycle(list []local) {
	at := 0
	for list[at].waiting == 0 {
		at++
	}
	// Whoever waits, waits for one that waits: following them must lead round.
	seen := map[int]int{}
	var names []string
	for {
		names = append(names, "local."+list[at].attr.Name)
		if first, ok := seen[at]; ok {
			names = names[first:]
			break
		}
		seen[at] = len(names) - 1
		at = list[at].needs[slices.IndexFunc(list[at].needs, func(j int) bool { return list[j].waiting > 0 })]
	}
	if n := len(names); n > 10 {
		names = append(names[:8:8], fmt.Sprintf("%d more", n-9), names[n-1])
	}
	r.add(list[at].attr.NameRange, "", "local."+list[at].attr.Name,
		"refers to itself: "+strings.Join(names, " → "), "break the cycle")
}
