package backslash

import "fragscope/decoder/wire"

// The words of backslash text. One search answers what a word is as the key of
// a reply, before the number of a player, as a request, and to a master: four
// switches over their texts take a browser longer to load, and a reply with
// hundreds of keys longer to read.

// A word is a text that means something as a key or a command.
type word struct {
	Text    string
	Key     KeyClass // as the key of a reply
	Indexed KeyClass // before _N
	Command Command  // as the item of a request
	seen    seenKeys // in what masters, clients and servers exchange
	start   uint64   // the first eight letters
}

// known holds the words by their meaning, with spaces between.
var known = [...]struct {
	word
	texts string
}{
	{word{Key: ClassFinal, seen: SeenFinal}, "final"},
	{word{Key: ClassQueryID, seen: seenQueryID}, "queryid"},
	{word{Key: ClassGame, seen: SeenGame}, "gamename"},
	{word{Key: ClassShared}, "gamever minnetver mingamever gamesubver location"},
	{word{Key: ClassName}, "hostname maptitle"},
	{word{Key: ClassInfo}, "mapname gametype gamemode worldlog wantworldlog mapfilename"},
	{word{Key: ClassPort}, "hostport queryport"},
	{word{Key: ClassCount}, "numplayers maxplayers"},
	{word{Key: ClassAdmin}, "AdminName"},
	{word{Key: ClassRule}, "mutators listenserver password timelimit fraglimit goalteamscore minplayers changelevels " +
		"maxteams balanceteams " +
		"playersbalanceteams friendlyfire tournament gamestyle botskill AdminEMail AdminEmail"},
	{word{Key: ClassEcho}, "ignoring echo_replay echo_reply"},
	{word{Key: ClassEcho, Command: commandText}, "echo"},
	{word{Key: ClassSecure, Command: commandText, seen: SeenSecure}, "secure"},
	{word{Key: ClassValidate, seen: SeenValidate}, "validate"},
	{word{Indexed: ClassPlayer}, "player playername"},
	{word{Indexed: ClassScore}, "score"},
	{word{Indexed: ClassPlayerPart},
		"frags deaths mesh skin face ngsecret kills character scored carries lives playtime bot pid auth skill keyhash " +
			"spectator " +
			"specping phname phash phip"},
	{word{Indexed: ClassPing}, "ping"},
	{word{Indexed: ClassTeam}, "team"},
	{word{Indexed: ClassTeamPart}, "size teamname"},
	{word{Indexed: ClassRule}, "maplist"},
	{word{Command: CommandPlain, seen: seenBasic}, "basic"},
	{word{Command: CommandPlain}, "info rules players status teams packets"},
	{word{Command: CommandProperty}, "level_property game_property player_property"},
	{word{seen: SeenServer}, "ip"},
	{word{seen: SeenHeartbeat}, "heartbeat"},
	{word{seen: SeenList}, "list"},
}

var (
	words      [88]word   // the first is every other text
	wordPlaces [256]uint8 // the place in words of each, at its hash
)

func init() {
	n := 0
	for i := range known {
		for texts := known[i].texts; texts != ""; {
			end := 0
			for end < len(texts) && texts[end] != ' ' {
				end++
			}
			n++
			w := &words[n]
			*w = known[i].word
			w.Text, w.start = texts[:end], wordStart([]byte(texts[:end]))
			wordPlaces[wordHash(w.start, end, wordFactor)] = uint8(n)
			texts = texts[min(end+1, len(texts)):]
		}
	}
}

// wordFactor is chosen so that no two words share a hash. A test finds another when it must.
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
