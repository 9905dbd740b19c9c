package hcl

import (
	"bytes"
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The HCL library parses and evaluates by recursion without a limit of its
// own, and a Go stack that overflows cannot be caught. So the tokens of a
// text are checked before it is parsed.
const (
	maxDepth  = 100       // of brackets, braces and templates inside each other
	maxChain  = 500       // operators in one expression
	maxTokens = 1_200_000 // some 100 bytes of memory each, several times over
)

// checkBounds says what of src is out of bounds, and where.
func checkBounds(src []byte, file string) (hcl.Range, error) {
	if n := roughTokens(src); n > maxTokens {
		return hcl.Range{}, fmt.Errorf("has about %d words and signs, and only %d are read", n, maxTokens)
	}
	if roughDepth(src) > 100*maxDepth { // far beyond what brackets in texts and comments add up to
		return hcl.Range{}, fmt.Errorf("nests deeper than %d", maxDepth)
	}
	tokens, _ := hclsyntax.LexConfig(src, file, hcl.InitialPos)
	stack := make([]level, 1, maxDepth+1)
	for i, t := range tokens {
		top := &stack[len(stack)-1]
		switch {
		case opens(t.Type):
			if t.Type == hclsyntax.TokenOBrack && i > 0 && ends(tokens[i-1].Type) {
				top.chain++ // an index, which nests leftwards
			}
			if t.Type == hclsyntax.TokenTemplateControl {
				top.chain++ // an if or for, which nests until its end
			}
			stack = append(stack, level{open: t.Type})
		case closes(t.Type):
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case top.endedBy(t.Type):
			top.chain = 0
		case chains(t.Type):
			top.chain++
		}
		if len(stack) > maxDepth {
			return t.Range, fmt.Errorf("nests deeper than %d", maxDepth)
		}
		if stack[len(stack)-1].chain > maxChain {
			return t.Range, fmt.Errorf("has more than %d operators in one expression", maxChain)
		}
	}
	return hcl.Range{}, nil
}

// level is one open bracket and the operators seen in its current expression.
type level struct {
	open  hclsyntax.TokenType
	chain int
}

// endedBy says whether the token ends an expression at this level.
func (l level) endedBy(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenComma:
		return true
	case hclsyntax.TokenNewline:
		return l.open == 0 || l.open == hclsyntax.TokenOBrace
	}
	return false
}

func opens(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenOQuote,
		hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		return true
	}
	return false
}

func closes(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote,
		hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		return true
	}
	return false
}

// ends says whether a value may end with the token, so that a bracket after it is an index.
func ends(t hclsyntax.TokenType) bool {
	return t == hclsyntax.TokenIdent || closes(t)
}

// chains says whether the parser calls itself once more for the token.
func chains(t hclsyntax.TokenType) bool {
	switch t {
	case hclsyntax.TokenIdent, hclsyntax.TokenNumberLit, hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit,
		hclsyntax.TokenNewline, hclsyntax.TokenComment, hclsyntax.TokenEqual, hclsyntax.TokenDot, hclsyntax.TokenEOF:
		return false
	}
	return true
}

// roughTokens estimates how many tokens the text has, without making them: each
// sign is one, and each run of other characters.
func roughTokens(src []byte) int {
	n, inWord := 0, false
	for _, c := range src {
		blank := c == ' ' || c == '\t' || c == '\r'
		sign := bytes.IndexByte(signs, c) >= 0
		if sign || !blank && !inWord {
			n++
		}
		inWord = !sign && !blank
	}
	return n
}

// roughDepth is how deep brackets nest when those in texts and comments count too.
func roughDepth(src []byte) int {
	depth, deepest := 0, 0
	for _, c := range src {
		switch c {
		case '{', '[', '(':
			depth++
			deepest = max(deepest, depth)
		case '}', ']', ')':
			depth = max(0, depth-1)
		}
	}
	return deepest
}

var signs = []byte("{}[](),=+-*/!?:<>&|%\"$\n")
