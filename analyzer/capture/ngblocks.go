package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"net/netip"
)

// Options of pcapng are: code u16, length u16, value, padding to 4; code 0 ends
// the list. Codes mean different things in different blocks, except comments.
const (
	optEnd     = 0
	optComment = 1

	optHardware    = 2 // section
	optOS          = 3
	optApplication = 4

	optIfName        = 2 // interface
	optIfDescription = 3
	optIfIPv4        = 4 // address and mask
	optIfResolution  = 9
	optIfOS          = 12
	optIfFCSLen      = 13
	optIfOffset      = 14

	optFlags = 2 // packet

	optReceived = 4 // statistics
	optDropped  = 5
)

func (r *Reader) options(b []byte, off int64) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for len(b) >= 4 {
			code, n := r.ng.u16(b), r.ng.u16(b[2:])
			if code == optEnd {
				return
			}
			if n > len(b)-4 {
				r.problem(CodeBlock, off, "option %d of a block says %d bytes, the block has %d; it and what follows are left out",
					code, n, len(b)-4)
				return
			}
			if !yield(code, b[4:4+n]) {
				return
			}
			b = b[min(len(b), 4+(n+3)&^3):]
		}
	}
}

// Comments are limited like packets.
func (r *Reader) packetOptions(b []byte, off int64) {
	p := &r.packet
	kept := 0
	for code, v := range r.options(b, off) {
		switch {
		case code == optComment:
			if kept <= MaxPacket {
				kept += 4 + len(v)
				if kept > MaxPacket {
					r.problem(CodeNames, off, "the comments on the packet have more than %d bytes; the rest are left out", MaxPacket)
					break
				}
				p.Comments = append(p.Comments, v)
			}
		case code == optFlags && len(v) == 4:
			p.Flags = r.ng.u32(v)
		}
	}
}

// What is kept of the texts of sections and interfaces: a capture may hold
// gigabytes of them.
const (
	textKept    = 4 << 20
	commentKept = 64 << 10 // of one section or interface
)

func (r *Reader) text(v []byte, off int64) string {
	v = bytes.TrimRight(v, "\x00")
	if r.texts += len(v); r.texts > textKept {
		if !r.textsFull {
			r.textsFull = true
			r.problem(CodeNames, off, "the texts of sections and interfaces have more than %d bytes; the rest are left out",
				textKept)
		}
		r.texts -= len(v)
		return ""
	}
	return string(v)
}

func join(a, b []byte) []byte {
	if len(a) >= commentKept {
		return a
	}
	if len(a) > 0 {
		a = append(a, '\n')
	}
	return append(a, b[:min(len(b), max(0, commentKept-len(a)))]...)
}

// networksKept bounds the addresses of one interface.
const networksKept = 16

// listKept bounds the lists of sections and of interfaces.
const listKept = 65536

// section: byte order u32, version u16 u16, length i64, options.
func (r *Reader) section(body []byte, off int64) {
	g := &r.ng
	*g = ngState{big: g.big, first: len(r.interfaces), ifs: g.ifs[:0], bytes: g.bytes}
	s := Section{BigEndian: g.big}
	if len(body) < 16 {
		r.tooShort(off, "a section header", 16, len(body))
	} else {
		if v := g.u16(body[4:]); v != 1 {
			r.problem(CodeBlock, off, "the section has version %d.%d of pcapng; it is read like version 1", v, g.u16(body[6:]))
		}
		var comment []byte
		for code, v := range r.options(body[16:], off) {
			switch code {
			case optComment:
				comment = join(comment, v)
			case optHardware:
				s.Hardware = r.text(v, off)
			case optOS:
				s.OS = r.text(v, off)
			case optApplication:
				s.Application = r.text(v, off)
			}
		}
		s.Comment = r.text(comment, off)
	}
	if len(r.sections) == 0 && s.BigEndian {
		r.format = "pcapng, big endian" + r.format[len("pcapng"):]
	}
	if len(r.sections) < listKept {
		r.sections = append(r.sections, s)
	}
}

