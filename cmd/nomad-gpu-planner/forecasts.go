package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/demand"
)

// readForecasts reads the forecasts of all services that can be planned.
func readForecasts(dir string, s *cluster.Snapshot, p cluster.Policy, d cluster.Declarations) (cluster.Forecasts, error) {
	place := func(key string) string { return filepath.Join(dir, filepath.FromSlash(key)+".json") }
	out := cluster.Forecasts{ByKey: map[string]*demand.Forecast{}, Bad: map[string]error{}, Place: place}
	keys, err := cluster.ForecastKeys(s, p, d)
	if err != nil || len(keys) == 0 {
		return out, err
	}
	if dir == "" {
		return out, misuse{fmt.Sprintf("-forecasts is missing, and there are services: %s", few(keys))}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return out, plainError(dir, err)
	}
	defer root.Close()
	for _, key := range keys {
		f, err := readForecast(root, key)
		switch {
		case errors.Is(err, fs.ErrNotExist): // Build says what misses it
		case err != nil:
			out.Bad[key] = err
		default:
			out.ByKey[key] = f
		}
	}
	return out, nil
}

// few names the first of many.
func few(names []string) string {
	const most = 5
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
}

// readForecast reads one file below root: a key that a job file names never
// leads out of the folder.
func readForecast(root *os.Root, key string) (*demand.Forecast, error) {
	f, err := root.Open(filepath.FromSlash(key) + ".json")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, demand.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	return demand.Decode(key, raw)
}
