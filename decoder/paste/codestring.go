package paste

import (
	"bytes"
	"slices"
	"strings"
)

// content adds the bytes of a string from start to stop.
type content func(p *parser, start, stop int) *Error

// encodings are what a call has behind a string, or decode, where it says how the string is meant.
const encodings = " hex base64 base64url latin1 binary ascii latin-1 utf8 utf-8 "

func (p *parser) rawString(start, stop int) *Error {
	p.characters(start, stop)
	return nil
}

// hexString reads hex digits, which may be on several lines of a raw string.
func (p *parser) hexString(start, stop int) *Error {
	s := p.src.s[:stop]
	for end := start; start < stop; start = end + 1 {
		for end = start; end < stop && s[end] != '\n'; end++ {
		}
		if t := trim(s[start:end]); len(t) > 0 {
			if err := p.plainBytes(t, run(s, start, classBlank)); err != nil {
				return err
			}
		}
	}
	return nil
}

// digitString is how a literal is meant that is nothing but digits, as functions give it that write bytes so.
func digitString(t []byte) content {
	switch n := len(t); {
	case n >= 8 && all(t, classHex|classBlank): // one may have been lost
		return (*parser).hexString
	case n >= 16 && isBase64(t):
		return (*parser).base64
	}
	return nil
}

// str reads the string whose prefix (b, r, u8 and so on) begins at from and whose quote is at r.i.
func (r *codeReader) str(prefix string, from int) *Error {
	open, quote, start := r.i, r.s[r.i], r.i+1
	if triple := [...]byte{quote, quote, quote}; quote != '`' && bytes.HasPrefix(r.s[open:], triple[:]) {
		start = open + 3
	}
	raw := quote == '`' && r.res.Format == GoLiteral || strings.ContainsAny(prefix, "rR")
	lines := start > open+1 || quote == '`'
	stop := start
	for ; stop < len(r.s); stop++ {
		if c := r.s[stop]; c == '\n' && !lines || c == quote && bytes.HasPrefix(r.s[stop:], r.s[open:start]) {
			break
		} else if c == '\\' && !raw {
			if stop++; charAt(r.s, stop) == '\r' {
				stop++
			}
		}
	}
	if charAt(r.s, stop) != quote {
		return r.fail(open, "a quote that is never closed", "its end on the same line", "paste the whole string")
	}
	r.i = stop + start - open
	marked, t, before := strings.ContainsAny(prefix, "bB"), r.top(), len(r.data)
	if r.marked = r.marked || marked; r.marked && prefix == "" && t.name == "" {
		return nil // in ('192.0.2.1', 7778) behind b'...'
	}
	if rest := trimLeft(r.s[r.i:]); charAt(rest, 0) == ':' && charAt(rest, 1) != ':' ||
		bytes.HasPrefix(rest, []byte("=>")) {
		return nil // a key
	}
	add := r.content(raw, start, stop)
	if marked && t.name == "nothing" && r.name == "" {
		if digits := digitString(r.s[start:stop]); digits != nil {
			r.note(start, "these characters are digits, and are read as the bytes that they stand for")
			add = digits
		}
	}
	if add == nil {
		return nil
	}
	if dots(r.s, r.i) {
		r.note(r.i, "an ellipsis follows the string: the rest is not shown")
	}
	if r.ended && (before > 0 || r.empty) { // but not behind the last, as in C
		r.put(0, start-1, 1)
	}
	r.ended, r.empty = r.nul, r.nul && start == stop && before == 0
	if err := add(r.parser, start, stop); err != nil {
		return err
	}
	if len(r.data)-before != stop-start { // it has an escape, or is no text
		r.odd = true
	}
	return r.value(len(r.data) - before)
}

// repetition is what follows a value that stands for it n times, as in Python, Perl, gdb and Rust; end is where it
// ends.
func (r *codeReader) repetition(marks []string) (n, end int) {
	from := r.skip(r.i)
	for _, mark := range marks {
		if charAt(r.s, from) != mark[0] || !bytes.HasPrefix(r.s[from:], []byte(mark)) {
			continue
		}
		at := run(r.s, from+len(mark), classBlank)
		end := run(r.s, at, classDigit)
		if n, ok := number(r.s[at:end], 10); ok {
			return n, end + len(r.s[end:]) - len(bytes.TrimPrefix(r.s[end:], []byte(" times>")))
		}
	}
	return 1, r.i
}

