package house_test

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestModelNamesTheCode holds docs/model.md to the code: its promises are
// numbered without gaps, and each name that it gives to one is a function or a
// row in planner.
func TestModelNamesTheCode(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("docs", "model.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range againstModel(string(text), namesIn(read(t, "planner"))) {
		t.Error("docs/model.md: " + finding)
	}
}

var (
	promise = regexp.MustCompile("(?m)^\\*\\*\\(([0-9]+)\\)((?:,? `[A-Za-z]+`)*)")
	quoted  = regexp.MustCompile("`([A-Za-z]+)`")
	word    = regexp.MustCompile("^[A-Za-z]+")
)

func againstModel(text string, names map[string]bool) (out []string) {
	for i, m := range promise.FindAllStringSubmatch(text, -1) {
		if m[1] != strconv.Itoa(i+1) {
			return append(out, "after ("+strconv.Itoa(i)+") comes ("+m[1]+")")
		}
		for _, name := range quoted.FindAllStringSubmatch(m[2], -1) {
			if !names[name[1]] {
				out = append(out, "("+m[1]+") is called "+name[1]+", which planner has neither as a function nor as a row")
			}
		}
	}
	return out
}

// namesIn returns the names of functions, and the words that texts begin with.
func namesIn(sources []source) map[string]bool {
	names := map[string]bool{}
	for _, s := range sources {
		ast.Inspect(s.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names[n.Name.Name] = true
			case *ast.BasicLit:
				if n.Kind == token.STRING {
					names[word.FindString(strings.Trim(n.Value, "\"`"))] = true
				}
			}
			return true
		})
	}
	return names
}

// TestLinksLeadSomewhere follows the links from our texts to our files.
func TestLinksLeadSomewhere(t *testing.T) {
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && file != "." && passedOver(file) {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(file) != ".md" {
			return nil
		}
		text, err := os.ReadFile(file)
		for _, finding := range againstLinks(file, string(text)) {
			t.Error(finding)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	spoken  = regexp.MustCompile(`[^\pL\pN_ -]`)
)

func againstLinks(file, text string) (out []string) {
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		target, fragment, _ := strings.Cut(m[1], "#")
		if strings.Contains(target, "://") {
			continue
		}
		to, there := file, text
		if target != "" {
			to = filepath.Join(filepath.Dir(file), filepath.FromSlash(target))
			if _, err := os.Stat(to); err != nil {
				out = append(out, file+": the link to "+m[1]+" leads nowhere")
				continue
			}
			raw, _ := os.ReadFile(to) // a folder has no headings
			there = string(raw)
		}
		if fragment != "" && filepath.Ext(to) == ".md" && !anchors(there)[fragment] {
			out = append(out, file+": "+to+" has no heading #"+fragment)
		}
	}
	return out
}

// anchors returns the fragments by which the headings of a text are reached.
func anchors(text string) map[string]bool {
	out := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		plain := spoken.ReplaceAllString(strings.ToLower(m[1]), "")
		out[strings.ReplaceAll(plain, " ", "-")] = true
	}
	return out
}

func TestTextsCanBeWrong(t *testing.T) {
	names := map[string]bool{"blocksAppearOnce": true}
	for text, want := range map[string]int{
		"**(1) `blocksAppearOnce`.** Each block.\n\n**(2)** v": 0,
		"**(1) `blocksAppearTwice`.** Each block.":             1,
		"**(1)** v\n\n**(3)** w":                               1,
	} {
		if got := againstModel(text, names); len(got) != want {
			t.Errorf("%q: %d findings, want %d: %q", text, len(got), want, got)
		}
	}
	for text, want := range map[string]int{
		"# One word\n[a](#one-word) [b](go.mod)": 0,
		"# One word\n[a](#two-words)":            1,
		"[b](go.mood)":                           1,
	} {
		if got := againstLinks("README.md", text); len(got) != want {
			t.Errorf("%q: %d findings, want %d: %q", text, len(got), want, got)
		}
	}
}
