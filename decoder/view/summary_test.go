package view_test

import (
	"encoding/binary"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/paste"
	"fragscope/decoder/view"
	"fragscope/samples"
)

// TestSummarize: the summary of every sample has what its status has, each
// text once and in its colours.
func TestSummarize(t *testing.T) {
	coloured, tables := 0, 0
	for _, sample := range samples.List() {
		var ms []*decoder.Message
		for _, d := range sample.Datagrams() {
			ms = append(ms, decoder.Decode(d, decoder.Options{}))
		}
		status := decoder.StatusOf(ms...)
		s := view.Summarize(status, ms, nil)
		if (s == nil) != (status == nil) {
			t.Fatalf("%s: %v", sample.Name, s)
		}
		if s == nil {
			continue
		}
		for _, span := range s.Title {
			if !span.Plain {
				coloured++
			}
		}
		if status.Name.Known != (s.Title != nil) && status.Name.Value != "" {
			t.Errorf("%s: the title is %v", sample.Name, s.Title)
		}
		want := map[string]int{"Players": len(status.PlayerList), "Teams": len(status.Teams), "Rules": len(status.Rules)}
		for _, table := range s.Tables {
			tables++
			name, _, _ := strings.Cut(table.Name, " ")
			if len(table.Rows) != want[name] {
				t.Errorf("%s: %s has %d rows, want %d", sample.Name, table.Name, len(table.Rows), want[name])
			}
			delete(want, name)
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Fatalf("%s: %d cells in %d columns", sample.Name, len(row), len(table.Columns))
				}
			}
		}
		for name, n := range want {
			if n > 0 {
				t.Errorf("%s: %d %s are not shown", sample.Name, n, name)
			}
		}
	}
	if coloured == 0 || tables == 0 {
		t.Errorf("%d spans in colour, %d tables", coloured, tables)
	}
}

// TestSummarizeAsShown: every text of a packet goes through what the screen does to texts.
func TestSummarizeAsShown(t *testing.T) {
	for _, sample := range samples.List() {
		var ms []*decoder.Message
		for _, d := range sample.Datagrams() {
			ms = append(ms, decoder.Decode(d, decoder.Options{}))
		}
		status := decoder.StatusOf(ms...)
		s := view.Summarize(status, ms, func(dst, text []byte) []byte { return append(dst, "#"...) })
		if s == nil {
			continue
		}
		for _, table := range s.Tables {
			for _, row := range table.Rows {
				for i, cell := range row {
					if table.Columns[i].Number || i == 0 {
						continue
					}
					for _, span := range cell {
						if span.Text != "#" {
							t.Errorf("%s: %q is shown", sample.Name, span.Text)
						}
					}
				}
			}
		}
	}
}

func text(spans []view.Span) (s string) {
	for _, x := range spans {
		s += x.Text
	}
	return s
}

func TestInterpretations(t *testing.T) {
	for _, c := range []struct{ bytes, want string }{
		{"", ""},
		{"A", "Number: 0x41, 65|Bits: 01000001|Text: A"},
		{"\xfe", "Number: 0xFE, 254, signed -2|Bits: 11111110"},
		{"\x1e\x00",
			`Little endian: 0x1E, 30|Big endian: 0x1E00, 7680|Bits: 00011110 00000000|Text: \x1e\x00|Text, UTF-16: \x1e`},
		{"\x61\x1e\x00\x00",
			`Little endian: 0x1E61, 7777|Big endian: 0x611E0000, 1629356032|Float: 1.0898e-41, big endian 1.821616e+20|Address: 97.30.0.0|` +
				`Unix time: 1970-01-01T02:09:37Z, big endian 2021-08-19T06:53:52Z|Text: a\x1e\x00\x00|Text, UTF-16: ` + "\u1e61" +
				`\x00`},
		{"\x00\x00\x00\x00\x00\x00\xf0\x3f",
			`Little endian: 0x3FF0000000000000, 4607182418800017408|Big endian: 0xF03F, 61503|Float: 1, big endian 3.03865e-319|` +
				`Unix time: none, big endian 1970-01-01T17:05:03Z|Text, UTF-16: \x00\x00\x00` + "\u3ff0"},
		{"123456789", ""},
	} {
		var got []string
		for _, f := range view.Interpretations([]byte(c.bytes)) {
			got = append(got, f.Name+": "+text(f.Value))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.bytes, s, c.want)
		}
	}
}

// TestUnixTime: dates are those of package time.
func TestUnixTime(t *testing.T) {
	for range 2000 {
		v := rand.Uint32()
		b := binary.LittleEndian.AppendUint32(nil, v)
		for _, f := range view.Interpretations(b) {
			if f.Name != "Unix time" {
				continue
			}
			want := time.Unix(int64(v), 0).UTC().Format(time.RFC3339)
			if got, _, _ := strings.Cut(text(f.Value), ","); got != want {
				t.Fatalf("%d is %s, want %s", v, got, want)
			}
		}
	}
}

// TestForms: what every form writes is read again as the same bytes, on one line
// without a line break at its end.
func TestForms(t *testing.T) {
	for _, f := range view.Forms() {
		for n := range 40 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rand.Uint32())
			}
			text := f.Append([]byte("x"), b)[1:]
			if strings.Count(string(text), "\n") == 1 && text[len(text)-1] == '\n' {
				t.Errorf("%s: %q ends in a line break", f.Name, text)
			}
			if n == 0 {
				continue
			}
			result, err := paste.Parse(text, paste.Options{Format: f.Format})
			if err != nil || len(result.Datagrams) != 1 || string(result.Datagrams[0].Data) != string(b) {
				t.Errorf("%s: % x is written as %q, read as %v, %v", f.Name, b, text, result, err)
			}
		}
	}
}
