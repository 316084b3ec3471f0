package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// jsonReader walks over JSON, one value behind the other, and finds the byte strings in it: strings of hex digits, of
// base64 or with control characters, and lists of numbers. Calls such as BinData(0, "...") are values too.
type jsonReader struct {
	*parser
	s      []byte
	i, end int
	path   []byte
	way    Direction   // of the object, as a key says
	found  []jsonBytes // of a record: a value that is in no other, or in a list only
	most   int         // of found; more are handed over by and by
	ok     bool        // there was one
}

// jsonBytes is a value that holds bytes.
type jsonBytes struct {
	span
	name string
	rank int
	dir  Direction
	read content
}

// jsonRanks are names of the payload of a packet in what programs print of it, the best first: where one is, other
// bytes of the same record are parts of it or what it is a part of. _ is a dot, and _raw at the end is left out.
var jsonRanks = [...]string{"udp.payload", "data.data", "payload", "packet", "frame"}

// mostFound is how many values with bytes are kept of a record.
const mostFound = 1024

// newJSON reads from the first line on; most 0: it only looks whether there are bytes.
func newJSON(p *parser, most int) jsonReader {
	return jsonReader{parser: p, s: p.src.s, i: p.src.span(p.src.firstLine()).start, end: len(p.src.s), most: most}
}

// sniffDocument claims text that begins with an object, a list of some or a tag, in which there are bytes.
func (p *parser) sniffDocument() guess {
	r := newJSON(&parser{src: p.src, first: -1}, 0)
	g := guess{sure, JSON, "JSON with byte strings in it"}
	switch t := trimLeft(r.s[r.i:]); charAt(t, 0) {
	case '<':
		g = guess{sure, XML, "XML with byte strings in attributes"}
		r.tags()
	case '[', '{':
		if t[0] == '{' || charAt(t, run(t, 1, classBlank|classLine)) == '{' {
			r.values()
		}
	}
	if !r.ok {
		return guess{}
	}
	return g
}

func (p *parser) readDocument() *Error {
	r := newJSON(p, mostFound)
	if p.res.Format == XML {
		r.tags()
	} else if r.values(); r.i < r.end {
		p.note(r.i, "the JSON is damaged or cut off here: what follows was not read")
	}
	return nil
}

// values reads all values of the text, up to one that is damaged.
func (r *jsonReader) values() {
	for r.skip(); r.i < r.end && r.value("", 0); r.skip() {
		r.record()
	}
	r.record()
}

// skip goes over blanks and commas.
func (r *jsonReader) skip() {
	commas := 0
	for ; r.i < r.end && (isBlank(r.s[r.i]) || r.s[r.i] == '\n' || r.s[r.i] == ','); r.i++ {
		if r.s[r.i] == ',' {
			if commas++; commas == 2 && r.most > 0 {
				r.note(r.i, "nothing is between two commas here: a value is missing")
			}
		}
	}
}

// value reads the value that begins at r.i, of the name key; false where there is none.
func (r *jsonReader) value(key string, depth int) bool {
	switch c := r.s[r.i]; {
	case depth > 200:
		return false
	case c == '{' || c == '[' || c == '(':
		return r.members(key, depth)
	case c == '"':
		t, ok := r.str()
		if ok {
			r.text(key, t)
		}
		return ok
	case isDigit(c) || c == '-':
		for r.i < r.end && (isWord(r.s[r.i]) || strings.IndexByte("+-.", r.s[r.i]) >= 0) {
			r.i++
		}
		return true
	case isLetter(c):
		if r.i = run(r.s, r.i, classWord); charAt(r.s, r.i) == '(' { // BinData(0, "...")
			return r.members(key, depth)
		}
		return true
	}
	return false
}

// str reads a string and gives what is between the quotes.
func (r *jsonReader) str() (span, bool) {
	start, quoted := r.i+1, r.s[r.i] == '"'
	for r.i = start; r.i < r.end && r.s[r.i] != '"' && r.s[r.i] != '\n'; r.i++ {
		if r.s[r.i] == '\\' {
			r.i++
		}
	}
	closed := quoted && r.i < r.end && r.s[r.i] == '"'
	r.i = min(r.i+1, r.end)
	return span{start, r.i - 1}, closed
}

// members reads the values of an object, a list or a call. A list of numbers that are bytes is bytes, and so is an object
// of such numbers whose keys count from 0.
func (r *jsonReader) members(key string, depth int) bool {
	from, first, size, way, n, numbers := r.i+1, len(r.found), len(r.path), r.way, 0, true
	object := r.s[r.i] == '{'
	defer func() { r.path, r.way = r.path[:size], way }()
	for r.i++; ; n++ {
		if r.skip(); r.i >= r.end {
			return false
		} else if strings.IndexByte("}])", r.s[r.i]) >= 0 {
			break
		}
		r.path = r.path[:size]
		name := key
		if object {
			t, ok := r.str()
			if r.skip(); !ok || charAt(r.s, r.i) != ':' {
				return false
			}
			r.i++
			if r.skip(); r.i >= r.end {
				return false
			}
			if size > 0 {
				r.path = append(r.path, '.')
			}
			name = string(t.of(r.s)[:min(t.len(), maxComment)])
			r.path = append(r.path, name...)
			if numbers {
				v, ok := number(t.of(r.s), 10)
				numbers = ok && v == n
			}
		} else {
			r.path = append(strconv.AppendInt(append(r.path, '['), int64(n), 10), ']')
		}
		start := r.i
		if !r.value(name, depth+1) {
			return false
		}
		if numbers {
			digits := bytes.TrimPrefix(r.s[start:r.i], []byte("-"))
			v, ok := number(digits, 10)
			numbers = ok && (v < 256 && start+len(digits) == r.i || v <= 128)
		}
		if object && r.s[start] == '"' && oneOf(" dir direction ", []byte(name)) {
			r.way, _ = directionMark(r.s[start+1 : r.i-1])
		}
		if depth == 0 && !object {
			r.record()
		}
	}
	r.path = r.path[:size]
	if r.i++; numbers && (n >= 16 || n >= 4 && (object || jsonHinted(key))) {
		r.found = r.found[:min(first, len(r.found))]
		r.add(key, span{from, r.i - 1}, (*parser).jsonNumbers)
	}
	return true
}

