package cluster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// workloads are the values of the key that opts in.
var workloads = []string{
	string(planner.Training), string(planner.BatchInference), string(planner.Quantization), string(planner.Realtime),
}

// set reads the value of one name; the error quotes the value.
func (d *Declared) set(name, value string) (err error) {
	switch name {
	case keyWorkload:
		d.Workload, err = parseWorkload(value)
	case keyPriority:
		err = setNumber(&d.Priority, value, 1e-9, 100)
	case keyDuration:
		err = setDuration(&d.Duration, value)
	case keyEarliest:
		d.Earliest, err = parseTime(value)
	case keyDeadline:
		d.Deadline, err = parseTime(value)
	case keyDeadlineHard:
		d.DeadlineHard, err = parseTruth(value)
	case keyMin:
		d.Min, err = parseCount(value)
	case keyMax:
		d.Max, err = parseCount(value)
	case keyHeadroom:
		err = checkHeadroom(value)
	case keyLead:
		err = checkLead(value)
	case keyMaxStep:
		_, err = parseCount(value)
	case keyForecast:
		d.Forecast, err = parseForecastKey(value)
	}
	return err
}

// parseWorkload returns "" for "none".
func parseWorkload(value string) (planner.Workload, error) {
	if value == workloadNone {
		return "", nil
	}
	if slices.Contains(workloads, value) {
		return planner.Workload(value), nil
	}
	return "", fmt.Errorf("%q is no workload, want one of %s%s", value,
		strings.Join(workloads, ", "), didYouMean(strings.ToLower(value), workloads))
}

func parseTime(value string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, value)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time such as \"2026-12-02T08:00:00Z\"", value)
	}
	return t, nil
}

func parseTruth(value string) (bool, error) {
	v, err := strconv.ParseBool(value)
	if err != nil {
		return false, fmt.Errorf("%q is neither true nor false", value)
	}
	return v, nil
}

func parseCount(value string) (*int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > demand.MaxReplicas {
		return nil, fmt.Errorf("%q is no whole number in 0 … %d", value, demand.MaxReplicas)
	}
	return &n, nil
}

func checkHeadroom(value string) error {
	number, _ := strings.CutSuffix(value, "%")
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || !(v >= 0 && v <= 1e6) {
		return fmt.Errorf("%q is no headroom such as \"15%%\" or \"2\"", value)
	}
	return nil
}

func checkLead(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no duration such as \"10m\"", value)
	}
	return nil
}

// parseForecastKey returns the key below "forecasts/", which may be written or
// left out. Keys that climb out of it are refused.
func parseForecastKey(value string) (string, error) {
	key := strings.TrimPrefix(value, "forecasts/")
	for _, segment := range strings.Split(key, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return "", fmt.Errorf("%q is no key such as \"default/chat/api\"", value)
		}
	}
	return key, nil
}
