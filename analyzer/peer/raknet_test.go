package peer

import (
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A pongView is what both programs read of a server of Minecraft Bedrock
// Edition.
type pongView struct {
	Name, Map, Edition, Version, Mode, Protocol, GUID, Port4, Port6 string
	Players, MaxPlayers                                             int64
}

func pongViewOf(s *decoder.Status) pongView {
	v := pongView{
		Name: s.Name.Value, Map: s.Map.Value, Edition: s.Game.Value, Version: s.Version.Value, Mode: s.GameType.Value,
		Port4: strconv.FormatInt(s.GamePort.Value, 10), Players: s.Players.Value, MaxPlayers: s.MaxPlayers.Value,
	}
	for _, r := range s.Rules {
		switch r.Key {
		case "protocol":
			v.Protocol = r.Value
		case "server_guid":
			v.GUID = r.Value
		case "port6":
			v.Port6 = r.Value
		}
	}
	return v
}

func pongViewOfGamedig(s State) pongView {
	text := func(key string) string { t, _ := s.Raw[key].(string); return t }
	return pongView{
		Name: s.Name, Map: s.Map, Edition: text("edition"), Version: text("mcVersion"), Mode: text("gameMode"),
		Protocol: text("protocolVersion"),
		GUID:     text("serverId"), Port4: text("ipv4Port"), Port6: text("ipv6Port"), Players: int64(s.NumPlayers),
		MaxPlayers: int64(s.MaxPlayers),
	}
}

// pongState makes what a server may say. Semicolons are left out: gamedig takes
// an escaped one for the end of a part.
func pongState(r *stateMaker) *decoder.Status {
	text := func() string {
		s := []rune{'x'}
		for range r.IntN(60) {
			s = append(s, []rune("abcdefghijklmnopqrstuvwxyz ABC0123 -_.:|()=+*#'\"!?/&%$<>^äöü жшя 日本語")[r.IntN(67)])
		}
		return strings.TrimSpace(string(s))
	}
	number := func(most uint64) string { return strconv.FormatUint(r.Uint64N(most), 10) }
	return &decoder.Status{
		Name: wire.Some(text()), Map: wire.Some(text()), Game: wire.Some([]string{"MCPE", "MCEE"}[r.IntN(2)]),
		GameType: wire.Some(text()), Version: wire.Some(text()),
		GamePort: wire.Some(r.Int64N(65536)), Players: wire.Some(r.Int64N(1 << 20)),
		MaxPlayers: wire.Some(r.Int64N(1 << 31)),
		Rules: []wire.Rule{{Key: "protocol", Value: number(2000)}, {Key: "server_guid", Value: number(1<<64 - 1)},
			{Key: "port6", Value: number(65536)}},
	}
}

var bedrock = family{
	game: "bedrock", kind: "protocol-minecraftbedrock", plan: "raknet", least: 100, state: pongState,
	want: same(pongViewOf), ours: viewed(pongViewOf), theirs: viewed(pongViewOfGamedig),
}
