package paste

import (
	"bytes"
	"slices"
	"strings"
)

// bracket is an open bracket of the source code.
type bracket struct {
	open   byte
	off    int
	call   string // what is called, for ( and for [ with something before it
	direct int    // numbers read directly in it
	typed  bool   // it names a type or a size: its numbers are not bytes
	mixed  bool   // a string is in it
	before int    // bytes of the growing datagram before it
	joins  bool   // it is a call that joins its arguments
	format string // first argument of pack
}

// literalReader reads bytes out of source code of any language.
type literalReader struct {
	chainEnd, chainLast int  // where the strings end that are joined to each other, and where the last begins
	joined              bool // other strings follow that are joined to the one that is read
	*parser
	s       []byte
	i, end  int
	stack   []bracket
	outside bracket // what top gives when no bracket is open
	marked  bool    // a string with a b before it was read: one without is no bytes
	nul     bool    // strings end in a zero, as .string of an assembler says
	ended   bool    // the string before did
	empty   bool    // and had nothing else
	sql     bool    // it looks like a statement for a database
	repeats bool    // gdb shows repetitions, and a comma between what it joins
	comma   bool    // the last thing that was read is a comma
	path    string  // the name read last, with dots
	pathEnd int

	from      int  // where the growing datagram can be declared: behind the one before
	operators bool // lines of the growing datagram are joined by operators
	odd       bool // the growing datagram is not plain text
	only      bool // those of plain text do not count
	skipped   int  // 1 and where the first is that does not count; 0 for nowhere
}

func newLiteral(p *parser) *literalReader {
	sql := clue{words: []string{"VALUES|values|INSERT|insert|::bytea|SELECT|select|^E'|^X'"}}
	return &literalReader{parser: p, s: p.src.s, repeats: p.src.contains(" <repeats "),
		sql: sql.fits(string(p.src.s[:min(len(p.src.s), 4096)]))}
}

// readLiteral reads every array and string of the paste, each as one datagram. A name, an address or a word beside
// strings with escapes and lists of bytes is none itself: what is plain text counts only where there is nothing else.
func (p *parser) readLiteral() *Error {
	notes := len(p.res.Notes)
	r := newLiteral(p)
	r.only = true
	err := r.blocks()
	if skipped := r.skipped - 1; skipped >= 0 && p.res.Count == 0 {
		p.res.Notes, p.dropped = p.res.Notes[:notes], 0
		return newLiteral(p).blocks()
	} else if skipped >= 0 {
		p.note(skipped, "strings of plain text were left out: others are bytes")
	}
	return err
}

// blocks reads all of the paste. Empty lines, and those outside code fences, split it.
func (r *literalReader) blocks() *Error {
	for i, j := r.src.block(0); i < j; i, j = r.src.block(j) {
		if len(r.stack) == 0 {
			r.done()
		}
		r.i, r.end = r.src.span(i).start, r.src.span(j-1).end
		if err := r.scan(); err != nil {
			return err
		}
	}
	if len(r.stack) > 0 && len(r.data) > 0 {
		r.note(r.top().off, "this bracket is never closed: the bytes may be cut off")
	}
	r.done()
	return nil
}

// done ends the growing datagram.
func (r *literalReader) done() {
	n := len(r.data)
	if slices.ContainsFunc(r.stack, func(b bracket) bool { return b.joins }) {
		return
	}
	if n > 0 {
		r.declared(r.from, r.first)
	}
	if n > 0 && r.only && !r.odd {
		if r.skipped == 0 {
			r.skipped = r.first + 1
		}
		r.drop(n)
		r.comment = ""
	}
	r.from, r.odd, r.operators = r.i, false, false
	r.finish()
}

// joinsArguments reports whether a call joins its arguments, or repeats the first.
func joinsArguments(call string) bool {
	call = lower(call)
	return strings.HasSuffix(call, "concat") || strings.HasSuffix(call, "repeat") || call == "append" ||
		call == "array_merge" || call == "bytes.join"
}

