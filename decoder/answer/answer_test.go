package answer_test

import (
	"slices"
	"strings"
	"testing"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Texts lose what no protocol can carry, and end between characters.
func TestReplyText(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"Arena ^1red":                  "Arena ^1red",
		"a\x00b\nc\r\nd":               "abcd",
		"caf\xe9\n":                    "caf\xe9", // no UTF-8, and stays
		strings.Repeat("x", 2000):      strings.Repeat("x", 1024),
		"x" + strings.Repeat("é", 600): "x" + strings.Repeat("é", 511),
	} {
		if got := answer.ReplyText(in); got != want {
			t.Errorf("%.20q gives %.20q, %d bytes, want %d", in, got, len(got), len(want))
		}
	}
}

// Typed values become rules where no rule of the server says the same.
func TestStatusRules(t *testing.T) {
	names := &answer.RuleKeys{Version: "version", Password: "password", Yes: "1", No: "0", Mutators: "mutators"}
	s := &wire.Status{Version: wire.Some("3369"), Password: wire.Some(true), Mutators: []string{"Instagib", "LowGrav"}}
	list := func() (all []string) {
		for _, r := range answer.StatusRules(s, names) {
			all = append(all, r.Key+"="+r.Value)
		}
		return all
	}
	want := []string{"version=3369", "password=1", "mutators=Instagib, LowGrav"}
	if got := list(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	s.Rules = []wire.Rule{{Key: "Password", Value: "False"}, {Key: "gamever", Value: "1"}}
	if got, want := list(), []string{"Password=False", "gamever=1", "mutators=Instagib, LowGrav"}; !slices.Equal(got,
		want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(s.Rules) != 2 {
		t.Error("the status has other rules than before")
	}
	names.Mutator, names.Mutators = "mutator", ""
	if got := list(); !slices.Contains(got, "mutator=LowGrav") {
		t.Errorf("%q has no rule for each mutator", got)
	}
}

// Numbers that a field cannot hold become the nearest that it can.
func TestServerFields(t *testing.T) {
	s := &wire.Status{Players: wire.Some(int64(300)), GamePort: wire.Some(int64(70000)), Name: wire.Some("Arena")}
	players := wire.FieldDef{Kind: wire.KindU8, Role: wire.RolePlayers}
	port := wire.FieldDef{Kind: wire.KindU32LE, Role: wire.RoleGamePort}
	unknown := wire.FieldDef{Kind: wire.KindU8, Role: wire.RoleMaxPlayers}
	name := wire.FieldDef{Kind: wire.KindText, Role: wire.RoleServerName}
	tell := answer.Server(s)
	if _, n, known := tell(&players); n != 255 || !known {
		t.Errorf("%d players, known %v", n, known)
	}
	if _, n, _ := tell(&port); n != 65535 {
		t.Errorf("port %d", n)
	}
	if _, n, known := tell(&unknown); n != 0 || known {
		t.Errorf("%d places, known %v", n, known)
	}
	b := tell.Append(nil, wire.Layout{players, name, unknown}, answer.All, func(b []byte, s string) []byte {
		return append(b, s+"\x00"...)
	})
	if string(b) != "\xffArena\x00\x00" {
		t.Errorf("%q", b)
	}
	if flags := tell.Known(wire.Layout{players, unknown, name}); flags != 5 {
		t.Errorf("known are %b", flags)
	}
}

// Bytes beyond the end of a datagram are neither blanked nor copied.
func TestBlank(t *testing.T) {
	for from := range 6 {
		for size := range 6 {
			p := []byte("abc")
			answer.ClearRange(p, from, size)
			for i, c := range p {
				if (c == 0) != (i >= from && i < from+size) {
					t.Errorf("from %d, %d bytes: %q", from, size, p)
				}
			}
		}
	}
}
