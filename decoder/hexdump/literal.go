package hexdump

import (
	"bytes"
	"strconv"
	"strings"
)

// clue is what source code of a format contains.
type clue struct {
	score  int
	format Format
	why    string
	words  []string // one of the alternatives (between |) of each; ^ stands for the beginning of the text
}

const (
	opening  = "{|[|("
	quotes   = "\"|'"
	escapes  = "\"\\|'\\|\\x|\\0|\\u00"
	ctypes   = "unsigned char |char |uint8_t |u_char |BYTE |byte[]|Byte[]"
	cnumbers = "0x|0X|'|,|}"
)

// clues are in the order in which they are tried: the first that fits is it.
var clues = [...]clue{
	{94, GoLiteral, "a Go []byte literal or decoding call", []string{opening, "]byte{|[]byte(|[]uint8{|hex.DecodeString|StdEncoding.DecodeString"}},
	{94, PythonLiteral, "a Python call that makes bytes", []string{opening, "fromhex(|unhexlify(|bytes([|bytearray(|b64decode(|bytes((|.decode('hex')|.decode(\"hex\")"}},
	{94, JavaScriptLiteral, "a JavaScript array of bytes or Buffer", []string{opening, "Uint8Array|Buffer.from(|atob(|new Buffer(|fromCharCode("}},
	{94, PHPLiteral, "a PHP call that makes a string of bytes", []string{opening, "pack(|hex2bin(|chr(|<?php|base64_decode("}},
	{94, RustLiteral, "a Rust array of u8 or byte string", []string{opening, "vec![|u8;|: &[u8|let |hex!(|&[0|&[b'"}},
	{94, RustLiteral, "a Rust array of u8 or byte string", []string{opening, "u8,", "0x|u8]"}},
	{94, XXDInclude, "a C array and its length, as xxd -i writes them", []string{"unsigned char ", "_len = ", "{", cnumbers}},
	{94, XXDInclude, "a C array and its length, as xxd -i writes them", []string{"unsigned char ", "_len = ", quotes, escapes}},
	{94, CArray, "a C array with numbers between braces", []string{ctypes, "{", cnumbers}},
	{94, CArray, "a C array with numbers between braces", []string{ctypes, "{", quotes, escapes}},
	{94, EscapedString, "a C string with escapes", []string{ctypes, quotes, escapes}},
	{93, RustLiteral, "a Rust byte string", []string{"let ", "b\"|br\""}},
	{93, RustLiteral, "a Rust byte string", []string{"^br\"", escapes}},
	{93, RustLiteral, "a Rust byte string", []string{"^b\"|^B\"", escapes, "\";|\\u{"}},
	{93, PythonLiteral, "a bytes literal that begins with b and a quote", []string{"^b\"|^B\"|^b'|^B'", escapes}},
	{93, EscapedString, "quoted text with escapes such as \\x80", []string{"^\"|^'", escapes}},
	{93, PythonLiteral, "a bytes literal that begins with b and a quote", []string{"= b'|= b\"|(b'|(b\""}},
	{90, PHPLiteral, "a PHP variable set to a string with escapes", []string{"$", quotes, escapes, "= \"|=\""}},
	{90, GoLiteral, "a Go variable set to a string with escapes", []string{":= \"|:= `", quotes, escapes}},
	{88, EscapedString, "quoted text with escapes such as \\x80", []string{"\"\\|'\\", "=|("}},
	{90, JavaScriptLiteral, "a JavaScript array of numbers", []string{"const |var ", "= [", ","}},
}

func (c *clue) fits(text string) bool {
	for _, words := range c.words {
		found := false
		for word := range strings.SplitSeq(words, "|") {
			begin, first := strings.CutPrefix(word, "^")
			found = found || first && strings.HasPrefix(text, begin) || !first && has(text, word)
		}
		if !found {
			return false
		}
	}
	return true
}

// sniffLiteral claims source code that holds bytes: arrays, strings with escapes, calls that read hex or base64.
func (p *parser) sniffLiteral() guess {
	if p.prosaic() {
		return guess{}
	}
	t := trimLeft(p.src.s[min(len(p.src.s), p.src.span(p.firstLine()).start):])
	text := string(t[:min(len(t), 8192)])
	for _, c := range clues {
		if c.fits(text) {
			return guess{c.score, c.format, c.why}
		}
	}
	switch {
	case len(t) > 2 && strings.IndexByte("{[(", t[0]) >= 0 && numbersOnly(t):
		return guess{90, NumberList, "numbers between brackets"}
	case bareNumbers(t):
		return guess{86, NumberList, "decimal numbers from 0 to 255 with commas between"}
	}
	return guess{}
}

