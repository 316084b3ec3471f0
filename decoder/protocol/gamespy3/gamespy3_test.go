package gamespy3_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/wire"
)

// dataReply writes a datagram of a GameSpy 3 reply.
func dataReply(number, section byte, payload string) []byte {
	return []byte("\x00\x10\x20\x30\x40splitnum\x00" + string([]byte{number, section}) + payload)
}

// TestGameSpy3Requests builds every request and decodes it again.
func TestGameSpy3Requests(t *testing.T) {
	id := [8]byte{0x10, 0x20, 0x30, 0x40}
	challenge, none := int32(-1404568021), int32(0)
	for _, c := range []struct {
		query ask.Query
		want  string
		info  *wire.MessageInfo
	}{
		{ask.Query{Message: "challenge request"}, "\xfe\xfd\x09\x10\x20\x30\x40", &gamespy3.ChallengeRequest},
		{ask.Query{Message: "challenge request", Details: &gamespy3.Query{Options: &[4]byte{0xff, 0xff, 0xff, 1}}},
			"\xfe\xfd\x09\x10\x20\x30\x40\xff\xff\xff\x01", &gamespy3.ChallengeRequest},
		{ask.Query{}, "\xfe\xfd\x00\x10\x20\x30\x40\xff\xff\xff\x01", &gamespy3.DataRequest},
		{ask.Query{Message: "data request", Details: &gamespy3.Query{Challenge: &none}},
			"\xfe\xfd\x00\x10\x20\x30\x40\xff\xff\xff\x01", &gamespy3.DataRequest},
		{ask.Query{Details: &gamespy3.Query{Challenge: &challenge}},
			"\xfe\xfd\x00\x10\x20\x30\x40\xac\x47\xfe\x2b\xff\xff\xff\x01", &gamespy3.DataRequest},
		{ask.Query{Details: &gamespy3.Query{Challenge: &challenge, Options: &[4]byte{0xff, 0, 0, 0}}},
			"\xfe\xfd\x00\x10\x20\x30\x40\xac\x47\xfe\x2b\xff\x00\x00\x00", &gamespy3.DataRequest},
	} {
		c.query.Protocol, c.query.ID = "gamespy3", id
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil {
			t.Fatal(err)
		}
		if string(p) != c.want {
			t.Errorf("%q: % x, want % x", c.query.Message, p, c.want)
		}
		m := promise.Decode(t, p)
		if m.Info != c.info || m.Confidence != wire.Certain || len(m.Problems) > 0 {
			t.Errorf("% x is\n%s", p, promise.Dump(m))
		}
	}
	if p, err := decoder.AppendRequest([]byte("x"), &ask.Query{Protocol: "gamespy3", Message: "tea request"}); err ==
		nil || string(p) != "x" {
		t.Errorf("a tea request was built: %q", p)
	}
}

// Without a challenge, the options follow the id at once; the bytes tell.
func TestGameSpy3RequestForms(t *testing.T) {
	for _, c := range []struct{ tail, want string }{
		{"\xff\xff\xff\x01", "info ff, players ff, teams ff, format 1"},
		{"\x12\x34\x56\x78\xff\xff\xff\x01", "challenge 12345678, info ff, players ff, teams ff, format 1"},
		{"\x12\x34\x56\x78", "challenge 12345678"},
		{"\x04\x01\x02\x03\xff\xff\xff\x01", "challenge 4010203, info ff, players ff, teams ff, format 1"},
		{"\x00\x00\x00\x05\x00\x00\x00\x00", "challenge 5, info 0, players 0, teams 0, format 0"},
		{"\x06\x01\x06\x05\x08\x0a\x04\x00\x00",
			"info 6, field 1, field 6, field 5, field 8, field a, field 4, players 0, teams 0"},
		{"\x12\x34\x56\x78\x06\x01\x06\x05\x08\x0a\x04\x00\x00",
			"challenge 12345678, info 6, field 1, field 6, field 5, field 8, field a, field 4, players 0, teams 0"},
	} {
		m := promise.Decode(t, []byte("\xfe\xfd\x00\x10\x20\x30\x40"+c.tail))
		var got []string
		for i := range m.Fields {
			f := &m.Fields[i]
			if f.Offset >= 7 {
				got = append(got, fmt.Sprintf("%s %x", strings.TrimPrefix(m.Key(i), "gamespy3.request."), uint32(f.Value)))
			}
		}
		if strings.Join(got, ", ") != c.want || m.Protocol() != "gamespy3" {
			t.Errorf("% x: %s, want %s", c.tail, strings.Join(got, ", "), c.want)
		}
	}
}

