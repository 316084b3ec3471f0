package flow

import (
	"cmp"
	"container/list"
	"net/netip"
	"slices"

	"fragscope/analyzer/capture"
	"fragscope/decoder/wire"
)

// StreamOptions bound [Streams]. The zero value of each is the default.
type StreamOptions struct {
	Connections int   // held at once; 4096
	Memory      int   // bytes held at once; 32 MiB
	Each        int   // bytes kept of one connection; 1 MiB. The rest is counted and dropped
	Waiting     int   // bytes that may wait for a missing segment of one connection; 128 KiB
	Idle        int64 // nanoseconds of silence after which a connection has ended; 120 s
	// Done is called for every connection that ends. It may keep its argument.
	Done func(*Conversation)
}

// A Conversation is the data of a TCP connection, in both directions.
type Conversation struct {
	Client, Server         netip.Addr
	ClientPort, ServerPort uint16
	Start, End             int64 // times of the first and the last packet, ns
	First, Last            int64 // numbers of these packets
	Packets                int64
	Turns                  []Turn // data, in order
	Missing                int64  // bytes that were on the wire and are not in the capture
	Dropped                int64  // bytes beyond what is kept
	Repeated               int64  // segments without new data
	Opened                 bool   // its SYN was seen, so nothing is missing at the start
	Closed                 bool   // it was closed or reset, not just left
	Reset                  bool   // it was reset
	Evicted                bool   // it was evicted for memory and may continue
}

// A Turn is what one end sent until the other end sent or bytes are missing.
type Turn struct {
	FromClient bool
	Time       int64 // of the segment that it begins with, ns
	Packet     int64 // number of that packet
	Missing    int64 // bytes of the same end that are missing before Data
	Data       []byte
}

// StreamStats count what [Streams] saw.
type StreamStats struct {
	Segments int64 // taken, also those without data
	Ended    int64 // conversations given to Done
	Silent   int64 // connections without data
	Evicted  int64 // connections evicted for memory
	Late     int64 // segments retransmitted after the end
}

// Streams reassembles TCP segments.
type Streams struct {
	opts    StreamOptions
	open    map[connKey]*connection
	recency list.List // of connections, the least recently active first
	held    int
	over    map[connKey]ended
	recent  [1024]connKey // the connections that ended last
	place   int           // in recent, of the next one
	stats   StreamStats
}

type connKey struct {
	a, b         netip.Addr
	aPort, bPort uint16
}

type connection struct {
	Conversation
	key     connKey
	ends    [2]half // the client's and the server's
	held    int
	recency *list.Element
}

type half struct {
	known   bool   // next is
	next    uint32 // sequence number that comes next
	opened  bool   // its SYN was seen
	initial uint32 // sequence number of that
	fin     bool   // it has ended, at seq end
	end     uint32
	waiting []segment // in order of seq
	held    int       // bytes in waiting
}

type segment struct {
	seq    uint32
	data   []byte
	length int // on the wire; more than len(data) when the packet was cut
	time   int64
	packet int64
}

// maxMissing bounds how many bytes of a segment are taken to be missing in a
// capture that kept only its beginning: the file may claim anything, and no
// segment is longer.
const maxMissing = 256 << 10

const (
	connectionCost = 400
	segmentCost    = 64
)

// NewStreams returns an empty Streams.
func NewStreams(opts StreamOptions) *Streams {
	opts.Connections = cmp.Or(opts.Connections, 4096)
	opts.Memory = cmp.Or(opts.Memory, 32<<20)
	opts.Each = cmp.Or(opts.Each, 1<<20)
	opts.Waiting = cmp.Or(opts.Waiting, 128<<10)
	opts.Idle = cmp.Or(opts.Idle, 120e9)
	return &Streams{opts: opts, open: map[connKey]*connection{}, over: map[connKey]ended{}}
}

// Add takes the packet p, a TCP segment as its frame f says. The bytes are
// copied.
func (s *Streams) Add(p *capture.Packet, f *wire.Frame) {
	if f.IPProto != wire.ProtoTCP || f.FragOffset != 0 || f.Quoted || f.Payload > f.End || f.End > len(p.Data) {
		return
	}
	s.stats.Segments++
	for c := s.oldest(); c != nil && p.Time-c.End > s.opts.Idle; c = s.oldest() {
		s.finish(c)
	}
	data := p.Data[f.Payload:f.End]
	length := len(data)
	if f.Cut && p.OrigLen > len(p.Data) {
		length += min(p.OrigLen-len(p.Data), maxMissing)
	}
	key, swapped := makeKey(f)
	c := s.open[key]
	opening := f.TCPFlags&wire.TCPSyn != 0
	if c != nil && opening && c.another(swapped, f) {
		s.finish(c)
		c = nil
	}
	if c == nil {
		if !opening && length == 0 || f.TCPFlags&wire.TCPRst != 0 {
			return // the end of something that is over
		}
		if !opening && s.late(key, swapped, f.Seq+uint32(length)) {
			s.stats.Late++
			return
		}
		c = s.begin(key, p, f)
	}
	s.recency.MoveToBack(c.recency)
	c.Packets++
	c.Last, c.End = p.Number, max(c.End, p.Time)
	client := swapped == c.clientIsB()
	from := &c.ends[1]
	to := &c.ends[0]
	if client {
		from, to = to, from
	}
	if f.TCPFlags&wire.TCPAck != 0 {
		// The other end has what is missing here: it will not arrive any more.
		for len(to.waiting) > 0 && int32(f.Ack-to.waiting[0].seq) > 0 {
			s.skip(c, to, !client)
		}
	}
	seq := f.Seq
	if opening {
		seq++
		from.opened, from.initial = true, f.Seq
		if !from.known {
			from.known, from.next = true, seq
		}
		c.Opened = true
	}
	if f.TCPFlags&wire.TCPFin != 0 && !from.fin {
		from.fin, from.end = true, seq+uint32(length)
	}
	if length > 0 {
		s.take(c, from, client, segment{seq, data, length, p.Time, p.Number})
	}
	if f.TCPFlags&wire.TCPRst != 0 {
		c.Reset, c.Closed = true, true
	} else if c.ends[0].done() && c.ends[1].done() {
		c.Closed = true
	}
	if c.Closed {
		s.finish(c)
	}
	for c := s.oldest(); c != nil && (s.held > s.opts.Memory || len(s.open) > s.opts.Connections); c = s.oldest() {
		s.stats.Evicted++
		c.Evicted = true
		s.finish(c)
	}
}

