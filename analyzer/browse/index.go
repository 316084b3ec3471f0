package browse

import (
	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

// An entry is what is kept of a packet: 40 bytes.
type entry struct {
	time     int64        // nanoseconds since 1970-01-01 UTC
	at       int64        // where its bytes begin in the (unpacked) file
	src, dst uint32       // numbers of hosts
	from, to uint16       // ports
	size     uint32       // bytes on the wire
	kept     uint32       // bytes in the file
	kind     uint16       // number of its kind
	link     decoder.Link // frame around it
	flags    uint8
}

// The flags of an entry: the severity of the worst problem and 1 in the lowest
// bits, 0 for no problem.
const (
	flagWorst   = 3
	flagTime    = 4 // the file says when it was
	flagComment = 8 // the file has comments on it
)

// A kind is what a packet can be: a message of a query protocol, or what it
// seems to be.
type kind struct {
	protocol  decoder.Protocol
	direction decoder.Direction
	name      string
	count     int64
	bytes     int64
}

const (
	chunkEntries = 1 << 14
	maxKinds     = 1 << 16
	maxComments  = 1 << 16 // packets whose comments are kept
	maxComment   = 4096    // bytes of a comment that are kept
)

// An index is the list of the packets of a capture.
type index struct {
	chunks   [][]entry
	read     int // packets that were read
	ready    int // packets that were decoded
	hosts    hosts
	kinds    []kind
	messages map[*decoder.MessageInfo]uint16
	others   map[string]uint16
	worst    [4]int64 // packets by severity and 1, 0 for no problem
	comments map[int64][]string
}

func (x *index) entry(i int) *entry { return &x.chunks[i/chunkEntries][i%chunkEntries] }

// add takes what the file says of the next packet.
func (x *index) add(p *capture.Packet) {
	if x.read%chunkEntries == 0 {
		x.chunks = append(x.chunks, make([]entry, chunkEntries))
	}
	e := x.entry(x.read)
	x.read++
	*e = entry{time: p.Time, at: p.DataAt, size: uint32(max(p.OrigLen, len(p.Data))), kept: uint32(len(p.Data)), link: p.Link}
	if p.HasTime {
		e.flags |= flagTime
	}
	if len(p.Comments) > 0 && len(x.comments) < maxComments {
		e.flags |= flagComment
		if x.comments == nil {
			x.comments = map[int64][]string{}
		}
		var texts []string
		for _, c := range p.Comments {
			texts = append(texts, string(c[:min(len(c), maxComment)]))
		}
		x.comments[p.Number] = texts
	}
}

// A sight is what a list shows of a packet besides what its file says.
type sight struct {
	src, dst uint32 // numbers of hosts
	from, to uint16 // ports
	kind     uint16 // number of its kind
	worst    uint8  // severity of the worst problem and 1, 0 for no problem
}

// sight returns what was decoded of a packet. m is nil for one that cannot be.
func (x *index) sight(m *decoder.Message, seems string) (s sight) {
	if m == nil {
		s.kind = x.other(seems)
		return s
	}
	f := &m.Frame
	s.src, s.dst, s.from, s.to = x.hosts.number(hostAt(&f.Src)), x.hosts.number(hostAt(&f.Dst)), f.SrcPort, f.DstPort
	switch {
	case m.Info.Protocol != decoder.Unknown && m.Confidence >= decoder.Likely && !f.Quoted:
		s.kind = x.message(m.Info)
	case seems == "":
		s.kind = x.other("fragment")
	default:
		s.kind = x.other(seems)
	}
	if w, ok := m.Worst(); ok {
		s.worst = uint8(w) + 1
	}
	return s
}

// take takes what was decoded of the next packet.
func (x *index) take(s sight) {
	e := x.entry(x.ready)
	x.ready++
	e.src, e.dst, e.from, e.to, e.kind = s.src, s.dst, s.from, s.to, s.kind
	s.worst &= flagWorst
	e.flags |= s.worst
	x.worst[s.worst]++
	k := &x.kinds[s.kind]
	k.count++
	k.bytes += int64(e.size)
}

func (x *index) message(info *decoder.MessageInfo) uint16 {
	n, ok := x.messages[info]
	if !ok {
		if x.messages == nil {
			x.messages = map[*decoder.MessageInfo]uint16{}
		}
		n = x.newKind(kind{protocol: info.Protocol, direction: info.Direction, name: info.Name})
		x.messages[info] = n
	}
	return n
}

func (x *index) other(name string) uint16 {
	n, ok := x.others[name]
	if !ok {
		if x.others == nil {
			x.others = map[string]uint16{}
		}
		n = x.newKind(kind{name: name})
		x.others[name] = n
	}
	return n
}

// kindOf returns the number of a kind by what it is, whatever it was counted.
func (x *index) kindOf(k kind) uint16 {
	for i := range x.kinds {
		if n := &x.kinds[i]; n.protocol == k.protocol && n.direction == k.direction && n.name == k.name {
			return uint16(i)
		}
	}
	return x.newKind(k)
}

func (x *index) newKind(k kind) uint16 {
	if len(x.kinds) < maxKinds {
		x.kinds = append(x.kinds, k)
	}
	return uint16(len(x.kinds) - 1)
}
