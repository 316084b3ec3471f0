package state

import (
	"context"
	"net/netip"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// streamWithin is how many packets after its first one the packets of a conversation are looked for.
const streamWithin = 1 << 20

// Stream reassembles a conversation over TCP: a datagram for each time that one end spoke; nil when ctx is done.
func (c *Capture) Stream(ctx context.Context, s *report.Stream) *List {
	var found *flow.Conversation
	join := flow.NewStreams(flow.StreamOptions{Done: func(v *flow.Conversation) {
		if found == nil && v.First == s.Packet {
			found = v
		}
	}})
	var d decoder.Decoder
	seen := int64(0)
	for i := int(s.Packet) - 1; i < min(c.Len(), int(s.Packet)+streamWithin) && found == nil && seen < s.Packets; i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		g, err := c.datagram(i)
		if err != nil {
			break
		}
		d.Options = g.options()
		m := d.Decode(g.Data)
		src, dst := g.Endpoints(m)
		if m.Frame.IPProto != wire.ProtoTCP || !(sameEnd(src, s.Client) && sameEnd(dst, s.Server) || sameEnd(src, s.Server) &&
			sameEnd(dst, s.Client)) {
			continue
		}
		seen++
		join.Add(&capture.Packet{Number: g.Number, Time: g.Time.UnixNano(), HasTime: true, Data: g.Data, OrigLen: g.Length,
			Link: g.Link}, &m.Frame)
	}
	join.Flush()
	if found == nil {
		return NewList(nil)
	}
	var list []Datagram
	for i := range found.Turns {
		t := &found.Turns[i]
		g := Datagram{
			Number: t.Packet, Time: time.Unix(0, t.Time), Src: s.Server, Dst: s.Client, TCP: true, Data: t.Data,
			Link:   decoder.LinkNone,
			Length: len(t.Data),
		}
		if t.FromClient {
			g.Src, g.Dst = s.Client, s.Server
		}
		if t.Missing > 0 {
			g.Note = "bytes before it are missing"
		}
		list = append(list, g)
	}
	return NewList(list)
}

// sameEnd compares addresses whether or not IPv4 is written as IPv6.
func sameEnd(a, b netip.AddrPort) bool {
	return a.Port() == b.Port() && a.Addr().Unmap() == b.Addr().Unmap()
}
