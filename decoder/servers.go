package decoder

import (
	"net/netip"
	"slices"
	"strings"

	"fragscope/decoder/wire"
)

// A Server is one of those that datagrams are of.
type Server struct {
	Datagrams []int        // indexes in the list that was read, ascending
	Status    *wire.Status // what its replies say together, nil when they say nothing about a server
}

// A Reading is messages that were read together.
type Reading struct {
	// Messages are those given, in their order: one of which the others show more
	// than it says by itself is a copy that says so.
	Messages []*wire.Message
	Servers  []Server   // that they are of, see [ByServer]
	Replies  []ReplySet // of one server after the other
}

// ReadTogether sorts ms by the servers that they are of, assembles the replies
// of each, and gathers its status. The messages given stay as they are.
func ReadTogether(ms []*wire.Message) *Reading {
	r := wire.Revise(ms)
	groups := ByServer(ms)
	reading := &Reading{Messages: r.Messages, Servers: make([]Server, len(groups))}
	for i, list := range groups {
		replies := assemble(r, list)
		reading.Servers[i] = Server{list, StatusOfReplies(replies)}
		reading.Replies = append(reading.Replies, replies...)
	}
	return reading
}

// OfOneServer is [ReadTogether] for messages that are known to be of one server.
func OfOneServer(ms []*wire.Message) (read []*wire.Message, status *wire.Status) {
	r := wire.Revise(ms)
	status = StatusOfReplies(assemble(r, placesOf(ms)))
	return r.Messages, status
}

// Pick returns the messages with the given indexes, which are ascending.
func Pick(ms []*wire.Message, list []int) []*wire.Message {
	if len(list) == len(ms) {
		return ms
	}
	some := make([]*wire.Message, len(list))
	for k, i := range list {
		some[k] = ms[i]
	}
	return some
}

// ByServer sorts ms by the servers that they are of, in the order in which
// those come first: for each the indexes of its datagrams, ascending. Addresses
// decide where there are any, as in frames. One address may have several
// servers, and one server may answer two protocols at two ports: then they have
// the same name. Without addresses a reply that gives the name of a server is of
// the one with that name, and one that gives none is of the server whose reply
// of the same protocol came last. A request goes with the reply behind it.
func ByServer(ms []*wire.Message) [][]int {
	g := grouping{ends: map[end]int{}, named: map[serverName]int{}, answers: map[answerAt]end{},
		nameless: map[namelessReply]string{}, latest: map[wire.ProtocolID]int{}, last: -1}
	names := namesOf(ms)
	var open []int // requests whose reply has not come
	for i, m := range ms {
		switch {
		case m == nil:
		case m.Info.Direction == wire.Request:
			if n, known := g.ends[end{m.Frame.Dst, m.Frame.DstPort}]; known {
				g.groups[n] = append(g.groups[n], i)
			} else {
				open = append(open, i)
			}
		default:
			n := g.server(m, names[i])
			g.groups[n] = append(append(g.groups[n], open...), i)
			open = open[:0]
		}
	}
	if len(open) > 0 {
		if g.last < 0 {
			g.groups, g.last = make([][]int, 1), 0
		}
		g.groups[g.last] = append(g.groups[g.last], open...)
	}
	for _, list := range g.groups {
		slices.Sort(list)
	}
	return g.groups
}

// An end is where a server answers, or a client asks; the zero value is none.
type end struct {
	addr netip.Addr
	port uint16
}

func sourceOf(m *wire.Message) end {
	if f := &m.Frame; f.IPVersion != 0 && !f.Quoted {
		return end{f.Src, f.SrcPort}
	}
	return end{}
}

// A serverName is the name of a server, at an address where there is one.
type serverName struct {
	addr netip.Addr
	name nameKey
}

// An answerAt is a protocol that a server answers.
type answerAt struct {
	server   int
	protocol wire.ProtocolID
}

// A namelessReply is a kind of reply in which a server gives an empty name.
type namelessReply struct {
	server int
	info   *wire.MessageInfo
}

