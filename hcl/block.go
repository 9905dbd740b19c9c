package hcl

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/gocty"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// maxWhole is the largest whole number that is taken for a count, so that
// sums of them never overflow.
const maxWhole = 1_000_000

// shape says which keys and blocks of a block are read.
type shape struct {
	keys   []string
	blocks []nested
}

// nested is one kind of block and what its labels are called.
type nested struct {
	name   string
	labels []string
}

// mapsToo are the blocks that may be written as maps, with an equals sign.
var mapsToo = []string{"meta", "attr", "attributes"}

// block is the content of one block, as far as its shape goes.
type block struct {
	*reader
	ctx    *hcl.EvalContext
	attrs  hcl.Attributes
	blocks hcl.Blocks
	where  string
	at     hcl.Range
}

// open takes from a body what the shape names and passes over the rest.
func (r *reader) open(body hcl.Body, ctx *hcl.EvalContext, where string, at hcl.Range, s shape) *block {
	content, _, diags := body.PartialContent(s.schema())
	b := &block{reader: r, ctx: ctx, attrs: content.Attributes, blocks: content.Blocks, where: where, at: at}
	if diags.HasErrors() {
		fault := r.why(diags, nil)
		r.add(diagRange(diags[0]), where, "", fault.message, fault.remedy)
	}
	if err := r.budget.spend(perElement * (1 + len(b.blocks))); err != nil {
		r.add(at, where, "", err.Error(), "")
		b.blocks = nil
	}
	for _, n := range s.blocks {
		if attr := b.attrs[n.name]; attr != nil && !slices.Contains(mapsToo, n.name) {
			r.add(attr.NameRange, where, n.name, "is a block", fmt.Sprintf("write %s { … }, without the equals sign", n.name))
		}
	}
	return b
}

func (s shape) schema() *hcl.BodySchema {
	schema := &hcl.BodySchema{}
	for _, k := range s.keys {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: k})
	}
	for _, n := range s.blocks {
		schema.Attributes = append(schema.Attributes, hcl.AttributeSchema{Name: n.name})
		schema.Blocks = append(schema.Blocks, hcl.BlockHeaderSchema{Type: n.name, LabelNames: n.labels})
	}
	return schema
}

// inner opens a block inside b.
func (b *block) inner(in *hcl.Block, where string, s shape) *block {
	return b.open(in.Body, b.ctx, where, in.DefRange, s)
}

// each calls f for every block of the kind, in file order.
func (b *block) each(kind string, f func(*hcl.Block)) {
	for _, in := range b.blocks {
		if in.Type == kind {
			f(in)
		}
	}
}

func (b *block) has(key string) bool { return b.attrs[key] != nil }

// fault adds a problem of one key of b, or of b itself when key is not in it.
func (b *block) fault(key, message, remedy string) {
	at := b.at
	if attr := b.attrs[key]; attr != nil {
		at = attr.Expr.Range()
	}
	b.add(at, b.where, key, message, remedy)
}

// value evaluates a key; false when it is absent, null or faulty.
func (b *block) value(key string) (cty.Value, bool) {
	attr := b.attrs[key]
	if attr == nil {
		return cty.NilVal, false
	}
	v, fault := b.eval(attr.Expr, b.ctx)
	if fault != nil {
		b.fault(key, fault.message, fault.remedy)
		return cty.NilVal, false
	}
	v, _ = v.UnmarkDeep()
	return v, !v.IsNull()
}

// as converts the value of a key; what names the type that is wanted.
func (b *block) as(key string, want cty.Type, what, example string) (cty.Value, bool) {
	v, ok := b.value(key)
	if !ok {
		return v, false
	}
	converted, err := convert.Convert(v, want)
	if err != nil || !converted.IsWhollyKnown() {
		b.fault(key, fmt.Sprintf("must be %s, is %s", what, show(v)), fmt.Sprintf("write %s = %s", key, example))
		return cty.NilVal, false
	}
	return converted, !converted.IsNull()
}

// text reads a string.
func (b *block) text(key, absent string) string {
	if v, ok := b.as(key, cty.String, "text", `"…"`); ok {
		return v.AsString()
	}
	return absent
}

// flag reads true or false.
func (b *block) flag(key string, absent bool) bool {
	if v, ok := b.as(key, cty.Bool, "true or false", "true"); ok {
		return v.True()
	}
	return absent
}

// number reads a number that is not negative.
func (b *block) number(key string, absent float64) float64 {
	v, ok := b.as(key, cty.Number, "a number", "1")
	if !ok {
		return absent
	}
	var n float64
	if err := gocty.FromCtyValue(v, &n); err != nil || n < 0 || n > 1e15 {
		b.fault(key, fmt.Sprintf("must be a number from 0, is %s", show(v)), "leave it out to use the default")
		return absent
	}
	return n
}

// whole reads a whole number from least to most.
func (b *block) whole(key string, absent, least, most int) int {
	v, ok := b.as(key, cty.Number, "a whole number", fmt.Sprint(max(1, least)))
	if !ok {
		return absent
	}
	var n int
	err := gocty.FromCtyValue(v, &n)
	remedy := fmt.Sprintf("write %s = %d, or leave it out for %d", key, max(1, least), absent)
	if most < maxWhole {
		remedy = fmt.Sprintf("write a number from %d to %d, or leave it out for %d", least, most, absent)
	}
	switch {
	case err != nil:
		b.fault(key, fmt.Sprintf("must be a whole number from %d to %d, is %s", least, most, show(v)), remedy)
	case n < least:
		b.fault(key, fmt.Sprintf("must be at least %d, is %d", least, n), remedy)
	case n > most:
		b.fault(key, fmt.Sprintf("must be at most %d, is %d", most, n), remedy)
	default:
		return n
	}
	return absent
}

// texts reads a list of strings.
func (b *block) texts(key string, absent []string) []string {
	v, ok := b.as(key, cty.List(cty.String), "a list of text", `["…"]`)
	if !ok {
		return absent
	}
	list := make([]string, 0, v.LengthInt())
	for it := v.ElementIterator(); it.Next(); {
		if _, e := it.Element(); !e.IsNull() {
			list = append(list, e.AsString())
		}
	}
	return list
}

// pos is where b begins, for errors that are found later.
func (b *block) pos() cluster.Pos { return posOf(b.file, b.at) }

func posOf(file string, at hcl.Range) cluster.Pos {
	return cluster.Pos{File: file, Line: at.Start.Line}
}