// prosaic reports whether the paste is a page that was written for people: many lines of many words.
func (p *parser) prosaic() bool {
	lines, prose := 0, 0
	for i := range min(p.src.count(), 400) {
		l, _ := p.src.line(i)
		l = l[:min(len(l), 2000)]
		words, total := 0, 0
		for t := range tokens(l, 0) {
			total++
			if t.len() > 1 && count(t.of(l), classLetter) >= t.len()-1 {
				words++
			}
		}
		if total > 0 {
			lines++
		}
		if words >= 8 && words*3 > total*2 {
			prose++
		}
	}
	return prose >= 3 && prose*6 > lines
}

// numbersOnly reports whether text is brackets, commas and numbers.
func numbersOnly(t []byte) bool {
	t = t[:min(len(t), 4096)]
	for _, c := range t {
		if !isHex(c) && !isBlank(c) && strings.IndexByte("\n,{}[]();xX-", c) < 0 {
			return false
		}
	}
	return count(t, classHex) > 0
}

// bareNumbers reports whether text is decimal numbers up to 255 with commas, and not pairs of hex digits.
func bareNumbers(t []byte) bool {
	odd, commas := false, 0
	for i := 0; i < len(t); {
		end := run(t, i, classDigit)
		v, ok := number(t[i:end], 10)
		switch {
		case ok && (end-i > 3 || v > 255):
			return false
		case ok:
			odd = odd || end-i != 2
			i = end
			continue
		case t[i] == ',':
			commas++
		case !isBlank(t[i]) && t[i] != '\n':
			return false
		}
		i++
	}
	return odd && commas >= 2
}

// bracket is an open bracket of the source code.
type bracket struct {
	open   byte
	off    int
	call   string // what is called, for ( and for [ with something before it
	direct int    // numbers read directly in it
	typed  bool   // it names a type or a size: its numbers are not bytes
	times  bool   // [v; n] of Rust: the next number says how often
	format string // first argument of pack
}

// literalReader reads bytes out of source code of any language.
type literalReader struct {
	*parser
	s       []byte
	i, end  int
	stack   []bracket
	outside bracket // what top gives when no bracket is open
	path    string  // the name read last, with dots
	pathEnd int
}

// readLiteral reads every array and string of the paste, each as one datagram.
func (p *parser) readLiteral() *Error {
	r := &literalReader{parser: p, s: p.src.s}
	// Empty lines, and those outside code fences, split the text.
	for i, j := p.src.block(0); i < j; i, j = p.src.block(j) {
		if len(r.stack) == 0 {
			p.finish()
		}
		r.i, r.end = p.src.span(i).start, p.src.span(j-1).end
		if err := r.scan(); err != nil {
			return err
		}
	}
	if len(r.stack) > 0 && len(p.data) > 0 {
		p.noteAt(r.top().off, "this bracket is never closed: the bytes may be cut off")
	}
	return nil
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
		c, t := r.s[r.i], r.top()
		dots := c == ellipsis || c == '.' && r.peek(1) == '.' && r.peek(2) == '.'
		switch {
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
		case dots && t.direct > 0:
			err = r.missing(r.i)
		case c == '{' || c == '[' || c == '(':
			r.push(c)
		case c == '}' || c == ']' || c == ')':
			r.pop(c)
		default:
			switch {
			case dots && t.open == '[':
				t.typed = true // [...]byte
			case c == ';' && t.open == '[' && t.direct == 1:
				t.times = true
			case c == '*' || c == '=':
				r.pathEnd = -1
			}
			r.i++
		}
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
	b := bracket{open: c, off: r.i}
	if r.pathEnd == r.i {
		b.call = r.path
		b.typed = c == '[' && r.i > 0 && (isWord(r.s[r.i-1]) || r.s[r.i-1] == ']') // name[5]
	}
	if len(r.stack) < 64 {
		r.stack = append(r.stack, b)
	}
	r.i++
}

