//go:build !js

package decoder_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/wire"
)

// Letters that texts are made of: plain ones, those of cp1252, pairs that look
// like UTF-8 when they are written in cp1252, and those that need 16 bits. What
// is a colour code somewhere, a backslash, and a comma, which divides lists,
// are left out.
var replyLetters = []rune(
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:|(){}=+*#'\"!?/&%$<>äöüéß€Ã¼Â©жшя日本語😀")

// A saying makes statuses that a protocol can say.
type saying struct {
	*rapid.T
	texts []rune
}

func (g saying) text(what string) string {
	n := rapid.IntRange(0, 70).Draw(g.T, what+" length")
	r := rapid.SliceOfN(rapid.SampledFrom(g.texts), n, n).Draw(g.T, what)
	return wire.TrimBlanks("x" + string(r))
}

func (g saying) name(what string) wire.Opt[string] { return wire.Some(g.text(what)) }

func (g saying) number(what string, least, most int64) wire.Opt[int64] {
	return wire.Some(rapid.Int64Range(least, most).Draw(g.T, what))
}

func (g saying) yes(what string) bool { return rapid.Bool().Draw(g.T, what) }

// rules makes rules with keys of their own, and some of the game's.
func (g saying) rules(known ...wire.Rule) []wire.Rule {
	var rules []wire.Rule
	for _, r := range known {
		if g.yes("has " + r.Key) {
			rules = append(rules, r)
		}
	}
	for i := range rapid.IntRange(0, 40).Draw(g.T, "rules") {
		value := ""
		if g.yes("has value") {
			// x_0 is the key of a player in GameSpy 1, where a value may hold a backslash:
			// the two readings of such a pair are near, and it says so.
			value = strings.ReplaceAll(g.text("value"), "_", "-")
		}
		rules = append(rules, wire.Rule{Key: "Setting" + strconv.Itoa(i) + "x", Value: value})
	}
	return rules
}

// base makes what all protocols say.
func (g saying) base(p wire.ProtocolID) *wire.Status {
	return &wire.Status{
		Protocol: p, Name: g.name("name"), Map: g.name("map"), GameType: g.name("game type"),
		GamePort: g.number("port", 1, 65535), Players: g.number("players", 0, 255), MaxPlayers: g.number("max", 0, 255),
	}
}

func (g saying) unreal2(l *unreal2.Layout) *wire.Status {
	s := g.base("unreal2")
	if !l.Pariah {
		s.QueryPort = g.number("query port", 0, 65535)
	}
	if g.yes("password") {
		s.Password = wire.Some(true)
		s.Rules = []wire.Rule{{Key: "GamePassword", Value: "True"}}
	}
	if g.yes("version") {
		s.Version = wire.Some("3369")
		s.Rules = append(s.Rules, wire.Rule{Key: "ServerVersion", Value: "3369"})
	}
	if g.yes("mutators") {
		s.Mutators = []string{"MutInstaGib", "DMMutator"}
		s.Rules = append(s.Rules, wire.Rule{Key: "Mutator", Value: "MutInstaGib"},
			wire.Rule{Key: "mutator", Value: "DMMutator"})
	}
	s.Rules = append(s.Rules, g.rules(wire.Rule{Key: "CurrentWave", Value: "3"}, wire.Rule{Key: "FinalWave", Value: "10"},
		wire.Rule{Key: "BotSkill", Value: "5"})...)
	for i := range rapid.IntRange(0, 40).Draw(g.T, "rows") {
		p := wire.Player{ID: wire.Some(int64(3 * i)), Name: g.name("player"), Ping: g.number("ping", 0, 9999)}
		if l.Pariah {
			p.Score = g.number("score", 0, 255)
		} else {
			p.Score = g.number("score", -1<<31, 1<<31-1)
			if g.yes("team") {
				p.Team = g.number("team", 0, 6)
			}
		}
		if l.Properties {
			p.Extra = append(p.Extra, wire.Rule{Key: "Player number", Value: strconv.Itoa(i)})
			if g.yes("class") {
				p.Extra = append(p.Extra, wire.Rule{Key: "class", Value: g.text("class")})
			}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	return s
}

func TestUnreal2SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"ut2004", "ut2003", "killingfloor", "xmp", "pariah"} {
		g := decoder.GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			s := saying{t, replyLetters}.unreal2(unreal2Style(g))
			a := &answer.Answer{Status: s, Game: g}
			var queries []ask.Query
			for _, name := range []string{"server info request", "rules request", "player list request"} {
				queries = append(queries, ask.Query{Protocol: "unreal2", Message: name,
					Details: &unreal2.Query{Version: unreal2Style(g).Version}})
			}
			same(t, s, toldFrom(t, a, queries...))
			both := []ask.Query{queries[0], {Protocol: "unreal2", Message: "rules and player list request",
				Details: &unreal2.Query{Version: unreal2Style(g).Version}}}
			same(t, s, toldFrom(t, a, both...))
		}))
	}
}

