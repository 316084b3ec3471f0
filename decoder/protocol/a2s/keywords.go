package a2s

import (
	"bytes"

	"fragscope/decoder/wire"
)

// Keywords: words that each game fills in its own way.

// A vocabulary is the keywords of a game, or of several.
type vocabulary struct {
	folders []string // of the info reply, in any case
	apps    []uint32 // whole app IDs
	words   wire.KeySet
	// glued are the words that a value follows without a gap, each with what
	// the value consists of: digits (#), hexadecimal digits (%), one letter (?) or
	// anything (*).
	glued []string
}

// wordsValve is the vocabulary of every game that has none of its own.
const wordsValve = 0

var vocabularies = [...]*vocabulary{
	wordsValve: {},
	{folders: []string{"rust"}, apps: []uint32{252490}, glued: []string{"mp#", "cp#", "qp#", "v#", "h%", "born#", "gm*"}},
	{folders: []string{"dayz"}, apps: []uint32{221100}, glued: []string{"lqs#", "etm#", "entm#", "shard*", "port#"}},
	{folders: []string{"arma3"}, apps: []uint32{107410}, glued: []string{
		"r#", "n#", "i#", "e#", "j#", "k#", "f#", "s#", "g#", "h%", "b?", "m?", "l?", "v?", "d?", "p?", "t*", "o*", "c*",
	}},
	{folders: []string{"garrysmod"}, apps: []uint32{4000}},
	{folders: []string{"valheim"}, apps: []uint32{892970}},
	{folders: []string{"zomboid"}, apps: []uint32{108600}},
	{folders: []string{"space engineers"}, apps: []uint32{244850}, glued: []string{"groupId*", "version#", "datahash*",
		"mods#", "gamemode*", "view#"}},
	{folders: []string{"aceofspades"}, apps: []uint32{224540}, glued: []string{"v#"}},
	{folders: []string{"insurgency"}, apps: []uint32{222880}},
}

// The same in each vocabulary.
var (
	yesOrNo  = []wire.KeyValue{{Text: "t", Name: "yes"}, {Text: "f", Name: "no"}}
	unrealOf = []wire.KeyInfo{
		{Key: "owningid", Name: "SteamID of the owner", Doc: "Unreal Engine (ARK, Conan Exiles, Squad)."},
		{Key: "owningname", Name: "name of the owner", Doc: "Unreal Engine: its SteamID again."},
		{Key: "numopenpubconn", Name: "free slots", Doc: "Unreal Engine."},
		{Key: "numopenprivconn", Name: "free reserved slots", Doc: "Unreal Engine."},
		{Key: "numpubconn", Name: "slots", Doc: "Unreal Engine."},
		{Key: "numprivconn", Name: "reserved slots", Doc: "Unreal Engine."},
		{Key: "p2paddr", Name: "SteamID to connect to", Doc: "Unreal Engine."},
		{Key: "p2pport", Name: "game port", Doc: "Unreal Engine."},
		{Key: "sessionflags", Name: "settings of the session, as bits", Doc: "Unreal Engine."},
	}
)

