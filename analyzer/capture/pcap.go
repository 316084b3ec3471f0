package capture

import (
	"encoding/binary"
	"fmt"
	"math"
)

const (
	// MaxPacket is the most that is given of a packet: libpcap's own limit. No
	// network carries more. A longer one is returned cut.
	MaxPacket = 256 << 10

	// maxRecord is the longest record or block that is read.
	maxRecord = 16 << 20
)

type pcapKind struct {
	big      bool // byte order
	nano     bool // times in nanoseconds
	modified bool // records have 8 more bytes: interface, protocol, packet type
}

func (k *pcapKind) order() binary.ByteOrder {
	if k.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

func pcapMagic(b []byte) *pcapKind {
	switch b[0] {
	case 0xa1, 0xd4, 0x4d, 0x34: // a quick test, because searches look everywhere
	default:
		return nil
	}
	for _, big := range []bool{false, true} {
		k := pcapKind{big: big}
		switch k.order().Uint32(b) {
		case 0xa1b2c3d4:
			return &k
		case 0xa1b23c4d:
			k.nano = true
			return &k
		case 0xa1b2cd34:
			k.modified = true
			return &k
		}
	}
	return nil
}

type pcapState struct {
	pcapKind
	head    int    // bytes of a record's header
	snap    uint32 // longest packet without a problem
	frac    uint32 // parts of a second
	unit    int64  // nanoseconds a part
	swapped bool   // files before version 2.3 have the two lengths the other way round
	last    int64  // time of the last packet, s
	row     int    // records read since the file header, which counts as chainLength, or since damage
}

// wireLength returns a length on the wire, which is whatever a file says, as an int
// of 32 bits can hold it as well.
func wireLength(n uint32) int { return int(min(uint64(n), math.MaxInt)) }

const pcapHeader = 24

func (r *Reader) openPcap() error {
	if !r.win.fill(pcapHeader) {
		if r.win.have() < pcapHeader && r.win.err != nil {
			return fmt.Errorf("the pcap file header is cut: it has 24 bytes, %d are there", r.win.have())
		}
	}
	r.pcapHeader()
	r.next = r.nextPcap
	r.format = "pcap"
	if r.pcap.nano {
		r.format += ", nanoseconds"
	}
	if r.pcap.modified {
		r.format += ", modified"
	}
	if r.pcap.big {
		r.format += ", big endian"
	}
	return nil
}

func (r *Reader) pcapHeader() {
	h := r.win.buf[r.win.r : r.win.r+pcapHeader]
	r.head = append(r.head[:0], h...)
	p := &r.pcap
	*p = pcapState{pcapKind: *pcapMagic(h), head: 16, frac: 1e6, unit: 1000, row: chainLength}
	if p.nano {
		p.frac, p.unit = 1e9, 1
	}
	if p.modified {
		p.head = 24
	}
	o := p.order()
	p.swapped = o.Uint16(h[4:]) == 2 && o.Uint16(h[6:]) < 3
	snap := o.Uint32(h[16:])
	p.snap = snap
	if snap == 0 || snap > MaxPacket {
		p.snap = MaxPacket
	}
	// The top bits of the link type hold the length of the frame check sequence.
	network := o.Uint32(h[20:])
	fcs := 0
	if network&0x04000000 != 0 {
		fcs = int(network >> 28 * 2)
	}
	resol := byte(6)
	if p.nano {
		resol = 9
	}
	if len(r.interfaces) >= listKept { // so many captures in one file: the last entry is for all that follow
		r.sections, r.interfaces = r.sections[:listKept-1], r.interfaces[:listKept-1]
	}
	r.sections = append(r.sections, Section{BigEndian: p.big})
	r.interfaces = append(r.interfaces, Interface{
		LinkType: int(network & 0x03ffffff), SnapLen: int(min(snap, 1<<31-1)), TSResol: resol, FCSLen: fcs,
		Section: len(r.sections),
	})
	r.packet.LinkType = int(network & 0x03ffffff)
	r.packet.Link = link(r.packet.LinkType)
	r.packet.Interface = len(r.interfaces) - 1
	r.win.r += pcapHeader
}

type pcapRecord struct{ sec, frac, captured, length uint32 }

func (p *pcapState) record(h []byte) (c pcapRecord) {
	_ = h[15]
	if p.big {
		c = pcapRecord{binary.BigEndian.Uint32(h), binary.BigEndian.Uint32(h[4:]), binary.BigEndian.Uint32(h[8:]),
			binary.BigEndian.Uint32(h[12:])}
	} else {
		c = pcapRecord{binary.LittleEndian.Uint32(h), binary.LittleEndian.Uint32(h[4:]), binary.LittleEndian.Uint32(h[8:]),
			binary.LittleEndian.Uint32(h[12:])}
	}
	if p.swapped {
		c.captured, c.length = c.length, c.captured
	}
	return c
}

// sound reports whether c has no problem. A length of 0 is: the header of
// another file reads like that.
func (p *pcapState) sound(c *pcapRecord) bool {
	return c.captured <= p.snap && c.frac < p.frac && c.captured <= c.length && c.length != 0
}

func (r *Reader) nextPcap() bool {
	b, p := &r.win, &r.pcap
	for {
		if b.w-b.r < p.head && !b.fill(p.head) {
			if b.have() > 0 {
				r.cut("the file ends inside the header of a packet: %d of %d bytes are there", b.have(), p.head)
				b.r = b.w
			}
			return false
		}
		c := p.record(b.buf[b.r:])
		if !p.sound(&c) {
			if !r.joined() && r.oddButTrue(&c) {
				r.oddRecord(&c)
			} else if r.findRecord() {
				continue
			} else {
				return false
			}
		}
		n := p.head + int(c.captured)
		if b.w-b.r < n && !b.fill(n) {
			if r.cutRecord(&c) {
				continue
			}
			return false
		}
		// A length that was damaged into another plausible one shows only in
		// what follows. Look there while the packets it covers can be saved.
		if b.w-b.r >= n+p.head || b.fill(n+p.head) {
			if f := p.record(b.buf[b.r+n:]); !p.sound(&f) && r.swallows(n) {
				continue
			}
		}
		q := &r.packet
		q.Number++
		q.Time = int64(c.sec)*1e9 + int64(c.frac)*p.unit
		q.HasTime = true
		q.Data = b.buf[b.r+p.head : b.r+p.head+min(int(c.captured), MaxPacket)]
		q.OrigLen = wireLength(max(c.length, c.captured))
		q.Offset = b.offset()
		q.DataAt = q.Offset + int64(p.head)
		p.last = int64(c.sec)
		p.row++
		b.r += n
		return true
	}
}

func (r *Reader) oddRecord(c *pcapRecord) {
	off := r.win.offset()
	switch {
	case c.captured > MaxPacket:
		r.longPacket(int64(c.captured), off)
	case c.captured > c.length:
		r.problem(CodeOddRecord, off, "%d bytes are said to be captured of a packet of %d; all of them are read", c.captured,
			c.length)
	case c.frac >= r.pcap.frac:
		r.problem(CodeOddRecord, off, "the time has %d parts of a second where %d make a whole one; they are added up",
			c.frac, r.pcap.frac)
	case c.length == 0:
		r.problem(CodeOddRecord, off, "the packet has no bytes")
	default:
		r.problem(CodeOddRecord, off, "the packet has %d bytes, more than the %d that the file header allows; all of them "+
			"are read", c.captured, r.pcap.snap)
	}
}

func (r *Reader) longPacket(n, off int64) {
	r.problem(CodeOddRecord, off, "the packet has %d bytes, more than any network carries; the first %d are read", n,
		MaxPacket)
}

// cutRecord handles a record that is longer than the rest of the file: the last
// one of a file that was cut, or a wrong length.
func (r *Reader) cutRecord(c *pcapRecord) (again bool) {
	b := &r.win
	have := b.have() - r.pcap.head
	if at := r.searchRecord(1, b.have()); at > 0 {
		r.passOver(at, "the header of a packet says %d bytes, %d are left in the file", c.captured, have)
		return true
	}
	r.cut("the file ends inside this packet: %d of %d bytes are there", have, c.captured)
	b.r = b.w
	return false
}