// content finds out how a string is meant: by what it is handed to and by the argument after it. Nil: it is no bytes.
func (r *codeReader) content(raw bool, start, stop int) content {
	t, name := r.top(), ""
	if t.open == '(' {
		name = t.name
	}
	if strings.HasSuffix(name, "pack") && t.format == "" {
		t.format = string(r.s[start:min(stop, start+16)])
		return nil
	}
	rest := r.s[r.afterStrings(r.i):]
	arg, found := bytes.CutPrefix(rest, []byte(".decode("))
	if charAt(rest, 0) == ',' {
		arg, found = rest[run(rest, 1, classBlank|classLine):], true
	}
	if found && len(arg) > 4 && (arg[0] == '"' || arg[0] == '\'') {
		end := max(0, bytes.IndexByte(arg[1:min(len(arg), 16)], arg[0]))
		if word := arg[1 : 1+end]; oneOf(encodings, word) {
			if !r.joined {
				r.i = len(r.s) - len(arg) + end + 2
			}
			name = lower(string(word))
		}
	}
	switch mark := hexBehind(r.s[start:stop]); {
	case has(name, "base64") || has(name, "b64") || name == "atob":
		return (*parser).base64
	case has(name, "hex") || t.format != "" && t.format[0] == 'H':
		return (*parser).hexString
	case mark > 0 && (r.sql || mark == len(`\\x`)):
		return func(p *parser, start, stop int) *Error { return p.hexString(start+mark, stop) }
	case raw:
		return (*parser).rawString
	}
	return (*parser).escaped
}

// hexBehind is how long the mark is that Postgres writes once before all hex digits of
// a string, which may be escaped itself; 0 when there is none.
func hexBehind(t []byte) int {
	n := 0
	for _, mark := range [...]string{`\x`, `\\x`} {
		if bytes.HasPrefix(t, []byte(mark)) {
			n = len(mark)
		}
	}
	if n == 0 || len(t) < n+4 || !all(t[n:], classHex) {
		return 0
	}
	return n
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lowerByte(c)
	}
	return string(b)
}

// continues reports whether the value goes on after r.i: another string beside it, or an operator and a string.
func (r *codeReader) continues() bool {
	i, newlines, operator := r.i, 0, false
	for ; i < len(r.s); i++ {
		c := r.s[i]
		if end := r.afterComment(i); end > i {
			i = end - 1
		} else if strings.IndexByte("+.&\\", c) >= 0 || c == ',' && r.repeats {
			operator = true
		} else if c == '\n' {
			newlines++
		} else if !isBlank(c) {
			break
		}
	}
	rest := r.s[i:]
	if newlines > 0 && r.operators && !operator {
		return false // the others are joined by one
	}
	r.operators = r.operators || newlines > 0 && operator
	starts := func(w string) bool { return bytes.HasPrefix(rest, []byte(w)) }
	if operator && slices.ContainsFunc([]string{"chr(", "Chr(", "[", "string", "asci"}, starts) {
		return true
	}
	name := run(rest[:min(len(rest), maxComment)], 0, classWord)
	if sum := trimLeft(rest[name:]); newlines == 1 && len(sum) > 1 && sum[1] == '=' && strings.IndexByte("+.",
		sum[0]) >= 0 {
		return true // buf += b"..."
	}
	n := run(rest[:min(len(rest), 2)], 0, classLetter)
	// In Python a bytes literal on the next line is a new one unless brackets hold them together.
	return isQuote(charAt(rest, n)) && (operator || newlines == 0 || newlines == 1 && n == 0 || len(r.calls) > 0)
}

// afterStrings is where what follows a string begins that others may be joined to by + and comments.
func (r *codeReader) afterStrings(i int) int {
	if i < r.chainEnd {
		r.joined = i < r.chainLast
		return r.chainEnd
	}
	r.joined, r.chainLast = false, i
	for i < len(r.s) {
		if next := r.skip(i); next > i {
			i = next
		} else if r.s[i] == '+' {
			i++
		} else if end := stringEnd(r.s[:min(len(r.s), i+4096)], i); isQuote(r.s[i]) && end > 0 && i > r.i {
			r.joined, r.chainLast = true, i
			i = end + 1
		} else {
			break
		}
	}
	r.chainEnd = i
	return i
}

// clue is what source code of a format contains.
type clue struct {
	format Format
	why    string
	words  []string // one of the alternatives (between |) of each; ^ stands for the beginning of the text
}

const (
	opening  = "{|[|("
	quotes   = "\"|'"
	escapes  = "\"\\|'\\|\\x|\\0|\\u00|\\NUL"
	ctypes   = "unsigned char |char |uint8_t |u_char |BYTE |byte[]|Byte[]"
	cnumbers = "0x|0X|'|,|}"
)

