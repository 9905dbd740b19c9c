// Package highs solves mip programs with HiGHS, a linear and integer
// programming solver under the MIT licence, embedded as WebAssembly. There is
// no cgo and nothing to install at run time.
//
//	solver := highs.New(highs.Options{})
//	defer solver.Close()
//	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
//	defer cancel()
//	res, err := solver.Solve(ctx, &program, mip.Options{Gap: 0.01})
//
// Every solve runs single-threaded in an instance of its own, so solves in
// parallel share nothing but the compiled code, and the same program, options
// and seed give the same result unless the context ends first.
//
// # What proven means here
//
// HiGHS computes in floating point: rows and bounds may be off by 1e-6, a value
// within 1e-6 of a whole number counts as whole, and branches that could win
// less than 1e-6 of objective are not followed. Points are better than that:
// integers are rounded, and what comes out has passed Program.Check. Bounds are
// HiGHS' word, within those tolerances; scale the objective so that what matters
// is well above 1e-6.
package highs

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// Options configure a Solver. The zero value is good for use.
type Options struct {
	// Logger gets HiGHS' own log at trace, a line per solve at debug, and what
	// deserves attention at warn. Nil is silence.
	Logger hclog.Logger
	// CacheDir keeps the compiled module from one start to the next. Empty means
	// the user's cache folder; where the folder cannot be written the temporary
	// folder serves. What lies in it is run as machine code: it must be writable
	// by nobody else.
	CacheDir string
	// Grace is how long after the end of its context HiGHS may take to come to an
	// end by itself, before the instance is given up. Zero means one second.
	Grace time.Duration
	// MaxMemory is the most a solve may use, in bytes. Zero means 2 GiB, which is
	// also the most that is possible.
	MaxMemory int64
}

// Solver is a mip.Solver. It may be used by several goroutines at once.
type Solver struct {
	options Options
	log     hclog.Logger

	closing context.Context
	close   context.CancelFunc
	lock    sync.Mutex // orders running.Add before running.Wait
	running sync.WaitGroup
}

var _ mip.Solver = (*Solver)(nil)

// libraryVersion is what the embedded library calls itself. The package that
// carries it counts its own patches.
const libraryVersion = "1.15.1"

var errClosed = errors.New("highs: solver is closed")

// New returns a solver. Nothing is loaded before the first solve or Prepare.
func New(o Options) *Solver {
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	if o.Grace == 0 {
		o.Grace = time.Second
	}
	s := &Solver{options: o, log: o.Logger}
	s.closing, s.close = context.WithCancel(context.Background())
	return s
}

// Prepare compiles HiGHS, or loads what an earlier start compiled, so that the
// first solve need not. It returns ErrNotFetched when the build holds no HiGHS.
func (s *Solver) Prepare() error {
	_, err := sharedEngine(s.options.CacheDir, s.log)
	return err
}

// Engine implements mip.Solver.
func (s *Solver) Engine() string { return "highs " + libraryVersion + " (wasm)" }

// Close ends all running solves as the end of their contexts would, waits for
// them and for the instances that were given up, and frees what they held. The
// compiled code stays for other solvers of the process.
func (s *Solver) Close() error {
	s.lock.Lock()
	s.close()
	s.lock.Unlock()
	s.running.Wait()
	return nil
}

// begin counts a solve in, unless the solver is closed.
func (s *Solver) begin() error {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.closing.Err() != nil {
		return errClosed
	}
	s.running.Add(1)
	return nil
}
