package browse

import (
	"fragscope/analyzer/capture"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/numbers"
	"fragscope/decoder/wire"
)

// An entry is what is kept of a packet, packed into some 20 bytes.
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

	transport uint8 // place in transports
}

// transports are what carries a packet.
var transports = [4]string{"", "udp", "tcp"}

// The flags of an entry: the severity of the worst problem and 1 in the lowest
// bits, 0 for no problem.
const (
	flagWorst   = 3
	flagTime    = 4 // the file says when it was
	flagComment = 8 // the file has comments on it

	// Of a packed entry only: what it does not have to say.
	flagWhole = 16 // all of its bytes are in the file
	flagLink  = 32 // its link is that of the one before
	flagSame  = 64 // it goes the way of the one before
	flagBack  = 128
)

// A kind is what a packet can be: a message of a query protocol, or what it
// seems to be.
type kind struct {
	protocol  decoder.Protocol
	direction decoder.Direction
	name      string
	described bool // by a layout
	count     report.Count
}

const (
	groupEntries = 64 // that are packed together: to see one, all before it in its group are unpacked
	maxKinds     = 1 << 16
	maxComments  = 1 << 16 // packets whose comments are kept
	maxComment   = 4096    // bytes of a comment that are kept
)

type index struct {
	groups   records
	fresh    []entry // behind those in groups: not decoded yet, or too few for a group
	room     []byte
	group    int // that is unpacked, and 1
	unpacked [groupEntries]entry
	read     int // packets that were read
	ready    int // packets that were decoded
	hosts    hosts
	kinds    []kind
	messages []uint16 // 1 + the kind of a message, by its number
	others   map[string]uint16
	worst    [4]int64 // packets by severity and 1, 0 for no problem
	unknown  int      // packets that isUnknown holds for
	again    []told   // what packets are since layouts were changed, of all that were read then
	comments map[int64][]string
}

// What packets are that were looked at again.
type told struct {
	kind  uint16
	worst uint8
}

// entry returns the entry of a packet. It holds until the next call.
func (x *index) entry(i int) *entry {
	e := x.first(i)
	if i < len(x.again) {
		e.kind, e.flags = x.again[i].kind, e.flags&^flagWorst|x.again[i].worst
	}
	return e
}

// first returns the entry of a packet as it was when the file was read.
func (x *index) first(i int) *entry {
	group := i / groupEntries
	if group >= x.groups.len() {
		return &x.fresh[i-x.groups.len()*groupEntries]
	}
	if x.group != group+1 {
		x.group = group + 1
		r := x.groups.get(group)
		var last entry
		for k := range x.unpacked {
			x.unpacked[k] = r.entry(&last)
			last = x.unpacked[k]
		}
	}
	return &x.unpacked[i%groupEntries]
}

func appendEntry(b []byte, e, last *entry) []byte {
	flags := e.flags
	if e.kept == e.size {
		flags |= flagWhole
	}
	if e.link == last.link {
		flags |= flagLink
	}
	switch {
	case e.src == last.src && e.dst == last.dst && e.from == last.from && e.to == last.to:
		flags |= flagSame
	case e.src == last.dst && e.dst == last.src && e.from == last.to && e.to == last.from:
		flags |= flagBack
	}
	b = append(b, flags)
	b = appendSigned(b, e.time-last.time)
	b = appendSigned(b, e.at-last.at-int64(last.kept))
	b = appendUnsigned(b, uint64(e.size))
	b = appendUnsigned(b, uint64(e.kind)<<2|uint64(e.transport))
	if flags&flagWhole == 0 {
		b = appendUnsigned(b, uint64(e.kept))
	}
	if flags&flagLink == 0 {
		b = append(b, byte(e.link))
	}
	if flags&(flagSame|flagBack) == 0 {
		b = appendEnd(b, e.src, e.from)
		b = appendEnd(b, e.dst, e.to)
	}
	return b
}