// pop closes a bracket; a list that held numbers is a datagram.
func (r *literalReader) pop(c byte) {
	r.i++
	b := *r.top()
	r.stack = r.stack[:max(0, len(r.stack)-1)]
	if b.direct == 0 {
		return
	}
	if c == ']' && b.direct == 1 && isLetter(r.peek(0)) { // [5]byte{...}
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
	r.finish()
}

func isChr(call string) bool { return call == "chr" || call == "Chr" || call == "ord" }

// word reads a name, perhaps with dots, or the prefix of a string.
func (r *literalReader) word() *Error {
	from := r.i
	for r.i < r.end {
		c, next := r.s[r.i], r.peek(1)
		if c == ':' && next == ':' {
			r.i++
		} else if !isName(c) && (c != '!' || next == '=') && (c != '.' || !isLetter(next)) {
			break
		}
		r.i++
	}
	name := string(r.s[from:r.i])
	if isQuote(r.peek(0)) && len(name) <= 2 {
		return r.str(name, from)
	}
	name = name[max(0, len(name)-80):]
	r.path, r.pathEnd = name, r.i
	if t := r.top(); t.open == '[' && t.direct == 0 {
		t.typed = true // [u8; 5]
	}
	if len(r.stack) > 0 || len(r.data) > 0 {
		return nil
	}
	// Wireshark calls the arrays of a followed stream peer0_0, peer1_3.
	if strings.HasPrefix(name, "peer0_") {
		r.dir = DirectionSent
	} else if strings.HasPrefix(name, "peer1_") {
		r.dir = DirectionReceived
	}
	if c := r.peek(0); (c == '[' || c == ' ') && r.comment == "" && !strings.ContainsAny(name, ".!") && !has(keywords, " "+name+" ") {
		r.comment = name // of the variable that the bytes are assigned to
	}
	return nil
}

// keywords are words that are no names of variables.
const keywords = " php unsigned char const static var let byte uint8_t new int return echo print mut u8 "

// num reads a number; it is a byte when it stands in a list.
func (r *literalReader) num() *Error {
	from := r.i
	negative := r.s[r.i] == '-'
	if negative {
		r.i++
	}
	base, digits := 10, r.i
	if next := r.peek(1); r.s[r.i] == '0' {
		switch next | 0x20 {
		case 'x':
			base, digits = 16, r.i+2
		case 'o':
			base, digits = 8, r.i+2
		case 'b':
			base, digits = 2, r.i+2
		default:
			if isDigit(next) {
				base, digits = 8, r.i+1
			}
		}
	}
	v, end := 0, digits
	for ; end < r.end && (r.s[end] == '_' || int(hexValue[r.s[end]]) < base); end++ {
		if r.s[end] != '_' && v < 1<<40 {
			v = v*base + int(hexValue[r.s[end]])
		}
	}
	if negative {
		v = -v
	}
	r.i = run(r.s[:r.end], end, classWord)
	t := r.top()
	switch {
	case t.open == 0 && r.res.Format != NumberList, t.typed, t.open == '(' && !numericCall(t):
		return nil
	case end == digits || !has(suffixes, " "+string(r.s[end:r.i])+" "):
		what := "a digit"
		if base == 16 {
			what = "a hex digit"
		}
		return r.noDigit(end, what)
	case t.times:
		return r.repeat(t, v, from)
	}
	if v > 255 || v < -128 {
		return r.fail(from, clip(r.s[from:r.i]), "a number from 0 to 255", "write each byte as a number of its own")
	}
	r.put(byte(v), from, r.i-from)
	t.direct++
	return nil
}

// suffixes are what may follow the digits of a number.
const suffixes = "  u U l L ul UL u8 i8 _u8 n y uy "

// repeat is [v; n] of Rust: the byte before is there n times.
func (r *literalReader) repeat(t *bracket, n, from int) *Error {
	t.times = false
	if n < 0 || n > maxDatagram || r.repeated+n > maxRepeated || len(r.data) == 0 {
		return r.fail(from, strconv.Itoa(n)+" repetitions", "at most "+strconv.Itoa(maxDatagram), "a UDP datagram is never longer")
	}
	r.repeated += n
	last := r.data[len(r.data)-1]
	if n == 0 {
		r.drop(1)
	}
	for range n - 1 {
		r.put(last, from, r.i-from)
	}
	return nil
}

// numericCall reports whether the arguments of a call are bytes.
func numericCall(b *bracket) bool {
	return isChr(b.call) || b.call == "" || b.call == "array" || has(b.call, "fromCharCode") || has(b.call, "Uint8Array") ||
		has(b.call, "pack") && strings.ContainsAny(b.format, "CcB")
}
