package flow

import (
	"encoding/binary"

	"fragscope/decoder/wire"
)

type ipPart struct {
	header []byte // IP headers without the fragment header
	proto6 int    // IPv6: place in header of the number of the next header
	data   []byte
}

// ipFragment finds the IP headers and the data of a fragment whose frame the
// decoder has read. The data of a fragment that was cut in the capture are of
// no use: ok is false.
func ipFragment(p []byte, f *wire.Frame) (part ipPart, ok bool) {
	ip := ipOffset(p, f)
	be := binary.BigEndian
	switch {
	case ip < 0 || ip > len(p) || f.Quoted:
	case f.IPVersion == 4 && len(p)-ip >= 20:
		h := p[ip:]
		n, total := int(h[0]&15)*4, int(be.Uint16(h[2:]))
		if n >= 20 && n <= total && total <= len(h) {
			return ipPart{h[:n], 0, h[n:total]}, true
		}
	case f.IPVersion == 6 && len(p)-ip >= 40:
		h := p[ip:]
		total := 40 + int(be.Uint16(h[4:]))
		if total > len(h) {
			return part, false
		}
		// Headers that every router reads precede the fragment header.
		next, at := 6, 40
		for at+8 <= total {
			switch h[next] {
			case 0, 43, 60: // hop by hop, routing, destination options
				next, at = at, at+8+8*int(h[at+1])
			case 44:
				return ipPart{h[:at:at], next, h[at+8 : total]}, true
			default:
				return part, false
			}
		}
	}
	return part, false
}

func ipOffset(p []byte, f *wire.Frame) int {
	tags := 4 * int(f.VLANCount)
	switch f.Link {
	case wire.LinkRawIP:
		return 0
	case wire.LinkLoopback:
		return 4
	case wire.LinkSLL:
		return 16 + tags
	case wire.LinkSLL2:
		return 20 + tags
	case wire.LinkEthernet:
		at := 14 + tags
		if at <= len(p) && binary.BigEndian.Uint16(p[at-2:]) < 1536 {
			at += 8 // a length in place of the type: LLC and SNAP follow
		}
		return at
	}
	return -1
}
