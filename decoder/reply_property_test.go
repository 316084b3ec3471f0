//go:build !js

package decoder

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// Letters that texts are made of: plain ones, those of cp1252, pairs that look
// like UTF-8 when they are written in cp1252, and those that need 16 bits. What
// is a colour code somewhere, a backslash, and a comma, which divides lists,
// are left out.
var replyLetters = []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:|(){}=+*#'\"!?/&%$<>äöüéß€Ã¼Â©жшя日本語😀")

// A saying makes statuses that a protocol can say.
type saying struct {
	*rapid.T
	texts []rune
}

func (g saying) text(what string) string {
	n := rapid.IntRange(0, 70).Draw(g.T, what+" length")
	r := rapid.SliceOfN(rapid.SampledFrom(g.texts), n, n).Draw(g.T, what)
	return trimBlanks("x" + string(r))
}

func (g saying) name(what string) *string { return ptr(g.text(what)) }

func (g saying) number(what string, least, most int64) *int64 {
	return ptr(rapid.Int64Range(least, most).Draw(g.T, what))
}

func (g saying) yes(what string) bool { return rapid.Bool().Draw(g.T, what) }

// rules makes rules with keys of their own, and some of the game's.
func (g saying) rules(known ...Rule) []Rule {
	var rules []Rule
	for _, r := range known {
		if g.yes("has " + r.Key) {
			rules = append(rules, r)
		}
	}
	for i := range rapid.IntRange(0, 40).Draw(g.T, "rules") {
		value := ""
		if g.yes("has value") {
			value = g.text("value")
		}
		rules = append(rules, Rule{"Setting" + strconv.Itoa(i) + "x", value})
	}
	return rules
}

// base makes what all protocols say.
func (g saying) base(p Protocol) *Status {
	return &Status{
		Protocol: p, Name: g.name("name"), Map: g.name("map"), GameType: g.name("game type"),
		GamePort: g.number("port", 1, 65535), Players: g.number("players", 0, 255), MaxPlayers: g.number("max", 0, 255),
	}
}

func (g saying) unreal2(l *unreal2Layout) *Status {
	s := g.base(Unreal2)
	if !l.pariah {
		s.QueryPort = g.number("query port", 0, 65535)
	}
	if g.yes("password") {
		s.Password = ptr(true)
		s.Rules = []Rule{{"GamePassword", "True"}}
	}
	if g.yes("version") {
		s.Version = ptr("3369")
		s.Rules = append(s.Rules, Rule{"ServerVersion", "3369"})
	}
	if g.yes("mutators") {
		s.Mutators = []string{"MutInstaGib", "DMMutator"}
		s.Rules = append(s.Rules, Rule{"Mutator", "MutInstaGib"}, Rule{"mutator", "DMMutator"})
	}
	s.Rules = append(s.Rules, g.rules(Rule{"CurrentWave", "3"}, Rule{"FinalWave", "10"}, Rule{"BotSkill", "5"})...)
	for i := range rapid.IntRange(0, 40).Draw(g.T, "rows") {
		p := Player{ID: ptr(int64(3 * i)), Name: g.name("player"), Ping: g.number("ping", 0, 9999)}
		if l.pariah {
			p.Score = g.number("score", 0, 255)
		} else {
			p.Score = g.number("score", -1<<31, 1<<31-1)
			if g.yes("team") {
				p.Team = g.number("team", 0, 6)
			}
		}
		if l.properties {
			p.Extra = append(p.Extra, Rule{"Player number", strconv.Itoa(i)})
			if g.yes("class") {
				p.Extra = append(p.Extra, Rule{"class", g.text("class")})
			}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	return s
}

func TestUnreal2SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"ut2004", "ut2003", "killingfloor", "xmp", "pariah"} {
		g := GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			s := saying{t, replyLetters}.unreal2(unreal2Style(g))
			a := &Answer{Status: s, Game: g}
			var queries []Query
			for _, name := range []string{"server info request", "rules request", "player list request"} {
				queries = append(queries, Query{Protocol: Unreal2, Message: name, Version: unreal2Style(g).version})
			}
			same(t, s, toldFrom(t, a, queries...))
			both := []Query{queries[0], {Protocol: Unreal2, Message: "rules and player list request", Version: unreal2Style(g).version}}
			same(t, s, toldFrom(t, a, both...))
		}))
	}
}

