package lane

// held sums the GPUs that are reserved and those that a baseline keeps idle;
// nil when there are none.
func held(reserved, idle []int, steps int) []int {
	if len(reserved) != steps && len(idle) != steps {
		return nil
	}
	sum := make([]int, steps)
	for _, series := range [][]int{reserved, idle} {
		if len(series) == steps {
			for t, n := range series {
				sum[t] += n
			}
		}
	}
	return sum
}

// maxReserveWork bounds the walk over lanes and steps; beyond it a picture
// would show noise.
const maxReserveWork = 1 << 27

// reserve draws held[t] GPUs of pool on its last lanes that are free at t.
func (l *layout) reserve(pool int, held []int) {
	lanes := l.of(pool)
	if held == nil || len(lanes)*len(held) > maxReserveWork {
		return
	}
	next := make([]int, len(lanes)) // first run that has not ended yet
	open := make([]Run, len(lanes)) // the reserved run being grown; To is 0 when there is none
	for t, n := range held {
		for g := len(lanes) - 1; g >= 0; g-- {
			runs := lanes[g].Runs
			for next[g] < len(runs) && runs[next[g]].To <= t {
				next[g]++
			}
			free := next[g] == len(runs) || runs[next[g]].From > t
			if !free || n <= 0 {
				continue
			}
			n--
			if open[g].To != t || t == 0 {
				lanes[g].take(open[g])
				open[g] = Run{Kind: Reserved, Index: -1, From: t}
			}
			open[g].To = t + 1
		}
	}
	for g := range lanes {
		lanes[g].take(open[g])
		sortRuns(lanes[g].Runs)
	}
}

// take adds r unless it is empty.
func (l *Lane) take(r Run) {
	if r.To > r.From {
		l.Runs = append(l.Runs, r)
	}
}