func TestGameSpy3Challenge(t *testing.T) {
	for _, c := range []struct {
		text     string
		value    int64
		kind     wire.Kind
		problems []string
	}{
		{"9513307\x00", 9513307, wire.KindDecimal, nil},
		{"-2147483648\x00", -2147483648, wire.KindDecimal, nil},
		{"9513307\x00\x00\x00\x00\x00", 9513307, wire.KindDecimal, nil},
		{"0\x00", 0, wire.KindDecimal, []string{"gamespy3-challenge-none"}},
		{"007\x00", 7, wire.KindDecimal, nil},
		{"\x00", 0, wire.KindText, []string{"gamespy3-challenge-none"}},
		{"4294967295\x00", 4294967295, wire.KindDecimal, []string{"gamespy3-challenge-wide"}},
	} {
		m := promise.Decode(t, []byte("\x09\x10\x20\x30\x40"+c.text))
		i := m.Find("gamespy3.challenge.number", 0)
		if m.Info != &gamespy3.ChallengeReply || i < 0 || m.Fields[i].Int() != c.value || m.Fields[i].Kind != c.kind {
			t.Errorf("%q:\n%s", c.text, promise.Dump(m))
			continue
		}
		if got := promise.ProblemCodes(m); !slices.Equal(got, c.problems) {
			t.Errorf("%q: problems %q, want %q", c.text, got, c.problems)
		}
		if raw := m.Fields[i].Flags&wire.FlagRaw != 0; raw != (c.text == "007\x00") {
			t.Errorf("%q: kept raw %v", c.text, raw)
		}
	}
	// Named, anything is read as far as it goes.
	m := decoder.Decode([]byte("\x09\x10\x20\x30\x40tea\x00"), wire.Options{Protocol: "gamespy3", From: wire.Reply})
	promise.Message(t, m)
	if got := promise.ProblemCodes(m); !slices.Equal(got, []string{"gamespy3-challenge-no-number"}) {
		t.Errorf("problems %q", got)
	}
}

// The whole conversation with a server: each reply answers its request.
func TestGameSpy3Exchange(t *testing.T) {
	_, ms := statusOfSample(t, "ut3-exchange")
	for i, want := range []*wire.MessageInfo{&gamespy3.ChallengeRequest, &gamespy3.ChallengeReply, &gamespy3.DataRequest,
		&gamespy3.DataReply} {
		if ms[i].Info != want {
			t.Errorf("packet %d is %s", i+1, ms[i].Info.Name)
		}
	}
	given := ms[1].Fields[ms[1].Find("gamespy3.challenge.number", 0)].Int()
	sent := ms[2].Fields[ms[2].Find("gamespy3.request.challenge", 0)].Int()
	if given != sent || given != -1404568021 {
		t.Errorf("challenge %d given, %d sent", given, sent)
	}
	for _, c := range []struct {
		request, reply int
		answers        bool
	}{{0, 1, true}, {2, 3, true}, {0, 3, false}, {2, 1, false}} {
		if got := ms[c.reply].MatchKey().Answers(ms[c.request].MatchKey()); got != c.answers {
			t.Errorf("packet %d answers packet %d: %v", c.reply+1, c.request+1, got)
		}
	}
}

// Values that were cut are sent again, and the later one counts, whatever
// order the datagrams come in.
func TestGameSpy3SentAgain(t *testing.T) {
	datagrams := promise.Hex(t, "gamespy3-three-datagrams")
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {1, 0, 2, 1}} {
		var ms []*wire.Message
		for _, i := range order {
			ms = append(ms, decoder.Decode(datagrams[i], wire.Options{}))
		}
		s := decoder.StatusOf(ms...)
		players, teams := promise.Rows(s)
		if d := cmp.Diff([]string{
			"id 40111201 Ahlberg score 31 ping 31 team 1 deaths=8 AIBot=0",
			"id 40111202 [RT]Bruno score 24 ping 48 team 2 deaths=11 AIBot=0",
			"id 40111203 Cato score 24 ping 77 team 2 deaths=9 AIBot=0",
			"id 40111204 Dmitri_ score 17 ping 102 team 1 deaths=14 AIBot=0",
			"id 40111205 =7= Elin score 9 ping 55 team 1 deaths=6 AIBot=0",
			"id 40111206 Fry score 2 ping 63 team 2 deaths=3 AIBot=0",
			"id 40111207 Gonzo the Third score 0 ping 250 team 1 deaths=1 AIBot=0",
		}, players); d != "" {
			t.Errorf("order %v (-want +got):\n%s", order, d)
		}
		if !slices.Equal(teams, []string{"MEC score 143", "US score 120"}) {
			t.Errorf("order %v: teams %q", order, teams)
		}
		if !s.Complete.Value {
			t.Errorf("order %v: not complete", order)
		}
		for _, m := range ms {
			promise.Message(t, m)
			decoder.Assemble([]*wire.Message{m}) // again, which changes nothing
		}
	}
}

