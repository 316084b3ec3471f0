package decoder

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// z writes texts as GameSpy does, each with a NUL behind.
func z(texts ...string) string { return strings.Join(texts, "\x00") + "\x00" }

// dataReply writes a datagram of a GameSpy 3 reply.
func dataReply(number, section byte, payload string) []byte {
	return []byte("\x00\x10\x20\x30\x40splitnum\x00" + string([]byte{number, section}) + payload)
}

// decodeWell decodes a datagram and checks what holds for all of them.
func decodeWell(t testing.TB, p []byte) *Message {
	t.Helper()
	m := Decode(p, Options{})
	checkMessage(t, m)
	checkTruncation(t, m, Options{})
	return m
}

// problemCodes returns the codes of the problems of m.
func problemCodes(ms ...*Message) []string {
	list := []string{}
	for _, m := range ms {
		for i := range m.Problems {
			list = append(list, m.Problems[i].Info.Code)
		}
	}
	return list
}

// arrays returns the player and team fields of m as "name start: value|value".
func arrays(m *Message) []string {
	var list []string
	for i := range m.Fields {
		if m.Fields[i].Def.Role != RoleArray {
			continue
		}
		var values []string
		start := uint64(0)
		for j := i + 1; j < m.Next(i); j++ {
			switch f := &m.Fields[j]; {
			case f.Def.Naming == NameNumbered:
				values = append(values, m.Text(j))
			case f.Kind == KindU8:
				start = f.Value
			}
		}
		list = append(list, fmt.Sprintf("%s %d: %s", m.Name(i), start, strings.Join(values, "|")))
	}
	return list
}

func TestGameSpy3Arrays(t *testing.T) {
	for _, c := range []struct {
		name     string
		payload  string
		want     []string
		problems []string
	}{
		{
			name:    "no sections",
			payload: z("hostname", "A", ""),
		},
		{
			name:    "empty sections as in Crysis",
			payload: z("hostname", "A", "") + "\x01\x00\x02\x00",
		},
		{
			name:    "fields without values",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00\x00score_\x00\x00\x00\x00\x02team_t\x00\x00\x00\x00",
			want:    []string{"player_ 0: ", "score_ 0: ", "team_t 0: "},
		},
		{
			name:    "two players and two teams",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("Ann", "Bob", "") + "score_\x00\x00" + z("3", "-1", "", "") + "\x02team_t\x00\x00" + z("Red", "Blue", "", ""),
			want:    []string{"player_ 0: Ann|Bob", "score_ 0: 3|-1", "team_t 0: Red|Blue"},
		},
		{
			name:    "empty values of bots, followed by a field",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("Sierra Vasquez", "", "", "") + "score_\x00\x00" + z("7", "0", "0", "", ""),
			want:    []string{"player_ 0: Sierra Vasquez||", "score_ 0: 7|0|0"},
		},
		{
			name:    "empty values only",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("A", "B", "C", "") + "team_\x00\x00" + z("", "", "", "") + "deaths_\x00\x00" + z("1", "2", "3", "", ""),
			want:    []string{"player_ 0: A|B|C", "team_ 0: ||", "deaths_ 0: 1|2|3"},
		},
		{
			name:    "empty values in between and at the end of a section",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("", "B", "", "D", "", "", "", "") + "\x02\x00",
			want:    []string{"player_ 0: |B||D||"},
		},
		{
			name:    "a blank stands for an empty value",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("A", " ", "C", "", ""),
			want:    []string{"player_ 0: A| |C"},
		},
		{
			name:    "a name that ends in an underscore is no field",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("A", "", "xX_Ann_", "Bob", "", ""),
			want:    []string{"player_ 0: A||xX_Ann_|Bob"},
		},
		{
			name:    "a field that nobody knows",
			payload: z("hostname", "A", "") + "\x01player_\x00\x00" + z("A", "", "") + "wings_\x00\x00" + z("2", "1", "", ""),
			want:    []string{"player_ 0: A|", "wings_ 0: 2|1"},
		},
		{
			name:     "the end of a section left out",
			payload:  z("hostname", "A", "") + "\x01player_\x00\x00" + z("A", "") + "\x02team_t\x00\x00" + z("Red", "", ""),
			want:     []string{"player_ 0: A", "team_t 0: Red"},
			problems: []string{"gamespy3-section-without-end"},
		},
		{
			name:     "cut in the middle of a field and not continued",
			payload:  z("hostname", "A", "") + "\x01player_\x00\x00" + z("Ann", "Bo"),
			want:     []string{"player_ 0: Ann|Bo"},
			problems: []string{"gamespy3-section-open"},
		},
		{
			name:    "NULs after the end",
			payload: z("hostname", "A", "") + "\x01\x00\x02\x00\x00\x00",
		},
		{
			name:     "neither players nor teams",
			payload:  z("hostname", "A", "") + "\x07what",
			problems: []string{"gamespy3-section-unknown"},
		},
		{
			name:     "a field name of another kind",
			payload:  z("hostname", "A", "") + "\x01names\x00\x00" + z("Ann", "", ""),
			want:     []string{"names 0: Ann"},
			problems: []string{"gamespy3-field-name"},
		},
		{
			name:     "fields of unequal length",
			payload:  z("hostname", "A", "") + "\x01player_\x00\x00" + z("Ann", "Bob", "") + "score_\x00\x00" + z("1", "", ""),
			want:     []string{"player_ 0: Ann|Bob", "score_ 0: 1"},
			problems: []string{"gamespy3-arrays-unequal"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := decodeWell(t, dataReply(0x80, 0, c.payload))
			if m.Info != &gamespy3DataReply || m.Confidence != Certain {
				t.Fatalf("%s, confidence %d", m.Info.Name, m.Confidence)
			}
			StatusOf(m)
			if d := cmp.Diff(c.want, arrays(m)); d != "" {
				t.Errorf("fields (-want +got):\n%s\n%s", d, dump(m))
			}
			if got := problemCodes(m); !slices.Equal(got, c.problems) {
				t.Errorf("problems %q, want %q\n%s", got, c.problems, dump(m))
			}
		})
	}
}

