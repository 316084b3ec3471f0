package decoder

// What tells that something was cut out of an answer, or put into it.

// maxReply is longer than any server's datagram: they fill 1400 bytes at most,
// and what is near the 4096 that the largest clients read is no game's.
const maxReply = 8192

// flaws are problems, besides errors, that a datagram only has when bytes of
// it are missing or are none of the server's.
var flaws = [...]*ProblemInfo{&problemRowsMissing, &problemInfoOpen, &problemSectionOpen, &problemUGPUnclear, &problemInfoNoTail, &problemQueryID}

// damaged reports whether bytes of m are missing or could not be read.
func damaged(m *Message) bool { return Flaw(m) != "" }

// Flaw says in one sentence what makes a reply unfit to be believed, "" for
// nothing: an error in its bytes, an end that comes too soon, or a length that
// no server sends.
func Flaw(m *Message) string {
	for i := range m.Problems {
		p := &m.Problems[i]
		if p.Info.Severity == SeverityError {
			return m.Message(p)
		}
		for _, f := range flaws {
			if p.Info == f {
				return m.Message(p)
			}
		}
	}
	p := m.payload()
	switch {
	case len(p) > maxReply:
		return "The datagram is longer than any server sends."
	case m.Info == &gamespy3DataReply && len(p) > 16 && p[len(p)-1] != 0:
		return "The datagram ends inside a text."
	case m.Protocol() == GameSpy1 && !m.Part().Numbered:
		return "The datagram has neither a query id nor the mark of the end."
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

// short reports whether a whole answer names fewer players than it counts.
// Some servers do so, and an answer that was cut between two tables looks
// the same.
func short(m *Message) bool {
	if m.Protocol() != GameSpy2 {
		return false
	}
	s := StatusOf(m)
	return s != nil && s.Players != nil && int64(len(s.PlayerList)) < *s.Players
}

// doubtful reports whether the parts of an answer, in order, look as if values
// were missing between them. Some servers send such answers.
func doubtful(parts []*Message) bool {
	if len(parts) == 0 {
		return false
	}
	if m := parts[0]; m.Protocol() == GameSpy1 && m.Find(gamespy1QueryID[0].Key, 0) < 0 {
		return true // an end without a number: the number may have been cut off
	}
	if parts[0].Info != &gamespy3DataReply {
		return false
	}
	for _, l := range []layout{gamespy3Players[:], gamespy3Teams[:]} {
		most, gap := uint64(0), false
		eachArray(parts, l, func(_ *Message, _ int, slots uint64) { most = max(most, slots) })
		eachArray(parts, l, func(_ *Message, _ int, slots uint64) { gap = gap || slots < most })
		if gap || slotsSkipped(parts, l) {
			return true
		}
	}
	return false
}

// slotsSkipped reports whether an array goes on in another datagram behind
// the slot where it stopped.
func slotsSkipped(parts []*Message, l layout) bool {
	for k := 1; k < len(parts); k++ {
		a, b := parts[k-1], parts[k]
		i, j := a.last(&l[arrayField]), b.first(&l[arrayField])
		if i < 0 || j < 0 || !a.sameKey(i, b, j) {
			continue
		}
		for n := j; n < b.Next(j); n++ {
			if f := &b.Fields[n]; f.Def == &l[arrayStart] && f.Value > a.slots(i, l) {
				return true
			}
		}
	}
	return false
}