func (r *varints) entry(last *entry) (e entry) {
	flags := r.byte()
	e.flags = flags & (flagWorst | flagTime | flagComment)
	e.time = last.time + r.signed()
	e.at = last.at + int64(last.kept) + r.signed()
	e.size = uint32(r.unsigned())
	kind := r.unsigned()
	e.kind, e.transport = uint16(kind>>2), uint8(kind&3)
	e.kept, e.link = e.size, last.link
	if flags&flagWhole == 0 {
		e.kept = uint32(r.unsigned())
	}
	if flags&flagLink == 0 {
		e.link = decoder.Link(r.byte())
	}
	switch {
	case flags&flagSame != 0:
		e.src, e.dst, e.from, e.to = last.src, last.dst, last.from, last.to
	case flags&flagBack != 0:
		e.src, e.dst, e.from, e.to = last.dst, last.src, last.to, last.from
	default:
		e.src, e.from = r.end()
		e.dst, e.to = r.end()
	}
	return e
}

// add takes what the file says of the next packet.
func (x *index) add(p *capture.Packet) {
	x.read++
	e := entry{time: p.Time, at: p.DataAt, size: uint32(max(p.OrigLen, len(p.Data))), kept: uint32(len(p.Data)),
		link: p.Link}
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
	x.fresh = append(x.fresh, e)
}

// A sight is what a list shows of a packet besides what its file says.
type sight struct {
	src, dst uint32 // numbers of hosts
	from, to uint16 // ports
	kind     uint16 // number of its kind
	worst    uint8  // severity of the worst problem and 1, 0 for no problem

	transport uint8 // place in transports
}

func (x *index) sight(m *decoder.Message, seems string) (s sight) {
	if m == nil {
		s.kind = x.other(seems)
		return s
	}
	f := &m.Frame
	s.src, s.dst, s.from, s.to = x.hosts.number(hostOf(f.Src)), x.hosts.number(hostOf(f.Dst)), f.SrcPort, f.DstPort
	switch filter.Transport(m, &record.Packet{Link: wire.LinkEthernet}) {
	case "udp":
		s.transport = 1
	case "tcp":
		s.transport = 2
	}
	switch {
	case m.Info.Described && !f.Quoted && seems != "":
		s.kind = x.kindOf(kind{protocol: m.Info.Protocol(), name: m.Info.Name, described: true})
		if w, ok := m.Worst(); ok {
			s.worst = uint8(w) + 1
		}
	case m.Info.Protocol() != decoder.Unknown && !m.Info.Described && m.Confidence >= wire.Likely && !f.Quoted:
		s.kind = x.message(m.Info)
		if w, ok := m.Worst(); ok { // what is no query has no problem of its own in a capture: it is only something else
			s.worst = uint8(w) + 1
		}
	case seems == "":
		s.kind = x.other(fragment)
	default:
		s.kind = x.other(seems)
	}
	return s
}

func (x *index) take(s sight) {
	n := x.ready - x.groups.len()*groupEntries
	e := &x.fresh[n]
	x.ready++
	e.src, e.dst, e.from, e.to, e.kind = s.src, s.dst, s.from, s.to, s.kind
	s.worst &= flagWorst
	e.transport = s.transport & 3
	e.flags |= s.worst
	x.worst[s.worst]++
	if x.isUnknown(e) {
		x.unknown++
	}
	x.kinds[s.kind].count.Add(int64(e.size))
	if n+1 < groupEntries {
		return
	}
	last := &entry{}
	x.room = x.room[:0]
	for i := range x.fresh[:groupEntries] {
		x.room = appendEntry(x.room, &x.fresh[i], last)
		last = &x.fresh[i]
	}
	x.groups.add(x.room)
	x.fresh = x.fresh[groupEntries:]
}

// fragment is the name of a part of a datagram.
const fragment = "fragment"

// isUnknown reports whether e is a datagram that no protocol recognises.
func (x *index) isUnknown(e *entry) bool {
	k := &x.kinds[e.kind]
	return transports[e.transport] == "udp" && (k.protocol == decoder.Unknown || k.described) && k.name != fragment
}

func (x *index) message(info *wire.MessageInfo) uint16 {
	if x.messages == nil {
		x.messages = make([]uint16, len(numbers.All().Messages))
	}
	n := &x.messages[info.Number]
	if *n == 0 {
		*n = 1 + x.newKind(kind{protocol: info.Protocol(), direction: info.Direction, name: info.Name})
	}
	return *n - 1
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

// kindOf returns the number of a kind by what it is, however often it was counted.
func (x *index) kindOf(k kind) uint16 {
	for i := range x.kinds {
		n := &x.kinds[i]
		if n.protocol == k.protocol && n.direction == k.direction && n.name == k.name && n.described == k.described {
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
