package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// quoted reads the string whose quote is at i, if it holds bytes; else it says where to go on.
func (f *finder) quoted(lead span, line, i, end int) (int, bool) {
	quote := f.s[i]
	if i > 0 && isWord(f.s[i-1]) && quote != '|' && !isByteMark(f.s[:i]) {
		return i + 1, false // an apostrophe
	}
	if int(f.open[quote]) == end { // no other ends in this line
		return i + 1, false
	}
	stop, last := stringEnd(f.s[:end], i), line
	// goes on in the next line
	for long := end; stop < 0 && i >= f.continued && f.s[long-1] == '\\' && last+1 < f.src.count(); {
		last++
		long = f.src.span(last).end
		if stop = stringEnd(f.s[:long], i); stop < 0 && (f.s[long-1] != '\\' || long-i > maxDatagram) {
			f.continued = long
			break
		}
		f.skip = max(f.skip, stop)
	}
	if stop < 0 {
		if digitEscapes(f.s[i+1:end]) > 1 {
			f.doubt(i)
		}
		f.open[quote] = int32(end)
		return i + 1, false
	}
	end = max(end, f.src.span(last).end)
	t := f.s[i+1 : stop]
	before := trimLeft(f.s[f.src.begin[line]:i])
	if bytes.HasSuffix(before, []byte("inet_addr(")) || bytes.HasSuffix(before, []byte("inet_pton(AF_INET6, ")) {
		return stop + 1, false
	}
	key := f.keyBefore(i)
	if name := key.of(f.s); oneOf(" dir direction ", name) {
		f.take(line)
		f.flush()
		f.way, _ = directionMark(t)
		return stop + 1, false
	} else if f.xml && bytes.HasSuffix(before, []byte(" name=")) {
		f.name = span{i + 1, stop}
		return stop + 1, false
	} else if f.document && charAt(trimLeft(f.s[stop+1:end]), 0) == ':' {
		return stop + 1, false // a key
	}
	call := systemCall(before) && bytes.IndexByte(before, quote) < 0
	mark, read := stringBytes(t, func() bool {
		if f.document {
			return keyHints(string(key.of(f.s)))
		}
		return i > 0 && f.s[i-1]|0x20 == 'x' || f.room.strings || f.hinted(lead)
	})
	switch {
	case read != nil:
	case f.document && escapedAgain(t):
		read = (*parser).escapedTwice
	case call && len(t) > 0, digitEscapes(t) > 1:
		read = (*parser).escaped
	case len(t) >= 8 && len(t) <= 64 && len(t)%2 == 0 && all(t, classHex) && f.message((*parser).hexString, i+1, stop):
		read = (*parser).hexString
	}
	if read == nil {
		for k, c := range t {
			if strings.IndexByte(inlineChars, c) >= 0 && f.inlined(line, i+1+k, stop) {
				return stop + 1, true
			}
		}
		if bytes.IndexByte(t, '\\') >= 0 {
			if !f.rivals(key) && f.packetText(line, i+1, stop) {
				return stop + 1, true
			}
			f.doubt(i)
		}
		if !f.document && strings.IndexByte("({", charAt(t, 0)) >= 0 { // '( of Lisp, '{ of Verilog
			return i + 1, false
		}
		return stop + 1, false
	}
	if f.rivals(key) {
		return stop + 1, false
	}
	f.flush()
	f.said(lead, line)
	if read(f.parser, i+1+mark, stop) != nil || len(f.data) < 4 && !call {
		f.drop(len(f.data))
		f.comment = ""
		if f.packetText(line, i+1, stop) {
			return stop + 1, true
		}
		f.doubt(i)
		return stop + 1, false
	}
	f.declared(f.src.span(line).start, i)
	if f.calls {
		f.returned(stop, end)
	}
	f.room.strings = true
	f.end(stringName)
	return stop + 1, true
}

const stringName = "a string of bytes"

