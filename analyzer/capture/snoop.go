package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// The captures of Solaris' snoop (RFC 1761): a header of 16 bytes, then records
// of 24 bytes, the packet and padding, all in big endian.

const (
	snoopHeader = 16
	snoopRecord = 24
)

var snoopMagic = []byte("snoop\x00\x00\x00")

// snoopLinks holds the LINKTYPE_ numbers of snoop's datalink types.
var snoopLinks = map[uint32]int{
	0: LinkEthernet, // IEEE 802.3
	2: 6,            // IEEE 802.5
	4: LinkEthernet,
	5: 104, // HDLC
	8: 10,  // FDDI
}

func (r *Reader) openSnoop() error {
	if !r.win.fill(snoopHeader) {
		return fmt.Errorf("the snoop file header is cut: it has %d bytes, %d are there", snoopHeader, r.win.have())
	}
	h := r.win.buf[r.win.r : r.win.r+snoopHeader]
	if version := binary.BigEndian.Uint32(h[8:]); version != 2 {
		return fmt.Errorf("a snoop capture of version %d: expected 2; convert it with editcap -F pcapng", version)
	}
	kind := binary.BigEndian.Uint32(h[12:])
	linkType, ok := snoopLinks[kind]
	if !ok {
		return fmt.Errorf("a snoop capture of datalink type %d: expected 0 or 4, Ethernet; convert it with editcap -F pcapng",
			kind)
	}
	r.head = append(r.head[:0], h...)
	r.format, r.next = "snoop", r.nextSnoop
	r.sections = []Section{{BigEndian: true}}
	r.interfaces = []Interface{{LinkType: linkType, TSResol: 6, Section: 1}}
	r.packet.LinkType, r.packet.Link = linkType, link(linkType)
	r.win.r += snoopHeader
	return nil
}

type snoopHead struct{ length, captured, record, dropped, sec, micros uint32 }

func snoopHeadOf(b []byte) snoopHead {
	u := binary.BigEndian.Uint32
	return snoopHead{u(b), u(b[4:]), u(b[8:]), u(b[12:]), u(b[16:]), u(b[20:24])}
}

// Padding makes the next record begin at a multiple of four or eight bytes.
func (h *snoopHead) sound() bool {
	least := snoopRecord + uint64(h.captured)
	return h.captured <= h.length && h.record <= maxRecord && uint64(h.record) >= least && uint64(h.record) < least+8 &&
		h.micros < 1e6
}

func (r *Reader) nextSnoop() bool {
	b := &r.win
	for {
		if !b.fill(snoopRecord) {
			if b.have() > 0 {
				r.cut("the file ends inside the header of a packet: %d of %d bytes are there", b.have(), snoopRecord)
				b.r = b.w
			}
			return false
		}
		h := snoopHeadOf(b.buf[b.r:])
		if !h.sound() {
			r.findSnoop(&h)
			continue
		}
		off := b.offset()
		if !b.fill(snoopRecord + int(h.captured)) {
			r.cut("the file ends inside this packet: %d of %d bytes are there", b.have()-snoopRecord, h.captured)
			b.r = b.w
			return false
		}
		if h.captured > MaxPacket {
			r.longPacket(int64(h.captured), off)
		}
		b.fill(int(h.record)) // the last record may lack its padding
		q := &r.packet
		q.Number++
		q.Time, q.HasTime = int64(h.sec)*1e9+int64(h.micros)*1000, true
		q.Data = b.buf[b.r+snoopRecord : b.r+snoopRecord+min(int(h.captured), MaxPacket)]
		q.OrigLen = wireLength(h.length)
		q.Offset, q.DataAt = off, off+snoopRecord
		r.interfaces[0].Dropped = uint64(h.dropped)
		b.r += min(int(h.record), b.have())
		return true
	}
}

// findSnoop wants another record, or the end of the file, behind the one that it finds.
func (r *Reader) findSnoop(bad *snoopHead) {
	b := &r.win
	at := 1
	for ; at < maxRecord && b.fill(at+snoopRecord); at++ {
		h := snoopHeadOf(b.buf[b.r+at:])
		if !h.sound() {
			continue
		}
		end := at + int(h.record)
		if b.fill(end + snoopRecord) {
			if next := snoopHeadOf(b.buf[b.r+end:]); next.sound() {
				break
			}
		} else if b.have() == end {
			break
		}
	}
	if at == maxRecord || b.have() < at+snoopRecord {
		at = b.have()
	}
	r.passOver(at, "a record of %d bytes is said to hold %d bytes of a packet of %d, %d microseconds after a second: "+
		"these are no numbers of a packet",
		bad.record, bad.captured, bad.length, bad.micros)
}

func isSnoop(b []byte) bool { return bytes.HasPrefix(b, snoopMagic) }
