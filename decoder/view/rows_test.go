package view_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// TestRows: the rows of every sample are the fields of its JSON.
func TestRows(t *testing.T) {
	bits, parts, lengths := 0, 0, 0
	for _, s := range samples.List() {
		text, err := os.ReadFile(filepath.Join("..", "..", "samples", s.Name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var want struct {
			Datagrams []struct {
				Fields []struct {
					Key, Name, Kind, Note string
					Value                 json.RawMessage
					Mask                  uint64
				}
			}
		}
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		var ms []*decoder.Message
		for _, d := range s.Datagrams() {
			ms = append(ms, decoder.Decode(d, decoder.Options{}))
		}
		for i, m := range decoder.ReadTogether(ms).Messages { // with what only shows among several
			n := 0
			for r := range view.Rows(m) {
				w := &want.Datagrams[i].Fields[n]
				n++
				if got := string(r.AppendKey(nil, m)); got != w.Key || r.Kind(m) != w.Kind || r.Mask != w.Mask {
					t.Fatalf("%s: row %s, %s, %x; want %+v", s.Name, got, r.Kind(m), r.Mask, w)
				}
				if (r.Category(m) == view.CategoryGroup) != (w.Kind == "group") || r.Category(m) >= view.CategoryCount ||
					r.Category(m).String() == "" {
					t.Fatalf("%s: %s has the hue %v", s.Name, w.Key, r.Category(m))
				}
				if r.Type == view.RowField {
					note := string(r.AppendNote(nil, m))
					if left := strings.TrimPrefix(w.Note, string(w.Value)+" "); m.Fields[r.Field].Flags&wire.FlagLength != 0 &&
						left != w.Note {
						lengths++
						w.Note = left // the value stands beside it
					}
					if note != w.Note {
						t.Errorf("%s: the note on %s is %q, want %q", s.Name, w.Key, note, w.Note)
					}
					continue
				}
				if r.Bit() {
					bits++
				} else {
					parts++
				}
				if string(r.AppendName(nil, m)) != w.Name || !bytes.Equal(r.AppendValue(nil, m), w.Value) ||
					string(r.AppendNote(nil, m)) != w.Note {
					t.Errorf("%s: %s is %q, %s, %q; want %+v", s.Name, w.Key, r.AppendName(nil, m), r.AppendValue(nil, m),
						r.AppendNote(nil, m), w)
				}
			}
			if n != len(want.Datagrams[i].Fields) {
				t.Errorf("%s: %d rows, want %d", s.Name, n, len(want.Datagrams[i].Fields))
			}
		}
	}
	if bits == 0 || parts == 0 || lengths == 0 {
		t.Errorf("the samples have %d bits, %d parts and %d lengths", bits, parts, lengths)
	}
}

// TestRowsStop: who has seen enough of the rows gets no more, in a division either.
func TestRowsStop(t *testing.T) {
	s, _ := samples.Get("ugp-query-reply")
	m := decoder.Decode(s.Datagrams()[0], decoder.Options{})
	all := 0
	for range view.Rows(m) {
		all++
	}
	for most := 1; most <= all; most++ {
		n := 0
		for range view.Rows(m) {
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Fatalf("%d rows, want %d", n, most)
		}
	}
}

// TestFieldOf: a problem is shown beside the leaf with its range, not beside a
// group that has the same; one behind all bytes beside the last field.
func TestFieldOf(t *testing.T) {
	for _, s := range samples.List() {
		for _, d := range s.Datagrams() {
			m := decoder.Decode(d, decoder.Options{})
			for i := range m.Fields {
				f := &m.Fields[i]
				got := view.FieldOf(m, &decoder.Problem{Offset: f.Offset, Length: f.Length})
				if g := &m.Fields[got]; f.Leaf() && (!g.Leaf() || g.Offset != f.Offset || g.Length != f.Length) {
					t.Fatalf("%s: a problem of %s is shown beside %s", s.Name, m.Key(i), m.Key(got))
				}
			}
			if got := view.FieldOf(m, &decoder.Problem{Offset: uint32(len(d))}); got != len(m.Fields)-1 {
				t.Errorf("%s: a problem at the end is shown beside field %d", s.Name, got)
			}
		}
	}
	if got := view.FieldOf(decoder.Decode(nil, decoder.Options{}), &decoder.Problem{}); got != -1 {
		t.Errorf("without a field: %d", got)
	}
}
