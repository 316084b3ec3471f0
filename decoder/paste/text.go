package paste

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

// sniffText claims \key\value text and lists of servers pasted as they are. What the decoder knows besides is asText's.
func (p *parser) sniffText() guess {
	l, _ := p.src.text(p.src.firstLine())
	l = unwrapQuotes(l)
	switch n := p.serverRows(); {
	case len(l) == 0 || l[0] == '\\' && !gameSpy(l):
	case l[0] == '\\':
		return guess{sure, PacketText, "it begins with a backslash and a word, as \\key\\value text does"}
	case n > 0:
		return guess{sure, ServerList, strconv.Itoa(n) + " " + plural(n, "line") +
			" of address, port and port with tabs between"}
	}
	return guess{}
}

// unwrapQuotes takes away quotes or backticks around \key\value text, as documents have them.
func unwrapQuotes(l []byte) []byte {
	if len(l) > 2 && isQuote(l[0]) && l[1] == '\\' && l[2] != '\\' && l[2] != 'x' && l[len(l)-1] == l[0] &&
		gameSpy(l[1:len(l)-1]) {
		return l[1 : len(l)-1]
	}
	return l
}

// gameSpy reports whether l begins like \key\value text: a backslash, then a word that is not an escape.
func gameSpy(l []byte) bool {
	if charAt(l, 0) != '\\' {
		return false
	}
	n := 1
	for n < len(l) && l[n] != '\\' && l[n] >= ' ' {
		n++
	}
	word := l[1:n]
	switch {
	case len(word) < 2 || len(word) > 64 || !isLetter(word[0]) || n == len(l) && len(word) < 4:
		return false
	case word[0] == 'x' && len(word) >= 3 && all(word[1:3], classHex):
		return false // \x80\x00 is escaped bytes; \xface\... could be a key, but only with text after it
	case word[0] == 'x' && isHex(word[1]) && bytes.HasPrefix(l[n:], []byte("\\x")):
		return false // a digit was lost
	case isControlName(word):
		return false // of a string of Haskell
	case word[0] == 'u' && len(word) >= 5 && all(word[1:5], classHex):
		return false
	}
	return count(word, classWord)*4 >= len(word)*3
}

func isControlName(word []byte) bool {
	_, n := controlName(word)
	return n == len(word)
}

// packetText reads the rest of a line, which begins at at, where that is \key\value text of a known message, with each
// backslash once or twice.
func (f *finder) packetText(line, at, end int) bool {
	if f.opts.judge == nil || at > f.src.span(line).start && strings.IndexByte(" \t\"'`", f.s[at-1]) < 0 {
		return false
	}
	read, key := (*parser).rawString, at
	if charAt(f.s, at+1) == '\\' {
		read, key = (*parser).escaped, at+1
	}
	if !gameSpy(f.s[key:min(end, key+maxLead)]) {
		return false
	}
	if f.textsEnd != end {
		f.texts, f.textsEnd = 0, end
	}
	if f.texts++; f.texts > 16 { // each is compared with the rest of the line
		return false
	}
	text := strip(f.s[at:end], " \t\"'`>)]},;")
	if !gameSpy(f.s[key:end]) || bytes.Count(text, []byte{'\\'}) < 4 {
		return false
	}
	scratch := parser{src: f.src, first: -1}
	if read(&scratch, at, at+len(text)) != nil || !gameSpy(scratch.data) ||
		f.opts.judge(&Datagram{Data: scratch.data}) != KnownWhole {
		return false
	}
	f.take(line)
	f.flush()
	f.said(span{f.from, at}, line)
	read(f.parser, at, at+len(text))
	f.end("text of a packet")
	return true
}

// serverRows counts the lines when all are "1.2.3.4<tab>7777<tab>7787".
func (p *parser) serverRows() int {
	rows := 0
	for _, l := range p.src.texts(p.src.count()) {
		address, ports, found := bytes.Cut(l, []byte("\t"))
		if !found || len(l) > 64 {
			return 0
		}
		dots, tabs, digits := bytes.Count(address, []byte(".")), 1+bytes.Count(ports, []byte("\t")), count(l, classDigit)
		if dots != 3 || tabs > 2 || digits < 6 || dots+tabs+digits != len(l) {
			return 0
		}
		rows++
	}
	return rows
}

