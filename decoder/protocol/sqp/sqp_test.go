package sqp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/sqp"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "sqp-", sqp.ID, wire.Possible) }

const token = "\x80\x31\xbe\x18"

// chunk returns a chunk, reply a reply with chunks.
func chunk(b string) string { return "\x00\x00" + string([]byte{byte(len(b) >> 8), byte(len(b))}) + b }

func reply(chunks ...string) string {
	b := strings.Join(chunks, "")
	return "\x01" + token + "\x00\x01\x00\x00" + string([]byte{byte(len(b) >> 8), byte(len(b))}) + b
}

var (
	info  = chunk("\x00\x03\x00\x10\x04Weir\x03ctf\x0277\x04Mill\x1f\x40")
	rules = chunk("\x01a\x04\x02xy\x01b\x01\x01\x02\x00\x03\xff\xff\xff\xff\xff\xff\xff\xff\x01c\x05\x3f\x80\x00\x00")
	table = chunk("\x00\x02\x03\x04name\x04\x0bPlayerSCORE\x02\x05lives\x00" + "\x03Ann\x00\x00\x01\x00\x05" +
		"\x00\xff\xff\xff\xff\x00")
	metrics = chunk("\x02\x3f\x80\x00\x00\x00\x00\x00\x00")
)

func TestMessages(t *testing.T) {
	const about = "info.length=23 info.players=3 info.max_players=16 info.name=Weir info.game_type=ctf info.build=77 " +
		"info.map=Mill info.port=8000"
	const ruled = "rules.length=28 rule.key=a rule.type=4 rule.value=xy rule.key=b rule.type=1 rule.number=258 " +
		"rule.type=3 rule.number=18446744073709551615 rule.key=c rule.type=5 rule.fraction=1"
	columns := func(l, row, score string) string {
		return l + ".length=44 " + l + ".count=2 " + l +
			".columns=3 column.name=name column.type=4 column.name=PlayerSCORE " +
			"column.type=2 column.name=lives column.type=0 " + row + ".name=Ann " + row + "." + score + "=256 " + row +
			".number=5 " + row + "." + score + "=4294967295 " + row + ".number=0"
	}
	const measured = "metrics.length=9 metrics.count=2 metrics.value=1 metrics.value=0"
	for _, c := range []struct {
		packet, message, fields, problems string
		confidence                        wire.Confidence
	}{
		{"\x01" + token + "\x00\x01\x1f", "query request", "request.version=1 request.chunks=31", "", wire.Likely},
		{"\x01" + token + "\x00\x02\x01", "query request", "request.version=2 request.chunks=1", "", wire.Likely},
		{"\x01\x00\x00\x00\x00\x00\x01\x01", "query request", "request.version=1 request.chunks=1", "", wire.Possible},
		{reply(), "query reply", "", "", wire.Likely},
		{reply(info), "query reply", about, "", wire.Certain},
		{reply(info, rules), "query reply", about + " " + ruled, "", wire.Certain},
		{reply(rules), "query reply", ruled, "", wire.Certain},
		{reply(info, table), "query reply", about + " " + columns("players", "player", "score"), "", wire.Certain},
		{reply(table, table), "query reply", columns("players", "player", "score") + " " + columns("teams", "team", "number"),
			"", wire.Certain},
		{reply(rules, metrics), "query reply", ruled + " " + measured, "", wire.Certain},
		{reply(chunk("")), "query reply", "rules.length=0", "", wire.Certain},
		{reply(chunk("\x00\x00\x00")), "query reply", "rules.length=3 rule.type=0 rule.number=0", "", wire.Certain},
		{reply(chunk("\x00\x00\x01\x01k\x04")), "query reply",
			"players.length=6 players.count=0 players.columns=1 column.name=k column.type=4", "", wire.Certain},
		{reply(chunk(info[4:] + "?")), "query reply", strings.Replace(about, "=23", "=24", 1) + " info.further=3f", "",
			wire.Certain},
		{reply(chunk("\xff\x01\x02")), "query reply", "other.length=3 other.data=ff 01 02", "sqp-chunk-unknown",
			wire.Certain},
		{reply(chunk("\x01a\x06\x00")), "query reply", "other.length=4 other.data=01 61 06 00", "sqp-chunk-unknown",
			wire.Certain},
		{reply(info)[:33], "query reply", about[:strings.Index(about, " info.map")] + " info.map=M", "length-past-end " +
			"length-past-end", wire.Possible},
		{reply(info) + "?", "query reply", about, "bytes-left-over", wire.Possible},
		{"\x01" + token + "\x00\x01\x01\x02\x00\x03abc", "query reply part", "reply.part=61 62 63", "", wire.Likely},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		leaves := promise.Leaves(m, "sqp.")
		got := leaves[min(2, len(leaves)):]
		if m.Info.Direction == wire.Reply {
			got = got[min(4, len(got)):]
		}
		if s := strings.Join(got, " "); m.Protocol() != sqp.ID || m.Info.Name != c.message || s != c.fields ||
			promise.Codes(m) != c.problems || m.Confidence != c.confidence {
			t.Errorf("%q: %s\nfields %q\nwant   %q\n%s", c.packet, c.message, s, c.fields, promise.Dump(m))
		}
	}
}

