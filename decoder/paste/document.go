package paste

import (
	"bytes"
	"slices"
	"strings"
)

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
	case '<':
		f.name = span{}
	case '[':
		f.name = f.keyBefore(at)
		f.depth++
	case '{':
		f.name = span{}
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