// vocabularyWords are the words of each vocabulary, in the order of vocabularies.
var vocabularyWords = [...][]wire.KeyInfo{
	append([]wire.KeyInfo{ // sv_tags
		{Key: "alltalk", Name: "voice for all teams"},
		{Key: "birthday", Name: "birthday mode"},
		{Key: "bots", Name: "bots play"},
		{Key: "fadetoblack", Name: "the screen of dead players is black"},
		{Key: "friendlyfire", Name: "friendly fire"},
		{Key: "gravity", Name: "gravity is not 800"},
		{Key: "highlander", Name: "one player of each class"},
		{Key: "increased_maxplayers", Name: "more than 24 slots"},
		{Key: "nocrits", Name: "no critical hits"},
		{Key: "nodmgspread", Name: "damage is not random"},
		{Key: "norespawntime", Name: "no wait before respawn"},
		{Key: "respawntimes", Name: "other wait before respawn"},
		{Key: "secure", Name: "secured by VAC"},
		{Key: "suddendeath", Name: "sudden death"},
	}, unrealOf...),
	{
		{Key: "mp", Name: "max players", Role: wire.RoleMaxPlayers,
			Doc: "Rust: the whole number, of which the field has the low byte."},
		{Key: "cp", Name: "players", Role: wire.RolePlayers, Doc: "Rust: the whole number; it may be older than the field."},
		{Key: "qp", Name: "players in the queue", Doc: "Rust."},
		{Key: "v", Name: "network version", Doc: "Rust."},
		{Key: "h", Name: "hash of the game's files", Doc: "Rust; hexadecimal."},
		{Key: "born", Name: "time of the last wipe", Unit: wire.UnitUnixTime, Doc: "Rust: seconds since 1970."},
		{Key: "gm", Name: "game mode", Doc: "Rust."},
		{Key: "oxide", Name: "plugins by Oxide", Doc: "Rust."},
		{Key: "carbon", Name: "plugins by Carbon", Doc: "Rust."},
		{Key: "modded", Name: "changed by plugins", Doc: "Rust."},
		{Key: "vanilla", Name: "not changed by plugins", Doc: "Rust."},
		{Key: "weekly", Name: "wiped every week", Doc: "Rust."},
		{Key: "biweekly", Name: "wiped every two weeks", Doc: "Rust."},
		{Key: "monthly", Name: "wiped every month", Doc: "Rust."},
		{Key: "pve", Name: "players cannot harm each other", Doc: "Rust."},
	},
	{
		{Key: "battleye", Name: "BattlEye", Doc: "DayZ."},
		{Key: "external", Name: "not of the publisher", Doc: "DayZ."},
		{Key: "privhive", Name: "keeps its own characters", Doc: "DayZ."},
		{Key: "shard", Name: "shard: servers that share characters", Doc: "DayZ."},
		{Key: "port", Name: "port", Doc: "DayZ."},
		{Key: "mod", Name: "has mods", Doc: "DayZ."},
		{Key: "allowedfilepatching", Name: "clients may have changed files", Doc: "DayZ."},
		{Key: "lqs", Name: "players in the queue", Doc: "DayZ."},
		{Key: "etm", Name: "acceleration of the day", Doc: "DayZ: how many times as fast as real time."},
		{Key: "entm", Name: "acceleration of the night", Doc: "DayZ: times that of the day."},
		{Key: "no3rd", Name: "first person only", Doc: "DayZ."},
		{Key: "isdlc", Name: "needs a DLC", Doc: "DayZ."},
	},
	{
		{Key: "b", Name: "BattlEye", Values: yesOrNo, Doc: "Arma 3."},
		{Key: "r", Name: "required version", Doc: "Arma 3: 206 is 2.06."},
		{Key: "n", Name: "required build", Doc: "Arma 3."},
		{Key: "s", Name: "state of the server", Symbols: &armaStates, Doc: "Arma 3."},
		{Key: "i", Name: "difficulty", Symbols: &armaDifficulties, Doc: "Arma 3."},
		{Key: "m", Name: "mods of clients must be equal", Values: yesOrNo, Doc: "Arma 3."},
		{Key: "l", Name: "locked", Values: yesOrNo, Doc: "Arma 3."},
		{Key: "v", Name: "signatures are verified", Values: yesOrNo, Doc: "Arma 3."},
		{Key: "d", Name: "dedicated", Values: yesOrNo, Doc: "Arma 3."},
		{Key: "t", Name: "game type", Doc: "Arma 3."},
		{Key: "g", Name: "language", Doc: "Arma 3: Windows' number of it."},
		{Key: "h", Name: "hash of the required mods", Doc: "Arma 3; hexadecimal."},
		{Key: "o", Name: "country", Doc: "Arma 3."},
		{Key: "c", Name: "longitude and latitude", Doc: "Arma 3: -2147483648 where they are unknown."},
		{Key: "f", Name: "file patching", Symbols: &armaPatching, Doc: "Arma 3."},
		{Key: "p", Name: "platform", Values: []wire.KeyValue{{Text: "w", Name: "Windows"}, {Text: "l", Name: "Linux"}},
			Doc: "Arma 3."},
		{Key: "e", Name: "minutes left", Doc: "Arma 3."},
		{Key: "j", Name: "first parameter of the mission", Doc: "Arma 3."},
		{Key: "k", Name: "second parameter of the mission", Doc: "Arma 3."},
	},
	{
		{Key: "gm", Name: "game mode", Doc: "Garry's Mod: the folder of it."},
		{Key: "gmc", Name: "category of the game mode", Doc: "Garry's Mod.", Values: []wire.KeyValue{
			{Text: "rp", Name: "roleplay"}, {Text: "pvp", Name: "player versus player"},
			{Text: "pve", Name: "player versus environment"}, {Text: "other", Name: "other"},
		}},
		{Key: "gmws", Name: "Workshop ID of the game mode", Doc: "Garry's Mod."},
		{Key: "loc", Name: "country", Doc: "Garry's Mod."},
		{Key: "ver", Name: "version", Doc: "Garry's Mod: year, month and day."},
	},
	{
		{Key: "g", Name: "version of the game", Role: wire.RoleVersion, Doc: "Valheim: its info reply has 1.0.0.0 always."},
		{Key: "n", Name: "network version", Doc: "Valheim."},
		{Key: "m", Name: "modifiers of the world", Doc: "Valheim."},
	},
	{
		{Key: "version", Name: "version of the game", Role: wire.RoleVersion,
			Doc: "Project Zomboid: its info reply has 1.0.0.0 always."},
		{Key: "modded", Name: "has mods", Doc: "Project Zomboid."},
		{Key: "pvp", Name: "players can harm each other", Doc: "Project Zomboid."},
		{Key: "open", Name: "open to everybody", Doc: "Project Zomboid."},
		{Key: "hidden", Name: "hidden from the list", Doc: "Project Zomboid."},
	},
	{
		{Key: "groupid", Name: "group on Steam whose members may join, 0 for everybody", Doc: "Space Engineers."},
		{Key: "version", Name: "version of the game", Doc: "Space Engineers: 1202119 is 1.202.119."},
		{Key: "datahash", Name: "hash of the game's data", Doc: "Space Engineers: base64."},
		{Key: "mods", Name: "number of mods", Doc: "Space Engineers."},
		{Key: "gamemode", Name: "game mode: C creative, or S survival with multipliers of inventory, assembler, refinery " +
			"and more", Doc: "Space Engineers."},
		{Key: "view", Name: "view distance in metres", Doc: "Space Engineers."},
	},
	{
		{Key: "v", Name: "version", Doc: "Ace of Spades."},
		{Key: "playlist", Name: "playlist", Doc: "Ace of Spades."},
		{Key: "mode", Name: "game mode", Doc: "Ace of Spades."},
	},
	{
		{Key: "coop", Name: "cooperative", Doc: "Insurgency."},
		{Key: "g", Name: "game mode", Doc: "Insurgency."},
		{Key: "p", Name: "playlist", Doc: "Insurgency."},
		{Key: "pure", Name: "files of clients are checked", Doc: "Insurgency."},
		{Key: "t", Name: "theater: the set of weapons and classes", Doc: "Insurgency."},
		{Key: "theater", Name: "theater: the set of weapons and classes", Doc: "Insurgency."},
		{Key: "ver", Name: "version", Doc: "Insurgency."},
	},
}

