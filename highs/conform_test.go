package highs

import (
	"errors"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip/miptest"
)

func TestConforms(t *testing.T) { miptest.Run(t, fetched(t, Options{})) }

// fetched returns a solver that is ready, or skips the test.
func fetched(t testing.TB, o Options) *Solver {
	t.Helper()
	s := New(o)
	err := s.Prepare()
	if errors.Is(err, ErrNotFetched) {
		t.Skip("HiGHS is not fetched: run `make deps`")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
