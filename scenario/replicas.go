package scenario

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

func replicaNeed(s *planner.Service) need { return need{s.GPUsPerReplica, s.CPU, s.Memory} }

// seatServices puts the replicas of every service where they are wanted, first
// fit on pools in file order, one index after the other. Those that run already
// come first: nobody is put in their place.
func (z *placer) seatServices() {
	want := z.wants()
	for s := range want {
		for i := range z.runs(s) {
			z.narrow(s, i, want[s])
			z.seatReplica(s, i, want[s])
		}
	}
	for s := range want {
		for i := z.runs(s); z.narrow(s, i, want[s]); i++ {
			z.seatReplica(s, i, want[s])
		}
	}
}

// runs counts the replicas of service s that run at step 0 and are wanted still.
func (z *placer) runs(s int) int {
	svc := &z.p.Services[s]
	return min(len(svc.Running), svc.Demand[0])
}

// wants returns for each service the steps at which its next replica may exist: all.
func (z *placer) wants() [][]bool {
	want := make([][]bool, len(z.p.Services))
	for s := range want {
		want[s] = make([]bool, z.p.Steps)
		for t := range want[s] {
			want[s][t] = true
		}
	}
	return want
}

// narrow keeps of want the steps at which replica i of service s is asked for,
// and reports whether any is left. Replica i exists only beside i−1.
func (z *placer) narrow(s, i int, want []bool) bool {
	some := false
	for t, d := range z.p.Services[s].Demand {
		want[t] = want[t] && d > i
		some = some || want[t]
	}
	return some
}

// seatReplica seats replica i for as much of want as it finds room for, and
// clears the rest of want. Where no pool takes a whole stay, the longest part
// is seated, and a step is left out before the next: a replica cannot move
// without a break.
func (z *placer) seatReplica(s, i int, want []bool) {
	for t := 0; t < len(want); t++ {
		if !want[t] {
			continue
		}
		end := t
		for end < len(want) && want[end] {
			end++
		}
		z.seatStay(s, i, t, end, want)
		t = end
	}
}

func (z *placer) seatStay(s, i, t, end int, want []bool) {
	for t < end {
		pool, until := z.longest(s, i, t, end)
		if until > t {
			z.seat(s, i, pool, t, until)
		}
		if until < end {
			want[until] = false
		}
		t = until + 1
	}
}

// longest returns the first pool on which the replica stands longest from t on,
// at most to end.
func (z *placer) longest(s, i, t, end int) (pool, until int) {
	pool, until = -1, t
	for _, p := range z.choices(s, i, t) {
		if e := z.stay(s, p, t, end); e > until {
			pool, until = p, e
		}
		if until == end {
			break
		}
	}
	return pool, until
}

// choices returns the pools on which replica i may begin at t: the one it runs
// on, or all that the service may use.
func (z *placer) choices(s, i, t int) []int {
	svc := &z.p.Services[s]
	if t == 0 && i < z.runs(s) {
		return []int{z.pools[svc.Running[i]]}
	}
	return z.list(svc.Pools)
}

// stay returns until when a replica of service s can be on pool p from t on.
func (z *placer) stay(s, p, t, end int) int {
	svc := &z.p.Services[s]
	e := z.room.until(p, t, end, replicaNeed(svc))
	if taken := z.taken[s][z.room.node[p]]; svc.DistinctNodes && taken != nil {
		for k := t; k < e; k++ {
			if taken[k] {
				return k
			}
		}
	}
	return e
}

// seat notes the stay and takes its room.
func (z *placer) seat(s, i, p, from, to int) {
	z.hold(s, p, from, to)
	z.draft.seats = append(z.draft.seats, seat{s, i, p, from, to})
}

func (z *placer) hold(s, p, from, to int) {
	z.room.take(p, from, to, replicaNeed(&z.p.Services[s]))
	z.mark(s, p, from, to, true)
}

func (z *placer) free(s, p, from, to int) {
	z.room.give(p, from, to, replicaNeed(&z.p.Services[s]))
	z.mark(s, p, from, to, false)
}

func (z *placer) mark(s, p, from, to int, on bool) {
	if !z.p.Services[s].DistinctNodes {
		return
	}
	n := z.room.node[p]
	if z.taken[s][n] == nil {
		z.taken[s][n] = make([]bool, z.p.Steps)
	}
	for t := from; t < to; t++ {
		z.taken[s][n][t] = on
	}
}
