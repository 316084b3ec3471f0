package filter

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// What would make an expression cost more than its length is refused before
// anything of it is worked out, with its place and what to do.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		`any(1..1000, size > 3)`:         "filter, column 1: unknown name \"any\"",
		`[1, 2] == size`:                 `column 1: unexpected "["`,
		`repeat("x", 999999) == message`: "unknown name \"repeat\"",
		`packet in 1..size`:              "a range has two values",
		`size in [size]`:                 "a list has values only",
		`let a = "x"`:                    "unexpected \"a\"",
		`true; true`:                     `unexpected ";"`,
		`message[0:2] == "ru"`:           `unexpected "["`,
		`$env == $env`:                   `unexpected "$"`,
		`message matches message`:        "matches needs a text in quotes",
		`message matches "["`:            "a pattern that cannot be read",
		`message matches ".{1000}.{1000}.{1000}.{1000}"`:     "more than 4000 steps",
		`message matches "(((x{100}){100}){100}){100}"`:      "a pattern that cannot be read",
		`size > 1 or ` + strings.Repeat(`text("a") or `, 30): "unexpected end",
		`size > 1` + strings.Repeat(` or text("a")`, 40): "up to here the expression takes more than 4000 steps for a " +
			"packet",
		`size > 1` + strings.Repeat(" or a2s.info.map", 40): "up to here the expression takes more than 4000 steps for a " +
			"packet",
		`size > 1` + strings.Repeat(" or size>2", 800):  "",
		`size > 1` + strings.Repeat(" or size>2", 900):  "more than the 8192 that one may have; shorten it",
		`size in [` + strings.Repeat("1,", 4050) + `1]`: "takes more than 4000 steps",
		`udp prot 7778`:                                    `filter, column 5: unexpected "prot"; expected and, or or a comparison here`,
		`size = 100`:                                       `filter, column 6: unexpected "="; write == to compare`,
		strings.Repeat("(", 8000):                          "nested more than 200 deep",
		strings.Repeat("-", 8000) + "1 > 2":                "nested more than 200 deep",
		strings.Repeat("not ", 2000) + "udp":               "nested more than 200 deep",
		`problem("` + strings.Repeat("*a", 200) + `")`:     `no code has more than 200 characters`,
		`field("` + strings.Repeat("*a", 200) + `", "x")`:  `has more than 200 characters`,
		`host("` + strings.Repeat("\x1b[2J<b>", 20) + `")`: "not an address",
		"size > 1 and\n\tprotocl == \"ugp\"":               "filter, line 2, column 2: unknown name \"protocl\"",
		`size`: "filter, column 1: expected a condition, found a number; " +
			"compare it with something",
	} {
		f, err := Compile(source)
		switch e, ok := errors.AsType[*Error](err); {
		case want == "":
			if err != nil {
				t.Errorf("%.60s: %v", source, err)
			}
		case f != nil || !ok || !strings.Contains(err.Error(), want):
			t.Errorf("%.60s: %v, want %s", source, err, want)
		case len(err.Error()) > 1000 || strings.ContainsAny(err.Error(), "\x1b\n"):
			t.Errorf("%.60s: error of %d bytes: %q", source, len(err.Error()), err)
		case e.Advice == "" && e.Column == 0:
			t.Errorf("%.60s: %v says neither where nor what to do", source, err)
		}
		if f, err := CompileFor(strings.ReplaceAll(source, "size", "players"), Servers); err == nil && want != "" {
			t.Errorf("%.60s is a filter of servers: %v", source, f)
		}
	}
}

// crowded is a packet of 64 kB with as many fields as fit.
func crowded(t testing.TB) (*decoder.Message, *record.Packet) {
	head, err := hex.DecodeString("8000000001")
	if err != nil {
		t.Fatal(err)
	}
	p := &record.Packet{Link: decoder.LinkNone, Data: append(head, make([]byte, 65000)...)}
	m := decoder.Decode(p.Data, decoder.Options{Link: decoder.LinkNone, Protocol: "unreal2", From: decoder.Reply})
	if len(m.Fields) < 20_000 {
		t.Fatalf("%d fields", len(m.Fields))
	}
	return m, p
}

