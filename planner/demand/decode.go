package demand

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// fields are the names of a forecast's JSON that this version knows.
var fields = []string{
	"schema", "unit", "requests_per_replica", "start", "timestep", "values",
	"upper", "weekly", "timezone", "generated_at", "valid_until",
}

// Decode reads the JSON of one forecast. The key only names it in errors,
// which say the field and the index at fault; all that is wrong with the
// fields is reported at once. Fields that are not known are listed in Unknown.
func Decode(key string, raw []byte) (*Forecast, error) {
	f := &Forecast{Key: key}
	if len(raw) > MaxBytes {
		return nil, fmt.Errorf("forecast %s: %d bytes, at most %d are read", key, len(raw), MaxBytes)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, fmt.Errorf("forecast %s: %w", key, syntaxError(raw, err))
	}
	if object == nil {
		return nil, fmt.Errorf("forecast %s: null, want an object", key)
	}
	d := decoder{forecast: f, object: object}
	d.schema()
	if len(d.errs) > 0 { // what another version means by its fields is not known
		return nil, d.errs[0]
	}
	d.unit()
	d.form()
	d.upper()
	d.times()
	d.unknown()
	if len(d.errs) > 0 {
		return nil, errors.Join(d.errs...)
	}
	return f, nil
}

// decoder takes a forecast apart field by field and gathers what is wrong.
type decoder struct {
	forecast *Forecast
	object   map[string]json.RawMessage
	errs     []error
}

func (d *decoder) fail(field, format string, args ...any) {
	d.errs = append(d.errs, d.forecast.fail(field, format, args...))
}

// has reports whether the field is there and not null.
func (d *decoder) has(field string) bool {
	raw, ok := d.object[field]
	return ok && string(raw) != "null"
}

func (d *decoder) schema() {
	if !d.has("schema") {
		d.fail("schema", "missing, want %d", Version)
		return
	}
	v, err := number(d.object["schema"])
	switch {
	case err != nil:
		d.fail("schema", "%w", err)
	case v > Version:
		d.fail("schema", "%v is newer than %d, the newest this program reads", v, Version)
	case v != Version:
		d.fail("schema", "%v, want %d", v, Version)
	}
}

func (d *decoder) unit() {
	f := d.forecast
	f.Unit = Unit(d.text("unit", `want "replicas", "gpus" or "requests"`))
	switch f.Unit {
	case Replicas, GPUs, Requests, "":
	default:
		d.fail("unit", `%q, want "replicas", "gpus" or "requests"`, string(f.Unit))
	}
	if !d.has("requests_per_replica") {
		if f.Unit == Requests {
			d.fail("requests_per_replica", `missing, the unit "requests" needs it`)
		}
		return
	}
	v, err := number(d.object["requests_per_replica"])
	switch {
	case err != nil:
		d.fail("requests_per_replica", "%w", err)
	case v <= 0:
		d.fail("requests_per_replica", "%v, must be above 0", v)
	}
	f.RequestsPerReplica = v
}

// form reads the one of the two forms that is there.
func (d *decoder) form() {
	absolute := d.has("values") || d.has("start") || d.has("timestep")
	switch weekly := d.has("weekly"); {
	case weekly && absolute:
		d.fail("weekly", "stands beside start, timestep or values: a forecast has one form")
	case weekly:
		d.weekly()
	case absolute:
		d.absolute()
	default:
		d.fail("values", "missing, want start, timestep and values, or weekly and timezone")
	}
}

func (d *decoder) absolute() {
	f := d.forecast
	if d.has("timezone") {
		d.fail("timezone", "is for weekly profiles; start names its own zone")
	}
	f.Start = d.time("start", true)
	text := d.text("timestep", `want a duration such as "15m"`)
	if step, err := time.ParseDuration(text); text != "" && (err != nil || step <= 0) {
		d.fail("timestep", `%q is no duration above 0 such as "15m"`, text)
	} else {
		f.Timestep = step
	}
	f.Values = d.series("values")
	if n := len(f.Values); n > 0 && f.Timestep > maxCover/time.Duration(n) {
		d.fail("timestep", "%d values of %s cover more than ten years", n, f.Timestep)
	}
}

