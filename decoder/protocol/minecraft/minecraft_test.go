package minecraft_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/minecraft"
	"fragscope/decoder/wire"
)

const (
	hello = "\x10\x00\xff\x05\x09localhost\x63\xdd\x01"
	ping  = "\x09\x01" + "12345678"
)

// reply is a status reply with a document.
func reply(json string) string {
	b := append(wire.AppendVarInt([]byte{0}, int64(len(json))), json...)
	return string(append(wire.AppendVarInt(nil, int64(len(b))), b...))
}

func TestSamples(t *testing.T) { promise.Samples(t, "minecraft-", "minecraft", wire.Possible) }

func TestMessages(t *testing.T) {
	const start = "packet.id=0 handshake.protocol=767 handshake.address.length=9 handshake.address.text=localhost " +
		"handshake.port=25565 "
	for _, c := range []struct{ packet, message, fields, problems string }{
		{hello, "status request", start + "handshake.next=1", ""},
		{hello + "\x01\x00", "status request", start + "handshake.next=1 packet.id=0", ""},
		{hello + "\x01\x00" + ping, "status request",
			start + "handshake.next=1 packet.id=0 packet.id=1 packet.time=3544952156018063160", ""},
		{hello[:16] + "\x02\x05\x00\x03abc", "login request", start + "handshake.next=2 packet.other=05 00 03 61 62 63", ""},
		{hello[:16] + "\x03", "login request", start + "handshake.next=3", ""},
		{reply(`{"a":1}`), "status reply",
			`packet.id=0 status.length=7 status.open=7b status.key=a status.number=1 status.close=7d`, ""},
		{reply(`{"a":1}`) + ping, "status reply",
			`packet.id=0 status.length=7 status.open=7b status.key=a status.number=1 status.close=7d packet.id=1 packet.time=3544952156018063160`, ""},
		{reply(`{"a" : [1 , "x\"", {"b":null}, [-1.5]]}`), "status reply",
			`packet.id=0 status.length=39 status.open=7b status.key=a status.open=20 5b status.number=1 status.text=x\" status.open=2c 20 7b status.key=b status.word=null status.close=7d status.open=2c 20 5b status.word=-1.5 status.close=5d status.close=5d status.close=7d`, ""},
		{reply(`{"a":}`), "status reply", `packet.id=0 status.length=6 status.open=7b status.key=a unparsed=7d`,
			"minecraft-json-syntax"},
		{reply(`{"a":1,}`), "status reply",
			`packet.id=0 status.length=8 status.open=7b status.key=a status.number=1 unparsed=2c 7d`, "minecraft-json-syntax"},
		{reply(`{"a":1 "b":2}`), "status reply",
			`packet.id=0 status.length=13 status.open=7b status.key=a status.number=1 unparsed=20 22 62 22 3a 32 7d`,
			"minecraft-json-syntax"},
		{reply(`{"a":1]`), "status reply",
			`packet.id=0 status.length=7 status.open=7b status.key=a status.number=1 unparsed=5d`, "minecraft-json-syntax"},
		{reply(`{"a":007}`), "status reply",
			`packet.id=0 status.length=9 status.open=7b status.key=a status.word=007 status.close=7d`, ""},
		{reply(`{"a":1} `), "status reply",
			`packet.id=0 status.length=8 status.open=7b status.key=a status.number=1 status.close=7d status.space=20`, ""},
		{reply(`{"a":[[[[[[[[1]]]]]]]]}`), "status reply",
			`packet.id=0 status.length=23 status.open=7b status.key=a status.open=5b status.open=5b status.open=5b status.open=5b status.open=5b status.open=5b status.open=5b status.deep=5b 31 5d ` +
				`status.close=5d status.close=5d status.close=5d status.close=5d status.close=5d status.close=5d status.close=5d status.close=7d`, ""},
		{reply(`{"a":1}`)[:8], "status reply", `packet.id=0 status.length=7 status.open=7b status.key=a`,
			"minecraft-json-cut"},
		{"\x0c\x00\x07" + `{"a":1}` + "\x02{}", "status reply",
			`packet.id=0 status.length=7 status.open=7b status.key=a status.number=1 status.close=7d packet.rest=02 7b 7d`,
			"minecraft-length-differs"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for _, f := range promise.Leaves(m, "") {
			if f = strings.TrimPrefix(f, "minecraft."); !strings.HasPrefix(f, "packet.length") {
				fields = append(fields, f)
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "minecraft" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
	stream := wire.Options{Stream: true, SrcPort: 25565}
	if m := decoder.Decode([]byte(ping), stream); m.Info.Name != "ping reply" {
		t.Error(promise.Dump(m))
	}
	if m := decoder.Decode([]byte("\xff\xff\xff\xff\xff\x01"),
		wire.Options{Protocol: "minecraft", From: wire.Request}); promise.Codes(m) != "minecraft-varint-long" {
		t.Error(promise.Dump(m))
	}
}

// A reply whose length begins with the byte of a kick is a status reply too.
func TestLengths(t *testing.T) {
	for n := range 1000 {
		p := reply(`{"a":"` + strings.Repeat("x", n) + `"}`)
		m := decoder.Decode([]byte(p), wire.Options{})
		if m.Info.Name != "status reply" || promise.Codes(m) != "" {
			t.Fatalf("%d letters:\n%s", n, promise.Dump(m))
		}
		if p[0] == 0xff {
			promise.Message(t, m)
			promise.Truncation(t, m, wire.Options{})
		}
	}
}

// Other bytes are not taken for a handshake or a status.
func TestOthers(t *testing.T) {
	for _, p := range []string{"", "\x10", hello[:16] + "\x04", "\x11" + hello[1:], ping[:9], ping + "1", hello[:8],
		"\x01\x00", reply("[1]"), reply("{1}"), "\xfe", "\x00\x00\x00"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "minecraft" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestStatus(t *testing.T) {
	for _, c := range []struct{ json, name, rest string }{
		{`{"description":"§aA \u00a7lB\u00e9 \ud83d\ude00"}`, "A Bé 😀", ""},
		{`{"description":{"text":"A","color":"red","extra":[{"text":" B"},{"text":" C","extra":["D"]}, " E"]}}`, "A B CD E",
			""},
		{`{"description":["x",{"text":"y"}],"version":{"name":"Paper 1.21","protocol":767}}`, "xy",
			"Paper 1.21 protocol=767"},
		{`{"players":{"max":20,"online":2,"sample":[{"name":"Gull","id":"u1"},{"id":"u2","name":"§7Tern"}]},"enforcesSecureChat":true,"favicon":"data:x"}`, "", "2 of 20 Gull UUID=u1 Tern UUID=u2 enforcesSecureChat=true"},
		{`{"players":{"max":"20","online":2.5}}`, "", ""},
	} {
		m := decoder.Decode([]byte(reply(c.json)), wire.Options{})
		s := decoder.StatusOf(m)
		var rest []string
		if s.Version.Known {
			rest = append(rest, s.Version.Value)
		}
		if s.Players.Known {
			rest = append(rest, s.Players.String()+" of "+s.MaxPlayers.String())
		}
		for _, p := range s.PlayerList {
			rest = append(rest, p.Name.Value+" "+p.Extra[0].Key+"="+p.Extra[0].Value)
		}
		for _, r := range s.Rules {
			rest = append(rest, r.Key+"="+r.Value)
		}
		if got := strings.Join(rest, " "); s.Name.Value != c.name || got != c.rest {
			t.Errorf("%s: %q %q\n%s", c.json, s.Name.Value, got, promise.Dump(m))
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{Details: &minecraft.Query{Protocol: 767}}, hello + "\x01\x00"},
		{ask.Query{}, "\x13\x00\xff\xff\xff\xff\x0f\x09localhost\x63\xdd\x01\x01\x00"},
		{ask.Query{Message: "ping request", ID: [8]byte([]byte("12345678"))}, ping},
	} {
		c.query.Protocol = "minecraft"
		if p, err := decoder.AppendRequest(nil, &c.query); err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
	}
	if _, err := decoder.AppendRequest(nil,
		&ask.Query{Protocol: "minecraft", Details: &minecraft.Query{Host: strings.Repeat("a", 300)}}); err == nil {
		t.Error("a host of 300 characters")
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some(`A "b" \ é` + "\n"), Version: wire.Some("Paper 1.21"),
		MaxPlayers: wire.Some(int64(20)), Rules: []wire.Rule{{Key: "protocol", Value: "765"},
			{Key: "previewsChat", Value: "false"}, {Key: "x", Value: "y"}}}
	for range 30 {
		s.PlayerList = append(s.PlayerList,
			wire.Player{Name: wire.Some("Gull"), Extra: []wire.Rule{{Key: "UUID", Value: "u"}}})
	}
	replies, err := decoder.AppendReplies(nil, decoder.Decode([]byte(hello+"\x01\x00"+ping), wire.Options{}),
		&answer.Answer{Status: s})
	if err != nil || len(replies) != 2 || string(replies[1]) != ping {
		t.Fatalf("%q %v", replies, err)
	}
	m := decoder.Decode(append(replies[0], replies[1]...), wire.Options{})
	got := decoder.StatusOf(m)
	if promise.Codes(m) != "" || got.Name.Value != `A "b" \ é` || got.Version.Value != "Paper 1.21" ||
		got.Players.Value != 30 || got.MaxPlayers.Value != 20 || len(got.PlayerList) != 12 || len(got.Rules) != 2 ||
		got.Rules[1].Value != "false" {
		t.Errorf("%+v\n%s", got, promise.Dump(m))
	}
	for _, p := range []string{hello[:16] + "\x02", reply(`{"a":1}`)} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(p), wire.Options{}),
			&answer.Answer{Status: s}); err == nil {
			t.Errorf("%q is answered", p)
		}
	}
}

func FuzzMinecraft(f *testing.F) {
	promise.Fuzz(f, "minecraft", "minecraft-", reply(`{"a":[1,{"b":"\u00e9"}],"c":[[[[[[[[1]]]]]]]]} `),
		"\x0c\x00\x07"+`{"a":1}`+"\x02{}")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "minecraft-") }
