package highs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// host is the world as one instance sees it: a clock, an output, memory to grow
// into, and nothing else. There are no other files, no environment, no input.
type host struct {
	// done is the end of the solve; from then on the clock jumps.
	done <-chan struct{}
	// abandoned is the end of anyone's interest: the instance is to die.
	abandoned <-chan struct{}
	start     time.Time
	jumps     int
	// printed takes what HiGHS prints, points what it writes to incumbentFile.
	printed lines
	points  lines
	journal *journal
	// pages is the size the memory may grow to; refused tells that it wanted more.
	pages   uint32
	refused bool
}

type hostKey struct{}

const (
	pageSize = 1 << 16
	// maxPages is the limit that the module was linked with.
	maxPages = (2 << 30) / pageSize
)

func newHost(done, abandoned <-chan struct{}, memory int64, j *journal, r *incumbentReader) *host {
	pages := int64(maxPages)
	if memory > 0 {
		pages = min(pages, memory/pageSize)
	}
	return &host{
		done: done, abandoned: abandoned, start: time.Now(), pages: uint32(pages),
		journal: j, printed: lines{take: j.take}, points: lines{take: r.take},
	}
}

// HiGHS is told to stop after timeLimit, which is longer than any solve. Once
// the solve's context ends, its clock jumps ahead at every reading, so that it
// ends by that limit wherever it looks at the time, its incumbent intact. One
// jump would not do: HiGHS may begin to count after it. The jumps end before
// the nanoseconds overflow. Without them, time has no part in what HiGHS does.
const (
	timeLimit = 1e6 * time.Second
	clockJump = 3 * timeLimit / 2
	maxJumps  = 4000
)

// now is the time since the instance began, as HiGHS is to see it.
func (h *host) now() time.Duration {
	select {
	case <-h.done:
		h.stopIfAbandoned()
		h.jumps = min(h.jumps+1, maxJumps)
	default:
	}
	return time.Since(h.start) + time.Duration(h.jumps)*clockJump
}

func (h *host) stopIfAbandoned() {
	select {
	case <-h.abandoned:
		panic(errAbandoned)
	default:
	}
}

// lastError is what HiGHS last complained about, to put behind an error.
func (h *host) lastError() string {
	if h.journal.complaint == "" {
		return ""
	}
	return ": " + h.journal.complaint
}

// exported describes one function of the host to the module.
type exported struct {
	params, results []api.ValueType
	call            func(*host, api.Module, []uint64)
}

const (
	i32 = api.ValueTypeI32
	i64 = api.ValueTypeI64
	f64 = api.ValueTypeF64
)

// The answers of POSIX and WASI used here.
const (
	wasiBadFile       = 8
	wasiFault         = 21
	wasiInvalid       = 28
	wasiSeekPipe      = 70
	posixNoEntry      = 44
	posixNoTerminal   = 59
	posixBadFile      = 8
	windowSizeRequest = 0x5413
)

// The file descriptors in use. HiGHS writes every incumbent to incumbentFile,
// as text; so the last one outlives an instance that has to be stopped.
const (
	stdout        = 1
	stderr        = 2
	incumbents    = 3
	incumbentFile = "incumbents"
)

// output returns what takes the bytes written to fd, nil when it is not open.
func (h *host) output(fd uint32) *lines {
	switch fd {
	case stdout, stderr:
		return &h.printed
	case incumbents:
		return &h.points
	}
	return nil
}

// define makes the host's functions known to the runtime under the names that
// the module imports.
func define(ctx context.Context, r wazero.Runtime) error {
	builder := r.NewHostModuleBuilder("a")
	for name, short := range importNames {
		f, ok := imports[name]
		if !ok {
			return fmt.Errorf("the module imports %s, which nothing here provides", name)
		}
		builder.NewFunctionBuilder().
			WithGoModuleFunction(api.GoModuleFunc(func(ctx context.Context, m api.Module, stack []uint64) {
				f.call(ctx.Value(hostKey{}).(*host), m, stack)
			}), f.params, f.results).
			WithName(name).
			Export(short)
	}
	_, err := builder.Instantiate(ctx)
	return err
}

// These reach instance.call through the module's frames, as panics.
var (
	errAbandoned = errors.New("it was given up")
	errAborted   = errors.New("it aborted")
	errExited    = errors.New("it exited")
	errThrown    = errors.New("it threw an exception")
)