// Five bytes are a reply only from a usual port, or where one is expected; what else
// begins alike is none.
func TestOthers(t *testing.T) {
	for _, c := range []struct {
		packet string
		opts   wire.Options
		want   wire.Confidence
	}{
		{"\x00" + token, wire.Options{}, wire.Unlikely},
		{"\x00" + token, wire.Options{SrcPort: 8001}, wire.Possible},
		{"\x00" + token, wire.Options{DstPort: 8001}, wire.Unlikely},
		{"\x00" + token, wire.Options{Protocol: sqp.ID, From: wire.Reply}, wire.Possible},
		{"\x00\x00\x00\x00\x00", wire.Options{}, wire.Unlikely},
		{"\x00\x00\x00\x00\x00", wire.Options{DstPort: 8001}, wire.Likely},
		{"\x00\x00\x00\x00\x00", wire.Options{Protocol: sqp.ID}, wire.Possible},
		{"\x00\x00\x00\x00\x00", wire.Options{Protocol: sqp.ID, From: wire.Reply}, wire.Unlikely},
		{"\x00\x00\x00\x00\x00\x00", wire.Options{DstPort: 8001}, wire.Unlikely},
		{"\x01" + token + "\x00\x03\x01", wire.Options{DstPort: 8001}, wire.Unlikely},
		{"\x01" + token + "\x00\x01\x20", wire.Options{DstPort: 8001}, wire.Unlikely},
		{"\x01" + token + "\x00\x01\x00", wire.Options{DstPort: 8001}, wire.Unlikely},
		{"\x01" + token + "\x00\x01\x01\x00\x00\x00", wire.Options{}, wire.Unlikely},
		{"\x01" + token + "\x00\x01\x00\x01\x00\x09abc", wire.Options{}, wire.Unlikely},
		{reply("\x00\x00\x00\x09abc"), wire.Options{}, wire.Unlikely},
		{reply(info, "abc"), wire.Options{}, wire.Unlikely},
	} {
		m := decoder.Decode([]byte(c.packet), c.opts)
		if m.Protocol() != sqp.ID {
			m.Confidence = wire.Unlikely
		}
		if m.Confidence != c.want {
			t.Errorf("%q, %+v: confidence %v\n%s", c.packet, c.opts, m.Confidence, promise.Dump(m))
		}
	}
}

