package hexdump

// head is the beginning of a dump line.
type head struct {
	indent int
	dir    Direction
	from   int // first digit of the offset
	to     int // after its last digit
	body   int // after the colon
	prefix bool
	colon  bool
}

// headOf reads the offset that a line of a dump begins with, perhaps after a direction mark.
func headOf(l []byte) (h head, ok bool) {
	i := 0
	for i < len(l) && isBlank(l[i]) {
		i++
	}
	h.indent = i
	if d, n := directionMark(l[i:]); n > 0 && n+i < len(l) {
		h.dir = d
		i += n
		for i < len(l) && isBlank(l[i]) {
			i++
		}
	}
	if i+2 < len(l) && l[i] == '0' && l[i+1]|0x20 == 'x' {
		h.prefix = true
		i += 2
	}
	h.from = i
	for i < len(l) && isHex(l[i]) {
		i++
	}
	h.to = i
	n := h.to - h.from
	if n < 4 || n > 16 {
		return h, false
	}
	if i < len(l) && l[i] == ':' {
		h.colon = true
		i++
	}
	h.body = i
	if i < len(l) && !isBlank(l[i]) {
		return h, false
	}
	return h, h.colon || h.prefix || unitLike(l, i)
}

// unitLike reports whether what follows an offset without a colon could be bytes, so that "2004 was a good year" and the
// "0100 .... = Version: 4" of tshark -V are no dump lines.
func unitLike(l []byte, i int) bool {
	t := nextToken(l, i)
	n, hex := t.end-t.start, 0
	if n < 2 || l[t.start] == '\\' || l[t.start] == '|' || l[t.start] == '>' {
		return true
	}
	for _, c := range l[t.start:t.end] {
		if isHex(c) {
			hex++
		}
	}
	if n < 4 {
		return hex > 0
	}
	return hex*4 >= n*3
}

// directionMark reads a mark such as > < -> <- I O C: S: send recv at the start of l, and gives its length.
func directionMark(l []byte) (Direction, int) {
	if len(l) == 0 {
		return DirectionUnknown, 0
	}
	n := 0
	for n < len(l) && (isLetter(l[n]) || l[n] == '>' || l[n] == '<' || l[n] == '-' || l[n] == '=') {
		n++
	}
	if n == 0 || n > 9 {
		return DirectionUnknown, 0
	}
	end := n
	colon := end < len(l) && l[end] == ':'
	if colon {
		end++
	}
	if end < len(l) && !isBlank(l[end]) {
		return DirectionUnknown, 0
	}
	var buf [9]byte
	for i := 0; i < n; i++ {
		buf[i] = l[i]
		if isLetter(l[i]) {
			buf[i] |= 0x20
		}
	}
	switch string(buf[:n]) {
	case ">", ">>", ">>>", "->", "-->", "=>", "o", "send", "sent", "tx", "out", "outgoing", "client", "request":
		return DirectionSent, end
	case "<", "<<", "<<<", "<-", "<--", "<=", "i", "recv", "received", "rx", "in", "incoming", "server", "reply", "response":
		return DirectionReceived, end
	case "c":
		if colon {
			return DirectionSent, end
		}
	case "s":
		if colon {
			return DirectionReceived, end
		}
	}
	return DirectionUnknown, 0
}

// number reads digits in base; false when one is not of that base or it is too large.
func number(digits []byte, base int) (int, bool) {
	v := 0
	for _, c := range digits {
		d := int(hexValue[c])
		if d >= base || v > 1<<46 {
			return 0, false
		}
		v = v*base + d
	}
	return v, len(digits) > 0
}

// sample is the first lines of a dump that have an offset.
type sample struct {
	line    []byte
	head    head
	index   int  // of the line
	starred bool // a * stands before it
}

func (p *parser) samples(max int) (some []sample, heads, nonblank int) {
	star := false
	lines := p.src.count()
	if lines > 4000 {
		lines = 4000
	}
	for i := 0; i < lines; i++ {
		l, _ := p.src.line(i)
		t := trimLeft(l)
		if len(t) == 0 {
			continue
		}
		nonblank++
		if t[0] == '*' && len(trim(t)) == 1 {
			heads++
			star = true
			continue
		}
		h, ok := headOf(l)
		if !ok {
			continue
		}
		heads++
		if len(some) < max {
			some = append(some, sample{l, h, i, star})
		}
		star = false
	}
	return some, heads, nonblank
}

// token is a range of a line.
type token struct{ start, end int }

// nextToken is the next run of characters that are not blank.
func nextToken(l []byte, i int) token {
	for i < len(l) && isBlank(l[i]) {
		i++
	}
	j := i
	for j < len(l) && !isBlank(l[j]) {
		j++
	}
	return token{i, j}
}
