package quake3_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/wire"
)

const oob = "\xff\xff\xff\xff"

func TestSamples(t *testing.T) { promise.Samples(t, "quake3-", "quake3", wire.Likely) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{oob + "getinfo", "info request", "", ""},
		{oob + "getstatus\n", "status request", "", ""},
		{oob + "getstatus\x00", "status request", "", ""},
		{oob + "getinfo abc", "info request", "challenge=abc", ""},
		{oob + "getinfo  a b\n\x00", "info request", "challenge= a b", ""},
		{oob + "getstat", "status request", "", "cut"},
		{oob + `infoResponse` + "\n" + `\hostname\a\clients\3`, "info reply",
			"pair.key=hostname pair.value=a pair.key=clients pair.value=3", ""},
		{oob + "infoResponse", "info reply", "", "quake-line-break-missing"},
		{oob + `infoResponse\a\b`, "info reply", "pair.key=a pair.value=b", "quake-line-break-missing"},
		{oob + "infoResponse\n" + `\a`, "info reply", "pair.key=a", "quake-key-without-value"},
		{oob + "infoResponse\n" + `x\a\b`, "info reply", "pair.key=a pair.value=b", "quake-pair-expected"},
		{oob + "infoResponse\n" + `\\`, "info reply", "pair.key= pair.value=", ""},
		{oob + "statusResponse\n" + `\a\b`, "status reply", "pair.key=a pair.value=b", "quake-pairs-open"},
		{oob + "statusResponse\n", "status reply", "", "quake-pairs-open"},
		{oob + "statusResponse\n" + `\a\b` + "\n", "status reply", "pair.key=a pair.value=b", ""},
		{oob + "statusResponse\n" + `\a\b` + "\n3 -4 \"x\"\n\x00", "status reply",
			"pair.key=a pair.value=b player.score=3 player.ping=-4 player.name=x", ""},
		{oob + "statusResponse\n\n003 4 \"x\" 7\n", "status reply",
			"player.score=3 player.ping=4 player.name=x player.extra=7", ""},
		{oob + "statusResponse\n\n3 4 5 6 \"x\"\n", "status reply",
			"player.score=3 player.ping=4 player.extra=5 player.extra=6 player.name=x", ""},
		{oob + "statusResponse\n\n3 4 \"\"\n", "status reply", "player.score=3 player.ping=4 player.name=", ""},
		{oob + "statusResponse\n\n3 \"x\"\n", "status reply", "player.score=3 player.name=x", "quake-player-line"},
		{oob + "statusResponse\n\n3 4\n", "status reply", "player.score=3 player.ping=4", "quake-player-line"},
		{oob + "statusResponse\n\nhello\n", "status reply", "", "quake-line-unknown"},
		{oob + "statusResponse\n\n3 4 \"x", "status reply", "player.score=3 player.ping=4 player.name=x", "quake-player-cut"},
		{oob + "getservers 68 empty full\n", "server list request", "list.protocol=68 list.filter=empty list.filter=full",
			""},
		{oob + "getservers Nexuiz 3 gametype=dm", "server list request",
			"list.game=Nexuiz list.protocol=3 list.filter=gametype=dm", ""},
		{oob + "getservers 4duel 3", "server list request", "list.game=4duel list.protocol=3", ""},
		{oob + "getserversExt Xonotic 3 ipv4 ipv6", "server list request",
			"list.game=Xonotic list.protocol=3 list.filter=ipv4 list.filter=ipv6", ""},
		{oob + "getserversResponse\\\x01\x02\x03\x04\x6d\x38\\EOT\x00\x00\x00", "server list reply", "1.2.3.4:27960", ""},
		{oob + "getserversResponse\n\x00\\\x01\x02\x03\x04\x6d\x38\\EOF", "server list reply", "1.2.3.4:27960", ""},
		{oob + "getserversResponse\\\x01\x02\x03\x04\x6d\x38", "server list reply", "1.2.3.4:27960", "quake3-list-continues"},
		{oob + "getserversResponse\\EOT\x07\x6d\x38\\EOT", "server list reply", "69.79.84.7:27960", ""},
		{oob + "getserversResponse\\\x01\x02\x03\x04\x6d\x38abc", "server list reply", "1.2.3.4:27960", "quake3-list-entry"},
		{oob + "getserversResponse\\\x01\x02\x03", "server list reply", "", "cut"},
		{oob + "getserversResponse", "server list reply", "", "quake3-list-continues"},
		{oob +
			"getserversExtResponse/\x20\x01\x0d\xb8\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x6d\x38\\\xc0\x00\x02\x01\x66\x90\\EOT\x00\x00\x00", "server list reply", "2001:db8::1:27960 192.0.2.1:26256", ""},
		{oob + "heartbeat DarkPlaces\n", "heartbeat", "heartbeat.name=DarkPlaces", ""},
		{oob + "heartbeat flatline", "heartbeat", "heartbeat.name=flatline", ""},
		{oob + "getchallenge", "challenge request", "", ""},
		{oob + "challengeResponse 1234 5 71", "challenge reply", "arguments=1234 5 71", ""},
		{oob + "rcon secret map q3dm6\n", "remote console request", "rcon.password=secret rcon.console=map q3dm6", ""},
		{oob + "print\nBad password.\n", "print reply", "text=Bad password.", ""},
		{oob + "print\na\nb\n", "print reply", "text=a\nb", ""},
		{oob + "getKeyAuthorize 0 abc PB def", "authorization request", "arguments=0 abc PB def", ""},
		{oob + "getIpAuthorize 12 192.0.2.1 baseq3 0 1", "authorization request", "arguments=12 192.0.2.1 baseq3 0 1", ""},
		{oob + "ipAuthorize 12 deny Key in use", "authorization reply", "arguments=12 deny Key in use", ""},
		{oob + "keyAuthorize deny", "authorization reply", "arguments=deny", ""},
		{oob + "rcon", "remote console request", "", "cut"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && (f.Kind == wire.KindText || f.Kind == wire.KindDecimal) {
				if key := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(m.Key(i), "quake3."), "quake."),
					"message."); key != "command" {
					fields = append(fields, key+"="+m.Text(i))
				}
			}
		}
		for _, l := range ask.ListServers(m) {
			fields = append(fields, l.Host+":"+strconv.Itoa(int(l.QueryPort)))
		}
		if got := strings.Join(fields, " "); m.Protocol() != "quake3" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// Other messages out of band are not taken for queries.
