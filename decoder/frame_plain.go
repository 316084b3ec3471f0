package decoder

import (
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
)

// Nearly all frames: any link, perhaps one VLAN tag, IPv4 without options or
// IPv6 without extension headers, UDP, all lengths and checksums as they should
// be. A program that reads millions of packets needs what their headers say, in
// [Frame], not a field for each byte of them.

// DecodePayload is [Decoder.Decode], except that the Message has no fields for
// headers without a problem: its leaves then tile only the bytes from
// Message.Payload to Frame.End. Where anything in the headers is worth a note
// they have their fields as usual. Everything else, problems included, is the
// same.
func (d *Decoder) DecodePayload(p []byte) *wire.Message {
	m := &d.msg
	m.Frame = wire.Frame{Link: d.Options.Link}
	f := &m.Frame
	at := plainLink(p, f)
	if at < 0 || !plainUDP(p, at, f) {
		return d.Decode(p)
	}
	d.opts = d.Options
	d.opts.SrcPort, d.opts.DstPort, d.opts.Stream = f.SrcPort, f.DstPort, false
	r := d.begin(p, f.Payload, f.End)
	m.Info, m.Confidence = payload(r)
	m.Payload, m.Stream = f.Payload, d.Options.Stream
	d.end()
	return m
}

// begin makes the reader ready for the payload p[from:to].
func (d *Decoder) begin(p []byte, from, to int) *wire.Reader {
	r := &d.r
	r.Carried = func(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) { return payload(r) }
	r.Start(p, from, to, &d.opts)
	return r
}

// end records the bytes that were not read, and hands over what was read.
func (d *Decoder) end() {
	m, r := &d.msg, &d.r
	r.End = m.Frame.End
	r.Settle()
	r.HandOver(m)
}

// plainLink reads the header before IP, with at most one VLAN tag, and returns
// its length, -1 when it is something else.
func plainLink(p []byte, f *wire.Frame) int {
	if len(p) < 20 {
		return -1
	}
	at := 0
	switch f.Link {
	case wire.LinkEthernet:
		f.EtherType, at = wire.BE16(p[12:]), 14
		if frame.VlanType(f.EtherType) {
			f.VLAN[0], f.VLANCount = wire.BE16(p[14:])&0xfff, 1
			f.EtherType, at = wire.BE16(p[16:]), 18
		}
	case wire.LinkSLL:
		f.EtherType, at = wire.BE16(p[14:]), 16
	case wire.LinkSLL2:
		f.EtherType, at = wire.BE16(p), 20
	case wire.LinkLoopback:
		family := frame.LoopbackFamilies.Lookup(uint64(p[0] | p[3]))
		if p[1]|p[2] != 0 || p[0] != 0 && p[3] != 0 || family == nil || family.Name == "OSI" {
			return -1
		}
		return 4
	case wire.LinkRawIP:
		return 0
	default:
		return -1
	}
	if f.EtherType != 0x0800 && f.EtherType != 0x86dd {
		return -1
	}
	return at
}

// plainUDP reads the IP and UDP headers at p[at:]. It reports false when
// anything about them is out of the ordinary.
func plainUDP(p []byte, at int, f *wire.Frame) bool {
	if len(p)-at < 28 {
		return false
	}
	h := p[at:]
	var size, total int // of the IP header, of the packet
	var pseudo uint64   // sum of both addresses, in memory order
	switch version := h[0] >> 4; {
	case h[0] == 0x45 && f.EtherType != 0x86dd:
		size, total = 20, int(wire.BE16(h[2:]))
		if wire.BE16(h[6:])&0xbfff != 0 || h[9] != wire.ProtoUDP || total < 28 || total > len(h) || frame.Fold(frame.SumAsLie(h[:12])+uint64(wire.LE32(h[12:]))+uint64(wire.LE32(h[16:]))) != 0xffff {
			return false
		}
		f.IPVersion, f.FragID = 4, uint32(wire.BE16(h[4:]))
		f.Src.Length, f.Dst.Length = 4, 4
		copy(f.Src.Bytes[:4], h[12:16])
		copy(f.Dst.Bytes[:4], h[16:20])
		pseudo = uint64(wire.LE32(h[12:])) + uint64(wire.LE32(h[16:]))
	case version == 6 && f.EtherType != 0x0800 && len(h) >= 48:
		size, total = 40, 40+int(wire.BE16(h[4:]))
		if h[6] != wire.ProtoUDP || total < 48 || total > len(h) {
			return false
		}
		f.IPVersion = 6
		f.Src.Length, f.Dst.Length = 16, 16
		copy(f.Src.Bytes[:], h[8:24])
		copy(f.Dst.Bytes[:], h[24:40])
		pseudo = frame.SumAsLie(h[8:40])
	default:
		return false
	}
	u := h[size:total]
	length := len(u)
	// A checksum of 0 is a note; an empty datagram, a message of its own.
	if int(wire.BE16(u[4:])) != length || length == 8 || u[6]|u[7] == 0 || frame.Fold(frame.SumAsLie(u)+pseudo+wire.ProtoUDP<<8+uint64(wire.LE16(u[4:]))) != 0xffff {
		return false
	}
	f.IPProto, f.SrcPort, f.DstPort = wire.ProtoUDP, wire.BE16(u), wire.BE16(u[2:])
	f.Payload, f.End = at+size+8, at+total
	// What follows the packet is padding on Ethernet, and a surplus elsewhere.
	return total == len(h) || f.Link == wire.LinkEthernet
}
