package peer

import (
	"fmt"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// minecraftView is what both programs read of a server of Minecraft.
func minecraftView(s *decoder.Status) string {
	version := "none"
	for _, r := range s.Rules {
		if r.Key == "protocol" {
			version = r.Value
		}
	}
	return fmt.Sprint(s.Name.Value, " ", s.Version.Value, " ", version, " ", s.Players.Value, " of ", s.MaxPlayers.Value,
		" ", len(s.PlayerList))
}

// minecraft are servers of the Java Edition. gamedig reads what the replies to
// its own request say, over TCP, and the decoder those to ours.
var minecraft = family{
	game: "minecraft", kind: "protocol-minecraftvanilla", least: 100,
	state: func(m *stateMaker) *decoder.Status {
		s := pongState(m)
		s.Rules = s.Rules[:1]
		for i := range m.IntN(12) {
			s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(fmt.Sprint("Gull_", i)),
				Extra: []wire.Rule{{Key: "UUID", Value: fmt.Sprint("u", m.Int())}}})
		}
		return s
	},
	want: same(minecraftView), ours: viewed(minecraftView),
	theirs: func(s State) any {
		version, _ := s.Raw["version"].(map[string]any)
		description, _ := s.Raw["description"].(map[string]any)
		return fmt.Sprint(description["text"], " ", version["name"], " ", version["protocol"], " ", s.NumPlayers, " of ",
			s.MaxPlayers, " ", len(s.Players))
	},
}
