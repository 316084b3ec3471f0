package idtech

import "fragscope/decoder/wire"

// modes are the game types that Call of Duty names.
var modes = []wire.KeyValue{
	{Text: "dm", Name: "deathmatch"}, {Text: "tdm", Name: "team deathmatch"}, {Text: "war", Name: "team deathmatch"}, {Text: "sd", Name: "search and destroy"}, {Text: "re", Name: "retrieval"},
	{Text: "bel", Name: "behind enemy lines"}, {Text: "hq", Name: "headquarters"}, {Text: "koth", Name: "headquarters"}, {Text: "dom", Name: "domination"}, {Text: "sab", Name: "sabotage"}, {Text: "ctf", Name: "capture the flag"},
}

var systems = wire.Symbols{Loose: true, Names: ";Windows;Linux;Mac OS"}

// Known holds the keys that describe a server; mods add many of their own.
var Known wire.KeySet

func init() {
	Known.Hold([]wire.KeyInfo{
		{Key: "*gamedir", Name: "Mod", Role: wire.RoleGame, Doc: "Directory of the mod."},
		{Key: "*progs", Name: "Checksum of the mod"},
		{Key: "*version", Name: "Server version", Role: wire.RoleVersion},
		{Key: "bots", Name: "Bots"},
		{Key: "capturelimit", Name: "Capture limit"},
		{Key: "clients", Name: "Current players", Role: wire.RolePlayers},
		{Key: "com_protocol", Name: "Network protocol", Doc: "The newest version that the server speaks."},
		{Key: "con_disabled", Name: "Console disabled", Symbols: &wire.YesNo, Doc: "Call of Duty."},
		{Key: "deathmatch", Name: "Deathmatch", Doc: "QuakeWorld: 1 weapons disappear, 3 weapons stay; 0 in cooperative play."},
		{Key: "dmflags", Name: "Deathmatch flags", Doc: "Bits, which each engine has its own; Quake III: 8 no falling damage, 16 fixed field of view, 32 no footsteps."},
		{Key: "duel_fraglimit", Name: "Frag limit of duels", Doc: "Jedi Academy."},
		{Key: "fdisable", Name: "Disabled force powers", Doc: "Bits; Jedi Outcast and Jedi Academy."},
		{Key: "ff", Name: "Friendly fire", Doc: "Call of Duty."},
		{Key: "fraglimit", Name: "Frag limit"},
		{Key: "fs_game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "g_gametype", Name: "Game type", Role: wire.RoleGameType, Values: modes, Doc: "A number, in Call of Duty a word. Quake III Arena: 0 free for all, 1 tournament, 3 team deathmatch, 4 capture the flag; other games have lists of their own."},
		{Key: "g_humanplayers", Name: "Players without bots"},
		{Key: "g_maxgameclients", Name: "Max players in the match", Doc: "0 for no limit but sv_maxclients."},
		{Key: "g_needpass", Name: "Password needed", Role: wire.RolePassword},
		{Key: "game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "gamename", Name: "Game", Role: wire.RoleGame, Doc: "In a status reply the directory of the game or mod, such as baseq3."},
		{Key: "gametype", Name: "Game type", Role: wire.RoleGameType, Values: modes, Doc: "The same as g_gametype."},
		{Key: "hostname", Name: "Hostname", Role: wire.RoleServerName},
		{Key: "hw", Name: "Operating system", Symbols: &systems, Doc: "Call of Duty."},
		{Key: "map", Name: "Map name", Role: wire.RoleMap, Doc: "QuakeWorld."},
		{Key: "mapname", Name: "Map name", Role: wire.RoleMap},
		{Key: "mod", Name: "Mod running", Symbols: &wire.YesNo, Doc: "Call of Duty."},
		{Key: "maxclients", Name: "Max players", Role: wire.RoleMaxPlayers, Doc: "Quake II, QuakeWorld."},
		{Key: "maxspectators", Name: "Max spectators"},
		{Key: "needpass", Name: "Password needed", Role: wire.RolePassword, Doc: "In Jedi Outcast and Jedi Academy, Quake II and QuakeWorld; there 2 is for spectators, 3 for both."},
		{Key: "protocol", Name: "Network protocol", Doc: "68 is Quake III Arena 1.32, 84 Wolfenstein: Enemy Territory 2.60, 26 Jedi Academy 1.01, 3 Xonotic, 6 Call of Duty 4."},
		{Key: "pswrd", Name: "Password needed", Role: wire.RolePassword, Doc: "Call of Duty."},
		{Key: "pure", Name: "Pure server"},
		{Key: "qcstatus", Name: "Game state", Doc: "Nexuiz, Xonotic: game type, version, free places, flags, and the scores of teams, with colons between."},
		{Key: "shortversion", Name: "Server version", Doc: "Call of Duty: such as 1.5."},
		{Key: "sv_allowanonymous", Name: "Anonymous players allowed", Symbols: &wire.YesNo},
		{Key: "sv_hostname", Name: "Hostname", Role: wire.RoleServerName},
		{Key: "sv_maxclients", Name: "Max players", Role: wire.RoleMaxPlayers},
		{Key: "sv_maxping", Name: "Max ping"},
		{Key: "sv_minping", Name: "Min ping"},
		{Key: "sv_privateclients", Name: "Reserved slots"},
		{Key: "sv_punkbuster", Name: "PunkBuster", Symbols: &wire.YesNo},
		{Key: "sv_pure", Name: "Pure server", Symbols: &wire.YesNo},
		{Key: "teamplay", Name: "Team play", Doc: "QuakeWorld: 0 for none."},
		{Key: "timelimit", Name: "Time limit"},
		{Key: "version", Name: "Server version", Role: wire.RoleVersion},
		{Key: "voip", Name: "Voice codec"},
		{Key: "wdisable", Name: "Disabled weapons", Doc: "Bits; Jedi Outcast and Jedi Academy."},
	})
}
