package decoder

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
	v, n := readCompact(b)
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
	case b[0] == 7 && startsLike(b[1:], "MSL"):
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

// startsLike reports whether b begins with s, or s with b.
func startsLike(b []byte, s string) bool {
	n := min(len(b), len(s))
	return string(b[:n]) == s[:n]
}

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
	_, n := readCompact(b[1:])
	if n == 0 || 2+n > len(b) {
		return true
	}
	size := int(b[1+n])
	return size > 16 && size < 0x40 && printable(b[2+n:min(len(b), 2+n+16)], false)
}

// recogniseMasterBinary looks at up to four messages. All of them have to make
// sense in one direction.
func recogniseMasterBinary(p []byte, opts *Options) (Direction, Confidence) {
	guess := Reply
	if len(p) > 4 && epicToKind(p[4:], int(min(readNumber(KindU32LE, p), epicMaxBody))) != epicUnknown {
		guess = Request
	}
	if isBeatAnswer(p, opts) {
		if opts.DstPort == epicPort {
			return Request, Possible
		}
		return Request, Unlikely
	}
	if len(p) < 5 {
		return guess, Unlikely
	}
	to, from := epicConfidence(p, Request), epicConfidence(p, Reply)
	switch port := uint16(epicPort); port { // who sends is certain when the ports are known
	case opts.DstPort:
		if to == Unlikely && opts.Stream && epicBegins(p) {
			to = Possible
		} else if to == Possible && opts.Stream {
			to = Likely
		}
		return Request, to
	case opts.SrcPort:
		if from == Unlikely && opts.Stream && epicBegins(p) {
			from = Possible
		} else if from == Possible && opts.Stream {
			from = Likely
		}
		return Reply, from
	}
	switch {
	case to == Unlikely && from == Unlikely:
		return guess, Unlikely
	case to >= from:
		return Request, to
	}
	return Reply, from
}

// epicBegins reports whether p begins with a length that makes sense.
func epicBegins(p []byte) bool {
	n := readNumber(KindU32LE, p)
	return n > 0 && n <= epicMaxBody
}

// epicConfidence rates p as messages that go in direction dir.
func epicConfidence(p []byte, dir Direction) Confidence {
	best := Unlikely
	listing := false
	for n := 0; n < 4 && len(p) > 4; n++ {
		length := readNumber(KindU32LE, p)
		if length == 0 || length > epicMaxBody {
			return Unlikely
		}
		whole := uint64(len(p)-4) >= length
		b := p[4:min(uint64(len(p)), 4+length)]
		var kind epicKind
		switch {
		case dir == Request:
			kind = epicToKind(b, int(length))
		case listing && length >= epicLeastEntry:
			kind = epicIsEntry
		default:
			kind, _ = epicFromKind(b, int(length))
		}
		if !whole {
			if kind == epicIsLogin && digest(b) {
				best = max(best, Likely)
			}
			return best
		}
		c, fits := epicRating(kind, b)
		if !fits {
			return Unlikely
		}
		best = max(best, c)
		listing = listing || kind == epicIsCount
		p = p[4+length:]
	}
	return best
}

// epicRating rates one whole body as a message of a kind. Unlikely that fits is
// too short to tell from chance, Possible is what a few bytes could be by chance.
func epicRating(kind epicKind, b []byte) (c Confidence, fits bool) {
	w := walker{b: b, ok: true}
	best := Likely
	switch kind {
	case epicIsLogin:
		w.ok = digest(b)
		w.layout(epicLogin[:])
		w.b = nil // the rest depends on the version
		best = Certain
	case epicIsHash:
		w.ok = digest(b)
		w.layout(epicHash)
		best = Certain
	case epicIsListRequest:
		w.layout(epicCommandAlone)
		count := w.byte()
		if count == 0 {
			best = Possible
		}
		for ; count > 0 && w.ok; count-- {
			w.layout(epicFilterOne[:])
		}
	case epicIsState:
		w.byte()
		for n := w.count(); n > 0 && w.ok; n-- {
			w.text()
		}
		w.layout(unreal2InfoHead[:])
		w.layout(unreal2InfoPlayers[:])
		w.b = nil // what follows has variants
	case epicIsChallenge, epicIsAnswer, epicIsVerified, epicIsNews:
		w.text()
		switch {
		case kind == epicIsNews:
			best = Possible
			w.ok = w.ok && len(b) >= 8
		case kind != epicIsChallenge:
			best = Certain
		}
		if kind == epicIsAnswer || len(w.b) == 4 && kind == epicIsNews {
			w.b = nil // a number, or masters
		}
	case epicIsEntry:
		w.ok = b[0] != 0 && b[4]|b[5] != 0 && b[6]|b[7] != 0
		w.layout(epicServers[:])
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
		best = Possible
		w.layout(*epicKinds[kind].body)
	case epicIsNewsRequest, epicIsCommunity, epicIsRevision, epicIsBeat, epicIsPortsUT2003, epicIsMatch:
		best = Unlikely
		w.layout(*epicKinds[kind].body)
	default:
		return Unlikely, false
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
		if hexDigit(int(c)) < 0 {
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
func (w *walker) layout(l layout) {
	for i := range l {
		d := &l[i]
		if d.Kind == KindText {
			w.text()
			continue
		}
		n := d.Kind.Size()
		if w.ok = w.ok && n <= len(w.b); !w.ok {
			return
		}
		v := readNumber(d.Kind, w.b)
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
	v, n := readCompact(w.b)
	w.ok = w.ok && n > 0 && v >= 0
	w.b = w.b[n:]
	return v
}

// text passes a string whose length and closing NUL agree.
func (w *walker) text() {
	v, n := readCompact(w.b)
	size := int64(n) + v
	if v < 0 {
		size = int64(n) - 2*v
	}
	if w.ok = w.ok && n > 0 && size <= int64(len(w.b)) && (v == 0 || w.b[size-1] == 0); w.ok {
		w.b = w.b[size:]
	}
}
