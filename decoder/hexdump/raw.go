package hexdump

import "strconv"

// rawWhy says why the paste is the packet itself; "" when it is text.
func (p *parser) rawWhy() string {
	src := p.src
	n := len(src.orig)
	switch {
	case src.nuls > 0:
		return strconv.Itoa(src.nuls) + " of " + strconv.Itoa(n) + " bytes are NUL, which no text has"
	case src.controls > 0 && src.controls*20 >= n:
		return strconv.Itoa(src.controls) + " of " + strconv.Itoa(n) + " bytes are control characters"
	case src.controls > 0 && (src.s[0] == '\\' || src.high > 0):
		return "control characters between the text"
	case src.high*10 >= n*3 && src.high > 0:
		return strconv.Itoa(src.high) + " of " + strconv.Itoa(n) + " bytes are not UTF-8 text"
	}
	return ""
}

// readRaw takes the paste as one datagram.
func (p *parser) readRaw(why string) *Error {
	p.res.Format, p.res.Why = Raw, why
	if len(p.src.orig) == 0 {
		return &Error{1, 1, "nothing", "a packet", "paste something"}
	}
	d := Datagram{Data: p.src.orig, Format: Raw, Line: 1}
	if p.opts.Positions {
		d.Positions = make([]Position, len(d.Data))
		line, column := int32(1), int32(1)
		for i, c := range d.Data {
			d.Positions[i] = Position{line, column, 1}
			column++
			if c == '\n' {
				line, column = line+1, 1
			}
		}
	}
	p.give(&d)
	return nil
}

// prose is the error for text that no family claims.
func (p *parser) prose() *Error {
	s := p.src.s
	i := 0
	for k := range p.src.count() {
		l := p.src.span(k)
		i = int(l.start)
		for i < int(l.end) && isBlank(s[i]) {
			i++
		}
		if i < int(l.end) {
			break
		}
	}
	j := i
	for j < len(s) && !isBlank(s[j]) && s[j] != '\n' {
		j++
	}
	if j == i {
		return p.fail(0, "nothing", "a packet as hex, a dump, a literal or text", "paste something")
	}
	if word := s[i:j]; looksHex(word) && len(word) > 1 && isHex(word[0]) {
		for k, c := range word {
			if !isHex(c) {
				return p.fail(i+k, p.char(i+k), "a hex digit", lookalike(c))
			}
		}
	}
	if word := s[i:j]; len(word)%2 == 0 && isHex(word[0]) { // it begins with bytes: where do they end?
		for k := i; k < len(s) && s[k] != '\n'; k++ {
			if between(s[k]) || isHex(s[k]) {
				continue
			}
			advice := "paste only the bytes"
			if s[k]|0x20 == 'x' || s[k] == '?' {
				advice = "it seems to stand for any byte; write the byte itself"
			}
			return p.fail(k, p.char(k), "a hex digit", advice)
		}
	}
	return p.fail(i, "text that is neither a dump nor a packet ("+clip(s[i:j])+")", "hex, a dump with offsets, a literal, base64, or packet text such as \\status\\", "paste only the lines that hold the packet")
}
