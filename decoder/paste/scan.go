package paste

import (
	"iter"
	"math"
	"strings"
)

// class is a set of characters. Everything that is read here is runs of one class and what parts them.
type class uint8

const (
	classBlank  class = 1 << iota // spaces and tabs, not the end of a line
	classOctal                    // 0 to 7
	classDigit                    // 0 to 9
	classHex                      // and a to f, A to F
	classLetter                   // A to Z, a to z
	classUnder                    // _
	classMark                     // what may be between the bytes of plain hex beside blanks
	classLine                     // the end of a line

	classWord = classLetter | classDigit | classUnder // what names are made of
)

const (
	blanks    = " \t\r\v\f"
	hexDigits = "0123456789abcdefABCDEF"
)

// classes gives the classes of every character.
var classes = func() (t [256]class) {
	for of, chars := range [...]string{
		classBlank: blanks, classOctal: "01234567", classDigit: "0123456789", classHex: hexDigits,
		classLetter: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", classUnder: "_", classMark: ",:;-_|.\"'`",
		classLine: "\n",
	} {
		for i := range len(chars) {
			t[chars[i]] |= class(of)
		}
	}
	return t
}()

func isBlank(c byte) bool { return classes[c]&classBlank != 0 }

func isDigit(c byte) bool { return classes[c]&classDigit != 0 }

func isLetter(c byte) bool { return classes[c]&classLetter != 0 }

func isWord(c byte) bool { return classes[c]&classWord != 0 }

func isHex(c byte) bool { return classes[c]&classHex != 0 }

// run is where the run of characters of one class ends that begins at l[i].
func run(l []byte, i int, of class) int {
	for i < len(l) && classes[l[i]]&of != 0 {
		i++
	}
	return i
}

// all reports whether l is of one class, all of it.
func all(l []byte, of class) bool { return run(l, 0, of) == len(l) }

// count is how many characters of l are of a class.
func count(l []byte, of class) (n int) {
	for _, c := range l {
		if classes[c]&of != 0 {
			n++
		}
	}
	return n
}

func trimLeft(l []byte) []byte { return l[run(l, 0, classBlank):] }

func trimRight(l []byte) []byte {
	for len(l) > 0 && isBlank(l[len(l)-1]) {
		l = l[:len(l)-1]
	}
	return l
}

// trimLines takes blanks and ends of lines from the end of l.
func trimLines(l []byte) []byte {
	for len(l) > 0 && classes[l[len(l)-1]]&(classBlank|classLine) != 0 {
		l = l[:len(l)-1]
	}
	return l
}

func trim(l []byte) []byte { return trimLeft(trimRight(l)) }

// strip takes chars from both ends of l, as bytes.Trim does, which is made for
// any character and would be 6 kB more in the page.
func strip(l []byte, chars string) []byte {
	for len(l) > 0 && strings.IndexByte(chars, l[0]) >= 0 {
		l = l[1:]
	}
	for len(l) > 0 && strings.IndexByte(chars, l[len(l)-1]) >= 0 {
		l = l[:len(l)-1]
	}
	return l
}

// oneOf reports whether word is one of words, which have spaces around each, in whatever case it is written.
func oneOf(words string, word []byte) bool {
	first := lowerByte(charAt(word, 0))
	for i := 0; ; i++ { // where the first letter is
		next := strings.IndexByte(words[i:], first)
		i += next
		if next < 0 || i+len(word) >= len(words) {
			return false
		}
		n := 0
		for n < len(word) && lowerByte(word[n]) == words[i+n] {
			n++
		}
		if n == len(word) && i > 0 && words[i-1] == ' ' && words[i+n] == ' ' {
			return true
		}
	}
}

// lowerByte is c in lower case.
func lowerByte(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// charAt is l[i], or 0 after its end.
func charAt(l []byte, i int) byte {
	if i < len(l) {
		return l[i]
	}
	return 0
}

// span is a range of a line or of source.s.
type span struct{ start, end int }

func (t span) of(l []byte) []byte { return l[t.start:t.end] }

func (t span) len() int { return t.end - t.start }

// nextToken is the next run of characters that are not blank; it is empty at the end of the line.
func nextToken(l []byte, i int) span {
	i = run(l, i, classBlank)
	j := i
	for j < len(l) && !isBlank(l[j]) {
		j++
	}
	return span{i, j}
}

// tokens are all of them from i on.
func tokens(l []byte, i int) iter.Seq[span] {
	return func(yield func(span) bool) {
		for t := nextToken(l, i); t.len() > 0 && yield(t); t = nextToken(l, t.end) {
		}
	}
}

// The values of digits; 0xff for everything else.
var (
	hexValue    = digitValues("0123456789abcdef", "0123456789ABCDEF")
	base64Value = digitValues(base64Digits+"+/", base64Digits+"-_") // the second is the alphabet for addresses
	base32Value = digitValues(base64Digits[:26]+"234567", base64Digits[26:52])
	// base32HexValue is that of the other alphabet, in which the digits come first.
	base32HexValue = digitValues("0123456789" + base64Digits[:22])
)

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// digitValues gives every character its place in one of the alphabets.
func digitValues(alphabets ...string) (t [256]uint8) {
	for c := range t {
		t[c] = 0xff
	}
	for _, digits := range alphabets {
		for i := range len(digits) {
			t[digits[i]] = uint8(i)
		}
	}
	return t
}

// mostNumber may have one more digit of 16 and is an int, of 32 bits too.
const mostNumber = min(1<<46, math.MaxInt>>4)

// number reads digits in base; false when one is not of that base or it is too large.
func number(digits []byte, base int) (int, bool) {
	v := 0
	for _, c := range digits {
		d := int(hexValue[c])
		if d >= base || v > mostNumber {
			return 0, false
		}
		v = v*base + d
	}
	return v, len(digits) > 0
}

// isQuote reports whether c is around a string.
func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// isName reports whether names are made of c, in any language.
func isName(c byte) bool { return isWord(c) || c == '$' || c >= 0x80 && c != ellipsis }

// isJoint reports whether c joins the numbers of a time, a date or an address.
func isJoint(c byte) bool { return strings.IndexByte(":-/.", c) >= 0 }

// lookalikeRunes are ASCII characters, each with those that word processors and forums write instead of it.
var lookalikeRunes = [...]string{
	" \u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u202f\u205f\u2060\u3000\ufeff",
	"'\u2018\u2019\u201a\u201b\u2032", "\"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb",
	"-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2501\u2550", "|\u2502\u2503\u2551\u250a\u2506\u254e", ">\u2192",
	"<\u2190",
	"+\u250c\u2510\u2514\u2518\u251c\u2524\u252c\u2534\u253c\u2554\u2557\u255a\u255d\u2560\u2563\u2566\u2569\u256c",
}

// plainByte gives the byte that stands for a character outside ASCII.
func plainByte(r rune) byte {
	for _, chars := range lookalikeRunes {
		if has(chars, string(r)) {
			return chars[0]
		}
	}
	switch {
	case r == '\u2026':
		return ellipsis
	case r > '\uff00' && r < '\uff5f': // ASCII as wide as Chinese characters
		return byte(r - 0xfee0)
	}
	return otherRune
}

// comment reports whether a comment begins at l[i].
func comment(l []byte, i int) bool {
	return l[i] == '#' && (i == 0 || !isWord(l[i-1]) || charAt(l, i+1) == ' ') || l[i] == '/' && charAt(l, i+1) == '/'
}

// between reports whether a character may be between the bytes.
func between(c byte) bool { return classes[c]&(classBlank|classMark) != 0 }
