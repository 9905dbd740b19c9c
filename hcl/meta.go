package hcl

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// plannerKeys begins the meta keys that planning needs.
const plannerKeys = "gpu_planner"

// metas are the texts of meta and where those of the planner stand; both are
// nil when there are none.
type metas struct {
	texts map[string]string
	at    map[string]cluster.Pos
}

// metaOf reads meta in both of its forms, a block and a map; where a key
// stands twice the later one holds. With lenient, keys that cannot be read
// and mean nothing to the planner are passed over.
func (b *block) metaOf(key string, lenient bool) *metas {
	meta := &metas{}
	if attr := b.attrs[key]; attr != nil {
		b.metaMap(attr, meta, lenient)
	}
	b.each(key, func(in *hcl.Block) { b.metaBlock(in, meta, lenient) })
	return meta
}

func (m *metas) put(name, text string, at cluster.Pos) {
	if m.texts == nil {
		m.texts = map[string]string{}
	}
	m.texts[name] = text
	if !strings.HasPrefix(name, plannerKeys) {
		return
	}
	if m.at == nil {
		m.at = map[string]cluster.Pos{}
	}
	m.at[name] = at
}

// metaBlock reads meta { a = "b" }.
func (b *block) metaBlock(in *hcl.Block, meta *metas, lenient bool) {
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
func (b *block) metaMap(attr *hcl.Attribute, meta *metas, lenient bool) {
	v, fault := b.eval(attr.Expr, b.ctx)
	if fault == nil {
		b.metaValue(attr, v, meta, lenient)
		b.metaPlaces(attr, meta)
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

// metaPlaces finds where the keys of a map stand, when it is written out.
func (b *block) metaPlaces(attr *hcl.Attribute, meta *metas) {
	if len(meta.at) == 0 {
		return
	}
	pairs, _ := hcl.ExprMap(attr.Expr)
	for _, pair := range pairs {
		name, fault := b.eval(pair.Key, b.ctx)
		if fault != nil {
			continue
		}
		if name, _ = name.UnmarkDeep(); name.IsNull() || !name.IsKnown() || name.Type() != cty.String {
			continue
		}
		if _, ours := meta.at[name.AsString()]; ours {
			meta.at[name.AsString()] = posOf(b.file, pair.Key.Range())
		}
	}
}

func (b *block) metaValue(attr *hcl.Attribute, v cty.Value, meta *metas, lenient bool) {
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

func (b *block) metaEntry(kind, name string, e hcl.Expression, meta *metas, lenient bool) {
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
func (b *block) metaText(kind, name string, v cty.Value, at hcl.Range, meta *metas, lenient bool) {
	s, err := convert.Convert(v, cty.String)
	switch {
	case err != nil && !matters(name, lenient):
	case err != nil || !s.IsKnown():
		b.add(at, b.where, kind+"."+name, "must be text, is "+show(v), "put it in quotes")
	case !s.IsNull():
		meta.put(name, s.AsString(), posOf(b.file, at))
	}
}

// matters says whether a key that cannot be read is a fault.
func matters(name string, lenient bool) bool {
	return !lenient || strings.HasPrefix(name, plannerKeys)
}
