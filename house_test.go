// Package house_test holds the rules of the house that a compiler does not
// know: who may import whom, how long a function may be, what things are
// called. They are read from our own sources with go/parser and never from a
// child process, so that go test knows which files its answer depends on.
package house_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/nomad-gpu-planner/nomad-gpu-planner"

// The lengths nothing of ours may pass, in lines.
const (
	longestFile     = 400
	longestFunction = 60
)

// arrows says which of our packages each of our packages may import. A
// sub-package counts to the folder at the top. Tests are free of it, but that
// nothing imports cmd.
var arrows = map[string][]string{
	"cmd":        {"agent", "planner", "mip", "highs", "nomadsync", "consulsync", "hcl", "scenario", "devcluster", "web"},
	"agent":      {"planner"},
	"planner":    {"mip"},
	"mip":        {},
	"highs":      {"mip"},
	"nomadsync":  {"planner"},
	"consulsync": {"planner"},
	"hcl":        {"planner"},
	"scenario":   {"planner"},
	"devcluster": {},
	"web":        {"planner"},
}

// libraries says in which of our packages a library may be imported. One that
// is not listed may be imported nowhere: a new library is a decision, taken here.
var libraries = map[string][]string{
	"github.com/hashicorp/hcl/v2":     {"hcl"},
	"github.com/zclconf/go-cty":       {"hcl"},
	"github.com/tetratelabs/wazero":   {"highs"},
	"github.com/hashicorp/nomad/api":  {"nomadsync"},
	"github.com/hashicorp/consul/api": {"consulsync"},
	"github.com/hashicorp/cli":        {"cmd"},
	"github.com/mattn/go-isatty":      {"cmd"},
	"github.com/hashicorp/go-version": {"planner"}, // Nomad's version constraints
	"github.com/hashicorp/go-hclog":   {"cmd", "agent", "highs", "nomadsync", "consulsync", "web"},
	"golang.org/x/term":               {"cmd"},
	"golang.org/x/tools/txtar":        {"cmd"},
	"golang.org/x/sync":               {"cmd", "agent", "planner", "highs", "nomadsync", "consulsync", "scenario", "web"},
	"pgregory.net/rapid":              {"agent", "planner", "mip", "highs", "hcl", "scenario"},
}

// impure lists what planner may not import, since it only decides: no files, no
// network, no log. Folders under these count too, except net/url, which is text.
var impure = []string{"os", "net", "log", "syscall", "io/ioutil"}

// clocks lists what planner may not use of package time: the clock is handed in.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"}

// vague lists names that say nothing about what they name.
var vague = []string{"util", "utils", "common", "types", "manager", "managers", "handler", "handlers", "info", "data"}

// source is one of our Go files, named by its slash path from the root.
type source struct {
	name string
	file *ast.File
	fset *token.FileSet
}

// house is the set of rules, by the claim each one makes.
var house = map[string]func([]source) []string{
	"arrows point the right way":       againstArrows,
	"libraries stay where they belong": againstLibraries,
	"planner only decides":             againstPurity,
	"files and functions are short":    againstLength,
	"names say something":              againstNames,
	"every package has a comment":      againstComments,
}

func TestHouse(t *testing.T) {
	sources := read(t, ".")
	if len(sources) == 0 {
		t.Fatal("no Go files found")
	}
	for claim, findings := range house {
		t.Run(claim, func(t *testing.T) {
			for _, f := range findings(sources) {
				t.Error(f)
			}
		})
	}
}

// TestFunctionsStaySmall only tells: the median should be 10 lines or less, but
// no single function is to blame when it is not.
func TestFunctionsStaySmall(t *testing.T) {
	lengths := functionLengths(read(t, "."))
	if len(lengths) == 0 {
		t.Fatal("no functions found")
	}
	n := len(lengths)
	t.Logf("%d functions: median %d lines, nine in ten within %d, longest %d", n, lengths[n/2], lengths[n*9/10], lengths[n-1])
}

