package paste

import (
	"strings"
	"unicode/utf8"
)

// note says something about the place off in s, or (off is -1) about the paste as a whole.
func (p *parser) note(off int, text string) {
	if len(p.res.Notes) >= maxNotes {
		p.dropped++
		return
	}
	n := Note{Text: text}
	if off >= 0 {
		n.Line, n.Column = p.src.place(off)
	}
	p.res.Notes = append(p.res.Notes, n)
}

// fail makes the error for the place off in s.
func (p *parser) fail(off int, found, expected, advice string) *Error {
	line, column := p.src.place(off)
	return &Error{line, column, found, expected, advice}
}

// noDigit is fail for a character that is not the digit that is expected.
func (p *parser) noDigit(off int, expected string) *Error {
	if dots(p.src.s, off) {
		return p.missing(off)
	}
	return p.fail(off, p.char(off), expected, lookalike(charAt(p.src.s, off)))
}

// char names the character at off for a message.
func (p *parser) char(off int) string {
	if off >= len(p.src.s) {
		return "the end of the text"
	}
	c := p.src.s[off]
	switch {
	case c == '\n', c == '\r':
		return "the end of the line"
	case c == '\t':
		return "a tab"
	case c == ' ':
		return "a space"
	case c < 0x20 || c == 0x7f:
		return "the control character " + hexByte(c)
	case c >= 0x80 && !p.src.valid:
		return "the byte " + hexByte(p.src.original(off, off+1)[0])
	case c >= 0x80:
		u, _ := utf8.DecodeRune(p.src.original(off, off+1)) // what of a terminal's codes follows it was left out
		return "'" + string(u) + "'"
	}
	return "'" + string(rune(c)) + "'"
}

// excerpt is the text from start to end in s for a message: 20 characters at most, and ? for what is not printable.
func (p *parser) excerpt(start, end int) string {
	var out []byte
	for off := start; off < min(end, start+20); off++ {
		r := rune(p.src.s[off])
		if r >= utf8.RuneSelf {
			r, _ = utf8.DecodeRune(p.src.original(off, off+1))
		}
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError {
			r = '?'
		}
		out = utf8.AppendRune(out, r)
	}
	if end-start > 20 {
		return string(out) + "..."
	}
	return string(out)
}

func hexByte(b byte) string { return string(hex2(nil, b)) }

// lookalikes are characters that are often taken for a digit.
var lookalikes = [...]struct{ chars, advice string }{
	{"OoQ", "if a zero is meant, write 0"},
	{"lIi|", "if a one is meant, write 1"},
	{"Ss", "if a five is meant, write 5"},
	{"Zz", "if a two is meant, write 2"},
	{"xX?", "if it is to stand for any byte, write the byte itself"},
	{"Gg", "hex digits are 0 to 9 and a to f; perhaps 6 or 9 is meant"},
}

// lookalike is the advice for a character that is no digit.
func lookalike(c byte) string {
	for _, a := range lookalikes {
		if strings.IndexByte(a.chars, c) >= 0 {
			return a.advice
		}
	}
	return "hex digits are 0 to 9 and a to f"
}

// remark keeps what the paste says about a datagram: its first two lines.
func remark(comment *string, text []byte) {
	if text = trim(text); len(text) > maxComment {
		text = text[:maxComment]
	}
	t := strings.ToValidUTF8(string(text), "")
	if t == "" || has(*comment, "\n") {
		return
	}
	if *comment != "" {
		t = *comment + "\n" + t
	}
	if len(t) > maxComment {
		t = strings.ToValidUTF8(t[:maxComment], "")
	}
	*comment = t
}

// announced reads the size in a comment such as "1400 bytes" or "datagram 1 of 3, 1400 bytes".
func announced(comment string) (int, bool) {
	before, _, found := strings.Cut(comment, " bytes")
	n, ok := number(trim([]byte(before[strings.LastIndexAny(before, ",;:(")+1:])), 10) // "a name of 193 bytes" is about a field
	return n, found && ok && n < 1e7
}