func TestGameSpy1SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"ut99", "unreal", "bf1942", "ut2004"} {
		g := decoder.GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			v := saying{t, replyLetters}
			s := v.base("gamespy1")
			s.Game, s.Complete = wire.Some(g.Gamename), wire.Some(true)
			if v.yes("title") {
				s.MapTitle = v.name("title")
			}
			if v.yes("version") {
				s.Version = wire.Some("451")
				s.Rules = append(s.Rules, wire.Rule{Key: "gamever", Value: "451"}, wire.Rule{Key: "minnetver", Value: "432"})
				if v.yes("twice") {
					s.Rules = append(s.Rules, wire.Rule{Key: "gamever", Value: "451"})
				}
			}
			if v.yes("mode") {
				s.Rules = append(s.Rules, wire.Rule{Key: "gamemode", Value: "openplaying"})
			}
			if v.yes("password") {
				s.Password = wire.Some(v.yes("closed"))
				s.Rules = append(s.Rules,
					wire.Rule{Key: "password", Value: map[bool]string{true: "True", false: "False"}[s.Password.Value]})
			}
			if v.yes("mutators") {
				s.Mutators = []string{"No Redeemer", "Harbour Sounds"}
				s.Rules = append(s.Rules, wire.Rule{Key: "mutators", Value: "No Redeemer, Harbour Sounds"})
			}
			s.Rules = append(s.Rules, v.rules(wire.Rule{Key: "AdminName", Value: "Lamplighter"},
				wire.Rule{Key: "timelimit", Value: "20"}, wire.Rule{Key: "maplist_3", Value: "DM-Weir"})...)
			for i := range rapid.IntRange(0, 30).Draw(t, "rows") {
				p := wire.Player{ID: wire.Some(int64(2 * i)), Name: v.name("player"), Score: v.number("score", -999, 999),
					Ping: v.number("ping", 0, 999)}
				if v.yes("team") {
					p.Team = v.number("team", 0, 254)
				}
				if v.yes("mesh") {
					p.Extra = []wire.Rule{{Key: "mesh", Value: v.text("mesh")}, {Key: "face"}, {Key: "ngsecret", Value: "true"}}
				}
				s.PlayerList = append(s.PlayerList, p)
			}
			a := &answer.Answer{Status: s, Game: g}
			same(t, s, toldFrom(t, a, ask.Query{Protocol: "gamespy1", Details: &gamespy1.Query{Items: []string{"status"}}}))
			same(t, s,
				toldFrom(t, a,
					ask.Query{Protocol: "gamespy1", Details: &gamespy1.Query{Items: []string{"basic", "info", "rules", "players"}}}))
		}))
	}
}

