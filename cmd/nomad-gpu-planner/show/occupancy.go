package show

import (
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// levels are the shares of a group of GPUs in use, in eighths.
var levels = []rune("▁▂▃▄▅▆▇█")

// group is neighbouring lanes that share one row of the grid.
type group struct {
	name, model string
	lanes       []lane.Lane
}

// occupancy prints a row for each pool, or for each run of pools of one model
// when they are many too: how much of it is in use at each step.
func (s *screen) occupancy() {
	groups := s.byPool()
	if len(groups) > mostRows {
		groups = s.byModel(groups)
	}
	more := groups[min(len(groups), mostRows):]
	groups = groups[:min(len(groups), mostRows)]
	names := gutterOf(groups)
	r := newRuler(s.p.Steps, max(10, s.Width-columns(names[0])-2))
	s.head(r, columns(names[0]))
	for i, g := range groups {
		s.line("%s  %s", names[i], s.shares(g, r))
	}
	if len(more) > 0 {
		gpus := 0
		for _, g := range more {
			gpus += len(g.lanes)
		}
		s.line("… %s with %s left out; -svg draws them all", count(len(more), "more row"), count(gpus, "GPU"))
	}
	s.line("")
	s.line("%s one eighth … all of a row's GPUs in use", string(levels))
}

func gutterOf(groups []group) []string {
	names, models, gpus := 0, 0, 0
	for _, g := range groups {
		names, models = max(names, columns(g.name)), max(models, columns(g.model))
		gpus = max(gpus, len(strconv.Itoa(len(g.lanes))))
	}
	out := make([]string, len(groups))
	for i, g := range groups {
		out[i] = pad(g.name, names) + " " + pad(g.model, models) + " " + padLeft(strconv.Itoa(len(g.lanes)), gpus)
	}
	return out
}

func (s *screen) byPool() []group {
	var groups []group
	for first := 0; first < len(s.lanes); {
		end, pool := first, s.lanes[first].Pool
		for end < len(s.lanes) && s.lanes[end].Pool == pool {
			end++
		}
		groups = append(groups, group{elide(s.where.node(pool), nameRoom), clip(s.modelOf(pool), modelRoom), s.lanes[first:end]})
		first = end
	}
	return groups
}

// byModel joins neighbouring pools of one model.
func (s *screen) byModel(pools []group) []group {
	var groups []group
	members := 0
	for i, g := range pools {
		if i == 0 || g.model != pools[i-1].model {
			groups = append(groups, g)
			members = 1
			continue
		}
		members++
		last := &groups[len(groups)-1]
		last.name = count(members, "node")
		// The lanes of neighbouring pools follow each other in one array.
		last.lanes = last.lanes[:len(last.lanes)+len(g.lanes)]
	}
	return groups
}

// shares returns the cells of a group: the share in use, in the hue of the
// kind of work that uses most.
func (s *screen) shares(g group, r ruler) string {
	used := make([]int, s.p.Steps)
	byHue := map[string][]int{}
	for i := range g.lanes {
		for _, run := range g.lanes[i].Runs {
			name := s.hueOf(run).name
			if byHue[name] == nil {
				byHue[name] = make([]int, s.p.Steps)
			}
			for t := run.From; t < run.To; t++ {
				used[t]++
				byHue[name][t]++
			}
		}
	}
	var out strings.Builder
	for cell := range r.cells {
		from, to := r.span(cell)
		share := float64(sum(used[from:to])) / float64((to-from)*len(g.lanes))
		out.WriteString(s.level(share, byHue, from, to))
	}
	return out.String()
}

func (s *screen) level(share float64, byHue map[string][]int, from, to int) string {
	if share == 0 {
		return s.dim(string(idleSign))
	}
	sign := string(levels[min(len(levels)-1, int(share*float64(len(levels))))])
	if share < 1 && sign == string(levels[len(levels)-1]) {
		sign = string(levels[len(levels)-2]) // a full bar means full
	}
	best, most := hue{}, 0
	for _, h := range []hue{serviceHue, trainingHue, batchHue, quantHue, reservedHue} {
		if series := byHue[h.name]; series != nil && sum(series[from:to]) > most {
			best, most = h, sum(series[from:to])
		}
	}
	return s.paint(best.ink, sign)
}

func sum(list []int) int {
	n := 0
	for _, x := range list {
		n += x
	}
	return n
}
