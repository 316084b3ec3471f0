package capture

import (
	"encoding/binary"
	"fmt"
	"math/bits"
)

// How reading continues after damage in a pcapng file: at the next bytes that
// name a known kind of block and whose length is found again at its end.

// maxFound is the longest block that a search accepts.
const maxFound = MaxPacket + 64<<10

// leastBlock returns 0 for unknown kinds.
func leastBlock(kind uint32) int {
	switch kind {
	case blockInterface:
		return 20
	case blockOldPacket, blockPacket:
		return 32
	case blockSimple:
		return 16
	case blockNames:
		return 12
	case blockStatistics:
		return 24
	case blockSection:
		return 28
	case 10, 11, 0xbad, 0x40000bad: // secrets, custom
		return 12
	}
	return 0
}

// blockAt reports whether a block of the section's byte order, or a section of
// any, begins i bytes into the window.
func (r *Reader) blockAt(i int) bool { return r.blockIn(i, r.ng.big) }

func (r *Reader) blockIn(i int, big bool) bool {
	b := &r.win
	if !b.fill(i + 12) {
		return false
	}
	h := b.buf[b.r+i:]
	g := ngState{big: big}
	kind := g.u32(h)
	if kind == blockSection {
		o := sectionOrder(h)
		if o == nil {
			return false
		}
		g.big = *o
	}
	least := leastBlock(kind)
	if least == 0 {
		return false
	}
	n := int(g.u32(h[4:]))
	if n < least || n&3 != 0 || n > maxFound || !b.fill(i+n) {
		return false
	}
	h = b.buf[b.r+i:]
	if g.u32(h[n-4:]) != uint32(n) {
		return false
	}
	// Read from its fourth byte on, a block of one byte order looks like one of
	// the other; its first number does not.
	switch kind {
	case blockPacket:
		return g.u32(h[8:]) < uint32(len(r.ng.ifs)+16) && g.u32(h[20:]) <= uint32(n-32)
	case blockOldPacket:
		return g.u32(h[20:]) <= uint32(n-32)
	case blockInterface:
		return g.u32(h[8:])&0xffff == 0 || g.u32(h[8:])>>16 == 0
	case blockStatistics:
		return g.u32(h[8:]) < uint32(len(r.ng.ifs)+16)
	case blockSimple:
		return g.u32(h[8:]) < 1<<24
	}
	return true
}

// lostSection is for a section whose header is lost: what was found has the other byte order.
func (r *Reader) lostSection() {
	g := &r.ng
	*g = ngState{big: !g.big, first: len(r.interfaces), ifs: g.ifs[:0], bytes: g.bytes}
	if len(r.sections) < listKept {
		r.sections = append(r.sections, Section{BigEndian: g.big})
	}
}

// goesOn reports whether a block, or the end of the file, follows n bytes into the window.
func (r *Reader) goesOn(n int) bool {
	if r.blockAt(n) {
		return true
	}
	return !r.win.fill(n+1) && r.win.have() == n
}

// candidate returns the first place in h where a block may begin at first
// sight, len(h) for none. It is what a search costs for a byte.
func candidate(h []byte) int {
	for i := 0; i+12 <= len(h); i++ {
		w := binary.LittleEndian.Uint64(h[i:])
		if w == 0 {
			i += 4 // no kind of block in five places
			continue
		}
		// Little endian, then big endian.
		kind, n := uint32(w), uint32(w>>32)
		for range 2 {
			if kind-1 < 10 || kind == blockSection || kind == 0xbad || kind == 0x40000bad {
				if n-12 <= maxFound-12 && n&3 == 0 {
					return i
				}
			}
			kind, n = bits.ReverseBytes32(kind), bits.ReverseBytes32(n)
		}
	}
	return len(h)
}

// searchBlock returns -1 where no block begins from i to before end.
func (r *Reader) searchBlock(i, end int) int {
	b := &r.win
	for {
		if i += candidate(b.buf[b.r+i : b.r+min(end+11, b.have())]); i >= end || i+12 > b.have() {
			return -1
		}
		if r.blockAt(i) || r.blockIn(i, !r.ng.big) {
			return i
		}
		i++
	}
}

// cutBlock handles a block that is longer than the rest of the file: the last
// one of a file that was cut, or a wrong length.
func (r *Reader) cutBlock(kind uint32, size int) (again bool) {
	b := &r.win
	if have := b.have(); r.searchBlock(1, have) > 0 {
		return r.findBlock(fmt.Sprintf("a block of type %#x says that it has %d bytes, %d are left in the file", kind, size,
			have))
	}
	what := ""
	if kind == blockPacket || kind == blockOldPacket || kind == blockSimple {
		what = " of this packet"
	}
	r.cut("the file ends inside a block%s: %d of %d bytes are there", what, b.have(), size)
	b.r = b.w
	return false
}

// findBlock reports false when there is no block.
func (r *Reader) findBlock(found string) bool {
	b := &r.win
	off := b.offset()
	b.r++
	for {
		if b.have() < 64<<10 {
			b.fill(64 << 10)
		}
		if b.have() < 12 {
			b.r = b.w
			skipped := b.offset() - off
			r.stats.Skipped += skipped
			r.problem(CodeDamaged, off, "%s; no block follows in the last %d bytes of the file", found, skipped)
			return false
		}
		end := min(b.have()-11, 1<<20)
		at := r.searchBlock(0, end)
		if at < 0 {
			b.r += end
			continue
		}
		b.r += at
		if !r.blockAt(0) {
			r.lostSection()
		}
		skipped := b.offset() - off
		r.stats.Skipped += skipped
		r.problem(CodeDamaged, off, "%s; %d bytes were skipped, reading continues at offset %d", found, skipped, off+skipped)
		return true
	}
}
