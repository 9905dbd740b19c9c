package hcl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFilesThatWouldTakeTooLongAreRefusedAtOnce(t *testing.T) {
	doubled := &strings.Builder{}
	lists := &strings.Builder{}
	for i := range 60 {
		fmt.Fprintf(doubled, "a%d = \"${local.a%d}${local.a%d}\"\n", i+1, i, i)
		fmt.Fprintf(lists, "a%d = [local.a%d, local.a%d]\n", i+1, i, i)
	}
	uses := oneGroup("count = length(local.a60)")
	chain := &strings.Builder{}
	for i := range 50_000 {
		fmt.Fprintf(chain, "a%d = [local.a%d]\n", i+1, i)
	}
	for _, c := range []struct{ claim, src, want string }{
		{"brackets", "a = " + strings.Repeat("[", 600_000), "nests deeper than 100"},
		{"a great many brackets", "a = " + strings.Repeat("[", 60_000_000), "words and signs"},
		{"blocks", strings.Repeat("a {\n", 50_000), "nests deeper than 100"},
		{"templates", "a = " + strings.Repeat(`"${`, 100_000), "nests deeper than 100"},
		{"not not not", "a = " + strings.Repeat("!", 600_000) + "true\n", "more than 500 operators"},
		{"sums", "a = 1" + strings.Repeat("+1", 300_000) + "\n", "more than 500 operators"},
		{"sums over lines", "a = (1" + strings.Repeat("\n+1", 200_000) + ")\n", "more than 500 operators"},
		{"questions", "a = " + strings.Repeat("true ? 1 : ", 100_000) + "1\n", "more than 500 operators"},
		{"indices", "a = local" + strings.Repeat("[var.x]", 100_000) + "\n", "more than 500 operators"},
		{"ifs", "a = <<E\n" + strings.Repeat("%{ if true }", 100_000) + "\nE\n", "more than 500 operators"},
		{"doubled text", "locals {\na0 = \"x\"\n" + doubled.String() + "}\n" + uses, "more work"},
		{"doubled lists", "locals {\na0 = \"x\"\n" + lists.String() + "}\n" + uses, "more work"},
		{"deep lists", "locals {\na0 = []\n" + chain.String() + "}\n" + oneGroup("count = length(local.a50000)"), "more work"},
		{"loops in loops", oneGroup("count = length([for a in range(1000) : [for b in range(1000) : [for c in range(1000) : 1]]])"), "more work"},
		{"wide formats", oneGroup(`count = format("%999999999d", 1)`), "number over 9999"},
		{"long replacements", "locals {\na = format(\"%9999d\", 1)\n}\n" + oneGroup(`count = replace(local.a, "", local.a)`), "more work"},
		{"products", oneGroup("count = length(setproduct(range(900), range(900), range(900)))"), "more work"},
		{"dynamic blocks", "job \"j\" {\ndynamic \"group\" {\nfor_each = range(1000)\nlabels = [group.value]\ncontent {\ndynamic \"task\" {\nfor_each = range(1000)\nlabels = [task.value]\ncontent {}\n}\n}\n}\n}", "more work"},
	} {
		t.Run(c.claim, func(t *testing.T) {
			begun := time.Now()
			_, err := ReadJob("job.hcl", []byte(c.src), nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %.300v, want %q", err, c.want)
			}
			if took := time.Since(begun); took > 30*time.Second { // without bounds it would be hours, or no memory
				t.Errorf("took %v", took)
			}
			t.Logf("took %v", time.Since(begun))
		})
	}
}

func TestALongCycleOfLocalsIsNamedShortly(t *testing.T) {
	b := &strings.Builder{}
	for i := range 20_000 {
		fmt.Fprintf(b, "a%d = local.a%d\n", i, (i+1)%20_000)
	}
	_, err := ReadJob("job.hcl", []byte("locals {\n"+b.String()+"}\n"), nil)
	wantError(t, err, `job.hcl:2: local.a0: refers to itself: local.a0 → local.a1 → local.a2 → local.a3 → local.a4 → local.a5 → local.a6 → local.a7 → 19992 more → local.a0; break the cycle`)
}

func TestFilesOverTheLimitAreRefusedUnread(t *testing.T) {
	path := filepath.Join(t.TempDir(), "big.hcl")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(MaxSize + 1); err != nil { // a hole, which takes no room
		t.Fatal(err)
	}
	f.Close()
	want := path + ": is 65 MiB, and only files up to 64 MiB are read"
	_, err = ReadJobFile(path, nil)
	wantError(t, err, want)
	_, err = ReadClusterFile(path)
	wantError(t, err, want)
	_, err = ReadJobs(filepath.Dir(path), nil)
	wantError(t, err, want)
}

func TestManyFaultsAreCutShort(t *testing.T) {
	_, err := ReadCluster("c.hcl", []byte("node \"n\" {\n"+strings.Repeat("zz {}\n", 30)+"}\n"))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 21 || lines[20] != "c.hcl: and 10 more" {
		t.Errorf("got %v", err)
	}
}
