package capture

import (
	"encoding/binary"
	"math/bits"
)

// How reading continues after damage in a pcap file, whose records have neither
// a signature nor an end mark: a place is taken for a record only when it is
// plausible in every number and so are the records that follow it.

const (
	chainLength = 3           // records in a row that cannot be chance
	timeBefore  = 24 * 3600   // seconds that a packet may be older than the last
	timeLeast   = 500_000_000 // seconds since 1970 when there is no last packet: 1985
	timeAfter   = 400 * 86400 // seconds that it may be younger
)

// plausible reports whether c can be trusted without knowing where it came from.
func (p *pcapState) plausible(c *pcapRecord) bool {
	if c.captured == 0 || c.captured > MaxPacket || c.frac >= p.frac || c.captured > c.length || c.length > 1<<24 {
		return false
	}
	if p.last == 0 {
		return c.sec > timeLeast
	}
	d := int64(c.sec) - p.last
	return d >= -timeBefore && d <= timeAfter
}

// chain reports whether records follow one another from i bytes into the
// window: chainLength of them, or at least one (two when there is no packet to
// compare times with) and then exactly the end.
func (r *Reader) chain(i int) bool {
	b, p := &r.win, &r.pcap
	for k := range chainLength {
		if !b.fill(i + p.head) {
			return b.have() == i && (k > 1 || k == 1 && p.last != 0)
		}
		c := p.record(b.buf[b.r+i:])
		if !p.plausible(&c) {
			return false
		}
		i += p.head + int(c.captured)
	}
	return true
}

// searchRecord returns -1 where no records follow one another from i to before end.
func (r *Reader) searchRecord(i, end int) int {
	b, p := &r.win, &r.pcap
	for {
		end = min(end, b.have())
		if i += p.candidate(b.buf[b.r+i : b.r+end+min(p.head-1, b.have()-end)]); i >= end || i+p.head > b.have() {
			return -1
		}
		if c := p.record(b.buf[b.r+i:]); p.plausible(&c) && r.chain(i) {
			return i
		}
		i++
	}
}

// candidate returns len(h) for no place. It is what a search costs for a byte.
func (p *pcapState) candidate(h []byte) int {
	for i := 0; i+p.head <= len(h); i++ {
		w := binary.LittleEndian.Uint64(h[i:])
		lengths := binary.LittleEndian.Uint64(h[i+8:])
		if w|lengths == 0 && !p.swapped {
			i += 4 // no record of no bytes in five places
			continue
		}
		captured := uint32(lengths)
		if p.swapped {
			captured = uint32(lengths >> 32)
		}
		if p.big {
			captured = bits.ReverseBytes32(captured)
		}
		if captured-1 < MaxPacket {
			if c := p.record(h[i:]); p.plausible(&c) {
				return i
			}
		}
		if pcapMagic(h[i:]) != nil {
			return i
		}
	}
	return len(h)
}

// oddButTrue reports whether a record with a problem is one anyway: it leads to
// a certain one, or its place is certain, and nothing suggests other records
// among its bytes.
func (r *Reader) oddButTrue(c *pcapRecord) bool {
	b, p := &r.win, &r.pcap
	if c.captured > maxRecord || *c == (pcapRecord{}) { // nothing but zeros is a hole in the file
		return false
	}
	n := p.head + int(c.captured)
	if b.fill(n + p.head) {
		f := p.record(b.buf[b.r+n:])
		if f.captured > MaxPacket && f.captured <= maxRecord {
			f.captured = MaxPacket // another that is given cut
		}
		if p.plausible(&f) {
			return true
		}
	}
	return b.have() >= n && c.captured <= MaxPacket && (p.row >= chainLength || r.leads(n)) && r.searchRecord(1, n) < 0
}

// leadRecords is through how many records the lengths are followed when there
// is no other evidence for them: at most 2 MiB.
const leadRecords = 8

// leads reports whether records lead through leadRecords of them, or exactly to the end of the file.
func (r *Reader) leads(i int) bool {
	b, p := &r.win, &r.pcap
	for range leadRecords {
		if !b.fill(i + p.head) {
			return b.have() == i
		}
		c := p.record(b.buf[b.r+i:])
		if c.captured > MaxPacket || c == (pcapRecord{}) {
			return false
		}
		i += p.head + int(c.captured)
	}
	return true
}

// swallows reports whether the record at the window's start covers others, and skips it if so.
func (r *Reader) swallows(n int) bool {
	b := &r.win
	if pcapMagic(b.buf[b.r+n:]) != nil {
		return false
	}
	next := r.pcap.record(b.buf[b.r+n:])
	if r.pcap.oddAfter(b, n, &next) {
		return false
	}
	at := r.searchRecord(r.pcap.head, n)
	if at < 0 {
		return false
	}
	r.passOver(at, "the length of a packet, %d bytes, does not lead to another packet", n-r.pcap.head)
	return true
}

// oddAfter reports whether the odd record n bytes into the window is one anyway.
func (p *pcapState) oddAfter(b *window, n int, next *pcapRecord) bool {
	if next.captured > MaxPacket {
		return false
	}
	m := n + p.head + int(next.captured)
	if !b.fill(m + p.head) {
		return b.have() == m
	}
	f := p.record(b.buf[b.r+m:])
	return p.plausible(&f)
}

func (r *Reader) passOver(n int, format string, args ...any) {
	off := r.win.offset()
	args = append(args, n, off+int64(n))
	r.problem(CodeDamaged, off, format+"; %d bytes were skipped, reading continues at offset %d", args...)
	r.stats.Skipped += int64(n)
	r.win.r += n
	r.pcap.row = 0
}

// findRecord goes to the next record after an invalid header, or to the header
// of another capture. It reports false when there is neither.
func (r *Reader) findRecord() bool {
	b, p := &r.win, &r.pcap
	off := b.offset()
	p.row = 0
	for {
		if b.have() < 64<<10 {
			b.fill(64 << 10)
		}
		if b.have() < p.head {
			b.r = b.w
			skipped := b.offset() - off
			r.stats.Skipped += skipped
			r.problem(CodeDamaged, off, "the last %d bytes of the file are no packets", skipped)
			return false
		}
		if at := p.candidate(b.buf[b.r:b.w]); at > 0 {
			b.r += min(at, b.have()-p.head+1)
			continue
		}
		skipped := b.offset() - off
		if r.joined() {
			if skipped > 0 {
				r.damagedUpTo(off, skipped)
			}
			r.problem(CodeJoined, b.offset(), "another pcap file begins here; it is read as well")
			r.pcapHeader()
			return true
		}
		c := p.record(b.buf[b.r:])
		if skipped > 0 && p.plausible(&c) && r.chain(0) {
			r.damagedUpTo(off, skipped)
			return true
		}
		b.r++
	}
}

func (r *Reader) damagedUpTo(off, n int64) {
	r.stats.Skipped += n
	r.problem(CodeDamaged, off, "%d bytes are no packets and were skipped, reading continues at offset %d", n, off+n)
}

func (r *Reader) joined() bool {
	if r.win.have() < pcapHeader {
		return false
	}
	h := r.win.buf[r.win.r:]
	k := pcapMagic(h)
	return k != nil && k.order().Uint16(h[4:]) == 2 && k.order().Uint16(h[6:]) == 4
}
