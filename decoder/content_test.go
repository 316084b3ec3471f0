package decoder_test

import (
	"bytes"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// plainContent is Content without the short way through pairs and runs.
func plainContent(m *wire.Message) uint64 {
	h := uint64(len(m.Fields))
	from, to := uint32(0), uint32(0)
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		end := f.End()
		switch f.Def.Role {
		case wire.RoleArray:
			last := m.Next(i) - 1
			if last > i && bytes.HasPrefix(m.Bytes(i+1), []byte("ping_\x00")) {
				i = last
				continue
			}
			i = last
		case wire.RoleNone, wire.RolePlayerPing, wire.RoleChecksum, wire.RoleLength, wire.RoleCount:
			continue
		case wire.RoleValue:
			if i > 0 && wire.VolatileKey(m.Bytes(i-1)) {
				continue
			}
		case wire.RolePlayerExtra:
			if f.Def.Naming == wire.NameInPacket && f.Value < uint64(len(m.Data)) && wire.PingHead(m.Data[f.Value:]) {
				continue
			}
		}
		switch {
		case f.Kind == wire.KindGroup && f.Def.Role != wire.RoleArray:
		case f.Offset == to:
			to = uint32(end)
		default:
			h = wire.Hash(h, m.Data[from:to])
			from, to = f.Offset, uint32(end)
		}
	}
	return wire.Hash(h, m.Data[from:to])
}

// The short way through pairs changes nothing.
func FuzzContent(f *testing.F) {
	for _, p := range []string{
		"\\hostname\\Quiet Harbour\\ping_0\\ 48\\player_0\\Ada\\queryid\\5.1\\final\\",
		"\\hostname\\a\\mapname\\b\\\\gametype\\c\\gamever\\1\\ping_0\\4\\",
		"\\\\x\\queryid\\1.1\\ping\\3",
		"\x80\x00\x00\x00\x01\x0bServerMode\x00\x0adedicated\x00\x05ping\x00\x02x\x00\x06ping_\x00\x02x\x00\x04abc\x00\x00",
		"\x00\x01\x02\x03\x04splitnum\x00\x80\x00hostname\x00a\x00ping_\x00b\x00\x00\x01player_\x00\x00Bob\x00\x00ping_\x00\x0040\x00\x00\x00",
		"\x00abcdhostname\x00a\x00ping_x\x00b\x00\x00\x00\x01player_\x00ping_\x00\x00Bob\x0040\x00",
		"\xff\xffUGP\x00\x01\x81\x05\x0b\x7d\x07gta:vc\x00\x02s\x00\x01\x00\x02m\x00\x00\x10\x00\x01\x05ping\x00\x03x\x00",
	} {
		f.Add([]byte(p))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, protocol := range append([]wire.ProtocolID{wire.UnknownProtocol}, decoder.Protocols()...) {
			m := decoder.Decode(p, wire.Options{Link: wire.LinkNone, Protocol: protocol, From: wire.Reply})
			if got, want := m.Content(), plainContent(m); got != want {
				t.Fatalf("%s: %x, want %x", protocol, got, want)
			}
		}
	})
}

// Content changes with what a reply tells, and not with what changes anyway.
func TestContent(t *testing.T) {
	gamespy3 := func(id, player, score, ping string) string {
		return "\x00" + id + "splitnum\x00\x80\x00hostname\x00a\x00\x00\x01player_\x00\x00" + player +
			"\x00\x00score_\x00\x00" + score + "\x00\x00ping_\x00\x00" + ping + "\x00\x00\x00"
	}
	gamespy2 := func(id, score, ping string) string {
		return "\x00" + id + "hostname\x00a\x00mapname\x00b\x00\x00\x00\x01player_\x00score_\x00ping_\x00\x00Bob\x00" +
			score + "\x00" + ping + "\x00"
	}
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"gamespy1 ping and query id", `\hostname\a\player_0\Bob\ping_0\50\queryid\1.1\final\`,
			`\hostname\a\player_0\Bob\ping_0\70\queryid\2.1\final\`, true},
		{"gamespy1 name", `\hostname\a\player_0\Bob\queryid\1.1`, `\hostname\a\player_0\Bub\queryid\1.1`, false},
		{"gamespy1 where a value ends", `\hostname\ab\mapname\c\queryid\1.1`, `\hostname\a\mapname\bc\queryid\1.1`, false},
		{"gamespy2 ping and id", gamespy2("abcd", "5", "33"), gamespy2("efgh", "5", "44"), true},
		{"gamespy2 score", gamespy2("abcd", "5", "33"), gamespy2("abcd", "6", "33"), false},
		{"gamespy3 ping and id", gamespy3("abcd", "Bob", "5", "33"), gamespy3("efgh", "Bob", "5", "44"), true},
		{"gamespy3 score", gamespy3("abcd", "Bob", "5", "33"), gamespy3("abcd", "Bob", "6", "33"), false},
		{"gamespy3 player", gamespy3("abcd", "Bob", "5", "33"), gamespy3("abcd", "Bub", "5", "33"), false},
		{"unreal2 ping", "\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00",
			"\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x40\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", true},
		{"unreal2 score", "\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00",
			"\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00", false},
	} {
		a, b := decoder.Decode([]byte(c.a), wire.Options{}), decoder.Decode([]byte(c.b), wire.Options{})
		if a.Info != b.Info || a.Info == &wire.UnknownMessage {
			t.Errorf("%s: %s and %s", c.name, a.Info.Name, b.Info.Name)
		}
		if got := a.Content() == b.Content(); got != c.same {
			t.Errorf("%s: same content %v, want %v", c.name, got, c.same)
		}
	}
}
