package emulator

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"slices"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Capture holds what the servers in a capture answered.
type Capture struct {
	Servers []*Recorded // those that sent most come first
	Cut     bool        // more than [MaxRecording] bytes are in it: what came later is left out

	block uint32 // where its loopback addresses begin, if not at 127.78.0.0
}

// A Recorded is a server as a capture shows it.
type Recorded struct {
	Addr      netip.AddrPort
	TCP       bool
	Protocols []decoder.Protocol // the primary one first
	Requests  int                // that it received
	Datagrams int                // that it sent, or turns of its TCP sessions
	exchanges []recorded
	talks     []*flow.Conversation
}

// The request of a recorded is nil where it is not in the capture.
type recorded struct {
	protocol decoder.Protocol
	request  []byte
	client   netip.AddrPort
	at       int64
	replies  []recordedReply
}

type recordedReply struct {
	data  []byte
	after time.Duration
}

// MaxRecording is how many bytes of datagrams of a capture are kept.
const MaxRecording = 256 << 20

const lookBack = 64 // requests among which that of a reply is searched

var maxRecording = MaxRecording // less in a test

// ReadCapture reads a capture, pcap or pcapng, compressed or not. Servers are
// those who answered a query.
func ReadCapture(r io.Reader, name string) (*Capture, error) {
	c, err := capture.NewReader(r, capture.Options{Name: name})
	if err != nil {
		return nil, err
	}
	defer c.Close()
	x := recorder{servers: map[recordedKey]*Recorded{}, defrag: flow.NewDefragmenter(flow.DefragOptions{})}
	x.streams = flow.NewStreams(flow.StreamOptions{Done: x.conversation})
	for c.Next() {
		x.packet(c.Packet())
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	x.streams.Flush()
	out := &Capture{Cut: x.kept >= maxRecording}
	for _, s := range x.order {
		if s.Datagrams > 0 {
			out.Servers = append(out.Servers, s)
		}
	}
	slices.SortStableFunc(out.Servers, func(a, b *Recorded) int { return b.Datagrams - a.Datagrams })
	if len(out.Servers) == 0 {
		return nil, errors.New("found no server that answers a query")
	}
	return out, nil
}

// OpenCapture is ReadCapture for a file.
func OpenCapture(path string) (*Capture, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c, err := ReadCapture(f, path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

type recordedKey struct {
	addr netip.AddrPort
	tcp  bool
}

type recorder struct {
	servers map[recordedKey]*Recorded
	order   []*Recorded
	d       decoder.Decoder
	defrag  *flow.Defragmenter
	streams *flow.Streams
	now     int64
	kept    int
}

func (x *recorder) server(addr netip.AddrPort, tcp bool) *Recorded {
	key := recordedKey{addr, tcp}
	s := x.servers[key]
	if s == nil {
		s = &Recorded{Addr: addr, TCP: tcp}
		x.servers[key] = s
		x.order = append(x.order, s)
	}
	return s
}

func (x *recorder) packet(p *capture.Packet) {
	x.now = p.Time
	if p.Link == decoder.LinkNone || x.kept >= maxRecording {
		return
	}
	x.d.Options = decoder.Options{Link: p.Link}
	m := x.d.Decode(p.Data)
	f := &m.Frame
	switch {
	case f.Quoted:
		return
	case f.FragMore || f.FragOffset > 0:
		w := x.defrag.Add(p, f)
		if w == nil {
			return
		}
		x.d.Options = decoder.Options{Link: wire.LinkRawIP}
		if m = x.d.Decode(w.Packet); m.Frame.IPProto == wire.ProtoUDP {
			x.message(m)
		}
	case f.IPProto == wire.ProtoTCP:
		x.streams.Add(p, f)
	case f.IPProto == wire.ProtoUDP:
		x.message(m)
	}
}

func (x *recorder) message(m *decoder.Message) {
	if m.Protocol() == decoder.Unknown || m.Confidence < wire.Likely {
		return
	}
	f := &m.Frame
	src, dst := netip.AddrPortFrom(f.Src, f.SrcPort), netip.AddrPortFrom(f.Dst, f.DstPort)
	data := slices.Clone(m.Data[f.Payload:f.End])
	x.kept += len(data)
	switch m.Info.Direction {
	case decoder.Request:
		s := x.server(dst, false)
		s.Requests++
		s.exchanges = append(s.exchanges, recorded{protocol: m.Protocol(), request: data, client: src, at: x.now})
	case decoder.Reply:
		s := x.server(src, false)
		s.Datagrams++
		if !slices.Contains(s.Protocols, m.Protocol()) {
			s.Protocols = append(s.Protocols, m.Protocol())
		}
		s.reply(m, data, dst, x.now)
	}
}

func (s *Recorded) reply(m *decoder.Message, data []byte, client netip.AddrPort, at int64) {
	topic := m.MatchKey()
	for i := len(s.exchanges) - 1; i >= max(0, len(s.exchanges)-lookBack); i-- {
		e := &s.exchanges[i]
		if e.client != client || e.protocol != m.Protocol() || e.request == nil {
			continue
		}
		if topic.Answers(request(e.request, e.protocol).MatchKey()) {
			e.replies = append(e.replies, recordedReply{data, time.Duration(max(0, at-e.at))})
			return
		}
	}
	s.exchanges = append(s.exchanges, recorded{protocol: m.Protocol(), client: client, at: at,
		replies: []recordedReply{{data: data}}})
}

func request(p []byte, protocol decoder.Protocol) *decoder.Message {
	return decoder.Decode(p, decoder.Options{Protocol: protocol, From: decoder.Request, Link: decoder.LinkNone})
}

func (x *recorder) conversation(c *flow.Conversation) {
	var said []byte
	for _, t := range c.Turns {
		if !t.FromClient {
			said = t.Data
			break
		}
	}
	m := decoder.Decode(said, decoder.Options{Stream: true, SrcPort: c.ServerPort, DstPort: c.ClientPort,
		Link: decoder.LinkNone})
	if len(said) == 0 || m.Protocol() == decoder.Unknown || m.Confidence < wire.Likely {
		return
	}
	s := x.server(netip.AddrPortFrom(c.Server, c.ServerPort), true)
	s.Protocols = []decoder.Protocol{m.Protocol()}
	s.talks = append(s.talks, c)
	for _, t := range c.Turns {
		if x.kept += len(t.Data); t.FromClient {
			s.Requests++
		} else {
			s.Datagrams++
		}
	}
}