// read parses all Go files under root but those of other modules and of
// folders that the go command passes over.
func read(t *testing.T, root string) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != root && passedOver(file) {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		s, err := parse(filepath.ToSlash(rel), string(text))
		out = append(out, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func passedOver(dir string) bool {
	base := filepath.Base(dir)
	if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "node_modules" || base == "bin" {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

func parse(name, text string) (source, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return source{name, file, fset}, err
}

func (s source) dir() string     { return path.Dir(s.name) }
func (s source) test() bool      { return strings.HasSuffix(s.name, "_test.go") }
func (s source) generated() bool { return ast.IsGenerated(s.file) }
func (s source) top() string     { return top(s.dir()) }

func top(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

func (s source) at(p token.Pos, format string, args ...any) string {
	return fmt.Sprintf("%s:%d: %s", s.name, s.fset.Position(p).Line, fmt.Sprintf(format, args...))
}

// imports calls f with each import of s: its path and the name it goes by.
func (s source) imports(f func(spec *ast.ImportSpec, target, name string)) {
	for _, spec := range s.file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(target)
		if name == "v2" {
			name = path.Base(path.Dir(target))
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		f(spec, target, name)
	}
}

// within reports whether target is root or lies under it.
func within(target, root string) bool {
	return target == root || strings.HasPrefix(target, root+"/")
}

func againstArrows(sources []source) (out []string) {
	for _, s := range sources {
		from := s.top()
		allowed, known := arrows[from]
		if !known && from != "." {
			out = append(out, fmt.Sprintf("%s: package %s is not in the table of packages", s.name, from))
		}
		s.imports(func(spec *ast.ImportSpec, target, _ string) {
			if !within(target, module) {
				return
			}
			to := top(strings.TrimPrefix(strings.TrimPrefix(target, module), "/"))
			switch {
			case to == "cmd" && from != "cmd":
				out = append(out, s.at(spec.Pos(), "nothing imports cmd"))
			case !s.test() && to != from && !slices.Contains(allowed, to):
				out = append(out, s.at(spec.Pos(), "%s may not know %s", from, to))
			}
		})
	}
	return out
}

func againstLibraries(sources []source) (out []string) {
	for _, s := range sources {
		s.imports(func(spec *ast.ImportSpec, target, _ string) {
			if !strings.Contains(top(target), ".") || within(target, module) {
				return
			}
			places, known := []string(nil), false
			for library, in := range libraries {
				if within(target, library) {
					places, known = in, true
				}
			}
			switch {
			case !known:
				out = append(out, s.at(spec.Pos(), "library %s is not in the table of libraries", target))
			case !slices.Contains(places, s.top()):
				out = append(out, s.at(spec.Pos(), "library %s belongs in %s", target, strings.Join(places, ", ")))
			}
		})
	}
	return out
}

func againstPurity(sources []source) (out []string) {
	for _, s := range sources {
		if s.top() == "planner" && !s.test() {
			out = append(out, s.impureImports()...)
			out = append(out, s.impureCalls()...)
		}
	}
	return out
}

func (s source) impureImports() (out []string) {
	s.imports(func(spec *ast.ImportSpec, target, name string) {
		if name == "." {
			out = append(out, s.at(spec.Pos(), "a dot import hides what is used"))
		}
		for _, root := range impure {
			if within(target, root) && target != "net/url" {
				out = append(out, s.at(spec.Pos(), "planner does no I/O: %s", target))
			}
		}
	})
	return out
}

func (s source) impureCalls() (out []string) {
	packages := map[string]string{}
	s.imports(func(_ *ast.ImportSpec, target, name string) { packages[name] = target })
	ast.Inspect(s.file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		switch packages[id.Name] {
		case "time":
			if slices.Contains(clocks, sel.Sel.Name) {
				out = append(out, s.at(sel.Pos(), "the clock is handed in: time.%s", sel.Sel.Name))
			}
		case "math/rand", "math/rand/v2":
			if !seeded(sel.Sel.Name) {
				out = append(out, s.at(sel.Pos(), "seeds are explicit: rand.%s", sel.Sel.Name))
			}
		}
		return true
	})
	return out
}

// seeded reports whether a name of math/rand is a type, or makes one from a seed.
func seeded(name string) bool {
	return strings.HasPrefix(name, "New") || slices.Contains([]string{"Rand", "Source", "PCG", "ChaCha8", "Zipf"}, name)
}

func againstLength(sources []source) (out []string) {
	for _, s := range sources {
		if s.test() || s.generated() {
			continue
		}
		if n := s.fset.File(s.file.FileStart).LineCount(); n > longestFile {
			out = append(out, fmt.Sprintf("%s: %d lines; keep a file within %d", s.name, n, longestFile))
		}
		s.functions(func(f *ast.FuncDecl, lines int) {
			if lines > longestFunction {
				out = append(out, s.at(f.Pos(), "%s has %d lines; keep a function within %d", f.Name.Name, lines, longestFunction))
			}
		})
	}
	return out
}

// functions calls f with each function of s that has a body, and its lines from
// func to the closing brace.
func (s source) functions(f func(decl *ast.FuncDecl, lines int)) {
	for _, d := range s.file.Decls {
		if decl, ok := d.(*ast.FuncDecl); ok && decl.Body != nil {
			f(decl, s.fset.Position(decl.End()).Line-s.fset.Position(decl.Type.Pos()).Line+1)
		}
	}
}

// functionLengths returns the lines of every function that is neither a test's
// nor generated, shortest first.
func functionLengths(sources []source) []int {
	var out []int
	for _, s := range sources {
		if !s.test() && !s.generated() {
			s.functions(func(_ *ast.FuncDecl, lines int) { out = append(out, lines) })
		}
	}
	slices.Sort(out)
	return out
}

func againstNames(sources []source) (out []string) {
	for _, s := range sources {
		base := strings.TrimSuffix(strings.TrimSuffix(path.Base(s.name), ".go"), "_test")
		for _, word := range append(strings.Split(base, "_"), strings.TrimSuffix(s.file.Name.Name, "_test")) {
			if slices.Contains(vague, word) {
				out = append(out, fmt.Sprintf("%s: %q names nothing; say what the thing is", s.name, word))
			}
		}
	}
	return out
}

func againstComments(sources []source) (out []string) {
	said := map[string]bool{}
	for _, s := range sources {
		if !s.test() {
			said[s.dir()] = said[s.dir()] || s.introduces()
		}
	}
	for dir, ok := range said {
		if !ok {
			out = append(out, fmt.Sprintf("%s: no file has a comment that says what the package is for", dir))
		}
	}
	slices.Sort(out)
	return out
}

// introduces reports whether s holds its package's comment: "Package x …", or
// any sentence for a command.
func (s source) introduces() bool {
	if s.file.Doc == nil {
		return false
	}
	return s.file.Name.Name == "main" || strings.HasPrefix(s.file.Doc.Text(), "Package "+s.file.Name.Name+" ")
}
