package paste

import (
	"bytes"
	"strings"
)

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
	{GoLiteral, "a Go []byte literal or decoding call", []string{opening, "]byte{|[]byte(|[]uint8{|hex.DecodeString|StdEncoding.DecodeString"}},
	{PythonLiteral, "a Python call that makes bytes", []string{opening, "fromhex(|unhexlify(|bytes([|bytearray(|b64decode(|bytes((|.decode('hex')|.decode(\"hex\")"}},
	{JavaScriptLiteral, "a JavaScript array of bytes or Buffer", []string{opening, "Uint8Array|Buffer.from(|atob(|new Buffer(|fromCharCode("}},
	{PHPLiteral, "a PHP call that makes a string of bytes", []string{opening, "pack(|hex2bin(|chr(|<?php|base64_decode("}},
	{RustLiteral, "a Rust array of u8 or byte string", []string{opening, "vec![|u8;|: &[u8|let |hex!(|&[0|&[b'"}},
	{RustLiteral, "a Rust array of u8 or byte string", []string{opening, "u8,", "0x|u8]"}},
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

// sniffNumbers claims text that is brackets, commas and numbers, or decimal numbers up to 255 with commas between. What may
// be pairs of hex digits is none.
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
