package analyzer

import (
	"fmt"
	"net/netip"
	"slices"

	"fragscope/analyzer/flow"
	"fragscope/analyzer/match"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A collector takes the batches in order and does what no worker can do alone:
// it counts other traffic, reassembles fragments and follows the sessions with
// master servers.
type collector struct {
	opts    *record.Options
	report  *report.Report
	now     int64          // the greatest time so far
	met     record.HashSet // of servers
	worker  record.Worker  // for what is reassembled
	d       decoder.Decoder
	defrag  *flow.Defragmenter
	streams *flow.Streams
	said    decoder.Challenges
	tcp     map[connection]bool // whether a TCP connection is worth following
	older   map[connection]bool // the same for less recent ones
	copies  copies
}

// A connection is a pair of TCP endpoints, the lower first.
type connection [2]record.Endpoint

func connectionOf(r *record.Record) connection {
	if r.Src.Compare(r.Dst) > 0 {
		return connection{r.Dst, r.Src}
	}
	return connection{r.Src, r.Dst}
}

func newCollector(opts *record.Options, report *report.Report) *collector {
	c := &collector{opts: opts, report: report, tcp: map[connection]bool{}}
	c.defrag = flow.NewDefragmenter(flow.DefragOptions{})
	c.streams = flow.NewStreams(flow.StreamOptions{Done: c.conversation})
	if opts.Keep != nil {
		c.worker.Keep = opts.Keep()
	}
	return c
}

func (c *collector) batch(b *record.Batch) {
	for i := range b.Records {
		r := &b.Records[i]
		c.now = max(c.now, r.Now)
		r.Now = c.now
		switch r.Class {
		case record.ClassMessage:
			c.message(r)
		case record.ClassFragment:
			c.fragment(b, r)
		case record.ClassTCP:
			c.segment(r)
		case record.ClassPassed:
			// No session of a query protocol, unless something else is known about it.
			if _, known := c.known(connectionOf(r)); !known {
				c.remember(connectionOf(r), false)
			}
		default:
			countForeign(c.report, r)
		}
	}
	c.now = max(c.now, b.Now)
	b.Now, b.Met = c.now, c.met.N
}

func (c *collector) known(key connection) (follow, known bool) {
	if follow, known = c.tcp[key]; !known {
		if follow, known = c.older[key]; known {
			c.tcp[key] = follow
		}
	}
	return follow, known
}

func (c *collector) remember(key connection, follow bool) {
	if len(c.tcp) >= maxConnections {
		c.older, c.tcp = c.tcp, map[connection]bool{}
	}
	c.tcp[key] = follow
}

func (c *collector) message(r *record.Record) {
	if c.copies.add(r) {
		return
	}
	if c.met.N < maxMet {
		c.met.Add(r.Host)
	}
	if r.Topic.Challenge {
		c.check(r)
	}
}

// Answers to challenges of a heartbeat go either way between servers that belong to different shards.
func (c *collector) check(r *record.Record) {
	c.d.Options = decoder.Options{Link: decoder.LinkNone, Protocol: r.Info.Protocol(), From: r.Info.Direction,
		SrcPort: r.Src.Port, DstPort: r.Dst.Port, Protocols: c.opts.Protocols}
	m := c.d.Decode(r.Payload)
	f := &m.Frame
	f.Src, f.Dst, f.SrcPort, f.DstPort = netip.AddrFrom16(r.Src.IP), netip.AddrFrom16(r.Dst.IP), r.Src.Port, r.Dst.Port
	m, wrong := c.said.Check(m)
	if !wrong {
		return
	}
	if p := m.Problems[len(m.Problems)-1].Info; !slices.Contains(r.Problems, p) {
		r.Problems = append(slices.Clip(r.Problems), p)
	}
}

// maxMet is how many servers are counted: with more, each has the minimum.
const maxMet = 1 << 14

func countForeign(sum *report.Report, r *record.Record) {
	if what := r.Seems(); what != "" {
		sum.Foreign(what, report.Count{Packets: 1, Bytes: int64(r.Size)})
	}
}

// fragment decodes the packet that r is a part of when it is whole.
func (c *collector) fragment(b *record.Batch, r *record.Record) {
	if c.copies.add(r) {
		c.report.Copies.Add(int64(r.Size))
		return
	}
	c.report.Fragments.Add(int64(r.Size))
	w := c.defrag.Add(r.Captured(), c.headers(r))
	if w == nil {
		return
	}
	// The whole takes the place of its last fragment, so the order stays.
	onWire := r.Wire
	r.Begin(&record.Packet{Time: r.Time, NoTime: r.NoTime, Number: r.Number, Link: wire.LinkRawIP},
		slices.Clone(w.Packet))
	r.Wire = onWire
	c.worker.Record(b, r)
	switch r.Class {
	case record.ClassMessage:
		c.message(r)
	case record.ClassTCP:
		c.segment(r)
	default:
		countForeign(c.report, r)
	}
}

const maxConnections = 1 << 16

// The first bytes sent decide whether a connection may be a session of a query protocol.
func (c *collector) segment(r *record.Record) {
	key := connectionOf(r)
	if opens(r) {
		delete(c.tcp, key)
		delete(c.older, key)
	}
	follow, known := c.known(key)
	if !known && len(r.Payload) > 0 {
		follow, known = r.Payload[0] == '\\' || r.Info != nil, true
		c.remember(key, follow)
	}
	if known && !follow {
		countForeign(c.report, r)
		return
	}
	// Until data is sent the SYN is kept: it shows that nothing is missing
	// before it.
	c.streams.Add(r.Captured(), c.headers(r))
}

// What follows a SYN is another connection, even between the same ports.
func opens(r *record.Record) bool { return r.Stray != nil && r.Stray.Head.TCPFlags&wire.TCPSyn != 0 }

func (c *collector) headers(r *record.Record) *wire.Frame {
	if r.Stray == nil {
		c.d.Options = decoder.Options{Link: r.Link, Protocols: c.opts.Protocols}
		return &c.d.Decode(r.Frame).Frame
	}
	return &r.Stray.Head
}

// A conversation counts when one of its messages passes the filter, and of its messages those that do.
func (c *collector) conversation(v *flow.Conversation) {
	s := report.Stream{
		Client: netip.AddrPortFrom(v.Client, v.ClientPort), Server: netip.AddrPortFrom(v.Server, v.ServerPort),
		First: report.Time(v.Start), Last: report.Time(v.End), Packet: v.First, Packets: v.Packets,
		Gaps:     v.Missing + v.Dropped,
		Messages: make([]string, 0, len(v.Turns)),
	}
	var said decoder.Challenges
	var asked []*decoder.Message  // the last request
	meant, passed := false, false // that one of the messages is ours, and that one passes the filter
	for i := range v.Turns {
		t := &v.Turns[i]
		src, dst := s.Server, s.Client
		if t.FromClient {
			src, dst = dst, src
		}
		m := decoder.Decode(t.Data, decoder.Options{Link: decoder.LinkNone, Stream: true, SrcPort: src.Port(),
			DstPort: dst.Port(), Protocols: c.opts.Protocols})
		m, _ = said.Check(m)
		s.Messages = append(s.Messages, m.Info.Name)
		s.Entries += m.Entries()
		if t.FromClient {
			asked = []*decoder.Message{m}
		} else {
			reply := decoder.Join([]*decoder.Message{m}, asked...)
			if m = reply.Messages[0]; reply.Whole != nil {
				s.Messages = append(s.Messages, reply.Whole.Info.Name)
				s.Entries += reply.Whole.Entries()
			}
		}
		known, likely := m.Info.Protocol() != decoder.Unknown, m.Info.Protocol() != decoder.Unknown &&
			m.Confidence >= wire.Likely
		meant = meant || likely
		if keep := c.worker.Keep; keep != nil &&
			!(known && keep(m, &record.Packet{Time: t.Time, Number: t.Packet, Link: decoder.LinkNone, Data: t.Data, Src: src,
				Dst: dst, Stream: true})) {
			continue
		}
		passed = passed || likely
		if known {
			k := report.MessageKey{Protocol: m.Info.Protocol(), Message: m.Info.Name}
			c.report.Messages[k] = c.report.Messages[k].Plus(report.Count{Packets: 1, Bytes: int64(len(t.Data))})
			c.report.Game++
		}
		for _, p := range m.Problems {
			n := c.report.Problems[p.Info.Code]
			if n == nil {
				n = &report.ProblemCount{Info: p.Info}
				c.report.Problems[p.Info.Code] = n
			}
			n.Add(c.opts.Name, t.Packet)
		}
	}
	switch {
	case !meant:
		c.report.Foreign("TCP other", report.Count{Packets: v.Packets})
		return
	case !passed:
		c.report.Foreign(record.Filtered, report.Count{Packets: v.Packets})
		return
	}
	if len(c.report.Streams) >= report.MaxFindings {
		c.report.DroppedFindings++
		return
	}
	if n := len(s.Messages) - match.MaxListed; n > 0 {
		s.Messages = append(slices.Clone(s.Messages[:match.MaxListed]), fmt.Sprintf("%d more", n))
	}
	c.report.Streams = append(c.report.Streams, s)
}

func (c *collector) finish() {
	c.defrag.Flush()
	c.streams.Flush()
	s := c.defrag.Stats()
	c.report.Unassembled += s.Expired + s.Evicted
}