// readText takes the text as the packet's bytes. Line breaks in it are the page's, not the packet's, except in a list
// of servers.
func (p *parser) readText() *Error {
	if p.res.Format == ServerList {
		for i := range p.src.count() {
			p.characters(p.src.span(i).start, p.src.after(i))
		}
		return nil
	}
	for i, j := p.src.block(0); i < j; i, j = p.src.block(j) {
		if err := p.textLines(i, j); err != nil {
			return err
		}
		p.finish()
	}
	return nil
}

// textLines joins the lines i to j of one packet.
//
// Pages wrap packets in three ways. A line as long as the longest, or one character less, was cut hard: nothing is
// between. A line that ends in a hyphen was cut after it: nothing is between. Any other line lost the blank at which it
// was wrapped. And some pages begin a line before a backslash: nothing is between.
func (p *parser) textLines(i, j int) *Error {
	hard, blanks, before, widest := 0, 0, 0, 0
	for k := i; k < j; k++ {
		t, _ := p.src.text(k)
		widest = max(widest, len(t))
	}
	var prev []byte
	end := 0 // of prev
	for k := i; k < j; k++ {
		t, lead := p.src.text(k)
		if u := unwrapQuotes(t); j == i+1 && len(u) < len(t) {
			t = u
			lead++
		}
		switch {
		case k == i:
			if p.opts.Format == FormatUnknown && !gameSpy(t) {
				return p.fail(lead, "text that is not a packet ("+p.excerpt(lead, lead+len(t))+")",
					"\\key\\value text after the blank line", "paste only the packets")
			}
		case t[0] == '\\' && len(t) > 1 && ended(prev, t):
			p.note(lead, "a new datagram begins here: the line before ends one")
			p.finish()
		case t[0] == '\\':
			before++
		case len(prev) >= widest-1, prev[len(prev)-1] == '-':
			hard++
		default:
			blanks++
			p.put(' ', end, 1)
		}
		p.characters(lead, lead+len(t))
		prev, end = t, lead+len(t)
	}
	if hard+blanks > 0 {
		p.note(int(p.src.begin[i]), "the text is wrapped at "+strconv.Itoa(widest)+" characters: "+strconv.Itoa(hard)+" "+
			plural(hard, "line")+" joined with nothing between, "+strconv.Itoa(blanks)+" with the space that the wrap took")
	}
	if before > 0 {
		p.note(int(p.src.begin[i]), strconv.Itoa(before)+" line "+plural(before, "break")+
			" before a backslash left out: packets hold none")
	}
	return nil
}

// ended reports whether the line before next closes a packet: \final\, \queryid\N.M, or a request whose value is empty.
func ended(prev, next []byte) bool {
	if bytes.HasPrefix(next, []byte("\\final\\")) || bytes.HasPrefix(next, []byte("\\queryid\\")) {
		return false
	}
	if bytes.HasSuffix(prev, []byte("\\final\\")) {
		return true
	}
	if k := bytes.LastIndex(prev, []byte("\\queryid\\")); k >= 0 {
		return k+9 < len(prev) && len(strip(prev[k+9:], "0123456789.")) == 0
	}
	slashes := bytes.Count(prev, []byte{'\\'})
	return len(prev) > 2 && len(prev) < 200 && prev[len(prev)-1] == '\\' && slashes%2 == 0 && slashes <= 8
}

// characters adds the characters from start to end in s as bytes of the packet: ASCII as it is, others in the server's
// code page, cp1252.
func (p *parser) characters(start, end int) {
	for off := start; off < end; off++ {
		raw := p.src.original(off, off+1)
		r, n := utf8.DecodeRune(raw) // what follows it in raw was left out
		if r == 0xa0 && p.src.hard {
			p.put(' ', off, 1)
		} else if len(raw) == 1 {
			p.put(raw[0], off, 1)
		} else if c := p.src.s[off]; r < utf8.RuneSelf { // an entity of HTML, or a character before a tag
			p.put(c, off, 1)
		} else if b, ok := wire.Cp1252Byte(r); ok {
			p.put(b, off, 1)
			p.note(off, "'"+string(r)+"' is read as the byte "+hexByte(b)+" (cp1252)")
		} else if r < 0xa0 { // a control character: each character is a byte
			p.put(byte(r), off, 1)
			p.note(off, "a control character is read as the byte "+hexByte(byte(r))+" (latin-1)")
		} else {
			for _, b := range raw[:n] {
				p.put(b, off, 1)
			}
			p.note(off, "'"+string(r)+"' is not in cp1252 and is read as its UTF-8 bytes")
		}
	}
}