func TestGameSpy3Incomplete(t *testing.T) {
	s, ms := statusOfSample(t, "gamespy3-datagram-missing")
	if !s.Complete.Known || s.Complete.Value || !slices.Contains(promise.ProblemCodes(ms...), "reply-missing-part") {
		t.Errorf("complete %v, problems %q", s.Complete, promise.ProblemCodes(ms...))
	}
	// Of the fifth name only the beginning is there.
	if len(s.PlayerList) != 7 || s.PlayerList[4].Name.Known || s.PlayerList[0].Score.Known ||
		promise.Number(s.PlayerList[6].ID) != "40111207" {
		t.Errorf("players %+v", s.PlayerList)
	}
}

// Settings may go on in the next datagram; the pair that was cut comes again.
func TestGameSpy3InfoSplit(t *testing.T) {
	s, ms := statusOfSample(t, "gamespy3-info-split")
	if d := cmp.Diff([]wire.Rule{{Key: "motd", Value: "Welcome to the range"}}, s.Rules); d != "" {
		t.Errorf("rules (-want +got):\n%s", d)
	}
	if got := promise.ProblemCodes(ms...); !slices.Equal(got, []string{"gamespy3-arrays-unequal"}) {
		t.Errorf("problems %q", got)
	}
	a := promise.Decode(t, dataReply(0, 0, promise.NULs("hostname", "A", "motd")))
	b := promise.Decode(t, dataReply(0x81, 0, promise.NULs("motd", "Hello", "")))
	if d := cmp.Diff([]wire.Rule{{Key: "motd", Value: "Hello"}}, decoder.StatusOf(a, b).Rules); d != "" {
		t.Errorf("rules (-want +got):\n%s", d)
	}
	if got := promise.ProblemCodes(a, b); !slices.Equal(got, []string{"gamespy3-key-at-end"}) {
		t.Errorf("problems %q", got)
	}
}

// A slot that is empty at first keeps its place.
func TestGameSpy3Slots(t *testing.T) {
	s, _ := statusOfSample(t, "gamespy3-placeholder-values")
	players, teams := promise.Rows(s)
	if d := cmp.Diff([]string{
		"id - Moe score - ping - team - team=nk honor=1", "id - - score - ping - team - honor=0",
		"id - xX_Max_ score - ping - team - team=tan honor=0", "id - Lou score - ping - team - honor=4",
	}, players); d != "" || len(teams) > 0 {
		t.Errorf("players (-want +got):\n%s\nteams %q", d, teams)
	}
}

// A request for format 00 is answered in one datagram that GameSpy 2 sends as well.
func TestGameSpy3Format00(t *testing.T) {
	p := promise.Hex(t, "gamespy2-halo-reply")[0]
	m := decoder.Decode(p, wire.Options{Protocol: "gamespy3"})
	promise.Message(t, m)
	promise.Truncation(t, m, wire.Options{})
	if m.Info != &gamespy3.PlainReply || promise.Number(decoder.StatusOf(m).MaxPlayers) != "16" ||
		len(decoder.StatusOf(m).PlayerList) != 3 {
		t.Errorf("%s", promise.Dump(m))
	}
}

