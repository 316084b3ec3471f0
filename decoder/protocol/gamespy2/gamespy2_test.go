package gamespy2_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/wire"
)

func TestGameSpy2Replies(t *testing.T) {
	for _, c := range []struct {
		sample         string
		name, game     string
		port, password string
		players, teams []string
		problems       []string
	}{
		{
			sample: "gamespy2-swat4-reply", name: "House of Blue 1", game: "CO-OP", port: "10480", password: "no",
			players: []string{"id - Reed score 4 ping 38 team -", "id - Dale(VIEW) score 0 ping 61 team -"},
		},
		{
			sample: "gamespy2-halo-reply", name: "Blood Gulch only", game: "CTF", port: "2302", password: "no",
			players: []string{"id - Sgt Oak score 2 ping 40 team 0", "id - New001 score 0 ping 95 team 1",
				"id - Pine score 1 ping - team 1"},
			teams:    []string{"Red score 2", "Blue score 1"},
			problems: []string{"gamespy2-value-padded"},
		},
		{
			sample: "gamespy2-arma-reply", name: "Sahrani Patrol", game: "coop", port: "-", password: "yes",
			players: []string{"id - Corporal Lind score 12 ping - team - deaths=1", "id - Vik score 0 ping - team - deaths=0"},
		},
		{
			sample: "gamespy2-americas-army-reply", name: "Bridge Night", game: "AGP_GameMultiPlayer", port: "1716",
			password: "unknown",
			players:  []string{"id - Doe_77 score 31 ping 48 team 0 honor=24", "id - Quincy score -4 ping 120 team 1 honor=10"},
			teams:    []string{"Assault score 3", "Defense score 5"},
			problems: []string{"gamespy2-count-missing", "gamespy2-count-missing"},
		},
		{
			sample: "gamespy2-players-reply", name: "-", game: "-", port: "-", password: "unknown",
			players: []string{"id - Ochre score 18 ping 33 team 1 deaths=7", "id - Slate score 5 ping 71 team 2 deaths=9"},
		},
		{
			sample: "gamespy2-teams-reply", name: "-", game: "-", port: "-", password: "unknown",
			teams: []string{"Allies score 40", "Axis score 35"},
		},
		{
			sample: "gamespy2-cut-reply", name: "Chessboard", game: "-", port: "2302", password: "unknown",
			players: []string{"id - Rook score 5 ping 20 team -", "id - Bishop score 4 ping 30 team -",
				"id - Knight score 3 ping 40 team -"},
			problems: []string{"gamespy2-rows-missing"},
		},
	} {
		t.Run(c.sample, func(t *testing.T) {
			m := promise.Decode(t, promise.Hex(t, c.sample)[0])
			if m.Info != &gamespy2.StatusReply || m.Confidence < wire.Likely {
				t.Fatalf("%s %s, confidence %d", m.Protocol(), m.Info.Name, m.Confidence)
			}
			s := decoder.StatusOf(m)
			password := "unknown"
			if s.Password.Known {
				password = map[bool]string{true: "yes", false: "no"}[s.Password.Value]
			}
			got := []string{promise.Text(s.Name), promise.Text(s.GameType), promise.Number(s.GamePort), password}
			if want := []string{c.name, c.game, c.port, c.password}; !slices.Equal(got, want) {
				t.Errorf("server %q, want %q", got, want)
			}
			players, teams := promise.Rows(s)
			if d := cmp.Diff([][]string{c.players, c.teams}, [][]string{players, teams}); d != "" {
				t.Errorf("players and teams (-want +got):\n%s", d)
			}
			if got := promise.ProblemCodes(m); !slices.Equal(got, c.problems) {
				t.Errorf("problems %q, want %q", got, c.problems)
			}
		})
	}
}

// A value is named after its column, wherever the datagram begins.
func TestGameSpy2ValueNames(t *testing.T) {
	m := promise.Decode(t, promise.Hex(t, "gamespy2-halo-reply")[0])
	row := m.Find("gamespy2.players.player", 0)
	var names []string
	for i := row + 1; i < m.Next(row); i++ {
		names = append(names, m.Name(i))
	}
	if want := []string{"player_", "score_", "ping_", "team_"}; m.Name(row) != "Player 1" || !slices.Equal(names, want) {
		t.Errorf("row %q with %q", m.Name(row), names)
	}
}

func TestGameSpy2Requests(t *testing.T) {
	for sections, flags := range map[uint8]string{0: "\xff\xff\xff", 1: "\xff\x00\x00", 2: "\x00\xff\x00",
		4: "\x00\x00\xff", 5: "\xff\x00\xff", 7: "\xff\xff\xff"} {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy2", ID: [8]byte{1, 2, 3, 4},
			Details: &gamespy2.Query{Sections: sections}})
		if err != nil {
			t.Fatal(err)
		}
		if want := "\xfe\xfd\x00\x01\x02\x03\x04" + flags; string(p) != want {
			t.Errorf("sections %d: % x, want % x", sections, p, want)
		}
		m := promise.Decode(t, p)
		if m.Info != &gamespy2.StatusRequest || m.Confidence != wire.Certain || len(m.Problems) > 0 {
			t.Errorf("sections %d:\n%s", sections, promise.Dump(m))
		}
		want := uint32(sections)
		if sections == 0 {
			want = 7
		}
		if topic := m.MatchKey(); topic.Subjects != want || topic.ID != 0x01020304 || !topic.HasID {
			t.Errorf("sections %d: topic %+v", sections, topic)
		}
	}
	if _, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy2", Message: "tea request"}); err == nil {
		t.Error("a tea request was built")
	}
}
