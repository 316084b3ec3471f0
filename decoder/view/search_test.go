package view_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/samples"
)

func TestSearchFor(t *testing.T) {
	for query, want := range map[string]string{
		"":                     "",
		"  Server NAME ":       "server name",
		"80 00 ff":             "80 00 ff 8000ff",
		"0x80,0x00":            "0x80,0x00 8000",
		`\x80\x00`:             `\x80\x00 8000`,
		"80:0":                 "80:0",
		"8":                    "8",
		"beef":                 "beef beef",
		"beefy":                "beefy",
		"@10":                  "[16 17)",
		"@0x10 - 0x1f":         "[16 32)",
		"@10+4":                "[16 20)",
		"@4-3":                 "@4-3",
		"@4-3 x":               "@4-3 x",
		"@4+0":                 "@4+0",
		"@":                    "@",
		"@1*2":                 "@1*2",
		"@4-":                  "@4-",
		"#12":                  "#12",
		" #12 ":                "#12",
		"#":                    "text #",
		"#0":                   "text #0",
		"#12a":                 "text #12a",
		"@1234567890":          "@1234567890",
		"#12345678901":         "text #12345678901",
		"@ffffffff+0xffffffff": "[4294967295 8589934590)",
	} {
		s := view.SearchFor(query)
		got := s.Text
		switch {
		case s.Number > 0:
			got = fmt.Sprintf("#%d", s.Number)
		case s.Place.Len() > 0:
			got = fmt.Sprintf("[%d %d)", s.Place.Start, s.Place.End)
		case strings.HasPrefix(got, "#"):
			got = "text " + got
		case s.Bytes != nil:
			got = fmt.Sprintf("%s %x", got, s.Bytes)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", query, got, want)
		}
	}
}

// TestHits: what a row shows is found in it, and bytes are found wherever they are.
func TestHits(t *testing.T) {
	for _, sample := range samples.List() {
		for i, d := range sample.Datagrams() {
			m := decoder.Decode(d, decoder.Options{})
			row := 0
			for r := range view.Rows(m) {
				if name := string(r.AppendName(nil, m)); name != "" && row%7 == 0 && !strings.ContainsAny(name[:1], "@#") &&
					strings.TrimSpace(name) == name {
					var h view.Hits
					h.Add(view.SearchFor(strings.ToUpper(name)), i, m)
					rows, _ := h.Of(i)
					if ascii(name) && !view.HasRow(rows, row) {
						t.Errorf("%s: %q is not found in row %d", sample.Name, name, row)
					}
				}
				row++
			}
			if len(d) < 9 {
				continue
			}
			var h view.Hits
			h.Add(view.SearchFor(fmt.Sprintf("% x", d[4:8])), i, m)
			_, found := h.Of(i)
			n := 0
			for at := range d {
				if bytes.HasPrefix(d[at:], d[4:8]) {
					if n >= len(found) || found[n].Range != (view.Range{Start: at, End: at + 4}) {
						t.Fatalf("%s: % x at %d is not found: %v", sample.Name, d[4:8], at, found)
					}
					n++
				}
			}
			if n != len(found) {
				t.Errorf("%s: found %d times, want %d", sample.Name, len(found), n)
			}
		}
	}
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 0x7e || r < 0x20 }) < 0
}

// TestAllHitsAreCounted: of bytes that are everywhere some are listed, and all counted.
func TestAllHitsAreCounted(t *testing.T) {
	m := decoder.Decode(make([]byte, 65507), decoder.Options{})
	var h view.Hits
	s := view.SearchFor("00")
	h.Add(s, 0, m)
	h.Add(s, 1, m)
	if h.Total < 2*65507 || len(h.List) != view.MaxHits {
		t.Errorf("%d of %d hits are listed", len(h.List), h.Total)
	}
	_, found := h.Of(0)
	if merged := view.Merge(nil, found); len(merged) != 1 || merged[0] != (view.Range{Start: 0, End: 65507}) {
		t.Errorf("merged: %v", merged)
	}
}

func TestNextHit(t *testing.T) {
	h := view.Hits{List: make([]view.Hit, 3)}
	at, seen := -1, ""
	for _, by := range []int{1, 1, 1, 1, -1, -1} {
		at = h.Next(at, by)
		seen += fmt.Sprint(at)
	}
	if seen != "012021" || h.Next(-1, -1) != 2 || (&view.Hits{}).Next(-1, 1) != -1 {
		t.Errorf("the places are %s", seen)
	}
}

// TestSearchAsShown: what a screen hides is not found.
func TestSearchAsShown(t *testing.T) {
	sample, _ := samples.Get("ut2004-rules-players-reply")
	m := decoder.Decode(sample.Datagrams()[0], decoder.Options{})
	s := view.SearchFor("AdminName")
	s.Escape = func(dst, _ []byte) []byte { return append(dst, "hidden"...) }
	var h view.Hits
	if h.Add(s, 0, m); h.Total != 0 {
		t.Errorf("%d hits in what is not shown", h.Total)
	}
}

// TestTextInBytes: text is found in bytes that no field shows as text, as ASCII
// and as UTF-16 of both byte orders, and once where a field shows it.
func TestTextInBytes(t *testing.T) {
	for name, data := range map[string]string{
		"ASCII":     "\xf7Z\x51\x03CTF_Bridge\x00\x01",
		"UTF-16 LE": "\xf7Z\x51\x03c\x00t\x00f\x00_\x00b\x00r\x00i\x00d\x00g\x00e\x00\x00\x01",
		"UTF-16 BE": "\xf7Z\x51\x03\x00c\x00t\x00f\x00_\x00b\x00r\x00i\x00d\x00g\x00e\x01",
	} {
		var h view.Hits
		h.Add(view.SearchFor("ctf_BRIDGE"), 0, decoder.Decode([]byte(data), decoder.Options{}))
		if h.Total != 1 || len(h.List) != 1 || h.List[0].Row != -1 || h.List[0].Start != 4 {
			t.Errorf("%s: %+v", name, h)
		}
	}
	var h view.Hits
	reply := decoder.Decode([]byte("\\hostname\\Quarry Night\\mapname\\quarry\\gametype\\DM\\final\\\\queryid\\1.1"),
		decoder.Options{})
	h.Add(view.SearchFor("quarry night"), 0, reply)
	if _, found := h.Of(0); h.Total == 0 || len(found) != 0 {
		t.Errorf("what a field shows is found in its bytes too: %+v", h)
	}
}
