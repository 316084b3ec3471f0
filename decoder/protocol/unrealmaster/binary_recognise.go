package unrealmaster

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// Which message of a binary master a body is, and whether bytes are such
// messages at all. The kind is told from the length, which stands in front,
// and as few of the first bytes as will do, so that a message that is cut is
// taken for the same; where more bytes decide, the reading is in doubt.

// epicToKind tells what a program sends to a master. b holds what is there
// of the body, length says how long the whole body is.
func epicToKind(b []byte, length int) epicKind {
	switch b[0] {
	case epicDigest + 1:
		if length == epicDigest+2 {
			return epicIsHash
		}
		return epicIsLogin
	case 0, 1, 2, 3, 4:
		if length == 8 && b[0] <= 1 && len(b) >= 4 && b[1]|b[2]|b[3] == 0 {
			return epicIsUplink
		}
	default:
		return epicUnknown
	}
	switch {
	case b[0] == 0:
		return epicIsListRequest
	case b[0] == 1 && length == 1:
		return epicIsNewsRequest
	case b[0] == 1:
		return epicIsState
	case b[0] == 2:
		return epicIsStats
	case b[0] == 3:
		return epicIsCommunity
	}
	return epicIsRevision
}

// epicFromKind tells what a master sends.
func epicFromKind(b []byte, length int) (kind epicKind, doubt bool) {
	v, n := wire.ReadCompact(b)
	size := int64(n) + v // of a text at the beginning
	if v < 0 {
		size = int64(n) - 2*v
	}
	text := n > 0 && v != 0 && (size == int64(length) || size == int64(length)-4)
	switch {
	case length == 5 && b[0] == 3:
		if len(b) == 5 && b[4] != 1 {
			return epicIsMatch, true
		}
		return epicIsCount, true
	case length == 5 && (b[0] != 4 || len(b) > 1 && (b[1] < '0' || b[1] > '9')):
		return epicIsCount, false
	case length == 6 && b[0] == 0:
		return epicIsBeat, false
	case length == 6 && b[0] == 1:
		return epicIsPortsUT2003, false
	case length == 17 && b[0] == 1:
		return epicIsPorts, false
	case b[0] == 7 && wire.StartsLike(b[1:], "MSL"):
		return epicIsAnswer, false
	case text && (length < epicShortEntry || printable(b[n:min(int64(len(b)), size)], v < 0)):
		return epicTextKind(b), length >= epicShortEntry
	case b[0] == 4 && (length < epicShortEntry || packageStart(b)):
		return epicIsPackages, length >= epicShortEntry
	case length >= epicLeastEntry:
		return epicIsEntry, text || b[0] == 4
	}
	return epicUnknown, false
}

// epicShortEntry is the least length in bytes of the entry of a server that
// has a name, a map and a game type. Shorter messages with a text in front are
// nothing but that.
const epicShortEntry = 16

// printable reports whether b is text of one line or several, in one or two
// bytes a letter, with or without its closing NUL.
func printable(b []byte, wide bool) bool {
	if wide {
		for i := 1; i+3 < len(b); i += 2 {
			if b[i] == 0 && b[i-1] < 0x20 && b[i-1] != '\n' && b[i-1] != '\r' && b[i-1] != '\t' {
				return false
			}
		}
		return true
	}
	for i, c := range b {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != 0x1b && (c != 0 || i+1 < len(b)) {
			return false
		}
	}
	return true
}

// packageStart reports whether b looks like a list of packages: a count, then
// the text of a GUID. The entry of a server has its address and ports there.
func packageStart(b []byte) bool {
	if len(b) < 4 {
		return true
	}
	_, n := wire.ReadCompact(b[1:])
	if n == 0 || 2+n > len(b) {
		return true
	}
	size := int(b[1+n])
	return size > 16 && size < 0x40 && printable(b[2+n:min(len(b), 2+n+16)], false)
}

// RecogniseBinary looks at up to four messages. All of them have to make
// sense in one direction.
func RecogniseBinary(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	guess := wire.Reply
	if len(p) > 4 && epicToKind(p[4:], int(min(wire.ReadNumber(wire.KindU32LE, p), EpicMaxBody))) != epicUnknown {
		guess = wire.Request
	}
	if isBeatAnswer(p, opts) {
		if opts.DstPort == EpicPort {
			return wire.Request, wire.Possible
		}
		return wire.Request, wire.Unlikely
	}
	if len(p) < 5 {
		return guess, wire.Unlikely
	}
	to, from := epicConfidence(p, wire.Request), epicConfidence(p, wire.Reply)
	switch port := uint16(EpicPort); port { // who sends is certain when the ports are known
	case opts.DstPort:
		if to == wire.Unlikely && opts.Stream && epicBegins(p) {
			to = wire.Possible
		} else if to == wire.Possible && opts.Stream {
			to = wire.Likely
		}
		return wire.Request, to
	case opts.SrcPort:
		if from == wire.Unlikely && opts.Stream && epicBegins(p) {
			from = wire.Possible
		} else if from == wire.Possible && opts.Stream {
			from = wire.Likely
		}
		return wire.Reply, from
	}
	switch {
	case to == wire.Unlikely && from == wire.Unlikely:
		return guess, wire.Unlikely
	case to >= from:
		return wire.Request, to
	}
	return wire.Reply, from
}

// epicBegins reports whether p begins with a length that makes sense.
func epicBegins(p []byte) bool {
	n := wire.ReadNumber(wire.KindU32LE, p)
	return n > 0 && n <= EpicMaxBody
}

