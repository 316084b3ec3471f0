package paste

import "strings"

// A spelling is one way of writing a byte as a number. Adding one is adding a row.
type spelling struct {
	name          string
	before, after string
	base          int
	least, most   int  // digits
	touching      bool // the next one may follow without anything between
}

// spellings are tried in this order. Without a mark before or after them, the
// digits of all bytes together tell the base: see bare.
var spellings = [...]spelling{
	{"hex numbers with 0x before each", "0x", "", 16, 1, 2, false},
	{"hex numbers with 0x before each", "0X", "", 16, 1, 2, false},
	{"hex numbers with \\x before each", `\x`, "", 16, 2, 2, true},
	{"hex numbers with #$ before each", "#$", "", 16, 1, 2, true},
	{"hex numbers between 16# and #", "16#", "#", 16, 1, 2, false},
	{"binary numbers between 2# and #", "2#", "#", 2, 1, 8, false},
	{"hex numbers between &#x and ;", "&#x", ";", 16, 1, 2, true},
	{"hex numbers with &H before each", "&H", "", 16, 1, 2, false},
	{"hex numbers with &h before each", "&h", "", 16, 1, 2, false},
	{"hex numbers with $ before each", "$", "", 16, 1, 2, false},
	{"octal numbers with 0o before each", "0o", "", 8, 1, 3, false},
	{"binary numbers with 0b before each", "0b", "", 2, 1, 8, false},
	{"decimal numbers with # before each", "#", "", 10, 1, 3, true},
	{"hex numbers between x\" and \"", `x"`, `"`, 16, 2, 2, false},
	{"hex numbers with 8'h before each", "8'h", "", 16, 1, 2, false},
	{"decimal numbers between Chr( and )", "Chr(", ")", 10, 1, 3, false},
	{"hex numbers between '0x and '", "'0x", "'", 16, 1, 2, false},
	{"pairs of hex digits between quotes", "'", "'", 16, 2, 2, false},
	{"hex numbers with h after each", "", "h", 16, 1, 3, false},
	{"hex numbers with H after each", "", "H", 16, 1, 3, false},
}

// The other ways, of which a run is one as a whole.
const (
	spelledBare = len(spellings) + iota // digits and nothing else
	spelledText                         // characters between the numbers, as assemblers and Erlang have them
	spelledNone
)

// firstSpelling is the first row of spellings that a byte may be of that begins with a character, spelledBare if it is
// none, and spelledNone if no byte begins so.
var firstSpelling = func() (t [256]int) {
	for c := range t {
		t[c] = spelledNone
		if c == '-' || c == '(' {
			t[c] = spelledBare
		}
		for how := len(spellings) - 1; how >= 0; how-- {
			if before := spellings[how].before; before == "" && isHex(byte(c)) || before != "" && int(before[0]) == c {
				t[c] = how
			}
		}
	}
	return t
}()

// casts and typeSuffixes are what languages write around a number.
var (
	casts        = [...]string{"(byte)", "(sbyte)", "(char)", "(uint8_t)", "(unsigned char)"}
	typeSuffixes = [...]string{".toByte()", "_u8", "'u8", "u8", "uy", "u", "U", "y"}
)

// A cell is a byte, or some in a row, as it is written: digits in s and how they are meant.
type cell struct {
	start, end    int32 // with its marks
	before, after uint8 // characters around its digits
	how           uint8 // number of its spelling
}

// digits is where the digits of c are.
func (c *cell) digits() span { return span{int(c.start) + int(c.before), int(c.end) - int(c.after)} }

// cellOf makes a cell; it is none if its marks are longer than any are.
func cellOf(start, from, to, end, how int) cell {
	if from-start > 99 || end-to > 99 {
		how = spelledNone
	}
	return cell{int32(start), int32(end), uint8(from - start), uint8(end - to), uint8(how)}
}

// spelled reads the byte that begins at l[i]; how is spelledNone where there is none.
func spelled(l []byte, i int) cell {
	start := i
	if charAt(l, i) == '(' {
		for _, cast := range casts {
			if strings.HasPrefix(string(l[i:min(len(l), i+len(cast))]), cast) {
				i = run(l, i+len(cast), classBlank)
				break
			}
		}
	}
	first := firstSpelling[charAt(l, i)]
	if first == spelledNone {
		return cell{how: uint8(spelledNone)}
	}
	if c, ok := blob(l, i); ok {
		return c
	}
	for how := first; how < len(spellings); how++ {
		s := &spellings[how]
		if s.before != "" && l[i] != s.before[0] {
			continue
		}
		from := i + len(s.before)
		if from > len(l) || string(l[i:from]) != s.before {
			continue
		}
		end := from
		for end < len(l) && int(hexValue[l[end]]) < s.base {
			end++
		}
		n := end - from
		if n < s.least || n > s.most || string(l[end:min(len(l), end+len(s.after))]) != s.after || n == 3 && s.base == 16 &&
			l[from] != '0' {
			continue
		}
		if v, _ := number(l[from:end], s.base); v > 255 {
			continue
		}
		if end = typed(l, end+len(s.after)); end < len(l) && isWord(l[end]) && !(s.touching && l[end] != '_') {
			continue
		}
		return cellOf(start, from, from+n, end, how)
	}
	from := i
	if charAt(l, i) == '-' && isDigit(charAt(l, i+1)) {
		from++
	}
	to := run(l, from, classHex)
	if n := to - from; n == 0 || n > 4 && n%2 != 0 && (n > 8 || len(strip(l[from:to], "01")) > 0) {
		return cell{how: uint8(spelledNone)}
	}
	end := typed(l, to)
	if end < len(l) && (isWord(l[end]) || l[end] == '?' && to == i+1) { // or a digit that cannot be read
		return cell{how: uint8(spelledNone)}
	}
	return cellOf(start, from, to, end, spelledBare)
}

