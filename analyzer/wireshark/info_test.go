package wireshark

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// TestInfo: the Info column has the name, the map and the players that the status of the same reply has, also of a
// reply that lists its players without a number.
func TestInfo(t *testing.T) {
	t.Parallel()
	var all []payload
	for _, s := range samples.List() {
		for _, b := range s.Datagrams() {
			p := payload{data: b, src: uint16(20000 + len(all)), dst: 45000, from: s.Name}
			m := p.decode(&decoder.Decoder{})
			if m.Confidence >= wire.Likely && m.Info.Direction == wire.Reply && !m.Part().Numbered && len(b) <= 65000 {
				all = append(all, p)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "replies.pcap")
	writeCapture(t, file, all)
	lines := strings.Split(strings.TrimSuffix(runTshark(t, file, "-T", "fields", "-e", "_ws.col.Info"), "\n"), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d lines of %d packets", len(lines), len(all))
	}
	told, listed := 0, 0
	for i, p := range all {
		m := p.decode(&decoder.Decoder{})
		s := decoder.StatusOf(m)
		if s == nil || strings.ContainsFunc(s.Name.Value+s.Map.Value, func(c rune) bool { return c < ' ' || c > '~' }) {
			continue // written otherwise by Wireshark
		}
		want := m.Info.Name
		if s.Name.Known {
			want += ": " + s.Name.Value
		}
		if s.Map.Known {
			want += ", " + s.Map.Value
		}
		if s.Players.Known {
			want += fmt.Sprintf(", %d", s.Players.Value)
			if s.MaxPlayers.Known {
				want += fmt.Sprintf("/%d", s.MaxPlayers.Value)
			}
			want += " players"
		}
		if lines[i] != want {
			t.Errorf("%s: %q, expected %q", p.from, lines[i], want)
		}
		told++
		if s.Players.Known && len(s.PlayerList) > 0 {
			listed++
		}
	}
	t.Logf("%d replies, %d that tell of their server, %d of them with players", len(all), told, listed)
	if told < 100 || listed < 30 {
		t.Errorf("only %d replies tell of their server, %d with players", told, listed)
	}
}
