package scenario

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// ServiceWeight is the weight of every imported service.
const ServiceWeight = 10

// Weights says what an imported job is worth. The zero value makes all equal.
type Weights struct {
	random bool
	seed   uint64
	class  map[string]float64
}

// ParseWeights reads a rule: "equal" (or ""), "random:SEED" (1, 2, 4 or 8 by
// job), or "class:LS=8,BE=2" (by priority class, 1 for classes not named).
func ParseWeights(rule string) (Weights, error) {
	kind, rest, _ := strings.Cut(rule, ":")
	switch {
	case rule == "" || rule == "equal":
		return Weights{}, nil
	case kind == "random":
		seed, err := strconv.ParseUint(rest, 10, 64)
		if err != nil {
			return Weights{}, fmt.Errorf("weights %q: the seed must be a whole number, as in random:1", rule)
		}
		return Weights{random: true, seed: seed}, nil
	case kind == "class":
		class, err := parseClasses(rest)
		if err != nil {
			return Weights{}, fmt.Errorf("weights %q: %w", rule, err)
		}
		return Weights{class: class}, nil
	}
	return Weights{}, fmt.Errorf("weights %q: unknown rule, want equal, random:SEED or class:LS=8,BE=2", rule)
}

func parseClasses(list string) (map[string]float64, error) {
	class := map[string]float64{}
	for entry := range strings.SplitSeq(list, ",") {
		name, value, found := strings.Cut(entry, "=")
		name = strings.TrimSpace(name)
		w, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if !found || name == "" || err != nil || !(w > 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("%q: want a class and a weight above 0, as in LS=8", entry)
		}
		if _, twice := class[name]; twice {
			return nil, fmt.Errorf("class %q stands twice", name)
		}
		class[name] = w
	}
	return class, nil
}

// of returns a job's weight; known is false when the rule names classes but not this one.
func (w Weights) of(jobID, class string) (weight float64, known bool) {
	switch {
	case w.random:
		// By id, not by turn: dropping a job must not change the others' weights.
		h := fnv.New64a()
		h.Write([]byte(jobID))
		return float64(int(1) << rand.New(rand.NewPCG(w.seed, h.Sum64())).IntN(4)), true
	case w.class != nil:
		if v, ok := w.class[class]; ok {
			return v, true
		}
		return 1, false
	}
	return 1, true
}
