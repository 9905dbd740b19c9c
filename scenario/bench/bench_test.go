package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

func encode(t *testing.T, p *planner.Problem) []byte {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestDaysAreWhatTheirDescriptionSays looks at all days but the large, of
// which two are enough.
func TestDaysAreWhatTheirDescriptionSays(t *testing.T) {
	for _, r := range Rows() {
		t.Run(r.Name, func(t *testing.T) {
			days := Days
			if r.GPUs > 256 {
				days = 2
			}
			for seed := 1; seed <= days; seed++ {
				checkDay(t, r, uint64(seed))
			}
		})
	}
}

func checkDay(t *testing.T, r Row, seed uint64) {
	t.Helper()
	p := r.Instance(seed)
	text := encode(t, p)
	if _, err := planner.DecodeProblem("day", bytes.NewReader(text)); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if !bytes.Equal(text, encode(t, r.Instance(seed))) {
		t.Errorf("seed %d gives two days", seed)
	}
	s := Describe(p)
	if seed <= 2 {
		t.Logf("seed %d: %s", seed, s)
	}
	if s.GPUs != r.GPUs || s.Steps != r.Steps || s.Blocks != r.Blocks {
		t.Errorf("seed %d: %d GPUs, %d steps, %d blocks", seed, s.GPUs, s.Steps, s.Blocks)
	}
	if s.Load < 1.38 || s.Load > 1.95 {
		t.Errorf("seed %d: load %.3f, want 1.4 to 1.9", seed, s.Load)
	}
	odd := seed%2 == 1
	if (s.RunningBlocks > 0) != odd || (s.Models > 1) != (odd && r.GPUs > poolGPUs) || (s.OneModel > 0) != (s.Models > 1) {
		t.Errorf("seed %d: %d running, %d models, %d blocks for one", seed, s.RunningBlocks, s.Models, s.OneModel)
	}
	if share := float64(s.Served) / float64(s.Capacity); share < 0.1 || share > 0.35 {
		t.Errorf("seed %d: services take %.0f %% of the day", seed, 100*share)
	}
	if s.Arriving < s.Blocks/4 || s.MultiAlloc == 0 || r.GPUs > 8 && s.WholeNode == 0 {
		t.Errorf("seed %d: %+v", seed, s)
	}
}

func TestSeedsDiffer(t *testing.T) {
	r, err := Find("64x96")
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(encode(t, r.Instance(2)), encode(t, r.Instance(4))) {
		t.Error("two seeds give one day")
	}
}

func TestEveryServiceCanBeServed(t *testing.T) {
	for _, r := range Rows() {
		for seed := uint64(1); seed <= 4 && r.GPUs <= 256; seed++ {
			q, err := planner.Solve(context.Background(), r.Instance(seed), planner.Options{Mode: planner.ModeFast})
			if err != nil {
				t.Fatal(err)
			}
			if q.Shortfall.Weighted > 0 {
				t.Errorf("%s, seed %d: weighted shortfall %v", r.Name, seed, q.Shortfall.Weighted)
			}
		}
	}
}

func TestUnknownRowsAreNamed(t *testing.T) {
	if _, err := Find("7x7"); err == nil || err.Error() != `benchmark row "7x7": unknown, want one of 8x96, 64x96, 256x96, 1024x96, 256x288, 256x96-wide, 8192x96, 64x24` {
		t.Error(err)
	}
}

func TestGrowthChangesOneThingAtATime(t *testing.T) {
	for _, r := range Growth(1, 256) {
		changed := 0
		for _, c := range []bool{r.GPUs != 64, r.Steps != 96, r.GPUs == 64 && r.Blocks != 100} {
			if c {
				changed++
			}
		}
		if changed > 1 {
			t.Errorf("%+v", r)
		}
		if p := r.Instance(2); len(p.Blocks) != r.Blocks {
			t.Errorf("%s has %d blocks", r.Name, len(p.Blocks))
		}
	}
}
