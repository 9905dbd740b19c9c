package planner

// gapOf returns (bound − objective) / objective, never below 0; nil when
// nothing was proven, or the objective is 0 and the bound is not.
func gapOf(objective float64, bound *float64) *float64 {
	gap := 0.0
	switch {
	case bound == nil:
		return nil
	case objective > 0:
		gap = max(0, (*bound-objective)/objective)
	case *bound > tolerance:
		return nil
	}
	return &gap
}

// isProven reports whether the gap is closed and the shortfall proven smallest.
func isProven(gap *float64, weighted float64, bound *float64) bool {
	return gap != nil && *gap <= tolerance && bound != nil && *bound >= weighted-tolerance
}
