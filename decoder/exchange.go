package decoder

import "math/bits"

// A Topic says what a request asks for, or what a reply tells, so that the two
// can be matched. A reply answers a request when they share a subject and,
// where the protocol echoes an id, the id.
type Topic struct {
	ID       uint64 // id that the request carries and the reply echoes
	Subjects uint32 // set of what is asked for or told; the bits are the protocol's own
	HasID    bool
	Optional bool // a request that owes its sender no answer
	Alone    bool // a reply about it is one datagram, which tells all there is to tell
	Proof    bool // it has a challenge or the answer to one, see [Challenges]
}

// A standing is what a protocol notes of a message while it reads it: what it
// says, and where it stands among the datagrams of its answer.
type standing struct {
	subjects uint32 // as in Topic
	traits   uint8  // the protocol's own
	final    bool
	numbered bool   // packet is known
	packet   int32  // place in the answer, from 1; 0 is outside the numbers
	set      uint64 // number of the query
}

// topicOf holds what protocols know about topics, nil for those in which all
// requests get the same kind of reply.
var topicOf = [protocolCount]func(m *Message) Topic{
	Unreal2: unreal2Topic, GameSpy1: gamespy1Topic, GameSpy2: gamespy2Topic, GameSpy3: gamespy3Topic, UGP: ugpTopic,
	UnrealLAN: lanTopic, UnrealMaster: topicOfMaster, UnrealHeartbeat: heartbeatTopic,
}

// Topic returns what m asks for or tells.
func (m *Message) Topic() Topic {
	if topic := topicOf[m.Info.Protocol]; topic != nil {
		return topic(m)
	}
	return Topic{Subjects: 1}
}

// Answers reports whether a reply about a can answer a request for q of the
// same protocol.
func (a Topic) Answers(q Topic) bool {
	return a.Subjects&q.Subjects != 0 && (!a.HasID || !q.HasID || a.ID == q.ID)
}

// Settles reports whether a reply about a leaves nothing of a request for q
// to wait for: no other subject was asked for.
func (a Topic) Settles(q Topic) bool { return q.Subjects&^a.Subjects == 0 }

// Content returns a hash of what m tells about a server, without what changes
// from one reply to the next although nothing has changed: pings, query
// numbers, echoed ids. Two replies with the same Content say the same.
func (m *Message) Content() uint64 {
	h := uint64(len(m.Fields))
	from, to := uint32(0), uint32(0) // bytes next to each other count as one
	noted := m.runs
	run := noted.first()
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		last := i // of the fields that begin here, all of which count
		if i == run {
			end, counts := noted.take()
			run, last = noted.first(), end-1
			if !counts {
				i = last
				continue
			}
		} else if f.Kind == KindGroup {
			switch f.Def.Role {
			case RoleRule: // half of all fields are in pairs all of which counts
				last += m.steadyPair(i)
			case RoleArray:
				if last = m.Next(i) - 1; last == i || m.pings(i+1) {
					i = last
				}
			}
			if last == i {
				continue
			}
		} else {
			switch contentDoubts[f.Def.Role] {
			case contentNever:
				continue
			case contentValue:
				if i > 0 && volatileKey(m.Bytes(i-1)) {
					continue
				}
			case contentCell:
				if f.Def.Naming == NameInPacket && f.Value < uint64(len(m.Data)) && pingHead(m.Data[f.Value:]) {
					continue
				}
			}
		}
		if f.Offset != to {
			h = hash(h, m.Data[from:to])
			from = f.Offset
		}
		to = uint32(m.Fields[last].End())
		i = last
	}
	return hash(h, m.Data[from:to])
}

// Which fields do not count as content.
const (
	contentNever = iota + 1
	contentValue // not behind a key whose value changes with every reply
	contentCell  // not in a column of pings
)

// contentDoubts holds, for the roles of fields, when they do not count.
var contentDoubts = [roleCount]uint8{
	RoleNone: contentNever, RolePlayerPing: contentNever, RoleChecksum: contentNever, RoleLength: contentNever, RoleCount: contentNever,
	RoleValue: contentValue, RolePlayerExtra: contentCell,
}

// pings reports whether field i is the name of a field of all players that
// holds their pings.
func (m *Message) pings(i int) bool { return i < len(m.Fields) && pingHead(m.Bytes(i)) }

// steadyPair returns the number of fields in group i if it is a pair of which
// nothing is left out, judged by how its key begins; 0 when it may be another.
func (m *Message) steadyPair(i int) int {
	if i+4 >= len(m.Fields) || m.Fields[i].Kind != KindGroup {
		return 0
	}
	f := m.Fields[i : i+5]
	n := 1
	if f[1].Marks&MarkLength != 0 { // length, key, length, value
		n = 2
	}
	k, v := &f[n], &f[2*n]
	if k.Def.Role != RoleKey || v.Def.Role != RoleValue || k.Length == 0 || v.End() != f[0].End() ||
		n == 2 && (f[3].Def != v.Def || f[1].Def != k.Def) || f[0].Length != f[1].Length+f[2].Length+uint32(n-1)*(f[3].Length+f[4].Length) {
		return 0
	}
	c := m.Data[k.Offset]
	if c == '\\' && k.Length > 1 {
		c = m.Data[k.Offset+1]
	}
	if c&^1 == 'p' { // ping, queryid
		return 0
	}
	return 2 * n
}

// pingHead reports whether a column's head names pings.
func pingHead(b []byte) bool { return len(b) >= 6 && string(b[:6]) == "ping_\x00" }

// hash goes on from h with the bytes of b, 16 at a time, and two times 16 side
// by side where there are more.
func hash(h uint64, b []byte) uint64 {
	const k1, k2 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db
	h ^= uint64(len(b)) * k1
	if len(b) >= 32 {
		g := h ^ k2
		for ; len(b) >= 32; b = b[32:] {
			hi, lo := bits.Mul64(le64(b)^k1, le64(b[8:])^h)
			h = hi ^ lo
			hi, lo = bits.Mul64(le64(b[16:])^k2, le64(b[24:])^g)
			g = hi ^ lo
		}
		hi, lo := bits.Mul64(h^k1, g)
		h = hi ^ lo
	}
	for ; len(b) >= 16; b = b[16:] {
		hi, lo := bits.Mul64(le64(b)^k1, le64(b[8:])^h)
		h = hi ^ lo
	}
	var x, y uint64
	switch n := len(b); {
	case n >= 8:
		x, y = le64(b), le64(b[n-8:])
	case n >= 4:
		x, y = uint64(le32(b)), uint64(le32(b[n-4:]))
	case n > 0:
		x = uint64(b[0]) | uint64(b[n/2])<<8 | uint64(b[n-1])<<16
	}
	hi, lo := bits.Mul64(x^k2, y^h)
	return hi ^ lo
}

// volatileKey reports whether the value of a key changes with every reply.
func volatileKey(key []byte) bool {
	if len(key) > 0 && key[0] == '\\' {
		key = key[1:]
	}
	return len(key) > 4 && key[0]&^1 == 'p' && (string(key[:5]) == "ping_" || string(key) == "queryid")
}

// Entries returns the number of servers in a list that m holds.
func (m *Message) Entries() int64 {
	var n int64
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Kind == KindGroup && f.Def.Role == RoleServerEntry {
			n++
		}
	}
	return n
}
