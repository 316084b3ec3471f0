package decoder

// Secure and validate: a master or a client sends a challenge, the game
// answers with it enciphered under a key that every copy of the game holds
// (protocols.md 5.4).

// maxChallenge is the longest challenge that Validate answers, in bytes.
// Masters send 6; nothing in the cipher depends on it.
const maxChallenge = 1024

// Validate returns the answer of the game with the given gamename ("ut") to a
// challenge. ok is false when the key of the game is not known, or the
// challenge is empty or longer than 1024 bytes. Source: protocols.md 5.4.
func Validate(challenge, game string) (answer string, ok bool) {
	key, ok := gameKey(game)
	if !ok || challenge == "" || len(challenge) > maxChallenge {
		return "", false
	}
	return string(appendValidate(nil, []byte(challenge), key)), true
}

// ValidateKey returns the answer to challenge under key: the challenge
// enciphered, padded with zero bytes to a multiple of 3, and written in
// base-64 without '='. Six bytes give eight characters. An empty key gives nil.
func ValidateKey(challenge, key []byte) []byte { return appendValidate(nil, challenge, string(key)) }

func appendValidate(dst, challenge []byte, key string) []byte {
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
	var out [3]byte
	n := 0
	a = 0
	b := byte(0)
	for _, c := range challenge {
		a += c + 1
		x := s[a]
		b += x
		y := s[b]
		s[b], s[a] = x, y
		out[n] = c ^ s[x+y]
		if n++; n == 3 {
			dst = appendBase64(dst, out)
			n = 0
		}
	}
	if n > 0 {
		for ; n < 3; n++ {
			out[n] = 0
		}
		dst = appendBase64(dst, out)
	}
	return dst
}

const base64Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func appendBase64(dst []byte, b [3]byte) []byte {
	v := uint(b[0])<<16 | uint(b[1])<<8 | uint(b[2])
	return append(dst, base64Alphabet[v>>18], base64Alphabet[v>>12&63], base64Alphabet[v>>6&63], base64Alphabet[v&63])
}

// A gameEntry is a game of the GameSpy family with its key.
type gameEntry struct{ game, key, title string }

// games lists the games whose key is known, in order of gamename. All but
// those in otherEngines run on the Unreal engine.
var games = [...]gameEntry{
	{"armygame", "g3sR2b", "America's Army"},
	{"deusex", "Av3M99", "Deus Ex"},
	{"devastation", "b6Eo3S", "Devastation"},
	{"hx", "5YKJVt", "HX, a Deus Ex mod"},
	{"kiss", "9tFALe", "Kiss: Psycho Circus"},
	{"mobileforces", "g3H6eR", "Mobile Forces"},
	{"nerfarena", "zEh7ir", "Nerf Arena Blast"},
	{"pariahpc", "D3Kcm4", "Pariah"},
	{"postal2", "yw3R9c", "Postal 2"},
	{"ravenshield", "csFbq9", "Rainbow Six 3: Raven Shield"},
	{"redorchestra", "6md8c4", "Red Orchestra"},
	{"rune", "BnA4a3", "Rune"},
	{"swrcommando", "y2s8Fh", "Republic Commando"},
	{"tacticalops", "uMctFb", "Tactical Ops"},
	{"unreal", "DAncRK", "Unreal"},
	{"unreal2", "Yel30yU", "Unreal II"},
	{"ut", "Z5Nfb0", "Unreal Tournament"},
	{"ut2", "Lw7x0R", "Unreal Tournament 2003"},
	{"ut2004", "y5rP9m", "Unreal Tournament 2004"},
	{"ut2004d", "y5rP9m", "Unreal Tournament 2004 demo"},
	{"ut2d", "y5e8Q3", "Unreal Tournament 2003 demo"},
	{"ut3", "UebAWH", "Unreal Tournament 3"},
	{"ut3demo", "KTiJdD", "Unreal Tournament 3 demo"},
	{"ut3pc", "nT2Mtz", "Unreal Tournament 3"},
	{"utdc", "KbAgl4", "Unreal Tournament on Dreamcast"},
	{"wot", "RSSSpA", "Wheel of Time"},
}

// gameIndex returns the place of a game in games, or -1.
func gameIndex[T []byte | string](game T) int {
	for i := range games {
		if equalFold(games[i].game, game) {
			return i
		}
	}
	return -1
}

func gameKey(game string) (string, bool) {
	if i := gameIndex(game); i >= 0 {
		return games[i].key, true
	}
	return "", false
}

