package filter

import (
	"net/netip"
	"runtime"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/samples"
)

func reply(t testing.TB) (*decoder.Message, *record.Packet) {
	t.Helper()
	p := &record.Packet{
		Time: 1_769_889_600_000_000_000, Number: 12, Link: decoder.LinkNone,
		Data: []byte("\x80\x00\x00\x00\x01\x0aGoalScore\x00\x0330\x00\x41\x03x"),
		Src:  netip.MustParseAddrPort("198.51.100.7:7778"), Dst: netip.MustParseAddrPort("192.0.2.1:5000"),
	}
	return decoder.Decode(p.Data, decoder.Options{Link: decoder.LinkNone}), p
}

// matches are filters, and whether the reply matches them.
var matches = map[string]bool{
	`protocol == "unreal2"`:                        true,
	`protocol in ["ugp", "gamespy1"]`:              false,
	`message == "rules reply" and size > 20`:       true,
	`message matches "^player"`:                    false,
	`direction == "reply"`:                         true,
	`server == "198.51.100.7" and srcport == 7778`: true,
	`client == "198.51.100.7"`:                     false,
	`host("192.0.2.1")`:                            true,
	`host("192.0.2.2")`:                            false,
	`net("198.51.100.0/24")`:                       true,
	`net("203.0.113.0/24")`:                        false,
	`port(5000) and not port(5001)`:                true,
	`port == 5000 and port in {7778, 7779}`:        true,
	`udp and udp.port == 5000`:                     true,
	`tcp or tcp.port == 5000`:                      false,
	`transport == "udp" and not tcp port 5000`:     true,
	`problem("length-past-end")`:                   true,
	`problem("length-*")`:                          true,
	`problem("cut")`:                               false,
	`worst == "error" and problems == 1`:           true,
	`text("goalscore")`:                            true,
	`text("nobody")`:                               false,
	`bytes("80 00 00 00")`:                         true,
	`bytes("0x80,0x00:00-00") and bytes("01")`:     true,
	`bytes("80000000EE")`:                          false,
	`field("*", "GoalScore")`:                      true,
	`field("unreal2.*.value", "30")`:               true,
	`field("unreal2.*.value", "3")`:                false,
	`field("gamespy1.*", "30")`:                    false,
	`packet == 12`:                                 true,
	`time >= date("2026-01-31 20:00:00")`:          true,
	`time >= date("2026-01-31T21:00:00+01:00")`:    true,
	`time > date("2026-02-01")`:                    false,
	`srcport in 7000..8000`:                        true,
	`srcport in 7779..8000 or packet in -5..11`:    false,
	`packet not in 1..11 and time in 0..5`:         false,
	`packet not in 1..11`:                          true,
	`dstport in [1, 5000] and packet in [11, 12]`:  true,
	`lower(message) contains "RULES"`:              false,
	`upper(message) == "RULES REPLY"`:              true,
	`len(message) == 11`:                           true,
	"server == 198.51.100.7":                       true,
	"198.51.100.7 == src and dst != 192.0.2.2":     true,
	"server == 198.51.100.7:7778":                  true,
	"server == 198.51.100.7:7779":                  false,
	"src in 198.51.100.0/24":                       true,
	"src in [192.0.2.7, 203.0.113.0/24]":           false,
	"server_address == 198.51.100.7":               true,
	"serverAddress != 198.51.100.7":                false,
	"protocol == unreal2 and direction == reply":   true,
	"protocol != unknown":                          true,
	"protocol == unknown":                          false,
	"time >= 2026-01-31T20:00:00Z":                 true,
	"time >= 2026-01-31T21:00:00+01:00":            true,
	"time in 2026-01-31..2026-02-01":               true,
	"2026-02-01 < time":                            false,
	"unreal2.rules.rule":                           true,
	"unreal2.rules":                                true,
	"a2s.info":                                     false,
	"unreal2.rules.rule[GoalScore] > 20":           true,
	`unreal2.rules.rule["GoalScore"] == 31`:        false,
	"unreal2.rules.value == 30":                    true,
	"unreal2.rules.value > 30":                     false,
	`unreal2.rules.key contains "Goal"`:            true,
	`unreal2.rules.key != GoalScore`:               false,
	"unreal2.rules.key.length == 10":               true,
	"a2s.info.players != 3":                        false,
	`rule("goalscore") in 25..35`:                  true,
	"players == 0":                                 false,
	"not players > 3":                              true,
	"problems == length-past-end and problems > 0": true,
	"problems != length-past-end":                  false,
	"host == 192.0.2.1 and udp.port in [5000]":     true,
	"srcport != dstport and src != dst":            true,
	`packet - 20 == -8 and packet * 2 > 23`:        true,
}