func TestGameSpy1SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"ut99", "unreal", "bf1942", "ut2004"} {
		g := GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			v := saying{t, replyLetters}
			s := v.base(GameSpy1)
			s.Game, s.Complete = ptr(g.gamename), ptr(true)
			if v.yes("title") {
				s.MapTitle = v.name("title")
			}
			if v.yes("version") {
				s.Version = ptr("451")
				s.Rules = append(s.Rules, Rule{"gamever", "451"}, Rule{"minnetver", "432"})
				if v.yes("twice") {
					s.Rules = append(s.Rules, Rule{"gamever", "451"})
				}
			}
			if v.yes("mode") {
				s.Rules = append(s.Rules, Rule{"gamemode", "openplaying"})
			}
			if v.yes("password") {
				s.Password = ptr(v.yes("closed"))
				s.Rules = append(s.Rules, Rule{"password", map[bool]string{true: "True", false: "False"}[*s.Password]})
			}
			if v.yes("mutators") {
				s.Mutators = []string{"No Redeemer", "Harbour Sounds"}
				s.Rules = append(s.Rules, Rule{"mutators", "No Redeemer, Harbour Sounds"})
			}
			s.Rules = append(s.Rules, v.rules(Rule{"AdminName", "Lamplighter"}, Rule{"timelimit", "20"}, Rule{"maplist_3", "DM-Weir"})...)
			for i := range rapid.IntRange(0, 30).Draw(t, "rows") {
				p := Player{ID: ptr(int64(2 * i)), Name: v.name("player"), Score: v.number("score", -999, 999), Ping: v.number("ping", 0, 999)}
				if v.yes("team") {
					p.Team = v.number("team", 0, 254)
				}
				if v.yes("mesh") {
					p.Extra = []Rule{{"mesh", v.text("mesh")}, {"face", ""}, {"ngsecret", "true"}}
				}
				s.PlayerList = append(s.PlayerList, p)
			}
			a := &Answer{Status: s, Game: g}
			same(t, s, toldFrom(t, a, Query{Protocol: GameSpy1, Items: []string{"status"}}))
			same(t, s, toldFrom(t, a, Query{Protocol: GameSpy1, Items: []string{"basic", "info", "rules", "players"}}))
		}))
	}
}

// columns makes the rows of GameSpy 2 and 3.
func (g saying) columns(s *Status, rows int) {
	ids, deaths, teams := g.yes("ids"), g.yes("deaths"), g.yes("teams")
	for i := range rapid.IntRange(0, rows).Draw(g.T, "rows") {
		p := Player{Name: g.name("player"), Score: g.number("score", -99, 999), Ping: g.number("ping", 0, 999)}
		if teams && g.yes("team") {
			p.Team = g.number("team", 0, 3)
		}
		if ids {
			p.ID = ptr(int64(i * 7))
		}
		if deaths && g.yes("died") {
			p.Extra = []Rule{{"deaths", strconv.Itoa(i)}}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	for i := range rapid.IntRange(0, 3).Draw(g.T, "teams") {
		s.Teams = append(s.Teams, Team{Name: g.name("team name"), Score: ptr(int64(i))})
	}
}

func TestGameSpy2SaysWhatItCan(t *testing.T) {
	for _, game := range []string{"swat4", "halo"} {
		g := GameByName(game)
		t.Run(game, rapid.MakeCheck(func(t *rapid.T) {
			v := saying{t, replyLetters}
			s := v.gamespy(GameSpy2)
			s.Rules = s.Rules[:min(len(s.Rules), 3)]
			v.columns(s, 4)
			same(t, s, toldFrom(t, &Answer{Status: s, Game: g}, Query{Protocol: GameSpy2, ID: [4]byte{1, 2, 3, 4}}))
		}))
	}
}

func (g saying) gamespy(p Protocol) *Status {
	s := g.base(p)
	s.Game = ptr("harbour")
	if g.yes("version") {
		s.Version = ptr("1.1")
		s.Rules = append(s.Rules, Rule{"gamever", "1.1"})
	}
	if g.yes("password") {
		s.Password = ptr(g.yes("closed"))
		s.Rules = append(s.Rules, Rule{"password", map[bool]string{true: "1", false: "0"}[*s.Password]})
	}
	s.Rules = append(s.Rules, g.rules()...)
	return s
}

func TestGameSpy3SaysWhatItCan(t *testing.T) {
	query := Query{Protocol: GameSpy3, ID: [4]byte{1, 2, 3, 4}, Challenge: ptr(int32(12345))}
	t.Run("bf2", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.gamespy(GameSpy3)
		s.Complete = ptr(true)
		v.columns(s, 64)
		same(t, s, toldFrom(t, &Answer{Status: s, Game: GameByName("bf2"), Challenge: 12345}, query))
	}))
	t.Run("ut3", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base(GameSpy3)
		s.Complete, s.Version = ptr(true), ptr("3809")
		s.Rules = []Rule{{"gamemode", "openplaying"}, {"EngineVersion", "3809"}, {"OwningPlayerName", v.text("owner")}}
		if v.yes("locked") {
			s.Password = ptr(true)
			s.Rules = append(s.Rules, Rule{"s7", "1"})
		}
		if v.yes("mutators") {
			s.Mutators = []string{"Instagib", "LowGrav", "Harbour Sounds", "Tall Ships"}
			s.Rules = append(s.Rules, Rule{"p268435717", "96"}, Rule{"p1073741828", "Harbour Sounds, Tall Ships"})
		}
		s.Rules = append(s.Rules, Rule{"p268435704", "20"}, Rule{"p268435705", "15"})
		v.columns(s, 32)
		same(t, s, toldFrom(t, &Answer{Status: s, Game: GameByName("ut3"), Challenge: 12345}, query))
	}))
}