// blob reads all bytes at once behind one mark, as databases and Go write them.
func blob(l []byte, i int) (c cell, ok bool) {
	if mark := charAt(l, i); mark != '0' && mark != '\\' || charAt(l, i+1)|0x20 != 'x' {
		return c, false
	}
	end := run(l, i+2, classHex)
	n := end - i - 2
	return cellOf(i, i+2, end, end, spelledBare), n >= 6 && n%2 == 0 && (end == len(l) || !isWord(l[end]))
}

// typed is where a number with its type ends whose digits end at i.
func typed(l []byte, i int) int {
	if c := charAt(l, i); c != '.' && c != '\'' && !isWord(c) {
		return i
	}
	for _, s := range typeSuffixes {
		if end := i + len(s); end <= len(l) && string(l[i:end]) == s && (end == len(l) || !isWord(l[end])) {
			return end
		}
	}
	return i
}

// A reading of bare digits: what all of a run have in common.
const (
	barePairs   = 1 << iota // two hex digits each
	bareGroups              // an even number of hex digits each
	bareDecimal             // a number from -128 to 255, without zeros before it unless all have three digits
	bareOctal               // up to three octal digits, the first of them 0, or three digits each
	bareBits                // eight binary digits each
	bareMixed               // decimal or, after a 0, octal, as C has it beside numbers with a mark

	// Without zeros before them:
	bareShortHex   // one or two hex digits
	bareShortOctal // up to three octal digits
	bareShortBits  // up to eight binary digits
)

// shortWays are these, in the order in which they are tried.
var shortWays = [...]struct {
	way    uint16
	base   int
	digits int
	name   string
}{
	{bareShortBits, 2, 8, "binary numbers without zeros before them"},
	{bareShortOctal, 8, 3, "octal numbers without zeros before them"},
	{bareShortHex, 16, 2, "hex numbers without zeros before them"},
}

// unpadded reports whether a number in a list without marks may be binary or octal, so that its neighbours have other
// lengths.
func unpadded(c *cell, l []byte) bool {
	d := c.digits().of(l)
	if d[0] > '1' || len(d) > 8 { // most numbers
		return false
	}
	_, octal := number(d, 8)
	_, binary := number(d, 2)
	return octal && d[0] == '0' && len(d) != 2 && len(d) <= 4 || binary && (d[0] == '1' || len(d) == 1)
}

// negative reports whether a minus is before the digits of c.
func (c *cell) negative(s []byte) bool { return c.before > 0 && s[c.digits().start-1] == '-' }

// bare says how the digits of c may be meant; octal: decimal is not.
func bare(s []byte, c *cell, octal bool) (ways uint16) {
	d := c.digits().of(s)
	negative := c.negative(s)
	v, decimal := number(d, 10)
	if decimal && !octal && len(d) <= 3 && (v <= 255 && !negative || v <= 128 && negative) && (len(d) == 1 ||
		len(d) == 3 || d[0] != '0') {
		ways |= bareDecimal
	}
	if negative {
		return ways
	}
	for _, short := range &shortWays {
		if len(d) > short.digits || d[0] == '0' && len(d) > 1 {
			continue
		}
		if v, ok := number(d, short.base); ok && v < 256 {
			ways |= short.way
		}
	}
	if len(d)%2 == 0 {
		ways |= bareGroups
		if len(d) == 2 {
			ways |= barePairs
		}
	}
	if v, ok := number(d[:min(len(d), 5)], 8); ok && v < 256 && len(d) <= 4 && (len(d) == 3 || d[0] == '0' || octal) {
		ways |= bareOctal
	}
	if isBits(d) {
		ways |= bareBits
	}
	return ways
}

// isBits reports whether d is a byte in eight binary digits.
func isBits(d []byte) bool {
	_, ok := number(d[:min(len(d), 9)], 2)
	return ok && len(d) == 8
}

// putCell adds the bytes of c.
func (p *parser) putCell(c *cell, way uint16) {
	d := c.digits().of(p.src.s)
	at, off, width := c.digits().start, int(c.start), int(c.end-c.start)
	if c.how == uint8(spelledText) {
		p.characters(at, at+len(d))
		return
	}
	base := 16
	switch {
	case int(c.how) < len(spellings):
		base = spellings[c.how].base
	case way == bareBits:
		for k := 0; k+8 <= len(d); k += 8 {
			v, _ := number(d[k:k+8], 2)
			p.put(byte(v), at+k, 8)
		}
		return
	case way == bareGroups && p.opts.otherBase && (len(d) == 4 || len(d) == 8) && c.before&^2 == 0: // 0x too
		for k := len(d) - 2; k >= 0; k -= 2 {
			p.put(hexValue[d[k]]<<4|hexValue[d[k+1]], at+k, 2)
		}
		return
	case way == bareGroups:
		p.plainBytes(d, at)
		return
	case way == bareDecimal, way == bareMixed && (d[0] != '0' || len(d) == 1):
		base = 10
	case way == bareMixed, way == bareOctal:
		base = 8
	default:
		for _, short := range &shortWays {
			if way == short.way {
				base = short.base
			}
		}
	}
	v, _ := number(d, base)
	if int(c.how) == spelledBare && c.negative(p.src.s) {
		v = -v
	}
	p.put(byte(v), off, width)
}
