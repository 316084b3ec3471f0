package filter

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"fragscope/analyzer"
	"fragscope/decoder"
)

// What would make an expression cost more than its length is refused before
// anything of it is worked out, with its place and what to do.
func TestRefused(t *testing.T) {
	for source, want := range map[string]string{
		`any(1..1000, any(1..1000, any(1..1000, # > 1000)))`:  "filter, column 1: any is not part of filters; of the language's own functions they have abs,",
		`size > 1 and all([1, 2], # > 0)`:                     "filter, column 14: all is not part of filters",
		`[1, 2] | filter(# > 1) | len() > 0`:                  "column 10: filter is not part of filters",
		`reduce(1..999999, #acc + #) > 0`:                     "reduce is not part of filters",
		`repeat("x", 999999) == message`:                      "repeat is not part of filters",
		`sum(1..999999) > 1`:                                  "sum is not part of filters",
		`len(1..999999) > 1`:                                  "column 6: a range can only follow a name and in",
		`1..999999 == 1..999999`:                              "a range can only follow a name and in",
		`packet + 1 in 1..999999`:                             "a range can only follow a name and in",
		`packet in 1..size`:                                   "a range can only follow a name and in",
		`let a = "xxxxxxxx"; let b = a + a; b + b == message`: "variables, loops, maps and parts of values are not part of filters",
		`true; true`:                                          "variables, loops",
		`{"a": 1}.a == 1`:                                     "variables, loops",
		`message[0:2] == "ru"`:                                "variables, loops",
		`$env == $env`:                                        "$env is not part of filters",
		`$env.text("x")`:                                      "only functions can be called",
		`message matches src`:                                 "column 9: the pattern of matches has to be a text in quotes",
		`message matches "["`:                                 "a pattern that cannot be read",
		`message matches ".{1000}.{1000}.{1000}.{1000}"`:      "more than 4000 steps",
		`message matches "(((x{100}){100}){100}){100}"`:       "a pattern that cannot be read",
		`size > 1 or ` + strings.Repeat(`text("a") or `, 40):  "unexpected end",
		`size > 1` + strings.Repeat(` or text("a")`, 40):      "filter, column 507: up to here the expression takes more than 4000 steps per packet",
		`size > 1` + strings.Repeat(" or size>2", 800):        "",
		`size > 1` + strings.Repeat(" or size>2", 900):        "more than the 8192 that one may have; shorten it",
		`size in [` + strings.Repeat("1,", 4050) + `1]`:       "the expression has more than 4000 parts; shorten it",
		`udp prot 7778`:                                       `filter, column 5: unexpected "prot"; write and, or or a comparison before it`,
		`size = 100`:                                          `filter, column 6: unexpected "="; write == to compare`,
		strings.Repeat("(", 8000):                             "column 8000: unexpected end of the expression",
		strings.Repeat("-", 8000) + "1 > 2":                   "the expression has more than 4000 parts",
		`problem("` + strings.Repeat("*a", 200) + `")`:        `no code has more than 200 characters`,
		`field("` + strings.Repeat("*a", 200) + `", "x")`:     `no key has more than 200 characters`,
		`host("` + strings.Repeat("\x1b[2J<b>", 200) + `")`:   "not an address",
		"size > 1 and\n\tprotocl == \"ugp\"":                  "filter, line 2, column 2: unknown name protocl",
		`size`:                                                "filter, column 1: expected a condition, found a number; compare it with something",
	} {
		want = strings.ReplaceAll(want, "...", "…")
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
		if f, err := CompileServer(strings.ReplaceAll(source, "size", "players")); err == nil && want != "" {
			t.Errorf("%.60s is a filter of servers: %v", source, f)
		}
	}
}

// crowded is a packet of 64 kB with as many fields as fit.
func crowded(t testing.TB) (*decoder.Message, *analyzer.Packet) {
	head, err := hex.DecodeString("8000000001")
	if err != nil {
		t.Fatal(err)
	}
	p := &analyzer.Packet{Link: decoder.LinkNone, Data: append(head, make([]byte, 65000)...)}
	m := decoder.Decode(p.Data, decoder.Options{Link: decoder.LinkNone, Protocol: decoder.Unreal2, From: decoder.Reply})
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
