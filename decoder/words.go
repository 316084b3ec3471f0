package decoder

// The words of backslash text. One search answers what a word is as the key
// of a reply, in front of the number of a player, as a request, and to a
// master: four switches over their texts take a browser longer to load, and a
// reply with hundreds of keys longer to read.

// A word is a text that means something as a key or a command.
type word struct {
	text    string
	key     keyClass // as the key of a reply
	indexed keyClass // in front of _N
	command command  // as the item of a request
	seen    seenKeys // in what masters, clients and servers say to each other
	start   uint64   // the first eight letters, which wordPlaces fills in
}

// words holds what is known; the first stands for every other text.
var words = [...]word{
	{},
	{text: "final", key: classFinal, seen: seenFinal},
	{text: "queryid", key: classQueryID, seen: seenQueryID},
	{text: "gamename", key: classGame, seen: seenGame},
	{text: "gamever", key: classShared},
	{text: "minnetver", key: classShared},
	{text: "mingamever", key: classShared},
	{text: "gamesubver", key: classShared},
	{text: "location", key: classShared},
	{text: "hostname", key: className},
	{text: "maptitle", key: className},
	{text: "mapname", key: classInfo},
	{text: "gametype", key: classInfo},
	{text: "gamemode", key: classInfo},
	{text: "worldlog", key: classInfo},
	{text: "wantworldlog", key: classInfo},
	{text: "mapfilename", key: classInfo},
	{text: "hostport", key: classPort},
	{text: "queryport", key: classPort},
	{text: "numplayers", key: classCount},
	{text: "maxplayers", key: classCount},
	{text: "AdminName", key: classAdmin},
	{text: "mutators", key: classRule},
	{text: "listenserver", key: classRule},
	{text: "password", key: classRule},
	{text: "timelimit", key: classRule},
	{text: "fraglimit", key: classRule},
	{text: "goalteamscore", key: classRule},
	{text: "minplayers", key: classRule},
	{text: "changelevels", key: classRule},
	{text: "maxteams", key: classRule},
	{text: "balanceteams", key: classRule},
	{text: "playersbalanceteams", key: classRule},
	{text: "friendlyfire", key: classRule},
	{text: "tournament", key: classRule},
	{text: "gamestyle", key: classRule},
	{text: "botskill", key: classRule},
	{text: "AdminEMail", key: classRule},
	{text: "AdminEmail", key: classRule},
	{text: "ignoring", key: classEcho},
	{text: "echo_replay", key: classEcho},
	{text: "echo_reply", key: classEcho},
	{text: "echo", key: classEcho, command: commandText},
	{text: "secure", key: classSecure, command: commandText, seen: seenSecure},
	{text: "validate", key: classValidate, seen: seenValidate},
	{text: "player", indexed: classPlayer},
	{text: "playername", indexed: classPlayer},
	{text: "score", indexed: classScore},
	{text: "frags", indexed: classPlayerPart},
	{text: "deaths", indexed: classPlayerPart},
	{text: "mesh", indexed: classPlayerPart},
	{text: "skin", indexed: classPlayerPart},
	{text: "face", indexed: classPlayerPart},
	{text: "ngsecret", indexed: classPlayerPart},
	{text: "kills", indexed: classPlayerPart},
	{text: "character", indexed: classPlayerPart},
	{text: "scored", indexed: classPlayerPart},
	{text: "carries", indexed: classPlayerPart},
	{text: "lives", indexed: classPlayerPart},
	{text: "playtime", indexed: classPlayerPart},
	{text: "bot", indexed: classPlayerPart},
	{text: "pid", indexed: classPlayerPart},
	{text: "auth", indexed: classPlayerPart},
	{text: "skill", indexed: classPlayerPart},
	{text: "keyhash", indexed: classPlayerPart},
	{text: "spectator", indexed: classPlayerPart},
	{text: "specping", indexed: classPlayerPart},
	{text: "phname", indexed: classPlayerPart},
	{text: "phash", indexed: classPlayerPart},
	{text: "phip", indexed: classPlayerPart},
	{text: "ping", indexed: classPing},
	{text: "team", indexed: classTeam},
	{text: "size", indexed: classTeamPart},
	{text: "teamname", indexed: classTeamPart},
	{text: "maplist", indexed: classRule},
	{text: "basic", command: commandPlain, seen: seenBasic},
	{text: "info", command: commandPlain},
	{text: "rules", command: commandPlain},
	{text: "players", command: commandPlain},
	{text: "status", command: commandPlain},
	{text: "teams", command: commandPlain},
	{text: "packets", command: commandPlain},
	{text: "level_property", command: commandProperty},
	{text: "game_property", command: commandProperty},
	{text: "player_property", command: commandProperty},
	{text: "ip", seen: seenServer},
	{text: "heartbeat", seen: seenHeartbeat},
	{text: "list", seen: seenList},
}

// wordPlaces holds the place in words of each word, at its hash or soon
// behind; 0 ends a search.
var wordPlaces = func() (table [256]uint8) {
	for i := 1; i < len(words); i++ {
		w := &words[i]
		w.start = wordStart([]byte(w.text))
		h := wordHash(w.start, len(w.text))
		for table[h] != 0 {
			h++
		}
		table[h] = uint8(i)
	}
	return table
}()

// wordStart returns the first eight bytes of t, zeros where it has fewer.
func wordStart(t []byte) uint64 {
	if cap(t) >= 8 {
		x := le64(t[:8])
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
func wordHash(start uint64, n int) uint8 {
	return uint8((start*0x9e3779b97f4a7c15)>>56) + uint8(n)
}

// findWord returns what is known about t, which is compared exactly.
//
//go:noinline
func findWord(t []byte) *word {
	n := len(t)
	if n == 0 {
		return &words[0]
	}
	start := wordStart(t)
	for h := wordHash(start, n); ; h++ {
		w := &words[wordPlaces[h]]
		if w.text == "" || w.start == start && len(w.text) == n && (n <= 8 || w.text[8:] == string(t[8:])) {
			return w
		}
	}
}
