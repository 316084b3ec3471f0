package quake3_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

const oob = "\xff\xff\xff\xff"

func TestSamples(t *testing.T) { promise.Samples(t, "quake3-", protocol.Quake3, wire.Certain) }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{oob + "getinfo", "info request", "request.command=getinfo", ""},
		{oob + "getstatus\n", "status request", "request.command=getstatus", ""},
		{oob + "getstatus\x00", "status request", "request.command=getstatus", ""},
		{oob + "getinfo abc", "info request", "request.command=getinfo request.challenge=abc", ""},
		{oob + "getinfo  a b\n\x00", "info request", "request.command=getinfo request.challenge= a b", ""},
		{oob + "getstat", "status request", "", "cut"},
		{oob + `infoResponse` + "\n" + `\hostname\a\clients\3`, "info reply", "pair.key=hostname pair.value=a pair.key=clients pair.value=3", ""},
		{oob + "infoResponse", "info reply", "", "quake3-line-break-missing"},
		{oob + `infoResponse\a\b`, "info reply", "pair.key=a pair.value=b", "quake3-line-break-missing"},
		{oob + "infoResponse\n" + `\a`, "info reply", "pair.key=a", "quake3-key-without-value"},
		{oob + "infoResponse\n" + `x\a\b`, "info reply", "pair.key=a pair.value=b", "quake3-pair-expected"},
		{oob + "infoResponse\n" + `\\`, "info reply", "pair.key= pair.value=", ""},
		{oob + "statusResponse\n" + `\a\b`, "status reply", "pair.key=a pair.value=b", "quake3-pairs-open"},
		{oob + "statusResponse\n", "status reply", "", "quake3-pairs-open"},
		{oob + "statusResponse\n" + `\a\b` + "\n", "status reply", "pair.key=a pair.value=b", ""},
		{oob + "statusResponse\n" + `\a\b` + "\n3 -4 \"x\"\n\x00", "status reply", "pair.key=a pair.value=b player.score=3 player.ping=-4 player.name=x", ""},
		{oob + "statusResponse\n\n003 4 \"x\" 7\n", "status reply", "player.score=3 player.ping=4 player.name=x player.extra=7", ""},
		{oob + "statusResponse\n\n3 4 5 6 \"x\"\n", "status reply", "player.score=3 player.ping=4 player.extra=5 player.extra=6 player.name=x", ""},
		{oob + "statusResponse\n\n3 4 \"\"\n", "status reply", "player.score=3 player.ping=4 player.name=", ""},
		{oob + "statusResponse\n\n3 \"x\"\n", "status reply", "player.score=3 player.name=x", "quake3-player-line"},
		{oob + "statusResponse\n\n3 4\n", "status reply", "player.score=3 player.ping=4", "quake3-player-line"},
		{oob + "statusResponse\n\nhello\n", "status reply", "", "quake3-line-unknown"},
		{oob + "statusResponse\n\n3 4 \"x", "status reply", "player.score=3 player.ping=4 player.name=x", "quake3-player-cut"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && (f.Kind == wire.KindText || f.Kind == wire.KindDecimal) {
				if key := strings.TrimPrefix(m.Key(i), "quake3."); key != "reply.command" {
					fields = append(fields, key+"="+m.Text(i))
				}
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != protocol.Quake3 || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// Other messages out of band are not taken for queries.
func TestOthers(t *testing.T) {
	for _, p := range []string{oob, oob + "get", oob + "getservers 68", oob + "getinfox", oob + "print\nhello", oob + "TSource Engine Query\x00", "\xff\xff\xffgetinfo", oob + "statusResponsex\n"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == protocol.Quake3 {
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
	} {
		c.query.Protocol = protocol.Quake3
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || string(p) != oob+c.want {
			t.Errorf("%+v: %q, %v, want %q", c.query, p, err, c.want)
		}
	}
	for _, text := range []string{"a b", "a\n", `a\`, strings.Repeat("a", 129)} {
		if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: protocol.Quake3, Details: &quake3.Query{Challenge: text}}); err == nil {
			t.Errorf("challenge %q: %q", text, p)
		}
	}
}

// A reply is for the request whose challenge it repeats.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.Topic { return decoder.TopicOf(decoder.Decode([]byte(oob+p), wire.Options{})) }
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
	s := &wire.Status{Name: text(`A\B"C;D`), Map: text("q3dm6"), GameType: text("0"), MaxPlayers: number(8), Password: wire.Some(yes), Rules: []wire.Rule{{Key: "fraglimit", Value: "20"}, {Key: "challenge", Value: "old"}}}
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
	if promise.Codes(m) != "" || got == nil || got.Name.Value != "ABCD" || got.Map.Value != "q3dm6" || !got.Password.Value || len(got.PlayerList) < 1000 || got.PlayerList[999].Name.Value != "Gull" || got.PlayerList[999].Score.Value != -3 {
		t.Errorf("%s %+v", promise.Codes(m), got)
	}
	for _, r := range got.Rules {
		if r.Key == "challenge" { // it is no setting
			t.Error(r)
		}
	}
	other, err := decoder.AppendReplies(nil, decoder.Decode([]byte(oob+"getstatus xyz"), wire.Options{}), &answer.Answer{Status: s})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := m.Content(), decoder.Decode(other[0], wire.Options{}).Content(); a != b {
		t.Error("what is said differs with the challenge")
	}
	info, err := decoder.AppendReplies(nil, decoder.Decode([]byte(oob+"getinfo"), wire.Options{}), &answer.Answer{Status: s})
	if err != nil || len(info) != 1 {
		t.Fatal(err)
	}
	if got := decoder.StatusOf(decoder.Decode(info[0], wire.Options{})); got == nil || got.Players.Value != 1024 {
		t.Errorf("%+v", got)
	}
	if _, err := decoder.AppendReplies(nil, decoder.Decode(replies[0], wire.Options{}), &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Error(err)
	}
}

func FuzzQuake3(f *testing.F) { promise.Fuzz(f, protocol.Quake3, "quake3-") }

func TestAllocates(t *testing.T) { promise.Allocates(t, "quake3-") }
