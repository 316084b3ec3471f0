package raknet_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/raknet"
	"fragscope/decoder/wire"
)

const (
	magic = "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"
	guid  = "\x00\x00\x00\x00\x00\x00\x00\x07"
	// address is 127.0.0.1:19132.
	address = "\x04\x80\xff\xff\xfe\x4a\xbc"

	head = "\x1c" + "12345678" + "\x00\x00\x00\x00\x00\x00\x00\x07" + magic
)

// id is a pong with an ID string.
func id(s string) string { return head + string([]byte{byte(len(s) >> 8), byte(len(s))}) + s }

func TestSamples(t *testing.T) { promise.Samples(t, "raknet-", "raknet", wire.Likely) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"\x01" + "12345678" + magic + "87654321", "ping request", "ping.id=1 ping.guid=4050765991979987505", ""},
		{"\x02" + "12345678" + magic + "87654321", "open ping request", "ping.id=2 ping.guid=4050765991979987505", ""},
		{"\x02" + "12345678" + magic, "open ping request", "ping.id=2", "raknet-guid-missing"},
		{"\x01" + "12345678" + magic + "8765", "ping request", "ping.id=1 ping.guid=38 37 36 35", "cut"},
		{"\x01" + "12345678" + magic[:8], "ping request", "ping.id=1 ping.magic=00 ff ff 00 fe fe fe fe", "cut"},
		{head, "pong reply", "", ""},
		{head + "\x00", "pong reply", "id.length=00", "cut"},
		{head + "\x00\x00", "pong reply", "id.length=0", "raknet-parts-few"},
		{head + "\x03\x00\x01\x02", "pong reply", "pong.data=03 00 01 02", ""},
		{head + "Arena|7|16", "pong reply", "pong.text=Arena|7|16", ""},
		{id("Arena|7|16"), "pong reply", "id.length=10 pong.text=Arena|7|16", ""},
		{id("\x00\x01"), "pong reply", "id.length=2 pong.data=00 01", ""},
		{id("MCPE;a;685;1.21;3;9"), "pong reply",
			"id.length=19 id.edition=MCPE id.motd=a id.protocol=685 id.version=1.21 id.players=3 id.max_players=9", ""},
		{id("MCEE;a;685;1.21;3;9;7;w;Survival;1;19132;19133;0;x"), "pong reply",
			"id.length=50 id.edition=MCEE id.motd=a id.protocol=685 id.version=1.21 id.players=3 id.max_players=9 " +
				"id.server_guid=7 id.motd2=w id.game_mode=Survival id.game_mode_number=1 id.port4=19132 id.port6=19133 id.part=0 " +
				"id.part=x", ""},
		{id(`MCPE;a\;b\\;1;v;03;-9;`), "pong reply",
			`id.length=22 id.edition=MCPE id.motd=a\;b\\;1 id.protocol=v id.version=03 id.players=-9`,
			"raknet-not-a-number raknet-parts-few"},
		{id(`MCPE;a;685;v;03;-9;`), "pong reply",
			`id.length=19 id.edition=MCPE id.motd=a id.protocol=685 id.version=v id.players=3 id.max_players=-9`, ""},
		{id("MCPE;a;2 7;0.11.0;0;20"), "pong reply",
			"id.length=22 id.edition=MCPE id.motd=a id.protocol=2 7 id.version=0.11.0 id.players=0 id.max_players=20",
			"raknet-not-a-number"},
		{id("MCPE;;;;;;;;;;70000;"), "pong reply",
			"id.length=20 id.edition=MCPE id.motd= id.protocol= id.version= id.players= id.max_players= id.server_guid= " +
				"id.motd2= id.game_mode= id.game_mode_number= id.port4=70000",
			"raknet-not-a-number raknet-not-a-number raknet-not-a-number raknet-not-a-number number-implausible"},
		{id("MCPE;a;685"), "pong reply", "id.length=10 id.edition=MCPE id.motd=a id.protocol=685", "raknet-parts-few"},
		{head + "\x00\x20MCPE;a;685;v;1;2", "pong reply",
			"id.length=32 id.edition=MCPE id.motd=a id.protocol=685 id.version=v id.players=1 id.max_players=2",
			"raknet-length-past-end"},
		{id("MCPE;a;685;v;1;2") + ";3", "pong reply",
			"id.length=16 id.edition=MCPE id.motd=a id.protocol=685 id.version=v id.players=1 id.max_players=2 surplus=3b 33",
			"bytes-left-over"},
		{id("MCCPP;Demo;") + "\x00\x00\x00", "pong reply", "id.length=11 id.edition=MCCPP id.part=Demo id.padding=00 00 00",
			""},
		{strings.Replace(id("MCPE;a;685;v;1;2"), "\x12\x34", "xy", 1), "pong reply",
			"id.length=16 id.edition=MCPE id.motd=a id.protocol=685 id.version=v id.players=1 id.max_players=2",
			"constant-differs"},
		{"\x05" + magic + "\x0b\x00\x00", "open connection request 1",
			"opening.id=5 opening.protocol=11 opening.padding=00 00", ""},
		{"\x06" + magic + guid + "\x00\x05\xd4", "open connection reply 1",
			"opening.id=6 opening.server_guid=7 opening.security=0 opening.mtu=1492", ""},
		{"\x06" + magic + guid + "\x01abcd\x05\xd4", "open connection reply 1",
			"opening.id=6 opening.server_guid=7 opening.security=1 opening.cookie=61 62 63 64 opening.mtu=1492", ""},
		{"\x07" + magic + address + "\x05\xd4" + guid, "open connection request 2",
			"opening.id=7 opening.family=4 opening.address=80 ff ff fe opening.port=19132 opening.mtu=1492 " +
				"opening.client_guid=7", ""},
		{"\x07" + magic + "abcd\x00" + address + "\x05\xd4" + guid, "open connection request 2",
			"opening.id=7 opening.cookie=61 62 63 64 opening.security=0 opening.family=4 opening.address=80 ff ff fe " +
				"opening.port=19132 opening.mtu=1492 opening.client_guid=7", ""},
		{"\x08" + magic + guid + "\x06" + strings.Repeat("\x01", 28) + "\x05\xd4\x01", "open connection reply 2",
			"opening.id=8 opening.server_guid=7 opening.family=6 opening.address=01" + strings.Repeat(" 01", 27) +
				" opening.mtu=1492 opening.security=1", ""},
		{"\x19\x0a" + magic + guid, "incompatible protocol reply", "opening.id=25 opening.protocol=10 opening.server_guid=7",
			""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && f.Def.Name != "Time" && (f.Kind != wire.KindConst || f.Flags != 0) &&
				m.Key(i) != "raknet.pong.id" && m.Key(i) != "raknet.pong.guid" {
				fields = append(fields, strings.TrimPrefix(m.Key(i), "raknet.")+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "raknet" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// Other messages of RakNet, and chance, are not taken for pings.
func TestOthers(t *testing.T) {
	for _, p := range []string{"\x05" + magic[:7], "\x09" + magic + guid, "\x01" + "12345678" + magic[:7],
		"\x03" + "12345678" + magic + "87654321", "\x1c" + "12345678" + magic + "87654321", "\x01" + "12345678" + magic[:11] +
			"abcde" + "87654321"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "raknet" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestStatus(t *testing.T) {
	m := decoder.Decode(
		[]byte(id("MCPE;§6Lantern §lHarbour§r é§7;685;1.21.0;4;10;7;Bedrock level;Survival;1;19134;19135;0;")),
		wire.Options{})
	got := decoder.StatusOf(m)
	want := &wire.Status{
		Protocol: "raknet", Name: wire.Some("Lantern Harbour é"), Map: wire.Some("Bedrock level"),
		GameType: wire.Some("Survival"), Game: wire.Some("MCPE"), Version: wire.Some("1.21.0"),
		GamePort: wire.Some(int64(19134)), Players: wire.Some(int64(4)), MaxPlayers: wire.Some(int64(10)),
		Rules: []wire.Rule{{Key: "protocol", Value: "685"}, {Key: "server_guid", Value: "7"},
			{Key: "game_mode_number", Value: "1"}, {Key: "port6", Value: "19135"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{ID: [8]byte{'1', '2'}}, "\x0112\x00\x00\x00\x00\x00\x00" + magic + "\x00\x00\x00\x00\x00\x00\x00\x00"},
		{ask.Query{Message: "open ping request", Details: &raknet.Query{GUID: 0x01020304}},
			"\x02\x00\x00\x00\x00\x00\x00\x00\x00" + magic + "\x00\x00\x00\x00\x01\x02\x03\x04"},
	} {
		c.query.Protocol = "raknet"
		if p, err := decoder.AppendRequest(nil, &c.query); err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
	}
}

// A pong is for the ping whose time it repeats.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.MatchKey { return (decoder.Decode([]byte(p), wire.Options{})).MatchKey() }
	ping, other, pong := topic("\x01"+"12345678"+magic+"87654321"), topic("\x01"+"12345679"+magic+"87654321"), topic(head)
	if !pong.Answers(ping) || pong.Answers(other) {
		t.Error(ping, other, pong)
	}
}

// What is served is read as it was, but for what no part can hold.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("A;B\n§a"), Map: wire.Some("жшя"), GameType: wire.Some("Creative"),
		MaxPlayers: wire.Some(int64(2)), Rules: []wire.Rule{{Key: "server_guid", Value: "18446744073709551615"},
			{Key: "port6", Value: "7"}}}
	s.Players = wire.Some(int64(1))
	replies := func(p string) [][]byte {
		all, err := decoder.AppendReplies(nil, decoder.Decode([]byte(p), wire.Options{}), &answer.Answer{Status: s})
		if err != nil && !errors.Is(err, answer.ErrNotApplicable) {
			t.Fatal(err)
		}
		return all
	}
	for _, kind := range []string{"\x01", "\x02"} {
		all := replies(kind + "12345678" + magic + "87654321")
		if len(all) != 1 {
			t.Fatal(len(all))
		}
		m := decoder.Decode(all[0], wire.Options{})
		promise.Message(t, m)
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || string(all[0][1:9]) != "12345678" || m.Fields[2].Value != 1<<64-1 ||
			got.Name.Value != "A;B" || got.Map.Value != "жшя" || got.GameType.Value != "Creative" || got.Rules[3].Value != "7" ||
			got.Players.Value != 1 {
			t.Errorf("%s\n%+v", promise.Dump(m), got)
		}
	}
	s.Players = wire.Some(int64(2)) // full
	if all := replies("\x02" + "12345678" + magic + "87654321"); len(all) != 0 {
		t.Errorf("%q", all)
	}
	for _, p := range []string{head, "\x01" + "12345678" + magic[:9]} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(p), wire.Options{}),
			&answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
			t.Error(err)
		}
	}
}

func FuzzRakNet(f *testing.F) {
	promise.Fuzz(f, "raknet", "raknet-", id("MCPE;a;b;c;1;2;3"), head+"\x00\x02ab")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "raknet-") }