// top is the innermost open bracket.
func (r *literalReader) top() *bracket {
	if len(r.stack) > 0 {
		return &r.stack[len(r.stack)-1]
	}
	r.outside = bracket{}
	return &r.outside
}

// scan reads from r.i to r.end.
func (r *literalReader) scan() (err *Error) {
	for r.i < r.end && err == nil {
		if r.s[r.i] == '\n' {
			r.opts.check()
		}
		c, t := r.s[r.i], r.top()
		switch {
		case isBlank(c) || c == '\n':
			r.i++
			continue
		case c == ',':
			if r.comma && t.direct > 0 {
				r.note(r.i, "nothing is between two commas here: a byte may be missing")
			}
			r.comma = true
			r.i++
			continue
		case (c == '/' || c == '#') && r.afterComment(r.i) > r.i:
			end := r.afterComment(r.i)
			if c == '/' && r.peek(1) == '*' && len(r.data) == 0 && bytes.HasSuffix(r.s[r.i+2:end], []byte("*/")) {
				remark(&r.comment, r.src.original(r.i+2, end-2))
			}
			r.i = end
		case isQuote(c):
			err = r.str("", r.i)
		case isDigit(c) || c == '-' && isDigit(r.peek(1)):
			err = r.num()
		case isName(c):
			err = r.word()
		case t.direct > 0 && dots(r.s[:r.end], r.i):
			err = r.missing(r.i)
		case c == '{' || c == '[' || c == '(':
			r.push(c)
		case c == '}' || c == ']' || c == ')':
			r.pop(c)
		default:
			r.i++
		}
		r.comma = false
	}
	return err
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// isName reports whether names are made of c, in any language.
func isName(c byte) bool { return isWord(c) || c == '$' || c >= 0x80 && c != ellipsis }

func (r *literalReader) peek(n int) byte { return charAt(r.s[:r.end], r.i+n) }

// afterComment is where the comment ends that begins at i; i when none does. #[ begins an attribute of Rust.
func (r *literalReader) afterComment(i int) int {
	rest, end := r.s[i:r.end], 0
	switch c := charAt(rest, 1); {
	case rest[0] == '/' && c == '*':
		if end = bytes.Index(rest[2:], []byte("*/")) + 4; end < 4 {
			end = len(rest)
		}
	case rest[0] == '/' && c == '/', rest[0] == '#' && c != '[':
		if end = bytes.IndexByte(rest, '\n'); end < 0 {
			end = len(rest)
		}
	}
	return i + end
}

// push opens a bracket.
func (r *literalReader) push(c byte) {
	// name[5][6]
	b := bracket{open: c, off: r.i, before: len(r.data), typed: c == '[' && r.i > 0 && (isWord(r.s[r.i-1]) ||
		r.s[r.i-1] == ']')}
	if r.pathEnd == r.i {
		b.call = r.path
		b.joins = c == '(' && joinsArguments(b.call)
	}
	if len(r.stack) < 64 {
		r.stack = append(r.stack, b)
	}
	r.i++
}

// pop closes a bracket; a list that held numbers is a datagram, but for what an operator or a call joins to it.
func (r *literalReader) pop(c byte) {
	r.i++
	b := *r.top()
	r.stack = r.stack[:max(0, len(r.stack)-1)]
	if b.direct == 0 {
		// of a list that is its argument, or of arguments that it joins
		if len(r.data) > 0 && b.open == '(' && r.top().direct == 0 && r.times(len(r.data)-b.before) == nil && !r.added() {
			r.done()
		}
		return
	}
	if strings.IndexByte("{}[]()", b.open)+1 != strings.IndexByte("{}[]()", c) {
		r.note(r.i-1, "the bracket that this closes is not open: bytes may be missing")
	}
	// [5]byte{...}, Uint8Array(5) [...]
	if b.direct == 1 && (c == ']' && isLetter(r.peek(0)) || c == ')' && bytes.HasPrefix(trimLeft(r.s[r.i:r.end]),
		[]byte("["))) {
		r.drop(min(1, len(r.data)))
		return
	}
	if isChr(b.call) {
		t := r.top()
		t.direct++
		if r.continues() || t.open == '{' || t.open == '[' { // a list of chr(...) with commas
			return
		}
	}
	if len(r.data) >= b.direct && r.times(b.direct) != nil || r.added() || b.open == '[' && r.top().open == '(' &&
		charAt(trimLeft(r.s[r.i:r.end]), 0) == ')' {
		return
	}
	r.done()
}

// added reports whether an operator and a string or list follow.
func (r *literalReader) added() bool {
	rest := trimLeft(r.s[r.i:r.end])
	c := charAt(rest, 0)
	return (c == '+' || c == '.') && (r.continues() || charAt(trimLeft(rest[1:]), 0) == '[')
}

func isChr(call string) bool { return call == "chr" || call == "Chr" || call == "ord" }

// word reads a name, perhaps with dots, or the prefix of a string.
func (r *literalReader) word() *Error {
	from := r.i
	for r.i < r.end {
		c, next := r.s[r.i], r.peek(1)
		if !isName(c) && (c != '!' || next == '=') && (c != '.' || !isLetter(next)) {
			break
		}
		r.i++
	}
	name := string(r.s[from:r.i])
	if from > 0 && r.s[from-1] == '.' && has(directiveWords, " "+name+" ") && !isWord(charAt(r.s, from-2)) {
		switch name {
		case "string", "asciz":
			r.nul = true
		case "ascii":
			r.nul = false
		default: // .file "p.c"
			for r.i < r.end && r.s[r.i] != '\n' {
				r.i++
			}
		}
		return nil
	}
	if isQuote(r.peek(0)) && len(name) <= 2 {
		return r.str(name, from)
	}
	name = name[max(0, len(name)-80):]
	r.path, r.pathEnd = name, r.i
	if t := r.top(); t.open == '[' && t.direct == 0 {
		t.typed = true // [u8; 5]
	} else if c := charAt(trimLeft(r.s[r.i:r.end]), 0); t.direct > 0 && (c == ',' || c == '}' || c == ']') && !t.typed &&
		(t.open == '{' || numericCall(t)) {
		r.note(from, "'"+name+"' is no number: a byte may be missing")
	}
	// Wireshark calls the arrays of a followed stream peer0_0, peer1_3.
	if len(name) > 6 && name[:6] == "peer0_" {
		r.dir = DirectionSent
	} else if len(name) > 6 && name[:6] == "peer1_" {
		r.dir = DirectionReceived
	}
	if c := r.peek(0); (c == '[' || c == ' ') && r.comment == "" && !has(name, ".") && !has(name, "!") &&
		!has(keywords, " "+name+" ") {
		r.comment = name // of the variable that the bytes are assigned to
	}
	return nil
}

// directiveWords are those of an assembler that strings follow; those of the second half are no data.
const directiveWords = " string asciz ascii file ident section type size globl "

// keywords are words that are no names of variables.
const keywords = " php unsigned char const static var let byte uint8_t new int return echo print mut u8 "

// num reads a number; it is a byte when it stands in a list.
func (r *literalReader) num() *Error {
	from := r.i
	negative := r.s[r.i] == '-'
	if negative {
		r.i++
	}
	base, digits, next := 10, r.i, r.peek(1)
	if i := strings.IndexByte("xob", next|0x20); r.s[r.i] == '0' && i >= 0 {
		base, digits = [...]int{16, 8, 2}[i], r.i+2
	} else if r.s[r.i] == '0' && isDigit(next) {
		base, digits = 8, r.i+1
	} else if r.res.Format == NumberList && r.opts.otherBase {
		base = 8
	}
	if r.label(from) {
		r.i = run(r.s[:r.end], from+1, classWord)
		return nil
	}
	v, end := 0, digits
	for ; end < r.end && (r.s[end] == '_' || int(hexValue[r.s[end]]) < base); end++ {
		if r.s[end] != '_' && v < mostNumber {
			v = v*base + int(hexValue[r.s[end]])
		}
	}
	if negative {
		v = -v
	}
	r.i = run(r.s[:r.end], end, classWord)
	t := r.top()
	switch {
	case strings.HasSuffix(lower(t.call), "repeat") && len(r.data) > t.before && v > 0: // as often as it says
		return r.repeat("a repetition", (min(v, maxDatagram)-1)*(len(r.data)-t.before), len(r.data)-t.before, from, r.i-from)
	case t.open == 0 && r.res.Format != NumberList, t.typed, r.sql, t.open == '(' && !numericCall(t):
		return nil
	case end == digits || end < r.i && !has(suffixes, " "+string(r.s[end:r.i])+" "):
		return r.noDigit(end, digitName(base))
	}
	if (v > 255 || v < -128) && (t.open == '(' || t.mixed) && t.direct == 0 { // the port in ('192.0.2.1', 7778)
		t.typed = true
		return nil
	}
	if v > 255 || v < -128 {
		return r.fail(from, clip(r.s[from:r.i]), "a number from 0 to 255", "write each byte as a number of its own")
	}
	r.put(byte(v), from, r.i-from)
	r.odd = true
	t.direct++
	// [v; n] of Rust, gdb
	if t.open == '[' && t.direct == 1 && r.peek(0) == ';' || bytes.HasPrefix(trimLeft(r.s[r.i:r.end]),
		[]byte("<repeats ")) {
		return r.times(1)
	}
	return nil
}

// label reports whether the number at i is a part of a time or an address, a key, or the value of a property: length:
// 71.
func (r *literalReader) label(i int) bool {
	start := i
	if r.s[i] == '-' {
		start++
	}
	end := run(r.s[:r.end], start, classWord)
	c, next := charAt(r.s, end), charAt(r.s, end+1)
	joined := func(c byte) bool { return c == ':' || c == '-' || c == '/' || c == '.' && r.top().open != 0 }
	if joined(c) && isDigit(next) || i > 1 && joined(r.s[i-1]) && isDigit(r.s[i-2]) {
		return true
	}
	if c == ',' && i > 0 && (r.s[i-1] == ' ' || r.s[i-1] == ',') && i > 1 && (r.s[i-2] == ',' || isDigit(r.s[i-2])) {
		return false // most numbers
	}
	rest := trimLeft(r.s[end:r.end])
	if charAt(rest, 0) == '=' && charAt(rest, 1) == '>' || charAt(rest, 0) == ':' && r.top().open != '(' {
		return true
	}
	return r.property(i)
}

// property reports whether what is at i is the value of a name: length: 71, :n=>3.
func (r *literalReader) property(i int) bool {
	before := trimRight(r.s[max(0, i-maxLead):i])
	n := len(before)
	if n > 2 && string(before[n-2:]) == "=>" {
		before = trimRight(before[:n-2])
	} else if n > 2 && before[n-1] == ':' {
		before = before[:n-1]
	} else {
		return false
	}
	if len(before) == 0 { // the text begins with =>
		return false
	}
	c := before[len(before)-1]
	return isLetter(c) || isQuote(c) || c == ')'
}

// suffixes are what may follow the digits of a number.
const suffixes = " u U l L ul UL u8 i8 _u8 n y uy "

// numericCall reports whether the arguments of a call are bytes.
func numericCall(b *bracket) bool {
	return isChr(b.call) || b.call == "" || b.call == "array" || has(b.call, "fromCharCode") ||
		has(b.call, "Uint8Array") ||
		has(b.call, "pack") && (has(b.format, "C") || has(b.format, "c") || has(b.format, "B"))
}
