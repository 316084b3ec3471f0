package decoder_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Real replies, where they are at hand: how many rows of each kind they hold,
// and a name that only reads right when its encoding is understood.
func TestCapturedReplies(t *testing.T) {
	all := captures(t)
	// The numbers were counted by hand in the bytes.
	tests := []struct {
		file                  string
		datagrams             int
		players, count, rules int // rows in the list, what the server counts, rules
		complete              string
	}{
		{"ut99-status-3-datagrams", 3, 11, 11, 23, "complete"},
		{"ut2004-info-rules-players", 5, 7, 7, 43, "unknown"},
		{"killingfloor-info-rules-players", 5, 14, 14, 53, "unknown"},
		{"gamespy3-3-datagrams", 3, 54, 54, 38, "complete"},
		{"gamespy3-empty-sections", 1, 0, 0, 12, "complete"},
		{"gamespy1-final-before-queryid", 1, 0, 0, 47, "complete"},
	}
	for _, test := range tests {
		datagrams, ok := all[test.file]
		if !ok {
			continue
		}
		ms := decodeAll(datagrams)
		if len(ms) != test.datagrams {
			t.Errorf("%s: %d datagrams", test.file, len(ms))
		}
		for i, m := range ms {
			for j := range m.Fields {
				if f := &m.Fields[j]; f.Leaf() && f.Kind == wire.KindUnknown {
					t.Errorf("%s, datagram %d: %d bytes at %d are not explained", test.file, i+1, f.Length, f.Offset)
				}
			}
		}
		s := decoder.StatusOf(ms...)
		complete := "unknown"
		if s.Complete != nil {
			if complete = "incomplete"; *s.Complete {
				complete = "complete"
			}
		}
		if len(s.PlayerList) != test.players || s.Players == nil || *s.Players != int64(test.count) || len(s.Rules) != test.rules || complete != test.complete {
			t.Errorf("%s: %d players of %v, %d rules, %s", test.file, len(s.PlayerList), *s.Players, len(s.Rules), complete)
		}
		for i, p := range s.PlayerList {
			if p.Name == nil || *p.Name == "" {
				t.Errorf("%s: player %d has no name", test.file, i)
			}
		}
	}
	if kf := all["killingfloor-info-rules-players"]; kf != nil {
		s := decoder.StatusOf(decodeAll(kf)...)
		// UTF-8 that was read as cp1252 and widened to 16 bits: one letter each.
		if name := *s.PlayerList[0].Name; strings.Count(name, "☛")+strings.Count(name, "☚") == 0 && !strings.ContainsRune(name, '☛') {
			t.Errorf("the 16-bit name reads %q", name)
		}
		if len(*s.Name) == 0 || strings.ContainsRune(*s.Name, 0x1b) {
			t.Errorf("the name of 193 bytes reads %q", *s.Name)
		}
	}
}
