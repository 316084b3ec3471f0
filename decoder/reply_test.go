package decoder_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// askFor builds the request that q describes and returns the replies to it.
func askFor(t testing.TB, a *answer.Answer, q ask.Query) [][]byte {
	t.Helper()
	p, err := decoder.AppendRequest(nil, &q)
	if err != nil {
		t.Fatal(err)
	}
	m := decoder.Decode(p, wire.Options{Protocol: q.Protocol, From: wire.Request})
	replies, err := decoder.AppendReplies(nil, m, a)
	if err != nil && !errors.Is(err, answer.ErrEmptyList) {
		t.Fatalf("%s: %v", q.Message, err)
	}
	return replies
}

// told returns what all replies to the requests say together.
func told(t testing.TB, a *answer.Answer, queries ...ask.Query) *wire.Status {
	t.Helper()
	var ms []*wire.Message
	for i, q := range queries {
		one := *a
		one.Number = uint32(i + 1)
		for _, p := range askFor(t, &one, q) {
			m := decoder.Decode(p, wire.Options{})
			if m.Protocol() != q.Protocol || m.Info.Direction != wire.Reply {
				t.Fatalf("a reply to %s is read as %s %s: % x", q.Message, m.Protocol(), m.Info.Name, p)
			}
			for i := range m.Problems {
				if m.Problems[i].Info.Severity > wire.SeverityNote {
					t.Errorf("a reply to %s: %s", q.Message, m.Message(&m.Problems[i]))
				}
			}
			ms = append(ms, m)
		}
	}
	return decoder.StatusOf(ms...)
}

// sampleStatus is a server of which every protocol can say most.
func sampleStatus() *wire.Status {
	return &wire.Status{
		Name: wire.Some("Harbour Lights"), Map: wire.Some("DM-Bellfounder"), GameType: wire.Some("xDeathMatch"),
		GamePort: wire.Some(int64(7777)),
		Players:  wire.Some(int64(2)), MaxPlayers: wire.Some(int64(16)),
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Lamplighter"},
			{Key: "GoalScore", Value: "25"}},
		PlayerList: []wire.Player{
			{ID: wire.Some(int64(0)), Name: wire.Some("Brass Lantern"), Score: wire.Some(int64(-3)), Ping: wire.Some(int64(44)),
				Team: wire.Some(int64(1))},
			{ID: wire.Some(int64(1)), Name: wire.Some("Grün"), Score: wire.Some(int64(17)), Ping: wire.Some(int64(120)),
				Team: wire.Some(int64(0))},
		},
	}
}