// ending is a context that is done when it is asked for the nth time.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// An evaluation that is under way ends with its context.
func TestCancelled(t *testing.T) {
	m, p := crowded(t)
	for _, call := range []string{`text("nobody")`, `field("*", "nobody")`} {
		f, err := Compile(strings.TrimSuffix(strings.Repeat("not "+call+" and ", 30), " and "))
		if err != nil {
			t.Fatal(err)
		}
		if !f.Matcher(t.Context()).Match(m, p) {
			t.Errorf("%s: no", call)
		}
		ctx := &ending{t.Context(), 5}
		if f.Matcher(ctx).Match(m, p) || ctx.left != -1 {
			t.Errorf("%s: looked at the context %d times more after it was done", call, -1-ctx.left)
		}
	}
}

// TestWords: what people know from other tools means the same here, and where
// something is wrong in it is where they wrote it.
func TestWords(t *testing.T) {
	m, p := reply(t)
	for _, c := range []struct{ theirs, ours string }{
		{"udp.port == 7778", `transport == "udp" and port(7778)`},
		{"tcp.port eq 28900", `transport == "tcp" and port(28900)`},
		{"udp.port != 53 && unreal2", `transport == "udp" and not port(53) && protocol == "unreal2"`},
		{"ip.addr == 192.0.2.7", `host("192.0.2.7")`},
		{"ip.addr == 192.0.2.0/24 and size > 40", `net("192.0.2.0/24") and size > 40`},
		{"ip.addr != 192.0.2.7", `not host("192.0.2.7")`},
		{"ipv6.addr == 2001:db8::1", `host("2001:db8::1")`},
		{"ip.src == 198.51.100.7 or ip.dst==192.0.2.7", `src == "198.51.100.7" or dst == "192.0.2.7"`},
		{"udp.dstport == 5000 and frame.len > 10", "dstport == 5000 and size > 10"},
		{"frame.number in 3..12", "packet in 3..12"},
		{"host 192.0.2.1 and port 7778", `host("192.0.2.1") and port(7778)`},
		{"net 10.0.0.0/8", `net("10.0.0.0/8")`},
		{"udp port 7778 and not tcp port 28900", `udp.port == 7778 and not tcp.port == 28900`},
		{"src host 198.51.100.7 and dst port 5000 or src port 53",
			`src == "198.51.100.7" and dstport == 5000 or srcport == 53`},
		{"udp and not (tcp or gamespy1)", `transport == "udp" and not (transport == "tcp" or protocol == "gamespy1")`},
		{"not gamespy1 and (unreal2 or a2s)", `protocol != "gamespy1" and (protocol == "unreal2" or protocol == "a2s")`},
		{`protocol in {"unreal2", a2s}`, `protocol == "unreal2" or protocol == "a2s"`},
		{`text("udp.port == 7778 and unreal2")`, "size < 0"},
		{"size > 3\n and port(5000) ", "size > 3 and port 5000"},
	} {
		var got [2]bool
		for i, source := range []string{c.theirs, c.ours} {
			f, err := Compile(source)
			if err != nil {
				t.Errorf("%s: %v", source, err)
				continue
			}
			got[i] = f.Matcher(t.Context()).Match(m, p)
		}
		if got[0] != got[1] {
			t.Errorf("%s is %v, %s is %v", c.theirs, got[0], c.ours, got[1])
		}
	}
	for theirs, column := range map[string]int{
		"udp.port == 7778 and sise > 3":            22,
		"ip.addr == 192.0.2.7 and unreal2 or oops": 37,
		"gamespy1 and (unreal2":                    21, // its last character
		"sise > 3":                                 1,
		"ip.addr == 192.0.2.7 & true":              22,
	} {
		_, err := Compile(theirs)
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Column != column {
			t.Errorf("%s: %v, want column %d", theirs, err, column)
		}
	}
}
