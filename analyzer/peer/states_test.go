package peer

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A stateMaker makes statuses at random.
type stateMaker struct {
	*rand.Rand
	class string // what the texts and numbers are for
}

// The characters of texts. What is a colour code somewhere, the backslash of
// GameSpy 1 and the comma of lists are left out, and those that are 80 to BF in
// cp1252: behind others they may make valid UTF-8, and then our server sends
// UTF-8, which gamedig does not read.
var (
	stateLatin = []rune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.:|(){}=+*#'\"!?/&%$<>äöüéßÅØñÐ")
	stateWide  = []rune("abcdefghijklmnopqrstuvwxyz 0123жшя日本語")
)

func (m *stateMaker) text() string {
	letters, most := stateLatin, 70
	if m.class == "unreal2" && m.IntN(4) == 0 {
		letters, most = stateWide, 60 // gamedig misreads the length of wide texts from 64 on
	}
	r := []rune{'x'}
	for range m.IntN(most) {
		r = append(r, letters[m.IntN(len(letters))])
	}
	return strings.TrimSpace(string(r))
}

func (m *stateMaker) yes() bool { return m.IntN(2) == 0 }

func (m *stateMaker) number(least, most int64) wire.Opt[int64] {
	return wire.Some(least + m.Int64N(most-least+1))
}

// status makes what a server may say.
func (m *stateMaker) status() *decoder.Status {
	s := &decoder.Status{
		Name: wire.Some(m.text()), Map: wire.Some(m.text()), GameType: wire.Some(m.text()),
		GamePort: m.number(1, 65535), Players: m.number(0, 255), MaxPlayers: m.number(0, 255),
	}
	rule := func(key, value string) { s.Rules = append(s.Rules, wire.Rule{Key: key, Value: value}) }
	rows := m.IntN(41)
	switch m.class {
	case "unreal2":
		rule("ServerMode", "dedicated") // a server without rules answers nothing, which gamedig takes for no server
		if m.yes() {
			s.Mutators = []string{"MutInstaGib", "DMMutator"}
			rule("Mutator", "MutInstaGib")
			rule("mutator", "DMMutator")
		}
		if m.yes() {
			rule("GamePassword", "True")
			s.Password = wire.Some(true)
		}
	case "gamespy1":
		if m.yes() {
			s.Mutators = []string{"No Redeemer", "Harbour Sounds"}
			rule("mutators", "No Redeemer, Harbour Sounds")
		}
		if m.yes() {
			s.Password = wire.Some(m.yes())
			rule("password", map[bool]string{true: "True", false: "False"}[s.Password.Value])
		}
	case "gamespy2":
		rows = m.IntN(6) // a reply is one datagram, and what is longer is cut
	case "ut3":
		rule("EngineVersion", "3809") // which decides what the bits of the mutators mean
		rule("OwningPlayerName", s.Name.Value)
		s.Password = wire.Some(m.yes())
		rule("s7", map[bool]string{true: "1", false: "0"}[s.Password.Value])
		if m.yes() {
			s.Mutators = []string{"FriendlyFire", "Harbour Sounds"}
			rule("p268435717", "8")
			rule("p1073741828", "Harbour Sounds")
		}
	}
	if m.class == "gamespy2" || m.class == "gamespy3" {
		if m.yes() {
			s.Password = wire.Some(m.yes())
			rule("password", map[bool]string{true: "1", false: "0"}[s.Password.Value])
		}
	}
	// Of GameSpy 3 gamedig reads the pairs of the first datagram only, and UT3
	// has them all in the value of one as well.
	settings := map[string]int{"unreal2": 41, "gamespy1": 41, "gamespy2": 4, "gamespy3": 11, "ut3": 4}
	for i := range m.IntN(settings[m.class]) {
		value := ""
		if m.IntN(4) > 0 {
			value = m.text()
		}
		rule("Setting"+strconv.Itoa(i)+"x", value)
	}
	if rows == 0 && m.class == "unreal2" {
		s.Players = wire.Some(int64(0)) // an empty list is not sent, and only the count explains that
	}
	teams, deaths := m.yes(), m.yes()
	for i := range rows {
		p := wire.Player{ID: wire.Some(int64(3 * i)), Name: wire.Some(m.text()), Score: m.number(-99, 999),
			Ping: m.number(0, 999)}
		if teams && (m.class != "unreal2" || m.yes()) {
			p.Team = m.number(0, 3)
		}
		if deaths && (m.class == "ut3" || m.class == "gamespy3") {
			p.Extra = []wire.Rule{{Key: "deaths", Value: strconv.Itoa(i)}}
		}
		if deaths && m.class == "gamespy1" {
			p.Extra = []wire.Rule{{Key: "mesh", Value: m.text()}, {Key: "skin", Value: m.text()},
				{Key: "face", Value: m.text()}}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	if m.class == "gamespy2" || m.class == "gamespy3" || m.class == "ut3" {
		for i := range m.IntN(4) {
			s.Teams = append(s.Teams, wire.Team{Name: wire.Some(m.text()), Score: wire.Some(int64(i))})
		}
	}
	return s
}

// onUnreal are the servers of games on the Unreal engine, and of others with
// the same queries.
func onUnreal(game, kind, class, plan string) family {
	e := &emulated{class: class}
	ours := func(s *decoder.Status) view { return ourView(Packet{Class: class}, s) }
	return family{
		game: game, kind: kind, plan: plan,
		state: func(m *stateMaker) *decoder.Status { m.class = class; return m.status() },
		want:  func(s *decoder.Status) (any, any) { return ours(s), asGamedig(class, ours(s)) },
		ours:  viewed(ours), theirs: viewed(e.gamedigView),
	}
}

// asGamedig changes what a server says to what gamedig reads of it where that
// is known to differ.
func asGamedig(class string, v view) view {
	switch class {
	case "unreal2":
		// It compares GamePassword with True for not equal.
		v.Password = false
		// A player with the id 0 is a score of the game to it, and one with the ping 0 a bot.
		v.List = slices.DeleteFunc(slices.Clone(v.List), func(r row) bool { return r.ID == 0 || r.Ping == 0 })
	case "gamespy1":
		// It counts the rows itself, and drops those beyond the number that the server says.
		v.List = v.List[:min(len(v.List), int(v.Players))]
		v.Players = int64(len(v.List))
		// A server writes 255 for no team.
		v.List = slices.Clone(v.List)
		for i := range v.List {
			if v.List[i].Team == noTeam {
				v.List[i].Team = 255
			}
		}
	case "ut3":
		v.Password = false // it looks for the password before it gives s7 that name
	}
	return v
}
