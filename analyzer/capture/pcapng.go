package capture

import (
	"encoding/binary"
	"fmt"
	"net/netip"

	"fragscope/decoder"
)

const (
	blockInterface  = 1
	blockOldPacket  = 2 // obsolete packet block
	blockSimple     = 3
	blockNames      = 4
	blockStatistics = 5
	blockPacket     = 6 // enhanced packet block
	blockSection    = 0x0a0d0d0a
)

// maxSkipped is the longest block that is skipped by its length, for which the
// window must hold it; the inside of a longer one is searched for the next
// block.
const maxSkipped = windowMost - 1<<20

type ngState struct {
	big   bool
	first int // index of the section's first interface
	ifs   []ngInterface
	bytes int // of names kept
}

type ngInterface struct {
	clock
	linkType int
	link     decoder.Link
	snap     int
	networks []netip.Prefix
}

func (g *ngState) u16(b []byte) int {
	if g.big {
		return int(binary.BigEndian.Uint16(b))
	}
	return int(binary.LittleEndian.Uint16(b))
}

func (g *ngState) u32(b []byte) uint32 {
	if g.big {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

func (g *ngState) u64(b []byte) uint64 {
	if g.big {
		return binary.BigEndian.Uint64(b)
	}
	return binary.LittleEndian.Uint64(b)
}

func (r *Reader) openNg() error {
	r.format = "pcapng"
	r.next = r.nextNg
	if r.win.fill(28) {
		if h := r.win.buf[r.win.r:]; sectionOrder(h) == nil {
			return fmt.Errorf("not a capture: it begins like pcapng, but % X is neither byte order", h[8:12])
		}
		return nil
	}
	return fmt.Errorf("the pcapng section header is cut: it has at least 28 bytes, %d are there", r.win.have())
}

// sectionOrder tells the byte order of the section block that h begins with:
// true for big endian, nil for neither.
func sectionOrder(h []byte) *bool {
	var big bool
	switch binary.BigEndian.Uint32(h[8:]) {
	case 0x1a2b3c4d:
		big = true
	case 0x4d3c2b1a:
	default:
		return nil
	}
	return &big
}

// nextNg goes to the next packet. Every block is type u32, length u32, body,
// length again; its length is a multiple of 4.
func (r *Reader) nextNg() bool {
	b, g := &r.win, &r.ng
	big := g.big
	lost := func(format string, args ...any) bool { // after what is no block of the section
		g.big = big
		return r.findBlock(fmt.Sprintf(format, args...))
	}
	for {
		big = g.big
		if b.w-b.r < 12 && !b.fill(12) {
			if n := b.have(); n > 0 {
				r.cut("the file ends inside a block: %d bytes of its first 12 are there", n)
				b.r = b.w
			}
			return false
		}
		h := b.buf[b.r:b.w]
		kind := g.u32(h)
		if kind == blockSection {
			o := sectionOrder(h)
			if o == nil {
				if !lost("a section header with no byte order") {
					return false
				}
				continue
			}
			g.big = *o
		}
		n := int64(g.u32(h[4:]))
		if n < 12 || n&3 != 0 || n > maxSkipped {
			if !lost("a block of type %#x says that it has %d bytes", kind, n) {
				return false
			}
			continue
		}
		size := int(n)
		if b.w-b.r < size && !b.fill(size) {
			g.big = big
			if r.cutBlock(kind, size) {
				continue
			}
			return false
		}
		h = b.buf[b.r : b.r+size]
		if end := g.u32(h[size-4:]); end != uint32(size) {
			if !r.goesOn(size) {
				if !lost("a block of type %#x begins with length %d and ends with %d", kind, size, end) {
					return false
				}
				continue
			}
			r.problem(CodeTrailer, b.offset(), "a block of type %#x and %d bytes ends with length %d; it is read anyway", kind,
				size, end)
			h = b.buf[b.r : b.r+size]
		}
		off := b.offset()
		if size > maxRecord {
			if !r.goesOn(size) {
				if !lost("a block of type %#x says that it has %d bytes", kind, size) {
					return false
				}
				continue
			}
			r.problem(CodeBlock, off, "a block of type %#x has %d bytes, more than the %d that are read; it was skipped", kind,
				size, maxRecord)
			b.r += size
			continue
		}
		b.r += size
		r.keepHead(kind, h)
		packet := r.block(kind, h[8:size-4], off)
		if r.copied != nil {
			r.copied.block(kind, h, packet, g.big)
		}
		if packet {
			return true
		}
	}
}

func (r *Reader) block(kind uint32, body []byte, off int64) bool {
	switch kind {
	case blockPacket:
		return r.enhancedPacket(body, false, off)
	case blockSimple:
		return r.simplePacket(body, off)
	case blockOldPacket:
		return r.enhancedPacket(body, true, off)
	case blockSection:
		r.section(body, off)
	case blockInterface:
		r.newInterface(body, off)
	case blockNames:
		r.nameBlock(body, off)
	case blockStatistics:
		r.statistics(body, off)
	default:
		r.stats.Passed++
	}
	return false
}

func (r *Reader) tooShort(off int64, what string, need int64, have int) {
	r.problem(CodeBlock, off, "%s needs %d bytes and has %d; it was skipped", what, need, have)
}

// enhancedPacket: interface u32, time u32 high and u32 low, captured u32,
// length u32, data, padding to 4, options. The obsolete packet block has the
// interface in 16 bits and a count of drops in the next 16.
func (r *Reader) enhancedPacket(body []byte, old bool, off int64) bool {
	if len(body) < 20 {
		r.tooShort(off, "a packet block", 20, len(body))
		return false
	}
	g, p := &r.ng, &r.packet
	captured := int64(g.u32(body[12:]))
	if captured > int64(len(body)-20) {
		r.tooShort(off, "a packet block", 20+captured, len(body))
		return false
	}
	end := 20 + int(captured)
	r.take(body[20:end], g.u32(body[16:]), off)
	p.DataAt = off + 8 + 20
	if rest := (end + 3) &^ 3; len(body)-rest >= 4 {
		r.packetOptions(body[rest:], off)
	}
	iface := int64(g.u32(body))
	if old {
		iface = int64(g.u16(body))
	}
	r.found(iface, uint64(g.u32(body[4:]))<<32|uint64(g.u32(body[8:])), off)
	return true
}

// simplePacket: length u32, data, padding. The interface is the first, and
// its snapshot length says how much was captured.
func (r *Reader) simplePacket(body []byte, off int64) bool {
	if len(body) < 4 {
		r.tooShort(off, "a simple packet block", 4, len(body))
		return false
	}
	p := &r.packet
	length := r.ng.u32(body)
	captured := int64(length)
	if len(r.ng.ifs) > 0 && r.ng.ifs[0].snap > 0 {
		captured = min(captured, int64(r.ng.ifs[0].snap))
	}
	captured = min(captured, int64(len(body)-4))
	r.take(body[4:4+captured], length, off)
	p.DataAt = off + 8 + 4
	before := p.Time
	r.found(0, 0, off)
	p.HasTime, p.Time = false, before
	return true
}

// take begins a packet whose length on the wire may be more than its block holds.
func (r *Reader) take(data []byte, length uint32, off int64) {
	p := &r.packet
	p.Data, p.OrigLen = data, wireLength(length)
	p.Flags, p.Comments = 0, p.Comments[:0]
	if len(data) > MaxPacket {
		r.longPacket(int64(len(data)), off)
		p.Data = data[:MaxPacket]
		p.OrigLen = max(p.OrigLen, len(data))
	} else if len(data) > p.OrigLen {
		r.problem(CodeOddRecord, off, "%d bytes are said to be captured of a packet of %d; all of them are read", len(data),
			p.OrigLen)
		p.OrigLen = len(data)
	}
}

func (r *Reader) found(iface int64, ts uint64, off int64) {
	p := &r.packet
	p.Offset = off
	g := &r.ng
	clock := &clock{mul: 1000}
	if iface >= int64(len(g.ifs)) {
		r.problem(CodeInterface, off,
			"the packet is of interface %d, but the section describes %d; its link type is unknown and its time taken as "+
				"microseconds", iface, len(g.ifs))
		p.Interface, p.LinkType, p.Link, p.Networks = -1, -1, decoder.LinkAuto, nil
	} else {
		f := &g.ifs[iface]
		p.Interface, p.LinkType, p.Link, p.Networks = g.first+int(iface), f.linkType, f.link, f.networks
		clock = &f.clock
	}
	var t int64
	if t, p.HasTime = clock.ns(ts); p.HasTime {
		p.Time = t
	} else if !clock.none { // else its interface was reported
		r.problem(CodeTime, off, "the time of the packet lies outside the years 1678 to 2262")
	}
	p.Number++
}
