package decoder

import "slices"

// Completeness says whether every part of a reply is there.
type Completeness uint8

// The states of completeness. Unreal2 replies have neither numbers nor an end
// marker, so nobody can tell (protocol/unreal2/SPEC.md#rules-reply).
const (
	CompletenessUnknown Completeness = iota
	Incomplete
	Complete
)

// A Part says where a datagram stands in a reply of several.
type Part struct {
	Set      uint64 // the same for all parts of a reply: a query number, an echoed id
	Index    int    // from 0; -1 for a part that stands outside the numbers
	Last     bool   // the reply ends with this part
	Numbered bool   // Index is known
}

// What protocols know about replies of several datagrams, nil for those whose
// datagrams are not numbered. These tables, like those of status, topics and
// requests, stand apart from the table of protocols so that a program that
// only decodes is not made to carry them.
var (
	partOf = [protocolCount]func(m *Message) Part{GameSpy1: gamespy1Part, GameSpy3: gamespy3Part}
	joinOf = [protocolCount]func(parts []*Message){GameSpy3: gamespy3Join} // looks at all parts together
)

// Part returns where m stands in its reply.
func (m *Message) Part() Part {
	if part := partOf[m.Info.Protocol]; part != nil && m.Info.Direction == Reply {
		return part(m)
	}
	return Part{}
}

// A ReplySet is what belongs together among datagrams: the parts of one answer.
type ReplySet struct {
	Protocol     Protocol
	Set          uint64
	Datagrams    []int // places in the list given to Assemble, in the order of the parts
	Duplicates   []int // places of datagrams that came again; they are not in Datagrams
	Missing      []int // numbers of the parts that are missing, from 0
	Completeness Completeness
}

// Problems of replies in several datagrams. They are recorded with the last
// datagram of the reply, or the one that is too many.
var (
	problemMissingFinal = ProblemInfo{
		Code: "reply-missing-final", Severity: SeverityNote,
		Message: "No datagram of this reply says that it is the last.",
		Advice:  "The last datagram is missing, or the server never sends the mark; what is here counts.",
		Story: "A UT99 server attaches \\final\\ to the player with the highest number. When its counters disagree, because someone is joining or only watches, " +
			"the mark never comes. A client can only wait a moment and then take what it has.",
		Source: "wire/SPEC.md#replies-in-several-datagrams, protocol/gamespy1/SPEC.md#end-of-an-answer",
	}
	problemMissingPart = ProblemInfo{
		Code: "reply-missing-part", Severity: SeverityWarning,
		Message: "{a} of the {b} datagrams of this reply {a|is|are} missing.",
		Advice:  "{a|It was|They were} lost on the way or not copied; ask again, or look for them in the capture.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids",
	}
	problemDuplicatePart = ProblemInfo{
		Code: "reply-duplicate-part", Severity: SeverityNote,
		Message: "Part {a} of this reply came already; this datagram repeats it.",
		Advice:  "It is shown and not counted again.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids",
	}
)

var problemStatusLimit = ProblemInfo{
	Code: "status-limit", Severity: SeverityNote,
	Message: "The status is that of the datagrams before this one.",
	Advice:  "This one and those after it are shown each by itself; give fewer datagrams at once to have them assembled.",
	Story: "Replies are assembled, and what they say together is gathered, when all of them are there. With very many datagrams the first ones, " +
		"some 16 MiB of them and their fields, are held back for that and the rest is shown as it comes, so that memory does not grow with their number.",
}

// OutsideStatus records with m that no status has anything of m and of what
// follows it.
func (m *Message) OutsideStatus() { m.addProblem(&problemStatusLimit, m.Payload, 0, 0, 0) }

var assembleProblems = []*ProblemInfo{&problemMissingFinal, &problemMissingPart, &problemDuplicatePart, &problemStatusLimit}