// A grouping is the servers that were met so far, by their numbers.
type grouping struct {
	groups   [][]int
	unnamed  []bool // no reply of it has given a name yet
	ends     map[end]int
	named    map[serverName]int       // ambiguous for several
	answers  map[answerAt]end         // where
	nameless map[namelessReply]string // its last payload
	latest   map[wire.ProtocolID]int  // 1 more than that of the last reply of each protocol
	last     int                      // that of the last reply, -1 before any
}

const ambiguous = -1

// server returns the server of a reply that gives this name.
func (g *grouping) server(m *wire.Message, name nameKey) int {
	p, at := m.Info.Protocol(), sourceOf(m)
	framed := at != end{}
	n, known := -1, false
	if framed {
		n, known = g.ends[at]
	}
	by := serverName{at.addr, name}
	if !known && name.given() {
		if n, known = g.named[by]; known && (n == ambiguous || !g.fits(n, m, at, name)) {
			known, g.named[by] = false, ambiguous
		}
	}
	if !known && !framed {
		if n = g.latest[p] - 1; n < 0 {
			n = g.last
		}
		known = n >= 0 && (!name.given() || g.unnamed[n])
	}
	if !known {
		n = len(g.groups)
		g.groups, g.unnamed = append(g.groups, nil), append(g.unnamed, true)
	}
	if framed {
		g.ends[at], g.answers[answerAt{n, p}] = n, at
	}
	if name.given() {
		g.unnamed[n] = false
		if other, ok := g.named[by]; !ok || !framed && other == ambiguous {
			g.named[by] = n
		}
		if name == emptyName {
			g.nameless[namelessReply{n, m.Info}] = string(m.PayloadBytes())
		}
	}
	g.latest[p], g.last = n+1, n
	return n
}

// fits reports whether server n, which has the name of m, may have sent m. It
// answers one protocol at one port, and an empty name tells no servers apart:
// only a reply that came before is the same server's.
func (g *grouping) fits(n int, m *wire.Message, at end, name nameKey) bool {
	if other, ok := g.answers[answerAt{n, m.Info.Protocol()}]; ok && other != at {
		return false
	}
	before, ok := g.nameless[namelessReply{n, m.Info}]
	return name != emptyName || !ok || before == string(m.PayloadBytes())
}

// namesOf returns the name that each reply gives its server. The parts of a
// reply share theirs.
func namesOf(ms []*wire.Message) []nameKey {
	type set struct {
		from     end
		protocol wire.ProtocolID
		number   uint64
	}
	setOf := func(m *wire.Message) (set, bool) {
		if m == nil {
			return set{}, false
		}
		p := m.Part()
		return set{sourceOf(m), m.Info.Protocol(), p.Set}, p.Numbered
	}
	names := make([]nameKey, len(ms))
	if len(ms) < 2 {
		return names
	}
	var s Summary
	sets := map[set]nameKey{}
	for i, m := range ms {
		if m == nil || m.Info.Direction == wire.Request {
			continue
		}
		if status := s.ofPart(m); status != nil {
			names[i] = nameKeyOf(m, status.Name)
		}
		if of, numbered := setOf(m); numbered && names[i].given() {
			if other, ok := sets[of]; ok && other != names[i] {
				sets[of] = "" // numbered alike, but not one reply
			} else {
				sets[of] = names[i]
			}
		}
	}
	for i, m := range ms {
		if of, numbered := setOf(m); numbered && !names[i].given() {
			names[i] = sets[of]
		}
	}
	return names
}

// A nameKey is what the names of one server have in common in all protocols: a
// quote and the characters without spaces; colour codes are none. It is empty
// for a reply without a name.
type nameKey string

// emptyName is that of a server whose name has no characters.
const emptyName nameKey = "'"

func (k nameKey) given() bool { return k != "" }

// nameKeyOf returns the key of the name that m gives.
func nameKeyOf(m *wire.Message, name wire.Opt[string]) nameKey {
	if !name.Known {
		for i := range m.With(wire.RoleRule) {
			if k := m.KeyInfo(i); k != nil && k.Role == wire.RoleServerName {
				return emptyName
			}
		}
		return ""
	}
	return emptyName + nameKey(strings.Join(strings.Fields(name.Value), ""))
}
