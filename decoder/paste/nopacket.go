package paste

import (
	"bytes"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"
)

// noPacket begins the note about bytes that may be none.
const noPacket = "this may be no packet"

// mayBe says what else the text may be; "" where nothing but bytes is written so.
func (r *Result) mayBe(text []byte) string {
	size, odd := 0, false // of the first datagrams, and whether a byte is in them that no text has
	for i := range r.Datagrams[:min(len(r.Datagrams), maxJudgedDatagrams)] {
		data := r.Datagrams[i].Data
		size += len(data)
		odd = odd || bytes.ContainsFunc(data, func(c rune) bool {
			return c < ' ' && c != '\n' && c != '\r' && c != '\t' ||
				c == utf8.RuneError
		})
	}
	switch formats[r.Format].family {
	case familyFound:
		return "numbers and strings in other text have many meanings"
	case familyBase64:
		return "hashes, keys, pictures and words are written so too"
	case familyText:
		return "other text has backslashes too"
	case familyEscaped, familyLiteral:
		if !odd {
			return "nothing but text is in it"
		}
	case familyPlain:
		switch {
		case r.Format == XXDPlain:
		case !apart(text):
			return "hashes, keys, addresses and numbers are written so too"
		case size < 16 && !zeroPair(text):
			return "a few names such as A1 look so too"
		}
	}
	return ""
}

// apart reports whether most hex numbers of text are one byte, and nothing but blanks and commas parts them.
func apart(text []byte) bool {
	each, other := 0, 0
	for i, end := 0, 0; i < len(text); i = end + 1 {
		end = run(text, i, classWord)
		digits := bytes.TrimPrefix(text[i:end], []byte("0x"))
		switch {
		case len(digits) == 0 || !all(digits, classHex):
		case len(digits) <= 2 && strings.IndexByte(":.-_", charAt(text, end)) < 0:
			each++
		default:
			other++
		}
	}
	return each > other
}

// zeroPair reports whether a number of text is two digits of which the first is 0: that is hex.
func zeroPair(text []byte) bool {
	for i := 0; i < len(text); i = run(text, i, classWord) + 1 {
		if word := text[i:run(text, i, classWord)]; len(word) == 2 && word[0] == '0' && isHex(word[1]) {
			return true
		}
	}
	return false
}

// noteResemblance says so where the first line looks like something else than bytes.
func (p *parser) noteResemblance() {
	if l, off := p.src.text(p.src.firstLine()); p.res.Format == PlainHex {
		if what := resembles(l); what != "" {
			p.note(off, "this looks like "+what+" and is read as bytes")
		}
	}
}

// resembles says what else a line of hex digits may be.
func resembles(l []byte) string {
	if n := nextToken(l, 0).len(); (n == 8 && len(l) > 8 || n >= 40) && len(strip(l, "01 ")) == 0 &&
		(n == 8 || allBits(l)) {
		return "binary digits"
	}
	if t := strip(l, "<> "); len(t) < len(l) && len(t) > 5 && len(strip(t, "0")) == 0 {
		return "an offset"
	}
	if ruler(l) {
		return "the numbers above a dump"
	}
	zeros := bytes.Clone(l[:min(len(l), maxLead)])
	for i, c := range zeros {
		if isHex(c) {
			zeros[i] = '0'
		}
	}
	switch string(zeros) {
	case "00000000-0000-0000-0000-000000000000":
		return "a UUID"
	case "00:00:00:00:00:00", "00-00-00-00-00-00":
		return "a MAC address"
	case "00:00:00":
		if count(l, classDigit) == 6 {
			return "a time"
		}
	}
	return ""
}

// magics are the first bytes of files that people paste in place of a packet.
var magics = [...]struct{ begins, name string }{
	{"\x89PNG\r\n", "a picture (PNG)"}, {"\xff\xd8\xff", "a picture (JPEG)"}, {"GIF8", "a picture (GIF)"},
	{"PK\x03\x04", "an archive (ZIP)"},
	{"\x1f\x8b", "a gzip file"}, {"7z\xbc\xaf", "an archive (7-Zip)"}, {"Rar!", "an archive (RAR)"},
	{"%PDF", "a PDF document"}, {"\x7fELF", "a program (ELF)"},
	{"BZh", "an archive (bzip2)"}, {"RIFF", "a sound or picture (RIFF)"}, {"OggS", "a sound (Ogg)"},
	{"MZ", "a program of Windows"},
}

