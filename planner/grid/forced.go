package grid

import "math"

// Forced returns the packing of what has no choice: units that must be placed
// and have one start and one pool. What does not fit stays out.
func Forced(in *Instance) *State {
	st := NewState(in)
	for u := range in.Units {
		unit := &in.Units[u]
		if unit.Must && unit.Early == unit.Late && len(unit.Items) == 1 && len(unit.Items[0].Pools) == 1 {
			st.Place(u, unit.Early, nil)
		}
	}
	return st
}

// Trim takes the starts from units of in that base leaves no room for, by
// giving them the value −Inf and narrowing the window. It changes in, and is
// called once, while in is built.
func Trim(in *Instance, base *State) {
	for u := range in.Units {
		unit := &in.Units[u]
		if unit.Must || unit.Late < unit.Early {
			continue
		}
		starts := base.Starts(u, nil)
		early, late := -1, -2
		for s := unit.Early; s <= unit.Late; s++ {
			if !starts.Has(s) {
				unit.Values[s-unit.Early] = math.Inf(-1)
				continue
			}
			if early < 0 {
				early = s
			}
			late = s
		}
		if early >= 0 {
			unit.Values = unit.Values[early-unit.Early : late+1-unit.Early]
		} else {
			unit.Values = nil
		}
		unit.Early, unit.Late = early, late
	}
}
