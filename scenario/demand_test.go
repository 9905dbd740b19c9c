package scenario

import (
	"slices"
	"testing"
	"time"
)

func TestDemandIsResampledByTheMaximum(t *testing.T) {
	tests := map[string]struct {
		rows   string
		step   time.Duration
		want   []int
		counts Counts
	}{
		"as it is": {"x.gpus,0,3600,1\nx.gpus,1,3600,3\n", time.Hour, []int{1, 3}, Counts{Apps: 1}},
		"finer than the timestep": {"x,0,1800,1\nx,1,1800,4\nx,2,1800,0\nx,3,1800,2\n", time.Hour, []int{4, 2},
			Counts{Apps: 1, AppsResampled: 1}},
		"coarser than the timestep": {"x,0,3600,1\nx,1,3600,3\n", 30 * time.Minute, []int{1, 1, 3, 3},
			Counts{Apps: 1, AppsResampled: 1}},
		"a step over a boundary counts on both sides": {"x,0,5400,2\nx,1,5400,1\n", time.Hour, []int{2, 2},
			Counts{Apps: 1, AppsResampled: 1}},
		"fractions are rounded up": {"x,0,3600,0.2\nx,1,3600,475.00000000000006\n", time.Hour, []int{1, 475}, Counts{Apps: 1, DemandRoundedUp: 1}},
		"rows in any order, a longer series": {"x,2,3600,9\nx,1,3600,3\nx,0,3600,1\n", time.Hour, []int{1, 3},
			Counts{Apps: 1, DemandAfterwards: 1}},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			o := Options{Horizon: 2 * time.Hour, Timestep: tc.step}
			p, c := mustImport(t, sources(someNodes, noJobs, noDemand+tc.rows), o)
			s := p.Services[0]
			if !slices.Equal(s.Demand, tc.want) || s.ID != "default/x/main" || s.Weight != 10 || s.GPUsPerReplica != 1 {
				t.Errorf("service %+v, want demand %v", s, tc.want)
			}
			tc.counts.Nodes, tc.counts.NodesWithoutGPUs = 3, 1
			if c != tc.counts {
				t.Errorf("counts %+v, want %+v", c, tc.counts)
			}
		})
	}
}
