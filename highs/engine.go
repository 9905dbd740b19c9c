package highs

import (
	"context"
	"fmt"
	"runtime"
	"sync"

	"github.com/hashicorp/go-hclog"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// engine is the compiled module, from which instances start.
type engine struct {
	runtime      wazero.Runtime
	module       wazero.CompiledModule
	moduleConfig wazero.ModuleConfig
}

// engines holds the engine of each cache folder asked for, in practice one: it
// is compiled once per process and lives as long as that.
var engines sync.Map

// sharedEngine returns the process's engine, compiled by the first who asks.
func sharedEngine(dir string, log hclog.Logger) (*engine, error) {
	once, _ := engines.LoadOrStore(dir, sync.OnceValues(func() (*engine, error) {
		wasm, err := loadWasm(blob)
		if err != nil {
			return nil, err
		}
		return compile(wasm, cacheFolders(dir), log)
	}))
	return once.(func() (*engine, error))()
}

// compile compiles the module with the first cache folder that works, and
// without one when none does.
func compile(wasm []byte, folders []folder, log hclog.Logger) (*engine, error) {
	for _, f := range folders {
		cache, err := f.open()
		if err != nil {
			log.Warn("compilation cache is not usable", "dir", f.dir, "error", err)
			continue
		}
		e, err := newEngine(wasm, newConfig().WithCompilationCache(cache))
		if err == nil {
			log.Debug("compiled HiGHS", "version", version, "cache", f.dir)
			return e, nil
		}
		log.Warn("compilation cache is broken", "dir", f.dir, "error", err)
	}
	log.Warn("no compilation cache: every start compiles HiGHS again")
	return newEngine(wasm, newConfig())
}

func newEngine(wasm []byte, config wazero.RuntimeConfig) (*engine, error) {
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
	r := wazero.NewRuntimeWithConfig(ctx, config)
	err := define(ctx, r)
	var module wazero.CompiledModule
	if err == nil {
		module, err = r.CompileModule(ctx, wasm)
	}
	if err != nil {
		r.Close(ctx)
		return nil, fmt.Errorf("compile HiGHS: %w", err)
	}
	// An empty name lets many instances live side by side.
	return &engine{runtime: r, module: module, moduleConfig: wazero.NewModuleConfig().WithName("").WithStartFunctions()}, nil
}

// newConfig leaves WithCloseOnContextDone off; see solve.wait.
func newConfig() wazero.RuntimeConfig { return wazero.NewRuntimeConfig() }
