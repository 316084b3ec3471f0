package gamespy3_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/wire"
)

// arrays returns the player and team fields of m as "name start: value|value".
func arrays(m *wire.Message) []string {
	var list []string
	for i := range m.Fields {
		if m.Fields[i].Def.Role != wire.RoleArray {
			continue
		}
		var values []string
		start := uint64(0)
		for j := i + 1; j < m.Next(i); j++ {
			switch f := &m.Fields[j]; {
			case f.Def.Naming == wire.NameNumbered:
				values = append(values, m.Text(j))
			case f.Kind == wire.KindU8:
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
			payload: promise.NULs("hostname", "A", ""),
		},
		{
			name:    "empty sections as in Crysis",
			payload: promise.NULs("hostname", "A", "") + "\x01\x00\x02\x00",
		},
		{
			name: "fields without values",
			payload: promise.NULs("hostname", "A", "") +
				"\x01player_\x00\x00\x00score_\x00\x00\x00\x00\x02team_t\x00\x00\x00\x00",
			want: []string{"player_ 0: ", "score_ 0: ", "team_t 0: "},
		},
		{
			name: "two players and two teams",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("Ann", "Bob", "") +
				"score_\x00\x00" + promise.NULs("3", "-1", "", "") + "\x02team_t\x00\x00" + promise.NULs("Red", "Blue", "", ""),
			want: []string{"player_ 0: Ann|Bob", "score_ 0: 3|-1", "team_t 0: Red|Blue"},
		},
		{
			name: "empty values of bots, followed by a field",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("Sierra Vasquez", "", "", "") +
				"score_\x00\x00" + promise.NULs("7", "0", "0", "", ""),
			want: []string{"player_ 0: Sierra Vasquez||", "score_ 0: 7|0|0"},
		},
		{
			name: "empty values only",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("A", "B", "C", "") +
				"team_\x00\x00" + promise.NULs("", "", "", "") + "deaths_\x00\x00" + promise.NULs("1", "2", "3", "", ""),
			want: []string{"player_ 0: A|B|C", "team_ 0: ||", "deaths_ 0: 1|2|3"},
		},
		{
			name: "empty values in between and at the end of a section",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("", "B", "", "D", "", "", "", "") +
				"\x02\x00",
			want: []string{"player_ 0: |B||D||"},
		},
		{
			name:    "a blank stands for an empty value",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("A", " ", "C", "", ""),
			want:    []string{"player_ 0: A| |C"},
		},
		{
			name:    "a name that ends in an underscore is no field",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("A", "", "xX_Ann_", "Bob", "", ""),
			want:    []string{"player_ 0: A||xX_Ann_|Bob"},
		},
		{
			name: "a field that nobody knows",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("A", "", "") + "wings_\x00\x00" +
				promise.NULs("2", "1", "", ""),
			want: []string{"player_ 0: A|", "wings_ 0: 2|1"},
		},
		{
			name: "the end of a section left out",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("A", "") + "\x02team_t\x00\x00" +
				promise.NULs("Red", "", ""),
			want:     []string{"player_ 0: A", "team_t 0: Red"},
			problems: []string{"gamespy3-section-without-end"},
		},
		{
			name:     "cut in the middle of a field and not continued",
			payload:  promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("Ann", "Bo"),
			want:     []string{"player_ 0: Ann|Bo"},
			problems: []string{"gamespy3-section-open"},
		},
		{
			name:    "NULs after the end",
			payload: promise.NULs("hostname", "A", "") + "\x01\x00\x02\x00\x00\x00",
		},
		{
			name:     "neither players nor teams",
			payload:  promise.NULs("hostname", "A", "") + "\x07what",
			problems: []string{"gamespy3-section-unknown"},
		},
		{
			name:     "a field name of another kind",
			payload:  promise.NULs("hostname", "A", "") + "\x01names\x00\x00" + promise.NULs("Ann", "", ""),
			want:     []string{"names 0: Ann"},
			problems: []string{"gamespy3-field-name"},
		},
		{
			name: "fields of unequal length",
			payload: promise.NULs("hostname", "A", "") + "\x01player_\x00\x00" + promise.NULs("Ann", "Bob", "") +
				"score_\x00\x00" + promise.NULs("1", "", ""),
			want:     []string{"player_ 0: Ann|Bob", "score_ 0: 1"},
			problems: []string{"gamespy3-arrays-unequal"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := promise.Decode(t, dataReply(0x80, 0, c.payload))
			if m.Info != &gamespy3.DataReply || m.Confidence != wire.Certain {
				t.Fatalf("%s, confidence %d", m.Info.Name, m.Confidence)
			}
			m = decoder.Join([]*wire.Message{m}).Messages[0]
			if d := cmp.Diff(c.want, arrays(m)); d != "" {
				t.Errorf("fields (-want +got):\n%s\n%s", d, promise.Dump(m))
			}
			if got := promise.ProblemCodes(m); !slices.Equal(got, c.problems) {
				t.Errorf("problems %q, want %q\n%s", got, c.problems, promise.Dump(m))
			}
		})
	}
}
