package show

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// places names pools as people do: by their node, and by the model too where
// a node has several pools.
type places struct {
	names []string       // by pool
	full  []string       // by pool
	index map[string]int // pool id → pool
}

func newPlaces(p *planner.Problem) *places {
	called := make(map[string]string, len(p.Nodes))
	for i := range p.Nodes {
		called[p.Nodes[i].ID] = p.Nodes[i].Name
	}
	pools := map[string]int{}
	for i := range p.Pools {
		pools[p.Pools[i].Node]++
	}
	w := &places{index: make(map[string]int, len(p.Pools))}
	for i := range p.Pools {
		pool := &p.Pools[i]
		name := called[pool.Node]
		if name == "" {
			name = pool.Node
		}
		if name == "" {
			name = pool.ID
		}
		name = lane.Printable(name)
		full := name
		if pools[pool.Node] > 1 {
			full += " " + lane.Model(pool.Device)
		}
		w.names, w.full = append(w.names, name), append(w.full, full)
		w.index[pool.ID] = i
	}
	return w
}

// node returns the name of the node that a pool is on.
func (w *places) node(pool int) string { return w.names[pool] }

// list names the pools of some allocs with their GPUs, at most three pools.
func (w *places) list(allocs []planner.PlanAlloc) string {
	const most = 3
	gpus := map[int][]int{}
	var order, rest []int
	for _, a := range allocs {
		i, known := w.index[a.Pool]
		if !known {
			continue
		}
		if gpus[i] == nil {
			order = append(order, i)
		}
		gpus[i] = append(gpus[i], a.GPUs...)
	}
	if len(order) > most {
		order, rest = order[:most], order[most:]
	}
	var parts []string
	for _, i := range order {
		parts = append(parts, fmt.Sprintf("%s[%s]", w.full[i], ranges(gpus[i])))
	}
	if len(rest) > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", len(rest)))
	}
	return strings.Join(parts, ", ")
}

// ranges writes labels as "0-3,7".
func ranges(labels []int) string {
	labels = slices.Sorted(slices.Values(labels))
	var parts []string
	for i := 0; i < len(labels); {
		j := i
		for j+1 < len(labels) && labels[j+1] == labels[j]+1 {
			j++
		}
		part := strconv.Itoa(labels[i])
		if j > i {
			part += "-" + strconv.Itoa(labels[j])
		}
		parts = append(parts, part)
		i = j + 1
	}
	return strings.Join(parts, ",")
}
