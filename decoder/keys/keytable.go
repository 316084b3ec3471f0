package keys

import (
	"bytes"

	"fragscope/decoder/wire"
)

// Table holds the keys that are known, in order of Key
// (protocol/unreal2/SPEC.md#rules-reply, 4.5, 4.6, 8.2, 8.4; the UT2003 query
// document). A word that is followed by a number, such as frags_3, is listed
// without it.
var Table = []wire.KeyInfo{
	{Key: "adminemail", Name: "Administrator's e-mail"},
	{Key: "adminname", Name: "Administrator"},
	{Key: "aibot_", Name: "Bots", Doc: "1 for a player that the server plays."},
	{Key: "auth", Name: "Authentication"},
	{Key: "averageskillrating", Name: "Average skill rating", Doc: "What UT3 matches players by; 1000 at first."},
	{Key: "balanceteams", Name: "Balance teams", Doc: "The server keeps teams equally strong."},
	{Key: "bisdedicated", Name: "Dedicated server"},
	{Key: "bot", Name: "Is a bot"},
	{Key: "botskill", Name: "Bot skill"},
	{Key: "busesstats", Name: "Stats logging"},
	{Key: "carries", Name: "Flag carries"},
	{Key: "changelevels", Name: "Change maps", Doc: "The server changes to another map when a match ends."},
	{Key: "character", Name: "Character"},
	{Key: "deaths", Name: "Deaths"},
	{Key: "deaths_", Name: "Deaths", Role: wire.RolePlayerExtra},
	{Key: "dedicated", Name: "Dedicated server"},
	{Key: "dll", Name: "DLL"},
	{Key: "echo_replay", Name: "Echo", Doc: "The text of an echo request, sent back by UTPG."},
	{Key: "echo_reply", Name: "Echo", Doc: "The text of an echo request, sent back by ServQuery."},
	{Key: "elapsedtime", Name: "Elapsed time"},
	{Key: "enctype", Name: "Encryption of the list",
		Doc: "How the master shall scramble its answer; 0 and absence mean not at all."},
	{Key: "engineversion", Name: "Server version", Role: wire.RoleVersion},
	{Key: "face", Name: "Face texture"},
	{Key: "final", Name: "End of the answer"},
	{Key: "fraglimit", Name: "Frag limit"},
	{Key: "frags", Name: "Frags"},
	{Key: "friendlyfire", Name: "Friendly fire"},
	{Key: "game_id", Name: "Game", Role: wire.RoleGame, Doc: "Minecraft.", Values: []wire.KeyValue{
		{Text: "MINECRAFT", Name: "Minecraft"}, {Text: "MINECRAFTPE", Name: "Minecraft: Bedrock Edition"},
		{Text: "MINECRAFTBE", Name: "Minecraft: Bedrock Edition"},
	}},
	{Key: "gameclass", Name: "Game class"},
	{Key: "gamemode", Name: "Joining", Values: []wire.KeyValue{
		{Text: "openplaying", Name: "new players may join"}, {Text: "closedplaying", Name: "no new players may join"},
		{Text: "openwaiting", Name: "waiting, new players may join"},
		{Text: "closedwaiting", Name: "waiting, no new players may join"}, {Text: "exiting", Name: "about to end"},
	}, Doc: "Whether new players may join the match."},
	{Key: "gamename", Name: "Game", Role: wire.RoleGame, Values: titles()},
	{Key: "gamepassword", Name: "Password needed", Role: wire.RolePassword},
	{Key: "gamestats", Name: "Stats logging"},
	{Key: "gamestyle", Name: "Game style", Doc: "Normal, Classic, Hardcore or Turbo: how fast the game runs."},
	{Key: "gamesubver", Name: "Game sub-version"},
	{Key: "gametype", Name: "Game type", Role: wire.RoleGameType, Values: []wire.KeyValue{
		{Text: "DeathMatchPlus", Name: "deathmatch"}, {Text: "TeamGamePlus", Name: "team deathmatch"},
		{Text: "CTFGame", Name: "capture the flag"},
		{Text: "Domination", Name: "domination"}, {Text: "Assault", Name: "assault"},
		{Text: "LastManStanding", Name: "last man standing"},
		{Text: "xDeathMatch", Name: "deathmatch"}, {Text: "xTeamGame", Name: "team deathmatch"},
		{Text: "xCTFGame", Name: "capture the flag"},
		{Text: "xDoubleDom", Name: "double domination"}, {Text: "xBombingRun", Name: "bombing run"},
	}},
	{Key: "gamevariant", Name: "Mod or variant"},
	{Key: "gamever", Name: "Game version", Role: wire.RoleVersion},
	{Key: "goalteamscore", Name: "Goal team score"},
	{Key: "heartbeat", Name: "Query port", Doc: "UDP port where the server that announces itself answers queries."},
	{Key: "hostname", Name: "Server name", Role: wire.RoleServerName},
	{Key: "hostport", Name: "Game port", Role: wire.RoleGamePort},
	{Key: "ignoring", Name: "Echo", Doc: "The text of an echo request, which the server passes over."},
	{Key: "ip", Name: "Server address", Doc: "Address and query port of a server in a master's list."},
	{Key: "keyhash", Name: "Hash of the CD key"},
	{Key: "kills", Name: "Kills"},
	{Key: "liburl", Name: "Library address"},
	{Key: "list", Name: "Kind of list", Doc: "Empty for text, cmp for six bytes a server."},
	{Key: "listenserver", Name: "Listen server", Doc: "A player's machine, not a dedicated server."},
	{Key: "lives", Name: "Lives"},
	{Key: "location", Name: "Region", Doc: "Number of the region that the administrator set; 0 is none."},
	{Key: "map", Name: "Map name", Role: wire.RoleMap, Doc: "Minecraft: the folder of the world."},
	{Key: "mapfilename", Name: "Map file"},
	{Key: "maplist", Name: "Map in the rotation"},
	{Key: "mapname", Name: "Map name", Role: wire.RoleMap},
	{Key: "maptitle", Name: "Map title", Role: wire.RoleMapTitle},
	{Key: "maxplayers", Name: "Max players", Role: wire.RoleMaxPlayers},
	{Key: "maxteams", Name: "Max teams"},
	{Key: "mesh", Name: "Body", Doc: "The model that is worn; Spectator for one who watches."},
	{Key: "mingamever", Name: "Minimum client version"},
	{Key: "minnetver", Name: "Minimum client version"},
	{Key: "minnetversion", Name: "Oldest client version"},
	{Key: "minplayers", Name: "Min players", Doc: "Bots fill the game up to this number."},
	{Key: "mutator", Role: wire.RoleMutator},
	{Key: "mutators", Name: "Mutators", Role: wire.RoleMutators},
	{Key: "ngsecret", Name: "Statistics consent", Values: []wire.KeyValue{
		{Text: "true", Name: "the player set a password for statistics"}, {Text: "false", Name: "no password for statistics"},
		{Text: "bot", Name: "a bot"},
	}, Doc: "Whether the player set a ngWorldStats password; bot for bots."},
	{Key: "numplayers", Name: "Current players", Role: wire.RolePlayers},
	{Key: "numprivateconnections", Name: "Places kept for invited players"},
	{Key: "numpublicconnections", Name: "Places for everybody"},
	{Key: "os", Name: "Operating system"},
	{Key: "owningplayerid", Name: "Owner's player ID"},
	{Key: "owningplayername", Name: "Owner's name"},
	{Key: "p1073741825", Name: "Map", Role: wire.RoleMap},
	{Key: "p1073741826", Name: "Game type", Role: wire.RoleGameType, Values: ut3GameTypes,
		Doc: "Package and class of the game type."},
	{Key: "p1073741827", Name: "Server description", Role: wire.RoleServerName,
		Doc: "What UT3's browser shows as the name of the server; hostname is only the name of its owner. Status takes " +
			"this for the name when it is not empty."},
	{Key: "p1073741828", Name: "Custom mutators", Role: wire.RoleMutators, Doc: "Names that FS (1C hex) separates."},
	{Key: "p1073741829", Name: "Custom mutator classes", Role: wire.RoleMutators,
		Doc: "The same mutators as classes, FS (1C hex) at both ends and in between. Status takes them only where the " +
			"names are missing."},
	{Key: "p268435703", Name: "Bots"},
	{Key: "p268435704", Name: "Goal score"},
	{Key: "p268435705", Name: "Time limit", Doc: "Minutes, 0 for none."},
	{Key: "p268435706", Name: "Bots by another count",
		Doc: "Called NUMBOTSIA in the game's scripts; what it counts is not known."},
	{Key: "p268435717", Name: "Official mutators", Symbols: &ut3MutatorsV2, Choose: ut3MutatorList,
		Doc: "A set of bits that count places in the server's list of mutators. The Titan pack changed the list: servers " +
			"with EngineVersion 3800 and later are read by the new one, others by the old."},
	{Key: "p268435968", Name: "Steam ID", Doc: "Of later builds; some send the key without any value."},
	{Key: "p268435969", Name: "Protected by VAC", Doc: "Of later builds."},
	{Key: "password", Name: "Password needed", Role: wire.RolePassword},
	{Key: "phash", Name: "Hash of the player"},
	{Key: "phip", Name: "Player's address"},
	{Key: "phname", Name: "Player's name"},
	{Key: "pid", Name: "Player ID"},
	{Key: "pid_", Name: "Player IDs", Role: wire.RolePlayerID},
	{Key: "ping", Name: "Ping", Doc: "Milliseconds; spaces may precede it."},
	{Key: "ping_", Name: "Pings", Role: wire.RolePlayerPing},
	{Key: "player", Name: "Player name"},
	{Key: "player_", Name: "Player names", Role: wire.RolePlayerName},
	{Key: "playername", Name: "Player name"},
	{Key: "playersbalanceteams", Name: "Players balance teams"},
	{Key: "playtime", Name: "Time in the game"},
	{Key: "portverify", Name: "Port verification"},
	{Key: "queryid", Name: "Number of the answer and of its part"},
	{Key: "queryport", Name: "Query port", Role: wire.RoleQueryPort},
	{Key: "s0", Name: "Bot skill", Symbols: &ut3Skills, Doc: "Other games on the same engine count from 0 for Novice."},
	{Key: "s1", Name: "Map in the official list", Doc: "Its number, 0 for a custom map."},
	{Key: "s10", Name: "Force respawn", Symbols: &wire.YesNo},
	{Key: "s11", Name: "Keyboard and mouse allowed", Symbols: &wire.YesNo},
	{Key: "s12", Name: "Full", Symbols: &wire.YesNo},
	{Key: "s13", Name: "Empty", Symbols: &wire.YesNo},
	{Key: "s14", Name: "Dedicated server", Symbols: &wire.YesNo},
	{Key: "s32779", Name: "Game mode", Symbols: &ut3GameModes,
		Doc: "Captures show that 0 is Deathmatch. A widespread table begins with 1 for it and leaves Capture the Flag out."},
	{Key: "s6", Name: "Pure server", Symbols: &ut3Pure},
	{Key: "s7", Name: "Locked", Role: wire.RolePassword, Symbols: &ut3Locked},
	{Key: "s8", Name: "Bots against humans", Symbols: &ut3Versus},
	{Key: "s9", Name: "Campaign", Symbols: &wire.YesNo},
	{Key: "score", Name: "Score"},
	{Key: "score_", Name: "Scores", Role: wire.RolePlayerScore},
	{Key: "score_t", Name: "Team scores", Role: wire.RoleTeamScore},
	{Key: "scored", Name: "Times scored"},
	{Key: "secure", Name: "Challenge", Explain: explainChallenge,
		Doc: "The game encrypts it under its own key and sends the result as validate."},
	{Key: "serverversion", Name: "Game version", Role: wire.RoleVersion},
	{Key: "servurl", Name: "Server address"},
	{Key: "size", Name: "Team size"},
	{Key: "skill", Name: "Skill"},
	{Key: "skill_", Name: "Skill", Role: wire.RolePlayerExtra},
	{Key: "skin", Name: "Skin texture"},
	{Key: "specping", Name: "Spectator's ping"},
	{Key: "spectator", Name: "Is a spectator"},
	{Key: "statechanged", Name: "State changed"},
	{Key: "team", Name: "Team", Symbols: &teamSymbols},
	{Key: "team_", Name: "Teams", Role: wire.RolePlayerTeam},
	{Key: "team_t", Name: "Team names", Role: wire.RoleTeamName},
	{Key: "teamname", Name: "Team name"},
	{Key: "timelimit", Name: "Time limit", Doc: "Minutes; 0 for none."},
	{Key: "tournament", Name: "Tournament mode", Doc: "The match begins when every player is ready."},
	{Key: "validate", Name: "Answer to a challenge"},
	{Key: "version", Name: "Server version", Role: wire.RoleVersion, Doc: "Minecraft, Just Cause 2 Multiplayer."},
	{Key: "wantworldlog", Name: "Statistics wanted", Doc: "The server is set up to report to ngWorldStats."},
	{Key: "worldlog", Name: "Statistics kept", Doc: "The server reports to ngWorldStats."},
}

