package ase_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// texts returns texts after lengths that count themselves.
func texts(all ...string) string {
	s := ""
	for _, t := range all {
		s += string([]byte{byte(len(t) + 1)}) + t
	}
	return s
}

var (
	full = "EYE1" + texts("mta", "22003", "Kelp", "rp", "sa", "1.6", "0", "1", "64")
	lite = "EYE2" + texts("mta", "22003", "Kelp", "rp")
)

func TestSamples(t *testing.T) { promise.Samples(t, "ase-", "ase", wire.Possible) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"s", "query request", "request.letter=s", ""},
		{"x", "Xfire request", "request.letter=x", ""},
		{full + "\x01\x01\x03ab", "query reply", "rule.end=01 player.flags=1 player.name=ab", ""},
		{full + texts("k", "", "", "") + "x", "query reply", "rule.key=k rule.end=01 player.flags=1", "length-past-end"},
		{full + texts("k", "v") + "\x01", "query reply", "rule.key=k rule.value=v rule.end=01", "ase-players-fewer"},
		{full + texts("k", "v"), "query reply", "rule.key=k rule.value=v", "ase-rules-open"},
		{full, "query reply", "", "ase-rules-open"},
		{full + "\x01\x00", "query reply", "rule.end=01", "ase-players-fewer bytes-left-over"},
		{full + "\x01\x81\x01", "query reply", "rule.end=01 player.flags=129", "value-unknown"},
		{full + "\x01\x18\x02\x35\x01", "query reply", "rule.end=01 player.flags=24 player.score=5", ""},
		{full + "\x01\x01", "query reply", "rule.end=01 player.flags=1", "cut"},
		{full + "\x00\x02v\x01", "query reply", "", "length-short"},
		{lite + "\x07sa\x001/2" + "\x021\x00\x00\x01\x02\x02a", "browser reply",
			"place.length=7 place.map=sa place.count=1/2 info.version=1 lite.password=0 lite.serials=0 lite.players=1 " +
				"lite.max_players=2 player.name=a", ""},
		{lite + "\x01\x01\x00\x00\x00\x00", "browser reply",
			"place.length=1 info.version=01 lite.password=0 lite.serials=0 lite.players=0 lite.max_players=0", ""},
		{lite + "\x00\x01\x00\x00\x00\x00", "browser reply",
			"place.length=0 lite.password=0 lite.serials=0 lite.players=0 lite.max_players=0", ""},
		{lite + "\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00", "browser reply",
			"place.length=10 place.count= place.build_type= place.build= place.ping_status= place.route= place.uptime= " +
				"place.http_port= place.more= place.more= lite.password=0 lite.serials=0 lite.players=0 lite.max_players=0", ""},
		{lite + "\x01\x01\x00\x00\x02\x02\x01\x02a", "browser reply",
			"place.length=1 lite.password=0 lite.serials=0 lite.players=2 lite.max_players=2 player.name=a", ""},
		{lite + "\x20sa", "browser reply", "place.length=32 place.map=sa", "length-past-end"},
		{lite + "\x20", "browser reply", "place.length=32", "length-past-end"},
		{lite, "browser reply", "", "cut"},
		{"EYE3" + texts("mta", "Kelp", "rp") + "\x07sa\x001/2" + texts("1.6") + "\x01\x01\x02", "Xfire reply",
			"place.length=7 place.map=sa place.count=1/2 lite.password=1 lite.players=1 lite.max_players=2", ""},
		{"EYE3" + texts("mta", "Kelp", "rp") + "\x01" + texts("1.6") + "\x01\x01\x02\x03", "Xfire reply",
			"place.length=1 lite.password=1 lite.players=1 lite.max_players=2", "bytes-left-over"},
		{"EYE1\x04mt", "query reply", "", "length-past-end"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		decoder.StatusOf(m)
		var fields []string
		for _, f := range promise.Leaves(m, "ase.") {
			if !strings.HasPrefix(f, "info.") && !strings.HasPrefix(f, "reply.") {
				fields = append(fields, f)
			}
		}
		want := strings.ReplaceAll(strings.ReplaceAll(c.fields, "info.version=01 ", ""), "info.version=1 ", "")
		if got := strings.Join(fields, " "); m.Protocol() != "ase" || m.Info.Name != c.message || got != want ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// A letter is a request where it goes to a usual port, and a possibility
// elsewhere; longer texts are none.
func TestRecognition(t *testing.T) {
	for _, c := range []struct {
		packet string
		opts   wire.Options
		want   wire.Confidence
	}{
		{"s", wire.Options{}, wire.Possible},
		{"s", wire.Options{DstPort: 22126}, wire.Likely},
		{"s", wire.Options{SrcPort: 22126}, wire.Possible},
		{"b", wire.Options{DstPort: 14001}, wire.Likely},
		{"v", wire.Options{DstPort: 22126}, wire.Unlikely},
		{"s\n", wire.Options{DstPort: 22126}, wire.Unlikely},
		{"EYE1", wire.Options{}, wire.Possible},
		{"EYE1SIGHT", wire.Options{}, wire.Possible},
		{"EYE4\x04mta", wire.Options{}, wire.Unlikely},
		{"EYE", wire.Options{}, wire.Unlikely},
		{full, wire.Options{}, wire.Certain},
	} {
		m := decoder.Decode([]byte(c.packet), c.opts)
		if got := m.Confidence; m.Protocol() != "ase" && c.want != wire.Unlikely || m.Protocol() == "ase" && got != c.want {
			t.Errorf("%q, %+v: %s, confidence %d", c.packet, c.opts, m.Protocol(), got)
		}
	}
}

func TestRequests(t *testing.T) {
	for _, c := range []struct{ message, want string }{{"", "s"}, {"query request", "s"}, {"browser request", "b"},
		{"release browser request", "r"}, {"Xfire request", "x"}} {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "ase", Message: c.message})
		if err != nil || string(p) != c.want {
			t.Errorf("%s: %q, %v", c.message, p, err)
		}
	}
	if _, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "ase", Message: "other"}); err == nil {
		t.Error("no error")
	}
}

