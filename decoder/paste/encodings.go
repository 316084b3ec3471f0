package paste

import (
	"bytes"
	"slices"
	"strconv"
)

// sniffBase64 claims lines of base64 that cannot be hex with a mistyped digit, and uuencoded lines and ASCII85, which
// have marks.
func (p *parser) sniffBase64() guess {
	if p.uuencoded(0) >= 0 {
		return guess{sure, Uuencode, "lines that begin with how many bytes they have"}
	}
	if p.src.contains("<~") && p.src.contains("~>") {
		return guess{sure, ASCII85, "text between <~ and ~>"}
	}
	if t, _ := p.src.text(p.src.firstLine()); len(t) > 3 && string(t[:2]) == "0x" && all(t[2:4], classHex) ||
		!p.src.words() && !slices.ContainsFunc([]byte("+/_=xX"), func(c byte) bool { return p.src.present[c] }) {
		return guess{} // 0x79, hex digits
	}
	var seen [256]int
	for _, l := range p.src.texts(p.src.beginning()) {
		if len(strip(l, "-")) == 0 {
			return guess{} // below a heading
		}
		for _, c := range l {
			if base64Value[c] == 0xff && c != '=' {
				return guess{}
			}
			seen[c]++
		}
	}
	sum := func(chars string) (n int) {
		for i := range len(chars) {
			n += seen[chars[i]]
		}
		return n
	}
	upper, lower, numbers, pads := sum(base64Digits[:26]), sum(base64Digits[26:52]), sum(base64Digits[52:]+"+/"), seen['=']
	digits := upper + lower + numbers + sum("-_")
	other, alike, whole := digits-sum(hexDigits), sum("OLISZGoliszg"), (digits+pads)%8 == 0
	switch {
	case lower == 0 && whole && numbers > 0 && digits >= 16 && numbers == sum("234567"):
		return guess{likely, Base32, "capital letters and the digits 2 to 7 only, a multiple of eight with the = at the end"}
	case lower == 0 && whole && pads > 2 && digits == numbers+upper && sum("WXYZ+/") == 0:
		return guess{likely, Base32, "the digits and the letters A to V only, filled with = to a multiple of eight"}
	case pads == 0 && other == alike && other*6 <= digits: // hex in which letters stand for digits
	case digits < 4 || pads > 3*p.src.count() || pads > digits:
	case pads > 0 && ((digits+pads)%4 == 0 || digits >= 16):
		return guess{likely, Base64, "letters, digits, + and / only, filled with = to a multiple of four"}
	case digits >= 16 && digits%4 > 1 && upper > 0 && lower > 0 && numbers > 0 && (seen['-']+seen['_'] > 0 ||
		digits >= 32) && other*10 > digits:
		return guess{perhaps, Base64, "letters, digits, - and _ only, as addresses have them, without = at the end"}
	case digits < 16 || digits%4 != 0 || other*10 <= digits:
	case upper > 0 && lower > 0 && numbers > 0, digits >= 32:
		return guess{perhaps, Base64, "only letters, digits, + and /, a multiple of four of them"}
	}
	return guess{}
}

// readBase64 reads one datagram a line, or one from lines that were wrapped at equal length.
func (p *parser) readBase64() *Error {
	switch p.res.Format {
	case Uuencode:
		return p.readUuencode()
	case ASCII85:
		return p.readASCII85()
	}
	for i := 0; i < p.src.count(); i++ {
		prev, start := p.src.text(i)
		width := len(prev)
		for width >= 32 && i+1 < p.src.count() {
			next, _ := p.src.text(i + 1)
			if len(prev) != width || prev[width-1] == '=' || len(next) == 0 || len(next) > width {
				break
			}
			prev = next
			i++
		}
		if err := p.base64(start, p.src.span(i).end); err != nil {
			return err
		}
		p.finish()
	}
	return nil
}

