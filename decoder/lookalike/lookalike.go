package lookalike

import "fragscope/decoder/wire"

// Foreign protocols are only recognised, by their first bytes and lengths, and
// not decoded.

// A fit says how well another protocol explains a datagram.
type quality uint8

const (
	FitNone  quality = iota
	fitSeems         // the first bytes could be its own
	FitFull          // the length is right too
	FitWhole         // every length and constant is right, which cannot be chance
)

// A lookalike is a protocol that fragscope does not decode.
type lookalike struct {
	name   string
	source string
	fits   func(p []byte) quality
}

// lookalikes lists them, those with the surest signs first.
var lookalikes = [...]lookalike{
	{"QUIC version negotiation", "RFC 9000 17.2.1", fitsQUICNegotiation},
	{"QUIC", "RFC 9000 17.2", fitsQUIC},
	{"STUN", "RFC 8489 5", fitsSTUN},
	{"DTLS", "RFC 9147 4", fitsDTLS},
	{"TLS", "RFC 8446 5.1", fitsTLS},
	{"HTTP", "RFC 9112 2.1", func(p []byte) quality { return fitsLine(p, "HTTP/1.") }},
	{"SIP", "RFC 3261 7", func(p []byte) quality { return fitsLine(p, "SIP/2.0") }},
	{"RakNet", "RakNet, offline messages", fitsRakNet},
	{"WireGuard", "WireGuard 5.4", fitsWireGuard},
	{"DHCP", "RFC 2131 2", func(p []byte) quality {
		return seems(len(p) > 240 && p[0]-1 < 2 && wire.BE32(p[236:]) == 0x63825363)
	}},
	{"BitTorrent", "BEP 3, 5", fitsBitTorrent},
	{"DNS", "RFC 1035 4.1", fitsDNS},
	{"NTP", "RFC 5905 7.3", fitsNTP},
	{"RTCP", "RFC 3550 6", fitsRTCP},
	{"RTP", "RFC 3550 5.1", fitsRTP},
}

// Problem says which protocol a datagram looks like.
var Problem = wire.ProblemInfo{Code: "looks-like-other", Severity: wire.SeverityNote, Other: lookalikeName,
	Message: "By its first bytes it looks like {other}.", Advice: "That is no query protocol; Wireshark reads it.",
	Story: "Some protocols that share ports and captures with queries are known by their first bytes: QUIC, STUN, " +
		"DTLS, TLS, HTTP, SIP, RakNet, WireGuard, DHCP, BitTorrent, DNS, NTP, RTP and RTCP. They are named and not " +
		"decoded.", Source: "protocol/SPEC.md#identification"}

// lookalikeName returns the name of the protocol at place i of lookalikes.
func lookalikeName(i uint64) string { return lookalikes[i].name }

// Match returns the place of the protocol that explains p best, with how
// well it does.
func Match(p []byte) (place int, best quality) {
	for i := range lookalikes {
		switch f := lookalikes[i].fits(p); {
		case f == FitWhole:
			return i, f
		case f > best:
			place, best = i, f
		}
	}
	return place, best
}

func seems(yes bool) quality {
	if yes {
		return fitSeems
	}
	return FitNone
}

func whole(yes bool) quality {
	if yes {
		return FitWhole
	}
	return fitSeems
}

// quicIDs skips the two connection ids of a long header and returns what
// follows them, nil when they do not fit.
func quicIDs(p []byte, most int) []byte {
	p = p[5:]
	for range 2 {
		if len(p) == 0 || int(p[0]) > most || int(p[0]) >= len(p) {
			return nil
		}
		p = p[1+int(p[0]):]
	}
	return p
}

// quicVersion reports whether v is a known version: the standards and their
// drafts, Google's and Facebook's, and those reserved to exercise version
// negotiation.
func quicVersion(v uint32) bool {
	return v == 1 || v == 0x6b3343cf || v>>8 == 0xff0000 || v>>8 == 0xfaceb0 || v&0x0f0f0f0f == 0x0a0a0a0a ||
		(v>>24 == 'Q' || v>>24 == 'T') && v>>16&0xff == '0'
}

func fitsQUICNegotiation(p []byte) quality {
	if len(p) < 11 || p[0] < 0x80 || wire.BE32(p[1:]) != 0 {
		return FitNone
	}
	versions := quicIDs(p, 255)
	if len(versions) < 4 || len(versions)%4 != 0 {
		return FitNone
	}
	for ; len(versions) > 0; versions = versions[4:] {
		if !quicVersion(wire.BE32(versions)) {
			return FitNone
		}
	}
	return FitWhole
}

func fitsQUIC(p []byte) quality {
	return seems(len(p) >= 7 && p[0] >= 0xc0 && quicVersion(wire.BE32(p[1:])) && quicIDs(p, 20) != nil)
}

