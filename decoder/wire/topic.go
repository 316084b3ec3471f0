package wire

// A MatchKey says what a request is for, or what a reply contains, so that the two
// can be matched. A reply answers a request when they share a subject and,
// where the protocol echoes an id, the id.
type MatchKey struct {
	ID             uint64 // id that the request carries and the reply echoes
	Subjects       uint32 // set of what is requested or contained; the bits are the protocol's own
	HasID          bool
	Optional       bool // a request that owes its sender no answer
	SingleDatagram bool // a reply about it is one datagram, which is complete
	Keyless        bool // a request whose reply has values without keys, for which Merge needs it
	Challenge      bool // it has a challenge or the answer to one, see [Challenges]
}

// Answers reports whether a reply about a can answer a request for q of the
// same protocol.
func (a MatchKey) Answers(q MatchKey) bool {
	return a.Subjects&q.Subjects != 0 && (!a.HasID || !q.HasID || a.ID == q.ID)
}

// Settles reports whether a reply about a leaves nothing of a request for q
// pending: no other subject was requested.
func (a MatchKey) Completes(q MatchKey) bool { return q.Subjects&^a.Subjects == 0 }

// A ReplyInfo is what a protocol notes about a message while it reads it: what
// it contains, and its position among the datagrams of its answer.
type ReplyInfo struct {
	Subjects uint32 // as in MatchKey
	Flags    uint8  // the protocol's own
	Final    bool
	Numbered bool   // packet is known
	Packet   int32  // position in the answer, from 1; 0 is outside the numbers
	Set      uint64 // number of the query
}

// Matching is what ties the replies of a protocol to the requests.
type Matching struct {
	Topics []Topic     // messages in none of them are of one more
	Echoes []*FieldDef // fields of requests that a reply repeats, and where it has them
}

// A Topic is what requests and the replies that answer them are about.
type Topic struct {
	Messages []*MessageInfo
	Several  bool // an answer may be several datagrams; of a message in two topics the later counts
}

// MatchKey returns what m requests or reports; of nil, nothing.
func (m *Message) MatchKey() MatchKey {
	if m == nil {
		return MatchKey{}
	}
	if key := m.Info.Descriptor().MatchKey; key != nil {
		return key(m)
	}
	return m.TopicKey()
}

// TopicKey returns what the topics and echoes of the protocol say about m.
func (m *Message) TopicKey() MatchKey {
	i := m.Info
	t := MatchKey{Subjects: max(i.subjects, 1), SingleDatagram: i.subjects != 0 && !i.several, Optional: i.Optional}
	for k := range m.Fields {
		f := &m.Fields[k]
		if !m.echoes(f) {
			continue
		}
		b := m.Data[f.Offset:f.End()]
		if t.HasID || len(b) > 8 {
			t.ID, t.HasID = Hash(t.ID, b), true
			continue
		}
		for _, c := range b {
			t.ID = t.ID<<8 | uint64(c)
		}
		t.HasID = true
	}
	return t
}

// echoes reports whether a reply repeats f from its request.
func (m *Message) echoes(f *Field) bool {
	for _, d := range m.Info.Descriptor().Matching.Echoes {
		if d == f.Def {
			return f.Kind != KindUnknown
		}
	}
	return false
}

// Echoes yields the fields of m that a reply repeats from its request.
func (m *Message) Echoes(yield func(*Field) bool) {
	for i := range m.Fields {
		if f := &m.Fields[i]; m.echoes(f) && !yield(f) {
			return
		}
	}
}

// Part returns the position of m in its reply; of nil, none.
func (m *Message) Part() Part {
	if m == nil {
		return Part{}
	}
	if part := m.Info.Descriptor().Part; part != nil && m.Info.Direction == Reply {
		return part(m)
	}
	return Part{}
}
