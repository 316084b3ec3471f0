package hexdump

import (
	"bytes"
	"strconv"
)

// sniffLiteral claims source code that holds bytes: arrays, strings with escapes, calls that read hex or base64.
func (p *parser) sniffLiteral() guess {
	s := p.src.s
	t := s[min(len(s), int(p.src.span(p.firstLine()).start)):]
	t = trimLeft(t)
	text := string(t[:min(len(t), 8192)])
	quoted := has(text, "\"") || has(text, "'")
	open := has(text, "{") || has(text, "[") || has(text, "(")
	in := func(words ...string) bool {
		for _, w := range words {
			if has(text, w) {
				return true
			}
		}
		return false
	}
	escapes := quoted && in("\"\\", "'\\", "\\x", "\\0", "\\u00")
	startsQuoted := len(t) > 1 && (t[0] == '"' || t[0] == '\'' || (t[0] == 'b' || t[0] == 'B') && (t[1] == '"' || t[1] == '\'') || len(t) > 2 && t[0] == 'b' && t[1] == 'r' && t[2] == '"')
	switch {
	case p.prosaic():
		return guess{}
	case open && in("[]byte{", "]byte{", "[]byte(", "[]uint8{", "hex.DecodeString", "StdEncoding.DecodeString"):
		return guess{score: 94, format: GoLiteral, why: "a Go []byte literal or decoding call"}
	case open && in("fromhex(", "unhexlify(", "bytes([", "bytearray(", "b64decode(", "bytes((", ".decode('hex')", ".decode(\"hex\")"):
		return guess{score: 94, format: PythonLiteral, why: "a Python call that makes bytes"}
	case open && in("Uint8Array", "Buffer.from(", "atob(", "new Buffer(", "fromCharCode("):
		return guess{score: 94, format: JavaScriptLiteral, why: "a JavaScript array of bytes or Buffer"}
	case open && in("pack(", "hex2bin(", "chr(", "<?php", "base64_decode("):
		return guess{score: 94, format: PHPLiteral, why: "a PHP call that makes a string of bytes"}
	case open && (in("vec![", "u8;", ": &[u8", "let ", "hex!(") || in("&[0", "&[b'") || in("u8,") && in("0x", "u8]")):
		return guess{score: 94, format: RustLiteral, why: "a Rust array of u8 or byte string"}
	case in("unsigned char ", "char ", "uint8_t ", "u_char ", "BYTE ", "byte[]", "Byte[]") && (in("{") && in("0x", "0X", "'", ",", "}") || escapes):
		f, why := CArray, "a C array with numbers between braces"
		if has(text, "_len = ") && has(text, "unsigned char ") {
			f, why = XXDInclude, "a C array and its length, as xxd -i writes them"
		} else if !in("{") {
			f, why = EscapedString, "a C string with escapes"
		}
		return guess{score: 94, format: f, why: why}
	case in("let ") && in("b\"", "br\""):
		return guess{score: 93, format: RustLiteral, why: "a Rust byte string"}
	case startsQuoted && (t[0] == 'b' || t[0] == 'B') && escapes:
		if t[1] == 'r' || t[1] == '"' && (in("\";") || in("\\u{")) {
			return guess{score: 93, format: RustLiteral, why: "a Rust byte string"}
		}
		return guess{score: 93, format: PythonLiteral, why: "a bytes literal that begins with b and a quote"}
	case startsQuoted && escapes:
		return guess{score: 93, format: EscapedString, why: "quoted text with escapes such as \\x80"}
	case in("= b'", "= b\"", "(b'", "(b\"") && quoted:
		return guess{score: 93, format: PythonLiteral, why: "a bytes literal that begins with b and a quote"}
	case in("$") && escapes && in("= \"", "=\""):
		return guess{score: 90, format: PHPLiteral, why: "a PHP variable set to a string with escapes"}
	case in(":= \"", ":= `") && escapes:
		return guess{score: 90, format: GoLiteral, why: "a Go variable set to a string with escapes"}
	case escapes && in("\"\\", "'\\") && in("=", "("):
		return guess{score: 88, format: EscapedString, why: "quoted text with escapes such as \\x80"}
	case in("const ", "var ") && in("= [") && in(","):
		return guess{score: 90, format: JavaScriptLiteral, why: "a JavaScript array of numbers"}
	case len(t) > 2 && (t[0] == '{' || t[0] == '[' || t[0] == '(') && numbersOnly(t):
		return guess{score: 90, format: NumberList, why: "numbers between brackets"}
	case bareNumbers(t):
		return guess{score: 86, format: NumberList, why: "decimal numbers from 0 to 255 with commas between"}
	}
	return guess{}
}

