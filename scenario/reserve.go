package scenario

import "slices"

// reserves remembers where FIFO keeps each service's replicas: service, index →
// pool, −1 for one that has no place of its own.
type reserves [][]int

// of returns where replica i of service s was kept, −1 when it was not.
func (k reserves) of(s, i int) int {
	if s < len(k) && i < len(k[s]) {
		return k[s][i]
	}
	return -1
}

// reservePeaks gives every replica of every service's peak a place for the
// whole day, first fit on pools in file order, whether it is wanted or not. A
// replica that no pool can take all day is seated only while it is wanted.
// peak[s] is the most replicas of service s; was is an earlier answer, kept
// where it still can be.
func (z *placer) reservePeaks(peak []int, was reserves) reserves {
	now, want := make(reserves, len(peak)), z.wants()
	reserve := func(s, from, to int) {
		for i := from; i < to; i++ {
			pool := z.allDay(s, i, was.of(s, i))
			now[s] = append(now[s], pool)
			z.narrow(s, i, want[s])
			if pool >= 0 {
				z.standBy(s, i, pool, want[s])
			} else {
				z.seatReplica(s, i, want[s])
			}
		}
	}
	for s := range peak {
		reserve(s, 0, z.runs(s))
	}
	for s := range peak {
		reserve(s, z.runs(s), peak[s])
	}
	return now
}

// allDay returns the pool that can keep replica i for the whole horizon, −1 when
// none can: not even the one it runs on, when it could not begin there again.
func (z *placer) allDay(s, i, was int) int {
	open := z.list(z.p.Services[s].Pools)
	choices := z.choices(s, i, 0)
	if was >= 0 && len(choices) > 1 {
		choices = append([]int{was}, choices...)
	}
	for _, p := range choices {
		if slices.Contains(open, p) && z.stay(s, p, 0, z.p.Steps) == z.p.Steps {
			return p
		}
	}
	return -1
}

// standBy keeps replica i on pool for the whole day: in use while wanted, idle otherwise.
func (z *placer) standBy(s, i, pool int, want []bool) {
	z.hold(s, pool, 0, z.p.Steps)
	for t := 0; t < len(want); t++ {
		if !want[t] {
			z.draft.keep(pool, t, z.p.Services[s].GPUsPerReplica)
			continue
		}
		from := t
		for t+1 < len(want) && want[t+1] {
			t++
		}
		z.draft.seats = append(z.draft.seats, seat{s, i, pool, from, t + 1})
	}
}
