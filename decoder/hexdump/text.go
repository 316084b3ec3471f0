package hexdump

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// sniffText claims the text of a packet pasted as it is: \key\value pairs, LAN beacons, server lists.
func (p *parser) sniffText() guess {
	i := p.firstLine()
	l, _ := p.src.line(i)
	l = unwrapQuotes(trim(l))
	if len(l) == 0 {
		return guess{}
	}
	if l[0] == '\\' {
		if gameSpy(l) {
			return guess{score: 97, format: PacketText, why: "it begins with a backslash and a word, as \\key\\value text does"}
		}
		return guess{}
	}
	if n := p.serverRows(); n > 0 {
		return guess{score: 97, format: ServerList, why: strconv.Itoa(n) + " " + plural(n, "line") + " of address, port and port with tabs between"}
	}
	if p.onlyPackets() {
		return guess{score: 96, format: PacketText, why: "every block is a LAN query or answer, word for word, or begins like \\key\\value text"}
	}
	return guess{}
}

// onlyPackets reports whether every block of lines is a beacon of one line or begins like \key\value text.
func (p *parser) onlyPackets() bool {
	for i := 0; i < p.src.count(); i++ {
		if p.src.blank(i) {
			continue
		}
		l, _ := p.src.line(i)
		l = unwrapQuotes(trim(l))
		single := i+1 == p.src.count() || p.src.blank(i+1)
		if !gameSpy(l) && !(single && beacon(l)) {
			return false
		}
		for i+1 < p.src.count() && !p.src.blank(i+1) {
			i++
		}
	}
	return true
}

// firstLine is the first line that is not blank.
func (p *parser) firstLine() int {
	for i := range p.src.count() {
		if !p.src.blank(i) {
			return i
		}
	}
	return 0
}

// unwrapQuotes takes away quotes or backticks around \key\value text, as documents have them.
func unwrapQuotes(l []byte) []byte {
	if len(l) > 2 && (l[0] == '"' || l[0] == '\'' || l[0] == '`') && l[1] == '\\' && !(l[2] == '\\' || l[2] == 'x') && l[len(l)-1] == l[0] && gameSpy(l[1:len(l)-1]) {
		return l[1 : len(l)-1]
	}
	return l
}

// gameSpy reports whether l begins like \key\value text: a backslash, then a word that is not an escape.
func gameSpy(l []byte) bool {
	if len(l) < 3 || l[0] != '\\' {
		return false
	}
	n := 1
	for n < len(l) && l[n] != '\\' && l[n] >= ' ' {
		n++
	}
	word := l[1:n]
	if len(word) < 2 || !isLetter(word[0]) {
		return false
	}
	if word[0] == 'x' && len(word) >= 3 && isHex(word[1]) && isHex(word[2]) {
		// \x80\x00 is escaped bytes; \xface\... could be a key, but only with text after it
		return false
	}
	if word[0] == 'u' && len(word) == 5 && isHex(word[1]) && isHex(word[2]) && isHex(word[3]) && isHex(word[4]) {
		return false
	}
	letters := 0
	for _, c := range word {
		if isWord(c) {
			letters++
		}
	}
	if letters*4 < len(word)*3 || len(word) > 64 {
		return false
	}
	return n < len(l) || len(word) >= 4
}

// beacon reports whether l is what UT sends on a LAN: REPORT, REPORTQUERY, "ut 7780", "ut 7779 host map DM 0/10".
func beacon(l []byte) bool {
	if string(l) == "REPORT" || string(l) == "REPORTQUERY" {
		return true
	}
	n := 0
	for n < len(l) && isWord(l[n]) {
		n++
	}
	if n == 0 || n > 16 || !isLetter(l[0]) || n == len(l) || l[n] != ' ' {
		return false
	}
	rest := l[n+1:]
	n = 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	port, ok := number(rest[:n], 10)
	if !ok || n < 4 || port > 65535 {
		return false
	}
	if n == len(rest) {
		return true
	}
	end := len(rest)
	digits := func() bool {
		from := end
		for end > 0 && isDigit(rest[end-1]) {
			end--
		}
		return end < from
	}
	if rest[n] != ' ' || !digits() || end == 0 || rest[end-1] != '/' {
		return false
	}
	end--
	return digits()
}

// serverRows counts the lines when all are "1.2.3.4<tab>7777<tab>7787".
func (p *parser) serverRows() int {
	rows := 0
	for i := range p.src.count() {
		l, _ := p.src.line(i)
		if len(trim(l)) == 0 {
			continue
		}
		dots, tabs, digits := 0, 0, 0
		for _, c := range trim(l) {
			switch {
			case isDigit(c):
				digits++
			case c == '.' && tabs == 0:
				dots++
			case c == '\t':
				tabs++
			default:
				return 0
			}
		}
		if dots != 3 || tabs < 1 || tabs > 2 || digits < 6 {
			return 0
		}
		rows++
	}
	return rows
}

