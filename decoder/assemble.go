package decoder

import (
	"math/bits"
	"slices"

	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// A ReplySet is the datagrams of one reply.
type ReplySet struct {
	Protocol  wire.ProtocolID
	Set       uint64
	Datagrams []int // indexes in the list given to Assemble, in the order of the parts
	// those of Datagrams; one of which the other parts, or its request, show more is a copy that says so
	Messages     []*wire.Message
	Duplicates   []int // indexes of duplicate datagrams; they are not in Datagrams
	Missing      []int // numbers of the parts that are missing, from 0
	Completeness wire.Completeness
	// what the datagrams are parts of, where they were cut anywhere, or have encrypted; nil for others, and while parts
	// are missing
	Whole *wire.Message

	repeated map[int]int // where a datagram came last, by its index in Datagrams' list; nil where none came twice
}

// Join returns parts, in their order, as one reply. asked are the requests that
// they may answer, in the order in which they were sent.
func Join(parts []*wire.Message, asked ...*wire.Message) ReplySet {
	var set ReplySet
	for i, m := range parts {
		if m != nil {
			set.Datagrams, set.Protocol = append(set.Datagrams, i), m.Info.Protocol()
		}
	}
	asked = slices.DeleteFunc(slices.Clone(asked), func(m *wire.Message) bool { return m == nil })
	if len(set.Datagrams) > 0 {
		r := wire.Revise(parts)
		set.join(r, asked)
		set.keep(r)
	}
	return set
}

// join lets the protocol look at the parts together.
func (s *ReplySet) join(r *wire.Revision, asked []*wire.Message) {
	p := r.Messages[s.Datagrams[0]].Info.Descriptor()
	if p.Merge != nil {
		p.Merge(r, s.Datagrams, asked)
	}
	if p.Reassemble != nil {
		s.Whole = p.Reassemble(r, s.Datagrams, asked)
	}
}

// keep takes the messages as r has them.
func (s *ReplySet) keep(r *wire.Revision) {
	s.Messages = make([]*wire.Message, len(s.Datagrams))
	for k, i := range s.Datagrams {
		s.Messages[k] = r.Messages[i]
	}
}

// Problems of replies in several datagrams. They are recorded with the last
// datagram of the reply, or the one in excess.
var (
	problemMissingFinal = wire.ProblemInfo{Code: "reply-missing-final", Severity: wire.SeverityNote,
		Message: "No datagram of this reply says that it is the last.",
		Advice:  "The last datagram is missing, or the server never sends the mark; what is here counts.",
		Story: "A UT99 server attaches \\final\\ to the player with the highest number. When its counters disagree, " +
			"because someone is joining or only watches, the mark never comes. A client can only wait a moment and " +
			"then take what it has.",
		Source: "protocol/SPEC.md#replies-in-several-datagrams, protocol/gamespy1/SPEC.md#end-of-an-answer"}
	problemMissingPart = wire.ProblemInfo{Code: "reply-missing-part", Severity: wire.SeverityWarning,
		Message: "{a} of the {b} datagrams of this reply {a|is|are} missing.",
		Advice:  "{a|It was|They were} lost on the way or not copied; ask again, or look for them in the capture.",
		Source:  "protocol/gamespy1/SPEC.md#query-ids"}
	problemDuplicatePart = wire.ProblemInfo{Code: "reply-duplicate-part", Severity: wire.SeverityNote,
		Message: "Part {a} of this reply was already received; this datagram repeats it.",
		Advice:  "It is shown and not counted again.", Source: "protocol/gamespy1/SPEC.md#query-ids"}
)

var problemStatusLimit = wire.ProblemInfo{Code: "status-limit", Severity: wire.SeverityNote,
	Message: "The status is that of the datagrams before this one.",
	Advice: "This one and those after it are shown each by itself; give fewer datagrams at once to have them " +
		"assembled.",
	Story: "Replies are assembled, and what they say together is gathered, when all of them are there. With very " +
		"many datagrams the first ones, some 16 MiB of them and their fields, are held back for that and the rest is " +
		"shown as it comes, so that memory does not grow with their number.", Source: "protocol/SPEC.md#problems"}

// OutsideStatus returns m with a problem that says that no status contains
// anything of m and of what follows it.
func OutsideStatus(m *wire.Message) *wire.Message {
	if m == nil {
		return nil
	}
	return m.WithProblem(&problemStatusLimit, m.Payload, 0, 0, 0)
}

// AssembleProblems are those that only show among several datagrams.
var AssembleProblems = []*wire.ProblemInfo{&problemMissingFinal, &problemMissingPart, &problemDuplicatePart,
	&problemStatusLimit}

// Assemble determines which of ms, the datagrams of one server, belong together
// and in which order, whatever order they arrived in, and which are missing or
// duplicates. A datagram that repeats a part of a reply with other content, or
// most of the rows of a list, begins a new reply. The messages stay as they are.
func Assemble(ms []*wire.Message) []ReplySet {
	r := wire.Revise(ms)
	return assemble(r, placesOf(ms))
}

// placesOf returns the indexes of ms.
func placesOf(ms []*wire.Message) []int {
	list := make([]int, len(ms))
	for i := range list {
		list[i] = i
	}
	return list
}

// assemble is Assemble for the messages of r with the indexes in list. Answers
// to challenges are checked, see [Challenges].
func assemble(r *wire.Revision, list []int) []ReplySet {
	var (
		replies    []ReplySet
		all        = map[seriesKey]*series{}
		asked      []*wire.Message // that replies may need to be read
		challenges backslash.Challenges
	)
	for _, i := range list {
		m := r.Messages[i]
		if m == nil {
			continue
		}
		challenges.Revise(r, i)
		if m.Info.Direction == wire.Request {
			asked = append(asked, m)
			continue
		}
		part := m.Part()
		key := seriesKey{protocol: m.Info.Protocol(), set: part.Set, numbered: part.Numbered}
		topic := m.MatchKey()
		if !part.Numbered && bits.OnesCount32(topic.Subjects) == 1 {
			key.info = m.Info
		}
		s := all[key]
		if s == nil {
			s = &series{alone: !part.Numbered && topic.SingleDatagram}
			all[key] = s
		}
		replies = s.add(replies, r.Messages, i, part)
	}
	for i := range replies {
		replies[i].complete(r, asked)
	}
	for i := range replies {
		replies[i].keep(r)
	}
	return replies
}

// complete puts the datagrams in the order of their parts, determines what is
// missing, and lets the protocol look at the parts together.
func (s *ReplySet) complete(r *wire.Revision, asked []*wire.Message) {
	part := func(i int) wire.Part { return r.Messages[i].Part() }
	slices.Sort(s.Duplicates)
	for _, i := range s.Duplicates {
		r.AddProblem(i, &problemDuplicatePart, r.Messages[i].Payload, 0, uint64(part(i).Index), 0)
	}
	slices.SortStableFunc(s.Datagrams, func(a, b int) int { return part(a).Index - part(b).Index })
	s.join(r, asked)
	for _, i := range s.Datagrams {
		if r.Messages[i].Damage() != nil {
			s.Completeness = wire.Incomplete
		}
	}
	last := s.Datagrams[len(s.Datagrams)-1]
	p := part(last)
	if !p.Numbered {
		return
	}
	next := 0
	for _, i := range s.Datagrams {
		q := part(i)
		for ; next < q.Index && next < wire.MaxParts; next++ {
			s.Missing = append(s.Missing, next)
		}
		next = q.Index + 1
	}
	if first := part(s.Datagrams[0]); first.Index < 0 {
		p.Last = p.Last || first.Last
	}
	end := len(r.Messages[last].Data)
	switch {
	case len(s.Missing) > 0:
		s.Completeness = wire.Incomplete
		r.AddProblem(last, &problemMissingPart, end, 0, uint64(len(s.Missing)), uint64(p.Index+1))
	case p.Last && s.Completeness == wire.CompletenessUnknown:
		s.Completeness = wire.Complete
	}
	if !p.Last {
		if p.More {
			s.Completeness = wire.Incomplete
		}
		r.AddProblem(last, &problemMissingFinal, end, 0, 0, 0)
	}
}