// columns makes the rows of GameSpy 2 and 3.
func (g saying) columns(s *wire.Status, rows int) {
	ids, deaths, teams := g.yes("ids"), g.yes("deaths"), g.yes("teams")
	for i := range rapid.IntRange(0, rows).Draw(g.T, "rows") {
		p := wire.Player{Name: g.name("player"), Score: g.number("score", -99, 999), Ping: g.number("ping", 0, 999)}
		if teams && g.yes("team") {
			p.Team = g.number("team", 0, 3)
		}
		if ids {
			p.ID = wire.Some(int64(i * 7))
		}
		if deaths && g.yes("died") {
			p.Extra = []wire.Rule{{Key: "deaths", Value: strconv.Itoa(i)}}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	for i := range rapid.IntRange(0, 3).Draw(g.T, "teams") {
		s.Teams = append(s.Teams, wire.Team{Name: g.name("team name"), Score: wire.Some(int64(i))})
	}
}

func TestGameSpy2SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"swat4", "halo"} {
		g := decoder.GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			v := saying{t, replyLetters}
			s := v.gamespy("gamespy2")
			s.Rules = s.Rules[:min(len(s.Rules), 3)]
			v.columns(s, 4)
			same(t, s, toldFrom(t, &answer.Answer{Status: s, Game: g}, ask.Query{Protocol: "gamespy2", ID: [8]byte{1, 2, 3, 4}}))
		}))
	}
}

func (g saying) gamespy(p wire.ProtocolID) *wire.Status {
	s := g.base(p)
	s.Game = wire.Some("harbour")
	if g.yes("version") {
		s.Version = wire.Some("1.1")
		s.Rules = append(s.Rules, wire.Rule{Key: "gamever", Value: "1.1"})
	}
	if g.yes("password") {
		s.Password = wire.Some(g.yes("closed"))
		s.Rules = append(s.Rules, wire.Rule{Key: "password", Value: map[bool]string{true: "1", false: "0"}[s.Password.Value]})
	}
	s.Rules = append(s.Rules, g.rules()...)
	return s
}

func TestGameSpy3SaysWhatItCan(t *testing.T) {
	query := ask.Query{Protocol: "gamespy3", ID: [8]byte{1, 2, 3, 4},
		Details: &gamespy3.Query{Challenge: new(int32(12345))}}
	t.Run("bf2", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.gamespy("gamespy3")
		s.Complete = wire.Some(true)
		v.columns(s, 64)
		same(t, s, toldFrom(t, &answer.Answer{Status: s, Game: decoder.GameByName("bf2"), Challenge: 12345}, query))
	}))
	t.Run("ut3", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base("gamespy3")
		s.Complete, s.Version = wire.Some(true), wire.Some("3809")
		s.Rules = []wire.Rule{{Key: "gamemode", Value: "openplaying"}, {Key: "EngineVersion", Value: "3809"},
			{Key: "OwningPlayerName", Value: v.text("owner")}}
		if v.yes("locked") {
			s.Password = wire.Some(true)
			s.Rules = append(s.Rules, wire.Rule{Key: "s7", Value: "1"})
		}
		if v.yes("mutators") {
			s.Mutators = []string{"Instagib", "LowGrav", "Harbour Sounds", "Tall Ships"}
			s.Rules = append(s.Rules, wire.Rule{Key: "p268435717", Value: "96"},
				wire.Rule{Key: "p1073741828", Value: "Harbour Sounds, Tall Ships"})
		}
		s.Rules = append(s.Rules, wire.Rule{Key: "p268435704", Value: "20"}, wire.Rule{Key: "p268435705", Value: "15"})
		v.columns(s, 32)
		same(t, s, toldFrom(t, &answer.Answer{Status: s, Game: decoder.GameByName("ut3"), Challenge: 12345}, query))
	}))
}

