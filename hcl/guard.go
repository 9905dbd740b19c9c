package hcl

import (
	"errors"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
)

// guarded wraps a function so that it spends for its arguments, and, before it
// is called, for a result that may be much larger than they are.
func guarded(name string, f function.Function, b *budget) function.Function {
	return function.New(&function.Spec{
		Params: f.Params(), VarParam: f.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := affordable(name, args, b); err != nil {
				return cty.DynamicPseudoType, err
			}
			return f.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return f.Call(args) },
	})
}

func affordable(name string, args []cty.Value, b *budget) error {
	if err := b.spendOn(args...); err != nil {
		return err
	}
	for _, a := range args {
		if !a.IsWhollyKnown() {
			return nil
		}
	}
	grow, ok := growth[name]
	if !ok {
		return nil
	}
	n, err := grow(args)
	if err != nil {
		return err
	}
	return b.spend(n)
}

// growth estimates from above the size of results that are larger than their arguments.
var growth = map[string]func([]cty.Value) (int, error){
	"replace":       func(a []cty.Value) (int, error) { return product(1+textLen(a[0]), 1+textLen(a[2])), nil },
	"regex_replace": func(a []cty.Value) (int, error) { return product(1+textLen(a[0]), 1+textLen(a[2])), nil },
	"indent":        func(a []cty.Value) (int, error) { return product(1+textLen(a[1]), 1+wholeOf(a[0])), nil },
	"join":          func(a []cty.Value) (int, error) { return product(1+textLen(a[0]), count(a[1:])), nil },
	"setproduct":    func(a []cty.Value) (int, error) { return productOf(a), nil },
	"format":        formatGrowth,
	"formatlist":    formatGrowth,
	"jsondecode":    jsonDepth,
}

// formatGrowth refuses widths that nobody writes.
func formatGrowth(args []cty.Value) (int, error) {
	if args[0].Type() != cty.String || args[0].IsNull() {
		return 0, nil
	}
	digits := 0
	for _, c := range args[0].AsString() {
		if c < '0' || c > '9' {
			digits = 0
		} else if digits++; digits > 4 {
			return 0, errors.New("a format with a number over 9999 is not read")
		}
	}
	return product(1+textLen(args[0]), 10*count(args[1:])), nil
}

// jsonDepth bounds the recursion of the decoder.
func jsonDepth(args []cty.Value) (int, error) {
	if s := args[0]; s.Type() == cty.String && !s.IsNull() &&
		strings.Count(s.AsString(), "[")+strings.Count(s.AsString(), "{") > 100_000 {
		return 0, errTooMuchWork
	}
	return 0, nil
}

func textLen(v cty.Value) int {
	if v.IsNull() || v.Type() != cty.String {
		return 0
	}
	return len(v.AsString())
}

func wholeOf(v cty.Value) int {
	if v.IsNull() || v.Type() != cty.Number {
		return 0
	}
	n, _ := v.AsBigFloat().Int64()
	return int(max(0, min(n, maxWork)))
}

func lengthOf(v cty.Value) int {
	if v.IsNull() || !v.CanIterateElements() {
		return 1
	}
	return v.LengthInt()
}

// count is the number of elements of all values together.
func count(values []cty.Value) int {
	n := 1
	for _, v := range values {
		n += lengthOf(v)
	}
	return n
}

func productOf(values []cty.Value) int {
	n := len(values)
	for _, v := range values {
		n = product(n, lengthOf(v))
	}
	return n
}

// product multiplies without overflow.
func product(a, b int) int {
	if b != 0 && a > (maxWork+1)/b {
		return maxWork + 1
	}
	return a * b
}
