package record

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// InfoHead begins a server record.
var InfoHead = [...]wire.FieldDef{
	{Key: "server_id", Name: "Server ID", Kind: wire.KindU32LE, Doc: "0 on the wire; a server browser fills it in."},
	{Key: "server_ip", Name: "Server IP", Kind: wire.KindText, Doc: "Empty on the wire; a server browser fills it in."},
	{Key: "game_port", Name: "Game port", Kind: wire.KindU32LE, Role: wire.RoleGamePort, AtMost: 65535,
		Doc: "The UDP port players connect to. Queries go to this port + 1."},
	{Key: "query_port", Name: "Query port", Kind: wire.KindU32LE, Role: wire.RoleQueryPort, AtMost: 65535,
		Doc: "0 on the wire; queries go to game port + 1."},
	{Key: "hostname", Name: "Hostname", Kind: wire.KindText, Role: wire.RoleServerName,
		Doc: "The server's name; may contain colour codes."},
	{Key: "map", Name: "Map name", Kind: wire.KindText, Role: wire.RoleMap,
		Doc: "File name without extension; some mods put colour codes into it."},
	{Key: "game_type", Name: "Game type", Kind: wire.KindText, Role: wire.RoleGameType,
		Doc: "Class name of the game type, without its package."},
}

// InfoPing is the ping in a server record.
var InfoPing = [...]wire.FieldDef{
	{Key: "ping", Name: "Ping", Kind: wire.KindU32LE, AtMost: 100000,
		Doc: "0 on the wire; the client fills in what it measured, in milliseconds."},
}

// InfoPlayers are the counts of players in a server record.
var InfoPlayers = [...]wire.FieldDef{
	{Key: "players", Name: "Current players", Kind: wire.KindU32LE, Role: wire.RolePlayers, AtMost: 255,
		Doc: "May differ from the number of rows in the player list: both are cached apart."},
	{Key: "max_players", Name: "Max players", Kind: wire.KindU32LE, Role: wire.RoleMaxPlayers, AtMost: 255},
}

// InfoWaves are the waves that Killing Floor adds.
var InfoWaves = [...]wire.FieldDef{
	{Key: "wave", Name: "Current wave", Kind: wire.KindU32LE, AtMost: 255, Doc: "Killing Floor only."},
	{Key: "final_wave", Name: "Final wave", Kind: wire.KindU32LE, AtMost: 255, Doc: "Killing Floor only."},
}

// InfoFlags are the flags of a server record.
var InfoFlags = [...]wire.FieldDef{
	{Key: "flags", Name: "Flags", Kind: wire.KindU32LE, Symbols: &Flags,
		Doc: "Computed by the master for its list; game servers send 0, so the password flag says nothing here."},
	{Key: "skill", Name: "Skill level", Kind: wire.KindText, Doc: "Bot skill, 0 to 7, as text."},
}

// InfoFlagsKF are the same in Killing Floor.
var InfoFlagsKF = [...]wire.FieldDef{
	{Key: "flags", Name: "Flags", Kind: wire.KindU32LE, Symbols: &killingFloorFlags,
		Doc: "Killing Floor marks the difficulty here."},
	{Key: "skill", Name: "Skill level", Kind: wire.KindText, Doc: "Bot skill, 0 to 7, as text."},
}

// Arrays reads the arrays of rules and players, each after its length.
func Arrays(r *wire.Reader) {
	array(r, &InfoArrays[0], &Rule, Pair[:])
	array(r, &InfoArrays[1], &Player, PlayerRecord[:])
}

// array reads a length and as many groups of the fields of l.
func array(r *wire.Reader, length, group *wire.FieldDef, l wire.Layout) {
	count := int64(r.Field(length))
	if r.Stopped {
		return
	}
	at := r.Fields[len(r.Fields)-1]
	n := r.Groups(group, l, int(count), wire.KindCompact)
	if int64(n) < count && !r.Stopped {
		r.Problem(&ProblemArrayShort, int(at.Offset), int(at.Length), uint64(count), uint64(n))
	}
}

// Flags of the master's list; game servers send 0.
var Flags = wire.Symbols{Flags: true,
	Names: "password|a password is needed;stats|statistics are kept;latest version;listen server|a player's machine, " +
		"not a dedicated server;" +
		"instagib;standard|no mutators;UT classic"}

var killingFloorFlags = wire.Symbols{Flags: true,
	Names: "password|a password is needed;stats;latest version;listen server;perks;beginner;normal;hard;suicidal;hell " +
		"on earth"}

// ProblemArrayShort is about an array of which some is missing.
var ProblemArrayShort = wire.Warning("unreal2-array-short",
	"{field} promises {a} {a|entry|entries}, but the record ends after {b}.",
	"The record is cut between two entries, or the count is wrong; what is there is read.")

// InfoArrays end a server record: rules and players.
var InfoArrays = [...]wire.FieldDef{
	{Key: "rule_count", Name: "Rules in the record", Kind: wire.KindCompact, Role: wire.RoleCount, AtMost: 4096,
		Doc: "Length of the record's array of rules; 0 in queries, which ask for rules apart."},
	{Key: "player_count", Name: "Players in the record", Kind: wire.KindCompact, Role: wire.RoleCount, AtMost: 4096,
		Doc: "Length of the record's array of players; 0 in queries."},
}

// Player is the group of a player.
var Player = wire.FieldDef{Key: "player", Name: "Player", Kind: wire.KindGroup, Role: wire.RolePlayer}

// PlayerRecord are the fields of a player.
var PlayerRecord = [...]wire.FieldDef{
	{Key: "id", Name: "Player ID", Kind: wire.KindU32LE, Role: wire.RolePlayerID,
		Doc: "Unique while connected, not dense; 0 is an ordinary id and ends nothing."},
	{Key: "name", Name: "Name", Kind: wire.KindText, Role: wire.RolePlayerName},
	{Key: "ping", Name: "Ping", Kind: wire.KindU32LE, Role: wire.RolePlayerPing, AtMost: 100000,
		Doc: "Milliseconds, in steps of 4."},
	{Key: "score", Name: "Score", Kind: wire.KindI32LE, Role: wire.RolePlayerScore,
		Doc: "Frags, or what the game type counts; may be negative."},
	{Key: "stats_id", Name: "Stats ID and team", Kind: wire.KindU32LE, Role: wire.RolePlayerStats, Symbols: &teams,
		Doc: "The top three bits are the team + 1, 0 for none; the lower bits an id of the statistics service, 0 when it " +
			"is off."},
}

// Rules reply: pairs of strings until the datagram ends (protocol/unreal2/SPEC.md#rules-reply).
var (
	Rule = wire.FieldDef{Key: "rule", Name: "Rule", Kind: wire.KindGroup, Role: wire.RoleRule,
		Doc: "One pair of key and value. Keys may repeat; the order is the server's."}
	Pair = [...]wire.FieldDef{
		{Key: "key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known},
		{Key: "value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
	}
)

var teams = wire.Symbols{Flags: true, Loose: true, List: []wire.Symbol{
	{Value: 0x20000000, Name: "red", Doc: "team 0"},
	{Value: 0x40000000, Name: "blue", Doc: "team 1"},
}}
