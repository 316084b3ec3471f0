// Package report is what is found in a capture: exchanges, servers over time,
// clients, problems, findings; how reports are added up, within limits, and how
// they go to another machine as bytes. It knows no packets.
package report

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Report is the analysis of a capture. Reports can be added up with Merge, in
// any order; Settle then sorts them and computes what needs the whole.
type Report struct {
	Files       []File
	Packets     int64
	Bytes       int64
	First, Last int64 // time of the first and last packet, nanoseconds since 1970-01-01 UTC; 0 for none
	Game        int64 // packets of the query protocols, without copies

	Messages  map[MessageKey]Count
	Protocols map[decoder.Protocol]*Totals
	Servers   map[netip.AddrPort]*Server
	Clients   map[netip.Addr]*Client
	Problems  map[string]*ProblemCount
	Other     map[string]Count // packets of other protocols, by what they seem to be

	Reflections []Reflection
	Discoveries []Discovery
	Streams     []Stream

	DroppedFlows    int64 // flows evicted because there were too many
	DroppedServers  int64
	DroppedClients  int64
	DroppedFindings int64 // reflections, discoveries and TCP sessions that are left out because there were too many
	Fragments       Count // packets that are parts of datagrams
	Unassembled     int64 // datagrams of which fragments are missing
	Copies          Count // packets that are copies of a datagram captured just before; they count nowhere else
	Unproven        int64 // of the copies, those without an IP identification: they may have been sent twice
}

// A File is a capture that a Report was made from.
type File struct {
	Name     string        `json:"name"`
	Format   string        `json:"format"`
	Packets  int64         `json:"packets"`
	Bytes    int64         `json:"bytes"`   // of the file, uncompressed
	Skipped  int64         `json:"skipped"` // invalid bytes
	Stopped  bool          `json:"stopped"` // reading was stopped before the end
	Problems []FileProblem `json:"problems"`
}

func (f *File) compare(o *File) int {
	return cmp.Or(strings.Compare(f.Name, o.Name), cmp.Compare(f.Packets, o.Packets))
}

// A FileProblem is something wrong with a capture file.
type FileProblem struct {
	Code    string `json:"code"`
	Offset  int64  `json:"offset"` // bytes from the start of the file
	Packet  int64  `json:"packet"` // number of the packet before it
	Message string `json:"message"`
}

// A MessageKey names a kind of message.
type MessageKey struct {
	Protocol decoder.Protocol
	Message  string
}

// A Count counts packets and their bytes on the wire.
type Count struct {
	Packets int64 `json:"packets"`
	Bytes   int64 `json:"bytes"`
}

func (c *Count) Add(size int64) { c.Packets++; c.Bytes += size }

// Counts sum up exchanges.
type Counts struct {
	Exchanges    [Outcomes]int64
	Requests     int64 // datagrams, retries included
	Replies      int64
	Retries      int64
	RequestBytes int64 // from clients to servers, on the wire
	ReplyBytes   int64 // from servers to clients
	Missing      int64 // missing parts of replies
	Duplicates   int64
	Reordered    int64
}

// Add adds sign times o.
func (c *Counts) Add(o *Counts, sign int64) {
	for i := range c.Exchanges {
		c.Exchanges[i] += sign * o.Exchanges[i]
	}
	c.Requests += sign * o.Requests
	c.Replies += sign * o.Replies
	c.Retries += sign * o.Retries
	c.ReplyBytes += sign * o.ReplyBytes
	c.RequestBytes += sign * o.RequestBytes
	if o.Missing|o.Duplicates|o.Reordered != 0 { // seldom: else they need not be fetched
		c.Missing += sign * o.Missing
		c.Duplicates += sign * o.Duplicates
		c.Reordered += sign * o.Reordered
	}
}

// Total returns how many exchanges there were.
func (c *Counts) Total() (n int64) {
	for _, k := range c.Exchanges {
		n += k
	}
	return n
}

