package scenario

import "fmt"

func fifo(d *day) {
	d.kept = d.reservePeaks(d.peak, d.kept)
	d.inOrder(false)
}

func fifoStrict(d *day) {
	d.kept = d.reservePeaks(d.peak, d.kept)
	d.inOrder(true)
}

func fifoCurve(d *day) {
	d.seatServices()
	d.inOrder(false)
}

// inOrder gives each unit the smallest start beside everything placed so far.
// When strict, nobody starts before an earlier arrival: one that finds no start
// before the horizon holds up all behind it, unless it can never start, or
// its deadline takes it out of the queue.
func (d *day) inOrder(strict bool) {
	floor := 0
	var empty *placer
	for _, u := range unitsOf(d.p) {
		if floor >= d.p.Steps {
			d.because(u, "it waits behind an earlier arrival that finds no room before the horizon ends")
			continue
		}
		s := d.find(u, floor)
		if s >= 0 {
			d.start(u, s)
		}
		if !strict {
			continue
		}
		if empty == nil {
			empty = newPlacer(d.p)
		}
		switch {
		case s >= 0:
			floor = s
		case !u.deadline && empty.impossible(u) == "":
			d.because(u, fmt.Sprintf("no room for it from step %d on", max(floor, u.early)))
			floor = d.p.Steps
		}
	}
}

func (d *day) because(u *unit, reason string) {
	for _, b := range u.blocks {
		d.draft.reason[b] = reason
	}
}
