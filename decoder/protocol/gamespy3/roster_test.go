package gamespy3_test

import (
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// TestRoster reads player lists of Just Cause 2 Multiplayer, and what may look
// like one.
func TestRoster(t *testing.T) {
	const row = "Pilot\x00STEAM_0:1:7\x00\x00\x40"
	const named = `roster.name=Pilot roster.steam_id=STEAM_0:1:7 roster.ping=64`
	for _, c := range []struct{ numplayers, payload, fields, problems string }{
		{"1", "\x00\x01" + row, "roster.count=1 " + named, ""},
		{"2", "\x00\x01" + row, "roster.count=1 " + named, ""},
		{"1", "\x00\x02" + row, "roster.count=2 " + named, "gamespy3-roster-short"},
		{"1", "\x00\x01" + row[:len(row)-1], `roster.count=1 roster.name=Pilot roster.steam_id=STEAM_0:1:7 roster.ping=00`,
			"cut"},
		{"1", "\x00\x01Pil", `roster.count=1 roster.name=Pil`, "cut"},
		{"1", "\x00\x01" + row + "\x00", "roster.count=1 " + named + " padding=00", ""},
		{"1", "\x00\x01" + row + "surplus", "roster.count=1 " + named + " unknown=73 75 72 70 6c 75 73",
			"gamespy3-section-unknown"},
		{"0", "\x00\x00", "padding=00 00", ""},
		{"336", "\x01\x50" + row, "roster.count=336 " + named, "gamespy3-roster-short"},
		{"256", "\x01\x00" + row, "roster.count=256 " + named, "gamespy3-roster-short"},
		{"256", "\x01\x00\x02\x00", "section=1 players.end=00 section=2 teams.end=00", ""},
		{"368", "\x01player_\x00\x00Pilot\x00\x00\x00",
			`section=1 players.name=player_ players.start=0 players.value=Pilot players.field_end=00 players.end=00`, ""},
		{"900", "\x01\x50" + row, "", "gamespy3-field-name"}, // numplayers does not agree
	} {
		p := dataReply(0x80, 0, "numplayers\x00"+c.numplayers+"\x00\x00"+c.payload)
		m := promise.Decode(t, p)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i, after := 0, false; i < len(m.Fields); i++ {
			if after && m.Fields[i].Leaf() {
				fields = append(fields, strings.TrimPrefix(m.Key(i), "gamespy3.")+"="+m.Text(i))
			}
			after = after || m.Key(i) == "gamespy3.info.end"
		}
		if got := strings.Join(fields, " "); c.fields != "" && got != c.fields ||
			!strings.HasPrefix(promise.Codes(m), c.problems) || c.problems == "" && promise.Codes(m) != "" {
			t.Errorf("%q: %s\n%s", c.payload, got, promise.Dump(m))
		}
	}
}

// TestServeRoster: a request in the format of the list gets one, with as many
// players as a datagram of the emulator can hold.
func TestServeRoster(t *testing.T) {
	for _, n := range []int{0, 1, 255, 256, 600} {
		s := &wire.Status{Name: wire.Some("Harbour"), Players: wire.Some(int64(n)), Password: wire.Some(true),
			Version: wire.Some("913")}
		for i := range n {
			s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some("é" + strconv.Itoa(i)),
				Ping: wire.Some(int64(70000)), Extra: []wire.Rule{{Key: "Steam ID", Value: strconv.Itoa(i)}}})
		}
		request := decoder.Decode([]byte("\xfe\xfd\x00abcd\x00\x00\x00\x07\xff\xff\xff\x02"), wire.Options{})
		replies, err := decoder.AppendReplies(nil, request,
			&answer.Answer{Status: s, Challenge: 7, Game: decoder.GameByName("jc2mp")})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		m := promise.Decode(t, replies[0])
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || got.Name != s.Name || len(got.PlayerList) != n || got.Version != s.Version ||
			got.Password != s.Password {
			t.Errorf("%d players: %s, name %v, %d players, version %v", n, promise.Codes(m), got.Name, len(got.PlayerList),
				got.Version)
		}
		for i, p := range got.PlayerList {
			if p.Name.Value != "é"+strconv.Itoa(i) || p.Ping.Value != 65535 || p.Extra[0].Value != strconv.Itoa(i) {
				t.Fatalf("player %d is %+v", i, p)
			}
		}
	}
}