// readText takes the text as the packet's bytes. Line breaks in it are the page's, not the packet's.
func (p *parser) readText() *Error {
	if p.res.Format == ServerList {
		return p.wholeText()
	}
	for i := 0; i < p.src.count(); i++ {
		if p.src.blank(i) {
			continue
		}
		j, widest := i, 0
		for ; j < p.src.count() && !p.src.blank(j); j++ {
			l, _ := p.src.line(j)
			if n := len(trim(l)); n > widest {
				widest = n
			}
		}
		if err := p.textLines(i, j, widest); err != nil {
			return err
		}
		p.finish()
		i = j
	}
	return nil
}

// wholeText is the paste as it is, line ends included.
func (p *parser) wholeText() *Error {
	for i := range p.src.count() {
		l := p.src.span(i)
		end := len(p.src.s)
		if i+1 < len(p.src.begin) {
			end = int(p.src.begin[i+1])
		}
		p.characters(int(l.start), end)
	}
	return nil
}

// textLines joins the lines i to j of one packet.
//
// Pages wrap packets in three ways. A line as long as the longest, or one character less, was cut hard: nothing is between.
// A line that ends in a hyphen was cut after it: nothing is between. Any other line lost the blank at which it was wrapped.
// And some pages begin a line before a backslash: nothing is between.
func (p *parser) textLines(i, j, widest int) *Error {
	hard, blanks, before := 0, 0, 0
	for k := i; k < j; k++ {
		line, start := p.src.line(k)
		t := trim(line)
		lead := start + len(line) - len(trimLeft(line))
		if k == i && j == i+1 {
			if u := unwrapQuotes(t); len(u) < len(t) {
				t = u
				lead++
			}
		}
		if k == i && p.opts.Format == FormatUnknown && !gameSpy(t) && !(j == i+1 && beacon(t)) {
			return p.fail(lead, "text that is not a packet ("+clip(t)+")", "\\key\\value text or a LAN answer after the blank line", "paste only the packets")
		}
		if k > i {
			prev, _ := p.src.line(k - 1)
			prev = trim(prev)
			switch {
			case t[0] == '\\' && len(t) > 1 && p.ended(prev, t):
				p.noteAt(lead, "a new datagram begins here: the line before ends one")
				p.finish()
			case t[0] == '\\':
				before++
			case len(prev) >= widest-1:
				hard++
			case prev[len(prev)-1] == '-':
				hard++
			default:
				blanks++
				_, ps := p.src.line(k - 1)
				p.put(' ', ps+len(prev), 1)
			}
		}
		p.characters(lead, lead+len(t))
	}
	if hard+blanks > 0 {
		p.note(i+1, "the text is wrapped at "+strconv.Itoa(widest)+" characters: "+strconv.Itoa(hard)+" "+plural(hard, "line")+" joined with nothing between, "+strconv.Itoa(blanks)+" with the blank that the wrap took")
	}
	if before > 0 {
		p.note(i+1, strconv.Itoa(before)+" line "+plural(before, "break")+" before a backslash left out: packets hold none")
	}
	return nil
}

// ended reports whether the line before next closes a packet: \final\, \queryid\N.M, or a request whose value is empty.
func (p *parser) ended(prev, next []byte) bool {
	if bytes.HasPrefix(next, []byte("\\final\\")) || bytes.HasPrefix(next, []byte("\\queryid\\")) {
		return false
	}
	if bytes.HasSuffix(prev, []byte("\\final\\")) {
		return true
	}
	if k := bytes.LastIndex(prev, []byte("\\queryid\\")); k >= 0 {
		id := prev[k+9:]
		for _, c := range id {
			if !isDigit(c) && c != '.' {
				return false
			}
		}
		return len(id) > 0
	}
	return len(prev) > 2 && prev[len(prev)-1] == '\\' && bytes.Count(prev, []byte{'\\'})%2 == 0 && len(prev) < 200 && bytes.Count(prev, []byte{'\\'}) <= 8
}

// characters adds the characters from start to end in s as bytes of the packet: ASCII as it is, others in the server's
// code page, cp1252.
func (p *parser) characters(start, end int) {
	for off := start; off < end; off++ {
		c := p.src.s[off]
		if c < 0x80 && (p.src.index == nil || p.src.index[off+1]-p.src.index[off] == 1 && p.src.orig[p.src.index[off]] < 0x80) {
			p.put(c, off, 1)
			continue
		}
		raw := p.src.original(off, off+1)
		if len(raw) == 1 {
			p.put(raw[0], off, 1)
			continue
		}
		r, _ := utf8.DecodeRune(raw)
		if b, ok := cp1252(r); ok {
			p.put(b, off, 1)
			p.noteAt(off, "'"+string(raw)+"' is read as the byte "+hexByte(b)+" (cp1252)")
			continue
		}
		for _, b := range raw {
			p.put(b, off, 1)
		}
		p.noteAt(off, "'"+string(raw)+"' is not in cp1252 and is read as its UTF-8 bytes")
	}
}

// cp1252High is what cp1252 has at 80 to 9F; 0 for what it leaves out.
var cp1252High = [32]rune{
	0x20ac, 0, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17d, 0,
	0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0, 0x17e, 0x178,
}

// cp1252 gives the byte of a character.
func cp1252(r rune) (byte, bool) {
	if r < 0x80 || r >= 0xa0 && r <= 0xff {
		return byte(r), true
	}
	for i, h := range cp1252High {
		if h == r {
			return byte(0x80 + i), true
		}
	}
	return 0, false
}
