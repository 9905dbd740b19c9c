package demand

import (
	"fmt"
	"time"
	_ "time/tzdata" // weekly profiles must mean the same hours on every machine
)

// Version is the newest schema of a forecast that Decode reads.
const Version = 1

// MaxBytes is the largest forecast that Decode reads; Consul holds no larger value.
const MaxBytes = 512 << 10

// WeeklyValues is the length of a weekly profile: one value per local hour,
// Monday 00:00 first.
const WeeklyValues = 7 * 24

// maxValue bounds one value, far above any cluster and far below what an int holds.
const maxValue = 1e9

// maxCover bounds the time an absolute forecast covers, so that its end is a time.
const maxCover = 10 * 365 * 24 * time.Hour

// Unit says what the values of a forecast count.
type Unit string

// The units of a forecast.
const (
	// Replicas counts replicas of the service.
	Replicas Unit = "replicas"
	// GPUs counts GPUs, which are shared out over replicas of equal size.
	GPUs Unit = "gpus"
	// Requests counts requests (per second, at once: whatever one replica can serve of).
	Requests Unit = "requests"
)

// Forecast is what will be asked of one service. Either Values says it from
// Start on, each value holding for Timestep, or Weekly does, by local hour of
// Zone. Values are finite and at least 0.
type Forecast struct {
	// Key names the forecast in errors: its KV key or path.
	Key  string
	Unit Unit
	// RequestsPerReplica is above 0 with the unit Requests, else 0 when absent.
	RequestsPerReplica float64

	Start    time.Time
	Timestep time.Duration
	Values   []float64
	// Weekly is nil or exactly WeeklyValues long.
	Weekly []float64
	Zone   *time.Location
	// Upper is nil or an upper quantile of each value, as long as the values.
	Upper []float64

	// GeneratedAt and ValidUntil are zero when absent.
	GeneratedAt, ValidUntil time.Time
	// Unknown lists the fields that this program doesn't know, sorted.
	Unknown []string
}

// End returns the time up to which an absolute forecast reaches, and the zero
// time for a weekly profile, which has no end.
func (f *Forecast) End() time.Time {
	if f.Weekly != nil {
		return time.Time{}
	}
	return f.Start.Add(time.Duration(len(f.Values)) * f.Timestep)
}

// fail returns an error that names the forecast and the field.
func (f *Forecast) fail(field, format string, args ...any) error {
	return fmt.Errorf("forecast %s: %s: %w", f.Key, field, fmt.Errorf(format, args...))
}
