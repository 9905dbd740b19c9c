package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Day is a named day to plan.
type Day struct {
	Name string
	// About says in a sentence what the day stands for.
	About string
	// Contended days are those that a report's summary is about: the five that the
	// published one calls so, and traces that ask for more than there is.
	Contended bool
	Problem   *planner.Problem
	// Published is what the comparison this project starts from reports for its day of this name; nil for others.
	Published *Published
	again     *recipe
}

// Published are the figures of Dharma AI's comparison (2026). Its scenario files
// were not published: the days here are reconstructions by name, tuned through
// their workload alone until FIFO comes out alike. Zero means not published.
type Published struct {
	FIFOUtilization float64 `json:"fifo_utilization,omitempty"` // 0 … 1
	PlanUtilization float64 `json:"plan_utilization,omitempty"`
	// OutputGain is the weighted output above FIFO's, 1.051 is +105.1 %.
	OutputGain float64 `json:"output_gain,omitempty"`
}

// dayEntry is a recipe with what is known of its original.
type dayEntry struct {
	recipe    *recipe
	contended bool
	published Published
}

var dayEntries = []dayEntry{
	{&mixed, true, Published{0.516, 0.724, 0.548}},
	{&trainingHeavy, true, Published{0.536, 0.870, 1.051}},
	{&inferenceHeavy, true, Published{}},
	{&batchHeavy, true, Published{}},
	{&quantizationBurst, true, Published{}},
	{&scale64, false, Published{0.449, 0.449, 0.159}},
	{&uniformPriority, false, Published{0.768, 0.875, 0.231}},
}

// Days returns the seven named days, the five contended ones first. The same
// problems stand in examples/scenarios; every call makes them anew.
func Days() []Day {
	days := make([]Day, len(dayEntries))
	for i := range dayEntries {
		e := &dayEntries[i]
		published := e.published
		days[i] = Day{
			Name: e.recipe.name, About: e.recipe.about, Contended: e.contended,
			Problem: e.recipe.make(), Published: &published, again: e.recipe,
		}
	}
	return days
}

// DaysNamed returns the named days in the order of Days, all when names is empty.
func DaysNamed(names ...string) ([]Day, error) {
	days := Days()
	for _, name := range names {
		if !slices.ContainsFunc(days, func(d Day) bool { return d.Name == name }) {
			return nil, fmt.Errorf("day %q: unknown, want one of %s", name, strings.Join(dayNames(), ", "))
		}
	}
	if len(names) == 0 {
		return days, nil
	}
	return slices.DeleteFunc(days, func(d Day) bool { return !slices.Contains(names, d.Name) }), nil
}

func dayNames() []string {
	names := make([]string, len(dayEntries))
	for i := range dayEntries {
		names[i] = dayEntries[i].recipe.name
	}
	return names
}

// Reseeded returns the day that the same recipe makes with another seed, the
// k-th after its own: the figures of one draw may be luck. Days that no recipe
// made have no other.
func (d Day) Reseeded(k int) (Day, bool) {
	if d.again == nil {
		return d, false
	}
	r := *d.again
	r.seed += uint64(k)
	d.Problem = r.make()
	return d, true
}
