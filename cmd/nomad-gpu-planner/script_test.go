package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/show"
)

// TestScripts runs the scripts in testdata. A script is a list of lines, then
// the files it needs:
//
//	run ARG...           runs the program, which must exit with 0
//	! run ARG...         … with 1, within a second, and say why in lines of its own on stderr
//	stdin FILE           gives the next run a standard input
//	screen WIDTH         gives what follows a terminal with colours
//	stdout REGEXP        searches what the last run printed; with !, must not be found
//	stderr REGEXP
//	again                the last run printed the same as the one before, times aside
//	exists FILE          or ! exists FILE
//	large FILE BYTES     makes a sparse file
func TestScripts(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			s := &script{T: t, archive: archive}
			s.unpack()
			for i, line := range strings.Split(string(archive.Comment), "\n") {
				s.line = i + 1
				s.step(line)
			}
		})
	}
}

type script struct {
	*testing.T
	archive        *txtar.Archive
	line           int
	stdin          []byte
	screen         show.Options
	stdout, stderr string
	before         string // stdout of the run before
}

func (s *script) fail(format string, a ...any) {
	s.Helper()
	s.Errorf("line %d: "+format+"\nstdout:\n%s\nstderr:\n%s", append(append([]any{s.line}, a...), s.stdout, s.stderr)...)
}

func (s *script) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatalf("line %d: %v", s.line, err)
	}
}

func (s *script) unpack() {
	s.Chdir(s.TempDir())
	for _, f := range s.archive.Files {
		s.must(os.MkdirAll(filepath.Dir(f.Name), 0o755))
		s.must(os.WriteFile(f.Name, f.Data, 0o644))
	}
}

func (s *script) step(line string) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return
	}
	negative := strings.HasPrefix(line, "! ")
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, "! "), " ")
	switch word {
	case "run":
		s.run(negative, fields(rest))
	case "stdin":
		text, err := os.ReadFile(rest)
		s.must(err)
		s.stdin = text
	case "screen":
		width, err := strconv.Atoi(rest)
		s.must(err)
		s.screen = show.Options{Width: width, Colour: true}
	case "stdout":
		s.search(negative, rest, s.stdout)
	case "stderr":
		s.search(negative, rest, s.stderr)
	case "again":
		s.again()
	case "exists":
		if _, err := os.Stat(rest); (err == nil) == negative {
			s.fail("%s: %v", line, err)
		}
	case "large":
		s.large(fields(rest))
	default:
		s.fail("unknown step %q", line)
	}
}

// fields splits at blanks outside single quotes.
func fields(text string) []string {
	var out []string
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

func (s *script) run(fails bool, args []string) {
	var stdout, stderr bytes.Buffer
	p := &program{stdin: bytes.NewReader(s.stdin), stdout: &stdout, stderr: &stderr, screen: s.screen}
	began := time.Now()
	code := p.run(args)
	took := time.Since(began)
	s.stdin, s.before, s.stdout, s.stderr = nil, s.stdout, stdout.String(), stderr.String()
	if !fails {
		if code != 0 {
			s.fail("%q exits with %d", args, code)
		}
		return
	}
	if code != 1 || stderr.Len() == 0 {
		s.fail("%q exits with %d", args, code)
	}
	if took > time.Second {
		s.fail("%q took %s to fail", args, took)
	}
}

func (s *script) search(negative bool, pattern, text string) {
	re, err := regexp.Compile("(?m)" + pattern)
	s.must(err)
	if re.MatchString(text) == negative {
		s.fail("found %q: %v", pattern, negative)
	}
}

// times are what differs from run to run.
var times = regexp.MustCompile(`\d[\d.]*(µs|ms|s), bound in \d[\d.]*(µs|ms|s)`)

func (s *script) again() {
	now, before := times.ReplaceAllString(s.stdout, ""), times.ReplaceAllString(s.before, "")
	if now != before {
		s.fail("differs from the run before:\n%s", s.before)
	}
}

func (s *script) large(args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	s.must(err)
	s.must(os.MkdirAll(filepath.Dir(args[0]), 0o755))
	f, err := os.Create(args[0])
	s.must(err)
	s.must(f.Truncate(size))
	s.must(f.Close())
}
