package samp_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/samp"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

const vice = "MP04\xc0\x00\x02\x07\x61\x1e" // of Vice City Multiplayer

const head = "SAMP\xc0\x00\x02\x07\x61\x1e"

func TestSamples(t *testing.T) { promise.Samples(t, "samp-", "samp", wire.Certain) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{head + "i", "info request", "", ""},
		{head + "d", "player details request", "", ""},
		{head, "request", "", "cut"},
		{"SAMP\xc0", "request", "", "cut"},
		{"SAMP", "request", "", "cut"},
		{head + "i\x01\x02\x00\x03\x00\x01\x00\x00\x00a\x00\x00\x00\x00\x01\x00\x00\x00b", "info reply",
			"info.password=1 info.players=2 info.max_players=3 info.name=a info.language=b", ""},
		{head + "i\x01\x02\x00\x03\x00\x01\x00\x00\x00a\x00\x00\x00\x00\x01\x00\x00\x00bc", "info reply",
			"info.password=1 info.players=2 info.max_players=3 info.name=a info.language=b", "bytes-left-over"},
		{head + "i\x07\x65\x00\x65\x00\x01", "info reply",
			"info.password=7 info.players=101 info.max_players=101 info.name=01", "value-unknown samp-players-silent cut"},
		{head + "i\x00\x00\x00\x00\x00\xff\xff\xff\xffabc", "info reply",
			"info.password=0 info.players=0 info.max_players=0 info.name=abc", "length-past-end"},
		{head + "r\x00\x00", "rules reply", "rules.count=0", ""},
		{head + "r\x01\x00\x01a\x01b", "rules reply", "rules.count=1 rules.rule.key=a rules.rule.value=b", ""},
		{head + "r\x02\x00\x01a\x01b", "rules reply", "rules.count=2 rules.rule.key=a rules.rule.value=b", "samp-fewer"},
		{head + "r\x00\x00\x01a\x01b", "rules reply", "rules.count=0", "bytes-left-over"},
		{head + "r\x00\x00\x00", "rules reply", "rules.count=0", "bytes-left-over"},
		{head + "r\x01\x00\x01a\x09b", "rules reply", "rules.count=1 rules.rule.key=a rules.rule.value=b", "length-past-end"},
		{head + "c\x01\x00\x01a\xff\xff\xff\xff", "player list reply",
			"players.count=1 players.player.name=a players.player.score=-1", ""},
		{head + "d\x01\x00\x07\x01a\x05\x00\x00\x00\x09\x00\x00\x00", "player details reply",
			"players.count=1 players.player.id=7 players.player.name=a players.player.score=5 players.player.ping=9", ""},
		{head + "pabcd", "ping request", "ping.number=61 62 63 64", ""},
		{head + "pab", "ping request", "ping.number=61 62", "cut"},
		{head + "o\x00\x00\x00\x00\x01\x00\x00\x00a\x00\x00\x00\x00", "extra info reply", "extra.light_banner=a", ""},
		{head + "x\x02\x00pw\x04\x00exit", "remote console request", "rcon.password=pw rcon.command=exit", ""},
		{head + "x\x04\x00pong", "remote console reply", "rcon.line=pong", ""},
		{head + "x\x00\x00", "remote console reply", "", ""},
		{"VCMP" + head[4:] + "i", "Vice City info request", "", ""},
		{"VCMP" + head[4:], "Vice City info request", "", "cut"},
		{vice + "i04rel006\x00\x00\x00\x00\x01\x02\x00\x03\x00\x01\x00\x00\x00a\x00\x00\x00\x00\x01\x00\x00\x00b",
			"Vice City info reply", "vice.version=04rel006 info.password=1 info.players=2 info.max_players=3 info.name=a " +
				"info.language=b", ""},
		{vice + "i04rel006", "Vice City info reply", "vice.version=30 34 72 65 6c 30 30 36", "cut"},
		{vice + "c\x02\x00\x01a\x02bc", "Vice City player list reply",
			"players.count=2 players.player.name=a players.player.name=bc", ""},
		{vice + "c\x01\x00\x01a\x07\x00\x00\x00", "Vice City player list reply",
			"players.count=1 players.player.name=a players.player.score=7", ""},
		{vice + "c\x02\x00\x01a", "Vice City player list reply", "players.count=2 players.player.name=a", "samp-fewer"},
		{head + "x\x09\x00pw", "remote console request", "rcon.password=pw", "length-past-end"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for _, f := range promise.Leaves(m, "samp.") {
			if !strings.HasPrefix(f, "head.") {
				fields = append(fields, f)
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "samp" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What begins with the four letters and goes on otherwise is no query.
func TestOthers(t *testing.T) {
	for _, p := range []string{"SAM", "SAMQ" + head[4:] + "i", head + "q", head + "I", "VCMP" + head[4:] + "r",
		"VCMP" + head[4:] + "ix", vice + "p", "SAMPLE RATE 44100"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "samp" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
	if m := decoder.Decode([]byte("SAMPLE codi"), wire.Options{}); m.Confidence > wire.Possible {
		t.Errorf("a text is taken for a %s", m.Info.Name)
	}
}

// A ping looks the same in both directions: the port in the head tells, or
// whoever knows.
func TestDirections(t *testing.T) {
	ping := []byte(head + "pabcd")
	for _, c := range []struct {
		opts wire.Options
		want wire.Direction
	}{
		{wire.Options{}, wire.Request},
		{wire.Options{SrcPort: 7777, DstPort: 40000}, wire.Reply},
		{wire.Options{SrcPort: 40000, DstPort: 7777}, wire.Request},
		{wire.Options{SrcPort: 7777, DstPort: 7777}, wire.Request},
		{wire.Options{From: wire.Reply}, wire.Reply},
		{wire.Options{From: wire.Request, SrcPort: 7777}, wire.Request},
	} {
		for _, as := range []wire.ProtocolID{wire.UnknownProtocol, "samp"} {
			c.opts.Protocol = as
			if m := decoder.Decode(ping, c.opts); m.Info.Direction != c.want {
				t.Errorf("%+v: %s", c.opts, m.Info.Name)
			}
		}
	}
}

func TestCodePage(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
		note string // of the text
	}{
		{"\xd2\xe8\xf5\xe0\xff", true, "in windows-1251 \"Тихая\"; ambiguous"},
		{"\xb8\xcb\xea\xe0 RP", true, "in windows-1251 \"ёЛка RP\"; ambiguous"},
		{"Caf\xe9 \xe0 la cr\xe8me", false, "in windows-1251 \"Cafй а la crиme\"; ambiguous"},
		{"Stra\xdfe \xc4\xd6", false, "in windows-1251 \"StraЯe ДЦ\"; ambiguous"},
		{"\xd0\x94\xd0\xbe\xd0\xbc", false, "UTF-8 taken for cp1252, repaired"},
		{"\xe0\xe1\x81\x82\x83\xe2\xe3\xe4", false, "in windows-1251 \"абЃ‚ѓвгд\"; ambiguous"},
		{"Harbour", false, ""},
	} {
		p := head + "c\x01\x00" + string([]byte{byte(len(c.text))}) + c.text + "\x00\x00\x00\x00"
		if m := decoder.Decode([]byte(p), wire.Options{}); strings.Contains(promise.Codes(m), "samp-code-page") != c.want {
			t.Errorf("%q: %s", c.text, promise.Codes(m))
		} else if note := m.Note(m.Find("samp.players.player.name", 1)); note != c.note {
			t.Errorf("%q: %s, want %s", c.text, note, c.note)
		}
	}
}

func TestRequests(t *testing.T) {
	at, port := [4]byte{192, 0, 2, 7}, uint16(7777)
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{}, "SAMP\x00\x00\x00\x00\x00\x00i"},
		{ask.Query{Address: at, Port: port}, head + "i"},
		{ask.Query{Message: "player list request", Address: at, Port: port}, head + "c"},
		{ask.Query{Message: "ping request", ID: [8]byte{1, 2, 3, 4}, Address: at, Port: port}, head + "p\x01\x02\x03\x04"},
		{ask.Query{Message: "remote console request", Address: at, Port: port,
			Details: &samp.Query{Password: "pw", Command: "exit"}}, head + "x\x02\x00pw\x04\x00exit"},
	} {
		c.query.Protocol = "samp"
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v, want %q", c.query, p, err, c.want)
		}
	}
	if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "samp", Message: "remote console request",
		Details: &samp.Query{Command: strings.Repeat("a", 1025)}}); err == nil {
		t.Errorf("%q", p)
	}
	for _, s := range samp.Settings() {
		if s.Name != "address" {
			continue
		}
		for _, v := range []string{"", "1", "1.2.3.4", "1.2.3:4", "1.2.3.4.5", "1.2.3.256:1", "1.2.3.4:65536", "1.2.3.4:5:6",
			"1.2.3.4:", "a.b.c.d:1"} {
			if err := s.Set(&ask.Query{}, v); err == nil {
				t.Errorf("%q is an address", v)
			}
		}
	}
}

