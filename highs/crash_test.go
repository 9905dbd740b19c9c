package highs

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// idle starts an instance that nobody listens to.
func idle(t *testing.T, s *Solver) *instance {
	t.Helper()
	e, err := sharedEngine(s.options.CacheDir, s.log)
	if err != nil {
		t.Fatal(err)
	}
	v := s.newSolve(&mip.Program{}, mip.Options{})
	in, err := e.newInstance(v.newHost(context.Background()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(in.close)
	return in
}

func TestTheLibraryIsTheOneWeName(t *testing.T) {
	s := fetched(t, Options{})
	in := idle(t, s)
	p, err := in.call("Highs_version")
	if err != nil {
		t.Fatal(err)
	}
	text, err := in.memory.text(uint32(p), 20)
	if err != nil || text != libraryVersion || !strings.Contains(s.Engine(), text) {
		t.Errorf("library %q (%v), constant %q, engine %q", text, err, libraryVersion, s.Engine())
	}
}

func TestATrapBreaksTheInstance(t *testing.T) {
	in := idle(t, fetched(t, Options{}))
	_, err := in.call("Highs_run", uint64(api.EncodeU32(0xfffffff0)))
	var c *crash
	if !errors.As(err, &c) || !strings.Contains(err.Error(), "crashed in Highs_run: wasm error: out of bounds") {
		t.Fatalf("error %v", err)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is more than a line: %v", err)
	}
	if _, again := in.call("Highs_create"); !errors.Is(again, err) {
		t.Errorf("a broken instance answers %v", again)
	}
}

func TestRunningOutOfMemoryIsAnErrorThatSaysSo(t *testing.T) {
	s := fetched(t, Options{MaxMemory: 24 << 20})
	large := day(1, 96, 60)
	_, err := s.Solve(context.Background(), large, mip.Options{})
	if err == nil || !strings.Contains(err.Error(), "memory") {
		t.Fatalf("error %v", err)
	}
	small := day(1, 8, 3)
	if r, err := s.Solve(context.Background(), small, mip.Options{}); err != nil || r.Status != mip.Optimal {
		t.Errorf("after it: %v, %v", r.Status, err)
	}
}

func TestWhatHiGHSRefusesIsNamed(t *testing.T) {
	s := fetched(t, Options{})
	_, err := s.Solve(context.Background(), day(1, 8, 3), mip.Options{Gap: -1})
	if err == nil || !strings.Contains(err.Error(), "mip_rel_gap") {
		t.Errorf("error %v", err)
	}
}

// The module's ways to end the world must reach the caller of call as errors.
func TestTheHostEndsTheInstanceWithAReason(t *testing.T) {
	in := idle(t, fetched(t, Options{}))
	name := in.arena()
	at := name.text("9SomeError")
	class := name.ints([]int32{0, int32(at)})
	for _, c := range []struct {
		function string
		stack    []uint64
		want     error
		text     string
	}{
		{"cxa_throw", []uint64{0, class, 0}, errThrown, "9SomeError"},
		{"cxa_throw", []uint64{0, 0xffffff00, 0}, errThrown, "unknown"},
		{"abort_js", nil, errAborted, ""},
		{"exit", []uint64{3}, errExited, "status 3"},
		{"proc_exit", []uint64{3}, errExited, "status 3"},
	} {
		err := recovered(func() { imports[c.function].call(in.host, in.module, c.stack) })
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.function, err)
		}
	}
}

func recovered(f func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	f()
	return nil
}

func TestAnAbandonedInstanceDiesAtTheClock(t *testing.T) {
	ended, abandoned := make(chan struct{}), make(chan struct{})
	h := newHost(ended, abandoned, 0, &journal{}, &incumbentReader{})
	if now := h.now(); now > time.Minute {
		t.Errorf("the clock stands at %v", now)
	}
	close(ended)
	if now := h.now(); now < timeLimit {
		t.Errorf("the clock has not jumped: %v", now)
	}
	close(abandoned)
	if err := recovered(func() { h.now() }); !errors.Is(err, errAbandoned) {
		t.Errorf("error %v", err)
	}
}

func TestMemoryIsNotReadOutsideItsBounds(t *testing.T) {
	in := idle(t, fetched(t, Options{}))
	size := in.memory.Size()
	for claim, read := range map[string]func() error{
		"floats": func() error { _, err := in.memory.floats(size-8, 2); return err },
		"word":   func() error { _, err := in.memory.uint32(size - 3); return err },
		"double": func() error { _, err := in.memory.uint64(size - 7); return err },
		"write":  func() error { return in.memory.putFloats(size-8, make([]float64, 2)) },
		"ints":   func() error { return in.memory.putInts(size, make([]int32, 1)) },
		"length": func() error { _, err := in.memory.view(0, -1); return err },
	} {
		if read() == nil {
			t.Errorf("%s: no error", claim)
		}
	}
	if text, err := in.memory.text(size-1, 100); err != nil || len(text) > 1 {
		t.Errorf("text at the edge: %q, %v", text, err)
	}
}
