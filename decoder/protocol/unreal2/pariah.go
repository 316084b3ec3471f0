package unreal2

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies of Pariah, which speaks Unreal2 with layouts of its own, all known
// from one implementation only (protocol/unreal2/SPEC.md#pariah).

var (
	pariahInfo = [...]wire.FieldDef{
		{Key: "pariah.info.unknown", Name: "Unknown bytes", Kind: wire.KindBytes, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.game_port", Name: "Game port", Kind: wire.KindU32LE, Role: wire.RoleGamePort, AtMost: 65535, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.hostname", Name: "Hostname", Kind: wire.KindText, Role: wire.RoleServerName, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.map", Name: "Map name", Kind: wire.KindText, Role: wire.RoleMap, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.players", Name: "Current players", Kind: wire.KindU8, Role: wire.RolePlayers, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.tail", Name: "Unknown tail", Kind: wire.KindUnknown, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahRules = [...]wire.FieldDef{
		{Key: "pariah.rules.count", Name: "Rules", Kind: wire.KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahRule = wire.FieldDef{Key: "pariah.rules.rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule, Source: "protocol/unreal2/SPEC.md#pariah"}
	pariahPair = [...]wire.FieldDef{
		{Key: "pariah.rules.index", Name: "Index", Kind: wire.KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.rules.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.rules.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahPlayers = [...]wire.FieldDef{
		{Key: "pariah.players.count", Name: "Players", Kind: wire.KindU8, Role: wire.RoleCount, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.unknown", Name: "Unknown byte", Kind: wire.KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahPlayer = wire.FieldDef{Key: "pariah.players.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer, Source: "protocol/unreal2/SPEC.md#pariah"}
	pariahRecord = [...]wire.FieldDef{
		{Key: "pariah.players.id", Name: "Player number", Kind: wire.KindU32LE, Role: wire.RolePlayerID, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.ping", Name: "Ping", Kind: wire.KindU32LE, Role: wire.RolePlayerPing, AtMost: 100000, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.frags", Name: "Frags", Kind: wire.KindU8, Role: wire.RolePlayerScore, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.unknown_end", Name: "Unknown byte", Kind: wire.KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
)

// pariahHead is the number of bytes between the reply type and the game port:
// the port is at byte 14 counted from the type byte.
const pariahHead = 13

// pariah reads a reply of type 10, 11 or 12 hex after its header.
func pariah(r *wire.Reader, kind uint64) {
	switch kind {
	case 0x10:
		r.Say(&InfoReply)
		r.Bytes(&pariahInfo[0], pariahHead)
		r.Read(pariahInfo[1:7])
		if r.More() {
			r.Leaf(&pariahInfo[7], wire.KindUnknown, r.Left(), wire.MarkRaw)
		}
	case 0x11:
		r.Say(&rulesReply)
		r.Read(pariahRules[:])
		for n := 0; r.More(); n++ {
			g := r.Begin(&pariahRule, n)
			r.Read(pariahPair[:])
			r.Done(g)
		}
	case 0x12:
		r.Say(&playersReply)
		r.Read(pariahPlayers[:])
		for n := 0; r.More(); n++ {
			g := r.Begin(&pariahPlayer, n)
			r.Read(pariahRecord[:])
			r.Done(g)
		}
	}
}