// epicConfidence rates p as messages that go in direction dir.
func epicConfidence(p []byte, dir wire.Direction) wire.Confidence {
	best := wire.Unlikely
	listing := false
	for n := 0; n < 4 && len(p) > 4; n++ {
		length := wire.ReadNumber(wire.KindU32LE, p)
		if length == 0 || length > EpicMaxBody {
			return wire.Unlikely
		}
		whole := uint64(len(p)-4) >= length
		b := p[4:min(uint64(len(p)), 4+length)]
		var kind epicKind
		switch {
		case dir == wire.Request:
			kind = epicToKind(b, int(length))
		case listing && length >= epicLeastEntry:
			kind = epicIsEntry
		default:
			kind, _ = epicFromKind(b, int(length))
		}
		if !whole {
			if kind == epicIsLogin && digest(b) {
				best = max(best, wire.Likely)
			}
			return best
		}
		c, fits := epicRating(kind, b)
		if !fits {
			return wire.Unlikely
		}
		best = max(best, c)
		listing = listing || kind == epicIsCount
		p = p[4+length:]
	}
	return best
}

// epicRating rates one whole body as a message of a kind. Unlikely that fits is
// too short to tell from chance, Possible is what a few bytes could be by chance.
func epicRating(kind epicKind, b []byte) (c wire.Confidence, fits bool) {
	w := walker{b: b, ok: true}
	best := wire.Likely
	switch kind {
	case epicIsLogin:
		w.ok = digest(b)
		w.layout(epicLogin[:])
		w.b = nil // the rest depends on the version
		best = wire.Certain
	case epicIsHash:
		w.ok = digest(b)
		w.layout(epicHash)
		best = wire.Certain
	case epicIsListRequest:
		w.layout(epicCommandAlone)
		count := w.byte()
		if count == 0 {
			best = wire.Possible
		}
		for ; count > 0 && w.ok; count-- {
			w.layout(epicFilterOne[:])
		}
	case epicIsState:
		w.byte()
		for n := w.count(); n > 0 && w.ok; n-- {
			w.text()
		}
		w.layout(record.Unreal2InfoHead[:])
		w.layout(record.Unreal2InfoPlayers[:])
		w.b = nil // what follows has variants
	case epicIsChallenge, epicIsAnswer, epicIsVerified, epicIsNews:
		w.text()
		switch {
		case kind == epicIsNews:
			best = wire.Possible
			w.ok = w.ok && len(b) >= 8
		case kind != epicIsChallenge:
			best = wire.Certain
		}
		if kind == epicIsAnswer || len(w.b) == 4 && kind == epicIsNews {
			w.b = nil // a number, or masters
		}
	case epicIsEntry:
		w.ok = b[0] != 0 && b[4]|b[5] != 0 && b[6]|b[7] != 0
		w.layout(EpicServers[:])
		switch len(w.b) {
		case 0:
		case 1:
			w.byte()
		default:
			w.layout(epicServer2004[:])
		}
	case epicIsPackages:
		w.byte()
		n := w.count()
		w.ok = w.ok && n > 0
		for ; n > 0 && w.ok; n-- {
			w.layout(epicPackage[:])
		}
	case epicIsCount:
		w.layout(epicCount)
		w.ok = w.ok && b[4] == 1
	case epicIsPorts:
		w.layout(epicPorts)
	case epicIsUplink, epicIsStats:
		best = wire.Possible
		w.layout(*epicKinds[kind].body)
	case epicIsNewsRequest, epicIsCommunity, epicIsRevision, epicIsBeat, epicIsPortsUT2003, epicIsMatch:
		best = wire.Unlikely
		w.layout(*epicKinds[kind].body)
	default:
		return wire.Unlikely, false
	}
	return best, w.ok && len(w.b) == 0
}

// digest reports whether b begins with a text of 32 hexadecimal digits, as far
// as it goes.
func digest(b []byte) bool {
	if len(b) < 9 || b[0] != epicDigest+1 {
		return false
	}
	for _, c := range b[1:min(len(b), 1+epicDigest)] {
		if wire.HexDigit(int(c)) < 0 {
			return false
		}
	}
	return len(b) <= 1+epicDigest || b[1+epicDigest] == 0
}

// A walker passes over values to see whether they are where they should be.
type walker struct {
	b  []byte
	ok bool
}

// layout passes fields whose values are plausible.
func (w *walker) layout(l wire.Layout) {
	for i := range l {
		d := &l[i]
		if d.Kind == wire.KindText {
			w.text()
			continue
		}
		n := d.Kind.Size()
		if w.ok = w.ok && n <= len(w.b); !w.ok {
			return
		}
		v := wire.ReadNumber(d.Kind, w.b)
		w.b = w.b[n:]
		w.ok = (d.AtMost == 0 || v <= uint64(d.AtMost)) && (d.Symbols == nil || d.Symbols.Loose || d.Symbols.Flags || d.Symbols.Lookup(v) != nil)
	}
}

func (w *walker) byte() (c byte) {
	if w.ok = w.ok && len(w.b) > 0; w.ok {
		c, w.b = w.b[0], w.b[1:]
	}
	return c
}

// count passes a compact index.
func (w *walker) count() int64 {
	v, n := wire.ReadCompact(w.b)
	w.ok = w.ok && n > 0 && v >= 0
	w.b = w.b[n:]
	return v
}

// text passes a string whose length and closing NUL agree.
func (w *walker) text() {
	v, n := wire.ReadCompact(w.b)
	size := int64(n) + v
	if v < 0 {
		size = int64(n) - 2*v
	}
	if w.ok = w.ok && n > 0 && size <= int64(len(w.b)) && (v == 0 || w.b[size-1] == 0); w.ok {
		w.b = w.b[size:]
	}
}