func (d *decoder) weekly() {
	f := d.forecast
	f.Weekly = d.series("weekly")
	if n := len(f.Weekly); n > 0 && n != WeeklyValues {
		d.fail("weekly", "%d values, want %d (one per hour, Monday 00:00 first)", n, WeeklyValues)
	}
	name := d.text("timezone", `a profile is by local hour; write "UTC" if that is meant`)
	if name == "" {
		return
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" { // Local would differ from machine to machine
		d.fail("timezone", `%q is no time zone such as "Europe/Lisbon"`, name)
		return
	}
	f.Zone = zone
}

func (d *decoder) upper() {
	if !d.has("upper") {
		return
	}
	f := d.forecast
	f.Upper = d.series("upper")
	base := f.Values
	if f.Weekly != nil {
		base = f.Weekly
	}
	if base == nil || f.Upper == nil {
		return
	}
	if len(f.Upper) < len(base) {
		d.fail("upper", "%d values, shorter than the %d it bounds", len(f.Upper), len(base))
		return
	}
	if len(f.Upper) > len(base) {
		d.fail("upper", "%d values, longer than the %d it bounds", len(f.Upper), len(base))
		return
	}
	for i, v := range f.Upper {
		if v < base[i] {
			d.fail(at("upper", i), "%v is below the value %v it bounds", v, base[i])
			return
		}
	}
}

func (d *decoder) times() {
	d.forecast.GeneratedAt = d.time("generated_at", false)
	d.forecast.ValidUntil = d.time("valid_until", false)
}

func (d *decoder) unknown() {
	for name := range d.object {
		if !slices.Contains(fields, name) {
			d.forecast.Unknown = append(d.forecast.Unknown, name)
		}
	}
	slices.Sort(d.forecast.Unknown)
}

// text reads a string that must be there; it returns "" after an error.
func (d *decoder) text(field, want string) string {
	if !d.has(field) {
		d.fail(field, "missing, %s", want)
		return ""
	}
	var s string
	if err := json.Unmarshal(d.object[field], &s); err != nil || s == "" {
		d.fail(field, "%s is no text, %s", clip(d.object[field]), want)
		return ""
	}
	return s
}

func (d *decoder) time(field string, required bool) time.Time {
	if !required && !d.has(field) {
		return time.Time{}
	}
	text := d.text(field, `want a time such as "2026-12-01T00:00:00Z"`)
	if text == "" {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		d.fail(field, `%q is no time such as "2026-12-01T00:00:00Z"`, text)
	}
	return t
}

// series reads a list of values and stops at its first bad one; it returns nil
// after an error.
func (d *decoder) series(field string) []float64 {
	if !d.has(field) {
		d.fail(field, "missing")
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(d.object[field], &list); err != nil {
		d.fail(field, "%s is no list of numbers", clip(d.object[field]))
		return nil
	}
	if len(list) == 0 {
		d.fail(field, "empty")
		return nil
	}
	values := make([]float64, len(list))
	for i, raw := range list {
		v, err := number(raw)
		if err != nil {
			d.fail(at(field, i), "%w", err)
			return nil
		}
		values[i] = v
	}
	return values
}

// number reads a finite number in 0 … maxValue.
func number(raw json.RawMessage) (float64, error) {
	v, err := strconv.ParseFloat(string(raw), 64)
	switch {
	case math.IsInf(v, 0) || errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is too large, at most %g", clip(raw), float64(maxValue))
	case err != nil:
		return 0, fmt.Errorf("%s is no number", clip(raw))
	case v < 0:
		return 0, fmt.Errorf("%s is negative", clip(raw))
	case v > maxValue:
		return 0, fmt.Errorf("%s is too large, at most %g", clip(raw), float64(maxValue))
	}
	return v, nil
}

// at names one entry of a field.
func at(field string, i int) string { return fmt.Sprintf("%s[%d]", field, i) }

// clip shortens what stands in a file so that it fits into an error.
func clip(raw []byte) string {
	const most = 40
	if len(raw) <= most {
		return string(raw)
	}
	return string(raw[:most]) + "…"
}