func fitsSTUN(p []byte) quality {
	if len(p) < 20 || p[0] >= 0x40 || wire.BE32(p[4:]) != 0x2112a442 {
		return FitNone
	}
	return whole(int(wire.BE16(p[2:]))+20 == len(p))
}

func fitsDTLS(p []byte) quality {
	if len(p) < 13 || p[0]-20 > 6 || p[1] != 0xfe || p[2] != 0xfd && p[2] != 0xff {
		return FitNone
	}
	return seems(int(wire.BE16(p[11:]))+13 <= len(p))
}

func fitsTLS(p []byte) quality {
	return seems(len(p) >= 6 && p[0]-20 <= 4 && p[1] == 3 && p[2] <= 4 && wire.BE16(p[3:]) > 0 &&
		wire.BE16(p[3:]) <= 1<<14+2048)
}

// fitsLine recognises protocols whose first line begins or ends with their
// name.
func fitsLine(p []byte, name string) quality {
	for i := 0; i+len(name) <= len(p) && i < 1024 && p[i] >= ' '; i++ {
		if p[i] == name[0] && string(p[i:i+len(name)]) == name && (i == 0 || i > 2 && p[i-1] == ' ') {
			return fitSeems
		}
	}
	return FitNone
}

func fitsRakNet(p []byte) quality {
	const magic = "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"
	for _, at := range [...]int{1, 9, 17} {
		if len(p) >= at+len(magic) && string(p[at:at+len(magic)]) == magic {
			return fitSeems
		}
	}
	return FitNone
}

func fitsWireGuard(p []byte) quality {
	if len(p) < 32 || p[1]|p[2]|p[3] != 0 {
		return FitNone
	}
	switch n := len(p); p[0] {
	case 1:
		return seems(n == 148)
	case 2:
		return seems(n == 92)
	case 3:
		return seems(n == 64)
	case 4:
		return seems(n%16 == 0 && wire.BE32(p[12:]) == 0)
	}
	return FitNone
}

func fitsBitTorrent(p []byte) quality {
	return seems(len(p) >= 20 && string(p[:20]) == "\x13BitTorrent protocol" ||
		len(p) > 8 && p[0] == 'd' && p[1] == '1' && p[2] == ':' && p[len(p)-1] == 'e')
}

// fitsDNS walks over the questions, and over the records if all are there.
func fitsDNS(p []byte) quality {
	if len(p) < 17 || p[2]&0x78 > 0x28 || p[3]&0x40 != 0 {
		return FitNone
	}
	questions, records := int(wire.BE16(p[4:])), int(wire.BE16(p[6:]))+int(wire.BE16(p[8:]))+int(wire.BE16(p[10:]))
	if questions+records == 0 || questions > 16 || records > 256 {
		return FitNone
	}
	at := 12
	for n := 0; n < questions+records; n++ {
		if at = dnsName(p, at); at < 0 || at+4 > len(p) {
			return FitNone
		}
		if class := wire.BE16(p[at+2:]) & 0x7fff; n < questions && (class < 1 || class > 4 && class != 255) {
			return FitNone
		}
		if at += 4; n >= questions {
			if at+6 > len(p) {
				return FitNone
			}
			at += 6 + int(wire.BE16(p[at+4:]))
		}
	}
	if at != len(p) {
		return seems(at < len(p))
	}
	return FitWhole
}

// dnsName returns the offset after the name at at, -1 when there is none.
func dnsName(p []byte, at int) int {
	for at < len(p) {
		switch n := p[at]; {
		case n == 0:
			return at + 1
		case n >= 0xc0:
			return at + 2
		case n >= 0x40:
			return -1
		default:
			at += 1 + int(n)
		}
	}
	return -1
}

func fitsNTP(p []byte) quality {
	if len(p) != 48 && len(p) != 68 && len(p) != 72 {
		return FitNone
	}
	version, mode := p[0]>>3&7, p[0]&7
	return seems(version >= 1 && version <= 4 && mode >= 1 && mode <= 5 && p[1] <= 16 && (p[2] <= 17 || p[2] >= 0xf0) &&
		(p[3] >= 0xe0 || p[3] == 0))
}

func fitsRTCP(p []byte) quality {
	if len(p) < 8 || p[0]>>6 != 2 || p[1] < 200 || p[1] > 207 {
		return FitNone
	}
	return seems(4*int(wire.BE16(p[2:]))+4 <= len(p))
}

// fitsRTP has more confidence in telephone audio, whose timestamps count
// samples.
func fitsRTP(p []byte) quality {
	kind := byte(0)
	if len(p) >= 12 {
		kind = p[1] & 0x7f
	}
	switch {
	case len(p) < 13+4*int(p[0]&15) || p[0]>>6 != 2 || kind > 34 && kind < 96:
		return FitNone
	case p[0] == 0x80 && (kind == 0 || kind == 8) && (len(p)-12)%80 == 0 && wire.BE32(p[4:])%80 == 0:
		return FitFull
	}
	return fitSeems
}
