package state

import (
	"net/netip"
	"time"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// A Datagram is what came over a socket, out of a paste or out of a capture, with all that is known about it.
type Datagram struct {
	Time     time.Time      // zero when unknown
	Src, Dst netip.AddrPort // invalid when unknown, or when Data is a frame that says it
	Sent     bool           // by this program
	TCP      bool           // of a TCP connection
	Note     string         // what is special about it, such as why it was not accepted; "" for nothing
	Name     string         // what a paste calls it; "" for nothing
	Lines    string         // of the paste that it is on, such as "lines 3–5"; "" when unknown
	Data     []byte
	Link     decoder.Link      // frame around the payload; LinkAuto finds it out
	Protocol decoder.Protocol  // Unknown finds it out
	From     decoder.Direction // DirectionUnknown finds it out
	Number   int64             // of the packet in its capture, 0 elsewhere
	Length   int               // bytes on the wire, when Data is cut; 0 for len(Data)
	Parts    int               // fragments that it was put together from, 0 for none
}

func (d *Datagram) Decode() *decoder.Message {
	return decoder.Decode(d.Data, d.options())
}

func (d *Datagram) options() decoder.Options {
	o := decoder.Options{
		Protocol: d.Protocol, From: d.From, Link: d.Link, Stream: d.TCP,
		SrcPort: d.Src.Port(), DstPort: d.Dst.Port(), Layouts: Layouts(),
	}
	// What a socket gives is a payload: no guessing.
	if o.Link == decoder.LinkAuto && d.Src.IsValid() && d.Number == 0 {
		o.Link = decoder.LinkNone
	}
	return o
}

// located reports whether it is known where d came from or went to, whatever its bytes say.
func (d *Datagram) located() bool { return d.Src.IsValid() || d.Dst.IsValid() }

// Endpoints returns where d, decoded as m, came from and went to.
func (d *Datagram) Endpoints(m *decoder.Message) (src, dst netip.AddrPort) {
	p := record.Packet{Link: decoder.LinkNone, Src: d.Src, Dst: d.Dst}
	if m != nil && m.Frame.Link != decoder.LinkNone {
		p.Link = m.Frame.Link
	}
	return record.Endpoints(m, &p)
}