// teamSymbols are the teams of the Unreal games (protocol/gamespy1/SPEC.md#keys-of-ut99).
var teamSymbols = wire.Symbols{Loose: true, List: []wire.Symbol{
	{Value: 0, Name: "red", Doc: "in Unreal games"},
	{Value: 1, Name: "blue", Doc: "in Unreal games"},
	{Value: 2, Name: "green", Doc: "in Unreal games"},
	{Value: 3, Name: "gold", Doc: "in Unreal games"},
	{Value: 255, Name: "no team"},
}}

// Known finds the keys of Table.
var Known wire.KeySet

func init() {
	Known.Hold(Table)
	ut3MutatorsV1.Complete()
}

// Lookup finds a key as [wire.KeySet.Lookup] does.
func Lookup(key []byte) *wire.KeyInfo { return Known.Lookup(key) }

// Find finds a key as [wire.KeySet.Find] does.
func Find(key []byte) *wire.KeyInfo { return Known.Find(key) }

// Continues decides whether the text at b[at:], where a key should be, belongs to the
// value before it, which then holds the delimiter between texts: the keys that are known
// stand where values should, and unknown texts where keys should. All of them have to be
// whole: where the datagram is cut tells nothing. It returns where the text ends, 0 when
// it is a key.
func Continues(b []byte, at int, delimiter byte) (end int) {
	var texts [4][]byte
	for i := range texts {
		n := bytes.IndexByte(b[at:], delimiter)
		if n < 0 {
			return 0
		}
		texts[i] = b[at : at+n]
		if i == 1 && (n == 0 || !wire.Letter(texts[1][0]) || Find(texts[1]) == nil) { // nearly every value
			return 0
		}
		if at += n + 1; i == 0 {
			end = at - 1
		}
	}
	if Find(texts[0]) != nil || Find(texts[2]) != nil || Find(texts[3]) == nil || len(texts[0]) == 0 {
		return 0
	}
	return end
}