// wookie is the challenge that Epic's master always sent (protocols.md 5.3).
const wookie = "wookie"

// wookieAnswers holds the answer of each game to wookie, in the order of games.
var wookieAnswers = func() (a [len(games)][8]byte) {
	for i := range games {
		copy(a[i][:], appendValidate(nil, []byte(wookie), games[i].key))
	}
	return a
}()

// validateSymbols say which game's answer a text is: its Field.Value is the
// place in games plus 1, 0 for none.
var validateSymbols = Symbols{Loose: true, List: func() []Symbol {
	list := make([]Symbol, len(games))
	for i := range games {
		list[i] = Symbol{uint64(i + 1), "the answer of " + games[i].game, games[i].title}
	}
	return list
}()}

// explainChallenge says what Unreal Tournament answers to a challenge; the
// other games' answers are not listed, there are too many of them.
func explainChallenge(challenge string) string {
	if answer, ok := Validate(challenge, "ut"); ok && len(challenge) <= 64 {
		return "ut answers " + answer
	}
	return ""
}

// Problems of challenges and answers.
var (
	problemValidateBackslash = ProblemInfo{
		Code: "validate-backslash", Severity: SeverityWarning,
		Message: "The answer {text} holds a backslash, which can never occur in one.",
		Advice:  "A slash was meant: the answer is base-64, and a backslash would end the value. Read so here.",
		Story: "The answer to a challenge is computed and written in base-64, whose alphabet has a slash and no backslash. " +
			"The answer of Unreal Tournament to Epic's challenge wookie is 2/TYFMRc; a description of the protocol prints it as 2\\TYFMRc and takes it for a name of the game.",
		Source: "protocols.md 12, ut99-query.txt 2; protocols.md 5.4",
	}
	problemValidateWrong = ProblemInfo{
		Code: "validate-wrong", Severity: SeverityWarning,
		Message: "{text} is not the answer that the game's key gives to this challenge.",
		Advice:  "A master that checks answers turns this one down; Epic's never checked.",
		Story:   "Challenge, game name and the game's key are known here, so the answer was computed and compared.",
		Source:  "protocols.md 5.4",
	}
)

// maxValidates bounds the answers that are computed for one datagram.
const maxValidates = 4

// validate reads the value of the key validate: an answer to a challenge. It
// finds out whose answer it is when the challenge stands in the same text, or
// is Epic's, and reads a backslash in it as the slash that was meant.
func (s *pairs) validate(d *FieldDef) {
	r := s.r
	from := r.pos + 1
	end := token(r.data, from, r.end)
	var buf [16]byte
	answer := append(buf[:0], r.data[from:min(end, from+12)]...)
	printed := end
	for printed < r.end && len(answer) < 8 {
		next := token(r.data, printed+1, r.end)
		if next == r.end || len(answer)+1+next-printed-1 > 8 || string(r.data[printed+1:next]) == "final" || string(r.data[printed+1:next]) == "queryid" {
			break
		}
		answer = append(append(answer, '/'), r.data[printed+1:next]...)
		printed = next
	}
	if len(answer) != 8 {
		printed = end
		answer = append(buf[:0], r.data[from:min(end, from+12)]...)
	}
	f := s.text(d, printed)
	if printed > end {
		f.Marks |= MarkAmbiguous
		s.after = MarkAmbiguous
		r.problem(&problemValidateBackslash, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
	if s.validates++; s.validates > maxValidates {
		return
	}
	if s.challenge == nil {
		f.Value = whoseAnswer(answer)
		return
	}
	if len(s.challenge) > 6 {
		return // no master sends more
	}
	var out [8]byte
	named := gameIndex(s.gamename)
	for i := range games {
		if string(appendValidate(out[:0], s.challenge, games[i].key)) == string(answer) && (f.Value == 0 || i == named) {
			f.Value = uint64(i + 1)
		}
	}
	if named >= 0 && f.Value != uint64(named+1) {
		r.problem(&problemValidateWrong, int(f.Offset)+1, int(f.Length)-1, 0, 0)
	}
}

// whoseAnswer returns the place plus 1 of the game whose answer to wookie b is, 0 for none.
func whoseAnswer(b []byte) uint64 {
	for i := range wookieAnswers {
		if string(wookieAnswers[i][:]) == string(b) {
			return uint64(i + 1)
		}
	}
	return 0
}
