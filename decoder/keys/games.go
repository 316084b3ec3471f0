package keys

import (
	"encoding/base64"

	"fragscope/decoder/wire"
)

// Validate returns the answer of the game with the given gamename ("ut") to a
// challenge. ok is false when the key of the game is not known, or the
// challenge is empty or longer than 1024 bytes. Source: protocol/gamespy1/SPEC.md#secure-and-validate.
func Validate(challenge, game string) (answer string, ok bool) {
	key, ok := KeyOf(game)
	if !ok || challenge == "" || len(challenge) > MaxChallenge {
		return "", false
	}
	return string(AppendValidate(nil, []byte(challenge), key)), true
}

// AppendValidate appends the answer to a challenge under a key: the challenge
// enciphered, padded with zero bytes to a multiple of 3, and written in base-64
// without '='. Six bytes give eight characters. An empty key gives nothing.
func AppendValidate(dst, challenge []byte, key string) []byte {
	if len(key) == 0 {
		return dst
	}
	var s [256]byte
	for i := range s {
		s[i] = byte(i)
	}
	a := byte(0)
	for i := range s {
		a += s[i] + key[i%len(key)]
		s[i], s[a] = s[a], s[i]
	}
	out := make([]byte, (len(challenge)+2)/3*3)
	a = 0
	b := byte(0)
	for i, c := range challenge {
		a += c + 1
		x := s[a]
		b += x
		y := s[b]
		s[b], s[a] = x, y
		out[i] = c ^ s[x+y]
	}
	return base64.StdEncoding.AppendEncode(dst, out)
}

// A gameEntry is a game of the GameSpy family with its key.
type gameEntry struct {
	Game, Key, Title string
	EpicAnswer       string // the answer to Epic's constant challenge
}

// List lists the games whose key is known, in order of gamename. All but
// those in otherEngines run on the Unreal engine.
var List = [...]gameEntry{
	{"armygame", "g3sR2b", "America's Army", "aw21kAeo"},
	{"deusex", "Av3M99", "Deus Ex", "m8y914Sj"},
	{"devastation", "b6Eo3S", "Devastation", "ZcDv6m99"},
	{"hx", "5YKJVt", "HX, a Deus Ex mod", "jLvOrjKQ"},
	{"kiss", "9tFALe", "Kiss: Psycho Circus", "/cs+JHIo"},
	{"mobileforces", "g3H6eR", "Mobile Forces", "NKwixKGn"},
	{"nerfarena", "zEh7ir", "Nerf Arena Blast", "5AiD57Hv"},
	{"pariahpc", "D3Kcm4", "Pariah", "hreCbwp9"},
	{"postal2", "yw3R9c", "Postal 2", "DpVuZE8c"},
	{"ravenshield", "csFbq9", "Rainbow Six 3: Raven Shield", "veHFp7aW"},
	{"redorchestra", "6md8c4", "Red Orchestra", "QHH2Ch+6"},
	{"rune", "BnA4a3", "Rune", "a4N/WaDl"},
	{"swrcommando", "y2s8Fh", "Republic Commando", "ZqT1mFX+"},
	{"tacticalops", "uMctFb", "Tactical Ops", "ZKZHWJ8d"},
	{"unreal", "DAncRK", "Unreal", "OIOqJdfv"},
	{"unreal2", "Yel30yU", "Unreal II", "XejqygA5"},
	{"ut", "Z5Nfb0", "Unreal Tournament", "2/TYFMRc"},
	{"ut2", "Lw7x0R", "Unreal Tournament 2003", "ho4Ek2Hg"},
	{"ut2004", "y5rP9m", "Unreal Tournament 2004", "4tDmrgfa"},
	{"ut2004d", "y5rP9m", "Unreal Tournament 2004 demo", "4tDmrgfa"},
	{"ut2d", "y5e8Q3", "Unreal Tournament 2003 demo", "q4ym0tgh"},
	{"ut3", "UebAWH", "Unreal Tournament 3", "J4kUtHjy"},
	{"ut3demo", "KTiJdD", "Unreal Tournament 3 demo", "iwCBr4sc"},
	{"ut3pc", "nT2Mtz", "Unreal Tournament 3", "XsUerQqo"},
	{"utdc", "KbAgl4", "Unreal Tournament on Dreamcast", "An6zgIoe"},
	{"wot", "RSSSpA", "Wheel of Time", "+OciVjih"},
}

// GameIndex returns the place of a game in games, or -1.
func GameIndex[T []byte | string](game T) int {
	for i := range List {
		if wire.EqualFold(List[i].Game, game) {
			return i
		}
	}
	return -1
}

// titles are the games as values of the key gamename.
func titles() []wire.KeyValue {
	list := make([]wire.KeyValue, len(List))
	for i := range List {
		list[i] = wire.KeyValue{Text: List[i].Game, Name: List[i].Title}
	}
	return list
}

// KeyOf returns the key of the game with the given gamename.
func KeyOf(game string) (string, bool) {
	if i := GameIndex(game); i >= 0 {
		return List[i].Key, true
	}
	return "", false
}

// EpicChallenge is the challenge that Epic's master always sent (protocol/unrealmaster/SPEC.md#text-masters).
const EpicChallenge = "wookie"

// ValidateSymbols say which game's answer a text is: its Field.Value is the
// place in games plus 1, 0 for none.
var ValidateSymbols = wire.Symbols{Loose: true}

func init() {
	for i := range List {
		g := &List[i]
		ValidateSymbols.List = append(ValidateSymbols.List, wire.Symbol{Value: uint64(i + 1), Name: "the answer of " + g.Game,
			Doc: g.Title})
	}
}

// explainChallenge says what Unreal Tournament answers to a challenge; the
// other games' answers are not listed, there are too many of them.
func explainChallenge(challenge string) string {
	if answer, ok := Validate(challenge, "ut"); ok && len(challenge) <= 64 {
		return "ut answers " + answer
	}
	return ""
}

// MaxChallenge is the longest challenge that Validate answers, in bytes.
// Masters send 6; nothing in the cipher depends on it.
const MaxChallenge = 1024
