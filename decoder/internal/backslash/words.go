package backslash

import "fragscope/decoder/wire"

// The words of backslash text. One search answers what a word is as the key
// of a reply, in front of the number of a player, as a request, and to a
// master: four switches over their texts take a browser longer to load, and a
// reply with hundreds of keys longer to read.

// A word is a text that means something as a key or a command.
type word struct {
	Text    string
	Key     KeyClass // as the key of a reply
	Indexed KeyClass // in front of _N
	Command Command  // as the item of a request
	seen    seenKeys // in what masters, clients and servers say to each other
	start   uint64   // the first eight letters, which wordPlaces fills in
}

// words holds what is known; the first stands for every other text.
var words = [...]word{
	{},
	{Text: "final", Key: ClassFinal, seen: SeenFinal},
	{Text: "queryid", Key: ClassQueryID, seen: seenQueryID},
	{Text: "gamename", Key: ClassGame, seen: SeenGame},
	{Text: "gamever", Key: ClassShared},
	{Text: "minnetver", Key: ClassShared},
	{Text: "mingamever", Key: ClassShared},
	{Text: "gamesubver", Key: ClassShared},
	{Text: "location", Key: ClassShared},
	{Text: "hostname", Key: ClassName},
	{Text: "maptitle", Key: ClassName},
	{Text: "mapname", Key: ClassInfo},
	{Text: "gametype", Key: ClassInfo},
	{Text: "gamemode", Key: ClassInfo},
	{Text: "worldlog", Key: ClassInfo},
	{Text: "wantworldlog", Key: ClassInfo},
	{Text: "mapfilename", Key: ClassInfo},
	{Text: "hostport", Key: ClassPort},
	{Text: "queryport", Key: ClassPort},
	{Text: "numplayers", Key: ClassCount},
	{Text: "maxplayers", Key: ClassCount},
	{Text: "AdminName", Key: ClassAdmin},
	{Text: "mutators", Key: ClassRule},
	{Text: "listenserver", Key: ClassRule},
	{Text: "password", Key: ClassRule},
	{Text: "timelimit", Key: ClassRule},
	{Text: "fraglimit", Key: ClassRule},
	{Text: "goalteamscore", Key: ClassRule},
	{Text: "minplayers", Key: ClassRule},
	{Text: "changelevels", Key: ClassRule},
	{Text: "maxteams", Key: ClassRule},
	{Text: "balanceteams", Key: ClassRule},
	{Text: "playersbalanceteams", Key: ClassRule},
	{Text: "friendlyfire", Key: ClassRule},
	{Text: "tournament", Key: ClassRule},
	{Text: "gamestyle", Key: ClassRule},
	{Text: "botskill", Key: ClassRule},
	{Text: "AdminEMail", Key: ClassRule},
	{Text: "AdminEmail", Key: ClassRule},
	{Text: "ignoring", Key: ClassEcho},
	{Text: "echo_replay", Key: ClassEcho},
	{Text: "echo_reply", Key: ClassEcho},
	{Text: "echo", Key: ClassEcho, Command: commandText},
	{Text: "secure", Key: ClassSecure, Command: commandText, seen: SeenSecure},
	{Text: "validate", Key: ClassValidate, seen: SeenValidate},
	{Text: "player", Indexed: ClassPlayer},
	{Text: "playername", Indexed: ClassPlayer},
	{Text: "score", Indexed: ClassScore},
	{Text: "frags", Indexed: ClassPlayerPart},
	{Text: "deaths", Indexed: ClassPlayerPart},
	{Text: "mesh", Indexed: ClassPlayerPart},
	{Text: "skin", Indexed: ClassPlayerPart},
	{Text: "face", Indexed: ClassPlayerPart},
	{Text: "ngsecret", Indexed: ClassPlayerPart},
	{Text: "kills", Indexed: ClassPlayerPart},
	{Text: "character", Indexed: ClassPlayerPart},
	{Text: "scored", Indexed: ClassPlayerPart},
	{Text: "carries", Indexed: ClassPlayerPart},
	{Text: "lives", Indexed: ClassPlayerPart},
	{Text: "playtime", Indexed: ClassPlayerPart},
	{Text: "bot", Indexed: ClassPlayerPart},
	{Text: "pid", Indexed: ClassPlayerPart},
	{Text: "auth", Indexed: ClassPlayerPart},
	{Text: "skill", Indexed: ClassPlayerPart},
	{Text: "keyhash", Indexed: ClassPlayerPart},
	{Text: "spectator", Indexed: ClassPlayerPart},
	{Text: "specping", Indexed: ClassPlayerPart},
	{Text: "phname", Indexed: ClassPlayerPart},
	{Text: "phash", Indexed: ClassPlayerPart},
	{Text: "phip", Indexed: ClassPlayerPart},
	{Text: "ping", Indexed: ClassPing},
	{Text: "team", Indexed: ClassTeam},
	{Text: "size", Indexed: ClassTeamPart},
	{Text: "teamname", Indexed: ClassTeamPart},
	{Text: "maplist", Indexed: ClassRule},
	{Text: "basic", Command: CommandPlain, seen: seenBasic},
	{Text: "info", Command: CommandPlain},
	{Text: "rules", Command: CommandPlain},
	{Text: "players", Command: CommandPlain},
	{Text: "status", Command: CommandPlain},
	{Text: "teams", Command: CommandPlain},
	{Text: "packets", Command: CommandPlain},
	{Text: "level_property", Command: CommandProperty},
	{Text: "game_property", Command: CommandProperty},
	{Text: "player_property", Command: CommandProperty},
	{Text: "ip", seen: SeenServer},
	{Text: "heartbeat", seen: SeenHeartbeat},
	{Text: "list", seen: SeenList},
}

// wordPlaces holds the place in words of each word, at its hash. No two words
// share one: wordFactor is chosen so, and a test finds another when it must.
var wordPlaces = func() (table [256]uint8) {
	for i := 1; i < len(words); i++ {
		w := &words[i]
		w.start = wordStart([]byte(w.Text))
		table[wordHash(w.start, len(w.Text), wordFactor)] = uint8(i)
	}
	return table
}()

const wordFactor = 0x170c713e412822d1

// wordStart returns the first eight bytes of t, zeros where it has fewer.
func wordStart(t []byte) uint64 {
	if cap(t) >= 8 {
		x := wire.LE64(t[:8])
		if len(t) < 8 {
			x &= 1<<(8*len(t)) - 1
		}
		return x
	}
	var x uint64
	for i, c := range t {
		x |= uint64(c) << (8 * i)
	}
	return x
}

// wordHash spreads texts by their length and beginning.
func wordHash(start uint64, n int, factor uint64) uint8 {
	return uint8((start + uint64(n)) * factor >> 56)
}

// findWord returns what is known about t, which is compared exactly.
func findWord(t []byte) *word {
	start := wordStart(t)
	w := &words[wordPlaces[wordHash(start, len(t), wordFactor)]]
	if w.start == start && len(w.Text) == len(t) && (len(t) <= 8 || w.Text[8:] == string(t[8:])) {
		return w
	}
	return &words[0]
}
