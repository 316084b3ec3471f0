package frostbite_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/frostbite"
	"fragscope/decoder/wire"
)

// le is a number in four bytes.
func le(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

// packet is a packet of words.
func packet(head uint32, words ...string) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(le(len(w)) + w + "\x00")
	}
	return le(int(int32(head))) + le(12+b.Len()) + le(len(words)) + b.String()
}

const (
	reply = 1 << 30
	event = 1 << 31
)

func TestSamples(t *testing.T) { promise.Samples(t, "frostbite-", frostbite.ID, wire.Likely) }

func TestMessages(t *testing.T) {
	info := []string{"OK", "N", "1", "64", "Conquest", "MP_1", "0", "2", "2", "800.5", "7", "1000", "", "true", "false",
		"true", "9", "8"}
	const named = "packet.result=OK info.name=N info.players=1 info.max_players=64 info.mode=Conquest info.map=MP_1 " +
		"info.rounds_played=0 info.rounds=2 info.teams=2 team.score=800.5 team.score=7 " +
		"info.target_score=1000 info.ranked=true info.punkbuster=false info.password=true info.uptime=9 info.round_time=8"
	for _, c := range []struct{ packet, message, fields, problems string }{
		{packet(7, "serverInfo"), "server info request", "packet.command=serverInfo", ""},
		{packet(7, "version"), "version request", "packet.command=version", ""},
		{packet(7, "listPlayers", "all"), "player list request", "packet.command=listPlayers packet.word=all", ""},
		{packet(7, "login.hashed"), "command", "packet.command=login.hashed", ""},
		{packet(7, "version") + packet(8, "serverInfo"), "version request",
			"packet.command=version packet.command=serverInfo", ""},
		{packet(reply|7, info...), "server info reply", named, ""},
		{packet(reply|7, info[:12]...), "server info reply", strings.Split(named, " info.ranked")[0], ""},
		{packet(reply|7, append(slices.Clone(info), "BC2", "x", "192.0.2.1:25200")...), "server info reply",
			named + " info.mod=BC2 info.map_pack=x info.address=192.0.2.1:25200", ""},
		{packet(reply|7, append(slices.Clone(info), "192.0.2.1:25200")...), "server info reply",
			named + " info.address=192.0.2.1:25200", ""},
		{packet(reply|7, "OK", "BF4", "179665"), "version reply", "packet.result=OK version.game=BF4 version.version=179665",
			""},
		{packet(reply|7, "OK", "2", "name", "score", "1", "Heron", "-3"), "player list reply",
			"packet.result=OK players.columns=2 players.column=name players.column=score players.count=1 player.name=Heron " +
				"player.score=-3", ""},
		{packet(reply|7, "OK", "2", "name", "odd", "1", "Heron", "3"), "player list reply",
			"packet.result=OK players.columns=2 players.column=name players.column=odd players.count=1 player.name=Heron " +
				"player.other=3", ""},
		{packet(reply|7, "UnknownCommand"), "command reply", "packet.result=UnknownCommand", ""},
		{packet(event|7, "player.onJoin", "Heron"), "event", "packet.command=player.onJoin packet.word=Heron", ""},
		{packet(event|reply|7, "OK"), "event acknowledgement", "packet.result=OK", ""},
		{packet(7, "version")[:20], "version request", "packet.command=vers", "cut"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{Protocol: frostbite.ID})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{Protocol: frostbite.ID})
		fields := slices.DeleteFunc(promise.Leaves(m, "frostbite."), func(f string) bool {
			for _, same := range []string{"packet.sequence=", "packet.size=", "packet.words=", "packet.length=", "packet.end="} {
				if strings.HasPrefix(f, same) {
					return true
				}
			}
			return false
		})
		if got := strings.Join(fields, " "); m.Info.Name != c.message && c.problems == "" ||
			c.problems == "" && got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
		if c.problems == "" {
			if m := decoder.Decode([]byte(c.packet), wire.Options{}); m.Protocol() != frostbite.ID {
				t.Errorf("%q is not recognised: %s", c.packet, m.Protocol())
			}
		}
	}
}

// What only begins like a packet is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{le(7) + le(12) + le(0), le(7) + le(20) + le(1) + le(9) + "version", packet(7, "a b"),
		packet(7, ""), le(7) + le(1<<20) + le(1) + le(3) + "abc\x00", packet(7, "version")[:16]} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == frostbite.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for name, want := range map[string]string{"": packet(0x3fffffff, "serverInfo"),
		"version request": packet(0x3fffffff, "version"), "player list request": packet(0x3fffffff, "listPlayers", "all")} {
		q := ask.Query{Protocol: frostbite.ID, Message: name, ID: [8]byte{255, 255, 255, 255}}
		if p, err := decoder.AppendRequest(nil, &q); err != nil || string(p) != want {
			t.Errorf("%s: %q, %v", name, p, err)
		}
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Büro"), Map: wire.Some("MP_1"), GameType: wire.Some("Rush"),
		Version: wire.Some("17"), Game: wire.Some("BF3"), MaxPlayers: wire.Some(int64(32)), Password: wire.Some(true),
		Teams: []wire.Team{{Score: wire.Some(int64(70))}, {Score: wire.Some(int64(0))}},
		PlayerList: []wire.Player{{Name: wire.Some("Heron"), Score: wire.Some(int64(-3)), Team: wire.Some(int64(1)),
			Ping: wire.Some(int64(40)), Extra: []wire.Rule{{Key: "Kills", Value: "5"}}}},
		Rules: []wire.Rule{{Key: "ranked", Value: "true"}}}
	var ms []*wire.Message
	q := decoder.Decode([]byte(packet(7, "version")+packet(8, "serverInfo")+packet(9, "listPlayers", "all")),
		wire.Options{})
	replies, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
	if err != nil || len(replies) != 3 {
		t.Fatal(len(replies), err)
	}
	for i, p := range replies {
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		if got := m.Fields[1].Value; got != uint64(reply|7+i) {
			t.Errorf("%x\n%s", got, promise.Dump(m))
		}
		ms = append(ms, m)
	}
	got := decoder.StatusOf(ms...)
	if got.Name.Value != "Büro" || got.Map.Value != "MP_1" || got.Version.Value != "17" || got.Game.Value != "BF3" ||
		got.Players.Value != 1 || !got.Password.Value || len(got.Teams) != 2 || got.Teams[0].Score.Value != 70 ||
		got.PlayerList[0].Score.Value != -3 || got.PlayerList[0].Team.Value != 1 || got.PlayerList[0].Ping.Value != 40 ||
		got.PlayerList[0].Extra[0].Value != "5" {
		t.Errorf("%+v", got)
	}
	for p, want := range map[string]error{packet(event|reply|7, "OK"): answer.ErrNoRequest,
		packet(reply|7, "OK"): answer.ErrNoRequest} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(p), wire.Options{}),
			&answer.Answer{Status: s}); !errors.Is(err, want) {
			t.Errorf("%q: %v", p, err)
		}
	}
	if a, b := ms[0].MatchKey(),
		(decoder.Decode([]byte(packet(7, "version")), wire.Options{})).MatchKey(); !a.Answers(b) {
		t.Error(a, b)
	}
}

func FuzzFrostbite(f *testing.F) {
	promise.Fuzz(f, frostbite.ID, "frostbite-", packet(reply|7, "OK", "2", "name", "odd", "1", "Heron", "3"),
		packet(reply|7, "OK", "N", "1", "64", "C", "M", "0", "2", "99", "1"))
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "frostbite-") }