// TestGameSpy3Captures keeps what the captures' own description says of them.
func TestGameSpy3Captures(t *testing.T) {
	all := captures(t)
	statusOf := func(name string) (*Status, []*Message) {
		var ms []*Message
		for _, p := range all[name] {
			m := decodeWell(t, p)
			for i := range m.Fields {
				if m.Fields[i].Kind == KindUnknown {
					t.Errorf("%s: bytes that nothing explains\n%s", name, dump(m))
				}
			}
			ms = append(ms, m)
		}
		slices.Reverse(ms)
		s := StatusOf(ms...)
		if got := problemCodes(ms...); len(got) > 0 {
			t.Errorf("%s: problems %q", name, got)
		}
		if s.Complete == nil || !*s.Complete {
			t.Errorf("%s: not complete", name)
		}
		return s, ms
	}
	if len(all["gamespy3-3-datagrams"]) > 0 {
		s, ms := statusOf("gamespy3-3-datagrams")
		if len(s.PlayerList) != 54 || *s.Players != 54 || *s.MaxPlayers != 64 || len(s.Teams) != 2 {
			t.Errorf("%d of %d players, %d places, %d teams", len(s.PlayerList), *s.Players, *s.MaxPlayers, len(s.Teams))
		}
		for i, p := range s.PlayerList {
			if p.Name == nil || p.ID == nil || p.Score == nil || p.Ping == nil || p.Team == nil || len(p.Extra) != 3 {
				t.Errorf("player %d has holes: %+v", i, p)
			}
		}
		if n := *s.PlayerList[24].Name; len(n) != len("hekutooo") {
			t.Errorf("the cut name of player 24 is %q", n)
		}
		again := 0
		for _, m := range ms {
			for i := range m.Fields {
				if m.Fields[i].Marks&MarkSuperseded != 0 {
					again++
				}
			}
		}
		if again != 2 {
			t.Errorf("%d values are marked as sent again, want the name of player 24 and the id of player 53", again)
		}
	}
	if len(all["gamespy3-empty-sections"]) > 0 {
		s, _ := statusOf("gamespy3-empty-sections")
		if len(s.PlayerList) != 0 || *s.GamePort != 64087 || *s.Password {
			t.Errorf("%+v", s)
		}
	}
}

// fuzzGameSpy decodes anything as protocol and by recognition, and checks the
// promises that hold for every message.
func fuzzGameSpy(t *testing.T, protocol Protocol, p []byte) {
	for _, o := range []Options{{}, {Protocol: protocol, From: Reply}, {Protocol: protocol, From: Request}} {
		m := Decode(p, o)
		checkMessage(t, m)
		if len(p) <= 512 && (m.Protocol() == GameSpy2 || m.Protocol() == GameSpy3) {
			checkTruncation(t, m, o)
		}
		StatusOf(m)
		n := Decode(p[:len(p)/2], o)
		StatusOf(m, n, m)
		checkMessage(t, m)
		checkMessage(t, n)
	}
}

func FuzzGameSpy3(f *testing.F) {
	f.Add([]byte("\xfe\xfd\x09\x10\x20\x30\x40"))
	f.Add([]byte("\xfe\xfd\x09\x10\x20\x30\x40\xff\xff\xff\x01"))
	f.Add([]byte("\x09\x10\x20\x30\x40-2147483648\x00"))
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\x12\x34\x56\x78\xff\xff\xff\x01"))
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\x06\x01\x06\x05\x08\x0a\x04\x00\x00"))
	f.Add(dataReply(0x80, 0, z("hostname", "A", "p268435968", "p268435969", "0", "EngineVersion", "3815", "p268435717", "4128", "")+"\x01player_\x00\x00"+z("A", "", "B", "", "")+"\x02team_t\x00\x00\x00\x00"))
	f.Add(dataReply(0, 0, z("hostname", "A", "")+"\x01player_\x00\x00"+z("Ann", "Bo")))
	f.Add(dataReply(0x81, 1, "player_\x00\x01"+z("Bob", "", "")+"\x02\x00"))
	f.Fuzz(func(t *testing.T, p []byte) { fuzzGameSpy(t, GameSpy3, p) })
}

func FuzzGameSpy2(f *testing.F) {
	f.Add([]byte("\xfe\xfd\x00\x10\x20\x30\x40\xff\xff\xff"))
	f.Add([]byte("\x00\x10\x20\x30\x40" + z("hostname", "A", "hostport", "", "") + "\x00\x02" + z("player_", "score_", "", "Ann", "1", "", "") + "\x00\x00\x00"))
	f.Add([]byte("\x00\x10\x20\x30\x40\x00" + z("player_", "score_", "", "Ann", "1", "Bob", "2", "")))
	f.Add([]byte("\x00\x10\x20\x30\x40\x00\x02" + z("team_t", "score_t", "", "Red", "1", "Blue", "")))
	f.Fuzz(func(t *testing.T, p []byte) { fuzzGameSpy(t, GameSpy2, p) })
}
