package hcl

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// variablePrefix begins the names of environment variables that set variables of job files.
const variablePrefix = "NOMAD_VAR_"

// EnvVars returns the variables that an environment ("NAME=value" each, as
// os.Environ has them) sets: NOMAD_VAR_replicas=3 sets replicas to "3".
func EnvVars(environ []string) map[string]string {
	vars := map[string]string{}
	for _, entry := range environ {
		if name, value, ok := strings.Cut(entry, "="); ok && strings.HasPrefix(name, variablePrefix) {
			vars[strings.TrimPrefix(name, variablePrefix)] = value
		}
	}
	return vars
}

// ReadVars reads a file of "name = value" lines, as Nomad's -var-file has
// them, into variables for ReadJob: strings as they are, other values as HCL.
// A file with blocks is an error.
func ReadVars(file string, src []byte) (map[string]string, error) {
	r := newReader(file)
	body := r.parse(src, false)
	if body == nil {
		return nil, r.err()
	}
	for _, block := range body.Blocks {
		r.add(block.DefRange(), "", block.Type, "is a block", "a variables file has lines of the form name = value")
	}
	vars := map[string]string{}
	for _, attr := range inOrder(body.Attributes) {
		v, fault := r.eval(attr.Expr, r.scope.context())
		switch {
		case fault != nil:
			r.add(attr.Expr.Range(), "", attr.Name, fault.message, "")
		case v.Type() == cty.String && !v.IsNull():
			vars[attr.Name] = v.AsString()
		default:
			vars[attr.Name] = sourceOf(attr, src)
		}
	}
	return vars, r.err()
}

func sourceOf(attr *hclsyntax.Attribute, src []byte) string {
	at := attr.Expr.Range()
	return string(at.SliceBytes(src))
}
