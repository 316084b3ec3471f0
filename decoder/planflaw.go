package decoder

// What tells that something was cut out of an answer, or put into it.

// maxReply is longer than any server's datagram: they fill 1400 bytes at most,
// and what is near the 4096 that the largest clients read is no game's.
const maxReply = 8192

// A check knows the signs that bytes of a reply are missing, besides its
// problems.
type check struct {
	flaw     func(m *Message) string     // a sentence, "" for nothing; nil when there is no such sign
	short    func(m *Message) bool       // a whole answer names fewer players than it counts; some servers do so, and an answer that was cut between two tables looks the same
	doubtful func(parts []*Message) bool // the parts of an answer, in order, look as if values were missing between them; some servers send such answers
}

// checks holds those of each protocol.
var checks = [protocolCount]check{
	GameSpy1: {flaw: gamespy1Flaw, doubtful: gamespy1Doubtful}, GameSpy2: {short: gamespy2Short}, GameSpy3: {flaw: gamespy3Flaw, doubtful: gamespy3Doubtful},
}

// damaged reports whether bytes of m are missing or could not be read.
func damaged(m *Message) bool { return Flaw(m) != "" }

// Flaw says in one sentence what makes a reply unfit to be believed, "" for
// nothing: an error in its bytes, an end that comes too soon, or a length that
// no server sends.
func Flaw(m *Message) string {
	for i := range m.Problems {
		p := &m.Problems[i]
		if p.Info.Severity == SeverityError || p.Info.Damage {
			return m.Message(p)
		}
	}
	if len(m.payload()) > maxReply {
		return "The datagram is longer than any server sends."
	}
	if flaw := checks[m.Protocol()].flaw; flaw != nil {
		return flaw(m)
	}
	return ""
}

// firstFlaw returns what is wrong with the first damaged one.
func firstFlaw(ms []*Message) string {
	for _, m := range ms {
		if f := Flaw(m); f != "" {
			return f
		}
	}
	return ""
}

func anyDamaged(ms []*Message) bool {
	for _, m := range ms {
		if damaged(m) {
			return true
		}
	}
	return false
}

// short and doubtful ask the protocol of an answer.
func short(m *Message) bool {
	short := checks[m.Protocol()].short
	return short != nil && short(m)
}

func doubtful(parts []*Message) bool {
	if len(parts) == 0 {
		return false
	}
	doubtful := checks[parts[0].Protocol()].doubtful
	return doubtful != nil && doubtful(parts)
}
