package cluster

import (
	"slices"
	"strings"
)

// MetaPrefix begins every meta key of the planner; alone it is the key that
// opts a group in.
const MetaPrefix = "gpu_planner"

// workloadNone opts a group out again.
const workloadNone = "none"

// The declarations' names: the meta keys without their prefix.
const (
	keyWorkload     = "workload"
	keyPriority     = "priority"
	keyDuration     = "duration"
	keyEarliest     = "earliest"
	keyDeadline     = "deadline"
	keyDeadlineHard = "deadline_hard"
	keyMin          = "min"
	keyMax          = "max"
	keyHeadroom     = "headroom"
	keyLead         = "lead"
	keyMaxStep      = "max_step"
	keyForecast     = "forecast"
)

// keys lists the declarations' names in the order in which they are read.
var keys = []string{
	keyWorkload, keyPriority, keyDuration, keyEarliest, keyDeadline, keyDeadlineHard,
	keyMin, keyMax, keyHeadroom, keyLead, keyMaxStep, keyForecast,
}

// keysOfBlocks and keysOfServices say for whom a key is; the rest is for both.
var (
	keysOfBlocks   = []string{keyDuration, keyEarliest, keyDeadline, keyDeadlineHard}
	keysOfServices = []string{keyMin, keyMax, keyHeadroom, keyLead, keyMaxStep, keyForecast}
	keysNotYetUsed = []string{keyHeadroom, keyLead, keyMaxStep}
)

// MetaKey returns the meta key of a declaration's name: "gpu_planner_priority"
// of "priority", and "gpu_planner" of "workload".
func MetaKey(name string) string {
	if name == keyWorkload {
		return MetaPrefix
	}
	return MetaPrefix + "_" + name
}

func metaKeys() []string {
	out := make([]string, len(keys))
	for i, name := range keys {
		out[i] = MetaKey(name)
	}
	return out
}

// strayKeys returns the planner's keys in meta that it doesn't know, sorted.
func strayKeys(meta map[string]string) []string {
	var stray []string
	for key := range meta {
		if strings.HasPrefix(key, MetaPrefix) && !slices.Contains(metaKeys(), key) {
			stray = append(stray, key)
		}
	}
	slices.Sort(stray)
	return stray
}
