package scenario

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// app is the demand for one real-time service as written.
type app struct {
	name   string
	line   int // where it is first named
	step   time.Duration
	points []point
}

type point struct {
	index int
	value float64
	line  int
}

const (
	maxIndex  = 1 << 40
	maxDemand = 1 << 20
)

// readDemand returns one service for each app, in the order in which they first appear.
func readDemand(f File, o Options, steps int, c *Counts) ([]planner.Service, error) {
	s, err := openSheet(f, "app", "step_index", "step_s", "demand")
	if err != nil {
		return nil, err
	}
	apps, err := readApps(s)
	if err != nil {
		return nil, err
	}
	services, seen := make([]planner.Service, 0, len(apps)), firstSeen{}
	for _, a := range apps {
		s.line = a.line
		job, err := withoutUnit(s, a.name)
		if err != nil {
			return nil, err
		}
		if err := seen.add(s, "app", job); err != nil {
			return nil, err
		}
		demand, err := a.resample(s, o.Timestep, steps, c)
		if err != nil {
			return nil, err
		}
		services = append(services, planner.Service{
			ID: id(job), Weight: ServiceWeight, GPUsPerReplica: 1, Demand: demand,
		})
	}
	c.Apps = len(apps)
	return services, nil
}

func readApps(s *sheet) ([]*app, error) {
	var apps []*app
	byName := map[string]*app{}
	for {
		more, err := s.next()
		if err != nil || !more {
			return apps, err
		}
		name, err := s.ident("app")
		if err != nil {
			return nil, err
		}
		a := byName[name]
		if a == nil {
			a = &app{name: name, line: s.line}
			byName[name] = a
			apps = append(apps, a)
		}
		if err := a.add(s); err != nil {
			return nil, err
		}
	}
}

// add reads the row as one more point of a.
func (a *app) add(s *sheet) error {
	index, given, err := s.amount("step_index", maxIndex)
	if err != nil {
		return err
	}
	if !given || index != math.Trunc(index) {
		return s.fail("step_index", "is %q, want a whole number from 0", s.text("step_index"))
	}
	step, _, err := s.seconds("step_s")
	if err != nil {
		return err
	}
	if step <= 0 {
		return s.fail("step_s", "is %q, want seconds above 0", s.text("step_s"))
	}
	if a.step != 0 && a.step != step {
		return s.fail("step_s", "is %s, but %q began with %s; use one length per app", step, a.name, a.step)
	}
	value, given, err := s.amount("demand", maxDemand)
	if err != nil {
		return err
	}
	if !given {
		return s.fail("demand", "is empty; write 0 where nothing is wanted")
	}
	a.step = step
	a.points = append(a.points, point{int(index), value, s.line})
	return nil
}

// withoutUnit returns the app's name without ".gpus". Another unit cannot be
// turned into GPUs from the file alone.
func withoutUnit(s *sheet, name string) (string, error) {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return name, nil
	}
	if unit := name[i+1:]; unit != "gpus" {
		return "", s.fail("app", "%q counts %q, which says nothing of GPUs; convert it and call it %q", name, unit, name[:i]+".gpus")
	}
	if i == 0 {
		return "", s.fail("app", "%q has a unit but no name", name)
	}
	return name[:i], nil
}

// resample returns the demand of each timestep: the largest value of the app's
// steps that touch it, rounded up.
func (a *app) resample(s *sheet, timestep time.Duration, steps int, c *Counts) ([]int, error) {
	horizon := time.Duration(steps) * timestep
	need := ceilSteps(horizon, a.step)
	points, err := a.leading(s, need, horizon)
	if err != nil {
		return nil, err
	}
	c.DemandAfterwards += len(a.points) - len(points)
	if a.step != timestep {
		c.AppsResampled++
	}
	demand := make([]int, steps)
	for _, p := range points {
		whole := max(0, ceil(p.value))
		if float64(whole) > p.value+tolerance {
			c.DemandRoundedUp++
		}
		from := time.Duration(p.index) * a.step
		last := min(ceilSteps(min(from+a.step, horizon), timestep), steps)
		for t := int(from / timestep); t < last; t++ {
			demand[t] = max(demand[t], whole)
		}
	}
	return demand, nil
}

// leading returns the points 0 … need−1 in order, or says which is missing or double.
func (a *app) leading(s *sheet, need int, horizon time.Duration) ([]point, error) {
	slices.SortStableFunc(a.points, func(x, y point) int { return cmp.Compare(x.index, y.index) })
	for i, p := range a.points {
		if i > 0 && p.index == a.points[i-1].index {
			s.line = p.line
			return nil, s.fail("step_index", "%d of %q stands on line %d already", p.index, a.name, a.points[i-1].line)
		}
		if p.index != i && i < need {
			s.line = p.line
			return nil, s.fail("step_index", "step %d of %q is missing, this is %d; write every step from 0", i, a.name, p.index)
		}
	}
	if len(a.points) < need {
		s.line = a.points[len(a.points)-1].line
		have := time.Duration(len(a.points)) * a.step
		return nil, s.fail("app", "%q ends after %s, the horizon is %s; give a longer series or a shorter horizon", a.name, have, horizon)
	}
	return a.points[:need], nil
}
