package paste

import "strconv"

// rawWhy says why the paste is the packet itself; "" when it is text.
func (p *parser) rawWhy() string {
	src := p.src
	n := len(src.orig)
	of := " of " + strconv.Itoa(n) + " bytes that are "
	switch {
	case p.opts.Format == Raw:
		return "told so"
	case p.opts.Format != FormatUnknown, p.opts.Text:
	case src.nuls > 0:
		return strconv.Itoa(src.nuls) + of + "NUL, which no text has"
	case src.controls > 0 && src.controls*20 >= n:
		return strconv.Itoa(src.controls) + of + "control characters"
	case src.controls > 0 && (src.s[0] == '\\' || src.high > 0):
		return "control characters between the text"
	case src.high*10 >= n*3 && src.high > 0:
		return strconv.Itoa(src.high) + of + "not UTF-8 text"
	}
	return ""
}

// readRaw takes the paste as one datagram.
func (p *parser) readRaw(why string) *Error {
	p.res.Format, p.res.Why = Raw, why
	p.src = &source{orig: p.src.orig, s: p.src.orig} // characters are bytes here
	p.src.split()
	for i, c := range p.src.s {
		p.put(c, i, 1)
	}
	p.finish()
	return nil
}

// prose is the error for text that no family claims.
func (p *parser) prose() *Error {
	l, start := p.src.text(p.src.firstLine())
	word := nextToken(l, 0).of(l)
	if len(word) == 0 {
		return p.fail(0, "nothing", "a packet as hex, a dump, a literal or text", "paste something")
	}
	if isHex(word[0]) && (len(word)%2 == 0 || looksHex(word)) { // it begins with bytes: where do they end?
		for k, c := range l {
			if !between(c) && !isHex(c) {
				return p.noDigit(start+k, "a hex digit")
			}
		}
	}
	return p.fail(start, "text, neither a dump nor a packet ("+p.excerpt(start, start+len(word))+")", "hex, a dump, a literal, base64 or \\status\\", "paste only the packet's lines")
}
