package scenario

import "fmt"

func fifo(d *day) {
	d.kept = d.reservePeaks(d.peak, d.kept)
	d.inOrder()
}

func fifoStrict(d *day) {
	d.kept = d.reservePeaks(d.peak, d.kept)
	d.inStrictOrder()
}

func fifoCurve(d *day) {
	d.seatServices()
	d.inOrder()
}

// inOrder gives each unit the smallest start beside everything placed so far.
func (d *day) inOrder() {
	for _, u := range unitsOf(d.p) {
		if s := d.find(u, 0); s >= 0 {
			d.start(u, s)
		}
	}
}

// inStrictOrder does the same, but nobody starts before an earlier arrival: one
// that finds no start before the horizon holds up all behind it, unless it can
// never start, or its deadline takes it out of the queue.
func (d *day) inStrictOrder() {
	floor, empty := 0, newPlacer(d.p)
	for _, u := range unitsOf(d.p) {
		if floor == d.p.Steps {
			d.because(u, "it waits behind an earlier arrival that finds no room before the horizon ends")
		} else if s := d.find(u, floor); s >= 0 {
			d.start(u, s)
			floor = s
		} else if !u.deadline && empty.impossible(u) == "" {
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
