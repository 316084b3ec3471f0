package paste

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"fragscope/decoder"
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
	if !gameSpy(f.s[key:end]) || bytes.Count(text, []byte{'\\'}) < 4 || !f.message(read, at, at+len(text)) {
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

// asBytes reads a paste as the packet itself: the bytes of a file, or characters that each stand for one byte, alone or
// with text around them. It is that only where the decoder knows the message, and text is none.
func (o *Options) asBytes(text []byte) *Result {
	if o.Text || fromText(text) {
		return nil
	}
	if len(text) < maxDatagram && bytes.Contains(text, []byte("\n\\")) { // a text without its mark: explain says so
		for _, t := range [...][]byte{text, bytes.TrimRight(text, "\r\n")} {
			if v, _ := o.named(append([]byte(single), t...), decoder.DirectionUnknown); v == KnownWhole {
				return o.raw(text, "with FF FF FF FF before it the text is a known message").add(t, 0)
			}
		}
	}
	if res := o.sizedStrings(text); res != nil {
		return res
	}
	raw := !utf8.Valid(text) || bytes.HasPrefix(text, []byte(single))
	data := text
	if !raw {
		if data = fromCharacters(text); bytes.Count(data, []byte(single)) == 0 {
			return nil
		}
	}
	mark := bytes.Index(data, []byte(single))
	open, shut := bytes.IndexByte(data, '"')+1, bytes.LastIndexByte(data, '"')
	for _, part := range [...]span{{0, len(data)}, {open, shut}, {mark, len(data)}} {
		inside := part.start > 0
		if part.start < 0 || part.end <= part.start || !inside && !raw && mark != 0 {
			continue
		}
		v, _ := o.named(part.of(data), decoder.DirectionUnknown)
		if v != KnownWhole && (inside || v == NotKnown || mark != 0) {
			continue
		}
		why := "the bytes are no text, and are a known message"
		if !raw {
			why = "each character stands for one byte, and the bytes are a known message"
		}
		res := o.raw(text, why).add(part.of(data), part.start)
		if !raw {
			res.note(0, "the bytes of the packet were shown as characters (Latin-1 or Windows-1252): each "+
				"character is read as the byte that it stands for")
		}
		if inside {
			res.note(0, "the text around the bytes of the packet was left out")
		}
		return res
	}
	return nil
}

// sizedStrings reads the strings of PHP's var_dump that are known messages: string(9) "...", in which nothing is
// escaped.
func (o *Options) sizedStrings(text []byte) *Result {
	res := o.raw(text, "as many bytes behind a quote as string() says, and they are a known message")
	valid, at, from := utf8.Valid(text), 0, 0 // at is from in characters, where the text has others than bytes
	for {
		k := bytes.Index(text[from:], []byte("string("))
		if k < 0 {
			break
		}
		k += from + len("string(")
		end := run(text, k, classDigit)
		start := end + len(`) "`)
		n, ok := number(text[k:end], 10)
		if ok = ok && n > 0 && bytes.HasPrefix(text[end:], []byte(`) "`)) && n <= len(text)-start; !ok {
			start, n = k, 0
		}
		if at += start - from; valid {
			at += utf8.RuneCount(text[from:start]) - (start - from)
		}
		part := text[start : start+n]
		from = start
		if v, _ := o.named(part, decoder.DirectionUnknown); n == 0 || v < KnownWhole || digitEscapes(part) > 0 ||
			valid && utf8.RuneCount(part) < n {
			continue
		}
		res.add(part, at)
		from, at = start+n, at+n
	}
	if res.res.Count == 0 {
		return nil
	}
	return &res.res
}

// fromCharacters returns the byte that each character of a text stands for; nil where one stands for none.
func fromCharacters(text []byte) (data []byte) {
	for _, c := range string(text) {
		b, ok := byte(c), c < 0x100
		if !ok {
			b, ok = wire.Cp1252Byte(c)
		}
		if !ok {
			return nil
		}
		data = append(data, b)
	}
	return data
}

// raw reads a text in which the bytes of packets are, as characters or as they are.
func (o *Options) raw(text []byte, why string) *parser {
	p := &parser{opts: *o, src: &source{orig: text, s: text}, first: -1}
	p.each = func(d *Datagram) {
		keep := *d
		keep.Data = bytes.Clone(d.Data)
		p.res.Datagrams = append(p.res.Datagrams, keep)
	}
	p.res.Format, p.res.Why = Raw, why
	if utf8.Valid(text) && utf8.RuneCount(text) < len(text) {
		p.src = newSource(text)
	} else {
		p.src.split()
	}
	return p
}

// add adds a packet of which each byte of data is written as one, from the byte or character at on.
func (p *parser) add(data []byte, at int) *Result {
	for i, c := range data {
		p.put(c, at+i, 1)
	}
	p.finish()
	return &p.res
}

// asText reads text that says nothing else as the packet, perhaps without the end of its line, where that is a known
// message, or a request whose mark and NUL at the end no text shows.
func (o *Options) asText(text []byte) *Result {
	if o.Text || len(text) > maxDatagram || fromText(text) {
		return nil
	}
	for _, t := range [...][]byte{text, bytes.TrimRight(text, "\r\n")} {
		if v, _ := o.named(t, decoder.DirectionUnknown); v == KnownWhole {
			res := o.raw(text, "the characters of the text are a known message").add(t, 0)
			res.note(0, "nothing in this text says that it is a packet: its characters themselves are read as one")
			return res
		}
	}
	t := bytes.TrimRight(text, "\r\n")
	for _, end := range [...]string{"", "\x00"} {
		if len(t) < 4 {
			break // too little to say anything
		}
		v, info := o.named([]byte(single+string(t)+end), decoder.DirectionUnknown)
		if v == KnownWhole && info.Direction == decoder.Request {
			res := o.raw(text, "with FF FF FF FF before its characters the text is a known request").add(t, 0)
			what := "with FF FF FF FF before it"
			if end != "" {
				what += " and 00 at its end"
			}
			res.note(0, what+" this is "+article(info.Name)+" ("+info.Protocol().String()+")")
			return res
		}
	}
	return nil
}

// fromText reports whether text is UTF-16 or begins with the mark of UTF-8.
func fromText(text []byte) bool {
	_, wide := fromUTF16(text)
	return wide || bytes.HasPrefix(text, []byte("\xef\xbb\xbf"))
}
