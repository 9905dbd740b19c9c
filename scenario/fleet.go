package scenario

// fleet is the replicas that stand now, while the future of their demand is not known.
type fleet struct {
	*day
	on [][]standing // service, index
}

// standing is a replica since step from; until is the step at which what is
// known today takes its GPUs away, T when nothing does.
type standing struct{ pool, from, until int }

func newFleet(d *day) *fleet { return &fleet{day: d, on: make([][]standing, len(d.p.Services))} }

// scale makes the replicas of every service those of step t: first those go
// that are not wanted, then more are placed while there is room.
func (f *fleet) scale(t int) {
	moved := make([]int, len(f.on)) // the index that lost its place at t, and so may not stand at t
	for s := range f.on {
		moved[s] = -1
		keep := min(len(f.on[s]), f.p.Services[s].Demand[t])
		for i := range keep {
			if f.on[s][i].until == t {
				moved[s], keep = i, i
				break
			}
		}
		f.shrink(s, keep, t)
	}
	if t == 0 {
		for s := range f.on {
			f.growTo(s, f.runs(s), t, -1)
		}
	}
	for s := range f.on {
		f.growTo(s, f.p.Services[s].Demand[t], t, moved[s])
	}
}

// growTo places replicas up to n, and ends before index stop.
func (f *fleet) growTo(s, n, t, stop int) {
	for i := len(f.on[s]); i < n && i != stop; i++ {
		if !f.grow(s, i, t) {
			return
		}
	}
}

func (f *fleet) shrink(s, n, t int) {
	for i := len(f.on[s]) - 1; i >= n; i-- {
		y := f.on[s][i]
		f.free(s, y.pool, min(t, y.until), y.until)
		f.note(s, i, y, t)
	}
	f.on[s] = f.on[s][:n]
}

// grow places replica i where it fits now, on the fullest pool, and holds its
// GPUs for as long as nothing known takes them.
func (f *fleet) grow(s, i, t int) bool {
	best, until := -1, t
	for _, p := range f.choices(s, i, t) {
		e := f.stay(s, p, t, f.p.Steps)
		if e > t && (best < 0 || f.room.gpus[p][t] < f.room.gpus[best][t]) {
			best, until = p, e
		}
	}
	if best < 0 {
		return false
	}
	f.hold(s, best, t, until)
	f.on[s] = append(f.on[s], standing{best, t, until})
	return true
}

func (f *fleet) note(s, i int, y standing, t int) {
	f.draft.seats = append(f.draft.seats, seat{s, i, y.pool, y.from, min(t, y.until)})
}

// close ends the day after the steps that were decided.
func (f *fleet) close(steps int) {
	for s := range f.on {
		for i, y := range f.on[s] {
			f.note(s, i, y, steps)
		}
	}
}