func (r *Reader) newInterface(body []byte, off int64) {
	if len(body) < 8 {
		r.tooShort(off, "an interface description", 8, len(body))
		return
	}
	if len(r.interfaces) >= listKept {
		r.problem(CodeInterface, off, "more interfaces than the %d that are kept", listKept)
		return
	}
	g := &r.ng
	f := Interface{LinkType: g.u16(body), SnapLen: int(min(g.u32(body[4:]), math.MaxInt32)), TSResol: 6,
		Section: max(1, len(r.sections))}
	var comment []byte
	for code, v := range r.options(body[8:], off) {
		switch {
		case code == optComment:
			comment = join(comment, v)
		case code == optIfName:
			f.Name = r.text(v, off)
		case code == optIfDescription:
			f.Description = r.text(v, off)
		case code == optIfIPv4 && len(v) == 8 && len(f.Networks) < networksKept:
			ones := bits.LeadingZeros32(^binary.BigEndian.Uint32(v[4:]))
			f.Networks = append(f.Networks, netip.PrefixFrom(netip.AddrFrom4([4]byte(v)), ones))
		case code == optIfOS:
			f.OS = r.text(v, off)
		case code == optIfResolution && len(v) >= 1:
			f.TSResol = v[0]
		case code == optIfFCSLen && len(v) >= 1:
			f.FCSLen = int(v[0])
		case code == optIfOffset && len(v) >= 8:
			f.TSOffset = int64(g.u64(v))
		}
	}
	f.Comment = r.text(comment, off)
	c, err := newClock(f.TSResol, f.TSOffset)
	if err != nil {
		r.problem(CodeTime, off, "interface %d: %v; its packets have no time", len(g.ifs), err)
	}
	g.ifs = append(g.ifs, ngInterface{c, f.LinkType, link(f.LinkType), f.SnapLen, f.Networks})
	r.interfaces = append(r.interfaces, f)
}

// statistics: interface u32, time u64, options. Later ones replace earlier.
func (r *Reader) statistics(body []byte, off int64) {
	if len(body) < 12 {
		r.tooShort(off, "an interface statistics block", 12, len(body))
		return
	}
	g := &r.ng
	i := int64(g.u32(body))
	if i >= int64(len(g.ifs)) {
		r.problem(CodeInterface, off, "statistics are of interface %d, but the section describes %d", i, len(g.ifs))
		return
	}
	f := &r.interfaces[g.first+int(i)]
	for code, v := range r.options(body[12:], off) {
		switch {
		case code == optReceived && len(v) == 8:
			f.Received = g.u64(v)
		case code == optDropped && len(v) == 8:
			f.Dropped = g.u64(v)
		}
	}
}

// What is kept of name resolution: a capture may hold megabytes of it.
const (
	namesKept     = 65536
	nameBytesKept = 4 << 20
)

// nameBlock: records of type u16, length u16, value, padding to 4; type 0 ends
// them. Type 1 is an IPv4 and type 2 an IPv6 address with its names.
func (r *Reader) nameBlock(b []byte, off int64) {
	for kind, v := range r.options(b, off) {
		n := map[int]int{1: 4, 2: 16}[kind]
		if n == 0 || len(v) <= n {
			continue
		}
		addr, _ := netip.AddrFromSlice(v[:n])
		for name := range bytes.SplitSeq(v[n:], []byte{0}) {
			if len(name) == 0 {
				continue
			}
			if len(r.names) >= namesKept || r.ng.bytes+len(name) > nameBytesKept {
				r.problem(CodeNames, off, "more names than the %d that are kept; the rest are left out", len(r.names))
				return
			}
			r.ng.bytes += len(name)
			r.names = append(r.names, Name{addr, string(name)})
		}
	}
}

// A clock turns an interface's time stamps into nanoseconds.
type clock struct {
	mul, div uint64 // time stamp to ns; one of them may be 0 for "not used"
	shift    uint   // binary resolution 2^-shift s
	offset   int64  // s
	none     bool   // times are undefined
}

// maxSeconds is how many whole seconds fit 64 bits of nanoseconds.
const maxSeconds = math.MaxInt64 / 1_000_000_000

func newClock(resol byte, offset int64) (clock, error) {
	c := clock{offset: offset}
	n := uint(resol & 0x7f)
	switch {
	case resol&0x80 != 0 && n <= 63:
		c.shift, c.mul = n, 1e9
	case resol&0x80 == 0 && n <= 9:
		c.mul = pow10(9 - n)
	case resol&0x80 == 0 && n <= 19:
		c.div = pow10(n - 9)
	default:
		c.none = true
		return c, fmt.Errorf("a time resolution of %#x is too fine", resol)
	}
	return c, nil
}

func pow10(n uint) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// ns returns ok false for what does not fit 64 bits.
func (c *clock) ns(t uint64) (ns int64, ok bool) {
	if c.none {
		return 0, false
	}
	switch {
	case c.div != 0:
		t /= c.div
	default:
		hi, lo := bits.Mul64(t, c.mul)
		if hi>>c.shift != 0 {
			return 0, false
		}
		t = lo>>c.shift | hi<<(64-c.shift)
	}
	if t > math.MaxInt64 {
		return 0, false
	}
	if c.offset == 0 {
		return int64(t), true
	}
	if c.offset > maxSeconds || c.offset < -maxSeconds {
		return 0, false
	}
	ns = int64(t) + c.offset*1e9
	if c.offset > 0 && ns < int64(t) || c.offset < 0 && ns > int64(t) {
		return 0, false
	}
	return ns, true
}