// Totals sum up the exchanges of a protocol.
type Totals struct {
	Counts
	FirstRTT Histogram
	LastRTT  Histogram
}

// A Client is an address that queries.
type Client struct {
	First, Last int64
	Counts
	Servers int64 // flows with servers
	RTT     Histogram
}

// A ProblemCount says how often a problem occurred and where first.
type ProblemCount struct {
	Info     *wire.ProblemInfo
	Count    int64
	Examples []PacketRef // the first few
}

// Add counts the problem of a packet.
func (p *ProblemCount) Add(file string, packet int64) {
	if p.Count++; len(p.Examples) < maxExamples {
		p.Examples = append(p.Examples, PacketRef{file, packet})
	}
}

// A PacketRef names a packet.
type PacketRef struct {
	File   string `json:"file"`
	Number int64  `json:"packet"`
}

const maxExamples = 5

// A Reflection is a stream of unsolicited replies to an address: requests were
// sent with its address as forged source.
type Reflection struct {
	Server  netip.AddrPort `json:"server"`  // the first server that sent them
	Servers int64          `json:"servers"` // that sent them
	Client  netip.AddrPort `json:"client"`
	Replies int64          `json:"replies"`
	Bytes   int64          `json:"bytes"`
	First   Time           `json:"first"`
	Last    Time           `json:"last"`
	Packet  int64          `json:"packet"` // number of the first reply
}

// A Discovery is a broadcast request.
type Discovery struct {
	Client  netip.AddrPort `json:"client"`
	Message string         `json:"message"`
	Time    Time           `json:"time"`
	Packet  int64          `json:"packet"`
	Answers int64          `json:"answers"`
}

// A Stream is a session over TCP, such as one with a master server.
type Stream struct {
	Client   netip.AddrPort `json:"client"`
	Server   netip.AddrPort `json:"server"`
	First    Time           `json:"first"`
	Last     Time           `json:"last"`
	Messages []string       `json:"messages"` // names of the messages, in order
	Entries  int64          `json:"entries"`  // servers in the lists
	Gaps     int64          `json:"gapBytes"` // bytes that are missing in the capture or were not kept
	Packets  int64          `json:"packets"`
	Packet   int64          `json:"packet"` // number of the first packet
}

// NewReport returns an empty report, to add others to.
func NewReport() *Report {
	return &Report{
		Messages: map[MessageKey]Count{}, Protocols: map[decoder.Protocol]*Totals{}, Servers: map[netip.AddrPort]*Server{},
		Clients: map[netip.Addr]*Client{}, Problems: map[string]*ProblemCount{}, Other: map[string]Count{},
	}
}

// Answering returns how many of the servers sent anything. Of the others it is
// only known that they were queried: there may be none.
func (r *Report) Answering() (n int) {
	for _, s := range r.Servers {
		if s.Replies > 0 {
			n++
		}
	}
	return n
}

// Packet counts a packet of so many bytes on the wire, whatever it is. Its time
// is 0 when that is not known.
func (r *Report) Packet(time, size int64) {
	r.Packets++
	r.Bytes += size
	r.First, r.Last = Cover(r.First, r.Last, time, time)
}

// Foreign counts packets of other traffic, by what they seem to be.
func (r *Report) Foreign(what string, n Count) { r.Other[what] = r.Other[what].Plus(n) }

