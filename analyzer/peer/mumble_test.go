package peer

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// mumbleView is what both programs read of a server of Mumble.
func mumbleView(s *decoder.Status) string {
	bandwidth := "none"
	if len(s.Rules) == 1 {
		bandwidth = s.Rules[0].Value
	}
	return fmt.Sprint(s.Version.Value, " ", s.Players.Value, " of ", s.MaxPlayers.Value, " ", bandwidth)
}

var mumble = family{
	game: "mumble", kind: "mumble", least: 100,
	state: func(m *stateMaker) *decoder.Status {
		return &decoder.Status{
			Version: wire.Some(fmt.Sprintf("1.%d.%d", m.IntN(10), m.IntN(256))), Players: m.number(0, 999),
			MaxPlayers: m.number(1, 60000),
			Rules:      []wire.Rule{{Key: "bandwidth", Value: fmt.Sprint(1 + m.IntN(1<<26))}},
		}
	},
	want: same(mumbleView), ours: viewed(mumbleView),
	theirs: func(s State) any {
		version := fmt.Sprint(s.Raw["versionMajor"], ".", s.Raw["versionMinor"], ".", s.Raw["versionPatch"])
		return fmt.Sprint(version, " ", s.NumPlayers, " of ", s.MaxPlayers, " ", number(s.Raw["allowedbandwidth"]))
	},
}
