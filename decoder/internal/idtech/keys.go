package idtech

import (
	"strconv"

	"fragscope/decoder/wire"
)

// modes are the game types that Call of Duty names.
var modes = []wire.KeyValue{
	{Text: "dm", Name: "deathmatch"}, {Text: "tdm", Name: "team deathmatch"}, {Text: "war", Name: "team deathmatch"},
	{Text: "sd", Name: "search and destroy"}, {Text: "re", Name: "retrieval"},
	{Text: "bel", Name: "behind enemy lines"}, {Text: "hq", Name: "headquarters"}, {Text: "koth", Name: "headquarters"},
	{Text: "dom", Name: "domination"}, {Text: "sab", Name: "sabotage"}, {Text: "ctf", Name: "capture the flag"},
}

// titles are games by the value of gamename.
var titles = []wire.KeyValue{
	{Text: "baseq3", Name: "Quake III Arena"}, {Text: "quake3arena", Name: "Quake III Arena"},
	{Text: "missionpack", Name: "Quake III: Team Arena"},
	{Text: "cpma", Name: "Quake III Arena: CPMA"}, {Text: "osp", Name: "Quake III Arena: OSP"},
	{Text: "baseoa", Name: "OpenArena"}, {Text: "openarena", Name: "OpenArena"},
	{Text: "q3ut4", Name: "Urban Terror"}, {Text: "etmain", Name: "Wolfenstein: Enemy Territory"},
	{Text: "main", Name: "Return to Castle Wolfenstein"},
	{Text: "basejka", Name: "Jedi Academy"}, {Text: "basejk", Name: "Jedi Outcast"},
	{Text: "sof2mp", Name: "Soldier of Fortune II"},
	{Text: "nexuiz", Name: "Nexuiz"}, {Text: "xonotic", Name: "Xonotic"}, {Text: "warsow", Name: "Warsow"},
	{Text: "basewsw", Name: "Warsow"}, {Text: "warfork", Name: "Warfork"},
	{Text: "call of duty", Name: "Call of Duty"}, {Text: "call of duty 2", Name: "Call of Duty 2"},
	{Text: "call of duty 4", Name: "Call of Duty 4"},
	{Text: "call of duty: world at war", Name: "Call of Duty: World at War"}, {Text: "cod4", Name: "Call of Duty 4"},
	{Text: "basewop", Name: "World of Padman"}, {Text: "tremulous", Name: "Tremulous"},
	{Text: "unvanquished", Name: "Unvanquished"},
	{Text: "smokinguns", Name: "Smokin' Guns"}, {Text: "citizenfx", Name: "FiveM or RedM"},
}

// Numbers of game types, of games that agree.
var (
	arenaTypes = wire.Symbols{Loose: true,
		Names: "free for all;tournament;single player;team deathmatch;capture the flag;one flag capture the " +
			"flag;overload;harvester;" +
			"elimination;capture the flag elimination;last man standing;double domination;domination"}
	jediTypes = wire.Symbols{Loose: true,
		Names: "free for all;holocron;jedi master;duel;power duel;single player;team free for all;siege;capture the " +
			"flag;capture the ysalamiri"}
	outcastTypes = wire.Symbols{Loose: true,
		Names: "free for all;holocron;jedi master;duel;single player;team free for all;saga;capture the flag;capture the " +
			"ysalamiri"}
	terrorTypes = wire.Symbols{Loose: true,
		Names: "free for all;last man standing;;team deathmatch;team survivor;follow the leader;capture and hold;capture " +
			"the flag;bomb;jump;freeze tag;gun game"}
	enemyTypes = wire.Symbols{Loose: true,
		Names: "single player;cooperative;objective;stopwatch;campaign;last man standing"}
	wolfTypes = wire.Symbols{Loose: true, Names: ";;;;;objective;stopwatch;checkpoint"}
)

// gameTypes returns what numbers of game types mean in the game of m.
func gameTypes(m *wire.Message) *wire.Symbols {
	var arena *wire.Symbols // of the original game, which an info reply does not name
	named := false
	for i := range m.Fields {
		if m.Fields[i].Def != &Pair[1] || i+1 == len(m.Fields) {
			continue
		}
		value := m.Bytes(i + 1)[1:]
		switch key := m.Bytes(i)[1:]; {
		case wire.EqualFold(key, "gamename"), wire.EqualFold(key, "fs_game"), wire.EqualFold(key, "game"):
			named = true
			for _, g := range typesOf {
				if wire.EqualFold(value, g.game) {
					return g.types
				}
			}
		case wire.EqualFold(key, "protocol"):
			if v, ok := wire.ParseDecimal(value); ok && v >= 66 && v <= 71 {
				arena = &arenaTypes
			}
		}
	}
	if named {
		return nil
	}
	return arena
}

var typesOf = []struct {
	game  string
	types *wire.Symbols
}{
	{"baseq3", &arenaTypes}, {"quake3arena", &arenaTypes}, {"missionpack", &arenaTypes}, {"baseoa", &arenaTypes},
	{"openarena", &arenaTypes},
	{"basejka", &jediTypes}, {"basejk", &outcastTypes}, {"q3ut4", &terrorTypes}, {"etmain", &enemyTypes},
	{"main", &wolfTypes},
}

