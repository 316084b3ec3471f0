package edit

import (
	"bytes"
	"net/netip"
	"testing"

	"pgregory.net/rapid"
)

// Addresses are read as net/netip reads them, and refused where it refuses them.
func TestParseAddress(t *testing.T) {
	check := func(t rapid.TB, s string) {
		a, err := netip.ParseAddr(s)
		got := parseIPv6(s)
		if err == nil && a.Is6() && a.Zone() == "" {
			if want := a.As16(); !bytes.Equal(got, want[:]) {
				t.Errorf("%q is read as % x, want % x", s, got, want)
			}
		} else if got != nil {
			t.Errorf("%q is read as % x", s, got)
		}
		var want []byte
		if err == nil && a.Is4() {
			want = a.AsSlice()
		}
		if got := parseIPv4(s); !bytes.Equal(got, want) {
			t.Errorf("%q is read as % x, want % x", s, got, want)
		}
	}
	for _, s := range []string{"", ":", "::", ":::", "1::", "::1", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::",
		"1:2:3:4:5:6:7:8::", "1::2::3",
		"1:2:3:4:5:6:192.0.2.1", "::192.0.2.1", "192.0.2.1::", "1:192.0.2.1:2::", "1:2:3:4:5:6:7:192.0.2.1", "12345::", "g::",
		"fe80::1%eth0",
		"1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", "01.2.3.4", "::1.2.3.04", "1:", "1:2:3:4:5:6:7:", ":1:2:3:4:5:6:7",
		"+1::", "1_0::"} {
		check(t, s)
	}
	rapid.Check(t, func(t *rapid.T) {
		var a [16]byte
		copy(a[:], rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 0, 1, 0xff}), 16, 16).Draw(t, "address"))
		s := []byte(netip.AddrFrom16(a).String())
		check(t, string(s))
		s[rapid.IntRange(0, len(s)-1).Draw(t, "place")] = rapid.SampledFrom([]byte(":.0f")).Draw(t, "char")
		check(t, string(s))
	})
}
