package a2s_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

const single = "\xff\xff\xff\xff"

func TestSamples(t *testing.T) { promise.Samples(t, "a2s-", "a2s", wire.Possible) }

// No sample of another protocol is taken for A2S, not even for a moment.
func TestOthers(t *testing.T) {
	for _, s := range samples.List() {
		if strings.HasPrefix(s.Name, "a2s-") {
			continue
		}
		for _, p := range s.Datagrams() {
			if _, c := a2s.Recognise(p, &wire.Options{}); c != wire.Unlikely {
				t.Errorf("%s: confidence %d", s.Name, c)
			}
			if m := decoder.Decode(p, wire.Options{}); m.Protocol() == "a2s" {
				t.Errorf("%s is a %s", s.Name, m.Info.Name)
			}
		}
	}
	for _, p := range []string{
		single, single + "getinfo", single + "getstatus", single + "infoResponse\n", single + "statusResponse\n",
		single + "getservers 68", single + "print\nhello",
		single + "n\\hostname\\a", single + "Ug\x00\x00\x00\x01", single + "Anything else that is text",
		single + "disconnect", single + "rcon x", single + "TSource",
		single + "j0x", single + "m\x01\x02\x00", single + "D\x02\x09a\x00", "\xff\xff\xff", single + "players here",
	} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "a2s" && m.Confidence > wire.Possible &&
			p != single+"TSource" && !strings.HasPrefix(p[4:], "D") {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

const (
	names = "Name\x00map\x00folder\x00Game\x00"
	after = "\xb8\x01\x02\x20\x01dl\x00\x011.0\x00" // app 440, 2 of 32 players, a bot
)

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"TSource Engine Query\x00", "info request", "request.type=84", ""},
		{"TSource Engine Query\x00\x01\x02\x03\x04", "info request", "request.type=84 request.challenge=67305985", ""},
		{"TSource Engine Query\x00\x01\x02", "info request", "request.type=84", "cut"},
		{"TSource Engine Query\x00" + strings.Repeat("\x00", 1175), "info request", "request.type=84", ""},
		{"TSource Engine Query\x00\x01\x02\x03\x04" + strings.Repeat("\x00", 9), "info request",
			"request.type=84 request.challenge=67305985", ""},
		{"U\xff\xff\xff\xff", "player list request", "request.type=85 request.challenge=4294967295", ""},
		{"V\x00\x00\x00\x00", "rules request", "request.type=86 request.challenge=0", ""},
		{"V\x00\x00", "rules request", "request.type=86", "cut"},
		{"W", "challenge request", "request.type=87", ""},
		{"W\xff\xff\xff\xff", "challenge request", "request.type=87 request.challenge=4294967295", ""},
		{"i\x00", "ping request", "request.type=105", ""},
		{"details\x00", "GoldSource info request", "request.command=details", ""},
		{"rul", "GoldSource rules request", "", "cut"},
		{"A\x01\x00\x00\x00", "challenge reply", "reply.type=65 challenge.number=1", ""},
		{"A\x01\x00\x00\x00\x00", "challenge reply", "reply.type=65 challenge.number=1", ""},
		{"j", "ping reply", "reply.type=106", ""},
		{"j0000\x00", "ping reply", "reply.type=106 ping.filler=0000", ""},
		{"I\x11" + names + after, "info reply",
			"reply.type=73 info.protocol=17 info.name=Name info.map=map info.folder=folder info.game=Game info.app_id=440 " +
				"info.players=2 info.max_players=32 info.bots=1 info.server_type=100 info.environment=108 info.visibility=0 " +
				"info.vac=1 info.version=1.0", "a2s-info-old"},
		{"I\x11\x00\x00rust\x00\x00" + after + "\x20a,mp5,,b:c,dm2,x1y,v3\x00", "info reply",
			"reply.type=73 info.protocol=17 info.name= info.map= info.folder=rust info.game= info.app_id=440 info.players=2 " +
				"info.max_players=32 info.bots=1 info.server_type=100 info.environment=108 info.visibility=0 info.vac=1 " +
				"info.version=1.0 info.extra=32 " +
				"keywords.word=a keywords.word=mp keywords.value=5 keywords.word= keywords.word=b keywords.value=c " +
				"keywords.word=dm2 keywords.word=x1y keywords.word=v keywords.value=3", ""},
		{"I\x11\x00\x00\x00\x00" + after + "\x21a,mp5", "info reply",
			"reply.type=73 info.protocol=17 info.name= info.map= info.folder= info.game= info.app_id=440 info.players=2 " +
				"info.max_players=32 info.bots=1 info.server_type=100 info.environment=108 info.visibility=0 info.vac=1 " +
				"info.version=1.0 info.extra=33 keywords.word=a keywords.word=mp5", "cut"},
		{"D\x00", "player list reply", "reply.type=68 players.count=0", ""},
		{"D\x01\x00a\x00\x05\x00\x00\x00\x00\x00\x80\x3f", "player list reply",
			"reply.type=68 players.count=1 players.player.index=0 players.player.name=a players.player.score=5 " +
				"players.player.duration=1", ""},
		{"D\x02\x00a\x00\xff\xff\xff\xff\x00\x00\x80\xbf", "player list reply",
			"reply.type=68 players.count=2 players.player.index=0 players.player.name=a players.player.score=-1 " +
				"players.player.duration=-1", "a2s-players-fewer"},
		{"D\x01\x00a\x00\x05\x00", "player list reply",
			"reply.type=68 players.count=1 players.player.index=0 players.player.name=a", "cut"},
		{"E\x01\x00a\x00b\x00", "rules reply", "reply.type=69 rules.count=1 rules.rule.key=a rules.rule.value=b", ""},
		{"E\x02\x00a\x00b\x00", "rules reply", "reply.type=69 rules.count=2 rules.rule.key=a rules.rule.value=b",
			"a2s-rules-fewer"},
		{"E\x01\x00a\x00b\x00c\x00d\x00", "rules reply",
			"reply.type=69 rules.count=1 rules.rule.key=a rules.rule.value=b rules.rule.key=c rules.rule.value=d",
			"a2s-rules-more"},
		{"E\x01\x00a\x00b", "rules reply", "reply.type=69 rules.count=1 rules.rule.key=a rules.rule.value=b", "cut"},
	} {
		m := decoder.Decode([]byte(single+c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && f.Kind != wire.KindConst && f.Kind != wire.KindPadding &&
				f.Kind != wire.KindUnknown {
				fields = append(fields, strings.TrimPrefix(m.Key(i), "a2s.")+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "a2s" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What Rust counts in its keywords replaces what one byte holds.
func TestStatus(t *testing.T) {
	m := decoder.Decode(promise.Hex(t, "a2s-info-reply-rust")[0], wire.Options{})
	s := decoder.StatusOf(m)
	if s.Players.Value != 312 || s.MaxPlayers.Value != 400 || s.GamePort.Value != 28015 || s.Game.Value != "rust" ||
		len(s.Rules) != 1 || !strings.HasPrefix(s.Rules[0].Value, "mp400,cp312,ptrak") {
		t.Errorf("%+v", s)
	}
	s = decoder.StatusOf(decoder.Decode(promise.Hex(t, "a2s-info-reply-spectator")[0], wire.Options{}))
	if s.Name.Value != "Причал №4" || !s.Password.Value {
		t.Errorf("%+v", s)
	}
}

func TestMaster(t *testing.T) {
	for _, c := range []struct{ packet, fields, problems string }{
		{"1\xff0.0.0.0:0\x00\x00", "region=255 after=0.0.0.0:0", ""},
		{"1\x03192.0.2.1:27015\x00\\appid\\440\\nor\\1\\map\\x\x00",
			"region=3 after=192.0.2.1:27015 filter.key=appid filter.value=440 filter.key=nor filter.value=1 filter.key=map " +
				"filter.value=x", ""},
		{"1\x030.0.0.0:0\x00map\\x\\y\x00", "region=3 after=0.0.0.0:0 filter.key=map filter.value=x filter.key=y",
			"a2s-filter-pair a2s-filter-pair"},
		{"1\x030.0.0.0:0\x00\\map\\x", "region=3 after=0.0.0.0:0 filter.key=map filter.value=x", "cut"},
		{"1\x030.0", "region=3 after=0.0", "cut"},
		{single + "f\n\xc0\x00\x02\x01\x69\x87\xc0\x00\x02\x02\x69\x88" + strings.Repeat("\x00", 6),
			"server.address=192.0.2.1 server.port=27015 server.address=192.0.2.2 server.port=27016", ""},
		{single + "f\n\xc0\x00\x02\x01\x69\x87", "server.address=192.0.2.1 server.port=27015", "a2s-list-continues"},
		{single + "f\n\xc0\x00\x02\x01\x69", "server.address=192.0.2.1", "cut"},
		{single + "f\n", "", "a2s-list-continues"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && f.Kind != wire.KindConst && f.Kind != wire.KindUnknown &&
				m.Key(i) != "a2s.reply.type" {
				key := strings.TrimPrefix(strings.TrimPrefix(m.Key(i), "a2s.master.request."), "a2s.master.reply.")
				fields = append(fields, key+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "a2s" || got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
	list := ask.ListServers(decoder.Decode(promise.Hex(t, "a2s-master-list-reply")[0], wire.Options{}))
	if len(list) != 4 || list[0].Host != "192.0.2.14" {
		t.Fatal(list)
	}
	if plan, port, exact := decoder.PlaceOf(&list[0]); plan != &a2s.Plan || port != 27015 || !exact {
		t.Error(plan, port, exact)
	}
	build := func(d *a2s.Query) string {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "a2s", Message: "master list request", Details: d})
		if err != nil {
			return err.Error()
		}
		return string(p)
	}
	region := uint8(3)
	if got := build(&a2s.Query{}); got != "1\xff0.0.0.0:0\x00\x00" {
		t.Errorf("%q", got)
	}
	if got := build(&a2s.Query{Region: &region, After: "192.0.2.1:27015", Filter: `\appid\440`}); got !=
		"1\x03192.0.2.1:27015\x00\\appid\\440\x00" {
		t.Errorf("%q", got)
	}
	region = 9
	for _, d := range []*a2s.Query{{Region: &region}, {After: "x"}, {After: "192.0.2.1 27015"}, {Filter: "appid"},
		{Filter: "\\map\\\x00"}, {Filter: strings.Repeat(`\map\x`, 300)}} {
		if got := build(d); got[0] == '1' {
			t.Errorf("%q", got)
		}
	}
}

func TestRequests(t *testing.T) {
	number := uint32(0x04030201)
	for _, c := range []struct {
		message string
		details any
		want    string
	}{
		{"", nil, "TSource Engine Query\x00"},
		{"info request", &a2s.Query{Challenge: &number}, "TSource Engine Query\x00\x01\x02\x03\x04"},
		{"player list request", nil, "U\xff\xff\xff\xff"},
		{"rules request", &a2s.Query{Challenge: &number}, "V\x01\x02\x03\x04"},
		{"challenge request", nil, "W"}, {"ping request", nil, "i"},
		{"GoldSource info request", nil, "details"}, {"GoldSource player list request", nil, "players"},
		{"GoldSource rules request", nil, "rules"},
	} {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "a2s", Message: c.message, Details: c.details})
		if err != nil || string(p) != single+c.want {
			t.Errorf("%s: %q, %v", c.message, p, err)
		}
	}
	set := a2s.Settings()[0].Set
	for text, want := range map[string]uint32{"-1": 0xffffffff, "0x5a": 0x5a, "4294967295": 0xffffffff} {
		var q ask.Query
		if err := set(&q, text); err != nil || *q.Details.(*a2s.Query).Challenge != want {
			t.Error(text, err)
		}
	}
	for _, text := range []string{"", "x", "4294967296", "-2147483649"} {
		if set(&ask.Query{}, text) == nil {
			t.Errorf("%q is a challenge", text)
		}
	}
}

// Which request a reply answers: a challenge any but a ping.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.MatchKey {
		return (decoder.Decode([]byte(single+p), wire.Options{})).MatchKey()
	}
	info, players, rules := topic("TSource Engine Query\x00"), topic("U\xff\xff\xff\xff"), topic("V\xff\xff\xff\xff")
	proof := topic("A\x01\x02\x03\x04")
	for _, q := range []wire.MatchKey{info, players, rules, topic("W")} {
		if !proof.Answers(q) || !proof.Completes(q) {
			t.Error(q)
		}
	}
	if proof.Answers(topic("i")) || !topic("D\x00").Answers(players) || topic("D\x00").Answers(rules) ||
		!topic("E\x00\x00").Answers(rules) || !topic("j").Answers(topic("ping")) {
		t.Error("replies answer the wrong requests")
	}
}

// What is served is read as it was, and only with the challenge.
func TestServe(t *testing.T) {
	text := func(s string) wire.Opt[string] { return wire.Some(s) }
	s := &wire.Status{
		Name: text("Кафе\x00 | a"), Map: text("cp_quay"), Game: text("tf"), GameType: text("Payload"), Version: text("1.2"),
		GamePort: wire.Some(int64(27015)), MaxPlayers: wire.Some(int64(300)), Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "keywords", Value: "alltalk,harbour"}, {Key: "sv_gravity", Value: "800"},
			{Key: "", Value: ""}},
	}
	for i := range 300 {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: text("Gull " + strconv.Itoa(i)), Score: wire.Some(int64(-i)),
			Extra: []wire.Rule{{Key: "Duration", Value: "12.5"}}})
	}
	game := "tf2"
	reply := func(request string, challenge int32) *wire.Message {
		t.Helper()
		out, err := decoder.AppendReplies(nil, decoder.Decode([]byte(single+request), wire.Options{}),
			&answer.Answer{Status: s, Challenge: challenge, Number: 7, Game: decoder.GameByName(game)})
		if err != nil {
			t.Fatal(request, err)
		}
		var parts []*wire.Message
		for _, p := range out {
			if len(p) > 1400 {
				t.Errorf("a datagram of %d bytes", len(p))
			}
			m := decoder.Decode(p, wire.Options{})
			promise.Message(t, m)
			parts = append(parts, m)
		}
		if len(parts) == 1 {
			return parts[0]
		}
		whole := decoder.Join(parts).Whole
		if whole == nil || a2s.Doubtful(parts) {
			t.Fatal(request, len(parts))
		}
		return whole
	}
	for _, request := range []string{"TSource Engine Query\x00", "U\xff\xff\xff\xff", "V\x00\x00\x00\x00",
		"V\x05\x00\x00\x00", "W"} {
		if m := reply(request, 77); m.Info.Name != "challenge reply" || !bytes.HasSuffix(m.Data, []byte{77, 0, 0, 0}) {
			t.Error(request, promise.Dump(m))
		}
	}
	for _, c := range []struct {
		requests  []string
		challenge int32
	}{
		{[]string{"TSource Engine Query\x00\x4d\x00\x00\x00", "U\x4d\x00\x00\x00", "V\x4d\x00\x00\x00"}, 77},
		{[]string{"TSource Engine Query\x00", "U\xff\xff\xff\xff", "V\xff\xff\xff\xff"}, 0},
	} {
		var ms []*wire.Message
		for _, request := range c.requests {
			m := reply(request, c.challenge)
			if promise.Codes(m) != "" {
				t.Error(promise.Dump(m))
			}
			ms = append(ms, m)
		}
		got := decoder.StatusOf(ms...)
		if got.Name.Value != "Кафе | a" || got.Map.Value != "cp_quay" || got.Game.Value != "tf" ||
			got.GameType.Value != "Payload" || got.Version.Value != "1.2" || got.GamePort.Value != 27015 ||
			!got.Password.Value ||
			got.Players.Value != 255 || got.MaxPlayers.Value != 255 || len(got.PlayerList) != 255 ||
			got.PlayerList[254].Score.Value != -254 || got.PlayerList[9].Extra[0].Value != "12.5" || len(got.Rules) != 3 ||
			got.Rules[0] != s.Rules[0] || got.Rules[1] != s.Rules[1] {
			t.Errorf("%+v", got)
		}
	}
	game = "halflife"
	gold := decoder.StatusOf(reply("details", 0), reply("players", 0), reply("rules", 0))
	if gold.Name.Value != "Кафе | a" || gold.Players.Value != 255 || len(gold.PlayerList) != 255 || len(gold.Rules) != 2 {
		t.Errorf("%+v", gold)
	}
	if m := reply("i", 77); m.Info.Name != "ping reply" {
		t.Error(promise.Dump(m))
	}
	for i := range 2000 {
		s.Rules = append(s.Rules, wire.Rule{Key: "rule" + strconv.Itoa(i), Value: "x"})
	}
	if got := decoder.StatusOf(reply("V\x4d\x00\x00\x00", 77)); len(got.Rules) < 1000 {
		t.Error("GoldSource has fifteen parts at most; rules in them:", len(got.Rules))
	}
	if game = "tf2"; len(decoder.StatusOf(reply("V\x4d\x00\x00\x00", 77)).Rules) != 2002 {
		t.Error("rules were lost")
	}
	// A server that wants challenges says nothing to those that have none.
	if out, err := decoder.AppendReplies(nil, decoder.Decode([]byte(single+"players"), wire.Options{}),
		&answer.Answer{Status: s, Challenge: 77}); err == nil {
		t.Error(out)
	}
}

func FuzzA2S(f *testing.F) { promise.Fuzz(f, "a2s", "a2s-") }

func TestAllocates(t *testing.T) { promise.Allocates(t, "a2s-") }

func BenchmarkInfo(b *testing.B) { promise.Benchmark(b, promise.Hex(b, "a2s-info-reply")[0]) }

func BenchmarkPlayers(b *testing.B) {
	p := []byte(single + "D\x40")
	for i := range 64 {
		p = append(append(append(p, 0), "Brass Lantern "+strconv.Itoa(i)...), 0, byte(i), 0, 0, 0, 0, 0x60, 0xa0, 0x44)
	}
	promise.Benchmark(b, p)
}
