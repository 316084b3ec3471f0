package decoder

import (
	"slices"

	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// A Server is one of those that datagrams are of.
type Server struct {
	Datagrams []int        // indexes in the list given to Servers, ascending
	Status    *wire.Status // what its replies say together, nil when they say nothing about a server
}

// Servers returns the servers that ms are of, see [ByServer], and what the
// replies of each say together, which [StatusOf] reassembles first.
func Servers(ms []*wire.Message) []Server {
	groups := ByServer(ms)
	servers := make([]Server, len(groups))
	for i, list := range groups {
		servers[i] = Server{list, StatusOf(Pick(ms, list)...)}
	}
	return servers
}

// Replies is [Assemble] for the datagrams of several servers, see [ByServer].
func Replies(ms []*wire.Message) []ReplySet {
	var all []ReplySet
	for _, list := range ByServer(ms) {
		for _, r := range Assemble(Pick(ms, list)) {
			for _, places := range [][]int{r.Datagrams, r.Duplicates} {
				for k, i := range places {
					places[k] = list[i]
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// Pick returns the messages with the given indexes.
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

// problemOtherServer is recorded with the first datagram of a server that only
// its name tells from another.
var problemOtherServer = wire.ProblemInfo{
	Code: "other-server", Severity: wire.SeverityNote,
	Message: "This reply gives another server name than the replies before it, so it is not put together with them.",
	Advice:  "If it is the same server under a new name, decode the replies one by one.",
	Story: "Bytes without a frame do not say which address they came from. Replies with different names of the server are taken for those of different servers: " +
		"put together they would describe one that does not exist.",
	Source: "protocol/SPEC.md#replies-of-several-servers",
}

// ByServer sorts ms by the servers that they are of, in the order in which
// those come first: for each the indexes of its datagrams, ascending. Addresses
// decide where there are any, as in frames; else a reply that gives the name of
// a server is of the one with that name, and one that gives none is of the
// server whose reply of the same protocol came last. A request goes with the
// reply behind it. Where a name alone tells a server from another, its first
// datagram gets a problem that says so.
func ByServer(ms []*wire.Message) [][]int {
	g := grouping{ends: map[end]int{}, named: map[serverName]int{}, last: -1}
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
	addr wire.Addr
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
	addr wire.Addr
	name string
}

// A grouping is the servers that were met so far, by their numbers.
type grouping struct {
	groups   [][]int
	nameless []bool // no reply of it has given a name yet
	ends     map[end]int
	named    map[serverName]int
	latest   [protocol.ProtocolCount]int // 1 more than that of the last reply of each protocol
	last     int                         // that of the last reply, -1 before any
}

// server returns the server of a reply that gives its name, or "".
func (g *grouping) server(m *wire.Message, name string) int {
	at := sourceOf(m)
	framed := at != end{}
	n, known := -1, false
	if framed {
		n, known = g.ends[at]
	}
	if !known && name != "" {
		n, known = g.named[serverName{at.addr, name}]
	}
	if !known && !framed {
		if n = g.latest[m.Info.Protocol] - 1; n < 0 {
			n = g.last
		}
		known = n >= 0 && (name == "" || g.nameless[n])
	}
	if !known {
		n = len(g.groups)
		g.groups, g.nameless = append(g.groups, nil), append(g.nameless, true)
		if !framed && n > 0 {
			m.AddProblem(&problemOtherServer, m.Payload, 0, 0, 0)
		}
	}
	if framed {
		g.ends[at] = n
	}
	if name != "" {
		g.nameless[n] = false
		g.named[serverName{at.addr, name}] = n
	}
	g.latest[m.Info.Protocol], g.last = n+1, n
	return n
}

// namesOf returns the name that each reply gives its server, "" for none. The
// parts of a reply share theirs.
func namesOf(ms []*wire.Message) []string {
	type set struct {
		from     end
		protocol protocol.ID
		number   uint64
	}
	setOf := func(m *wire.Message) (set, bool) {
		if m == nil {
			return set{}, false
		}
		p := PartOf(m)
		return set{sourceOf(m), m.Info.Protocol, p.Set}, p.Numbered
	}
	names := make([]string, len(ms))
	if len(ms) < 2 {
		return names
	}
	var s Summary
	sets := map[set]string{}
	for i, m := range ms {
		if m == nil || m.Info.Direction == wire.Request {
			continue
		}
		if status := s.ofPart(m); status != nil {
			names[i] = nameKey(status.Name.Value)
		}
		if of, numbered := setOf(m); numbered && names[i] != "" {
			if other, ok := sets[of]; ok && other != names[i] {
				sets[of] = "" // numbered alike, but not one reply
			} else {
				sets[of] = names[i]
			}
		}
	}
	for i, m := range ms {
		if of, numbered := setOf(m); numbered && names[i] == "" {
			names[i] = sets[of]
		}
	}
	return names
}

// nameKey returns what the names of one server have in common in all protocols:
// letters and digits of ASCII, since others come in several encodings, or the
// whole name where it has none.
func nameKey(name string) string {
	key := make([]byte, 0, len(name))
	for _, c := range []byte(name) {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			key = append(key, c)
		}
	}
	if len(key) == 0 {
		return wire.TrimBlanks(name)
	}
	return string(key)
}