// another reports whether a SYN opens another connection than c: it has another
// initial sequence number than that of c, or c has begun to end.
func (c *connection) another(swapped bool, f *wire.Frame) bool {
	from := &c.ends[1]
	if swapped == c.clientIsB() {
		from = &c.ends[0]
	}
	switch {
	case c.ends[0].fin || c.ends[1].fin:
		return true
	case from.opened:
		return from.initial != f.Seq
	}
	return from.known && from.next != f.Seq+1 && f.TCPFlags&wire.TCPAck == 0 && len(c.Turns) > 0
}

func (h *half) done() bool { return h.fin && h.known && int32(h.next-h.end) >= 0 }

func (s *Streams) take(c *connection, h *half, client bool, g segment) {
	if !h.known {
		h.known, h.next = true, g.seq
	}
	ahead := int32(g.seq - h.next)
	if ahead < 0 {
		if !g.trim(h.next) {
			c.Repeated++
			return
		}
		ahead = 0
	}
	if ahead > 0 {
		if !h.wait(g) {
			c.Repeated++
			return
		}
		s.hold(c, len(g.data)+segmentCost)
		for h.held > s.opts.Waiting {
			s.skip(c, h, client)
		}
		return
	}
	s.say(c, h, client, g, 0)
	s.drain(c, h, client)
}

// trim drops what precedes seq. It reports whether anything is left.
func (g *segment) trim(seq uint32) bool {
	n := int(int32(seq - g.seq))
	if n <= 0 {
		return true
	}
	if n >= g.length {
		return false
	}
	g.seq = seq
	g.length -= n
	g.data = g.data[min(n, len(g.data)):]
	return true
}

// wait reports false when a segment that begins there and is as long waits already.
func (h *half) wait(g segment) bool {
	i := len(h.waiting)
	for i > 0 && int32(g.seq-h.waiting[i-1].seq) < 0 {
		i--
	}
	if i > 0 && h.waiting[i-1].seq == g.seq && h.waiting[i-1].length >= g.length {
		return false
	}
	g.data = append([]byte(nil), g.data...)
	h.waiting = slices.Insert(h.waiting, i, g)
	h.held += len(g.data) + segmentCost
	return true
}

func (s *Streams) drain(c *connection, h *half, client bool) {
	for len(h.waiting) > 0 && int32(h.waiting[0].seq-h.next) <= 0 {
		g := h.waiting[0]
		n := len(g.data) + segmentCost
		h.waiting = h.waiting[1:]
		h.held -= n
		s.hold(c, -n)
		if g.trim(h.next) {
			s.say(c, h, client, g, 0)
		} else {
			c.Repeated++
		}
	}
	if len(h.waiting) == 0 {
		h.waiting = nil
	}
}

func (s *Streams) skip(c *connection, h *half, client bool) {
	g := h.waiting[0]
	n := len(g.data) + segmentCost
	h.waiting = h.waiting[1:]
	h.held -= n
	s.hold(c, -n)
	missing := int64(g.seq - h.next)
	c.Missing += missing
	s.say(c, h, client, g, missing)
	s.drain(c, h, client)
}

func (s *Streams) say(c *connection, h *half, client bool, g segment, missing int64) {
	h.next = g.seq + uint32(g.length)
	if c.held >= s.opts.Each {
		c.Dropped += int64(g.length)
		return
	}
	t := len(c.Turns) - 1
	if t < 0 || c.Turns[t].FromClient != client || missing > 0 {
		c.Turns = append(c.Turns, Turn{FromClient: client, Time: g.time, Packet: g.packet, Missing: missing})
		s.hold(c, segmentCost)
		t++
	}
	keep := min(len(g.data), max(0, s.opts.Each-c.held))
	c.Turns[t].Data = append(c.Turns[t].Data, g.data[:keep]...)
	c.Dropped += int64(len(g.data) - keep)
	s.hold(c, keep)
	if cut := int64(g.length - len(g.data)); cut > 0 {
		// The rest of the segment is not in the capture.
		c.Missing += cut
		c.Turns = append(c.Turns, Turn{FromClient: client, Time: g.time, Packet: g.packet, Missing: cut})
		s.hold(c, segmentCost)
	}
}

func (s *Streams) hold(c *connection, n int) {
	c.held += n
	s.held += n
}

func (s *Streams) finish(c *connection) {
	for i := range c.ends {
		for len(c.ends[i].waiting) > 0 {
			s.skip(c, &c.ends[i], i == 0)
		}
	}
	s.recency.Remove(c.recency)
	delete(s.open, c.key)
	if c.Closed {
		s.remember(c)
	}
	s.held -= c.held
	if len(c.Turns) == 0 {
		s.stats.Silent++
		return
	}
	s.stats.Ended++
	if s.opts.Done != nil {
		done := c.Conversation
		s.opts.Done(&done)
	}
}

// Flush ends all connections: the capture has ended.
func (s *Streams) Flush() {
	for c := s.oldest(); c != nil; c = s.oldest() {
		s.finish(c)
	}
}
