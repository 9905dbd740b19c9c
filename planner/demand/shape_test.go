package demand

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var midnight = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)

func dayGrid(steps int) Grid { return Grid{Start: midnight, Timestep: time.Hour, Steps: steps} }

func absolute(step time.Duration, values ...float64) *Forecast {
	return &Forecast{Key: key, Unit: Replicas, Start: midnight, Timestep: step, Values: values}
}

// weekOfHours is a profile whose value is the index of the hour in the week.
func weekOfHours(t testing.TB, zone string) *Forecast {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	f := &Forecast{Key: key, Unit: Replicas, Zone: location}
	for h := range WeeklyValues {
		f.Weekly = append(f.Weekly, float64(h))
	}
	return f
}

func TestResampleTakesTheMaximumInsideAStep(t *testing.T) {
	tests := []struct {
		claim  string
		f      *Forecast
		grid   Grid
		expect []float64
	}{
		{"finer source", absolute(15*time.Minute, 1, 5, 1, 1, 2, 2, 2, 3), dayGrid(2), []float64{5, 3}},
		{"coarser source", absolute(2*time.Hour, 4, 7), dayGrid(4), []float64{4, 4, 7, 7}},
		{"source steps that straddle count on both sides", absolute(40*time.Minute, 1, 9, 1), dayGrid(2), []float64{9, 9}},
		{"a grid that begins inside a source step", absolute(time.Hour, 1, 2, 3),
			Grid{Start: midnight.Add(30 * time.Minute), Timestep: time.Hour, Steps: 2}, []float64{2, 3}},
		{"a source step that only touches doesn't count", absolute(time.Hour, 1, 9), dayGrid(1), []float64{1}},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			got, err := test.f.Resample(test.grid)
			if err != nil || !slices.Equal(got, test.expect) {
				t.Errorf("got %v, %v, want %v", got, err, test.expect)
			}
		})
	}
}

func TestHorizonThatIsNotCoveredNamesKeyStepAndTime(t *testing.T) {
	_, err := absolute(time.Hour, 1, 2, 3).Resample(dayGrid(4))
	wantError(t, err, key, "step 3 of 4", "no value for 2026-12-01T03:00:00Z", "the 3 values end")
	_, err = absolute(90*time.Minute, 1).Resample(dayGrid(3))
	wantError(t, err, "step 1 of 3", "no value for 2026-12-01T01:30:00Z")
	early := dayGrid(1)
	early.Start = midnight.Add(-time.Minute)
	_, err = absolute(time.Hour, 1, 2).Resample(early)
	wantError(t, err, "step 0 of 1", "no value for 2026-11-30T23:59:00Z", "begins at 2026-12-01T00:00:00Z")
}

func TestWeeklyProfileFollowsTheLocalHour(t *testing.T) {
	tests := []struct {
		claim, zone, start string
		step               time.Duration
		expect             []float64
	}{
		{"Monday 00:00 is first", "UTC", "2026-11-30T00:00:00Z", time.Hour, []float64{0, 1, 2}},
		{"Sunday 23:00 is last", "UTC", "2026-12-06T23:00:00Z", time.Hour, []float64{167, 0, 1}},
		{"a zone with an offset", "America/New_York", "2026-11-30T05:00:00Z", time.Hour, []float64{0, 1}},
		{"a quarter-hour zone mixes two hours in one step", "Asia/Kathmandu", "2026-11-30T00:00:00Z", time.Hour, []float64{6, 7}},
		{"a quarter-hour zone is exact in quarter-hour steps", "Asia/Kathmandu", "2026-11-30T00:00:00Z", 15 * time.Minute, []float64{5, 6, 6, 6, 6, 7}},
		{"case 28: a 23-hour day skips the hour that isn't", "Europe/Lisbon", "2026-03-29T00:00:00Z", time.Hour, []float64{144, 146, 147}},
		{"case 28: a 25-hour day has one hour twice", "Europe/Lisbon", "2026-10-24T23:00:00Z", time.Hour, []float64{144, 145, 145, 146}},
		{"a clock put back by half an hour", "Australia/Lord_Howe", "2026-04-04T14:00:00Z", 30 * time.Minute, []float64{145, 145, 145, 146}},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			start, err := time.Parse(time.RFC3339, test.start)
			if err != nil {
				t.Fatal(err)
			}
			got, err := weekOfHours(t, test.zone).Resample(Grid{start, test.step, len(test.expect)})
			if err != nil || !slices.Equal(got, test.expect) {
				t.Errorf("got %v, %v, want %v", got, err, test.expect)
			}
		})
	}
}

func TestClockChangeIsNoted(t *testing.T) {
	grid := Grid{time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC), time.Hour, 24}
	shaped, err := weekOfHours(t, "Europe/Lisbon").Replicas(grid, Shaping{GPUsPerReplica: 1})
	if err != nil || len(shaped.Notes) != 1 || !strings.Contains(shaped.Notes[0], "changes its clock") {
		t.Errorf("notes %q, error %v", shaped.Notes, err)
	}
}