func TestOthers(t *testing.T) {
	for _, p := range []string{oob, oob + "get", oob + "getinfox", oob + "print\n\\hostname\\a", oob + "printer",
		oob + "heartbeat\n\\a\\b", oob + "servers ", oob + "rconx", oob + "TSource Engine Query\x00", "\xff\xff\xffgetinfo",
		oob + "statusResponsex\n"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "quake3" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{}, "getstatus"},
		{ask.Query{Message: "info request"}, "getinfo"},
		{ask.Query{Message: "info request", Details: &quake3.Query{Challenge: "x1"}}, "getinfo x1"},
		{ask.Query{ID: [8]byte{0x0a, 0xff, 0, 1}}, "getstatus 0aff0001"},
		{ask.Query{Message: "challenge request"}, "getchallenge"},
		{ask.Query{Message: "server list request"}, "getservers 68"},
		{ask.Query{Message: "server list request", Details: &quake3.Query{Game: "Xonotic", Protocol: 3,
			Filters: []string{"empty", "ipv6"}, Extended: true}}, "getserversExt Xonotic 3 empty ipv6"},
	} {
		c.query.Protocol = "quake3"
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || string(p) != oob+c.want {
			t.Errorf("%+v: %q, %v, want %q", c.query, p, err, c.want)
		}
	}
	for _, text := range []string{"a b", "a\n", `a\`, strings.Repeat("a", 129)} {
		if p, err := decoder.AppendRequest(nil,
			&ask.Query{Protocol: "quake3", Details: &quake3.Query{Challenge: text}}); err == nil {
			t.Errorf("challenge %q: %q", text, p)
		}
	}
	for _, d := range []quake3.Query{{Extended: true}, {Game: "a b"}, {Filters: []string{""}}} {
		if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "quake3", Message: "server list request",
			Details: &d}); err == nil {
			t.Errorf("%+v: %q", d, p)
		}
	}
}

// A reply is for the request whose challenge it repeats.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.MatchKey { return (decoder.Decode([]byte(oob+p), wire.Options{})).MatchKey() }
	ask, other := topic("getstatus abc"), topic("getstatus abd")
	say := topic("statusResponse\n" + `\mapname\x\challenge\abc` + "\n")
	if !say.Answers(ask) || say.Answers(other) || say.Answers(topic("getinfo abc")) || !say.Answers(topic("getstatus")) {
		t.Error(ask, other, say)
	}
}

// What is served is read as it was, but for what no text can hold.
func TestServe(t *testing.T) {
	text := func(s string) wire.Opt[string] { return wire.Some(s) }
	number := func(n int64) wire.Opt[int64] { return wire.Some(n) }
	yes := true
	s := &wire.Status{Name: text(`A\B"C;D`), Map: text("q3dm6"), GameType: text("0"), MaxPlayers: number(8),
		Password: wire.Some(yes), Rules: []wire.Rule{{Key: "fraglimit", Value: "20"}, {Key: "challenge", Value: "old"}}}
	for range 3000 {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: text("Gull\n"), Score: number(-3), Ping: number(40)})
	}
	request := decoder.Decode([]byte(oob+"getstatus abc"), wire.Options{})
	replies, err := decoder.AppendReplies(nil, request, &answer.Answer{Status: s})
	if err != nil || len(replies) != 1 || len(replies[0]) > 16384 {
		t.Fatal(len(replies), err)
	}
	m := decoder.Decode(replies[0], wire.Options{})
	promise.Message(t, m)
	got := decoder.StatusOf(m)
	if promise.Codes(m) != "" || got == nil || got.Name.Value != "ABCD" || got.Map.Value != "q3dm6" ||
		!got.Password.Value || len(got.PlayerList) < 1000 || got.PlayerList[999].Name.Value != "Gull" ||
		got.PlayerList[999].Score.Value != -3 {
		t.Errorf("%s %+v", promise.Codes(m), got)
	}
	for _, r := range got.Rules {
		if r.Key == "challenge" { // it is no setting
			t.Error(r)
		}
	}
	other, err := decoder.AppendReplies(nil, decoder.Decode([]byte(oob+"getstatus xyz"), wire.Options{}),
		&answer.Answer{Status: s})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := m.Content(), decoder.Decode(other[0], wire.Options{}).Content(); a != b {
		t.Error("what is said differs with the challenge")
	}
	info, err := decoder.AppendReplies(nil, decoder.Decode([]byte(oob+"getinfo"), wire.Options{}),
		&answer.Answer{Status: s})
	if err != nil || len(info) != 1 {
		t.Fatal(err)
	}
	if got := decoder.StatusOf(decoder.Decode(info[0], wire.Options{})); got == nil || got.Players.Value != 1024 {
		t.Errorf("%+v", got)
	}
	if _, err := decoder.AppendReplies(nil, decoder.Decode(replies[0], wire.Options{}),
		&answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzQuake3(f *testing.F) { promise.Fuzz(f, "quake3", "quake3-") }

func TestAllocates(t *testing.T) { promise.Allocates(t, "quake3-") }

// A letter after a caret is a colour where the game has such.
func TestColours(t *testing.T) {
	const name = `^x0aFKe^alp ^1Gu^xyzll`
	for _, c := range []struct{ pair, want string }{
		{`\protocol\68`, "^x0aFKe^alp Gu^xyzll"},
		{`\gamename\Xonotic`, "Ke^alp Gu^xyzll"},
		{`\gamename\Nexuiz`, "Ke^alp Gu^xyzll"},
		{`\gamename\Warsow`, "^x0aFKe^alp Gu^xyzll"},
		{`\gameversion\1003`, "Ke^alp Gu^xyzll"},
		{`\gamename\cpma`, "0aFKelp Guyzll"},
		{`\version\SOF2MP GOLD V1.03`, "0aFKelp Guyzll"},
		{`\protocol\84`, "0aFKelp Guyzll"},
	} {
		for _, packet := range []string{"\xff\xff\xff\xffinfoResponse\n" + c.pair + `\hostname\` + name,
			"\xff\xff\xff\xffinfoResponse\n" + `\hostname\` + name + c.pair} {
			m := decoder.Decode([]byte(packet), wire.Options{})
			promise.Message(t, m)
			if s := decoder.StatusOf(m); s.Name.Value != c.want {
				t.Errorf("%s: %q, want %q", c.pair, s.Name.Value, c.want)
			}
		}
	}
}

// What games add to the lines of players, and what their numbers mean.
func TestGames(t *testing.T) {
	for _, c := range []struct{ name, packet, want string }{
		{"team before the name", "statusResponse\n\\version\\SOF2MP x\n4 75 2 \"Tin\"\n", "1 0 Tin 4 75 2"},
		{"team after the name", "statusResponse\n\\gamename\\Warfork\n4 75 \"Tin\" 3\n", "1 0 Tin 4 75 3"},
		{"a number of another game", "statusResponse\n\\gamename\\x\n4 75 2 \"Tin\"\n", "1 0 Tin 4 75 "},
		{"a bot", "statusResponse\n\\gamename\\baseoa\n4 0 \"Tin\"\n", "1 1 Tin 4 0 "},
		{"Medal of Honor", "\x01statusResponse\n\\mapname\\a\n75 \"Tin\"\n", "1 0 Tin  75 "},
		{"line breaks in a value", "statusResponse\n\\motd\\a\nb\n2 c\\mapname\\a\n4 75 \"Tin\"\n", "1 0 Tin 4 75 "},
	} {
		m := decoder.Decode([]byte(oob+c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		s := decoder.StatusOf(m)
		if len(m.Problems) > 0 || s == nil || len(s.PlayerList) != 1 {
			t.Errorf("%s: %+v\n%s", c.name, s, promise.Dump(m))
			continue
		}
		p := &s.PlayerList[0]
		got := s.Players.String() + " " + s.Bots.String() + " " + p.Name.Value + " " + p.Score.String() + " " +
			p.Ping.String() + " " + p.Team.String()
		if got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
	for _, c := range []struct{ pairs, kind, title string }{
		{`\gamename\basejka\g_gametype\7`, "siege", "Jedi Academy"},
		{`\gamename\q3ut4\g_gametype\8`, "bomb", "Urban Terror"},
		{`\gamename\etmain\g_gametype\3`, "stopwatch", "Wolfenstein: Enemy Territory"},
		{`\protocol\68\gametype\3`, "team deathmatch", ""},
		{`\protocol\68\game\osp\gametype\3`, "3", ""},
		{`\gamename\Call of Duty 4\sv_gametype\sd\shortversion\1.7`, "search and destroy", "Call of Duty 4"},
		{`\gamename\CitizenFX\gametype\Roleplay`, "Roleplay", "FiveM or RedM"},
	} {
		s := decoder.StatusOf(decoder.Decode([]byte(oob+"infoResponse\n"+c.pairs), wire.Options{}))
		if s.GameType.Value != c.kind || s.GameTitle.Value != c.title {
			t.Errorf("%s: %q, %q", c.pairs, s.GameType.Value, s.GameTitle.Value)
		}
	}
}

// A game type by its name is sent as the number that it is.
func TestGameTypeServed(t *testing.T) {
	request := decoder.Decode([]byte(oob+"getstatus"), wire.Options{})
	replies, err := decoder.AppendReplies(nil, request,
		&answer.Answer{Status: &wire.Status{Protocol: "quake3", GameType: wire.Some("capture the flag")}})
	if err != nil || !strings.Contains(string(replies[0]), `\g_gametype\4`) {
		t.Errorf("%q %v", replies, err)
	}
}

// Messages of players who connect are named, whatever follows the word.
func TestPlayerMessages(t *testing.T) {
	for packet, want := range map[string]string{
		"connect \x12\x9a\x00": "player request", "connectResponse": "player reply", "connectResponse 7": "player reply",
		"disconnect": "player reply",
		"echo hello": "echo", "connected": "unknown message",
	} {
		m := decoder.Decode([]byte(oob+packet), wire.Options{})
		promise.Message(t, m)
		if m.Info.Name != want {
			t.Errorf("%q is a %s", packet, m.Info.Name)
		}
	}
}
