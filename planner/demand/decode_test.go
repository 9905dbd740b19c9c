package demand

import (
	"fmt"
	"strings"
	"testing"
)

const key = "default/chat/api"

func TestDecodeErrorsNameKeyFieldAndIndex(t *testing.T) {
	week := strings.TrimSuffix(strings.Repeat("1,", WeeklyValues), ",")
	absolute := `"start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1,2]`
	tests := []struct{ claim, fields, want string }{
		{"negative value", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1,-2]`, "values[1]: -2 is negative"},
		{"overflow", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1,1e999]`, "values[1]: 1e999 is too large"},
		{"larger than any cluster", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1e12]`, "values[0]: 1e12 is too large"},
		{"NaN, which JSON lacks", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1,NaN]`, "values[1]: NaN is no JSON number"},
		{"minus infinity", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[1,2,-Infinity]`, "values[2]: -Infinity is no JSON number"},
		{"text for a number", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":["1"]`, `values[0]: "1" is no number`},
		{"null for a number", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[null]`, `values[0]: null is no number`},
		{"no values", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[]`, "values: empty"},
		{"values that are no list", `"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":3`, "values: 3 is no list"},
		{"unknown unit", `"unit":"pods",` + absolute, `unit: "pods", want "replicas", "gpus" or "requests"`},
		{"missing unit", absolute, "unit: missing"},
		{"requests without a rate", `"unit":"requests",` + absolute, "requests_per_replica: missing"},
		{"requests with rate zero", `"unit":"requests","requests_per_replica":0,` + absolute, "requests_per_replica: 0, must be above 0"},
		{"bad start", `"unit":"gpus","start":"today","timestep":"15m","values":[1]`, `start: "today" is no time`},
		{"missing start", `"unit":"gpus","timestep":"15m","values":[1]`, "start: missing"},
		{"bad timestep", `"unit":"gpus","start":"2026-12-01T00:00:00Z","timestep":"15","values":[1]`, `timestep: "15" is no duration`},
		{"zero timestep", `"unit":"gpus","start":"2026-12-01T00:00:00Z","timestep":"0s","values":[1]`, `timestep: "0s" is no duration above 0`},
		{"longer than ten years", `"unit":"gpus","start":"2026-12-01T00:00:00Z","timestep":"80000h","values":[1,1]`, "cover more than ten years"},
		{"both forms", `"unit":"gpus",` + absolute + `,"weekly":[` + week + `]`, "weekly: stands beside"},
		{"neither form", `"unit":"gpus"`, "values: missing, want start, timestep and values, or weekly"},
		{"short week", `"unit":"gpus","weekly":[1,2],"timezone":"UTC"`, "weekly: 2 values, want 168"},
		{"week without zone", `"unit":"gpus","weekly":[` + week + `]`, "timezone: missing"},
		{"unknown zone", `"unit":"gpus","weekly":[` + week + `],"timezone":"Europe/Lissabon"`, `timezone: "Europe/Lissabon" is no time zone`},
		{"the zone of this machine", `"unit":"gpus","weekly":[` + week + `],"timezone":"Local"`, `timezone: "Local" is no time zone`},
		{"upper shorter than values", `"unit":"gpus","upper":[3],` + absolute, "upper: 1 values, shorter than the 2"},
		{"upper longer than values", `"unit":"gpus","upper":[3,3,3],` + absolute, "upper: 3 values, longer than the 2"},
		{"upper below a value", `"unit":"gpus","upper":[3,1],` + absolute, "upper[1]: 1 is below the value 2"},
		{"bad valid_until", `"unit":"gpus","valid_until":7,` + absolute, "valid_until: 7 is no text"},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			_, err := Decode(key, []byte(`{"schema":1,`+test.fields+`}`))
			wantError(t, err, key, test.want)
		})
	}
}

func TestDecodeRefusesOtherSchemasAndBrokenJSON(t *testing.T) {
	tests := []struct{ claim, raw, want string }{
		{"newer schema", `{"schema":2,"anything":[]}`, "schema: 2 is newer than 1"},
		{"older schema", `{"schema":0}`, "schema: 0, want 1"},
		{"no schema", `{"unit":"gpus"}`, "schema: missing, want 1"},
		{"truncated", "{\"schema\":1,\n\"values\":[1,2", "line 2, values[2]: unexpected end of JSON input"},
		{"a list", `[1]`, "not a JSON object"},
		{"null", `null`, "null, want an object"},
		{"nothing", ``, "unexpected end"},
		{"too large", `{"x":"` + strings.Repeat("x", MaxBytes) + `"}`, "bytes, at most 524288"},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			_, err := Decode(key, []byte(test.raw))
			wantError(t, err, key, test.want)
		})
	}
}

func TestDecodeReportsAllBadFieldsAtOnce(t *testing.T) {
	_, err := Decode(key, []byte(`{"schema":1,"unit":"x","start":"y","timestep":"z","values":[-1]}`))
	wantError(t, err, "unit", "start", "timestep", "values[0]")
}

func TestDecodeKeepsUnknownFields(t *testing.T) {
	f, err := Decode(key, []byte(`{"schema":1,"unit":"gpus","start":"2026-12-01T00:00:00Z","timestep":"1h","values":[1],"zeta":1,"alpha":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(f.Unknown); got != "[alpha zeta]" {
		t.Errorf("unknown fields %s", got)
	}
}

func wantError(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %q", parts)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q lacks %q", err, part)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema":1,"unit":"replicas","start":"2026-12-01T00:00:00Z","timestep":"15m","values":[2,2,3],"upper":[3,3,3]}`))
	f.Add([]byte(`{"schema":1,"unit":"requests","requests_per_replica":20,"weekly":[1],"timezone":"Europe/Lisbon"}`))
	f.Add([]byte(`{"schema":1,"values":[NaN`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		forecast, err := Decode(key, raw)
		if (forecast == nil) == (err == nil) {
			t.Fatalf("forecast %v with error %v", forecast, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), key) {
				t.Fatalf("error %q doesn't name the key", err)
			}
			return
		}
		shaped, err := forecast.Replicas(dayGrid(24), Shaping{GPUsPerReplica: 2})
		if err == nil && len(shaped.Demand()) != 24 {
			t.Fatalf("%d steps", len(shaped.Demand()))
		}
	})
}
