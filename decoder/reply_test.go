package decoder

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ask builds the request that q describes and returns the replies to it.
func ask(t testing.TB, a *Answer, q Query) [][]byte {
	t.Helper()
	p, err := AppendRequest(nil, &q)
	if err != nil {
		t.Fatal(err)
	}
	m := Decode(p, Options{Protocol: q.Protocol, From: Request})
	replies, err := AppendReplies(nil, m, a)
	if err != nil && !errors.Is(err, ErrNothingYet) {
		t.Fatalf("%s: %v", q.Message, err)
	}
	return replies
}

// told returns what all replies to the requests say together.
func told(t testing.TB, a *Answer, queries ...Query) *Status {
	t.Helper()
	var ms []*Message
	for i, q := range queries {
		one := *a
		one.Number = uint32(i + 1)
		for _, p := range ask(t, &one, q) {
			m := Decode(p, Options{})
			if m.Protocol() != q.Protocol || m.Info.Direction != Reply {
				t.Fatalf("a reply to %s is read as %s %s: % x", q.Message, m.Protocol(), m.Info.Name, p)
			}
			for i := range m.Problems {
				if m.Problems[i].Info.Severity > SeverityNote {
					t.Errorf("a reply to %s: %s", q.Message, m.Message(&m.Problems[i]))
				}
			}
			ms = append(ms, m)
		}
	}
	return StatusOf(ms...)
}

func ptr[T any](v T) *T { return &v }

// sampleStatus is a server of which every protocol can say most.
func sampleStatus() *Status {
	return &Status{
		Name: ptr("Harbour Lights"), Map: ptr("DM-Bellfounder"), GameType: ptr("xDeathMatch"), GamePort: ptr(int64(7777)),
		Players: ptr(int64(2)), MaxPlayers: ptr(int64(16)),
		Rules: []Rule{{"ServerMode", "dedicated"}, {"AdminName", "Lamplighter"}, {"GoalScore", "25"}},
		PlayerList: []Player{
			{ID: ptr(int64(0)), Name: ptr("Brass Lantern"), Score: ptr(int64(-3)), Ping: ptr(int64(44)), Team: ptr(int64(1))},
			{ID: ptr(int64(1)), Name: ptr("Grün"), Score: ptr(int64(17)), Ping: ptr(int64(120)), Team: ptr(int64(0))},
		},
	}
}

func TestUnreal2Replies(t *testing.T) {
	for _, game := range []string{"ut2004", "ut2003", "killingfloor", "xmp", "pariah"} {
		t.Run(game, func(t *testing.T) {
			g := GameByName(game)
			a := &Answer{Status: sampleStatus(), Game: g}
			if game == "pariah" { // no teams, no negative frags
				for i := range a.Status.PlayerList {
					a.Status.PlayerList[i].Team = nil
				}
				a.Status.PlayerList[0].Score = ptr(int64(3))
			}
			q := Query{Protocol: Unreal2, Version: unreal2Style(g).version}
			var queries []Query
			for _, name := range []string{"server info request", "rules request", "player list request"} {
				q.Message = name
				queries = append(queries, q)
			}
			got := told(t, a, queries...)
			want := sampleStatus()
			*want = *a.Status
			want.Protocol = Unreal2
			if game != "pariah" {
				want.QueryPort = ptr(int64(0))
			}
			if game == "xmp" {
				want.PlayerList = append([]Player(nil), want.PlayerList...)
				for i := range want.PlayerList {
					want.PlayerList[i].Extra = []Rule{{"Player number", itoa(int64(i))}}
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
	s.Game = ptr("ut")
	s.Rules = []Rule{{"gamever", "451"}, {"minnetver", "432"}, {"gamemode", "openplaying"}, {"AdminName", "Lamplighter"}, {"fraglimit", "25"}}
	s.Version = ptr("451")
	a := &Answer{Status: s}
	want := *s
	want.Protocol, want.Complete = GameSpy1, ptr(true)
	for _, items := range [][]string{{"status"}, {"basic", "info", "rules", "players"}} {
		if diff := cmp.Diff(&want, told(t, a, Query{Protocol: GameSpy1, Items: items})); diff != "" {
			t.Errorf("%v: -said +read:\n%s", items, diff)
		}
	}
	var each []Query
	for _, item := range []string{"basic", "info", "rules", "players"} {
		each = append(each, Query{Protocol: GameSpy1, Items: []string{item}})
	}
	if diff := cmp.Diff(&want, told(t, a, each...)); diff != "" {
		t.Errorf("one by one: -said +read:\n%s", diff)
	}
}

// TestBackslashName: UT2003 leaves a backslash in a name, the others take it out.
func TestBackslashName(t *testing.T) {
	for game, want := range map[string]string{"ut2003": `Kee\/n`, "ut2004": "Kee/n", "ut99": "Kee/n"} {
		s := sampleStatus()
		s.PlayerList[0].Name = ptr(`Kee\/n`)
		replies := ask(t, &Answer{Status: s, Game: GameByName(game)}, Query{Protocol: GameSpy1, Message: "player list request"})
		got := StatusOf(Decode(replies[0], Options{})) // which warns of the backslash
		if name := *got.PlayerList[0].Name; name != want || len(got.PlayerList) != 2 || *got.PlayerList[0].Score != -3 {
			t.Errorf("%s says %q, want %q: %+v", game, name, want, got)
		}
	}
}

// unreal2Style returns how g writes its Unreal2 replies.
func unreal2Style(g *Game) *unreal2Layout {
	l, ok := g.styleOf(Unreal2).(*unreal2Layout)
	if !ok {
		return &unreal2Layout{}
	}
	return l
}