func TestUGPSaysWhatItCan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base("ugp")
		s.GamePort, s.Game = wire.Opt[int64]{}, v.name("game")
		s.Rules = v.rules()
		kills, health := v.yes("kills"), v.yes("health")
		for i := range rapid.IntRange(0, 40).Draw(t, "rows") {
			p := wire.Player{ID: wire.Some(int64(i)), Name: v.name("player"), Score: v.number("score", -1<<31, 1<<31-1),
				Ping: v.number("ping", 0, 9999), Team: v.number("team", 0, 254)}
			if kills {
				p.Extra = append(p.Extra, wire.Rule{Key: "Kills", Value: strconv.Itoa(i)},
					wire.Rule{Key: "Deaths", Value: strconv.Itoa(-i)})
			}
			if health {
				p.Extra = append(p.Extra, wire.Rule{Key: "Health", Value: strconv.Itoa(i)}, wire.Rule{Key: "Armour", Value: "7"},
					wire.Rule{Key: "Skin", Value: "200"})
			}
			s.PlayerList = append(s.PlayerList, p)
		}
		same(t, s, toldFrom(t, &answer.Answer{Status: s}, ask.Query{Protocol: "ugp"}))
	})
}

func TestLANSaysWhatItCan(t *testing.T) {
	t.Run("ut3", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base("unreal-lan")
		s.Players.Value = min(s.Players.Value, s.MaxPlayers.Value)
		s.Rules = []wire.Rule{{Key: "s0", Value: "3"}, {Key: "p268435704", Value: "20"},
			{Key: "p268435968", Value: v.text("value")}}
		same(t, s, toldFrom(t, &answer.Answer{Status: s, Game: decoder.GameByName("ut3")},
			ask.Query{Protocol: "unreal-lan", Message: "LAN beacon query request", ID: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}}))
	}))
	t.Run("ut99", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")}
		s := v.base("unreal-lan")
		s.Game, s.MapTitle, s.Map, s.Name = wire.Some("ut"), wire.Some("The Old "+wire.TrimBlanks(v.text("title")[:1])),
			wire.Opt[string]{}, wire.Opt[string]{}
		same(t, s, toldFrom(t, &answer.Answer{Status: s}, ask.Query{Protocol: "unreal-lan", Message: "REPORT request"}))
		q := &wire.Status{Protocol: "unreal-lan", Game: wire.Some("ut"), QueryPort: v.number("query port", 1, 65535)}
		same(t, q, toldFrom(t, &answer.Answer{Status: q}, ask.Query{Protocol: "unreal-lan", Message: "REPORTQUERY request"}))
	}))
}

// same fails unless what was said was read. The title of a game and the number of
// bots are found out from the rest.
func same(t *rapid.T, said, read *wire.Status) {
	if read != nil {
		found := *read
		found.GameTitle, found.Bots = said.GameTitle, said.Bots
		read = &found
	}
	if diff := cmp.Diff(said, read, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("-said +read:\n%s", diff)
	}
}

// toldFrom is told for rapid's tests.
func toldFrom(t *rapid.T, a *answer.Answer, queries ...ask.Query) *wire.Status {
	var ms []*wire.Message
	for i, q := range queries {
		p, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		one := *a
		one.Number = uint32(i + 1)
		replies, err := decoder.AppendReplies(nil, decoder.Decode(p, wire.Options{Protocol: q.Protocol, From: wire.Request}),
			&one)
		if err != nil && err != answer.ErrEmptyList {
			t.Fatal(err)
		}
		for _, p := range replies {
			m := decoder.Decode(p, wire.Options{})
			if m.Protocol() != q.Protocol || m.Info.Direction != wire.Reply {
				t.Fatalf("a reply to %s is read as %s %s: % x", q.Message, m.Protocol(), m.Info.Name, p)
			}
			for i := range m.Problems {
				if m.Problems[i].Info.Severity > wire.SeverityNote {
					t.Fatalf("a reply to %s has a problem: %s\n% x", q.Message, m.Message(&m.Problems[i]), p)
				}
			}
			ms = append(ms, m)
		}
	}
	return decoder.StatusOf(ms...)
}
