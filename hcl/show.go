package hcl

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// show is a value in an error: short, and a kind where it is no plain value.
func show(v cty.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case !v.IsWhollyKnown():
		return "not known"
	case v.Type() == cty.String:
		return fmt.Sprintf("%.60q", v.AsString())
	case v.Type().IsPrimitiveType():
		s, err := convert.Convert(v, cty.String)
		if err == nil {
			return shorten(s.AsString())
		}
	case v.Type().IsMapType() || v.Type().IsObjectType():
		return "a map"
	}
	return "a list"
}

func shorten(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}
