package quakeworld_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

const mark = "\xff\xff\xff\xff"

func TestSamples(t *testing.T) { promise.Samples(t, "quakeworld-", "quakeworld", wire.Likely) }

func FuzzQuake(f *testing.F) { promise.Fuzz(f, "quakeworld", "quakeworld-") }

func TestAllocates(t *testing.T) { promise.Allocates(t, "quakeworld-") }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{mark + "status 23\n", "status request", "flags=23", ""},
		{mark + "status 1", "status request", "flags=1", ""},
		{mark + "\xffstatus\n", "HexenWorld status request", "", ""},
		{mark + "n\\hostname\\a b\\map\\dm3\n7 12 5 40 \"x\" \"base\" 4 13\n\x00", "status reply",
			"key=hostname value=a b key=map value=dm3 id=7 frags=12 time=5 ping=40 name=x skin=base shirt=4 trousers=13", ""},
		{mark + "n\\a\\b\n7 S 5 -40 \"x\" \"\" 0 0 \"red\" \"se\"\n", "status reply",
			"key=a value=b id=7 frags=S time=5 ping=-40 name=x skin= shirt=0 trousers=0 team=red login=se", ""},
		{mark + "n\\a\\b\n7 12 \"x\"\n", "status reply", "key=a value=b id=7 frags=12 name=x", "quake-player-line"},
		{mark + "n\\a\\b\n7 T 1 2 \"x\" \"\" 1 1\n", "status reply", "key=a value=b id=7", "quake-player-line"},
		{mark + "n\\a\\b\nqtv 1 \"x\"\n", "status reply", "key=a value=b", "quake-line-unknown"},
		{mark + "n\\a", "status reply", "key=a", "quake-key-without-value quake-pairs-open"},
		{mark + "\xffn\\a\\b\n", "status reply", "key=a value=b", ""},
		{mark + "n\nBad challenge.\n", "print reply", "text=Bad challenge.", ""},
		{"c\n\x00", "server list request", "", ""},
		{"c\n", "server list request", "", ""},
		{"\xffc\x00", "server list request", "", ""},
		{mark + "d\n\xc0\x00\x02\x01\x6b\x6c", "server list reply", "address=192.0.2.1", ""},
		{mark + "d\n\\\x00\x02\x01\x6b\x6c", "server list reply", "address=92.0.2.1", ""},
		{mark + "d\n\xc0\x00\x02\x01\x6b", "server list reply", "address=192.0.2.1", "cut"},
		{"a\n12\n5\n", "heartbeat", "sequence=12 players=5", ""},
		{"C\n", "shutdown", "", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && (f.Kind == wire.KindText || f.Kind == wire.KindDecimal ||
				f.Kind == wire.KindIPv4) && !strings.HasSuffix(m.Key(i), ".command") {
				key := m.Key(i)
				fields = append(fields, key[strings.LastIndexByte(key, '.')+1:]+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "quakeworld" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What other protocols say is theirs.
func TestOthers(t *testing.T) {
	for _, p := range []string{mark, mark + "status\n", mark + "statusResponse\n", mark + "name", mark + "details", "a\n",
		"a\n1\n", "a\n1\nx\n", "a\n1\n2\n3\n", "c\nabc", "connect", "\xffcab", mark + "\xff\xffstatus", mark + "\xff"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "quakeworld" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// What is served is read as it was, spectators among it when they are wanted.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Quiet Harbour"), Map: wire.Some("dm3"), MaxPlayers: wire.Some[int64](16),
		Version: wire.Some("MVDSV 0.36")}
	s.PlayerList = []wire.Player{
		{Name: wire.Some("Gull"), ID: wire.Some[int64](7), Score: wire.Some[int64](-3), Ping: wire.Some[int64](40),
			Extra: []wire.Rule{{Key: "Minutes", Value: "5"}, {Key: "Skin", Value: "base"}, {Key: "Shirt colour", Value: "4"},
				{Key: "Trousers colour", Value: "13"}, {Key: "Team", Value: "red"}}},
		{Name: wire.Some("Heron"), Ping: wire.Some[int64](60), Extra: []wire.Rule{{Key: "Spectator", Value: "yes"}}},
	}
	const pairs, gull = `\hostname\Quiet Harbour\map\dm3\maxclients\16\*gamedir\qw\*version\MVDSV 0.36` + "\n",
		`7 -3 5 40 "Gull" "base" 4 13`
	for request, want := range map[string]string{
		"status\n":          pairs + gull + "\n\x00",
		"status 1":          pairs + "\x00",
		"status 23":         pairs + gull + ` "red"` + "\n" + `2 -9999 0 -60 "\s\Heron" "" 0 0 ""` + "\n\x00",
		"status 12":         `2 S 0 60 "Heron" "" 0 0` + "\n\x00",
		"\xff" + "status\n": pairs + gull + "\n\x00",
	} {
		m := decoder.Decode([]byte(mark+request), wire.Options{Protocol: "quakeworld", From: wire.Request})
		head := mark + "n"
		if request[0] == 0xff {
			head = mark + "\xffn"
		}
		replies, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Game: decoder.GameByName("quakeworld")})
		if err != nil || len(replies) != 1 || string(replies[0]) != head+want {
			t.Errorf("%q: %q, %v, want %q", request, replies, err, head+want)
			continue
		}
		if request != "status 23" {
			continue
		}
		got := decoder.StatusOf(decoder.Decode(replies[0], wire.Options{}))
		if got == nil || got.Players.Value != 1 || len(got.PlayerList) != 2 || got.PlayerList[1].Name.Value != "Heron" ||
			got.PlayerList[1].Ping.Value != 60 || got.PlayerList[1].Score.Known {
			t.Errorf("%+v", got)
		}
	}
	for message, want := range map[string]string{"server list request": "c\n\x00", "status request": mark + "status 23\n",
		"HexenWorld status request": mark + "\xffstatus\n"} {
		if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "quakeworld", Message: message}); err != nil ||
			string(p) != want {
			t.Errorf("%s: %q, %v", message, p, err)
		}
	}
}
