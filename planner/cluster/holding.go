package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// work is what runs of one group.
type work struct {
	key    string // of its group
	job    string // "namespace/job", for people
	group  string
	pos    Pos
	order  int
	run    []*Running
	allocs []alloc // by index
	ended  int
	// planned says that it became a block or a service; else it is reserved.
	planned bool
}

// alloc is one running allocation.
type alloc struct {
	index, node int
	holds       []holding
	cpu, memory float64
}

// holding is what an alloc holds of one pool.
type holding struct {
	pool, gpus int
	// sick counts those that are known to be unhealthy or gone.
	sick int
}

// single returns the one pool the alloc holds GPUs of, if it holds gpus of just one.
func (a *alloc) single(gpus int) (pool int, ok bool) {
	if len(a.holds) != 1 || a.holds[0].gpus != gpus {
		return 0, false
	}
	return a.holds[0].pool, true
}

// holdings is all that runs, by group.
type holdings struct {
	list []*work
	of   map[string]*work // group key → work
}

// newHoldings reads what runs, and widens pools by what is held of them though
// it isn't healthy. In files, places that don't exist are errors; live they
// are reported, for Nomad's lists are not all of one moment.
func newHoldings(s *Snapshot, v *inventory, found *findings) (*holdings, error) {
	h := &holdings{of: map[string]*work{}}
	var errs []error
	for i := range s.Running {
		r := &s.Running[i]
		found.order = len(s.Jobs) + i
		for _, err := range h.add(r, v, found.order) {
			if s.Live {
				found.add(Finding{Severity: Warning, Pos: r.Pos, Job: r.Namespace + "/" + r.Job, Group: r.Group, Text: err.Error()})
				continue
			}
			errs = append(errs, fmt.Errorf("%srunning %s/%s/%s: %w", at(r.Pos), r.Namespace, r.Job, r.Group, err))
		}
	}
	for _, w := range h.list {
		slices.SortStableFunc(w.allocs, func(a, b alloc) int { return cmp.Compare(a.index, b.index) })
	}
	errs = append(errs, h.widen(s, v)...)
	return h, errors.Join(errs...)
}

// add puts one entry to its group's work.
func (h *holdings) add(r *Running, v *inventory, order int) (errs []error) {
	key := GroupKey(cmp.Or(r.Namespace, "default"), r.Job, r.Group)
	w := h.of[key]
	if w == nil {
		w = &work{key: key, job: cmp.Or(r.Namespace, "default") + "/" + r.Job, group: r.Group, pos: r.Pos, order: order}
		h.of[key] = w
		h.list = append(h.list, w)
	}
	w.run = append(w.run, r)
	w.ended += r.Ended
	earlier := len(w.allocs)
	for i := range r.Allocs {
		if err := w.add(&r.Allocs[i], v, earlier); err != nil {
			errs = append(errs, fmt.Errorf("allocs[%d]: %w", i, err))
		}
	}
	return errs
}

func (w *work) add(r *RunningAlloc, v *inventory, earlier int) error {
	node, ok := v.find(r.Node)
	switch {
	case !ok:
		return fmt.Errorf("unknown node %q", r.Node)
	case r.GPUs < 0:
		return fmt.Errorf("gpus is %d", r.GPUs)
	}
	one := w.alloc(r.Index, node, earlier)
	one.cpu, one.memory = one.cpu+r.CPU, one.memory+r.Memory
	if r.Device == "" {
		return nil
	}
	p, ok := v.poolOf(node, r.Device)
	if !ok {
		if v.hasOther(node, r.Device) {
			return nil
		}
		return fmt.Errorf("node %q has no device %q", r.Node, r.Device)
	}
	one.holds = append(one.holds, holding{pool: p, gpus: r.GPUs, sick: v.pools[p].sick(r.IDs)})
	return nil
}

// alloc returns the alloc of the index on the node, a new one if none of the
// same entry, which begins after the earlier ones, has both.
func (w *work) alloc(index, node, earlier int) *alloc {
	for i := earlier; i < len(w.allocs); i++ {
		if w.allocs[i].index == index && w.allocs[i].node == node {
			return &w.allocs[i]
		}
	}
	w.allocs = append(w.allocs, alloc{index: index, node: node})
	return &w.allocs[len(w.allocs)-1]
}

// hasOther reports whether the device is one of the node's that stands for no GPU.
func (v *inventory) hasOther(node int, device string) bool {
	n := &v.snapshot.Nodes[node]
	return slices.ContainsFunc(n.Devices, func(d DeviceGroup) bool { return d.label() == device })
}

// sick counts the ids that are no healthy instances of the pool.
func (p *pool) sick(ids []string) int {
	sick := len(ids)
	for _, in := range p.device.Instances {
		if in.Healthy && slices.Contains(ids, in.ID) {
			sick--
		}
	}
	return sick
}

// widen makes pools as large as what is healthy or held. More than a pool has
// of devices at all is a mistake in a file; live it is a device that vanished.
func (h *holdings) widen(s *Snapshot, v *inventory) (errs []error) {
	held, sick := make([]int, len(v.pools)), make([]int, len(v.pools))
	for _, w := range h.list {
		for i := range w.allocs {
			for _, one := range w.allocs[i].holds {
				held[one.pool] += one.gpus
				sick[one.pool] += one.sick
			}
		}
	}
	for i := range v.pools {
		p := &v.pools[i]
		if held[i] > p.instances && !s.Live {
			n := &s.Nodes[p.node]
			errs = append(errs, fmt.Errorf("%snode %q: running work holds %d of the %d devices %q",
				at(p.device.Pos), n.called(), held[i], p.instances, p.device.label()))
		}
		p.gpus = max(p.healthy+sick[i], held[i])
	}
	return errs
}
