package peer

import (
	"fmt"
	"slices"
	"strconv"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A quakeView is what both programs read of a server of one of the Quakes.
type quakeView struct {
	Name, Map, Game, Type string
	MaxPlayers            int64
	Players               int
	Password              bool
	List                  []string // name, score, ping, and what QuakeWorld says besides
	Rules                 []string
}

func (v *quakeView) sort() quakeView {
	slices.Sort(v.List)
	slices.Sort(v.Rules)
	return *v
}

// quakeExtras are what QuakeWorld says of a player besides, and what gamedig
// calls it.
var quakeExtras = [...]struct{ ours, theirs string }{{"Minutes", "time"}, {"Skin", "skin"}, {"Shirt colour", "color1"},
	{"Trousers colour", "color2"}}

func quakeViewOf(s *decoder.Status) quakeView {
	v := quakeView{Name: s.Name.Value, Map: s.Map.Value, Game: s.Game.Value, Type: s.GameType.Value,
		MaxPlayers: s.MaxPlayers.Value, Players: int(s.Players.Value), Password: s.Password.Value}
	for _, r := range s.Rules {
		v.Rules = append(v.Rules, r.Key+"="+r.Value)
	}
	for _, p := range s.PlayerList {
		line := fmt.Sprint(p.Name.Value, " ", p.Score.Value, " ", p.Ping.Value)
		for _, e := range quakeExtras {
			for _, x := range p.Extra {
				if x.Key == e.ours {
					line += " " + e.theirs + "=" + x.Value
				}
			}
		}
		v.List = append(v.List, line)
	}
	return v.sort()
}

// quakeTyped are the keys whose values a Status has in typed fields.
var quakeTyped = []string{"sv_hostname", "hostname", "mapname", "map", "gamename", "*gamedir", "g_gametype", "gametype",
	"sv_maxclients", "maxclients"}

func quakeViewOfGamedig(s State) quakeView {
	raw := func(keys ...string) string {
		for _, k := range keys {
			if t, ok := s.Raw[k].(string); ok {
				return t
			}
		}
		return ""
	}
	v := quakeView{Name: s.Name, Map: raw("mapname", "map"), Game: raw("gamename", "*gamedir"),
		Type: raw("g_gametype", "gametype"), MaxPlayers: int64(s.MaxPlayers), Players: s.NumPlayers}
	for k, value := range s.Raw {
		if !slices.Contains(quakeTyped, k) {
			v.Rules = append(v.Rules, fmt.Sprint(k, "=", value))
		}
	}
	for _, p := range append(s.Players, s.Bots...) { // those with a ping of 0
		score := p.Raw["score"]
		if score == nil {
			score = p.Raw["frags"]
		}
		line := fmt.Sprint(p.Name, " ", score, " ", p.Raw["ping"])
		for _, e := range quakeExtras {
			if x, ok := p.Raw[e.theirs]; ok {
				line += fmt.Sprint(" ", e.theirs, "=", x)
			}
		}
		v.List = append(v.List, line)
	}
	return v.sort()
}

// quakeState makes what a server may say.
func quakeState(r *stateMaker) *decoder.Status {
	const letters = "abcdefghijklmnopqrstuvwxyz ABC0123 -_.:,|()[]{}=+*#'!?/&%$<>~@"
	text := func() string {
		s := []byte{'x'}
		for range r.IntN(40) {
			s = append(s, letters[r.IntN(len(letters))])
		}
		return string(append(s, 'x'))
	}
	s := &decoder.Status{
		Name: wire.Some(text()), Map: wire.Some(text()), Game: wire.Some(text()), Version: wire.Some(text()),
		MaxPlayers: wire.Some(r.Int64N(256)), Password: wire.Some(r.IntN(2) == 0),
	}
	if r.class == "quake3" {
		s.GameType = wire.Some(strconv.Itoa(r.IntN(9)))
	}
	for i := range r.IntN(50) {
		s.Rules = append(s.Rules, wire.Rule{Key: "g_setting" + strconv.Itoa(i), Value: text()})
	}
	for i := range r.IntN(65) {
		p := wire.Player{Name: wire.Some(text() + strconv.Itoa(i)), ID: wire.Some(int64(i + 1)),
			Score: wire.Some(r.Int64N(2000) - 1000), Ping: wire.Some(r.Int64N(1000))}
		if r.class == "quakeworld" || r.class == "hexenworld" {
			p.Extra = []wire.Rule{{Key: "Minutes", Value: strconv.Itoa(r.IntN(500))}, {Key: "Skin", Value: text()},
				{Key: "Shirt colour", Value: strconv.Itoa(r.IntN(14))}, {Key: "Trousers colour", Value: strconv.Itoa(r.IntN(14))}}
		}
		s.PlayerList = append(s.PlayerList, p)
	}
	s.Players = wire.Some(int64(len(s.PlayerList)))
	return s
}

// onQuake are the servers of all Quakes; password and version are the keys of
// these rules.
func onQuake(game, kind, password, version string) family {
	return family{
		game: game, kind: kind, least: 25, state: quakeState,
		want: func(s *decoder.Status) (any, any) {
			ours, needs := quakeViewOf(s), "0"
			if s.Password.Value {
				needs = "1"
			}
			ours.Rules = append(ours.Rules, version+"="+s.Version.Value, password+"="+needs)
			theirs := ours.sort()
			theirs.Password = false // gamedig has it in Quake III alone
			return ours, theirs
		},
		ours: viewed(quakeViewOf), theirs: viewed(quakeViewOfGamedig),
	}
}
