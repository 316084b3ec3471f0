package unrealmaster

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// Which message of a binary master a body is, and whether bytes are such
// messages at all. The kind is determined from the length, which precedes it,
// and as few of the first bytes as possible, so that a message that is cut is
// taken for the same; where more bytes decide, the reading is uncertain.

// epicToKind returns the kind of a message to a master. b holds what is there
// of the body, length says how long the whole body is.
func epicToKind(b []byte, length int) epicKind {
	switch {
	case b[0] == epicDigest+1 && length == epicDigest+2:
		return epicIsHash
	case b[0] == epicDigest+1:
		return epicIsLogin
	case b[0] > 4:
		return epicUnknown
	case length == 8 && b[0] <= 1 && len(b) >= 4 && b[1]|b[2]|b[3] == 0:
		return epicIsUplink
	case b[0] == 1 && length == 1:
		return epicIsNewsRequest
	}
	return [...]epicKind{epicIsListRequest, epicIsState, epicIsStats, epicIsCommunity, epicIsRevision}[b[0]]
}

// stringSize reads the length v, of n bytes, of a string at the beginning of b, and
// returns the bytes of both together.
func stringSize(b []byte) (v int64, n int, size int64) {
	if v, n = wire.ReadCompact(b); v < 0 {
		return v, n, int64(n) - 2*v
	}
	return v, n, int64(n) + v
}

// epicFromKind returns the kind of a message from a master.
func epicFromKind(b []byte, length int) (kind epicKind, doubt bool) {
	v, n, size := stringSize(b)
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
// bytes a character, with or without its closing NUL.
func printable(b []byte, wide bool) bool {
	for i, c := range b {
		if c >= 0x20 || c == '\n' || c == '\r' || c == '\t' {
			continue
		}
		if wide && i%2 == 0 && i+4 < len(b) && b[i+1] == 0 || !wide && c != 0x1b && (c != 0 || i+1 < len(b)) {
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

// RecogniseBinary looks at up to four messages. All of them have to be valid in
// one direction.
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
	to, from := wire.Unlikely, wire.Unlikely
	if n := wire.LE32(p); n > 0 && n <= EpicMaxBody {
		to, from = epicConfidence(p, wire.Request), epicConfidence(p, wire.Reply)
	}
	switch {
	case opts.DstPort == EpicPort: // who sends is certain when the ports are known
		return wire.Request, onStream(to, p, opts)
	case opts.SrcPort == EpicPort:
		return wire.Reply, onStream(from, p, opts)
	case to == wire.Unlikely && from == wire.Unlikely:
		return guess, wire.Unlikely
	case to >= from:
		return wire.Request, to
	}
	return wire.Reply, from
}

// onStream raises the confidence in bytes of a connection with the port of a
// master. They begin at least with a length that makes sense.
func onStream(c wire.Confidence, p []byte, opts *wire.Options) wire.Confidence {
	n := wire.LE32(p)
	if opts.Stream && (c == wire.Possible || c == wire.Unlikely && n > 0 && n <= EpicMaxBody) {
		c++
	}
	return c
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

// epicRating rates one whole body as a message of a kind. Unlikely is a fit too
// short to distinguish from chance, Possible what a few bytes could be by
// chance.
func epicRating(kind epicKind, b []byte) (c wire.Confidence, fits bool) {
	w := walker{b: b, ok: true}
	if kind == epicIsLogin || kind == epicIsHash {
		w.ok = digest(b)
	}
	if body := epicKinds[kind].body; body != nil {
		w.layout(*body)
	}
	best := wire.Likely
	switch kind {
	case epicUnknown:
		return wire.Unlikely, false
	case epicIsLogin:
		w.layout(epicLogin[:])
		w.b = nil // the rest depends on the version
		best = wire.Certain
	case epicIsHash:
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
		w.layout(record.InfoHead[:])
		w.layout(record.InfoPlayers[:])
		w.b = nil // what follows has variants
	case epicIsAnswer, epicIsVerified:
		w.text()
		best = wire.Certain
		if kind == epicIsAnswer {
			w.b = nil // a number, or masters
		}
	case epicIsChallenge:
		w.text()
	case epicIsNews:
		w.text()
		best = wire.Possible
		w.ok = w.ok && len(b) >= 8
		if len(w.b) == 4 {
			w.b = nil // a number
		}
	case epicIsEntry:
		w.ok = b[0] != 0 && b[4]|b[5] != 0 && b[6]|b[7] != 0
		w.layout(EpicServers[:])
		if len(w.b) == 1 {
			w.byte()
		} else if len(w.b) > 0 {
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
		w.ok = w.ok && b[4] == 1
	case epicIsUplink, epicIsStats:
		best = wire.Possible
	case epicIsNewsRequest, epicIsCommunity, epicIsRevision, epicIsBeat, epicIsPortsUT2003, epicIsMatch:
		best = wire.Unlikely
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

// A walker skips over values to check whether they are plausible.
type walker struct {
	b  []byte
	ok bool
}

// layout skips fields whose values are plausible.
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
		w.ok = (d.AtMost == 0 || v <= uint64(d.AtMost)) && (d.Symbols == nil || d.Symbols.Loose || d.Symbols.Flags ||
			d.Symbols.Lookup(v) != nil)
	}
}

func (w *walker) byte() (c byte) {
	if w.ok = w.ok && len(w.b) > 0; w.ok {
		c, w.b = w.b[0], w.b[1:]
	}
	return c
}

// count skips a compact index.
func (w *walker) count() int64 {
	v, n := wire.ReadCompact(w.b)
	w.ok = w.ok && n > 0 && v >= 0
	w.b = w.b[n:]
	return v
}

// text skips a string whose length and closing NUL agree.
func (w *walker) text() {
	v, n, size := stringSize(w.b)
	if w.ok = w.ok && n > 0 && size <= int64(len(w.b)) && (v == 0 || w.b[size-1] == 0); w.ok {
		w.b = w.b[size:]
	}
}