// noPacketAtAll says of a text what it is in place of a packet, and what to do with it; nil where that is not known.
func noPacketAtAll(text []byte) *Error {
	t := bytes.TrimSpace(text)
	first, rest, _ := bytes.Cut(t, []byte("\n"))
	line := strings.TrimSpace(string(first))
	link := false
	for _, scheme := range [...]string{"steam://connect/", "steam://", "unreal://", "ut2004://", "minecraft://"} {
		if after, ok := strings.CutPrefix(line, scheme); ok {
			line, link = strings.TrimSuffix(after, "/"), true
			break
		}
	}
	if after, ok := strings.CutPrefix(line, "connect "); ok { // of a console, perhaps with a password
		line, _, _ = strings.Cut(after, ";")
	}
	host, port, ok := cutPort(line)
	if _, err := netip.ParseAddr(line); err == nil && len(rest) == 0 {
		return &Error{1, 1, "the address of a host (" + line + ")", "a packet", "the packet is not in it; fragscope query " +
			line + " asks a server there for it"}
	}
	if !ok { // with a column for the port, and others behind it
		if words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t,;", r) }); len(words) > 1 &&
			len(words[1]) > 3 &&
			strings.Count(words[0], ".") == 3 {
			line = words[0] + ":" + words[1]
			host, port, ok = cutPort(line)
		}
	}
	switch {
	case ok && len(rest) == 0:
		what := "the address of a server"
		if link {
			what = "a link to a server"
		}
		return &Error{1, 1, what + " (" + line + ")", "a packet", "the packet is not in it; fragscope query " + host + ":" +
			port + " asks the server for it"}
	case ok:
		return &Error{1, 1, "a list of addresses", "a packet", "no packet is in it; fragscope query asks each server for one"}
	}
	for _, begin := range [...]string{"Array\n(", "Array (", "stdClass Object", "object(", "array(", "print_r"} {
		if strings.HasPrefix(string(t[:min(len(t), 40)]), begin) && bytes.Contains(t, []byte("=>")) {
			return &Error{1, 1, "what another program has decoded", "the packet itself",
				"the bytes are not in it; print them as hex before they are decoded"}
		}
	}
	if n := bytes.Count(t, []byte("\ufffd")); n > 0 {
		return &Error{1, 1, "U+FFFD in " + strconv.Itoa(n) + " " + plural(n, "place") +
			", which a program puts where bytes are " +
			"no text", "the bytes as hex", "they cannot be restored; print the packet as hex (tcpdump -X, xxd)"}
	}
	if dotted(t) {
		return &Error{1, 1, "text in which a dot or ? stands for each byte that is no character", "the bytes as hex",
			"they cannot be restored; print the packet as hex (tcpdump -X, xxd)"}
	}
	return nil
}

// dotted reports whether runs of dots or ? are between other characters, as tcpdump -A and columns of characters have
// them.
func dotted(t []byte) bool {
	pairs := 0
	for token := range tokens(bytes.ReplaceAll(t, []byte("\n"), []byte(" ")), 0) {
		if token.len() == 2 && all(token.of(t), classHex) {
			pairs++ // the bytes are beside them
		}
	}
	runs, dots := 0, 0
	for i := 0; i < len(t); i++ {
		from := i
		for i < len(t) && (t[i] == '.' || t[i] == '?') {
			i++
		}
		if dots += i - from; i-from == 2 || i-from > 3 {
			runs++
		}
	}
	return pairs < 4 && (runs > 1 || bytes.HasPrefix(t, []byte("????")) || bytes.HasPrefix(t, []byte("...."))) &&
		dots*20 > len(t)
}

// cutPort parts an address and a port.
func cutPort(s string) (host, port string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i <= 0 || len(s) > 80 {
		return "", "", false
	}
	host, port = s[:i], s[i+1:]
	n, isPort := number([]byte(port), 10)
	dots := 0
	for k := range len(host) {
		if host[k] == '.' {
			dots++
		} else if !isWord(host[k]) && host[k] != '-' && host[k] != '[' && host[k] != ']' && host[k] != ':' {
			return "", "", false
		}
	}
	return host, port, isPort && n > 0 && n < 65536 && (dots > 0 || host[0] == '[' || host == "localhost") &&
		len(port) >= 2
}

// prose is the error for text that no family claims.
func (p *parser) prose() *Error {
	l, start := p.src.text(p.src.firstLine())
	word := nextToken(l, 0).of(l)
	if len(word) == 0 {
		return p.fail(0, "nothing", "a packet as hex, a dump, a literal or text", "paste something")
	}
	if bytes.Count(p.src.s, []byte(`\n`)) > 1 && bytes.Count(p.src.s, []byte("\n")) < 3 { // a dump in a string
		k := bytes.Index(p.src.s, []byte(`\n`))
		return p.fail(k, `\n in place of the end of a line`, "lines",
			"print the text itself, or put a line end in place of each \\n")
	}
	if isHex(word[0]) && (len(word)%2 == 0 || looksHex(word)) && mostlyHex(l) { // it begins with bytes: where do they end?
		for k, c := range l {
			if !between(c) && !isHex(c) {
				return p.noDigit(start+k, aHexDigit)
			}
		}
	}
	return p.fail(start, "text, neither a dump nor a packet ("+p.excerpt(start, start+len(word))+")",
		"hex, a dump, a literal, base64 or \\status\\", "paste only the packet's lines")
}

// mostlyHex reports whether more words of a line are hex digits or stand for any byte, most of each, than are not.
func mostlyHex(l []byte) bool {
	hex, other := 0, 0
	for token := range tokens(l, 0) {
		word := token.of(l)
		any := bytes.Count(word, []byte("X")) + bytes.Count(word, []byte("x")) + bytes.Count(word, []byte("?"))
		if 4*(count(word, classHex)+any) >= 3*len(word) {
			hex++
		} else {
			other++
		}
	}
	return hex > other
}

// aHexDigit is what is expected where none is.
const aHexDigit = "a hex digit"

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

func (p *parser) odd(off int) *Error {
	return p.fail(off, "a hex digit alone ("+p.char(off)+")", "two digits a byte", "a digit is missing or one too many")
}

// dots reports whether an ellipsis begins at l[i].
func dots(l []byte, i int) bool {
	c := charAt(l, i)
	return c == ellipsis || c == '.' && charAt(l, i+1) == '.'
}

func (p *parser) missing(off int) *Error {
	return p.fail(off, "an ellipsis", "the bytes themselves",
		"the bytes between are not printed, so the packet cannot be read from this; paste a whole dump")
}
