package cluster

import "testing"

func TestBadValuesNameTheValue(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"priority", "101", `"101", want more than 0 and at most 100`},
		{"priority", "NaN", `"NaN" is no number`},
		{"duration", "6", `"6" is no duration`},
		{"earliest", "2026-12-01", `"2026-12-01" is no time`},
		{"deadline_hard", "yes", `"yes" is neither true nor false`},
		{"min", "-1", `"-1" is no whole number`},
		{"max", "1e3", `"1e3" is no whole number`},
		{"headroom", "15 %", `"15 %" is no headroom`},
		{"headroom", "-2", `"-2" is no headroom`},
		{"lead", "soon", `"soon" is no duration`},
		{"max_step", "x", `"x" is no whole number`},
		{"forecast", "../../etc", `"../../etc" is no key`},
		{"forecast", "", `"" is no key`},
		{"workload", "", `"" is no workload`},
	} {
		var d Declared
		wantErrorText(t, d.set(test.name, test.value), test.want)
	}
}

func TestGoodValuesAreTaken(t *testing.T) {
	for name, value := range map[string]string{
		"workload": "none", "priority": "0.5", "headroom": "15%", "lead": "0s", "max_step": "0", "deadline_hard": "1", "min": "0",
		"earliest": "2026-12-01T01:00:00+01:00", "forecast": "forecasts/default/a%2Fb/g",
	} {
		var d Declared
		if err := d.set(name, value); err != nil {
			t.Errorf("%s = %s: %v", name, value, err)
		}
	}
}
