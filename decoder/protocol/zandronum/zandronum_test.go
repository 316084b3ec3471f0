package zandronum_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/zandronum"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "zandronum-", zandronum.ID, wire.Likely) }

const (
	askCode  = "\xff\xc7\x00\x00\x00"
	infoCode = "\xff\x77\x5d\x56\x00" + "time" + "3.1\x00"
	listCode = "\xff\x06\x00\x00\x00\x00\x08"
)

func TestMessages(t *testing.T) {
	const request = "packet.unused=255 packet.code=199 request.flags=1"
	const info = "packet.unused=255 packet.code=5660023 reply.time=1701669236 reply.version=3.1 "
	const list = "packet.unused=255 packet.code=6 list.packet=0 list.block=8 "
	player := func(team string) string {
		return "info.player.name=Al info.player.score=-1 info.player.ping=20 info.player.spectator=0 info.player.bot=1 " + team +
			"info.player.minutes=9"
	}
	for _, c := range []struct {
		packet, message, fields, problems string
		confidence                        wire.Confidence
	}{
		{askCode + "\x01\x00\x00\x00time", "info request", request + " request.time=1701669236", "", wire.Likely},
		{askCode + "\x01\x00\x00\x00time\x02\x00\x00\x00\x02", "info request",
			request + " request.time=1701669236 request.flags2=2 request.segmented=2", "", wire.Likely},
		{askCode + "\x01\x00\x00\x00time\x02", "info request", request + " request.time=1701669236 request.flags2=02", "cut",
			wire.Possible},
		{askCode + "\x01\x00", "info request", "packet.unused=255 packet.code=199 request.flags=01 00", "cut", wire.Possible},
		{infoCode + "\x01\x00\x08\x00Hi\x00\x07", "info reply", info + "reply.flags=524289 info.name=Hi info.players=7", "",
			wire.Certain},
		{infoCode + "\x00\x80\x00\x00", "info reply", info + "reply.flags=32768", "value-unknown", wire.Certain},
		// With team names players have teams, without them as the mode says, and else as it ends.
		{infoCode + "\x80\x00\x18\x00\x0c\x00\x00\x01Al\x00\xff\xff\x14\x00\x00\x01\x01\x09", "info reply",
			info + "reply.flags=1572992 info.mode=12 info.instagib=0 info.buckshot=0 info.players=1 " +
				player("info.player.team=1 "), "", wire.Certain},
		{infoCode + "\x80\x00\x18\x00\x0c\x00\x00\x01Al\x00\xff\xff\x14\x00\x00\x01\x09", "info reply",
			info + "reply.flags=1572992 info.mode=12 info.instagib=0 info.buckshot=0 info.players=1 " + player(""), "",
			wire.Certain},
		{infoCode + "\x00\x00\x38\x01\x01Al\x00\xff\xff\x14\x00\x00\x01\x01\x09\x01\x05\x00", "info reply",
			info + "reply.flags=20447232 info.players=1 " + player("info.player.team=1 ") + " info.teams=1 info.team_score=5",
			"", wire.Certain},
		{infoCode + "\x00\x00\x01\x80\x05\x00\x00\x00\x01\x00\x02\x00\x03\x00\x02\x00\x00\x00NOR", "info reply",
			info + "reply.flags=2147549184 info.fraglimit=5 info.timelimit=0 info.duellimit=1 info.pointlimit=2 " +
				"info.winlimit=3 info.flags2=2 further.country=NOR", "", wire.Certain},
		{infoCode + "\x00\x00\x00\x08\x08" + strings.Repeat("\x01\x00\x00\x00", 8), "info reply",
			info + "reply.flags=134217728 info.words=8 info.dmflags=1 info.dmflags2=1 info.zadmflags=1 info.compatflags=1 " +
				"info.zacompatflags=1 info.compatflags2=1 info.word=1 info.word=1", "", wire.Certain},
		{listCode + "\x02\x01\x02\x03\x04\xaa\x29\xab\x29\x00\x02", "server list reply",
			list + "list.ports=2 list.server.address=1.2.3.4 list.server.port=10666 list.server.port=10667 list.ports=0 " +
				"list.block=2", "", wire.Likely},
		{listCode + "\x02\x01\x02\x03\x04\xaa\x29", "server list reply",
			list + "list.ports=2 list.server.address=1.2.3.4 list.server.port=10666", "cut", wire.Possible},
		{"\xff\x74\x5d\x56\x00key\x00", "heartbeat", "packet.unused=255 packet.code=5660020 registration.secret=key", "",
			wire.Certain},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		got := strings.Join(promise.Leaves(m, "zandronum."), " ")
		if m.Protocol() != zandronum.ID || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems ||
			m.Confidence != c.confidence {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a message is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\xff\xc7\x00\x00", "\xff\xff\xff\xff\xff", "\xff\xc7\x00\x00\x01", "\x08\xb8\x49\x1a\xcc\x34",
		"\xff\x06\x00\x00\x00\x00\x07\x00\x02", "\xff\x03\x00\x00\x00", "\x00\x00\x00\x00\x00", ""} {
		if m := decoder.Decode([]byte(p), wire.Options{DstPort: 10666}); m.Protocol() == zandronum.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
	if m := decoder.Decode([]byte("\xff\x04\x00\x00\x00"), wire.Options{SrcPort: 15300}); m.Info.Name != "server list refused" {
		t.Error(m.Info.Name)
	}
}

// A compressed message is what it stands for: these are one request, and one reply with
// the same parts.
func TestCompressed(t *testing.T) {
	ms := promise.Hex(t, "zandronum-info-request")
	m := decoder.Decode(ms[0], wire.Options{})
	if v := m.Find("zandronum.request.time", 0); v < 0 || m.Text(v) != "50354986" || m.Fields[v].Length != 0 {
		t.Error(promise.Dump(m))
	}
	s := decoder.StatusOf(decoder.Decode(promise.Hex(t, "zandronum-info-reply")[1], wire.Options{}))
	if s == nil || s.Name.Value != "Sluice Gate CTF" || s.GameType.Value != "Capture the Flag" || len(s.PlayerList) != 3 ||
		s.PlayerList[2].Name.Value != "Heron" || s.PlayerList[0].Team.Value != 1 || s.PlayerList[2].Team.Known ||
		s.Teams[1].Score.Value != 5 || s.Bots.Value != 1 || !s.Complete.Value {
		t.Errorf("%+v", s)
	}
}

// The segments of a reply are one, in any order, and none without all of them.
func TestSegments(t *testing.T) {
	var ms []*wire.Message
	for _, p := range promise.Hex(t, "zandronum-segments") {
		ms = append(ms, decoder.Decode(p, wire.Options{}))
	}
	if len(ms) < 4 {
		t.Fatal(len(ms))
	}
	ms[1], ms[3] = ms[3], ms[1]
	replies := decoder.Assemble(ms)
	if len(replies) != 1 || replies[0].Whole == nil || replies[0].Completeness != wire.Complete ||
		promise.Codes(replies[0].Whole) != "" {
		t.Fatalf("%+v", replies)
	}
	promise.Message(t, replies[0].Whole)
	if s := decoder.StatusOf(ms...); len(s.PlayerList) != 3 || s.Version.Value != "3.2-r240930-1200 on Linux 6.1.0" {
		t.Errorf("%+v", s)
	}
	for i := 1; i < len(ms); i++ {
		some := append(append([]*wire.Message(nil), ms[:i]...), ms[i+1:]...)
		short := ms[i].PayloadBytes()
		cut := append(some[:len(some):len(some)], decoder.Decode(short[:len(short)-9], wire.Options{}))
		if r := decoder.Assemble(cut); r[0].Completeness != wire.Incomplete {
			t.Errorf("%d cut: %+v", i, r)
		}
		if r := decoder.Assemble(some); len(r) != 1 || r[0].Whole != nil || r[0].Completeness != wire.Incomplete {
			t.Errorf("without %d: %+v", i, r)
		}
	}
}

// A list is one, in packets or not, and each further port is a server of its address.
func TestList(t *testing.T) {
	want := "192.0.2.7:10666 192.0.2.7:10667 192.0.2.7:10700 203.0.113.9:10666 198.51.100.12:10777"
	for name, most := range map[string]int{"zandronum-server-list": 5, "zandronum-server-list-plain": 4} {
		var ms []*wire.Message
		for _, p := range promise.Hex(t, name) {
			ms = append(ms, decoder.Decode(p, wire.Options{}))
		}
		r := decoder.Assemble(ms)[0]
		m := r.Whole
		if m == nil {
			m = r.Messages[0]
		}
		var got []string
		for _, l := range ask.ListServers(m) {
			got = append(got, fmt.Sprintf("%s:%d", l.Host, l.GamePort))
		}
		if all := strings.Fields(want)[:most]; strings.Join(got, " ") != strings.Join(all, " ") ||
			r.Completeness == wire.Incomplete {
			t.Errorf("%s: %q\n%s", name, got, promise.Dump(m))
		}
	}
}

// A reply is for the request whose time it repeats, and what is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Weir"), Map: wire.Some("MAP01"), GameType: wire.Some("Duel"), Game: wire.Some("Hexen"),
		Version: wire.Some("3.1"), MaxPlayers: wire.Some(int64(9)), Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "pwad", Value: "a.wad"}, {Key: "pwad", Value: "b.wad"}, {Key: "iwad", Value: "hexen.wad"},
			{Key: "timelimit", Value: "10"}, {Key: "timeleft", Value: "-3"}, {Key: "teamdamage", Value: "0.25"},
			{Key: "compatflags2", Value: "4294967295"}, {Key: "patch", Value: "c.deh"}, {Key: "country", Value: "NOR"}},
		PlayerList: []wire.Player{{Name: wire.Some("Gull"), Score: wire.Some(int64(-7)), Ping: wire.Some(int64(30)),
			Extra: []wire.Rule{{Key: "Bot", Value: "1"}}}}}
	for _, teams := range [][]wire.Team{nil, {{Name: wire.Some("Blue"), Score: wire.Some(int64(3))}, {Name: wire.Some("Red")}}} {
		for _, single := range []bool{false, true} {
			if s.Teams = teams; teams != nil {
				s.PlayerList[0].Team = wire.Some(int64(1))
			}
			q := ask.Query{Protocol: zandronum.ID, ID: [8]byte{1, 2, 3, 4}, Details: &zandronum.Query{Single: single}}
			p, err := decoder.AppendRequest(nil, &q)
			if err != nil {
				t.Fatal(err)
			}
			question := decoder.Decode(p, wire.Options{})
			out, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s})
			if err != nil || len(out) != 1 {
				t.Fatal(len(out), err)
			}
			m := decoder.Decode(out[0], wire.Options{})
			promise.Message(t, m)
			got := decoder.StatusOf(m)
			if m.Confidence != wire.Certain || got == nil || got.Name != s.Name || got.Map != s.Map ||
				got.GameType != s.GameType || got.Game != s.Game || got.Version != s.Version ||
				got.MaxPlayers != s.MaxPlayers || got.Password != s.Password ||
				len(got.Teams) != len(teams) || got.PlayerList[0].Team != s.PlayerList[0].Team ||
				got.PlayerList[0].Score.Value != -7 || got.Bots.Value != 1 {
				t.Errorf("%+v\n%s", got, promise.Dump(m))
			}
			for _, r := range s.Rules {
				if !bytes.Contains([]byte(fmt.Sprint(got.Rules)), []byte(fmt.Sprint(r))) {
					t.Errorf("no %v in %v", r, got.Rules)
				}
			}
			if a := m.MatchKey(); single && (!a.Answers(question.MatchKey()) || a.ID == 0) {
				t.Error(a)
			}
			q.ID[0] = 9
			p, _ = decoder.AppendRequest(nil, &q)
			if other := decoder.Decode(p, wire.Options{}); single && m.MatchKey().Answers(other.MatchKey()) {
				t.Error(other.MatchKey())
			}
		}
	}
	m := decoder.Decode([]byte(infoCode+"\x00\x00\x00\x00"), wire.Options{})
	if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzZandronum(f *testing.F) {
	promise.Fuzz(f, zandronum.ID, "zandronum-", infoCode+"\xff\xff\xff\xff", infoCode+"\x00\x00\x18\x00\xffAl\x00",
		listCode+"\xff\xff\xff\xff", "\x07\xff", "\x00")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "zandronum-") }
