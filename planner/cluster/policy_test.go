package cluster

import (
	"strings"
	"testing"
	"time"
)

func wantErrorText(t testing.TB, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v lacks %q", err, part)
	}
}

func TestPolicyIsDecodedOverDefaults(t *testing.T) {
	p, notes, err := DefaultPolicy().Decode(map[string][]byte{
		"timestep": []byte("30m\n"), "horizon": []byte("48h"), "default_duration/batch-inference": []byte("1h"), "headroom": []byte("20%"),
	})
	if err != nil || p.Timestep != 30*time.Minute || p.Steps() != 96 || p.DefaultDuration.BatchInference != time.Hour || p.WeightMax != 100 {
		t.Errorf("%+v, %v", p, err)
	}
	if len(notes) != 1 || !strings.HasPrefix(notes[0].String(), "config/headroom: is not used") {
		t.Errorf("notes %v", notes)
	}
}

func TestAllBadSettingsAreReportedAndTheLastGoodHold(t *testing.T) {
	p, _, err := DefaultPolicy().Decode(map[string][]byte{
		"timestep": []byte("15"), "horizn": []byte("1h"), "earliness": []byte("-1"), "weight_max": []byte("0"), "default_duration/training": []byte("0s"),
	})
	for _, want := range []string{
		`config/timestep: "15" is no duration such as "6h30m"`, `config/horizn: unknown name; did you mean "horizon"?`,
		`config/earliness: "-1", want 0 … 1e+06`, `config/weight_max: "0", want more than 0 and at most 100`, `config/default_duration/training: "0s", must be above 0`,
	} {
		wantErrorText(t, err, want)
	}
	if p != DefaultPolicy() {
		t.Errorf("policy %+v", p)
	}
}

func TestHorizonIsAWholeNumberOfSteps(t *testing.T) {
	for value, want := range map[string]string{
		"25m":  "is no whole number of timesteps",
		"600h": "is 2400 timesteps of 15m0s, at most 2016",
		"5m":   "is no whole number of timesteps",
	} {
		_, _, err := DefaultPolicy().Decode(map[string][]byte{"horizon": []byte(value)})
		wantErrorText(t, err, want)
	}
	_, _, err := DefaultPolicy().Decode(map[string][]byte{"gpu_devices": []byte("gpu")})
	wantErrorText(t, err, `"gpu" is no pattern vendor/type/name`)
}

func TestAnyDeviceCanStandForAGPU(t *testing.T) {
	policy := hourly()
	policy.GPUDevices = "*/gpu/*, acme/npu/*"
	d := DeviceGroup{Vendor: "acme", Type: "npu", Name: "x", Instances: []Instance{{"0", true}}}
	p, r, err := Build(snap([]Node{node("n1", d)}, block("j", asks("g", 1, device("npu", 1)))), Forecasts{}, policy, Declarations{})
	if err != nil || len(p.Blocks) != 1 || len(p.Pools) != 1 {
		t.Errorf("%+v, %v\n%s", p, err, show(r.Findings))
	}
}

func TestNearestNameIsOffered(t *testing.T) {
	for word, want := range map[string]string{
		"gpu_planner_deadlne": "gpu_planner_deadline", "gpu_planner_prio": "", "gpu_planner_durations": "gpu_planner_duration",
	} {
		got := didYouMean(word, metaKeys())
		if want != "" && !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("%s: %q, want %s", word, got, want)
		}
	}
	if got := didYouMean("zzzzzz", metaKeys()); got != "" {
		t.Errorf("got %q for nonsense", got)
	}
}
