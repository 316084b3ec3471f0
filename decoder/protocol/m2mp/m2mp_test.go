package m2mp_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/m2mp"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "m2mp-", m2mp.ID, wire.Certain) }

func TestMessages(t *testing.T) {
	const info = "info.name=Weir info.players=2 info.max_players=64 info.mode=m password=1"
	for _, c := range []struct{ packet, message, fields string }{
		{"M2MP", "info request", ""},
		{"M2Online", "M2Online info request", ""},
		{"M2MP\x05Weir\x022\x0364\x02m\x01", "info reply", info},
		{"M2MP\x05Weir\x022\x0364\x02m\x01\x02a\x03bc", "info reply", info + " player.name=a player.name=bc"},
		{"M2Online\x05Weir\x022\x0364\x02m\x01\x02a\x0348\x01", "M2Online info reply",
			info + " player.name=a player.ping=48"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		got := strings.Join(promise.Leaves(m, "m2mp.")[1:], " ")
		if m.Protocol() != m2mp.ID || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != "" {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
	for _, p := range []string{"M2", "M2MX", "M2MP\x05Weir\x02x", "M3MP"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == m2mp.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Empire " + strings.Repeat("x", 300)), GameType: wire.Some("race"),
		MaxPlayers: wire.Some(int64(64)), Password: wire.Some(true), PlayerList: []wire.Player{
			{Name: wire.Some("Heron"), Ping: wire.Some(int64(48))}, {}, {Name: wire.Some("Wren")}}}
	for _, request := range []string{"M2MP", "M2Online"} {
		out, err := decoder.AppendReplies(nil, decoder.Decode([]byte(request), wire.Options{}), &answer.Answer{Status: s})
		if err != nil || len(out) != 1 {
			t.Fatal(err)
		}
		m := decoder.Decode(out[0], wire.Options{})
		promise.Message(t, m)
		got := decoder.StatusOf(m)
		if got.Name.Value != s.Name.Value[:254] || got.Players.Value != 3 || got.MaxPlayers != s.MaxPlayers ||
			!got.Password.Value ||
			got.GameType != s.GameType || len(got.PlayerList) != 2 || got.PlayerList[0].Ping.Known != (request == "M2Online") {
			t.Errorf("%s: %+v", request, got)
		}
	}
	m := decoder.Decode([]byte("M2MP\x05Weir\x022\x0364\x02m\x01"), wire.Options{})
	if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzM2MP(f *testing.F) {
	promise.Fuzz(f, m2mp.ID, "m2mp-", "M2Online\x02a\x021\x029\x02m\x00\x02p\x01", "M2OnO")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "m2mp-") }
