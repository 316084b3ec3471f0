package gamespy3_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/keys"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/wire"
)

// statusOfSample decodes a sample and returns what it says, and its messages.
func statusOfSample(t *testing.T, name string) (*wire.Status, []*wire.Message) {
	t.Helper()
	var ms []*wire.Message
	for _, p := range promise.Hex(t, name) {
		ms = append(ms, promise.Decode(t, p))
	}
	read, status := decoder.OfOneServer(ms)
	return status, read
}

// valueNotes returns the remarks on the values of the pairs of m, by key.
func valueNotes(m *wire.Message) map[string]string {
	notes := map[string]string{}
	for i := range m.Fields {
		if m.Fields[i].Def == &gamespy3.Info[1] {
			if v := m.Child(i, wire.RoleValue); v >= 0 {
				notes[m.Name(i)] = m.Note(v)
			}
		}
	}
	return notes
}

// TestUT3Document decodes the example values of the document's table.
func TestUT3Document(t *testing.T) {
	s, ms := statusOfSample(t, "ut3-multiplay-reply")
	got := []string{
		promise.Text(s.Name), promise.Text(s.Map), promise.Text(s.GameType), promise.Number(s.GamePort),
		promise.Number(s.Players), promise.Number(s.MaxPlayers), promise.Text(s.Version),
		strconv.FormatBool(s.Password.Value), strings.Join(s.Mutators, "|"),
	}
	want := []string{
		"Deathmatch (24 Player)", "DM-SHANGRILA", "UTGame.UTDeathmatch", "8277", "4", "24", "3543",
		"false", "BattleRPG|Server Advertisements (Progressive)",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("server (-want +got):\n%s", d)
	}
	players, teams := promise.Rows(s)
	if d := cmp.Diff([]string{
		"id 113350401 Ironside score 12 ping 36 team 0 deaths=4", "id 113350402 Vesna score 9 ping 52 team 0 deaths=7",
		"id 113350403 Kestrel score 3 ping 88 team 0 deaths=11", "id 113350404 Old Tom score -1 ping 120 team 0 deaths=9",
	}, players); d != "" {
		t.Errorf("players (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"Team score 0", "Team score 0"}, teams); d != "" {
		t.Errorf("teams (-want +got):\n%s", d)
	}
	if got := promise.ProblemCodes(ms...); !slices.Equal(got, []string{"ut3-mapname-is-dump"}) {
		t.Errorf("problems %q", got)
	}
	// The settings say what their numbers mean.
	notes := valueNotes(ms[0])
	for key, want := range map[string]string{
		"s32779": "Vehicle Capture the Flag", "s0": "Average", "s6": "pure", "s7": "open", "s8": "off", "s10": "no",
		"p268435717":  "none set",
		"p1073741826": "Deathmatch", "p1073741828": "BattleRPG, Server Advertisements (Progressive)",
	} {
		if notes[key] != want {
			t.Errorf("%s is said to be %q, want %q", key, notes[key], want)
		}
	}
	for _, r := range s.Rules {
		if r.Key == "mapname" || r.Key == "hostname" {
			t.Errorf("rule %+v", r)
		}
	}
}

// The version of the server decides what a bit of the official mutators means.
func TestUT3Mutators(t *testing.T) {
	for _, c := range []struct {
		version, bits string
		note          string
		mutators      []string
	}{
		{"3543", "17", "BigHead, LowGrav", []string{"BigHead", "LowGrav"}},
		{"3614", "32", "bit 5", []string{"bit 5"}},
		{"3799", "8", "Instagib", []string{"Instagib"}},
		{"3800", "8", "FriendlyFire", []string{"FriendlyFire"}},
		{"3815", "4128", "Instagib, WeaponReplacement", []string{"Instagib", "WeaponReplacement"}},
		{"3815", "131073", "SlowTimeKills, bit 17", []string{"SlowTimeKills", "bit 17"}},
		{"", "1", "BigHead", []string{"BigHead"}},
		{"3815", "0", "none set", nil},
		{"3815", "many", "", nil},
	} {
		info := []string{"hostname", "A"}
		if c.version != "" {
			info = append(info, "EngineVersion", c.version)
		}
		m := promise.Decode(t, dataReply(0x80, 0, promise.NULs(append(info, "p268435717", c.bits, "")...)))
		if got := valueNotes(m)["p268435717"]; got != c.note {
			t.Errorf("%s on %s is said to be %q, want %q", c.bits, c.version, got, c.note)
		}
		if got := decoder.StatusOf(m).Mutators; !slices.Equal(got, c.mutators) {
			t.Errorf("%s on %s is %q, want %q", c.bits, c.version, got, c.mutators)
		}
	}
	s, _ := statusOfSample(t, "ut3-mutators-titan")
	if want := []string{"Relic Hunt", "Jump, Boots and All", "Instagib", "WeaponReplacement", "bit 17"}; !slices.Equal(
		s.Mutators, want) {
		t.Errorf("mutators %q, want %q", s.Mutators, want)
	}
	if s, _ = statusOfSample(t, "ut3-mutators-unpatched"); !slices.Equal(s.Mutators, []string{"BigHead", "LowGrav"}) {
		t.Errorf("mutators %q", s.Mutators)
	}
	// Classes count where no names are given; the version may come a datagram earlier.
	a := promise.Decode(t, dataReply(0, 0, promise.NULs("hostname", "A", "EngineVersion", "3815")))
	b := promise.Decode(t, dataReply(0x81, 0, promise.NULs("p1073741829", "\x1cA.B\x1cC.D\x1c", "p268435717", "32", "")))
	if s := decoder.StatusOf(b, a); !slices.Equal(s.Mutators, []string{"A.B", "C.D", "Instagib"}) {
		t.Errorf("mutators %q", s.Mutators)
	}
}

// Bots are slots without values, a key may have no value, the teams come in
// the second datagram.
func TestUT3Bots(t *testing.T) {
	s, ms := statusOfSample(t, "ut3-bots-two-datagrams")
	players, teams := promise.Rows(s)
	if !slices.Equal(players, []string{"id 113350555 Sierra score 7 ping 44 team - deaths=2"}) ||
		!slices.Equal(teams, []string{"Team score 120", "Team score 75"}) {
		t.Errorf("players %q, teams %q", players, teams)
	}
	if promise.Text(s.Name) != "Wednesday" {
		t.Errorf("without a description the server is called %q", promise.Text(s.Name))
	}
	for _, want := range []string{"player_ 0: Sierra||", "team_ 0: ||", "pid_ 0: 113350555||"} {
		if !slices.Contains(arrays(ms[0]), want) {
			t.Errorf("no field %q in %q", want, arrays(ms[0]))
		}
	}
	if got := promise.ProblemCodes(ms...); !slices.Equal(got,
		[]string{"ut3-mapname-is-dump", "gamespy3-key-without-value"}) {
		t.Errorf("problems %q", got)
	}
	if last := s.Rules[len(s.Rules)-1]; last != (wire.Rule{Key: "p268435969", Value: "0"}) {
		t.Errorf("the last rule is %+v", last)
	}
}

// What stands in the place of a value is a key only where it cannot be a value.
func TestUT3KeyWithoutValue(t *testing.T) {
	for _, c := range []struct {
		info  []string
		rules []wire.Rule
	}{
		{[]string{"p268435968", "p268435969", "0"}, []wire.Rule{{Key: "p268435969", Value: "0"}}},
		{[]string{"s13", "s14", "1"}, []wire.Rule{{Key: "s14", Value: "1"}}},
		{[]string{"s14", "EngineVersion", "3815"}, []wire.Rule{{Key: "EngineVersion", Value: "3815"}}},
		{[]string{"p268435704", "20", "s1", "0"}, []wire.Rule{{Key: "p268435704", Value: "20"}, {Key: "s1", Value: "0"}}},
		{[]string{"p1073741828", "s1", "motd", "p268435969"}, []wire.Rule{{Key: "p1073741828", Value: "s1"},
			{Key: "motd", Value: "p268435969"}}},
		{[]string{"p1073741828", "p1073741829", "x"}, []wire.Rule{{Key: "p1073741829", Value: "x"}}},
	} {
		m := promise.Decode(t, dataReply(0x80, 0, promise.NULs(append(c.info, "")...)))
		if d := cmp.Diff(c.rules, decoder.StatusOf(m).Rules); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.info, d)
		}
	}
}