// TestGameSpyRecognition holds the two apart, and other traffic off.
func TestGameSpyRecognition(t *testing.T) {
	likely := func(p string) []wire.ProtocolID {
		var list []wire.ProtocolID
		for _, r := range []*wire.Protocol{gamespy2.Protocol, gamespy3.Protocol} {
			if _, c := r.Recognise([]byte(p), &wire.Options{}); c >= wire.Likely {
				list = append(list, r.ID)
			}
		}
		return list
	}
	for _, c := range []struct {
		name, p string
		want    []wire.ProtocolID
	}{
		{"three flags", "\xfe\xfd\x00\x01\x02\x03\x04\xff\x00\x00", []wire.ProtocolID{"gamespy2"}},
		{"challenge request", "\xfe\xfd\x09\x01\x02\x03\x04", []wire.ProtocolID{"gamespy3"}},
		{"challenge", "\x09\x01\x02\x03\x0412345\x00", []wire.ProtocolID{"gamespy3"}},
		{"data", string(dataReply(0x80, 0, promise.NULs("hostname", "A", ""))), []wire.ProtocolID{"gamespy3"}},
		{"pairs", "\x00\x01\x02\x03\x04" + promise.NULs("hostname", "A", "mapname", "B", ""), []wire.ProtocolID{"gamespy2"}},
		{"table", "\x00\x01\x02\x03\x04\x00\x01" + promise.NULs("player_", "", "Ann"), []wire.ProtocolID{"gamespy2"}},
		{"DNS query", "\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03www\x07example\x03org\x00\x00\x01\x00\x01", nil},
		{"DNS query, id of a challenge",
			"\x09\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03www\x07example\x03org\x00\x00\x01\x00\x01", nil},
		{"TFTP read request", "\x00\x01" + promise.NULs("boot/image", "octet", "blksize", "1428"), nil},
		{"STUN binding", "\x00\x01\x00\x00\x21\x12\xa4\x42abcdefghijkl", nil},
		{"NTP", "\x23" + strings.Repeat("\x00", 47), nil},
		{"zeroes", strings.Repeat("\x00", 40), nil},
		{"A2S", "\xff\xff\xff\xffTSource Engine Query\x00", nil},
		{"RTP", "\x80\x00\x00\x01\x00\x00\x00\xa0abcdefgh", nil},
		{"DTLS", "\x16\xfe\xfd\x00\x00\x00\x00\x00\x00\x00\x00\x00\x10", nil},
		{"nine and text", "\x09\x01\x02\x03\x04hello\x00", nil},
		{"nine and a long number", "\x09\x01\x02\x03\x04123456789012345\x00", nil},
	} {
		if got := likely(c.p); !slices.Equal(got, c.want) {
			t.Errorf("%s: taken for %v, want %v", c.name, got, c.want)
		}
	}
}

// A reused Decoder allocates nothing, whatever it reads.
func TestGameSpyAllocations(t *testing.T) {
	for _, name := range []string{"ut3-exchange", "gamespy3-three-datagrams", "gamespy2-halo-reply",
		"gamespy2-americas-army-reply"} {
		var d decoder.Decoder
		for i, p := range promise.Hex(t, name) {
			if n := testing.AllocsPerRun(100, func() { d.Decode(p) }); n > 0 {
				t.Errorf("%s, datagram %d: %v allocations", name, i+1, n)
			}
		}
	}
}

// Hostile datagrams cost what their length says: ten times the bytes, not a
// hundred times the fields looked at.
func TestGameSpyLinear(t *testing.T) {
	head := string(dataReply(0x80, 1, ""))
	for name, p := range map[string]string{
		"empty values":     head + "player_\x00\x00" + strings.Repeat("\x00", 60000) + "x\x00",
		"runs and values":  head + "player_\x00\x00" + strings.Repeat("a\x00\x00", 20000),
		"field names":      head + strings.Repeat("a_\x00\x00\x00", 12000),
		"values like them": head + "player_\x00\x00" + strings.Repeat("\x00a_\x00\x05", 12000),
		"section bytes":    head + strings.Repeat("\x01\x00\x02\x00", 15000),
		"mutator keys":     string(dataReply(0x80, 0, strings.Repeat("p268435717\x0017\x00", 4500))),
		"columns": "\x00\x01\x02\x03\x04\x00\xff" + strings.Repeat("a_\x00", 10000) + "\x00" + strings.Repeat("\x00",
			30000),
		"no count": "\x00\x01\x02\x03\x04\x00" + "player_\x00\x00" + strings.Repeat("a\x00", 30000),
	} {
		m := decoder.Decode([]byte(p), wire.Options{})
		promise.Message(t, m)
		decoder.StatusOf(m)
		promise.Message(t, m)
		if len(m.Fields) > 2*len(p) {
			t.Errorf("%s: %d fields for %d bytes", name, len(m.Fields), len(p))
		}
	}
}

func BenchmarkGameSpy3(b *testing.B) {
	names, scores := "player_\x00\x00", "score_\x00\x00"
	for i := range 60 {
		names += fmt.Sprintf(" Player_%d\x00", i)
		scores += fmt.Sprintf("%d\x00", 100-i)
	}
	promise.Benchmark(b, dataReply(0x80, 1, names+"\x00"+scores+"\x00\x00"))
}