// GameTypeNumber returns the number of a game type by its name, or the name.
func GameTypeNumber(name string) string {
	for _, g := range typesOf {
		for _, y := range g.types.List {
			if wire.EqualFold(y.Name, name) {
				return strconv.FormatUint(y.Value, 10)
			}
		}
	}
	for _, v := range modes {
		if wire.EqualFold(v.Name, name) {
			return v.Text
		}
	}
	return name
}

var systems = wire.Symbols{Loose: true, Names: ";Windows;Linux;Mac OS"}

// Known holds the keys that describe a server; mods add many of their own.
var Known wire.KeySet

func init() {
	for _, g := range typesOf {
		g.types.Complete()
	}
	Known.Hold([]wire.KeyInfo{
		{Key: "*gamedir", Name: "Mod", Role: wire.RoleGame, Doc: "Directory of the mod."},
		{Key: "*progs", Name: "Checksum of the mod"},
		{Key: "*version", Name: "Server version", Role: wire.RoleVersion},
		{Key: "bots", Name: "Bots", Role: wire.RoleBots},
		{Key: "capturelimit", Name: "Capture limit"},
		{Key: "clients", Name: "Current players", Role: wire.RolePlayers},
		{Key: "com_protocol", Name: "Network protocol", Doc: "The newest version that the server speaks."},
		{Key: "con_disabled", Name: "Console disabled", Symbols: &wire.YesNo, Doc: "Call of Duty."},
		{Key: "deathmatch", Name: "Deathmatch",
			Doc: "QuakeWorld: 1 weapons disappear, 3 weapons stay; 0 in cooperative play."},
		{Key: "dmflags", Name: "Deathmatch flags",
			Doc: "Bits, which each engine has its own; Quake III: 8 no falling damage, 16 fixed field of view, 32 no footsteps."},
		{Key: "duel_fraglimit", Name: "Frag limit of duels", Doc: "Jedi Academy."},
		{Key: "fdisable", Name: "Disabled force powers", Doc: "Bits; Jedi Outcast and Jedi Academy."},
		{Key: "ff", Name: "Friendly fire", Doc: "Call of Duty."},
		{Key: "fraglimit", Name: "Frag limit"},
		{Key: "fs_game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "g_gametype", Name: "Game type", Role: wire.RoleGameType, Values: modes, Choose: gameTypes,
			Doc: "A number, in Call of Duty a word. Quake III Arena: 0 free for all, 1 tournament, 3 team deathmatch, 4 " +
				"capture the flag; other games have lists of their own."},
		{Key: "g_gametypestring", Name: "Game type", Role: wire.RoleGameType,
			Doc: "Medal of Honor: Allied Assault: the name of it."},
		{Key: "g_humanplayers", Name: "Players without bots"},
		{Key: "g_maxgameclients", Name: "Max players in the match", Doc: "0 for no limit but sv_maxclients."},
		{Key: "g_needpass", Name: "Password needed", Role: wire.RolePassword},
		{Key: "game", Name: "Mod", Doc: "Directory of the mod."},
		{Key: "gamename", Name: "Game", Role: wire.RoleGame, Values: titles,
			Doc: "In a status reply the directory of the game or mod, such as baseq3."},
		{Key: "gametype", Name: "Game type", Role: wire.RoleGameType, Values: modes, Choose: gameTypes,
			Doc: "The same as g_gametype."},
		{Key: "hostname", Name: "Hostname", Role: wire.RoleServerName},
		{Key: "hw", Name: "Operating system", Symbols: &systems, Doc: "Call of Duty."},
		{Key: "map", Name: "Map name", Role: wire.RoleMap, Doc: "QuakeWorld."},
		{Key: "mapname", Name: "Map name", Role: wire.RoleMap},
		{Key: "mod", Name: "Mod running", Symbols: &wire.YesNo, Doc: "Call of Duty."},
		{Key: "maxclients", Name: "Max players", Role: wire.RoleMaxPlayers, Doc: "Quake II, QuakeWorld."},
		{Key: "maxspectators", Name: "Max spectators"},
		{Key: "needpass", Name: "Password needed", Role: wire.RolePassword,
			Doc: "In Jedi Outcast and Jedi Academy, Quake II and QuakeWorld; there 2 is for spectators, 3 for both."},
		{Key: "protocol", Name: "Network protocol",
			Doc: "68 is Quake III Arena 1.32, 84 Wolfenstein: Enemy Territory 2.60, 26 Jedi Academy 1.01, 3 Xonotic, 6 Call " +
				"of Duty 4."},
		{Key: "pswrd", Name: "Password needed", Role: wire.RolePassword, Doc: "Call of Duty."},
		{Key: "pure", Name: "Pure server"},
		{Key: "qcstatus", Name: "Game state",
			Doc: "Nexuiz, Xonotic: game type, version, free places, flags, and the scores of teams, with colons between."},
		{Key: "shortversion", Name: "Server version", Role: wire.RoleVersion, Doc: "Call of Duty: such as 1.5."},
		{Key: "sv_allowanonymous", Name: "Anonymous players allowed", Symbols: &wire.YesNo},
		{Key: "sv_gametype", Name: "Game type", Role: wire.RoleGameType, Values: modes, Choose: gameTypes,
			Doc: "The same as g_gametype."},
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