// A map name with an equals sign is a map name.
func TestUT3MapNames(t *testing.T) {
	for value, want := range map[string]string{
		"DM-Deck":             "DM-Deck",
		"a=b":                 "a=b",
		"arena, big = small":  "arena, big = small",
		"s0=1,s1=0,s6=1":      "-",
		"OwningPlayerId=1,a=": "OwningPlayerId=1,a=",
	} {
		m := promise.Decode(t, dataReply(0x80, 0, promise.NULs("hostname", "A", "mapname", value, "")))
		if got := promise.Text(decoder.StatusOf(m).Map); got != want {
			t.Errorf("mapname %q gives the map %q, want %q", value, got, want)
		}
	}
}

// The names of mutators are texts like all others: a byte above 7F in one is a
// letter, not a part of something that is no UTF-8.
func TestUT3MutatorNames(t *testing.T) {
	s := decoder.StatusOf(
		decoder.Decode(dataReply(0x80, 0, promise.NULs("EngineVersion", "3543", keys.MutatorNamesProperty,
			"One\x1cTw\xed, too", "", "")), wire.Options{}))
	if s == nil || len(s.Mutators) != 2 || s.Mutators[1] != "Tw\u00ed, too" {
		t.Errorf("status %+q", s.Mutators)
	}
}
