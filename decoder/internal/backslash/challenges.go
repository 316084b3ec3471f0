package backslash

import (
	"net/netip"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Secure and validate: a master or a client sends a challenge, the game answers
// with it encrypted under a key that every copy of the game contains
// (protocol/gamespy1/SPEC.md#secure-and-validate).

// A gameNamed is the game that a text names: an index in games, or one of
// these.
type gameNamed int8

const (
	gameUnknown gameNamed = -1 // one whose key is not known
	gameNone    gameNamed = -2 // the text has no gamename
)

func namedGame(gamename []byte) gameNamed {
	if gamename == nil {
		return gameNone
	}
	return gameNamed(keys.GameIndex(gamename))
}

// count is 1 when a game is named, for the words of a problem.
func (g gameNamed) count() uint64 {
	if g >= 0 {
		return 1
	}
	return 0
}

// MaxJudged is the longest challenge whose answers are checked. Masters send 6
// bytes; each answer is computed for every game.
const MaxJudged = 64

// judgeAnswer returns the index plus 1 of the game whose answer to challenge
// this is, 0 for none. wrong says that it is not the answer of the game that is
// named, or of any when none is; for a game without a known key this cannot be
// decided.
func judgeAnswer(challenge, answer []byte, named gameNamed) (game uint64, wrong bool) {
	var wrapped, out [(MaxJudged + 2) / 3 * 4]byte
	challenge, answer = challenge[:textEnd(challenge)], answer[:textEnd(answer)]
	if len(challenge) == 0 || len(challenge) > MaxJudged {
		return 0, false
	}
	if len(answer) <= len(wrapped) { // a longer one is wrong as it is
		answer = wrapped[:copy(wrapped[:], answer)]
		for i, c := range answer {
			if c == '\\' { // see ProblemValidateBackslash
				answer[i] = '/'
			}
		}
	}
	if len(answer) == (len(challenge)+2)/3*4 {
		for i := range keys.List {
			if string(keys.AppendValidate(out[:0], challenge, keys.List[i].Key)) == string(answer) &&
				(game == 0 || i == int(named)) {
				game = uint64(i + 1)
			}
		}
	}
	return game, game == 0 && named == gameNone || named >= 0 && game != uint64(named)+1
}

func textEnd(b []byte) int {
	n, _ := TrimBreak(b, 0, len(b))
	return n
}

// Challenges checks the answers in messages against the challenges in those
// before them, in memory that does not grow with their number. The zero value
// has seen none. A challenge and an answer in the same text are checked when it
// is decoded.
type Challenges struct {
	List []challenge
	next int // the place of the oldest, once all are taken
}

// MaxChallenges bounds the pairs of addresses whose last challenge is kept.
const MaxChallenges = 256

// ends are the addresses and ports of a message, zero without a frame: a paste
// of payloads is taken for one session.
type ends struct {
	from, to         netip.Addr
	fromPort, toPort uint16
}

// A challenge is what the answer to it is checked by.
type challenge struct {
	ends
	text [MaxJudged]byte
	size uint8 // 0 for one that is too long
	game gameNamed
}

// Check looks for an answer and for a challenge in m. Where it finds an answer
// to a challenge that came before, it returns a copy of m in which the value of
// the answer is the game that it belongs to, and which has a problem if the
// answer is wrong; otherwise m.
func (c *Challenges) Check(m *wire.Message) (checked *wire.Message, wrong bool) {
	if m == nil {
		return nil, false
	}
	r := wire.Revise([]*wire.Message{m})
	wrong = c.Revise(r, 0)
	return r.Messages[0], wrong
}

// Revise is Check for message i of r.
func (c *Challenges) Revise(r *wire.Revision, i int) (wrong bool) {
	m := r.Messages[i]
	switch p := m.Info.Protocol(); {
	case p == "gamespy1" && m.Info.Direction == wire.Reply && Contents(m.Reply.Subjects)&HasValidate == 0,
		m.Frame.Quoted:
		return false
	case p != "gamespy1" && p != "unreal-heartbeat" && p != "unreal-master":
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
		case f.Def == &Validate:
			if n < maxValidates {
				answers[n] = i
				n++
			}
		case f.Def.Role != wire.RoleValue || m.Fields[i-1].Def.Role != wire.RoleKey || m.Fields[i-1].Length < 7 ||
			m.Fields[i-1].Length > 9:
		case PairText(nil, m, i-1) == "secure":
			secure = m.Data[f.Offset+uint32(f.Lead) : f.End()]
		case PairText(nil, m, i-1) == "gamename":
			gamename = m.Data[f.Offset+uint32(f.Lead) : f.End()]
		}
	}
	named := namedGame(gamename)
	h := &m.Frame
	if secure != nil {
		x := challenge{ends: ends{h.Src, h.Dst, h.SrcPort, h.DstPort}, game: named}
		if secure = secure[:textEnd(secure)]; len(secure) <= MaxJudged {
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
	for _, k := range answers[:n] {
		f := &m.Fields[k]
		game, not := judgeAnswer(x.text[:x.size], m.Bytes(k)[1:], named)
		if f.Value != game {
			r.Fields(i)[k].Value = game
		}
		if not {
			r.AddProblem(i, &ProblemValidateWrong, int(f.Offset)+1, int(f.Length)-1, named.count(), 0)
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
	case len(c.List) < MaxChallenges:
		c.List = append(c.List, *x)
	default:
		c.List[c.next] = *x
		c.next = (c.next + 1) % MaxChallenges
	}
}

func (c *Challenges) find(e *ends) *challenge {
	for i := range c.List {
		if x := &c.List[i]; x.ends == *e {
			return x
		}
	}
	return nil
}