// Assemble finds out which of ms belong together and in which order, whatever
// order they came in, and which are missing or came twice. Datagrams of
// protocols without numbers keep their order, the same datagram twice counts
// once. Answers to challenges are checked, see [Challenges]. It adds problems to
// the messages that it finds wanting, once: call it a second time and they stay
// as they are.
func Assemble(ms []*Message) []ReplySet {
	type set struct {
		protocol Protocol
		numbered bool
		number   uint64
	}
	var (
		replies []ReplySet
		last    set         // of the last reply that a datagram belongs to,
		at      = -1        // and its place in replies
		places  map[set]int // of all replies, once there are two
		parts   = make([]Part, len(ms))

		challenges Challenges
	)
	for i, m := range ms {
		if m == nil {
			continue
		}
		challenges.Check(m)
		if m.Info.Direction == Request {
			continue
		}
		parts[i] = m.Part()
		s := set{m.Info.Protocol, parts[i].Numbered, parts[i].Set}
		if at < 0 || s != last {
			if at >= 0 && places == nil {
				places = map[set]int{last: at}
			}
			known := false
			if at, known = places[s]; !known {
				at = len(replies)
				replies = append(replies, ReplySet{Protocol: s.protocol, Set: s.number})
				if places != nil {
					places[s] = at
				}
			}
			last = s
		}
		replies[at].Datagrams = append(replies[at].Datagrams, i)
	}
	for i := range replies {
		replies[i].order(ms, parts)
		replies[i].complete(ms)
	}
	return replies
}

// order puts the datagrams in the order of their parts, and those that came
// again in a list of their own.
func (r *ReplySet) order(ms []*Message, parts []Part) {
	var came seen
	if parts[r.Datagrams[0]].Numbered {
		slices.SortStableFunc(r.Datagrams, func(a, b int) int { return parts[a].Index - parts[b].Index })
	} else if len(r.Datagrams) > 16 {
		came.table = make(map[string]bool, len(r.Datagrams))
	}
	first := r.Datagrams[:0]
	for _, i := range r.Datagrams {
		p, m := parts[i], ms[i]
		again := false
		if p.Numbered {
			again = len(first) > 0 && parts[first[len(first)-1]].Index == p.Index
		} else {
			again = came.before(m.payload())
		}
		if !again {
			first = append(first, i)
			continue
		}
		r.Duplicates = append(r.Duplicates, i)
		m.addProblem(&problemDuplicatePart, m.Payload, 0, uint64(p.Index), 0)
	}
	r.Datagrams = first
	slices.SortStableFunc(r.Duplicates, func(a, b int) int { return a - b })
}

// A seen knows which bytes came before. Few, as most replies have, are compared
// with each other; many need a table.
type seen struct {
	few   [][]byte
	table map[string]bool // nil for few
}

// before reports whether b came before.
func (s *seen) before(b []byte) bool {
	if s.table != nil {
		if s.table[string(b)] {
			return true
		}
		s.table[string(b)] = true
		return false
	}
	for _, c := range s.few {
		if string(b) == string(c) {
			return true
		}
	}
	s.few = append(s.few, b)
	return false
}

// complete finds out what is missing, and lets the protocol look at the parts together.
func (r *ReplySet) complete(ms []*Message) {
	parts := make([]*Message, len(r.Datagrams))
	for k, i := range r.Datagrams {
		parts[k] = ms[i]
	}
	if join := joinOf[r.Protocol]; join != nil {
		join(parts)
	}
	last := parts[len(parts)-1]
	p := last.Part()
	if !p.Numbered {
		return
	}
	next := 0
	for _, m := range parts {
		q := m.Part()
		for ; next < q.Index && next < maxParts; next++ {
			r.Missing = append(r.Missing, next)
		}
		next = q.Index + 1
	}
	if first := parts[0].Part(); first.Index < 0 {
		p.Last = p.Last || first.Last
	}
	switch {
	case len(r.Missing) > 0:
		r.Completeness = Incomplete
		last.addProblem(&problemMissingPart, len(last.Data), 0, uint64(len(r.Missing)), uint64(p.Index+1))
	case p.Last:
		r.Completeness = Complete
		return
	}
	if !p.Last {
		r.Completeness = Incomplete
		last.addProblem(&problemMissingFinal, len(last.Data), 0, 0, 0)
	}
}

// maxParts bounds the list of missing parts: a hostile number may say
// anything, and no real reply has more than 128 datagrams.
const maxParts = 256

// addProblem records a problem that only shows among several datagrams.
func (m *Message) addProblem(info *ProblemInfo, offset, length int, a, b uint64) {
	p := Problem{Info: info, Offset: uint32(offset), Length: uint32(length), A: a, B: b}
	for _, q := range m.Problems {
		if q == p {
			return
		}
	}
	m.Problems = append(m.Problems, p)
}