// prosaic reports whether the paste is a page that was written for people: many lines of many words.
func (p *parser) prosaic() bool {
	lines, prose := 0, 0
	for i := range min(p.src.count(), 400) {
		l, _ := p.src.line(i)
		if len(l) > 2000 {
			l = l[:2000]
		}
		words, total := 0, 0
		for at := 0; ; total++ {
			t := nextToken(l, at)
			if t.start == t.end {
				break
			}
			letters := 0
			for _, c := range l[t.start:t.end] {
				if isLetter(c) {
					letters++
				}
			}
			if n := t.end - t.start; n > 1 && letters >= n-1 {
				words++
			}
			at = t.end
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
	digits := 0
	for _, c := range t[:min(len(t), 4096)] {
		switch {
		case isHex(c):
			digits++
		case isBlank(c), c == '\n', c == ',', c == '{', c == '}', c == '[', c == ']', c == '(', c == ')', c == ';', c == 'x', c == 'X', c == '-':
		default:
			return false
		}
	}
	return digits > 0
}

// bareNumbers reports whether text is decimal numbers up to 255 with commas, and not pairs of hex digits.
func bareNumbers(t []byte) bool {
	odd, commas, run := 0, 0, 0
	v := 0
	for i := 0; i <= len(t); i++ {
		if i < len(t) && isDigit(t[i]) {
			run++
			v = v*10 + int(t[i]-'0')
			if run > 3 {
				return false
			}
			continue
		}
		if run > 0 {
			if v > 255 {
				return false
			}
			if run != 2 {
				odd++
			}
		}
		run, v = 0, 0
		if i < len(t) {
			switch c := t[i]; {
			case c == ',':
				commas++
			case isBlank(c), c == '\n':
			default:
				return false
			}
		}
	}
	return odd > 0 && commas >= 2
}

// bracket is an open bracket of the source code.
type bracket struct {
	open   byte
	off    int
	call   string // what is called, for ( and for [ with something before it
	mark   int    // bytes read before it
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
	path    string // the name read last, with dots
	pathEnd int
	bare    bool
}

// readLiteral reads every array and string of the paste, each as one datagram.
func (p *parser) readLiteral() *Error {
	r := &literalReader{parser: p, s: p.src.s, bare: p.res.Format == NumberList}
	for i := 0; i < p.src.count(); {
		// Empty lines, and those outside code fences, split the text.
		if p.src.blank(i) {
			if len(r.stack) == 0 {
				p.finish()
			}
			i++
			continue
		}
		j := i + 1
		for j < p.src.count() && !p.src.blank(j) {
			j++
		}
		r.i, r.end = int(p.src.span(i).start), int(p.src.span(j-1).end)
		if err := r.scan(); err != nil {
			return err
		}
		i = j
	}
	if len(r.stack) > 0 && len(p.data) > 0 {
		p.noteAt(r.stack[len(r.stack)-1].off, "this bracket is never closed: the bytes may be cut off")
	}
	return nil
}

func (r *literalReader) top() *bracket {
	if len(r.stack) == 0 {
		return nil
	}
	return &r.stack[len(r.stack)-1]
}

// scan reads from r.i to r.end.
func (r *literalReader) scan() *Error {
	for r.i < r.end {
		c := r.s[r.i]
		switch {
		case isBlank(c) || c == '\n':
			r.i++
		case c == '/' && r.peek(1) == '*':
			r.blockComment()
		case c == '/' && r.peek(1) == '/', c == '#' && r.peek(1) != '[':
			for r.i < r.end && r.s[r.i] != '\n' {
				r.i++
			}
		case c == '"' || c == '\'' || c == '`':
			if err := r.str("", r.i); err != nil {
				return err
			}
		case isDigit(c) || c == '-' && isDigit(r.peek(1)):
			if err := r.num(); err != nil {
				return err
			}
		case isWord(c) || c == '$' || c >= 0x80 && c != ellipsis:
			if err := r.word(); err != nil {
				return err
			}
		case c == ellipsis, c == '.' && r.peek(1) == '.' && r.peek(2) == '.':
			if t := r.top(); t != nil && t.direct > 0 {
				return r.missing(r.i)
			}
			if t := r.top(); t != nil && t.open == '[' {
				t.typed = true
			}
			r.i++
		case c == '{' || c == '[' || c == '(':
			r.push(c)
		case c == '}' || c == ']' || c == ')':
			r.pop(c)
		case c == ';':
			if t := r.top(); t != nil && t.open == '[' && t.direct == 1 {
				t.times = true
			}
			r.i++
		default:
			if c == '*' || c == '=' {
				r.pathEnd = -1
			}
			r.i++
		}
	}
	return nil
}

func (r *literalReader) peek(n int) byte {
	if r.i+n < r.end {
		return r.s[r.i+n]
	}
	return 0
}

func (r *literalReader) blockComment() {
	from := r.i + 2
	end := bytes.Index(r.s[from:r.end], []byte("*/"))
	if end < 0 {
		r.i = r.end
		return
	}
	if len(r.data) == 0 {
		remark(&r.comment, r.src.original(from, from+end))
	}
	r.i = from + end + 2
}

// push opens a bracket.
func (r *literalReader) push(c byte) {
	b := bracket{open: c, off: r.i, mark: len(r.data)}
	if r.pathEnd == r.i {
		b.call = r.path
	}
	if c == '[' && r.i > 0 && (isWord(r.s[r.i-1]) || r.s[r.i-1] == ']') && r.pathEnd == r.i {
		b.typed = true // name[5]
	}
	if len(r.stack) < 64 {
		r.stack = append(r.stack, b)
	}
	r.i++
}

// pop closes a bracket; a list that held numbers is a datagram.
func (r *literalReader) pop(c byte) {
	r.i++
	if len(r.stack) == 0 {
		return
	}
	b := r.stack[len(r.stack)-1]
	r.stack = r.stack[:len(r.stack)-1]
	if b.direct == 0 {
		return
	}
	if c == ']' && b.direct == 1 && isLetter(r.peek(0)) { // [5]byte{...}
		r.drop(min(1, len(r.data)))
		return
	}
	if isChr(b.call) {
		if t := r.top(); t != nil {
			t.direct++
		}
		if r.continues() {
			return
		}
		if r.top() != nil && r.top().open != '(' {
			return // a list of chr(...) with commas
		}
	}
	r.finish()
}

func isChr(call string) bool { return call == "chr" || call == "Chr" || call == "ord" }

// word reads a name, perhaps with dots, or the prefix of a string.
func (r *literalReader) word() *Error {
	from := r.i
	for r.i < r.end {
		c := r.s[r.i]
		if isWord(c) || c == '$' || c >= 0x80 && c != ellipsis || c == '!' && r.peek(1) != '=' {
			r.i++
		} else if c == '.' && isLetter(r.peek(1)) || c == ':' && r.peek(1) == ':' {
			r.i++
			if c == ':' {
				r.i++
			}
		} else {
			break
		}
	}
	name := r.s[from:r.i]
	if r.i < r.end && (r.s[r.i] == '"' || r.s[r.i] == '\'' || r.s[r.i] == '`') && len(name) <= 2 {
		return r.str(string(name), from)
	}
	if len(name) > 80 {
		name = name[len(name)-80:]
	}
	r.path, r.pathEnd = string(name), r.i
	if t := r.top(); t != nil && t.open == '[' && t.direct == 0 {
		t.typed = true // [u8; 5]
	}
	if len(r.stack) == 0 && len(r.data) == 0 {
		if d := peerDirection(r.path); d != DirectionUnknown {
			r.dir = d
		}
		r.named(r.path)
	}
	return nil
}

// named keeps the name of the variable that the bytes are assigned to.
func (r *literalReader) named(name string) {
	switch name {
	case "php", "unsigned", "char", "const", "static", "var", "let", "byte", "uint8_t", "new", "int", "return", "echo", "print", "mut", "u8":
		return
	}
	if i := r.i; i < r.end && (r.s[i] == '[' || r.s[i] == ' ') && r.comment == "" && !has(name, ".") && !has(name, "!") {
		r.comment = name
	}
}

// peerDirection understands the names of Wireshark's follow-stream arrays, peer0_0 and peer1_3.
func peerDirection(name string) Direction {
	switch {
	case len(name) > 6 && name[:6] == "peer0_":
		return DirectionSent
	case len(name) > 6 && name[:6] == "peer1_":
		return DirectionReceived
	}
	return DirectionUnknown
}

// num reads a number; it is a byte when it stands in a list.
func (r *literalReader) num() *Error {
	from := r.i
	negative := r.s[r.i] == '-'
	if negative {
		r.i++
	}
	base, digits := 10, r.i
	if r.s[r.i] == '0' && r.i+1 < r.end {
		switch r.s[r.i+1] | 0x20 {
		case 'x':
			base, digits = 16, r.i+2
		case 'o':
			base, digits = 8, r.i+2
		case 'b':
			base, digits = 2, r.i+2
		default:
			if isDigit(r.s[r.i+1]) {
				base, digits = 8, r.i+1
			}
		}
	}
	r.i = digits
	v := 0
	for r.i < r.end && (r.s[r.i] == '_' || int(hexValue[r.s[r.i]]) < base) {
		if r.s[r.i] != '_' && v < 1<<40 {
			v = v*base + int(hexValue[r.s[r.i]])
		}
		r.i++
	}
	end := r.i
	t := r.top()
	isByte := t != nil && !t.typed && (t.open != '(' || numericCall(t)) || t == nil && r.bare
	suffix := r.i
	for r.i < r.end && isWord(r.s[r.i]) {
		r.i++
	}
	if !isByte {
		return nil
	}
	if end == digits || !numberSuffix(r.s[suffix:r.i]) {
		what := "a digit"
		if base == 16 {
			what = "a hex digit"
		}
		return r.fail(end, r.char(end), what, lookalike(charAt(r.s, end)))
	}
	if negative {
		v = -v
	}
	if t != nil && t.times {
		t.times = false
		n := v - 1
		if v < 0 || v > MaxDatagram || r.repeated+v > maxRepeated || len(r.data) == 0 {
			return r.fail(from, strconv.Itoa(v)+" repetitions", "at most "+strconv.Itoa(MaxDatagram), "a UDP datagram is never longer")
		}
		r.repeated += v
		last := r.data[len(r.data)-1]
		if n < 0 {
			r.drop(1)
		}
		for ; n > 0; n-- {
			r.put(last, from, r.i-from)
		}
		return nil
	}
	if v > 255 || v < -128 {
		return r.fail(from, clip(r.s[from:r.i]), "a number from 0 to 255", "write each byte as a number of its own")
	}
	r.put(byte(v), from, r.i-from)
	if t != nil {
		t.direct++
	}
	return nil
}

// numericCall reports whether the arguments of a call are bytes.
func numericCall(b *bracket) bool {
	return isChr(b.call) || b.call == "" || b.call == "array" || has(b.call, "fromCharCode") || has(b.call, "Uint8Array") ||
		has(b.call, "pack") && (has(b.format, "C") || has(b.format, "c") || has(b.format, "B"))
}

func numberSuffix(t []byte) bool {
	switch string(t) {
	case "", "u", "U", "l", "L", "ul", "UL", "u8", "i8", "_u8", "n", "y", "uy":
		return true
	}
	return false
}