// A NUL in a value is noticed by the keys that follow it, and so are the low bytes of
// characters that have two.
func TestGameSpy3Values(t *testing.T) {
	for _, c := range []struct{ info, name, mapname, codes string }{
		{"mapname\x00dm2\x00hostname\x00My\x00Server\x00gametype\x00DM\x00numplayers\x000\x00", "My\x00Server", "dm2",
			"text-embedded-nul"},
		{"hostname\x00My\x00vote\x00mapname\x00mapname\x00dm2\x00", "My", "dm2", ""},
		{"hostname\x00\x04\x1f0\x00mapname\x00dm2\x00", "\x04\x1f0", "dm2", "gamespy3-characters-lost"},
		{"hostname\x00\x1b\x01\xff\x01My\x00mapname\x00dm2\x00", "\x1b\x01\xff\x01My", "dm2", ""},
	} {
		p := dataReply(0x80, 0, c.info+"\x00")
		m := promise.Decode(t, p)
		promise.Truncation(t, m, wire.Options{})
		name, mapname := "", ""
		for i := range m.Fields {
			switch m.Name(i) {
			case "hostname":
				name = strings.TrimSuffix(string(m.Bytes(m.Child(i, wire.RoleValue))), "\x00")
			case "mapname":
				mapname = strings.TrimSuffix(string(m.Bytes(m.Child(i, wire.RoleValue))), "\x00")
			}
		}
		if codes := strings.Join(promise.ProblemCodes(m), " "); name != c.name || mapname != c.mapname || codes != c.codes {
			t.Errorf("%q: %q, %q, %s", c.info, name, mapname, codes)
		}
	}
}

// Values without keys get those that their request asked for, and from no other request.
func TestGameSpy3ValuesAlone(t *testing.T) {
	const ask, values = "\xfe\xfd\x00\x10\x20\x30\x40", "\x00\x10\x20\x30\x40"
	for _, c := range []struct{ request, reply, fields string }{
		{ask + "\x06\x01\x06\x05\x08\x0a\x04\x00\x00", "The Quay\x00gpm_cq\x00weir\x0033\x0064\x0016567\x00",
			"value.hostname=The Quay value.gametype=gpm_cq value.mapname=weir value.numplayers=33 value.maxplayers=64 " +
				"value.hostport=16567"},
		{ask + "\x03\x01\x14\x7f\x00\x00", "The Quay\x00\x007\x00", "value.hostname=The Quay value.groupid= value=7"},
		{ask + "\x01\x01\x00\x00", "The Quay\x00gpm_cq\x00", "value=The Quay value=gpm_cq"},
		{"\xfe\xfd\x00\x10\x20\x30\x41\x02\x01\x06\x00\x00", "The Quay\x00gpm_cq\x00", "value=The Quay value=gpm_cq"},
	} {
		q, m := promise.Decode(t, []byte(c.request)),
			decoder.Decode([]byte(values+c.reply), wire.Options{Protocol: "gamespy3"})
		promise.Truncation(t, m, wire.Options{})
		promise.Encode(t, m)
		got := decoder.Assemble([]*wire.Message{q, m})[0].Messages[0]
		promise.Message(t, got)
		if fields := strings.Join(promise.Leaves(got, "gamespy3.")[2:], " "); fields != c.fields {
			t.Errorf("%q: %s", c.reply, fields)
		}
		if alone := promise.Leaves(m, "gamespy3."); strings.Contains(strings.Join(alone, " "), "value.") {
			t.Errorf("%q without its request: %q", c.reply, alone)
		}
	}
	// Texts among which a known key stands where keys do are pairs; others are nothing.
	for reply, want := range map[string]wire.ProtocolID{
		"hostname\x00The Quay\x00mapname\x00weir\x00": "gamespy2", "The Quay\x00": wire.UnknownProtocol,
		"The Quay\x00gpm\x01\x00": wire.UnknownProtocol, "The Quay\x00gpm": wire.UnknownProtocol,
	} {
		if m := promise.Decode(t, []byte(values+reply)); m.Protocol() != want {
			t.Errorf("%q: %s", reply, promise.Dump(m))
		}
	}
	q := decoder.Decode([]byte(ask+"\x04\x08\x01\x11\x13\x00\x00"), wire.Options{})
	s := &wire.Status{Name: wire.Some("The Quay"), Players: wire.Some(int64(5)),
		Rules: []wire.Rule{{Key: "roundtime", Value: "2"}, {Key: "password", Value: "1"}}}
	replies, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
	if err != nil || len(replies) != 1 || string(replies[0]) != values+"5\x00The Quay\x002\x001\x00" {
		t.Errorf("served %q, %v", replies, err)
	}
	got := decoder.StatusOf(q, decoder.Decode(replies[0], wire.Options{Protocol: "gamespy3", From: wire.Reply}))
	if got.Name.Value != "The Quay" || !got.Password.Value || len(got.Rules) == 0 || got.Rules[0] != s.Rules[0] {
		t.Errorf("read again: %+v", got)
	}
}
