package cluster

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// setting is one name of the configuration that makes the problem.
type setting struct {
	name string
	set  func(p *Policy, value string) error
}

// settings are the names that are used here.
var settings = []setting{
	{"timestep", func(p *Policy, v string) error { return setDuration(&p.Timestep, v) }},
	{"horizon", func(p *Policy, v string) error { return setDuration(&p.Horizon, v) }},
	{"earliness", func(p *Policy, v string) error { return setNumber(&p.Earliness, v, 0, 1e6) }},
	{"weight_max", func(p *Policy, v string) error { return setNumber(&p.WeightMax, v, math.SmallestNonzeroFloat64, 100) }},
	{"default_duration/training", func(p *Policy, v string) error { return setDuration(&p.DefaultDuration.Training, v) }},
	{"default_duration/batch-inference", func(p *Policy, v string) error { return setDuration(&p.DefaultDuration.BatchInference, v) }},
	{"default_duration/quantization", func(p *Policy, v string) error { return setDuration(&p.DefaultDuration.Quantization, v) }},
	{"gpu_devices", func(p *Policy, v string) error { p.GPUDevices = v; return nil }},
}

// unusedSettings are the names of the configuration that make nothing of the
// problem, or nothing yet.
var unusedSettings = []string{
	"mode", "replan_interval", "quiet_min", "quiet_max", "solve_limit", "gap", "stability", "headroom", "lead",
	"max_step", "scale_down_delay", "respect_raise", "on_stale", "forecast_jump", "observed_fresh", "device_grace",
	"backfill_margin", "max_releases", "max_lowered", "settle_timeout", "place_timeout", "autoscaler",
	"allow_preemption", "job_max_count",
}

// Decode returns the policy with the values of config/<name> put over it, notes
// on those that are not used here, and all errors at once, in the order of the
// names. After an error the policy that it was called on still holds.
func (p Policy) Decode(values map[string][]byte) (Policy, []Finding, error) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	out, notes, errs := p, []Finding(nil), []error(nil)
	for _, name := range names {
		value := strings.TrimSpace(string(values[name]))
		i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
		switch {
		case i >= 0:
			if err := settings[i].set(&out, value); err != nil {
				errs = append(errs, fmt.Errorf("config/%s: %w", name, err))
			}
		case slices.Contains(unusedSettings, name):
			notes = append(notes, Finding{Key: "config/" + name, Text: "is not used when planning offline, or not yet"})
		default:
			errs = append(errs, fmt.Errorf("config/%s: unknown name%s", name, didYouMean(name, settingNames())))
		}
	}
	if len(errs) == 0 {
		if err := out.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("config/%w", err))
		}
	}
	if len(errs) > 0 {
		return p, notes, errors.Join(errs...)
	}
	return out, notes, nil
}

func settingNames() []string {
	names := slices.Clone(unusedSettings)
	for i := range settings {
		names = append(names, settings[i].name)
	}
	return names
}

func setDuration(to *time.Duration, value string) error {
	d, err := parseDuration(value)
	if err == nil {
		*to = d
	}
	return err
}

func setNumber(to *float64, value string, low, high float64) error {
	v, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil || math.IsNaN(v):
		return fmt.Errorf("%q is no number", value)
	case low > 0 && (v < low || v > high):
		return fmt.Errorf("%q, want more than 0 and at most %g", value, high)
	case v < low || v > high:
		return fmt.Errorf("%q, want %g … %g", value, low, high)
	}
	*to = v
	return nil
}

// parseDuration reads a duration above 0.
func parseDuration(value string) (time.Duration, error) {
	d, err := time.ParseDuration(value)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is no duration such as \"6h30m\"", value)
	case d <= 0:
		return 0, fmt.Errorf("%q, must be above 0", value)
	}
	return d, nil
}
