package decoder

// Secure and validate: a master or a client sends a challenge, the game
// answers with it enciphered under a key that every copy of the game holds
// (protocol/gamespy1/SPEC.md#secure-and-validate).

// maxChallenge is the longest challenge that Validate answers, in bytes.
// Masters send 6; nothing in the cipher depends on it.
const maxChallenge = 1024

// Validate returns the answer of the game with the given gamename ("ut") to a
// challenge. ok is false when the key of the game is not known, or the
// challenge is empty or longer than 1024 bytes. Source: protocol/gamespy1/SPEC.md#secure-and-validate.
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
type gameEntry struct {
	game, key, title string
	wookie           string // the answer to Epic's constant challenge
}

// games lists the games whose key is known, in order of gamename. All but
// those in otherEngines run on the Unreal engine.
var games = [...]gameEntry{
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

// wookie is the challenge that Epic's master always sent (protocol/unrealmaster/SPEC.md#text-masters).
const wookie = "wookie"

// validateSymbols say which game's answer a text is: its Field.Value is the
// place in games plus 1, 0 for none.
var validateSymbols = Symbols{Loose: true, List: []Symbol{
	{1, "the answer of armygame", "America's Army"},
	{2, "the answer of deusex", "Deus Ex"},
	{3, "the answer of devastation", "Devastation"},
	{4, "the answer of hx", "HX, a Deus Ex mod"},
	{5, "the answer of kiss", "Kiss: Psycho Circus"},
	{6, "the answer of mobileforces", "Mobile Forces"},
	{7, "the answer of nerfarena", "Nerf Arena Blast"},
	{8, "the answer of pariahpc", "Pariah"},
	{9, "the answer of postal2", "Postal 2"},
	{10, "the answer of ravenshield", "Rainbow Six 3: Raven Shield"},
	{11, "the answer of redorchestra", "Red Orchestra"},
	{12, "the answer of rune", "Rune"},
	{13, "the answer of swrcommando", "Republic Commando"},
	{14, "the answer of tacticalops", "Tactical Ops"},
	{15, "the answer of unreal", "Unreal"},
	{16, "the answer of unreal2", "Unreal II"},
	{17, "the answer of ut", "Unreal Tournament"},
	{18, "the answer of ut2", "Unreal Tournament 2003"},
	{19, "the answer of ut2004", "Unreal Tournament 2004"},
	{20, "the answer of ut2004d", "Unreal Tournament 2004 demo"},
	{21, "the answer of ut2d", "Unreal Tournament 2003 demo"},
	{22, "the answer of ut3", "Unreal Tournament 3"},
	{23, "the answer of ut3demo", "Unreal Tournament 3 demo"},
	{24, "the answer of ut3pc", "Unreal Tournament 3"},
	{25, "the answer of utdc", "Unreal Tournament on Dreamcast"},
	{26, "the answer of wot", "Wheel of Time"},
}}

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
		Source: "protocol/gamespy1/SPEC.md#errors-in-descriptions, protocol/gamespy1/SPEC.md#secure-and-validate",
	}
	problemValidateWrong = ProblemInfo{
		Code: "validate-wrong", Severity: SeverityWarning,
		Message: "{text} is not the answer that {a|the game's key gives|the key of any known game gives} to the challenge.",
		Advice:  "A master that checks answers turns this one down; Epic's never checked.",
		Story: "The challenge and the game's key are known here, so the answer was computed and compared. The challenge is in the same text, " +
			"or it is the last one that was sent the other way before: in a paste, or between the same addresses and ports of a capture. " +
			"Where neither of the two names the game, the answer of any game whose key is known counts as right.",
		Source: "protocol/gamespy1/SPEC.md#secure-and-validate",
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
	answer := catBytes(buf[:0], r.data[from:min(end, from+12)])
	printed := end
	for printed < r.end && len(answer) < 8 {
		next := token(r.data, printed+1, r.end)
		if next == r.end || len(answer)+1+next-printed-1 > 8 || string(r.data[printed+1:next]) == "final" || string(r.data[printed+1:next]) == "queryid" {
			break
		}
		answer = catBytes(append(answer, '/'), r.data[printed+1:next])
		printed = next
	}
	if len(answer) != 8 {
		printed = end
		answer = catBytes(buf[:0], r.data[from:min(end, from+12)])
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
	var wrong bool
	named := namedGame(s.gamename)
	if f.Value, wrong = judgeAnswer(s.challenge, r.data[f.Offset+1:f.End()], named); wrong {
		r.problem(&problemValidateWrong, int(f.Offset)+1, int(f.Length)-1, named.count(), 0)
	}
}

// A gameNamed is the game that a text names: a place in games, or one of these.
type gameNamed int8

const (
	gameUnknown gameNamed = -1 // one whose key is not known
	gameNone    gameNamed = -2 // the text has no gamename
)

func namedGame(gamename []byte) gameNamed {
	if gamename == nil {
		return gameNone
	}
	return gameNamed(gameIndex(gamename))
}

// count is 1 when a game is named, for the words of a problem.
func (g gameNamed) count() uint64 {
	if g >= 0 {
		return 1
	}
	return 0
}

// maxJudged is the longest challenge whose answers are checked. Masters send 6
// bytes; each answer is computed for every game.
const maxJudged = 64

// judgeAnswer returns the place plus 1 of the game whose answer to challenge
// this is, 0 for none. wrong says that it is not the answer of the game that is
// named, or of any when none is; of a game without a known key nobody can tell.
func judgeAnswer(challenge, answer []byte, named gameNamed) (game uint64, wrong bool) {
	var wrapped, out [(maxJudged + 2) / 3 * 4]byte
	challenge, answer = challenge[:textEnd(challenge)], answer[:textEnd(answer)]
	if len(challenge) == 0 || len(challenge) > maxJudged {
		return 0, false
	}
	if len(answer) <= len(wrapped) { // a longer one is wrong as it is
		answer = wrapped[:copy(wrapped[:], answer)]
		for i, c := range answer {
			if c == '\\' { // see problemValidateBackslash
				answer[i] = '/'
			}
		}
	}
	if len(answer) == (len(challenge)+2)/3*4 {
		for i := range games {
			if string(appendValidate(out[:0], challenge, games[i].key)) == string(answer) && (game == 0 || i == int(named)) {
				game = uint64(i + 1)
			}
		}
	}
	return game, game == 0 && named == gameNone || named >= 0 && game != uint64(named)+1
}

func textEnd(b []byte) int {
	n, _ := trimBreak(b, 0, len(b))
	return n
}

// Challenges checks the answers in messages against the challenges in those
// before them, in memory that does not grow with their number. The zero value
// has seen none. A challenge and an answer in the same text are checked when it
// is decoded.
type Challenges struct {
	list []challenge
	next int // the place of the oldest, once all are taken
}

// maxChallenges bounds the pairs of addresses whose last challenge is known.
const maxChallenges = 256

// ends are the addresses and ports of a message, zero without a frame: a paste
// of payloads is taken for one conversation.
type ends struct {
	from, to         Addr
	fromPort, toPort uint16
}

// A challenge is what the answer to it is checked by.
type challenge struct {
	ends
	text [maxJudged]byte
	size uint8 // 0 for one that is too long
	game gameNamed
}

// Check looks for an answer and for a challenge in m. It says in the value of an
// answer which game's it is, and records with m when it is wrong, which it
// reports. A second call with the same messages changes nothing.
func (c *Challenges) Check(m *Message) (wrong bool) {
	switch p := m.Info.Protocol; {
	case p == GameSpy1 && m.Info.Direction == Reply && contents(m.standing.subjects)&hasValidate == 0, m.Frame.Quoted:
		return false
	case p != GameSpy1 && p != UnrealHeartbeat && p != UnrealMaster:
		return false
	}
	var (
		answers          [maxValidates]int
		n                int
		secure, gamename []byte
	)
	for i := 1; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch {
		case f.Def == &gamespy1Validate:
			if n < maxValidates {
				answers[n] = i
				n++
			}
		case f.Def.Role != RoleValue || m.Fields[i-1].Def.Role != RoleKey || m.Fields[i-1].Length < 7 || m.Fields[i-1].Length > 9:
		case m.pairText(i-1) == "secure":
			secure = m.Data[f.Offset+uint32(f.Lead) : f.End()]
		case m.pairText(i-1) == "gamename":
			gamename = m.Data[f.Offset+uint32(f.Lead) : f.End()]
		}
	}
	named := namedGame(gamename)
	h := &m.Frame
	if secure != nil {
		x := challenge{ends: ends{h.Src, h.Dst, h.SrcPort, h.DstPort}, game: named}
		if secure = secure[:textEnd(secure)]; len(secure) <= maxJudged {
			x.size = uint8(copy(x.text[:], secure))
		}
		c.add(&x)
		return false
	}
	if n == 0 {
		return false
	}
	x := c.find(&ends{h.Dst, h.Src, h.DstPort, h.SrcPort})
	if x == nil || x.size == 0 {
		return false
	}
	if named == gameNone {
		named = x.game
	}
	for _, i := range answers[:n] {
		f := &m.Fields[i]
		game, not := judgeAnswer(x.text[:x.size], m.Bytes(i)[1:], named)
		if f.Value = game; not {
			m.addProblem(&problemValidateWrong, int(f.Offset)+1, int(f.Length)-1, named.count(), 0)
			wrong = true
		}
	}
	return wrong
}

// add makes x the last challenge between its ends.
func (c *Challenges) add(x *challenge) {
	switch old := c.find(&x.ends); {
	case old != nil:
		*old = *x
	case len(c.list) < maxChallenges:
		c.list = append(c.list, *x)
	default:
		c.list[c.next] = *x
		c.next = (c.next + 1) % maxChallenges
	}
}

func (c *Challenges) find(e *ends) *challenge {
	for i := range c.list {
		if x := &c.list[i]; x.ends == *e {
			return x
		}
	}
	return nil
}

// whoseAnswer returns the place plus 1 of the game whose answer to wookie b is, 0 for none.
func whoseAnswer(b []byte) uint64 {
	for i := range games {
		if games[i].wookie == string(b) {
			return uint64(i + 1)
		}
	}
	return 0
}