var (
	armaStates = wire.Symbols{
		Names: "none;selecting mission;editing mission;assigning roles;sending mission;loading " +
			"game;briefing;playing;debriefing;mission aborted"}
	armaDifficulties = wire.Symbols{Names: "recruit;regular;veteran;custom"}
	armaPatching     = wire.Symbols{Names: "not allowed;headless clients only;allowed"}
)

// wordSets are the key sets of vocabularies, as a definition wants them.
var wordSets = func() []*wire.KeySet {
	sets := make([]*wire.KeySet, len(vocabularies))
	for i, v := range vocabularies {
		v.words.Hold(vocabularyWords[i])
		sets[i] = &v.words
	}
	return sets
}()

// vocabularyOf returns whose keywords a reply has: the folder of the game says
// it, or else its app ID.
func vocabularyOf(folder []byte, app uint64) int {
	for i, v := range vocabularies {
		for _, f := range v.folders {
			if wire.EqualFold(f, folder) {
				return i
			}
		}
	}
	for i, v := range vocabularies {
		for _, a := range v.apps {
			if uint64(a) == app {
				return i
			}
		}
	}
	return wordsValve
}

// separator returns what keywords have between them.
func separator(b []byte) byte {
	if n := bytes.IndexAny(b, ",;"); n >= 0 {
		return b[n]
	}
	return ' '
}