// clues are in the order in which they are tried: the first that fits is it.
var clues = [...]clue{
	{GoLiteral, "a Go []byte literal or decoding call",
		[]string{opening, "]byte{|[]byte(|[]uint8{|hex.DecodeString|StdEncoding.DecodeString"}},
	{PythonLiteral, "a Python call that makes bytes",
		[]string{opening, "fromhex(|unhexlify(|bytes([|bytearray(|b64decode(|bytes((|.decode('hex')|.decode(\"hex\")"}},
	{JavaScriptLiteral, "a JavaScript array of bytes or Buffer",
		[]string{opening, "Uint8Array|Buffer.from(|atob(|new Buffer(|fromCharCode("}},
	{PHPLiteral, "a PHP call that makes a string of bytes", []string{opening, "pack(|hex2bin(|chr(|<?php|base64_decode("}},
	{RustLiteral, "a Rust array of u8 or byte string", []string{opening, "vec![|u8;|: &[u8|let |hex!(|&[0|&[b'"}},
	{XXDInclude, "a C array and its length, as xxd -i writes them", []string{"unsigned char ", "_len = ", "{", cnumbers}},
	{CArray, "a C array with numbers between braces", []string{ctypes, "{", cnumbers}},
	{EscapedString, "a C string with escapes", []string{ctypes, quotes, escapes}},
	{RustLiteral, "a Rust byte string", []string{"let ", "b\"|br\""}},
	{RustLiteral, "a Rust byte string", []string{"^br\"", escapes}},
	{RustLiteral, "a Rust byte string", []string{"^b\"|^B\"", escapes, "\";|\\u{"}},
	{PythonLiteral, "a bytes literal that begins with b and a quote", []string{"^b\"|^B\"|^b'|^B'", escapes}},
	{EscapedString, "quoted text with escapes such as \\x80", []string{"^\"|^'", escapes}},
	{PythonLiteral, "a bytes literal that begins with b and a quote", []string{"= b'|= b\"|(b'|(b\""}},
	{PythonLiteral, "a bytes literal of hex digits or base64", []string{"^b'|^b\""}},
	{PHPLiteral, "a PHP variable set to a string with escapes", []string{"$", quotes, escapes, "= \"|=\""}},
	{GoLiteral, "a Go variable set to a string with escapes", []string{":= \"|:= `", quotes, escapes}},
	{EscapedString, "quoted text with escapes such as \\x80", []string{"\"\\|'\\", "=|("}},
	{EscapedString, "quoted text with escapes such as \\x80", []string{"=>\"|=> \"|=>\n", "\"|'", "\\x|\\0"}},
	{NumberList, "a list of a debugger, with repetitions", []string{"= {", ", ", "<repeats "}},
	{JavaScriptLiteral, "a JavaScript array of numbers", []string{"const |var ", "= [", ","}},
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
	if p.prosaic() || p.systemCalls() {
		return guess{}
	}
	t := trimLeft(p.src.s[min(len(p.src.s), p.src.span(p.src.firstLine()).start):])
	text := string(t[:min(len(t), 8192)])
	for _, c := range clues {
		if c.fits(text) {
			return guess{likely, c.format, c.why}
		}
	}
	return sniffNumbers(t)
}

// sniffNumbers claims text that is brackets, commas and numbers, or decimal numbers up to 255 with commas between. What
// may be pairs of hex digits is none.
func sniffNumbers(t []byte) guess {
	brackets, chars := strings.IndexByte("{[(", charAt(t, 0)) >= 0, "0123456789,\n"+blanks
	if brackets {
		t, chars = t[:min(len(t), 4096)], chars+hexDigits+"{}[]();xX-"
	}
	if len(strip(t, chars)) > 0 {
		return guess{}
	}
	pairs, zero, decimal, odd := true, false, true, false
	for i, end := 0, 0; i < len(t); i = end + 1 {
		if end = run(t, i, classWord); end > i {
			n := end - i
			pairs, zero = pairs && n == 2, zero || n == 2 && t[i] == '0'
			v, ok := number(t[i:end], 10)
			decimal, odd = decimal && ok && v < 256, odd || n != 2
		}
	}
	commas := bytes.Count(t, []byte(","))
	switch {
	case brackets && (commas > 0 || !pairs || !zero):
		return guess{likely, NumberList, "numbers between brackets"}
	case !brackets && commas > 1 && decimal && odd:
		return guess{likely, NumberList, "decimal numbers from 0 to 255 with commas between"}
	}
	return guess{}
}

// prosaic reports whether the paste is a page that was written for people: many lines of many words.
func (p *parser) prosaic() bool {
	lines, prose := 0, 0
	for _, l := range p.src.texts(400) {
		l = l[:min(len(l), 2000)]
		lines++
		if words := count(l, classBlank); words >= 8 && count(l, classLetter)+words >= len(l)*4/5 {
			prose++
		}
	}
	return prose >= 3 && prose*6 > lines
}