func TestMatch(t *testing.T) {
	m, p := reply(t)
	checkMatches(t, m, p, matches)
}

// checkMatches checks which filters a packet meets.
func checkMatches(t *testing.T, m *decoder.Message, p *record.Packet, filters map[string]bool) {
	t.Helper()
	for source, want := range filters {
		f, err := Compile(source)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if got := f.Matcher(t.Context()).Match(m, p); got != want {
			t.Errorf("%s is %v, want %v", source, got, want)
		}
	}
}

// TestTransport: what a payload that is not in a frame came in is said by its packet.
func TestTransport(t *testing.T) {
	m := decoder.Decode([]byte("\\status\\"), decoder.Options{Link: decoder.LinkNone})
	for source, stream := range map[string]bool{"udp": false, "tcp": true} {
		f, err := Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, is := range []bool{false, true} {
			p := &record.Packet{Link: decoder.LinkNone, Data: m.Data, Stream: is}
			if got := f.Matcher(t.Context()).Match(m, p); got != (is == stream) {
				t.Errorf("%s is %v where a connection is %v", source, got, is)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	for source, want := range map[string]string{
		``:                     "filter is empty",
		`protocol`:             "column 1: expected a condition, found a text; compare it with something",
		`protocl == "unreal2"`: `column 1: unknown name "protocl"; did you mean protocol?`,
		`protocol ==`:          "column 11: unexpected end",
		`host("nowhere")`:      "is not an address",
		`net("192.0.2.0")`:     "not a network",
		`bytes("0G")`:          "not pairs of hexadecimal digits",
		`bytes("")`:            "not pairs of hexadecimal digits",
		`time > date("soon")`:  "not a time",
		`size > "big"`:         "column 6: > is between a number and a text; compare values of one kind",
		`text == "x"`:          `"text" asks for something in parentheses; write it as text("WORDS")`,
		`playrs > 3`:           `column 1: unknown name "playrs"; did you mean players?`,
		`a2s.info.mapp == "x"`: "did you mean a2s.info.map?",
		`xyzzyzzyx > 3`:        "it can use protocol, message,",
		`outcome == answered`:  "outcome is known of exchanges only; this filters packets",
		`size-20 > 3`:          "",
		`src > 192.0.2.7`:      "> cannot order addresses",
		`"a" == message`:       "",
		`"a" contains message`: "write the name first",
		`30 > 20`:              "unknown name",
		`size == 5 == 6`:       `unexpected "=="; expected and, or or a comparison here`,
		`message == "a`:        "a text has no end; write a quote after it",
		`message # "a"`:        `column 9: unexpected "#"; compare with ==`,
	} {
		_, err := Compile(source)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", source, err, want)
		}
	}
}

// Whatever the expression, it is compiled and evaluated, or refused, in memory
// bounded by its length.
func FuzzCompile(f *testing.F) {
	f.Add(`protocol == "unreal2" and port(7778)`)
	f.Add(`problem("[") or text("\x00")`)
	for source := range matches {
		f.Add(source)
	}
	m, p := reply(f)
	Compile("sise") // makes the tables of all names, once
	f.Fuzz(func(t *testing.T, source string) {
		before := allocated()
		defer func() {
			if n := allocated() - before; n > int64(1<<20+(2<<10)*len(source)) {
				t.Errorf("%d bytes make it allocate %d", len(source), n)
			}
		}()
		if c, err := Compile(source); err == nil {
			c.Matcher(t.Context()).Match(m, p)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	f, err := Compile(`protocol == "unreal2" and server == "198.51.100.7" and size > 20`)
	if err != nil {
		b.Fatal(err)
	}
	m, p := reply(b)
	match := f.Matcher(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		match.Match(m, p)
	}
}

// allocated returns the number of bytes that were allocated so far.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// TestBits: bits and parts of fields have names of their own, in filters as in JSON.
func TestBits(t *testing.T) {
	sample, _ := samples.Get("killingfloor-info-reply")
	p := &record.Packet{Link: decoder.LinkNone, Data: sample.Datagrams()[0]}
	m := decoder.Decode(p.Data, decoder.Options{Link: decoder.LinkNone})
	checkMatches(t, m, p, map[string]bool{
		`unreal2.info.flags.hell_on_earth`:          true,
		`unreal2.info.flags.hell_on_earth == true`:  true,
		`unreal2.info.flags.hell_on_earth == 0`:     false,
		`unreal2.info.flags.password`:               false,
		`not Unreal2.Info.Flags.Password`:           true,
		`unreal2.info.flags.password == no`:         true,
		`unreal2.info.flags.ut_classic`:             false, // which this game has not
		`unreal2.info.flags.ut_classic == no`:       false,
		`unreal2.info.flags == 512`:                 true,
		`unreal2.info.flags.perks or size > 100000`: false,
	})
}