// base64 decodes the characters from start to stop in s.
func (p *parser) base64(start, stop int) *Error {
	alphabet, each, most := &base64Value, uint(6), 2
	if p.res.Format == Base32 {
		alphabet, each, most = &base32Value, 5, 6
		if seen := &p.src.present; seen['0'] || seen['1'] || seen['8'] || seen['9'] {
			alphabet = &base32HexValue
		}
	}
	bits, have := uint32(0), uint(0)
	n, pads, from, last := 0, 0, 0, 0
	for off := start; off < stop; off++ {
		c := p.src.s[off]
		v := alphabet[c]
		if v == 0xff && (isBlank(c) || c == '\n' || c == ',') {
			continue
		}
		last = off
		switch {
		case v == 0xff && c == '=' && pads < most:
			pads++
			continue
		case v == 0xff:
			return p.fail(off, p.char(off), "a digit of "+p.res.Format.String()+", or = at the end", "paste it again")
		case pads > 0:
			return p.fail(off, p.char(off)+" after '='", "the end of the base64", "put the next datagram on a line of its own")
		case have == 0:
			from = off
		}
		bits = bits<<(each&31) | uint32(v)
		have += each
		n++
		if have >= 8 {
			have -= 8
			p.put(byte(bits>>have), from, off-from+1)
			from = off
		}
	}
	if each == 6 && n%4 == 1 {
		return p.fail(last, "one base64 digit too many", "a multiple of four, or = at the end",
			"a part of the base64 is missing")
	}
	if have > 0 && bits&(1<<have-1) != 0 {
		p.note(last, "the last base64 digit has bits that belong to no byte; the text may be cut off")
	}
	return nil
}

// base64Marks are what is before base64 that is a part of something else: a document, a mail, a link.
var base64Marks = [...]string{"!!binary", ":: ", ";base64,", "-----BEGIN ", "begin-base64 ",
	"Content-Transfer-Encoding: base64", "<data>"}

// noPackets are what the first line of a PEM file calls that is none.
var noPackets = [...]string{"KEY", "CERT", "PGP", "SIG", "REQ", "CRL", "PARAM", "PKCS", "CMS"}

// unbase64 leaves only the base64 behind marks.
func (src *source) unbase64() bool {
	if !slices.ContainsFunc(base64Marks[:], src.contains) {
		return src.base64Block()
	}
	inside, kept := false, 0
	begun := false // what is below the mark, not the rest of its head
	return src.cut(func(l []byte) (span, bool) {
		from := 0
		for _, mark := range base64Marks {
			k := bytes.Index(l, []byte(mark))
			if k < 0 || mark == ":: " && k != run(l, 0, classWord) {
				continue
			}
			label := string(l[k:])
			inside = mark != "-----BEGIN " || !slices.ContainsFunc(noPackets[:], func(none string) bool {
				return has(label, none)
			})
			begun, from = false, k+len(mark)
			if mark == "-----BEGIN " {
				return span{}, true
			}
		}
		t := bytes.TrimSuffix(strip(l[from:], " \t|\"'"), []byte("</data>"))
		if n := len(t); inside && len(strip(t, "=")) > 0 && isBase64(t) {
			from += bytes.Index(l[from:], t)
			kept, begun, inside = kept+n, true, t[n-1] != '='
			return span{from, from + n}, true
		}
		inside = inside && !begun
		return span{}, true
	}, func() bool { return kept >= 8 })
}

// base64Block leaves only the lines that are base64 as it is wrapped, where there are others: as long as each other but
// for the last, and of digits, small and large letters.
func (src *source) base64Block() bool {
	if !src.words() {
		return false
	}
	whole, other := make([]bool, src.count()), false
	for i, t := range src.texts(src.count()) {
		whole[i] = len(strip(t, "=")) > 0 && isBase64(t)
		other = other || !whole[i]
	}
	if !other {
		return false
	}
	from, end := 0, 0
	for i := 0; i < src.count(); i++ {
		first, _ := src.text(i)
		last, total := i, len(first)
		for last+1 < src.count() && len(first) >= 32 && whole[i] && whole[last+1] && src.span(last).len() == src.span(
			i).len() && src.span(last+1).len() <= src.span(i).len() {
			last++
			total += len(trim(src.span(last).of(src.s)))
		}
		if whole[i] && total >= 24 && total%4 == 0 && !all(first, classHex) && isMixed(first) {
			if end > 0 {
				return false // the mark of each is missing
			}
			from, end = i, last+1
		}
		i = last
	}
	if end == 0 {
		return false
	}
	lines := src.spans()
	for i := range lines {
		if i < from || i >= end {
			if t, _ := src.text(i); len(t) >= 8 && len(t)%4 == 0 && isBase64(t) && (t[len(t)-1] == '=' || isMixed(t)) {
				return false
			}
			lines[i].end = lines[i].start
		}
	}
	src.lines = lines
	return true
}

// isMixed reports whether small and large letters and digits are in t.
func isMixed(t []byte) bool {
	return count(t, classDigit) > 0 && bytes.ContainsAny(t, base64Digits[:26]) && bytes.ContainsAny(t, base64Digits[26:52])
}