// Teams alone look like players, unless their request is there.
func TestTeams(t *testing.T) {
	q := decoder.Decode([]byte("\x01"+token+"\x00\x01\x08"), wire.Options{})
	r := decoder.Decode([]byte(reply(table)), wire.Options{})
	rows := func(r *wire.Message, asked ...*wire.Message) string {
		s := decoder.StatusOfReplies([]decoder.ReplySet{decoder.Join([]*wire.Message{r}, asked...)})
		var b strings.Builder
		for _, p := range s.PlayerList {
			fmt.Fprint(&b, "player ", p.Name, " ", p.Score, " ", p.Extra, ";")
		}
		for _, t := range s.Teams {
			fmt.Fprint(&b, "team ", t.Name, " ", t.Score, " ", t.Extra, ";")
		}
		return b.String()
	}
	if got, want := rows(r), "player Ann 256 [{lives 5}];player  4294967295 [{lives 0}];"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := rows(r, q), "team Ann  [{PlayerSCORE 256} {lives 5}];team   [{PlayerSCORE 4294967295} {lives 0}];"; got !=
		want {
		t.Errorf("%q, want %q", got, want)
	}
	if r.Find("sqp.players", 0) < 0 {
		t.Error("the message was changed")
	}
	// Two tables where one was asked for: each has columns of its own.
	other := chunk("\x00\x01\x02\x04name\x04\x04rank\x00\x03Bob\x07")
	two := decoder.Decode([]byte(reply(table, other)), wire.Options{})
	if got, want := rows(two, q), "team Ann  [{PlayerSCORE 256} {lives 5}];team   [{PlayerSCORE 4294967295} {lives 0}];"+
		"team Bob  [{rank 7}];"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A reply is for the request whose token it repeats; what is served, in several packets where
// one is too small, is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("é" + strings.Repeat("日", 100)), Map: wire.Some("Mill"), GameType: wire.Some("ctf"),
		Version: wire.Some("77"), GamePort: wire.Some(int64(8000)), Players: wire.Some(int64(2)),
		MaxPlayers: wire.Some(int64(16)), Teams: []wire.Team{{Name: wire.Some("Red"), Score: wire.Some(int64(-1)),
			Size: wire.Some(int64(2)), Extra: []wire.Rule{{Key: "flags", Value: "1"}}}},
		PlayerList: []wire.Player{{Name: wire.Some("Ann"), Score: wire.Some(int64(5)), Ping: wire.Some(int64(30)),
			Extra: []wire.Rule{{Key: "lives", Value: "007"}}}, {Name: wire.Some("Bo"), Score: wire.Some(int64(0)),
			Ping: wire.Some(int64(1)), Extra: []wire.Rule{{Key: "lives", Value: "2"}}}}}
	for i := range 100 {
		s.Rules = append(s.Rules, wire.Rule{Key: fmt.Sprint("option ", i), Value: []string{"on", "12", "-1", ""}[i%4]})
	}
	question := decoder.Decode([]byte("\x01"+token+"\x00\x01\x0f"), wire.Options{})
	number := wire.BE32([]byte(token))
	out, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s, Challenge: int32(number)})
	if err != nil || len(out) != 2 {
		t.Fatalf("%q, %v", out, err)
	}
	var ms []*wire.Message
	for _, p := range out {
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		if other := decoder.Decode([]byte("\x01abcd\x00\x01\x0f"), wire.Options{}); !m.MatchKey().Answers(
			question.MatchKey()) ||
			m.MatchKey().Answers(other.MatchKey()) {
			t.Error(m.MatchKey())
		}
		ms = append(ms, m)
	}
	got := decoder.StatusOf(ms[1], ms[0])
	want := *s
	want.Protocol, want.Complete = sqp.ID, wire.Some(true)
	want.Name = wire.Some("é" + strings.Repeat("日", 84))
	if got == nil || fmt.Sprint(*got) != fmt.Sprint(want) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got := decoder.StatusOf(ms[0]); got != nil {
		t.Errorf("half a reply says %+v", got)
	}

	ask := decoder.Decode([]byte("\x00\x00\x00\x00\x00"), wire.Options{Protocol: sqp.ID})
	for number, want := range map[int32]string{0: "\x00\x00\x00\x00\x01", -2: "\x00\xff\xff\xff\xfe"} {
		out, err := decoder.AppendReplies(nil, ask, &answer.Answer{Status: s, Challenge: number})
		if err != nil || len(out) != 1 || string(out[0]) != want {
			t.Errorf("%q, %v", out, err)
		}
	}
	for p, want := range map[string]error{"\x01abcd\x00\x01\x0f": answer.ErrChallenge, reply(info): answer.ErrNoRequest} {
		m := decoder.Decode([]byte(p), wire.Options{})
		if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Challenge: 7}); !errors.Is(err, want) {
			t.Errorf("%q: %v", p, err)
		}
	}
}

// What is wanted is requested; players too where teams are.
func TestPlan(t *testing.T) {
	challenge := decoder.Decode([]byte("\x00"+token), wire.Options{Protocol: sqp.ID, From: wire.Reply})
	for parts, want := range map[ask.Parts]byte{0: 15, ask.PartInfo: 1, ask.PartTeams: 12,
		ask.PartRules | ask.PartPlayers: 6} {
		q := ask.Query{Protocol: sqp.ID}
		sqp.Plan.Steps[1].Prepare(&q, &ask.Ask{Parts: parts}, challenge)
		if p, err := decoder.AppendRequest(nil, &q); err != nil || string(p) != "\x01"+token+"\x00\x01"+string([]byte{want}) {
			t.Errorf("%v: %q, %v", parts, p, err)
		}
	}
}

func FuzzSQP(f *testing.F) {
	promise.Fuzz(f, sqp.ID, "sqp-", reply(info, rules, table, table, metrics), reply(table), reply(chunk("\xff")))
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "sqp-") }