// Merge adds all of o to r. The order in which reports are added does not
// change what Settle makes of the sum. o must not be used afterwards.
func (r *Report) Merge(o *Report) {
	if n := int32(len(r.Files)); n > 0 {
		o.renumber(func(i int32) int32 { return i + n })
	}
	r.Files = append(r.Files, o.Files...)
	r.Packets += o.Packets
	r.Bytes += o.Bytes
	r.Game += o.Game
	r.First, r.Last = Cover(r.First, r.Last, o.First, o.Last)
	for k, c := range o.Messages {
		r.Messages[k] = r.Messages[k].Plus(c)
	}
	for k, c := range o.Other {
		r.Foreign(k, c)
	}
	mergeAll(r.Protocols, o.Protocols, (*Totals).merge)
	mergeAll(r.Servers, o.Servers, func(s, o *Server) {
		if r.before(o, s) {
			s.File, s.Packet = o.File, o.Packet
		}
		s.merge(o)
	})
	mergeAll(r.Clients, o.Clients, (*Client).merge)
	for k, p := range o.Problems {
		if mine := r.Problems[k]; mine != nil {
			mine.Count += p.Count
			mine.Examples = append(mine.Examples, p.Examples...)
			mine.trim()
		} else {
			r.Problems[k] = p
		}
	}
	r.Reflections = append(r.Reflections, o.Reflections...)
	r.Discoveries = append(r.Discoveries, o.Discoveries...)
	r.Streams = append(r.Streams, o.Streams...)
	r.DroppedFlows += o.DroppedFlows
	r.DroppedServers += o.DroppedServers
	r.DroppedClients += o.DroppedClients
	r.DroppedFindings += o.DroppedFindings
	r.Fragments = r.Fragments.Plus(o.Fragments)
	r.Unassembled += o.Unassembled
	r.Copies = r.Copies.Plus(o.Copies)
	r.Unproven += o.Unproven
}

// before goes by time, then by place; captures are compared by name, for their places change until all are there.
func (r *Report) before(a, b *Server) bool {
	switch {
	case a.Packet == 0 || b.Packet == 0:
		return b.Packet == 0
	case a.First != b.First && a.First != 0 && b.First != 0:
		return a.First < b.First
	case a.File == b.File || min(a.File, b.File) < 0 || int(max(a.File, b.File)) >= len(r.Files):
		return a.Packet < b.Packet
	}
	return cmp.Or(r.Files[a.File].compare(&r.Files[b.File]), cmp.Compare(a.Packet, b.Packet)) < 0
}

// renumber changes the places of captures in what refers to them.
func (r *Report) renumber(place func(int32) int32) {
	for _, s := range r.Servers {
		s.renumber(place)
	}
}

// mergeAll merges what two parts found of the same, and takes the rest over.
func mergeAll[K comparable, V any](mine, others map[K]V, merge func(V, V)) {
	for k, other := range others {
		if v, both := mine[k]; both {
			merge(v, other)
		} else {
			mine[k] = other
		}
	}
}

// KeepClients drops all clients but n, those with the fewest queries first, and
// counts their exchanges in DroppedClients. Call it between the reports of many
// parts to save memory.
func (r *Report) KeepClients(n int) {
	r.Clients = keep(r.Clients, n, func(c *Client) int64 { return c.Total() }, netip.Addr.Compare, func(c *Client) {
		r.DroppedClients += c.Total()
	})
}

func (c Count) Plus(o Count) Count { return Count{c.Packets + o.Packets, c.Bytes + o.Bytes} }

// Cover returns the times that cover both pairs; 0 stands for none.
func Cover[T int64 | Time](a1, a2, b1, b2 T) (first, last T) {
	switch {
	case b1 == 0:
		return a1, a2
	case a1 == 0:
		return b1, b2
	}
	return min(a1, b1), max(a2, b2)
}

func (t *Totals) merge(o *Totals) {
	t.Counts.Add(&o.Counts, 1)
	t.FirstRTT.Merge(&o.FirstRTT)
	t.LastRTT.Merge(&o.LastRTT)
}

func (c *Client) merge(o *Client) {
	c.First, c.Last = Cover(c.First, c.Last, o.First, o.Last)
	c.Counts.Add(&o.Counts, 1)
	c.Servers += o.Servers
	c.RTT.Merge(&o.RTT)
}

func (p *ProblemCount) trim() {
	slices.SortFunc(p.Examples, func(a, b PacketRef) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Number, b.Number))
	})
	p.Examples = slices.Compact(p.Examples)
	p.Examples = p.Examples[:min(len(p.Examples), maxExamples)]
}
