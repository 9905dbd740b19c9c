package cluster

import (
	"errors"
	"fmt"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// MaxSteps is the longest horizon in steps.
const MaxSteps = 2016

// Policy is what the operator values: the part of the configuration that makes
// the problem. Use DefaultPolicy and Decode; the zero Policy is not valid.
type Policy struct {
	// Timestep is at least a second; Horizon is a whole number of timesteps, 1 … MaxSteps.
	Timestep, Horizon time.Duration
	// Earliness is at least 0.
	Earliness float64
	// WeightMax caps declared weights, above 0.
	WeightMax float64
	// DefaultDuration of blocks that state none, above 0.
	DefaultDuration Durations
	// GPUDevices says which device groups are GPUs: "vendor/type/name" with "*"
	// for any text in each, or several separated by commas.
	GPUDevices string
	// Tail says what may happen at the end of the horizon.
	Tail planner.Tail
}

// Durations holds one duration per workload of blocks.
type Durations struct {
	Training, BatchInference, Quantization time.Duration
}

// Of returns the duration of the workload, 0 for one that is no block's.
func (d Durations) Of(w planner.Workload) time.Duration {
	switch w {
	case planner.Training:
		return d.Training
	case planner.BatchInference:
		return d.BatchInference
	case planner.Quantization:
		return d.Quantization
	}
	return 0
}

// DefaultPolicy returns the defaults of the configuration.
func DefaultPolicy() Policy {
	return Policy{
		Timestep:        15 * time.Minute,
		Horizon:         24 * time.Hour,
		Earliness:       planner.DefaultEarliness,
		WeightMax:       100,
		DefaultDuration: Durations{Training: 24 * time.Hour, BatchInference: 4 * time.Hour, Quantization: 2 * time.Hour},
		GPUDevices:      "*/gpu/*",
		Tail:            planner.TailOverrun,
	}
}

// Steps returns the length of the horizon in timesteps.
func (p *Policy) Steps() int { return int(p.Horizon / p.Timestep) }

// Grid returns the axis of time of a problem that starts at start.
func (p *Policy) Grid(start time.Time) demand.Grid {
	return demand.Grid{Start: start, Timestep: p.Timestep, Steps: p.Steps()}
}

// Validate returns all that makes the policy unusable as a whole, joined.
func (p *Policy) Validate() error {
	var errs []error
	switch {
	case p.Timestep < time.Second:
		errs = append(errs, fmt.Errorf("timestep: %s, at least 1s", p.Timestep))
	case p.Horizon < p.Timestep || p.Horizon%p.Timestep != 0:
		errs = append(errs, fmt.Errorf("horizon: %s is no whole number of timesteps of %s", p.Horizon, p.Timestep))
	case p.Horizon/p.Timestep > MaxSteps:
		errs = append(errs, fmt.Errorf("horizon: %s is %d timesteps of %s, at most %d", p.Horizon, p.Horizon/p.Timestep, p.Timestep, MaxSteps))
	}
	if _, err := parseDeviceGlobs(p.GPUDevices); err != nil {
		errs = append(errs, fmt.Errorf("gpu_devices: %w", err))
	}
	return errors.Join(errs...)
}