func TestUnitsBecomeReplicasRoundedUp(t *testing.T) {
	f := absolute(time.Hour, 0, 1, 60, 61)
	f.Unit, f.RequestsPerReplica = Requests, 20
	wantDemand(t, f, Shaping{GPUsPerReplica: 8}, []int{0, 1, 3, 4})
	f.Unit = GPUs
	wantDemand(t, f, Shaping{GPUsPerReplica: 4}, []int{0, 1, 15, 16})
	f = absolute(time.Hour, 0.1, 0, 2.0000000001, 2.1)
	wantDemand(t, f, Shaping{GPUsPerReplica: 4}, []int{1, 0, 2, 3})
}

func wantDemand(t *testing.T, f *Forecast, s Shaping, want []int) *Shaped {
	t.Helper()
	shaped, err := f.Replicas(dayGrid(len(want)), s)
	if err != nil || !reflect.DeepEqual(shaped.Demand(), want) {
		t.Fatalf("got %+v, %v, want %v", shaped, err, want)
	}
	return shaped
}

func TestNarrowerBoundWinsAndCapIsCountedCase21(t *testing.T) {
	s := Shaping{
		GPUsPerReplica: 1,
		Min:            []Bound{{1, "meta"}, {2, "scaling"}},
		Max:            []Bound{{9, "meta"}, {5, "the job's scaling max"}},
	}
	shaped := wantDemand(t, absolute(time.Hour, 0, 8, 4, 6), s, []int{2, 5, 4, 5})
	if shaped.Capped != 2 || shaped.Cut != 3 || shaped.Highest.From != "the job's scaling max" {
		t.Errorf("capped %d steps by up to %d, %+v", shaped.Capped, shaped.Cut, shaped.Highest)
	}
	s.Min = []Bound{{6, "gpu_planner_min"}}
	_, err := absolute(time.Hour, 1).Replicas(dayGrid(1), s)
	wantError(t, err, key, "at least 6 replicas (gpu_planner_min) is above at most 5")
}

func TestDemandBeyondAnyClusterIsAnError(t *testing.T) {
	_, err := absolute(time.Hour, 1, 2e6).Replicas(dayGrid(2), Shaping{})
	wantError(t, err, key, "step 1 of 2 asks for 2000000 replicas")
}

func TestWhatIsNotUsedYetIsSaid(t *testing.T) {
	f := absolute(time.Hour, 1)
	f.Upper, f.ValidUntil, f.Unknown = []float64{2}, midnight, []string{"model"}
	notes := wantDemand(t, f, Shaping{}, []int{1}).Notes
	for i, want := range []string{"upper", "valid_until", "model"} {
		if !strings.Contains(notes[i], want) {
			t.Errorf("note %d is %q, want %s", i, notes[i], want)
		}
	}
}

func TestResampledDemandIsNeverBelowAnySourceValueInsideTheStep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := time.Duration(rapid.IntRange(1, 200).Draw(t, "source")) * time.Minute
		step := time.Duration(rapid.IntRange(1, 200).Draw(t, "step")) * time.Minute
		offset := time.Duration(rapid.IntRange(0, 300).Draw(t, "offset")) * time.Minute
		values := rapid.SliceOfN(rapid.Float64Range(0, 50), 1, 40).Draw(t, "values")
		f := absolute(source, values...)
		g := Grid{midnight.Add(offset), step, rapid.IntRange(1, 20).Draw(t, "steps")}
		got, err := f.Resample(g)
		covered := !g.Time(g.Steps).After(f.End())
		if (err == nil) != covered {
			t.Fatalf("covered %v, error %v", covered, err)
		}
		if err != nil {
			return
		}
		for n := range got { // minute by minute, as a careful person would
			most := 0.0
			for at := g.Time(n); at.Before(g.Time(n + 1)); at = at.Add(time.Minute) {
				most = max(most, values[at.Sub(midnight)/source])
			}
			if got[n] != most {
				t.Fatalf("step %d is %v, the largest value inside is %v", n, got[n], most)
			}
		}
	})
}

func TestWeeklyDemandIsTheMaximumOfItsMinutes(t *testing.T) {
	zones := []string{"UTC", "Europe/Lisbon", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns"}
	rapid.Check(t, func(t *rapid.T) {
		location, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		f := &Forecast{Key: key, Unit: Replicas, Zone: location}
		for h := range WeeklyValues {
			f.Weekly = append(f.Weekly, float64(h*37%101))
		}
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 366*24*60).Draw(t, "minute")) * time.Minute)
		g := Grid{start, time.Duration(rapid.IntRange(1, 180).Draw(t, "step")) * time.Minute, 8}
		got, err := f.Resample(g)
		if err != nil {
			t.Fatal(err)
		}
		for n := range got {
			most := 0.0
			for at := g.Time(n); at.Before(g.Time(n + 1)); at = at.Add(time.Minute) {
				most = max(most, f.Weekly[f.hourOfWeek(at)])
			}
			if got[n] != most {
				t.Fatalf("step %d is %v, its minutes say %v", n, got[n], most)
			}
		}
	})
}
