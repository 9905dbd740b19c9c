package cluster

import (
	"slices"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// Forecasts are those that were found, by their key below "forecasts/".
type Forecasts struct {
	ByKey map[string]*demand.Forecast
	// Bad holds why a forecast could not be read.
	Bad map[string]error
	// Place says where a key was looked for, for errors: a path or a KV key; nil
	// means "forecasts/<key>".
	Place func(key string) string
}

func (f *Forecasts) place(key string) string {
	if f.Place == nil {
		return "forecasts/" + key
	}
	return f.Place(key)
}

// ForecastKeys returns the keys of the forecasts that Build will look for, in
// the order of the snapshot: those of every service that can be planned.
func ForecastKeys(s *Snapshot, p Policy, d Declarations) ([]string, error) {
	c, err := newClassifier(s, &p, &d, &findings{})
	if err != nil {
		return nil, err
	}
	var out []string
	for i := range s.Jobs {
		plan := c.classify(&s.Jobs[i], i)
		if plan.reason != "" {
			continue
		}
		for _, g := range plan.groups {
			if g.isService() && !slices.Contains(out, g.declared.Forecast) {
				out = append(out, g.declared.Forecast)
			}
		}
	}
	return out, nil
}
