package decoder_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
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
		if s.Complete.Known {
			if complete = "incomplete"; s.Complete.Value {
				complete = "complete"
			}
		}
		if len(s.PlayerList) != test.players || !s.Players.Known || s.Players.Value != int64(test.count) ||
			len(s.Rules) != test.rules || complete != test.complete {
			t.Errorf("%s: %d players of %v, %d rules, %s", test.file, len(s.PlayerList), s.Players.Value, len(s.Rules), complete)
		}
		for i, p := range s.PlayerList {
			if !p.Name.Known || p.Name.Value == "" {
				t.Errorf("%s: player %d has no name", test.file, i)
			}
		}
	}
	if kf := all["killingfloor-info-rules-players"]; kf != nil {
		s := decoder.StatusOf(decodeAll(kf)...)
		// UTF-8 that was read as cp1252 and widened to 16 bits: one letter each.
		if name := s.PlayerList[0].Name.Value; strings.Count(name, "☛")+strings.Count(name, "☚") == 0 &&
			!strings.ContainsRune(name, '☛') {
			t.Errorf("the 16-bit name reads %q", name)
		}
		if len(s.Name.Value) == 0 || strings.ContainsRune(s.Name.Value, 0x1b) {
			t.Errorf("the name of 193 bytes reads %q", s.Name.Value)
		}
	}
}

// captures returns the datagrams of the real captures, by file name, where
// they are at hand.
func captures(t testing.TB) map[string][][]byte {
	t.Helper()
	files, err := filepath.Glob("../../shared/captures/*.hex")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no captures at hand")
	}
	all := map[string][][]byte{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".hex")
		for _, block := range strings.Split(string(text), "\n\n") {
			var digits strings.Builder
			for _, l := range strings.Split(block, "\n") {
				if !strings.HasPrefix(l, "#") {
					digits.WriteString(strings.ReplaceAll(l, " ", ""))
				}
			}
			p, err := hex.DecodeString(digits.String())
			if err != nil {
				t.Fatal(err)
			}
			if len(p) > 0 {
				all[name] = append(all[name], p)
			}
		}
	}
	return all
}

func TestGamespy1Captures(t *testing.T) {
	all := captures(t)
	if ut := all["ut99-status-3-datagrams"]; ut != nil {
		var ms []*wire.Message
		for _, i := range []int{2, 0, 1} {
			m := decoder.Decode(ut[i], wire.Options{})
			if len(m.Problems) > 0 || m.Confidence != wire.Certain {
				t.Error(promise.Dump(m))
			}
			ms = append(ms, m)
		}
		s := decoder.StatusOf(ms...)
		if len(s.PlayerList) != 11 || s.Players.Value != 11 || !s.Complete.Value || s.PlayerList[2].Team.Known ||
			s.PlayerList[10].Score.Value != 1439 || len(s.Mutators) != 3 {
			t.Errorf("%+v", s)
		}
	}
	if bf := all["gamespy1-final-before-queryid"]; bf != nil {
		m := decoder.Decode(bf[0], wire.Options{})
		r := decoder.Assemble([]*wire.Message{m})
		if len(m.Problems) > 0 || r[0].Set != 542 || r[0].Completeness != wire.Complete {
			t.Errorf("%+v\n%s", r, promise.Dump(m))
		}
		if s := decoder.StatusOf(m); len(s.Teams) != 2 || s.Teams[1].Name.Value != "allied" || s.Players.Value != 0 ||
			len(s.PlayerList) != 0 {
			t.Errorf("%+v", s)
		}
	}
}

// TestGameSpy3Captures keeps what the captures' own description says of them.
func TestGameSpy3Captures(t *testing.T) {
	all := captures(t)
	statusOf := func(name string) (*wire.Status, []*wire.Message) {
		var ms []*wire.Message
		for _, p := range all[name] {
			m := promise.Decode(t, p)
			for i := range m.Fields {
				if m.Fields[i].Kind == wire.KindUnknown {
					t.Errorf("%s: bytes that nothing explains\n%s", name, promise.Dump(m))
				}
			}
			ms = append(ms, m)
		}
		slices.Reverse(ms)
		s := decoder.StatusOf(ms...)
		if got := promise.ProblemCodes(ms...); len(got) > 0 {
			t.Errorf("%s: problems %q", name, got)
		}
		if !s.Complete.Value {
			t.Errorf("%s: not complete", name)
		}
		return s, ms
	}
	if len(all["gamespy3-3-datagrams"]) > 0 {
		s, ms := statusOf("gamespy3-3-datagrams")
		if len(s.PlayerList) != 54 || s.Players.Value != 54 || s.MaxPlayers.Value != 64 || len(s.Teams) != 2 {
			t.Errorf("%d of %d players, %d places, %d teams", len(s.PlayerList), s.Players.Value, s.MaxPlayers.Value,
				len(s.Teams))
		}
		for i, p := range s.PlayerList {
			if !p.Name.Known || !p.ID.Known || !p.Score.Known || !p.Ping.Known || !p.Team.Known || len(p.Extra) != 3 {
				t.Errorf("player %d has holes: %+v", i, p)
			}
		}
		if n := s.PlayerList[24].Name.Value; len(n) != len("hekutooo") {
			t.Errorf("the cut name of player 24 is %q", n)
		}
		again := 0
		for _, m := range decoder.Assemble(ms)[0].Messages {
			for i := range m.Fields {
				if m.Fields[i].Flags&wire.FlagSuperseded != 0 {
					again++
				}
			}
		}
		if again != 2 {
			t.Errorf("%d values are marked as sent again, want the name of player 24 and the id of player 53", again)
		}
	}
	if len(all["gamespy3-empty-sections"]) > 0 {
		s, _ := statusOf("gamespy3-empty-sections")
		if len(s.PlayerList) != 0 || s.GamePort.Value != 64087 || s.Password.Value {
			t.Errorf("%+v", s)
		}
	}
}
