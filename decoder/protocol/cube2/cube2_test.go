package cube2_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/cube2"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "cube2-info-reply", cube2.ID, wire.Likely) }

func TestMessages(t *testing.T) {
	const info = "info.clients=2 info.attributes=5 info.protocol=260 info.mode=11 info.seconds=60" +
		" info.max_clients=8 info.master_mode=4 info.map=haste info.name=Weir"
	for _, c := range []struct{ packet, message, fields string }{
		{"\x01", "info request", "echo=1"},
		{"\x80\x39\x30", "info request", "echo=12345"},
		{"\x81\x15\xcd\x5b\x07", "info request", "echo=123456789"},
		{"\x00\x00", "uptime request", "command=0"},
		{"\x00\x01\xff", "player list request", "command=1 wanted=-1"},
		{"\x00\x02", "team list request", "command=2"},
		{"\x01\x02\x05\x80\x04\x01\x0b\x3c\x08\x04haste\x00Weir\x00", "info reply", "echo=1 " + info},
		{"\x01\x00\x07\x80\x04\x01\xff\x00\x08\xff\x01\x32\x00Weir\x00", "info reply", "echo=1 info.clients=0" +
			" info.attributes=7 info.protocol=260 info.mode=-1 info.seconds=0 info.max_clients=8 info.master_mode=-1" +
			" info.paused=1 info.speed=50 info.map= info.name=Weir"},
		{"\x01\x00\x08\x80\x04\x01\x00\x00\x08\x00\x00\x64\x09\x00Weir\x00", "info reply", "echo=1 info.clients=0" +
			" info.attributes=8 info.protocol=260 info.mode=0 info.seconds=0 info.max_clients=8 info.master_mode=0" +
			" info.paused=0 info.speed=100 info.attribute=9 info.map= info.name=Weir"},
		{"\x01\x80\xb1\x04\x05\x06\x0bac_shine\x00Boathouse\x00\x0c\x41", "AssaultCube info reply", "echo=1" +
			" assault.protocol=1201 assault.mode=5 assault.clients=6 assault.minutes=11 assault.map=ac_shine" +
			" assault.name=Boathouse assault.max_clients=12 assault.flags=65"},
		{"\x00\x00\xff\x69\x06", "uptime reply", "command=0 ack=-1 version=105 uptime=6"},
		{"\x00\x01\xff\xff\x69\x00\xf6\x00\x80\x80\x00", "player IDs reply", "command=1 wanted=-1 ack=-1 version=105" +
			" error=0 player.ids=-10 player.listed=0 player.listed=128"},
		{"\x00\x01\xff\xff\x69\x00\xf5\x03\x30Heron\x00good\x00\x11\x02\x09\x01\x2b\x64\x32\x06\x03\x05\x01\x02\x03",
			"player reply",
			"command=1 wanted=-1 ack=-1 version=105 error=0 player.ids=-11 player.client=3 player.ping=48 player.name=Heron" +
				" player.team=good player.frags=17 player.flags=2 player.deaths=9 player.teamkills=1 player.accuracy=43" +
				" player.health=100 player.armour=50 player.gun=6 player.privilege=3 player.state=5 player.address=01 02 03"},
		{"\x00\x02\xff\x69\x00\x09\x3cgood\x00\x07\x02\x01\x04evil\x00\x05\xff", "team list reply", "command=2 ack=-1" +
			" version=105 error=0 team.mode=9 team.seconds=60 team.name=good team.score=7 team.bases=2 team.base=1" +
			" team.base=4 team.name=evil team.score=5 team.bases=-1"},
		{"\x00\x02\xff\x69\x01\x00\x00", "team list reply",
			"command=2 ack=-1 version=105 error=1 team.mode=0 team.seconds=0"},
		{"\x00\x01\x07\xff\x69\x01", "error reply", "command=1 wanted=7 ack=-1 version=105 error=1"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{DstPort: 28786})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{DstPort: 28786})
		var fields []string
		for _, f := range promise.Leaves(m, "cube2.") {
			if !strings.HasPrefix(f, "wide=") && !strings.HasPrefix(f, "extended=") {
				fields = append(fields, f)
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != cube2.ID || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != "" {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a message, and requests to no known port, are none.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\x01", "\x00\x01\xff", "\x00\x03\xff\x69\x00", "\x00\x01\xff\xff\x67\x00\xf6",
		"\x01\x02\x04\x80\x04\x01",
		"\x01\x02\x05\x80\x04\x01\x0b\x3c\x08\x04haste\x00Weir",
		"\x01\x02\x05\x80\x04\x01\x0b\x3c\x08\x04haste\x00Weir\x00\x01",
		"\x00\x01\xff\xff\x69\x00\xf4"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == cube2.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for name, want := range map[string]string{"": "\x81\x01\x02\x03\x04", "uptime request": "\x00\x00",
		"player list request": "\x00\x01\xff", "team list request": "\x00\x02"} {
		q := ask.Query{Protocol: cube2.ID, Message: name, ID: [8]byte{1, 2, 3, 4}}
		if p, err := decoder.AppendRequest(nil, &q); err != nil || string(p) != want {
			t.Errorf("%s: %q, %v", name, p, err)
		}
	}
}

// What is served is read as it was, after the request that each reply repeats.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Weir"), Map: wire.Some("haste"), GameType: wire.Some("ctf"),
		MaxPlayers: wire.Some(int64(200)),
		Password:   wire.Some(true), Teams: []wire.Team{{Name: wire.Some("good"), Score: wire.Some(int64(-7))},
			{Name: wire.Some("evil")}}}
	for i := range 130 {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some("p"), Score: wire.Some(int64(i - 3)),
			Team: wire.Some(int64(1)),
			Ping: wire.Some(int64(3 * i)), Extra: []wire.Rule{{Key: "Deaths", Value: "300"}}})
	}
	o := wire.Options{DstPort: 28786}
	var all []*wire.Message
	for _, request := range []string{"\x81\x15\xcd\x5b\x07", "\x00\x01\xff", "\x00\x02", "\x00\x00"} {
		q := decoder.Decode([]byte(request), o)
		out, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range out {
			m := decoder.Decode(p, wire.Options{})
			promise.Message(t, m)
			if !strings.HasPrefix(string(p), request) || !m.MatchKey().Answers(q.MatchKey()) ||
				m.Protocol() != cube2.ID {
				t.Errorf("%q: %s", request, promise.Dump(m))
			}
			all = append(all, m)
		}
	}
	got := decoder.StatusOf(all...)
	if got.Name != s.Name || got.Map != s.Map || got.GameType != s.GameType || got.MaxPlayers != s.MaxPlayers ||
		got.Players.Value != 130 ||
		!got.Password.Value || len(got.PlayerList) != 130 || len(got.Teams) != 2 || got.Teams[0].Score.Value != -7 {
		t.Errorf("%+v", got)
	}
	if p := got.PlayerList[129]; p.Ping.Value != 387 || p.Score.Value != 126 || p.Extra[0].Value != "evil" {
		t.Errorf("%+v", p)
	}
	for request, want := range map[string]string{"\x00\x01\x05": "player IDs reply",
		"\x00\x01\x80\x00\x01": "error reply"} {
		out, err := decoder.AppendReplies(nil, decoder.Decode([]byte(request), o), &answer.Answer{Status: s})
		if err != nil || decoder.Decode(out[0], wire.Options{Protocol: cube2.ID}).Info.Name != want {
			t.Errorf("%q: %q, %v", request, out, err)
		}
	}
	reply := decoder.Decode([]byte("\x00\x00\xff\x69\x06"), wire.Options{Protocol: cube2.ID})
	if _, err := decoder.AppendReplies(nil, reply, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzCube2(f *testing.F) {
	promise.Fuzz(f, cube2.ID, "cube2-", "\x01\x02\x05\x80\x04\x01\x0b\x3c\x08\x04haste\x00Weir\x00", "\x00\x01\x81\x01")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "cube2-info-") }

// TestFrameIsCertain: what is ambiguous is the message, not the headers before it.
func TestFrameIsCertain(t *testing.T) {
	frame := "\x45\x00\x00\x1d\x00\x00\x00\x00\x40\x11\x00\x00\xc0\x00\x02\x0a\xc6\x33\x64\x07" +
		"\xc0\x00\x70\x72\x00\x09\x00\x00\x01"
	m := decoder.Decode([]byte(frame), wire.Options{Protocol: cube2.ID, From: wire.Request, Link: wire.LinkRawIP})
	for i, f := range m.Fields {
		if own := f.Offset >= 28; own != (f.Flags&wire.FlagAmbiguous != 0) && f.Kind != wire.KindGroup {
			t.Errorf("%s: %v", m.Key(i), f.Flags)
		}
	}
	if m.Protocol() != cube2.ID {
		t.Error(promise.Dump(m))
	}
}
