package scenario

import (
	"cmp"
	"slices"
)

// queue steps through the day: at each step, serve is handed the units that may
// start now and have not, in order of arrival, and says which of them did.
func (d *day) queue(serve func(t int, waiting []*unit)) {
	units := unitsOf(d.p)
	waiting := make([]*unit, 0, len(units))
	for t := range d.steps {
		waiting = waiting[:0]
		for _, u := range units {
			if u.early <= t && t <= u.late && d.draft.start[u.blocks[0]] < 0 {
				waiting = append(waiting, u)
			}
		}
		serve(t, waiting)
	}
}

// priority starts whatever fits now, heaviest first. It looks only at what runs.
func priority(d *day) {
	d.seatServices()
	d.queue(func(t int, waiting []*unit) {
		slices.SortStableFunc(waiting, func(x, y *unit) int { return cmp.Compare(y.weight, x.weight) })
		for _, u := range waiting {
			d.start(u, t)
		}
	})
}

// easy starts the queue's head while it fits. The first that does not gets a
// reservation at its earliest start, and others start now only beside that.
func easy(d *day) {
	d.seatServices()
	d.queue(func(t int, waiting []*unit) {
		var head *unit
		var spots [][]int
		at := -1
		for _, u := range waiting {
			if d.start(u, t) || head != nil {
				continue
			}
			if at = d.find(u, t+1); at >= 0 {
				head = u
				spots, _ = d.put(u, at)
			}
		}
		if head != nil {
			d.drop(head, at, spots)
		}
	})
}

// reactive scales services to the demand of the step, and then starts blocks by
// arrival wherever they fit. It knows nothing of later demand.
func reactive(d *day) {
	d.snug = true
	f := newFleet(d)
	d.queue(func(t int, waiting []*unit) {
		f.scale(t)
		for _, u := range waiting {
			d.start(u, t)
		}
	})
	f.close(d.steps)
}
