package peer

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A valveView is what both programs read of a server that answers A2S.
type valveView struct {
	Name, Map, Folder, Game, Version, Tags string
	Players, MaxPlayers, Port              int64
	Password, Complete                     bool
	List                                   []string // name, score, time
	Rules                                  []string
}

func (v *valveView) sort() valveView {
	slices.Sort(v.List)
	slices.Sort(v.Rules)
	return *v
}

func valveViewOf(s *decoder.Status) valveView {
	v := valveView{
		Name: s.Name.Value, Map: s.Map.Value, Folder: s.Game.Value, Game: s.GameType.Value, Version: s.Version.Value,
		Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value, Port: s.GamePort.Value, Password: s.Password.Value,
		Complete: s.Complete.Value,
	}
	for _, r := range s.Rules {
		if r.Key == "keywords" {
			v.Tags = r.Value
		} else {
			v.Rules = append(v.Rules, r.Key+"="+r.Value)
		}
	}
	for _, p := range s.PlayerList {
		v.List = append(v.List, p.Name.Value+" "+strconv.FormatInt(p.Score.Value, 10)+" "+p.Extra[0].Value)
	}
	return v.sort()
}

func valveViewOfGamedig(s State) valveView {
	text := func(key string) string { t, _ := s.Raw[key].(string); return t }
	v := valveView{
		Name: s.Name, Map: s.Map, Folder: text("folder"), Game: text("game"),
		Players: int64(s.NumPlayers), MaxPlayers: int64(s.MaxPlayers), Port: int64(s.GamePort), Password: s.Password,
	}
	tags, _ := s.Raw["tags"].([]any)
	for i, t := range tags {
		if i > 0 {
			v.Tags += ","
		}
		v.Tags += t.(string)
	}
	rules, _ := s.Raw["rules"].(map[string]any)
	for k, value := range rules {
		v.Rules = append(v.Rules, k+"="+value.(string))
	}
	for _, p := range s.Players {
		if name, _ := p.Name, p.Raw; name != "" {
			score, _ := p.Raw["score"].(float64)
			time, _ := p.Raw["time"].(float64)
			v.List = append(v.List, name+" "+strconv.FormatFloat(score, 'f', -1, 64)+" "+strconv.FormatFloat(time, 'f', -1, 64))
		}
	}
	return v.sort()
}

// valveState makes what a server of Source may say, replies in parts among it.
func valveState(r *stateMaker) *decoder.Status {
	text := func() string {
		s := []rune{'x'}
		for range r.IntN(60) {
			s = append(s, []rune("abcdefghijklmnopqrstuvwxyz ABC0123 -_.:|()=+*#'\"\\!?/&%$<>^äöü жшя 日本語")[r.IntN(69)])
		}
		return strings.TrimSpace(string(s))
	}
	s := &decoder.Status{
		Name: wire.Some(text()), Map: wire.Some(text()), Game: wire.Some(text()), GameType: wire.Some(text()),
		Version:  wire.Some(text()),
		GamePort: wire.Some(1 + r.Int64N(65535)), MaxPlayers: wire.Some(r.Int64N(256)),
		Password: wire.Some(r.IntN(2) == 0),
	}
	if r.IntN(2) == 0 {
		s.Rules = append(s.Rules,
			wire.Rule{Key: "keywords", Value: []string{"alltalk", ",a:b,,c", "nocrits,harbour,mp7,v2"}[r.IntN(3)]})
	}
	for i := range r.IntN(120) {
		s.Rules = append(s.Rules, wire.Rule{Key: "setting" + strconv.Itoa(i), Value: text()})
	}
	for i := range r.IntN(120) {
		s.PlayerList = append(s.PlayerList, wire.Player{
			Name: wire.Some(text() + " " + strconv.Itoa(i)), Score: wire.Some(r.Int64N(2000) - 1000),
			Extra: []wire.Rule{{Key: "Duration", Value: strconv.FormatFloat(float64(r.IntN(80000))/4, 'f', -1, 64)}},
		})
	}
	s.Players = wire.Some(int64(len(s.PlayerList)))
	return s
}

// onSource are servers of both of Valve's engines, which gamedig tells apart by
// the version of the protocol: with a challenge and without, replies in one
// datagram and in parts.
func onSource(game string) family {
	return family{
		game: game, kind: "teamfortress2", plan: "a2s", state: valveState, alternate: true,
		want: func(s *decoder.Status) (any, any) {
			ours := valveViewOf(s)
			theirs := ours
			theirs.Version = "" // gamedig has it elsewhere
			ours.Complete = true
			return ours, theirs
		},
		ours: viewed(valveViewOf), theirs: viewed(valveViewOfGamedig),
	}
}