// A session puts the server's address in, chooses the list by the version, and
// drops what comes with another head.
func TestSession(t *testing.T) {
	for _, c := range []struct{ version, list string }{{"0.3.7-R2", "d"}, {"omp 1.4", "c"}} {
		plan, _ := query.PlanByName("samp")
		d := query.Begin(plan, ask.Ask{Address: [4]byte{192, 0, 2, 7}, Port: 7777})
		said := ""
		for i := d.Next(); i >= 0; i = d.Next() {
			p, err := d.Request(i, [4]byte{1})
			if err != nil || !strings.HasPrefix(string(p), head) {
				t.Fatalf("%q, %v", p, err)
			}
			said += string(p[10:])
			s := &wire.Status{Name: wire.Some("Kelp"), Version: wire.Some(c.version),
				PlayerList: []wire.Player{{Name: wire.Some("Gull")}}}
			replies, err := decoder.AppendReplies(nil, decoder.Decode(p, wire.Options{}), &answer.Answer{Status: s})
			if err != nil {
				t.Fatal(err)
			}
			other := append([]byte(nil), replies[0]...)
			other[4]++
			if _, v, _ := d.Receive(other, 7777); v != query.WrongID {
				t.Errorf("another head: %v", v)
			}
			if _, v, m := d.Receive(replies[0], 7777); v != query.Accepted {
				t.Fatalf("%v\n%s", v, promise.Dump(m))
			}
		}
		if s := d.Status(); said != "ir"+c.list || s == nil || len(s.PlayerList) != 1 || s.Version.Value != c.version {
			t.Errorf("%s: sent %q, %+v", c.version, said, s)
		}
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	list := make([]wire.Player, 3)
	for i := range list {
		list[i] = wire.Player{ID: wire.Some(int64(5 * i)), Name: wire.Some("Gull"), Score: wire.Some(int64(-3)),
			Ping: wire.Some(int64(40))}
	}
	s := &wire.Status{
		Name: wire.Some("Kelp\nRP"), Map: wire.Some("San Andreas"), GameType: wire.Some("Kelp"),
		MaxPlayers: wire.Some(int64(50)), Password: wire.Some(true), Version: wire.Some("0.3.7"),
		Rules: []wire.Rule{{Key: "language", Value: "Русский"}, {Key: "weather", Value: "10"},
			{Key: "long", Value: strings.Repeat("x", 300)}}, PlayerList: list,
	}
	serve := func(op, game string, s *wire.Status) ([][]byte, error) {
		return decoder.AppendReplies(nil, decoder.Decode([]byte(head+op), wire.Options{}),
			&answer.Answer{Status: s, Game: decoder.GameByName(game)})
	}
	var ms []*wire.Message
	for _, op := range []string{"i", "r", "c", "d"} {
		replies, err := serve(op, "samp", s)
		if err != nil || len(replies) != 1 || string(replies[0][:11]) != head+op {
			t.Fatal(op, replies, err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		promise.Message(t, m)
		if promise.Codes(m) != "" && op != "i" {
			t.Error(promise.Dump(m))
		}
		ms = append(ms, m)
	}
	got := decoder.StatusOf(ms...)
	if got == nil || got.Name.Value != "KelpRP" || got.Map.Value != "San Andreas" || !got.Password.Value ||
		got.Players.Value != 3 || len(got.PlayerList) != 3 || got.PlayerList[2].Ping.Value != 40 ||
		got.PlayerList[2].ID.Value != 10 {
		t.Errorf("%+v", got)
	}
	if v, _ := answer.StatusRule(got, "language"); v != "Русский" {
		t.Errorf("language %q", v)
	}
	if v, _ := answer.StatusRule(got, "long"); len(v) != 255 {
		t.Errorf("%d bytes of a long rule", len(v))
	}
	for _, c := range []struct{ op, message string }{{"i", "Vice City info reply"}, {"c", "Vice City player list reply"}} {
		replies, err := decoder.AppendReplies(nil, decoder.Decode([]byte("VCMP"+head[4:]+c.op), wire.Options{}),
			&answer.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(c.op, err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		got := decoder.StatusOf(m)
		if m.Info.Name != c.message || promise.Codes(m) != "" && c.op == "c" ||
			c.op == "i" && (got.Version.Value != "0.3.7" || got.Name.Value != "KelpRP") ||
			c.op == "c" && len(got.PlayerList) != 3 {
			t.Errorf("%s\n%+v", promise.Dump(m), got)
		}
	}
	full := *s
	full.PlayerList = make([]wire.Player, 101)
	for _, c := range []struct {
		op, game string
		s        *wire.Status
	}{{"c", "samp", &full}, {"d", "samp", &full}, {"d", "openmp", s}, {"o", "samp", s}, {"pabc", "samp", s},
		{"x\x01\x00a\x01\x00b", "samp", s}} {
		if replies, err := serve(c.op, c.game, c.s); !errors.Is(err, answer.ErrNotApplicable) {
			t.Errorf("%s %q: %q %v", c.game, c.op, replies, err)
		}
	}
	for _, c := range []struct{ op, game, want string }{{"pabcd", "samp", head + "pabcd"},
		{"o", "openmp", head + "o" + strings.Repeat("\x00", 16)}} {
		if replies, err := serve(c.op, c.game, s); err != nil || len(replies) != 1 || string(replies[0]) != c.want {
			t.Errorf("%s: %q %v", c.op, replies, err)
		}
	}
}

// The language of info and that of the rules are one rule.
func TestStatus(t *testing.T) {
	info := decoder.Decode([]byte(head+"i\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00EN"),
		wire.Options{})
	rules := decoder.Decode([]byte(head+"r\x01\x00\x08language\x02EN"), wire.Options{})
	if s := decoder.StatusOf(info, rules); len(s.Rules) != 1 || s.Rules[0].Value != "EN" {
		t.Errorf("%+v", s.Rules)
	}
	if s := decoder.StatusOf(info); len(s.Rules) != 1 {
		t.Errorf("%+v", s.Rules)
	}
}

func FuzzSAMP(f *testing.F) {
	promise.Fuzz(f, "samp", "samp-", head, head+"r\x02\x00\x01a\x00", head+"x\x01\x00a\x01\x00b")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "samp-") }

func BenchmarkPlayers(b *testing.B) {
	promise.Benchmark(b, []byte(head+"d\x40\x00"+strings.Repeat("\x07\x0aBrass_Gull\x05\x00\x00\x00\x30\x00\x00\x00", 64)))
}

// TestGame: the game is what the bytes prove, so that a link to join is of that game.
func TestGame(t *testing.T) {
	const head = "SAMP\xc0\x00\x02\x07\x61\x1e"
	for _, c := range []struct{ name, reply, game string }{
		{"info", head + "i\x00\x01\x00\x02\x00\x01\x00\x00\x00a\x01\x00\x00\x00b\x00\x00\x00\x00", ""},
		{"rules", head + "r\x01\x00\x07version\x080.3.7-R2", "samp"},
		{"rules of open.mp", head + "r\x01\x00\x07version\x0aomp 1.4.0.", "openmp"},
		{"no version", head + "r\x01\x00\x07weather\x019", ""},
		{"Vice City", "MP04" + head[4:] + "c\x01\x00\x01a", "vcmp"},
	} {
		m := decoder.Decode([]byte(c.reply), wire.Options{})
		if s := decoder.StatusOf(m); m.Protocol() != "samp" || s == nil || s.Game.Value != c.game ||
			s.Game.Known != (c.game != "") {
			t.Errorf("%s: %s, %+v", c.name, m.Info.Name, s)
		}
		if g := decoder.GameByName(c.game); c.game != "" && (g == nil || g.Join != map[string]string{"samp": "samp://",
			"openmp": "samp://"}[c.game]) {
			t.Errorf("%s: %+v", c.name, g)
		}
	}
}
