package unreal2

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies of Pariah, which speaks Unreal2 with layouts of its own, all known
// from one implementation only (protocol/unreal2/SPEC.md#pariah).

var (
	pariahInfo = [...]wire.FieldDef{
		{Key: "info.unknown", Name: "Unknown bytes", Kind: wire.KindBytes},
		{Key: "info.game_port", Name: "Game port", Kind: wire.KindU32LE, Role: wire.RoleGamePort, AtMost: 65535},
		{Key: "info.hostname", Name: "Hostname", Kind: wire.KindText, Role: wire.RoleServerName},
		{Key: "info.map", Name: "Map name", Kind: wire.KindText, Role: wire.RoleMap},
		{Key: "info.game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType},
		{Key: "info.players", Name: "Current players", Kind: wire.KindU8, Role: wire.RolePlayers},
		{Key: "info.max_players", Name: "Max players", Kind: wire.KindU8, Role: wire.RoleMaxPlayers},
		{Key: "info.tail", Name: "Unknown tail", Kind: wire.KindUnknown},
	}
	pariahRules = [...]wire.FieldDef{
		{Key: "rules.count", Name: "Rules", Kind: wire.KindU8},
	}
	pariahRule = wire.FieldDef{Key: "rules.rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule}
	pariahPair = [...]wire.FieldDef{
		{Key: "rules.index", Name: "Index", Kind: wire.KindU8},
		{Key: "rules.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "rules.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
	pariahPlayers = [...]wire.FieldDef{
		{Key: "players.count", Name: "Players", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "players.unknown", Name: "Unknown byte", Kind: wire.KindU8},
	}
	pariahPlayer = wire.FieldDef{Key: "players.player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer}
	pariahRecord = [...]wire.FieldDef{
		{Key: "players.id", Name: "Player number", Kind: wire.KindU32LE, Role: wire.RolePlayerID},
		{Key: "players.name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
		{Key: "players.ping", Name: "Ping", Kind: wire.KindU32LE, Role: wire.RolePlayerPing, AtMost: 100000},
		{Key: "players.frags", Name: "Frags", Kind: wire.KindU8, Role: wire.RolePlayerScore},
		{Key: "players.unknown_end", Name: "Unknown byte", Kind: wire.KindU8},
	}
)

// pariahHead is the number of bytes between the reply type and the game port:
// the port is at byte 14 counted from the type byte.
const pariahHead = 13

// pariah reads a reply of type 10, 11 or 12 hex after its header.
func pariah(r *wire.Reader, kind uint64) {
	switch kind {
	case 0x10:
		r.SetMessage(&InfoReply)
		r.Bytes(&pariahInfo[0], pariahHead)
		r.Read(pariahInfo[1:7])
		if r.More() {
			r.Leaf(&pariahInfo[7], wire.KindUnknown, r.Left(), wire.FlagRaw)
		}
	case 0x11:
		r.SetMessage(&rulesReply)
		r.Read(pariahRules[:])
		r.Groups(&pariahRule, pariahPair[:], all, wire.KindCompact)
	case 0x12:
		r.SetMessage(&playersReply)
		r.Read(pariahPlayers[:])
		r.Groups(&pariahPlayer, pariahRecord[:], all, wire.KindCompact)
	}
}
