package hcl

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// plannerKeys begins the meta keys that planning needs.
const plannerKeys = "gpu_planner"

// metaOf reads meta in both of its forms, a block and a map; where a key
// stands twice the later one holds. With lenient, keys that cannot be read
// and mean nothing to the planner are passed over.
func (b *block) metaOf(key string, lenient bool) map[string]string {
	meta := map[string]string{}
	if attr := b.attrs[key]; attr != nil {
		b.metaMap(attr, meta, lenient)
	}
	b.each(key, func(in *hcl.Block) { b.metaBlock(in, meta, lenient) })
	if len(meta) == 0 {
		return nil
	}
	return meta
}

// metaBlock reads meta { a = "b" }.
func (b *block) metaBlock(in *hcl.Block, meta map[string]string, lenient bool) {
	names, diags := in.Body.JustAttributes()
	if diags.HasErrors() && !lenient {
		b.addDiags(b.where, in.Type, diags)
	}
	var s shape
	for name := range names {
		s.keys = append(s.keys, name)
	}
	// A second look by name, because only that sees the variables of a dynamic block.
	content, _, _ := in.Body.PartialContent(s.schema())
	for name, attr := range content.Attributes {
		b.metaEntry(in.Type, name, attr.Expr, meta, lenient)
	}
}

// metaMap reads meta = { "a" = "b" }, entry by entry when it is written out.
func (b *block) metaMap(attr *hcl.Attribute, meta map[string]string, lenient bool) {
	v, fault := b.eval(attr.Expr, b.ctx)
	if fault == nil {
		b.metaValue(attr, v, meta, lenient)
		return
	}
	pairs, diags := hcl.ExprMap(attr.Expr)
	if diags.HasErrors() {
		b.add(attr.Expr.Range(), b.where, attr.Name, fault.message, fault.remedy)
		return
	}
	for _, pair := range pairs {
		name, fault := b.eval(pair.Key, b.ctx)
		if fault == nil && !name.IsNull() && name.Type() == cty.String {
			b.metaEntry(attr.Name, name.AsString(), pair.Value, meta, lenient)
		} else if !lenient {
			b.add(pair.Key.Range(), b.where, attr.Name, "has a key that is not text", "")
		}
	}
}

func (b *block) metaValue(attr *hcl.Attribute, v cty.Value, meta map[string]string, lenient bool) {
	v, _ = v.UnmarkDeep()
	if v.IsNull() {
		return
	}
	if t := v.Type(); !t.IsObjectType() && !t.IsMapType() {
		b.add(attr.Expr.Range(), b.where, attr.Name, "must be a map, is "+show(v), fmt.Sprintf("write %s = { key = \"value\" }", attr.Name))
		return
	}
	for it := v.ElementIterator(); it.Next(); {
		name, value := it.Element()
		b.metaText(attr.Name, name.AsString(), value, attr.Expr.Range(), meta, lenient)
	}
}

func (b *block) metaEntry(kind, name string, e hcl.Expression, meta map[string]string, lenient bool) {
	v, fault := b.eval(e, b.ctx)
	switch {
	case fault == nil:
		v, _ = v.UnmarkDeep()
		b.metaText(kind, name, v, e.Range(), meta, lenient)
	case matters(name, lenient):
		b.add(e.Range(), b.where, kind+"."+name, fault.message, fault.remedy)
	}
}

// metaText keeps a value as the text that Nomad makes of it.
func (b *block) metaText(kind, name string, v cty.Value, at hcl.Range, meta map[string]string, lenient bool) {
	s, err := convert.Convert(v, cty.String)
	switch {
	case err != nil && !matters(name, lenient):
	case err != nil || !s.IsKnown():
		b.add(at, b.where, kind+"."+name, "must be text, is "+show(v), "put it in quotes")
	case !s.IsNull():
		meta[name] = s.AsString()
	}
}

// matters says whether a key that cannot be read is a fault.
func matters(name string, lenient bool) bool {
	return !lenient || strings.HasPrefix(name, plannerKeys)
}
