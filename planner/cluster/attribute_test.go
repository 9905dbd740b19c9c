package cluster

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAttributesCompareAsNomadComparesThem(t *testing.T) {
	tests := []struct {
		claim, l, r string
		want        comparison
	}{
		{"GiB is not GB", "80 GiB", "80 GB", greater},
		{"without a space", "80GiB", "81920 MiB", equal},
		{"81559 MiB is less than 80 GiB", "81559 MiB", "80 GiB", less},
		{"81559 MiB is more than 80 GB", "81559 MiB", "80 GB", greater},
		{"kB and KB are one", "5 kB", "5000", rightLacksUnit},
		{"kB against KB", "5 kB", "5 KB", equal},
		{"fractions are exact", "0.5 GB", "500 MB", equal},
		{"but a tenth is none in binary, to Nomad too", "0.1 GB", "100 MB", greater},
		{"the largest units", "2 EiB", "2 EB", greater},
		{"rates", "1 GB/s", "1000 MB/s", equal},
		{"a rate is no size", "1 GB/s", "1 GB", unlikeUnits},
		{"hertz", "1 GHz", "1000 MHz", equal},
		{"watt", "1 kW", "1000 W", equal},
		{"milliwatt with fractions", "1500.5 mW", "1.25 W", greater},
		{"whole milliwatts are cut off, as Nomad does", "1500 mW", "1 W", equal},
		{"whole and broken numbers", "7", "7.0", equal},
		{"negative numbers", "-3", "2", less},
		{"text is ordered as text", "b", "a", greater},
		{"a version is text", "550.54.15", "550.54.2", less},
		{"truth values are equal", "true", "T", equal},
		{"or not", "true", "false", greater},
		{"text and number don't compare", "H100", "100", unlikeKinds},
		{"number and text don't compare", "100", "H100", unlikeKinds},
		{"truth and number don't compare", "true", "5", unlikeKinds},
		{"a unit on the right alone", "80", "80 GiB", leftLacksUnit},
		{"a model is no number with a unit", "NVIDIA A100 80GB", "NVIDIA A100 80GB", equal},
		{"nothing is text", "", "", equal},
	}
	for _, test := range tests {
		t.Run(test.claim, func(t *testing.T) {
			if got := ParseAttribute(test.l).compare(ParseAttribute(test.r)); got != test.want {
				t.Errorf("%q against %q: %d, want %d", test.l, test.r, got, test.want)
			}
		})
	}
}

func TestTypedAttributesKeepTheirType(t *testing.T) {
	d := DeviceGroup{
		Attributes: map[string]string{"driver_version": "550.54", "memory": "80 GiB"},
		Typed:      map[string]Attribute{"memory": IntAttribute(81559, "MiB"), "power": FloatAttribute(0.7, "kW"), "ecc": BoolAttribute(true)},
	}
	for name, want := range map[string]string{"driver_version": "550.54", "memory": "81559 MiB", "power": "0.7 kW", "ecc": "true"} {
		if a, ok := d.attribute(name); !ok || a.String() != want {
			t.Errorf("%s is %q, want %q", name, a, want)
		}
	}
	if a, _ := d.attribute("driver_version"); a.kind != isText {
		t.Error("the driver's version is text to Nomad's plugin")
	}
	if _, ok := d.attribute("none"); ok {
		t.Error("an attribute that isn't there was found")
	}
}

func TestHintsSayWhatWouldMatch(t *testing.T) {
	tests := []struct{ operator, have, want, hint string }{
		{">=", "81559 MiB", "80 GiB", `"80 GB" or "79 GiB" would match`},
		{">=", "40 GiB", "80 GiB", `"40 GiB" would match`},
		{">", "80 GiB", "80 GiB", `"80 GB" or "79 GiB" would match`},
		{">=", "81559 MiB", "81559", `"81559" has no unit and never matches; write "81559 MiB"`},
		{">=", "81559", "80 GiB", `this attribute has no unit, "80 GiB" never matches`},
		{">=", "80 GiB", "3 GHz", "GiB and GHz cannot be compared"},
		{"=", "H100", "100", `"100" is read as a number, the attribute is text`},
		{"<", "80 GiB", "40 GiB", ""},
		{">=", "5 MiB", "1 GiB", ""},
	}
	for _, test := range tests {
		if got := hint(test.operator, ParseAttribute(test.have), ParseAttribute(test.want)); got != test.hint {
			t.Errorf("%s %s %s: %q, want %q", test.have, test.operator, test.want, got, test.hint)
		}
	}
}

func TestEveryHintedValueMatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := []string{"MiB", "GiB", "MB", "GB", "KiB", "TiB"}
		have := IntAttribute(rapid.Int64Range(1, 1<<20).Draw(t, "have"), rapid.SampledFrom(sizes).Draw(t, "unit"))
		want := IntAttribute(rapid.Int64Range(1, 1<<20).Draw(t, "want"), rapid.SampledFrom(sizes).Draw(t, "unit"))
		operator := rapid.SampledFrom([]string{">", ">="}).Draw(t, "operator")
		if orderHolds(operator, have.compare(want)) {
			return
		}
		rest := hint(operator, have, want)
		for rest != "" {
			var value string
			_, rest = cut(rest)
			value, rest = cut(rest)
			if value != "" && !orderHolds(operator, have.compare(ParseAttribute(value))) {
				t.Fatalf("%s %s %s: the hint %q doesn't match", have, operator, want, value)
			}
		}
	})
}

// cut returns what stands before the next quotation mark and what stands after it.
func cut(s string) (before, after string) {
	for i := range s {
		if s[i] == '"' {
			return s[:i], s[i+1:]
		}
	}
	return "", ""
}

func FuzzParseAttribute(f *testing.F) {
	for _, s := range []string{"80 GiB", "1e400", "NaN", "0x1p-2 W", "9223372036854775807 EiB", "true", "", "é"} {
		f.Add(s, "80 GB")
	}
	f.Fuzz(func(t *testing.T, l, r string) {
		a, b := ParseAttribute(l), ParseAttribute(r)
		there, back := a.compare(b), b.compare(a)
		if there.ordered() != back.ordered() {
			t.Fatalf("%q against %q: %d one way, %d the other", l, r, there, back)
		}
		if a.kind != isTruth && there.ordered() && there != -back {
			t.Fatalf("%q against %q: %d and %d", l, r, there, back)
		}
		if a.compare(a) != equal {
			t.Fatalf("%q isn't equal to itself", l)
		}
		for _, operator := range []string{">", ">=", "=", "regexp"} {
			deviceHint(operator, a, b, true)
		}
	})
}
