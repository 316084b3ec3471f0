package wire

import "testing"

func TestUnitReading(t *testing.T) {
	for _, c := range []struct {
		unit        Unit
		value, want string
	}{
		{UnitSeconds, "104490.086", "29:01:30"},
		{UnitSeconds, "252.12991", "0:04:12"},
		{UnitSeconds, " 60", "0:01:00"},
		{UnitSeconds, "59.9", ""},
		{UnitSeconds, "-1", ""},
		{UnitSeconds, "NaN", ""},
		{UnitSeconds, "1e300", ""},
		{UnitSeconds, "soon", ""},
		{UnitMillis, "467565", "0:07:47"},
		{UnitMinutes, "90", "1:30:00"},
		{UnitUnixTime, "1581024860", "2020-02-06 21:34:20 UTC"},
		{UnitUnixTime, "951782400", "2000-02-29 00:00:00 UTC"},
		{UnitUnixTime, "1735689599", "2024-12-31 23:59:59 UTC"},
		{UnitUnixTime, "4294967296", ""},
		{UnitHash, "4096", "0x1000"},
		{UnitHash, "18446744073709551615", "0xffffffffffffffff"},
		{UnitNone, "5", ""},
	} {
		if got := c.unit.Reading(c.value); got != c.want {
			t.Errorf("unit %d: %q reads %q, not %q", c.unit, c.value, got, c.want)
		}
	}
}