// stringBytes says how the string t is meant if it is hex digits or base64, and how long the mark before these is.
// Where nothing hints at bytes it may be a hash or a word.
func stringBytes(t []byte, hinted func() bool) (mark int, read content) {
	mark = hexBehind(t)
	if len(t) > 2 && t[0] == '0' && t[1]|0x20 == 'x' && all(t[2:], classHex) {
		mark = 2
	}
	hex := t[mark:]
	n := len(hex)
	hash := n == 32 || n == 40 || n == 56 || n == 64
	switch {
	case n >= 8 && n%2 == 0 && all(hex, classHex) && (n >= 16 && !hash && !all(hex, classDigit) || hinted()),
		n >= 11 && n%3 == 2 && isPairs(hex) && (n > 17 || hinted()):
		return mark, (*parser).hexString
	case bytes.IndexByte(t, '|') >= 0 && digitEscapes(t) == 0 && isPiped(t):
		return 0, (*parser).piped
	case len(t) >= 8 && looksBase64(t) && (!all(t, classLetter) && hinted() || len(t) > 44 && len(t) != 88 &&
		t[len(t)-1] == '='):
		return 0, (*parser).base64
	}
	return 0, nil
}

// isPiped reports whether t is text in which hex digits are between bars, as in the rules of Snort; two bytes are a
// clan's tag.
func isPiped(t []byte) bool {
	digits := 0
	parts := bytes.Split(t[:min(len(t), maxDatagram)], []byte("|"))
	for i, part := range parts {
		if n := count(part, classHex); i%2 == 1 {
			if digits += n; n < 2 || n%2 != 0 || !all(part, classHex|classBlank) {
				return false
			}
		}
	}
	return digits > 4 && len(parts)%2 == 1
}

func (p *parser) piped(start, stop int) *Error {
	for digits := false; start < stop; digits = !digits {
		end := bytes.IndexByte(p.src.s[start:stop], '|') + start
		if end < start {
			end = stop
		}
		if !digits {
			p.characters(start, end)
		} else if err := p.hexString(start, end); err != nil {
			return err
		}
		start = end + 1
	}
	return nil
}

// isPairs reports whether t is pairs of hex digits with one character between each two.
func isPairs(t []byte) bool {
	for i := range t {
		if i%3 == 2 && (t[i] != t[2] || strings.IndexByte(":- ", t[i]) < 0) || i%3 < 2 && !isHex(t[i]) {
			return false
		}
	}
	return true
}

// returned compares what strace says that a call returned with the bytes that it shows.
func (f *finder) returned(from, end int) {
	l := f.s[from:min(end, from+maxLead)]
	k := bytes.LastIndex(l, []byte(" = ")) + 3
	if k < 3 || bytes.IndexByte(l[:k], ')') < 0 {
		return
	}
	digits := l[k:]
	if n, ok := number(digits[:run(digits, 0, classDigit)], 10); ok && n != len(f.data) {
		f.note(from+k, "the call returned "+strconv.Itoa(n)+", "+strconv.Itoa(len(f.data))+" bytes are shown")
	}
}

// isByteMark reports whether text ends in a letter that languages have before a string of bytes.
func isByteMark(text []byte) bool {
	n := len(text)
	return strings.IndexByte("bBxXEehH", text[n-1]) >= 0 && (n == 1 || !isWord(text[n-2]))
}

// looksBase64 reports whether t is base64 and no word.
func looksBase64(t []byte) bool {
	return len(t)%4 == 0 && isBase64(t) && (count(t, classDigit) > 0 || len(strip(t, "=")) < len(t))
}

// wordOfBase64 reads a word between spaces that is base64 of a known message.
func (f *finder) wordOfBase64(line, at, end int) bool {
	if f.opts.judge == nil || at > f.src.span(line).start && !isBlank(f.s[at-1]) {
		return false
	}
	t := nextToken(f.s[:end], at)
	if t.len() < 24 || t.len()%4 != 0 || !isBase64(t.of(f.s)) || !isMixed(t.of(f.s)) ||
		!f.message((*parser).base64, at, t.end) {
		return false
	}
	f.take(line)
	f.flush()
	f.said(span{f.from, at}, line)
	_ = f.base64(at, t.end) // it was read above
	f.end("base64")
	return true
}

// Documents are texts with a name before each value: JSON, in whatever a language or a database prints it, and XML with
// its fields in attributes. The finder reads the bytes in them; what the names say is here.