// jsonHinted reports whether a name says that its value is bytes.
func jsonHinted(key string) bool {
	key = lower(key)
	return has(key, "64") || has(key, "binary") || has(key, "text") || slices.ContainsFunc(hints[:], func(h string) bool { return isLetter(h[0]) && has(key, h) })
}

// text adds the string t if it holds bytes.
func (r *jsonReader) text(key string, t span) {
	s := t.of(r.s)
	mark, read := stringBytes(s, func() bool { return jsonHinted(key) })
	switch {
	case read == nil && bytes.Contains(s, []byte(`\u00`)) && digitEscapes(s) > 0:
		read = (*parser).escaped
	case read == nil && escapedAgain(s):
		read = (*parser).escapedTwice
	}
	if read != nil {
		r.add(key, span{t.start + mark, t.end}, read)
	}
}

// escapedAgain reports whether the first escape such as \x80 in t has two backslashes.
func escapedAgain(t []byte) bool {
	_, rest, found := bytes.Cut(t, []byte(`\\x`))
	return found && all(rest[:min(2, len(rest))], classHex)
}

// add keeps a value that holds bytes until its record ends.
func (r *jsonReader) add(key string, t span, read content) {
	r.ok = true
	if r.most == 0 { // only looking
		return
	}
	b := jsonBytes{span: t, name: string(r.path[:min(len(r.path), maxComment)]), rank: len(jsonRanks), dir: r.way, read: read}
	name := strings.TrimSuffix(strings.ReplaceAll(lower(key), "_", "."), ".raw")
	for i := len(jsonRanks) - 1; i >= 0; i-- {
		if strings.HasSuffix(name, jsonRanks[i]) {
			b.rank = i
		}
	}
	r.found = append(r.found, b)
	if len(r.found) >= r.most {
		r.record()
	}
}

// record hands over those bytes of a record that are named best.
func (r *jsonReader) record() {
	best := len(jsonRanks)
	for _, b := range r.found {
		best = min(best, b.rank)
	}
	last := ""
	for _, b := range r.found {
		if b.rank == best {
			name, _, _ := strings.Cut(b.name, "_raw")
			if name == last && best < len(jsonRanks) {
				continue // the same once more
			}
			last = name
			r.comment, r.dir = b.name, b.dir
			if err := b.read(r.parser, b.start, b.end); err != nil {
				r.drop(len(r.data))
				r.note(b.start, "this value was left out: found "+err.Found+", expected "+err.Expected)
			}
			r.finish()
		}
	}
	r.found = r.found[:0]
}

// escapedTwice reads text with escapes such as \x80 of which each backslash is escaped once more.
func (p *parser) escapedTwice(start, stop int) *Error {
	p.twice = true
	defer func() { p.twice = false }()
	return p.escaped(start, stop)
}

// jsonNumbers reads the numbers that are no keys.
func (p *parser) jsonNumbers(start, stop int) *Error {
	for ; start < stop; start++ {
		end := run(p.src.s[:stop], start, classDigit)
		if v, ok := number(p.src.s[start:end], 10); ok && p.src.s[start-1] != '"' {
			if p.src.s[start-1] == '-' {
				v = -v
			}
			p.put(byte(v), start, end-start)
		}
		start = max(start, end)
	}
	return nil
}

// tags reads the attributes called value beside a name, as tshark -T pdml writes each field of a packet. What is in one
// <packet> is a record.
func (r *jsonReader) tags() {
	for {
		open := bytes.IndexByte(r.s[r.i:r.end], '<')
		if open < 0 {
			break
		}
		r.i += open + 1
		tag := span{r.i, r.i + max(0, bytes.IndexAny(r.s[r.i:r.end], "<>"))}
		if string(tag.of(r.s)) == "packet" {
			r.record()
		}
		name, value := attribute(r.s, tag, ` name="`), attribute(r.s, tag, ` value="`)
		if r.i = tag.end; name.len() > 0 && value.len() > 0 {
			r.path = append(r.path[:0], name.of(r.s)[:min(name.len(), maxComment)]...)
			r.text(string(r.path), value)
		}
	}
	r.record()
}

// attribute is the value of an attribute of a tag, empty where there is none.
func attribute(s []byte, tag span, begin string) (value span) {
	if k := bytes.Index(tag.of(s), []byte(begin)); k >= 0 {
		value.start = tag.start + k + len(begin)
		value.end = value.start + max(0, bytes.IndexByte(s[value.start:tag.end], '"'))
	}
	return value
}