// isBase64 reports whether l is base64 digits, perhaps with = at the end.
func isBase64(l []byte) bool {
	for _, c := range strip(l, "=") {
		if base64Value[c] == 0xff {
			return false
		}
	}
	return true
}

// uuencoded returns the first of uuencoded lines from line i on: that behind a line of begin, or the first of a text
// whose lines are as long as they say, of which the first has 45 bytes or the last none; -1 for none.
func (p *parser) uuencoded(i int) int {
	if i == 0 {
		first, whole := p.src.firstLine(), true
		for _, l := range p.src.texts(p.src.count()) {
			whole = whole && len(l) == 1+(uuSize(l)+2)/3*4
		}
		if l, _ := p.src.line(first); whole && (charAt(l, 0) == 'M' || bytes.HasSuffix(trimLines(p.src.s), []byte("\n`"))) {
			return first
		}
	}
	for ; i+1 < p.src.count() && p.src.contains("begin "); i++ {
		t, _ := p.src.text(i)
		if mode := nextToken(t, 6); bytes.HasPrefix(t, []byte("begin ")) && mode.len() >= 3 && all(mode.of(t), classOctal) {
			return i + 1
		}
	}
	return -1
}

// uuDigit is the digit at l[k]; spaces at the end of a line may be lost.
func uuDigit(l []byte, k int) uint { return uint(max(charAt(l, k), ' ')-' ') & 63 }

// uuSize is how many bytes a uuencoded line says it has.
func uuSize(l []byte) int { return int(uuDigit(l, 0)) }

// readUuencode reads lines whose first character says how many bytes they have, of which four characters are three.
func (p *parser) readUuencode() *Error {
	for i := p.uuencoded(0); i >= 0; i = p.uuencoded(i) {
		for size := 1; size > 0; i++ {
			if i >= p.src.count() && !p.src.contains("begin ") {
				break
			} else if i >= p.src.count() {
				return p.fail(len(p.src.s), "the end of the text", "a line without bytes below uuencoded ones", "paste all of it")
			}
			l, at := p.src.line(i)
			for k, c := range l {
				if c < ' ' || c > '`' {
					return p.fail(at+k, p.char(at+k), "a character from space to `", "paste the line again")
				}
			}
			if size = uuSize(l); len(l) == 0 && p.src.contains("begin ") {
				p.note(at, "no line without bytes ends the uuencoded ones: the text may be cut off")
			}
			if need := 1 + (size*8+5)/6; len(trimRight(l)) > need+3 || len(l) < need-2 {
				return p.fail(at, "a line of "+strconv.Itoa(len(l))+" characters", strconv.Itoa(size)+
					" bytes, as its first one says", "paste the line again")
			}
			for k := range size {
				first, shift := 1+k*8/6, k*8%6
				p.put(byte((uuDigit(l, first)<<6|uuDigit(l, first+1))>>(4-shift)), at+first, 2)
			}
		}
		p.finish()
	}
	return nil
}

// readASCII85 reads four bytes from five digits each, or from a z, between <~ and ~>.
func (p *parser) readASCII85() *Error {
	for at := 0; ; {
		from := bytes.Index(p.src.s[at:], []byte("<~"))
		if from < 0 {
			return nil
		}
		from += at + 2
		end := bytes.Index(p.src.s[from:], []byte("~>"))
		if end < 0 {
			return p.fail(from, "<~", "~> behind it", "paste all of it")
		}
		at = from + end + 2
		var value, digits uint64
		first := from
		put := func(n uint64) *Error {
			for pad := digits; pad < 5; pad++ {
				value = value*85 + 84
			}
			if value > 1<<32-1 {
				return p.fail(first, "five digits that are more than four bytes", "ASCII85", "paste it again")
			}
			for k := range n {
				p.put(byte(value>>(24-8*k)), first, 5)
			}
			value, digits = 0, 0
			return nil
		}
		for i := from; i < from+end; i++ {
			c := p.src.s[i]
			if digits == 0 {
				first = i
			}
			switch {
			case isBlank(c) || c == '\n':
				continue
			case c == 'z' && digits == 0:
				digits = 5
			case c < '!' || c > 'u':
				return p.fail(i, p.char(i), "a character from ! to u", "paste it again")
			default:
				value, digits = value*85+uint64(c-'!'), digits+1
			}
			if digits == 5 {
				if err := put(4); err != nil {
					return err
				}
			}
		}
		if digits > 0 {
			if err := put(digits - 1); err != nil {
				return err
			}
		}
		p.finish()
	}
}