func TestUGPSaysWhatItCan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base(UGP)
		s.GamePort, s.Game = nil, v.name("game")
		s.Rules = v.rules()
		kills, health := v.yes("kills"), v.yes("health")
		for i := range rapid.IntRange(0, 40).Draw(t, "rows") {
			p := Player{ID: ptr(int64(i)), Name: v.name("player"), Score: v.number("score", -1<<31, 1<<31-1), Ping: v.number("ping", 0, 9999), Team: v.number("team", 0, 254)}
			if kills {
				p.Extra = append(p.Extra, Rule{"Kills", strconv.Itoa(i)}, Rule{"Deaths", strconv.Itoa(-i)})
			}
			if health {
				p.Extra = append(p.Extra, Rule{"Health", strconv.Itoa(i)}, Rule{"Armour", "7"}, Rule{"Skin", "200"})
			}
			s.PlayerList = append(s.PlayerList, p)
		}
		same(t, s, toldFrom(t, &Answer{Status: s}, Query{Protocol: UGP}))
	})
}

func TestLANSaysWhatItCan(t *testing.T) {
	t.Run("ut3", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, replyLetters}
		s := v.base(UnrealLAN)
		*s.Players = min(*s.Players, *s.MaxPlayers)
		s.Rules = []Rule{{"s0", "3"}, {"p268435704", "20"}, {"p268435968", v.text("value")}}
		same(t, s, toldFrom(t, &Answer{Status: s, Game: GameByName("ut3")}, Query{Protocol: UnrealLAN, Message: "LAN beacon query request", Nonce: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}}))
	}))
	t.Run("ut99", rapid.MakeCheck(func(t *rapid.T) {
		v := saying{t, []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")}
		s := v.base(UnrealLAN)
		s.Game, s.MapTitle, s.Map, s.Name = ptr("ut"), ptr("The Old "+trimBlanks(v.text("title")[:1])), nil, nil
		same(t, s, toldFrom(t, &Answer{Status: s}, Query{Protocol: UnrealLAN, Message: "REPORT request"}))
		q := &Status{Protocol: UnrealLAN, Game: ptr("ut"), QueryPort: v.number("query port", 1, 65535)}
		same(t, q, toldFrom(t, &Answer{Status: q}, Query{Protocol: UnrealLAN, Message: "REPORTQUERY request"}))
	}))
}

// same fails unless what was said was read.
func same(t *rapid.T, said, read *Status) {
	if diff := cmp.Diff(said, read, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("-said +read:\n%s", diff)
	}
}

// toldFrom is told for rapid's tests.
func toldFrom(t *rapid.T, a *Answer, queries ...Query) *Status {
	var ms []*Message
	for i, q := range queries {
		p, err := AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		one := *a
		one.Number = uint32(i + 1)
		replies, err := AppendReplies(nil, Decode(p, Options{Protocol: q.Protocol, From: Request}), &one)
		if err != nil && err != ErrNothingYet {
			t.Fatal(err)
		}
		for _, p := range replies {
			m := Decode(p, Options{})
			if m.Protocol() != q.Protocol || m.Info.Direction != Reply {
				t.Fatalf("a reply to %s is read as %s %s: % x", q.Message, m.Protocol(), m.Info.Name, p)
			}
			for i := range m.Problems {
				if m.Problems[i].Info.Severity > SeverityNote {
					t.Fatalf("a reply to %s has a problem: %s\n% x", q.Message, m.Message(&m.Problems[i]), p)
				}
			}
			ms = append(ms, m)
		}
	}
	return StatusOf(ms...)
}
