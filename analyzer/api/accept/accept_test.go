package accept

import "testing"

func TestCodings(t *testing.T) {
	for _, c := range []struct {
		header   string
		gzip, br bool
	}{
		{"", false, false},
		{"gzip", true, false},
		{"x-gzip", true, false},
		{"GZIP", true, false},
		{"gzip, deflate, br", true, true},
		{"deflate", false, false},
		{"gzip;q=0", false, false},
		{"gzip;q=0.000, br", false, true},
		{"gzip;q=0.001", true, false},
		{"gzip ; Q=0.5 ,br", true, true},
		{"*", true, true},
		{"*;q=0", false, false},
		{"gzip, *;q=0", true, false},
		{"*, gzip;q=0", false, true},
		{"identity", false, false},
		{"identity;q=0", false, false},
		{"identity;q=0, gzip", true, false},
		{"identity;q=0.5, gzip;q=1", true, false},
		{"identity;q=1, gzip;q=0.5", false, false},
		{"gzip;q=0.5, *;q=1", false, true}, // * is identity too
		{"identity, *;q=0", false, false},
		{"gzip;q=nonsense", true, false},
		{"gzip;level=1;q=0", false, false},
		{",,gzip,", true, false},
		{"gzipped", false, false},
	} {
		if gzip, br := Gzip(c.header), Coding(c.header, "br"); gzip != c.gzip || br != c.br {
			t.Errorf("%q: gzip %v br %v, want %v %v", c.header, gzip, br, c.gzip, c.br)
		}
	}
}

func TestType(t *testing.T) {
	for _, c := range []struct {
		header, kind string
		want         bool
	}{
		{"", "application/json", true},
		{" ", "application/json", true},
		{"*/*", "application/json", true},
		{"application/json", "application/json", true},
		{"Application/JSON;q=0.1", "application/json", true},
		{"application/*", "application/json", true},
		{"text/html, */*;q=0.8", "text/csv; charset=utf-8", true},
		{"text/csv;charset=utf-8", "text/csv; charset=utf-8", true},
		{"text/csv", "application/json", false},
		{"text/*, application/json;q=0", "application/json", false},
		{"*/*, application/json;q=0", "application/json", false},
		{"*/*;q=0, application/json", "application/json", true},
		{"*/*;q=0", "application/json", false},
		{"application/*;q=0, */*", "application/json", false},
		{"nonsense", "application/json", false},
	} {
		if got := Type(c.header, c.kind); got != c.want {
			t.Errorf("%q, %s: %v", c.header, c.kind, got)
		}
	}
}
