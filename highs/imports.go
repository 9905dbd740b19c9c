package highs

import (
	"fmt"
	"time"

	"github.com/tetratelabs/wazero/api"
)

// params is short for the types of a function's parameters.
func params(types ...api.ValueType) []api.ValueType { return types }

// imports are the functions that the module imports, by the name Emscripten
// and WASI know them by. What HiGHS never calls while it solves a program in
// memory is answered as a system without files, environment or signals would.
var imports = map[string]exported{
	"clock_time_get":      {params(i32, i64, i32), params(i32), clockTimeGet},
	"emscripten_get_now":  {nil, params(f64), monotonicMillis},
	"emscripten_date_now": {nil, params(f64), wallMillis},

	"fd_write": {params(i32, i32, i32, i32), params(i32), fdWrite},
	"fd_read":  {params(i32, i32, i32, i32), params(i32), answer(wasiBadFile)},
	"fd_seek":  {params(i32, i64, i32, i32), params(i32), answer(wasiSeekPipe)},
	"fd_close": {params(i32), params(i32), answer(0)},

	"syscall_openat":  {params(i32, i32, i32, i32), params(i32), openat},
	"syscall_fcntl64": {params(i32, i32, i32), params(i32), refuse(posixBadFile)},
	"syscall_ioctl":   {params(i32, i32, i32), params(i32), ioctl},

	"environ_sizes_get": {params(i32, i32), params(i32), environSizesGet},
	"environ_get":       {params(i32, i32), params(i32), answer(0)},
	"tzset_js":          {params(i32, i32, i32, i32), nil, tzset},
	"setitimer_js":      {params(i32, f64), params(i32), answer(0)},

	"emscripten_resize_heap":             {params(i32), params(i32), resizeHeap},
	"emscripten_runtime_keepalive_clear": {nil, nil, func(*host, api.Module, []uint64) {}},

	"cxa_throw": {params(i32, i32, i32), nil, cxaThrow},
	"abort_js":  {nil, nil, func(*host, api.Module, []uint64) { panic(errAborted) }},
	"exit":      {params(i32), nil, exit},
	"proc_exit": {params(i32), nil, exit},
}

// answer returns a function that does nothing and says so with a WASI code.
func answer(code uint64) func(*host, api.Module, []uint64) {
	return func(_ *host, _ api.Module, stack []uint64) { stack[0] = code }
}

// refuse is answer for system calls, which return their errors negated.
func refuse(code int32) func(*host, api.Module, []uint64) {
	return answer(api.EncodeI32(-code))
}

func clockTimeGet(h *host, m api.Module, stack []uint64) {
	clock, out := api.DecodeU32(stack[0]), api.DecodeU32(stack[2])
	at := h.now()
	if clock == 0 {
		at += time.Duration(h.start.UnixNano())
	}
	stack[0] = 0
	if clock > 3 {
		stack[0] = wasiInvalid
	} else if !m.Memory().WriteUint64Le(out, uint64(at)) {
		stack[0] = wasiFault
	}
}

func monotonicMillis(h *host, _ api.Module, stack []uint64) {
	stack[0] = api.EncodeF64(h.now().Seconds() * 1e3)
}

func wallMillis(h *host, _ api.Module, stack []uint64) {
	stack[0] = api.EncodeF64(float64(h.start.UnixMilli()) + h.now().Seconds()*1e3)
}

func fdWrite(h *host, m api.Module, stack []uint64) {
	fd, vector, count, total := api.DecodeU32(stack[0]), api.DecodeU32(stack[1]), api.DecodeU32(stack[2]), api.DecodeU32(stack[3])
	h.stopIfAbandoned()
	out := h.output(fd)
	if out == nil {
		stack[0] = wasiBadFile
		return
	}
	stack[0] = wasiFault
	written := uint32(0)
	for i := range count {
		p, ok := m.Memory().ReadUint32Le(vector + 8*i)
		size, sized := m.Memory().ReadUint32Le(vector + 8*i + 4)
		text, inside := m.Memory().Read(p, size)
		if !ok || !sized || !inside {
			return
		}
		out.write(text)
		written += size
	}
	if m.Memory().WriteUint32Le(total, written) {
		stack[0] = 0
	}
}

// openat opens the one file there is, for writing.
func openat(_ *host, m api.Module, stack []uint64) {
	name, err := memory{m.Memory()}.text(api.DecodeU32(stack[1]), len(incumbentFile)+1)
	if err != nil || name != incumbentFile {
		stack[0] = api.EncodeI32(-posixNoEntry)
		return
	}
	stack[0] = incumbents
}

// ioctl says that the output is a terminal of unknown size, for then the C
// library hands over every line when it ends.
func ioctl(h *host, m api.Module, stack []uint64) {
	fd, request, varargs := api.DecodeU32(stack[0]), api.DecodeU32(stack[1]), api.DecodeU32(stack[2])
	stack[0] = api.EncodeI32(-posixNoTerminal)
	if h.output(fd) == nil || request != windowSizeRequest {
		return
	}
	if size, ok := m.Memory().ReadUint32Le(varargs); ok && m.Memory().WriteUint64Le(size, 0) {
		stack[0] = 0
	}
}

func environSizesGet(_ *host, m api.Module, stack []uint64) {
	count, size := api.DecodeU32(stack[0]), api.DecodeU32(stack[1])
	stack[0] = wasiFault
	if m.Memory().WriteUint32Le(count, 0) && m.Memory().WriteUint32Le(size, 0) {
		stack[0] = 0
	}
}

// tzset says UTC.
func tzset(_ *host, m api.Module, stack []uint64) {
	m.Memory().WriteUint32Le(api.DecodeU32(stack[0]), 0)
	m.Memory().WriteUint32Le(api.DecodeU32(stack[1]), 0)
	for _, name := range stack[2:4] {
		m.Memory().WriteString(api.DecodeU32(name), "UTC\x00")
	}
}

// resizeHeap grows the memory to the size asked for and a fifth more, so that a
// growing solve copies it a few times only.
func resizeHeap(h *host, m api.Module, stack []uint64) {
	want := uint32((uint64(api.DecodeU32(stack[0])) + pageSize - 1) / pageSize)
	has := m.Memory().Size() / pageSize
	stack[0] = 0
	if want > h.pages {
		h.refused = true
		return
	}
	size := max(want, min(has+has/5, h.pages))
	if _, ok := m.Memory().Grow(size - has); !ok {
		h.refused = true
		return
	}
	stack[0] = 1
}

func exit(_ *host, _ api.Module, stack []uint64) {
	panic(fmt.Errorf("%w with status %d", errExited, api.DecodeI32(stack[0])))
}

// cxaThrow ends the instance: the module was built without unwinding. The
// exception's name stands, mangled, behind its type.
func cxaThrow(_ *host, m api.Module, stack []uint64) {
	name := "of unknown type"
	mem := memory{m.Memory()}
	if p, err := mem.uint32(api.DecodeU32(stack[1]) + 4); err == nil {
		if text, err := mem.text(p, 100); err == nil && text != "" {
			name = text
		}
	}
	panic(fmt.Errorf("%w: %s", errThrown, name))
}
