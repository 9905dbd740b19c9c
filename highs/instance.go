package highs

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero/api"
)

// instance is one HiGHS with a memory of its own. It serves one solve on one
// goroutine, and is of no more use once broken.
type instance struct {
	module api.Module
	memory memory
	host   *host
	// ctx carries host to the functions the module imports; it does not end.
	ctx    context.Context
	broken error
}

// newInstance starts an instance whose imports are served by h.
func (e *engine) newInstance(h *host) (*instance, error) {
	ctx := context.WithValue(context.Background(), hostKey{}, h)
	module, err := e.runtime.InstantiateModule(ctx, e.module, e.moduleConfig)
	if err != nil {
		return nil, fmt.Errorf("start instance: %w", err)
	}
	in := &instance{module: module, memory: memory{module.ExportedMemory(exportNames["wasmMemory"])}, host: h, ctx: ctx}
	if in.memory.Memory == nil {
		in.close()
		return nil, errors.New("start instance: the module exports no memory")
	}
	if _, err := in.call("start"); err != nil {
		in.close()
		return nil, fmt.Errorf("start instance: %w", err)
	}
	return in, nil
}

func (in *instance) close() { in.module.Close(in.ctx) }

// call calls an exported function by its C name. It is the only way into the
// module. When the module traps, throws or exits, its memory is in no state to
// go on with: the instance is broken from then on.
func (in *instance) call(name string, args ...uint64) (uint64, error) {
	if in.broken != nil {
		return 0, in.broken
	}
	f := in.module.ExportedFunction(exportNames[name])
	if f == nil {
		return 0, fmt.Errorf("the module has no function %s", name)
	}
	results, err := f.Call(in.ctx, args...)
	if err != nil {
		in.broken = &crash{function: name, cause: err, outOfMemory: in.host.refused}
		return 0, in.broken
	}
	if len(results) == 0 {
		return 0, nil
	}
	return results[0], nil
}

// crash is the end of an instance that trapped, threw, exited or was stopped.
type crash struct {
	function    string
	cause       error
	outOfMemory bool
}

func (c *crash) Unwrap() error { return c.cause }

func (c *crash) Error() string {
	// The rest of the text is a stack of numbered functions.
	what, _, _ := strings.Cut(c.cause.Error(), "\nwasm stack trace")
	what = strings.TrimSuffix(what, " (recovered by wazero)")
	if c.outOfMemory {
		what += " after it was refused more memory"
	}
	return fmt.Sprintf("HiGHS crashed in %s: %s", c.function, what)
}
