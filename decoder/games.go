package decoder

import (
	"strings"

	"fragscope/decoder/answer"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/wire"
)

// unrealGames are games whose servers differ in how they answer two protocols.
var unrealGames = []answer.Game{
	{Name: "ut2004", Title: "Unreal Tournament 2004", GamePort: 7777, Join: "ut2004://", Gamename: "ut2004",
		Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: "unreal2", Offset: 1, Style: &unreal2.Layout{Version: 0x80}},
			{Protocol: "gamespy1", Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}},
			{Protocol: "unreal2", Port: unreal2LANPort}}},
	{Name: "ut2003", Title: "Unreal Tournament 2003", GamePort: 7777, Gamename: "ut2", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: "unreal2", Offset: 1, Style: &unreal2.Layout{Version: 0x79, Short: true}},
			{Protocol: "gamespy1", Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring", Backslash: true}}}},
	{Name: "killingfloor", Title: "Killing Floor", GamePort: 7707, Gamename: "killingfloor", Classes: "KF",
		Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: "unreal2", Offset: 1, Style: &unreal2.Layout{Version: 0x80, Waves: true}},
			{Protocol: "gamespy1", Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}}}},
	{Name: "redorchestra", Title: "Red Orchestra: Ostfront", GamePort: 7757, Gamename: "redorchestra", Keys: &unreal2.Keys,
		Services: []answer.Service{{Protocol: "unreal2", Offset: 1, Style: &unreal2.Layout{Version: 0x80}},
			{Protocol: "gamespy1", Offset: 10, Style: &gamespy1.Style{Few: true, Echo: "ignoring"}}}},
}

// unrealExamples are their simulated servers.
var unrealExamples = []answer.Example{
	{Game: "ut2004", Name: "Harbour Lights | Onslaught all night", Title: "ONSOnslaughtGame", Most: 24,
		Teams: []string{"Red", "Blue"},
		Maps:  []string{"ONS-SaltFlats", "ONS-Estuary", "ONS-Quarry"},
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Lamplighter"},
			{Key: "AdminEmail", Value: "keeper@harbour.example"},
			{Key: "ServerVersion", Value: "3369"}, {Key: "GameStats", Value: "False"}, {Key: "MaxSpectators", Value: "4"},
			{Key: "MapVoting", Value: "true"},
			{Key: "KickVoting", Value: "true"}, {Key: "Mutator", Value: "MutUTComp"}, {Key: "MinPlayers", Value: "0"},
			{Key: "EndTimeDelay", Value: "4.00"},
			{Key: "GoalScore", Value: "3"}, {Key: "TimeLimit", Value: "20"}, {Key: "FriendlyFireScale", Value: "0%"}},
		Mutators: []string{"MutUTComp"}},
	{Game: "ut2003", Name: "The Tallow Works", Title: "xDeathMatch", Most: 16,
		Maps: []string{"DM-Kiln", "DM-Weir", "DM-Lockgate"},
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Tallow"},
			{Key: "ServerVersion", Value: "2225"},
			{Key: "GoalScore", Value: "25"}, {Key: "TimeLimit", Value: "15"}, {Key: "Translocator", Value: "True"}}},
	{Game: "killingfloor", Name: "Storm Cellar - Hard, 10 waves", Title: "KFGameType", Most: 6,
		Maps: []string{"KF-Pierhead", "KF-Saltmine", "KF-Granary"}, Waves: true,
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Storm"},
			{Key: "ServerVersion", Value: "1064"}, {Key: "IsVacSecured", Value: "true"},
			{Key: "Max perk level", Value: "6"}, {Key: "Starting cash", Value: "250"}}},
	{Game: "redorchestra", Alone: true, Name: "Barge Yard | realism", Title: "ROTeamGame", Most: 32,
		Teams: []string{"Axis", "Allies"},
		Maps:  []string{"RO-Barashka", "RO-Odessa", "RO-Rakowice"},
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"},
			{Key: "AdminName", Value: "Barge"}, {Key: "ServerVersion", Value: "3339"},
			{Key: "FriendlyFireScale", Value: "100%"}}},
}

// unreal2LANPort is where UT2004 answers the same requests on a LAN
// (protocol/unreal2/SPEC.md#transport).
const unreal2LANPort = 10777

// eachGame goes through the games.
func eachGame(yield func(*answer.Game) bool) {
	for i := range unrealGames {
		if !yield(&unrealGames[i]) {
			return
		}
	}
	for _, e := range servers {
		if e.Games == nil {
			continue
		}
		for i := range *e.Games {
			if !yield(&(*e.Games)[i]) {
				return
			}
		}
	}
}

// Games lists the kinds of servers whose replies can be built.
func Games() []*answer.Game {
	var all []*answer.Game
	for g := range eachGame {
		all = append(all, g)
	}
	return all
}

// Examples lists what simulated servers of games are like.
func Examples() []*answer.Example {
	var all []*answer.Example
	for i := range unrealExamples {
		all = append(all, &unrealExamples[i])
	}
	for _, e := range servers {
		if e.Examples == nil {
			continue
		}
		for i := range *e.Examples {
			all = append(all, &(*e.Examples)[i])
		}
	}
	return all
}

// GameByName returns the game with the given name, nil for none.
func GameByName(name string) *answer.Game {
	for g := range eachGame {
		if wire.EqualFold(g.Name, name) {
			return g
		}
	}
	return nil
}

// GameOf returns the game that answers p and that s names or looks like, or
// else the usual one of the protocol; nil when no game answers p.
func GameOf(p wire.ProtocolID, s *wire.Status) *answer.Game {
	if s == nil {
		s = &wire.Status{}
	}
	var usual *answer.Game
	for g := range eachGame {
		if !g.Answers(p) || g.Numbered && s.Game.Known && !wire.EqualFold(s.Game.Value, g.Gamename) {
			continue
		}
		switch {
		case s.Game.Known && wire.EqualFold(s.Game.Value, g.Gamename), g.Classes != "" && s.GameType.Known &&
			strings.HasPrefix(s.GameType.Value, g.Classes), g.Knows != nil && g.Knows(s):
			return g
		case usual == nil, g.Services[0].Protocol == p && usual.Services[0].Protocol != p:
			usual = g
		}
	}
	return usual
}

// ListedBy reports whether the masters that speak binary, or those that speak
// text, list servers of g (protocol/unrealmaster/SPEC.md#binary-masters and
// protocol/unrealmaster/SPEC.md#text-masters).
func ListedBy(g *answer.Game, binary bool) bool {
	return (g.Services[0].Protocol == "unreal2") == binary && g.Gamename != ""
}