// A changed text takes its length along, which counts itself, and the length
// that counts the map too.
func TestEdit(t *testing.T) {
	for _, c := range []struct{ packet, key, value, want string }{
		{full + "\x01", "ase.info.name", "Kelp Bay", strings.Replace(full, "\x05Kelp", "\x09Kelp Bay", 1) + "\x01"},
		{full + "\x01", "ase.info.name", "", strings.Replace(full, "\x05Kelp", "\x01", 1) + "\x01"},
		{lite + "\x07sa\x001/2\x01\x00\x00\x01\x02", "ase.place.map", "lsx", lite + "\x08lsx\x001/2\x01\x00\x00\x01\x02"},
		{lite + "\x07sa\x001/2\x01\x00\x00\x01\x02", "ase.place.count", "10/20",
			lite + "\x09sa\x0010/20\x01\x00\x00\x01\x02"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		b, err := edit.Edit(m, m.Find(c.key, 0), c.value)
		if err != nil || string(b) != c.want {
			t.Errorf("%s: %q, %v, want %q", c.key, b, err, c.want)
		}
	}
}

// What is served is read as it was, in each of the replies.
func TestServe(t *testing.T) {
	s := &wire.Status{
		Name: wire.Some("Kelp\nBay"), Map: wire.Some(strings.Repeat("m", 300)), GameType: wire.Some("rp"),
		Version: wire.Some("1.6"), GamePort: wire.Some(int64(22003)),
		Players: wire.Some(int64(400)), MaxPlayers: wire.Some(int64(700)), Password: wire.Some(true),
		Rules: []wire.Rule{{Key: "Owner", Value: "Жук"}, {Key: "", Value: "x"}, {Key: "empty"}},
	}
	for range 400 {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some("Gull"), Score: wire.Some(int64(-3)),
			Ping: wire.Some(int64(40)), Extra: []wire.Rule{{Key: "Team", Value: "red"}}})
	}
	for _, c := range []struct {
		letter, game, codes string
		players, limit      int
	}{{"s", "mta", "", 400, 65000}, {"s", "farcry", "", 400, 65000}, {"b", "mta", "", 100, 1350},
		{"r", "mta", "", 100, 1350}, {"x", "mta", "", 0, 400}} {
		replies, err := decoder.AppendReplies(nil, decoder.Decode([]byte(c.letter), wire.Options{}),
			&answer.Answer{Status: s, Game: decoder.GameByName(c.game)})
		if err != nil || len(replies) != 1 || len(replies[0]) > c.limit {
			t.Fatal(c.letter, len(replies), err)
		}
		m := decoder.Decode(replies[0], wire.Options{})
		promise.Message(t, m)
		got := decoder.StatusOf(m)
		if promise.Codes(m) != c.codes || got == nil || got.Name.Value != "KelpBay" || got.Players.Value != 400 ||
			got.MaxPlayers.Value != 700 || !got.Password.Value || got.Version.Value != "1.6" || len(got.PlayerList) < c.players {
			t.Fatalf("%s of %s: %s %+v", c.letter, c.game, promise.Codes(m), got)
		}
		if c.letter == "s" && (got.PlayerList[0].Score.Value != -3 || len(got.PlayerList[0].Extra) != 1 ||
			len(got.Rules) != 2 || got.Rules[0].Value != "Жук" || len(got.Map.Value) != 254) {
			t.Errorf("%+v", got)
		}
	}
	for _, letter := range []string{"b", "x"} {
		if _, err := decoder.AppendReplies(nil, decoder.Decode([]byte(letter), wire.Options{}),
			&answer.Answer{Status: s, Game: decoder.GameByName("farcry")}); !errors.Is(err, answer.ErrNotApplicable) {
			t.Error(err)
		}
	}
}

func FuzzASE(f *testing.F) { promise.Fuzz(f, "ase", "ase-", full, lite) }

func TestAllocates(t *testing.T) { promise.Allocates(t, "ase-") }

func BenchmarkPlayers(b *testing.B) {
	promise.Benchmark(b, []byte(strings.Replace(full, "\x021\x0364", "\x0364\x0364", 1)+"\x01"+
		strings.Repeat("\x3f"+texts("Brass Gull", "", "", "17", "48", ""), 64)))
}
