package peer

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A vcmpView is what both programs read of a server of Vice City Multiplayer.
type vcmpView struct {
	Name, Mode, Language string
	Players, Max         int64
	Password             bool
}

func vcmpViewOf(s *decoder.Status) vcmpView {
	v := vcmpView{Name: s.Name.Value, Mode: s.GameType.Value, Players: s.Players.Value, Max: s.MaxPlayers.Value,
		Password: s.Password.Value}
	if len(s.Rules) == 1 {
		v.Language = s.Rules[0].Value
	}
	return v
}

// vcmp is a server without players: of these gamedig's newest version expects
// scores, which its older ones and other clients do not, and which are not sent.
var vcmp = family{
	game: "vcmp", kind: "vcm", least: 100,
	state: func(m *stateMaker) *decoder.Status {
		return &decoder.Status{
			Name: wire.Some(m.text()), GameType: wire.Some(m.text()),
			Version: wire.Some(fmt.Sprintf("04rel%03d", m.IntN(1000))),
			Players: wire.Some(int64(0)), MaxPlayers: m.number(0, 1000), Password: wire.Some(m.yes()),
			Rules: []wire.Rule{{Key: "language", Value: m.text()}},
		}
	},
	want: same(vcmpViewOf), ours: viewed(vcmpViewOf),
	theirs: func(s State) any {
		mode, _ := s.Raw["gamemode"].(string)
		language, _ := s.Raw["map"].(string)
		return vcmpView{Name: s.Name, Mode: mode, Language: language, Players: int64(s.NumPlayers), Max: int64(s.MaxPlayers),
			Password: s.Password}
	},
}