func TestUnreal2Replies(t *testing.T) {
	for _, game := range []string{"ut2004", "ut2003", "killingfloor", "xmp", "pariah"} {
		t.Run(game, func(t *testing.T) {
			g := decoder.GameByName(game)
			a := &answer.Answer{Status: sampleStatus(), Game: g}
			if game == "pariah" { // no teams, no negative frags
				for i := range a.Status.PlayerList {
					a.Status.PlayerList[i].Team = wire.Opt[int64]{}
				}
				a.Status.PlayerList[0].Score = wire.Some(int64(3))
			}
			q := ask.Query{Protocol: "unreal2", Details: &unreal2.Query{Version: unreal2Style(g).Version}}
			var queries []ask.Query
			for _, name := range []string{"server info request", "rules request", "player list request"} {
				q.Message = name
				queries = append(queries, q)
			}
			got := told(t, a, queries...)
			want := sampleStatus()
			*want = *a.Status
			want.Protocol = "unreal2"
			if game != "pariah" {
				want.QueryPort = wire.Some(int64(0))
			}
			if game == "xmp" {
				want.PlayerList = append([]wire.Player(nil), want.PlayerList...)
				for i := range want.PlayerList {
					want.PlayerList[i].Extra = []wire.Rule{{Key: "Player number", Value: strconv.FormatInt(int64(i), 10)}}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-said +read:\n%s", diff)
			}
		})
	}
}

func TestGameSpy1Replies(t *testing.T) {
	s := sampleStatus()
	s.Game = wire.Some("ut")
	s.Rules = []wire.Rule{{Key: "gamever", Value: "451"}, {Key: "minnetver", Value: "432"},
		{Key: "gamemode", Value: "openplaying"}, {Key: "AdminName", Value: "Lamplighter"}, {Key: "fraglimit", Value: "25"}}
	s.Version = wire.Some("451")
	a := &answer.Answer{Status: s}
	want := *s
	want.Protocol, want.Complete, want.GameTitle = "gamespy1", wire.Some(true), wire.Some("Unreal Tournament")
	for _, items := range [][]string{{"status"}, {"basic", "info", "rules", "players"}} {
		if diff := cmp.Diff(&want,
			told(t, a, ask.Query{Protocol: "gamespy1", Details: &gamespy1.Query{Items: items}})); diff != "" {
			t.Errorf("%v: -said +read:\n%s", items, diff)
		}
	}
	var each []ask.Query
	for _, item := range []string{"basic", "info", "rules", "players"} {
		each = append(each, ask.Query{Protocol: "gamespy1", Details: &gamespy1.Query{Items: []string{item}}})
	}
	if diff := cmp.Diff(&want, told(t, a, each...)); diff != "" {
		t.Errorf("one by one: -said +read:\n%s", diff)
	}
}

// TestBackslashName: UT2003 leaves a backslash in a name, the others take it out.
func TestBackslashName(t *testing.T) {
	for game, want := range map[string]string{"ut2003": `Kee\/n`, "ut2004": "Kee/n", "ut99": "Kee/n"} {
		s := sampleStatus()
		s.PlayerList[0].Name = wire.Some(`Kee\/n`)
		replies := askFor(t, &answer.Answer{Status: s, Game: decoder.GameByName(game)},
			ask.Query{Protocol: "gamespy1", Message: "player list request"})
		got := decoder.StatusOf(decoder.Decode(replies[0], wire.Options{})) // which warns of the backslash
		if name := got.PlayerList[0].Name.Value; name != want || len(got.PlayerList) != 2 ||
			got.PlayerList[0].Score.Value != -3 {
			t.Errorf("%s says %q, want %q: %+v", game, name, want, got)
		}
	}
}

// unreal2Style returns how g writes its Unreal2 replies.
func unreal2Style(g *answer.Game) *unreal2.Layout {
	l := answer.StyleOf[unreal2.Layout](g, "unreal2")
	return &l
}

// Wherever a datagram of GameSpy 3 is full, none of them looks cut, and all of
// them together say everything.
func TestGameSpy3RepliesOfAnyLength(t *testing.T) {
	for _, game := range []string{"bf2", "ut3"} {
		for n := range 1200 {
			players := 1 + n/10
			s := sampleStatus()
			s.Teams = []wire.Team{{Name: wire.Some("Red"), Score: wire.Some(int64(1))},
				{Name: wire.Some("Blue"), Score: wire.Some(int64(2))}}
			s.Rules = []wire.Rule{{Key: "Setting", Value: strings.Repeat("x", 1+n%10)}}
			s.PlayerList = slices.Repeat(s.PlayerList[:1], players)
			a := &answer.Answer{Status: s, Game: decoder.GameByName(game), Challenge: 12345}
			var ms []*wire.Message
			for i, p := range askFor(t, a, ask.Query{Protocol: "gamespy3", ID: [8]byte{1, 2, 3, 4},
				Details: &gamespy3.Query{Challenge: new(int32(12345))}}) {
				m := decoder.Decode(p, wire.Options{})
				if flaw := query.Damage(m); flaw != "" {
					t.Errorf("%s, %d players: datagram %d: %s %q", game, players, i, flaw, p[len(p)-20:])
				}
				ms = append(ms, m)
			}
			if got := decoder.StatusOf(ms...); len(got.PlayerList) != players || len(got.Teams) != 2 || !got.Complete.Value {
				t.Errorf("%s, %d players: %d read, %d teams", game, players, len(got.PlayerList), len(got.Teams))
			}
		}
	}
}