// keyRanks are names of the payload of a packet in what programs print of it, the best first: where one is, other
// bytes of the document are parts of it or what it is a part of. _ is a dot, and _raw at the end is left out.
var keyRanks = [...]string{"udp.payload", "data.data", "payload", "packet", "frame"}

// keyBefore is the name in a document of the value that begins at i, of its call or of its list; empty where there is
// none.
func (f *finder) keyBefore(i int) (key span) {
	l := f.s[max(0, i-maxLead):i]
	from := i - len(l)
	if f.xml && bytes.HasSuffix(l, []byte(" value=")) {
		return f.name
	} else if !f.document || f.xml {
		return key
	}
	n := len(trimLines(l))
	if n == 0 || l[n-1] != ':' {
		return f.name
	}
	l = trimRight(l[:n-1])
	if n = len(l) - 1; n > 0 && l[n] == '"' {
		key = span{from + bytes.LastIndexByte(l[:n], '"') + 1, from + n}
	}
	return key
}

// keyHints reports whether a name says that its value is bytes.
func keyHints(key string) bool {
	key = lower(key)
	return has(key, "64") || has(key, "binary") || has(key, "text") ||
		slices.ContainsFunc(hints[:], func(h string) bool { return isLetter(h[0]) && has(key, h) })
}

// rivals reports whether other bytes of the document are named better than those of key, or are the same ones.
func (f *finder) rivals(key span) bool {
	if !f.document || f.record >= len(f.room.ranks) {
		return false
	}
	name := strings.TrimSuffix(strings.ReplaceAll(lower(string(key.of(f.s))), "_", "."), ".raw")
	rank := slices.IndexFunc(keyRanks[:], func(r string) bool { return strings.HasSuffix(name, r) })
	if rank < 0 {
		rank = len(keyRanks)
	}
	best := &f.room.ranks[f.record]
	if f.looking {
		*best = min(*best, uint8(rank))
		return false
	}
	again := rank < len(keyRanks) && name == f.rival
	f.rival = name
	return rank > int(*best) || again
}

// bracket opens or closes a list or an object at at. A record is a value that is in no other, or in a list only; in
// XML, a packet.
func (f *finder) bracket(at int) {
	ends := f.xml && bytes.HasPrefix(f.s[at:], []byte("<packet>"))
	switch f.s[at] {
	case '[':
		f.name = f.keyBefore(at)
		f.depth++
	case '{':
		f.depth++
	case '}', ']':
		f.name = span{}
		f.depth--
		ends = !f.xml && f.depth < 2
	}
	if ends {
		f.rival = ""
		if f.record++; f.looking {
			f.room.ranks = append(f.room.ranks, uint8(len(keyRanks)))
		}
	}
}

// escapedAgain reports whether the first escape such as \x80 in t has two backslashes.
func escapedAgain(t []byte) bool {
	_, rest, found := bytes.Cut(t, []byte(`\\x`))
	return found && all(rest[:min(2, len(rest))], classHex)
}

// escapedTwice reads text with escapes such as \x80 of which each backslash is escaped once more.
func (p *parser) escapedTwice(start, stop int) *Error {
	p.twice = true
	defer func() { p.twice = false }()
	return p.escaped(start, stop)
}

// documentOf is the format of a text that begins with an object, a list of some or a tag; FormatUnknown for any other.
func documentOf(t []byte) Format {
	next := func() byte {
		t = t[min(len(t), run(t, min(1, len(t)), classBlank|classLine)):]
		return charAt(t, 0)
	}
	switch c := charAt(t, 0); {
	case c == '<' && bytes.Contains(t, []byte(` value="`)):
		return XML
	case c == '{' && next() == '"', c == '[' && next() == '{' && next() == '"':
		return JSON
	}
	return FormatUnknown
}

// sniffDocument claims a document in which there are bytes.
func (p *parser) sniffDocument() guess {
	format := documentOf(trimLeft(p.src.s[p.src.span(p.src.firstLine()).start:]))
	if format == FormatUnknown || p.sniffFound().claim == none {
		return guess{}
	}
	why := [...]string{"JSON with byte strings in it", "XML with byte strings in attributes"}
	return guess{sure, format, why[format-JSON]}
}
