package paste

import (
	"bytes"
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
	// one may have been lost
	case n >= 8 && all(t, classHex|classBlank) && count(t, classDigit) > 0, n >= 11 && isPairs(t):
		return (*parser).hexString
	case n >= 16 && isBase64(t) && count(t, classDigit) > 0 && bytes.ContainsAny(t, base64Digits[:26]):
		return (*parser).base64
	}
	return nil
}

// str reads the string whose prefix (b, r, u8 and so on) begins at from and whose quote is at r.i.
func (r *literalReader) str(prefix string, from int) *Error {
	quote, open := r.s[r.i], r.i
	start := open + 1
	triple := quote != '`' && r.peek(1) == quote && r.peek(2) == quote
	if triple {
		start = open + 3
	}
	raw := quote == '`' && r.res.Format == GoLiteral || prefix != "" && has(" r R rb br Rb bR ", " "+prefix+" ")
	stop := start
	for stop < r.end && (r.s[stop] != quote || !bytes.HasPrefix(r.s[stop:r.end], r.s[open:start])) && (r.s[stop] != '\n' ||
		triple || quote == '`') {
		if r.s[stop] == '\\' && !raw {
			if stop++; charAt(r.s, stop) == '\r' {
				stop++
			}
		}
		stop++
	}
	if stop >= r.end || r.s[stop] != quote {
		return r.fail(open, "a quote that is never closed", "its end on the same line", "paste the whole string")
	}
	r.i = stop + start - open

	marked := strings.ContainsAny(prefix, "bB")
	if r.marked = r.marked || marked; r.marked && prefix == "" && r.top().call == "" {
		return nil // in ('192.0.2.1', 7778) behind b'...'
	}
	if r.top().direct > 0 && stop > start+1 && r.property(from) {
		return nil
	}
	if rest := trimLeft(r.s[r.i:r.end]); len(rest) > 1 && (rest[0] == ':' && rest[1] != ':' ||
		rest[0] == '=' && rest[1] == '>') {
		return nil // a key
	}
	add, t, before := r.content(raw, start, stop), r.top(), len(r.data)
	t.mixed = true
	if marked && t.call == "" && r.path == "" {
		if digits := digitString(r.s[start:stop]); digits != nil {
			r.note(start, "these characters are digits, and are read as the bytes that they stand for")
			add = digits
		}
	}
	if add == nil {
		return nil
	}
	if dots(r.s[:r.end], r.i) {
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
	if err := r.times(len(r.data) - before); err != nil {
		return err
	}
	switch {
	case quote == '\'' && (t.open == '{' || t.open == '[') && len(r.data) == before+1:
		t.direct++ // 'A' in a list of numbers
	case !r.continues():
		r.done()
	}
	return nil
}

// repetition is what follows a value that stands for it n times, as in Python, Perl and gdb; end is where it ends.
func (r *literalReader) repetition() (n, end int) {
	rest := trimLeft(r.s[r.i:r.end])
	for _, mark := range [...]string{"*", "x ", "; ", "<repeats "} {
		if digits, ok := bytes.CutPrefix(rest, []byte(mark)); ok && (mark != "; " || r.top().direct == 1) {
			digits = trimLeft(digits)
			k := run(digits, 0, classDigit)
			if n, ok := number(digits[:k], 10); ok {
				if k += len(" times>"); mark[0] != '<' || k > len(digits) {
					k -= len(" times>")
				}
				return n, r.end - len(digits) + k
			}
		}
	}
	return 1, r.i
}

// times repeats the last bytes where a repetition follows them.
func (r *literalReader) times(size int) *Error {
	n, end := r.repetition()
	at := r.i
	if r.i = end; size == 0 || n == 1 {
		return nil
	} else if n == 0 {
		r.drop(size)
		return nil
	}
	if n > maxDatagram {
		n = maxDatagram
	}
	return r.repeat("a repetition", (n-1)*size, size, at, end-at)
}

// content finds out how a string is meant: by what it is handed to and by the argument after it. Nil: it is no bytes.
func (r *literalReader) content(raw bool, start, stop int) content {
	t := r.top()
	call := ""
	if t.open == '(' {
		call = lower(t.call)
	}
	if strings.HasSuffix(call, "pack") {
		if t.format == "" {
			t.format = string(r.s[start:min(stop, start+16)])
			return nil
		}
		if t.format[0] == 'H' {
			return (*parser).hexString
		}
	}
	s := r.s[:r.end]
	rest := s[r.afterStrings(r.i):]
	arg, found := bytes.CutPrefix(rest, []byte(".decode("))
	if charAt(rest, 0) == ',' {
		arg, found = rest[run(rest, 1, classBlank|classLine):], true
	}
	if found && len(arg) > 4 && (arg[0] == '"' || arg[0] == '\'') {
		end := bytes.IndexByte(arg[1:min(len(arg), 16)], arg[0])
		if word := arg[1 : 1+max(0, end)]; oneOf(encodings, word) {
			if !r.joined {
				r.i = r.end - len(arg) + end + 2
			}
			call = lower(string(word))
		}
	}
	switch {
	case has(call, "base64") || has(call, "b64") || call == "atob":
		return (*parser).base64
	case has(call, "hex"):
		return (*parser).hexString
	case (r.sql || bytes.HasPrefix(s[start:stop], []byte(`\\x`))) && hexBehind(s[start:stop]) > 0:
		return func(p *parser, start, stop int) *Error {
			return p.hexString(start+hexBehind(p.src.s[start:stop]), stop)
		}
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
func (r *literalReader) continues() bool {
	i, newlines, operator := r.i, 0, false
	for ; i < r.end; i++ {
		c := r.s[i]
		if end := r.afterComment(i); end > i {
			i = end - 1
		} else if c == '+' || c == '.' || c == '&' || c == ',' && r.repeats {
			operator = true
		} else if c == '\n' {
			newlines++
		} else if c == '\\' {
			operator = true
		} else if !isBlank(c) {
			break
		}
	}
	rest := r.s[i:r.end]
	if newlines > 0 && r.operators && !operator {
		return false // the others are joined by one
	}
	r.operators = r.operators || newlines > 0 && operator
	if operator && newlines == 1 && (bytes.HasPrefix(rest, []byte("string")) || bytes.HasPrefix(rest, []byte("asci"))) {
		return true // .string of an assembler
	}
	if bytes.HasPrefix(rest, []byte("chr(")) || bytes.HasPrefix(rest, []byte("Chr(")) {
		return operator
	}
	if name := run(rest[:min(len(rest), maxComment)], 0, classWord); newlines == 1 && name > 0 { // buf += b"..."
		if sum := trimLeft(rest[name:]); len(sum) > 1 && (sum[0] == '+' || sum[0] == '.') && sum[1] == '=' {
			return true
		}
	}
	n := run(rest[:min(len(rest), 2)], 0, classLetter)
	// In Python a bytes literal on the next line is a new one unless brackets hold them together.
	return isQuote(charAt(rest, n)) && (operator || newlines == 0 || n == 0 || len(r.stack) > 0)
}

// afterStrings is where what follows a string begins that others may be joined to by + and comments.
func (r *literalReader) afterStrings(i int) int {
	if i < r.chainEnd {
		r.joined = i < r.chainLast
		return r.chainEnd
	}
	s := r.s[:r.end]
	r.joined, r.chainLast = false, i
	for i < len(s) {
		if c := s[i]; isBlank(c) || c == '\n' || c == '+' {
			i++
		} else if end := r.afterComment(i); end > i {
			i = end
		} else if end := stringEnd(s[:min(len(s), i+4096)], i); isQuote(c) && end > 0 && i > r.i {
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
	brackets, chars := len(t) > 2 && strings.IndexByte("{[(", t[0]) >= 0, "0123456789,\n"+blanks
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
			decimal, odd = decimal && ok && v < 256 && n < 4, odd || n == 1 || n == 3
		}
	}
	commas := bytes.Count(t, []byte(","))
	switch {
	case brackets && count(t, classHex) > 0 && (commas > 0 || !pairs || !zero):
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
