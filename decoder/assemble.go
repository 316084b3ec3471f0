package decoder

import (
	"slices"

	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// How protocols reassemble replies of several datagrams, nil for those whose
// datagrams are not numbered. These tables, like those of status, topics and
// requests, are separate from the table of protocols so that a program that
// only decodes does not link them.
var (
	JoinOf = [protocol.ProtocolCount]func(parts []*wire.Message){protocol.GameSpy3: gamespy3.Join} // looks at all parts together
	// wholeOf holds what puts together messages that were cut before they were
	// sent, anywhere, or encrypted, so that the parts say nothing by themselves.
	wholeOf = [protocol.ProtocolCount]func(parts, asked []*wire.Message) *wire.Message{protocol.A2S: a2s.Whole, protocol.GameSpyMaster: gamespymaster.Whole}
)

// A ReplySet is the datagrams of one answer.
type ReplySet struct {
	Protocol     protocol.ID
	Set          uint64
	Datagrams    []int // indexes in the list given to Assemble, in the order of the parts
	Duplicates   []int // indexes of duplicate datagrams; they are not in Datagrams
	Missing      []int // numbers of the parts that are missing, from 0
	Completeness wire.Completeness
	Whole        *wire.Message // what the datagrams are parts of, where they were cut anywhere, or have encrypted; nil for others, and while parts are missing
}

// Whole returns the message that parts, in their order, were cut from, or that
// they have encrypted; nil when they are messages by themselves, or not all
// there. asked are the requests that they may answer, in the order in which they
// were sent.
func Whole(parts []*wire.Message, asked ...*wire.Message) *wire.Message {
	if len(parts) > 0 {
		if whole := wholeOf[parts[0].Info.Protocol]; whole != nil {
			return whole(parts, asked)
		}
	}
	return nil
}

// Problems of replies in several datagrams. They are recorded with the last
// datagram of the reply, or the one in excess.
var (
	problemMissingFinal = wire.ProblemInfo{
		Code: "reply-missing-final", Severity: wire.SeverityNote,
		Message: "No datagram of this reply says that it is the last.",
		Advice:  "The last datagram is missing, or the server never sends the mark; what is here counts.",
		Story: "A UT99 server attaches \\final\\ to the player with the highest number. When its counters disagree, because someone is joining or only watches, " +
			"the mark never comes. A client can only wait a moment and then take what it has.",
		Source: "protocol/SPEC.md#replies-in-several-datagrams, protocol/gamespy1/SPEC.md#end-of-an-answer",
	}
	problemMissingPart = wire.ProblemInfo{
		Code: "reply-missing-part", Severity: wire.SeverityWarning,
		Message: "{a} of the {b} datagrams of this reply {a|is|are} missing.",
		Advice:  "{a|It was|They were} lost on the way or not copied; ask again, or look for them in the capture.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids",
	}
	problemDuplicatePart = wire.ProblemInfo{
		Code: "reply-duplicate-part", Severity: wire.SeverityNote,
		Message: "Part {a} of this reply was already received; this datagram repeats it.",
		Advice:  "It is shown and not counted again.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids",
	}
)

var problemStatusLimit = wire.ProblemInfo{
	Code: "status-limit", Severity: wire.SeverityNote,
	Message: "The status is that of the datagrams before this one.",
	Advice:  "This one and those after it are shown each by itself; give fewer datagrams at once to have them assembled.",
	Story: "Replies are assembled, and what they say together is gathered, when all of them are there. With very many datagrams the first ones, " +
		"some 16 MiB of them and their fields, are held back for that and the rest is shown as it comes, so that memory does not grow with their number.",
	Source: "protocol/SPEC.md#problems",
}

// OutsideStatus records with m that no status contains anything of m and of
// what follows it.
func OutsideStatus(m *wire.Message) { m.AddProblem(&problemStatusLimit, m.Payload, 0, 0, 0) }

// AssembleProblems are those that only show among several datagrams.
var AssembleProblems = []*wire.ProblemInfo{&problemMissingFinal, &problemMissingPart, &problemDuplicatePart, &problemOtherServer, &problemStatusLimit}

// Assemble determines which of ms belong together and in which order, whatever
// order they arrived in, and which are missing or duplicates. Datagrams of
// protocols without numbers keep their order, the same datagram twice counts
// once. Answers to challenges are checked, see [Challenges]. It adds problems
// to messages that are incomplete, once: a second call changes nothing.
func Assemble(ms []*wire.Message) []ReplySet {
	type set struct {
		protocol protocol.ID
		numbered bool
		number   uint64
	}
	var (
		replies []ReplySet
		last    set         // of the last reply that a datagram belongs to,
		at      = -1        // and its place in replies
		places  map[set]int // of all replies, once there are two
		parts   = make([]wire.Part, len(ms))
		asked   []*wire.Message // that replies may need to be read

		challenges backslash.Challenges
	)
	for i, m := range ms {
		if m == nil {
			continue
		}
		challenges.Check(m)
		if m.Info.Direction == wire.Request {
			if wholeOf[m.Info.Protocol] != nil {
				asked = append(asked, m)
			}
			continue
		}
		parts[i] = PartOf(m)
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
		replies[i].complete(ms, asked)
	}
	return replies
}

// order sorts the datagrams by their parts, and puts duplicates in a list of
// their own.
func (r *ReplySet) order(ms []*wire.Message, parts []wire.Part) {
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
			again = came.before(m.PayloadBytes())
		}
		if !again {
			first = append(first, i)
			continue
		}
		r.Duplicates = append(r.Duplicates, i)
		m.AddProblem(&problemDuplicatePart, m.Payload, 0, uint64(p.Index), 0)
	}
	r.Datagrams = first
	slices.SortStableFunc(r.Duplicates, func(a, b int) int { return a - b })
}

// A seen knows which payloads arrived before. Few, as most replies have, are
// compared with each other; many need a table.
type seen struct {
	few   [][]byte
	table map[string]bool // nil for few
}

// before reports whether b arrived before.
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

// complete determines what is missing, and lets the protocol look at the parts
// together.
func (r *ReplySet) complete(ms, asked []*wire.Message) {
	parts := make([]*wire.Message, len(r.Datagrams))
	for k, i := range r.Datagrams {
		parts[k] = ms[i]
	}
	if join := JoinOf[r.Protocol]; join != nil {
		join(parts)
	}
	r.Whole = Whole(parts, asked...)
	last := parts[len(parts)-1]
	p := PartOf(last)
	if !p.Numbered {
		return
	}
	next := 0
	for _, m := range parts {
		q := PartOf(m)
		for ; next < q.Index && next < wire.MaxParts; next++ {
			r.Missing = append(r.Missing, next)
		}
		next = q.Index + 1
	}
	if first := PartOf(parts[0]); first.Index < 0 {
		p.Last = p.Last || first.Last
	}
	switch {
	case len(r.Missing) > 0:
		r.Completeness = wire.Incomplete
		last.AddProblem(&problemMissingPart, len(last.Data), 0, uint64(len(r.Missing)), uint64(p.Index+1))
	case p.Last:
		r.Completeness = wire.Complete
		return
	}
	if !p.Last {
		r.Completeness = wire.Incomplete
		last.AddProblem(&problemMissingFinal, len(last.Data), 0, 0, 0)
	}
}
