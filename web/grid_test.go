package web

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

var update = flag.Bool("update", false, "write the golden files anew")

func draw(t *testing.T, p *planner.Problem, q *planner.Plan) string {
	t.Helper()
	var out bytes.Buffer
	if err := Grid(&out, p, q); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGridIsAsDrawn(t *testing.T) {
	p, q := newSample(2, 4, 24, 9)
	got := draw(t, p, q)
	path := filepath.Join("testdata", "grid.svg")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the picture differs from %s; look at it and run with -update", path)
	}
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("not XML: %v", err)
		}
	}
}

func TestHostileIDsStayText(t *testing.T) {
	p, q := newSample(1, 8, 24, 6)
	hostile := []string{
		"</text></svg><script>alert(1)</script>", `" onload="alert(1)`, "a\x00b\x1b[31m\u202e\xff", "]]>&amp;&#x0;", "\n\t", strings.Repeat("Ω漢", 400),
	}
	for i, id := range hostile {
		p.Blocks[i].ID, q.Blocks[i].ID = id, id
	}
	p.Pools[0].Node, p.Pools[0].Device = "<node>\x07", `a/b/"><c`
	p.Services[0].ID, q.Services[0].ID = "<&>", "<&>"
	text := draw(t, p, q)
	wellFormed(t, text)
	for _, bad := range []string{"<script", "\x1b", "\u202e", "onload=\"", "<node>"} {
		if strings.Contains(text, bad) {
			t.Errorf("the picture holds %q", bad)
		}
	}
}

func TestPictureIsBounded(t *testing.T) {
	for name, size := range map[string]struct{ nodes, gpus, steps, blocks, bytes int }{
		"8 GPUs":           {1, 8, 96, 30, 40_000},
		"1,024 GPUs":       {128, 8, 96, 1500, 1_200_000},
		"2,016 steps":      {2, 8, 2016, 40, 60_000},
		"8,192 GPUs":       {1024, 8, 96, 6000, 2_500_000},
		"nodes of one GPU": {700, 1, 96, 900, 1_200_000},
		"nothing at all":   {0, 0, 4, 0, 20_000},
	} {
		t.Run(name, func(t *testing.T) {
			p, q := sized(size.nodes, size.gpus, size.steps, size.blocks)
			text := draw(t, p, q)
			wellFormed(t, text)
			if len(text) > size.bytes {
				t.Errorf("%d bytes, want at most %d", len(text), size.bytes)
			}
		})
	}
}

func sized(nodes, gpus, steps, blocks int) (*planner.Problem, *planner.Plan) {
	if nodes == 0 {
		return &planner.Problem{Version: 1, Timestep: 1, Steps: steps}, &planner.Plan{Version: 1}
	}
	return newSample(nodes, gpus, steps, blocks)
}
