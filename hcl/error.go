package hcl

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
)

// Error is one fault of one file. Functions that find several join them, in
// the order of the file, so errors.As yields the first.
type Error struct {
	File         string
	Line, Column int    // from 1; 0 when the fault is the whole file's
	Where        string // `job "x" group "y"`; empty at the top of a file
	Key          string // the key at fault; may be empty
	Message      string // what is wrong
	Remedy       string // what to do; may be empty
}

// Error returns "file:line: where: key: message; remedy", leaving out what is empty.
func (e *Error) Error() string {
	place := e.File
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d", e.File, e.Line)
	}
	parts := slices.DeleteFunc([]string{place, e.Where, e.Key, e.Message}, func(s string) bool { return s == "" })
	text := strings.Join(parts, ": ")
	if e.Remedy != "" {
		text += "; " + e.Remedy
	}
	return text
}

// maxShown is the most faults of one file that are reported.
const maxShown = 20

// problems collects the faults of one file.
type problems struct {
	file string
	list []*Error
}

func (p *problems) add(at hcl.Range, where, key, message, remedy string) {
	if len(p.list) > 50*maxShown {
		return
	}
	p.list = append(p.list, &Error{
		File: p.file, Line: at.Start.Line, Column: at.Start.Column,
		Where: where, Key: key, Message: message, Remedy: remedy,
	})
}

// addDiags adds the errors of the HCL library.
func (p *problems) addDiags(where, key string, diags hcl.Diagnostics) {
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			p.add(diagRange(d), where, key, diagText(d), "")
		}
	}
}

// err joins what was collected, in file order and without repetitions; nil when there is nothing.
func (p *problems) err() error {
	slices.SortStableFunc(p.list, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	list := slices.CompactFunc(p.list, func(a, b *Error) bool { return *a == *b })
	var joined []error
	for i, e := range list {
		if i == maxShown {
			joined = append(joined, &Error{File: p.file, Message: fmt.Sprintf("and %d more", len(list)-i)})
			break
		}
		joined = append(joined, e)
	}
	return errors.Join(joined...)
}

func diagRange(d *hcl.Diagnostic) hcl.Range {
	if d.Subject == nil {
		return hcl.Range{}
	}
	return *d.Subject
}

// diagText puts a message of the HCL library into one line in our manner.
func diagText(d *hcl.Diagnostic) string {
	text := lowerFirst(d.Summary)
	if d.Detail != "" {
		text += ": " + lowerFirst(d.Detail)
	}
	return strings.TrimSuffix(strings.Join(strings.Fields(text), " "), ".")
}

func lowerFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s // an abbreviation
	}
	return string(unicode.ToLower(r)) + s[n:]
}