// readKeywords reads words up to the NUL that ends the last. app is the game's
// number where it is known before, extra the flags that say whether it follows.
func readKeywords(r *wire.Reader, folder []byte, app, extra uint64) {
	end, _ := wire.ScanPlain(r.Data[:r.End], r.Pos, 0)
	v := vocabularyOf(folder, app)
	if id := r.Data[min(end+1, r.End):r.End]; extra&hasGameID != 0 && len(id) >= 4 {
		if by := vocabularyOf(folder, uint64(wire.LE32(id)&0xffffff)); by != v {
			v = by
			r.Flags |= wire.FlagAmbiguous // what decides may be cut off
		}
	}
	between := separator(r.Data[r.Pos:end])
	g := r.Begin(&keywords[wordsGroup], 0)
	for i, more := 0, true; more; i++ {
		stop := r.Pos + until(r.Data[r.Pos:end], between)
		readWord(r, i, stop, v)
		more = stop < end
	}
	r.Done(g)
	r.Flags &^= wire.FlagAmbiguous
}

// readWord reads a keyword of vocabulary v that ends at stop, with the separator
// or NUL there.
func readWord(r *wire.Reader, n, stop, v int) {
	b := r.Data[r.Pos:stop]
	trail := 1
	if stop == r.End { // no NUL
		r.Problem(&wire.ProblemCut, r.Pos, len(b), uint64(len(b)+1), uint64(len(b)))
		if trail = 0; len(b) == 0 {
			r.Stopped = true
			return // cut before its first byte
		}
	}
	marks := r.Flags
	if bytes.IndexByte(b, ' ') >= 0 {
		r.Flags |= wire.FlagAmbiguous // cut before the first comma, these would be words
	}
	g := r.Begin(&keywords[wordGroup], n)
	size, lead := vocabularies[v].split(b)
	d := &keywords[wordKey]
	if clock(b) {
		d = &keywords[wordTime]
	}
	if size == len(b) { // a word that is cut may be whole: what follows would tell
		f := r.Add(d, wire.KindText, size+trail, uint64(v+1))
		f.Trail = uint8(trail)
		r.CheckText(f)
	} else {
		key := r.Add(d, wire.KindText, size, uint64(v+1))
		r.CheckText(key)
		for end := size; end <= size+lead; end++ {
			if n, _ := vocabularies[v].split(b[:end]); n != size {
				key.Flags |= wire.FlagAmbiguous // cut here, it would be divided elsewhere
			}
		}
		f := r.Add(&keywords[wordValue], wire.KindText, len(b)-size+trail, 0)
		if f.Lead, f.Trail = uint8(lead), uint8(trail); trail == 0 {
			f.Flags |= wire.FlagCut | wire.FlagOpen
		}
		r.CheckText(f)
	}
	r.Done(g)
	r.Flags, r.Stopped = marks, trail == 0
}

// clock reports whether b is a time of day, such as 13:38.
func clock(b []byte) bool {
	return len(b) == 5 && b[2] == ':' && consists(b[:2], '#') && consists(b[3:], '#')
}

// split returns the length of the word at the start of a keyword, before its
// value, and what is between the two: mp100, P2PPORT:7777, playlist=8.
func (v *vocabulary) split(b []byte) (size, lead int) {
	if v.words.Find(b) != nil {
		return len(b), 0
	}
	for _, g := range v.glued {
		n := len(g) - 1
		if len(b) > n && wire.EqualFold(b[:n], g[:n]) && consists(b[n:], g[n]) {
			return n, 0
		}
	}
	for n, c := range b {
		if n > 0 && (c == ':' || c == '=') && wire.Letter(b[0]) {
			return n, 1
		}
		if !wire.Alphanumeric(c) && c != '_' {
			break
		}
	}
	return len(b), 0
}

// consists reports whether a value has the form that glued words give.
func consists(b []byte, form byte) bool {
	for _, c := range b {
		if form == '#' && (c < '0' || c > '9') && c != '.' && c != '-' || form == '%' && wire.HexDigit(int(c)) < 0 {
			return false
		}
	}
	return form != '?' || len(b) == 1
}

// until returns the offset of the first c in b, or its length.
func until(b []byte, c byte) int {
	if n := bytes.IndexByte(b, c); n >= 0 {
		return n
	}
	return len(b)
}
