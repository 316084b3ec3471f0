package wire

import "unicode/utf8"

// cp1252High maps the bytes 80..9F; the rest of cp1252 is Latin-1. The five
// bytes that cp1252 leaves open keep their number as C1 controls, so that every
// byte has a character of its own and text can be turned back into bytes.
var cp1252High = [32]uint16{
	0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
	0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
}

func cp1252Rune(c byte) rune {
	if c >= 0x80 && c < 0xa0 {
		return rune(cp1252High[c-0x80])
	}
	return rune(c)
}

// Cp1252Byte is the reverse of cp1252Rune; ok is false for characters that
// cp1252 does not have.
func Cp1252Byte(u rune) (c byte, ok bool) {
	if u < 0x80 || u >= 0xa0 && u <= 0xff {
		return byte(u), true
	}
	for i, h := range cp1252High {
		if rune(h) == u {
			return byte(0x80 + i), true
		}
	}
	return 0, false
}

func appendCP1252(dst, b []byte) []byte {
	for _, c := range b {
		if c < 0x80 {
			dst = append(dst, c)
		} else {
			dst = utf8.AppendRune(dst, cp1252Rune(c))
		}
	}
	return dst
}

// cp1251High maps the bytes 80..BF; C0..FF are the letters from U+0410 on. The
// one byte that cp1251 leaves open keeps its number.
var cp1251High = [64]uint16{
	0x402, 0x403, 0x201a, 0x453, 0x201e, 0x2026, 0x2020, 0x2021, 0x20ac, 0x2030, 0x409, 0x2039, 0x40a, 0x40c, 0x40b, 0x40f,
	0x452, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x98, 0x2122, 0x459, 0x203a, 0x45a, 0x45c, 0x45b, 0x45f,
	0xa0, 0x40e, 0x45e, 0x408, 0xa4, 0x490, 0xa6, 0xa7, 0x401, 0xa9, 0x404, 0xab, 0xac, 0xad, 0xae, 0x407,
	0xb0, 0xb1, 0x406, 0x456, 0x491, 0xb5, 0xb6, 0xb7, 0x451, 0x2116, 0x454, 0xbb, 0x458, 0x405, 0x455, 0x457,
}

func appendCP1251(dst, b []byte) []byte {
	for _, c := range b {
		switch {
		case c < 0x80:
			dst = append(dst, c)
		case c < 0xc0:
			dst = utf8.AppendRune(dst, rune(cp1251High[c-0x80]))
		default:
			dst = utf8.AppendRune(dst, 0x410+rune(c-0xc0))
		}
	}
	return dst
}

func appendUTF16(dst, b []byte) []byte {
	for i := 0; i+1 < len(b); i += 2 {
		u := rune(LE16(b[i:]))
		if u >= 0xd800 && u < 0xdc00 && i+3 < len(b) {
			if low := rune(LE16(b[i+2:])); low >= 0xdc00 && low < 0xe000 {
				u = 0x10000 + (u-0xd800)<<10 + (low - 0xdc00)
				i += 2
			}
		}
		dst = utf8.AppendRune(dst, u) // a lone surrogate becomes U+FFFD
	}
	return dst
}

// ValidMultibyte reports whether b is UTF-8 with at least one character beyond
// ASCII.
func ValidMultibyte(b []byte) bool {
	return !ASCII(b) && utf8.Valid(b)
}

// ASCII reports whether no byte of b is beyond ASCII.
func ASCII(b []byte) bool {
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// Ucs2Mojibake reports whether the 16-bit text b is UTF-8 that was read as
// cp1252: every unit exists in cp1252 and the bytes are UTF-8 beyond ASCII.
func Ucs2Mojibake(b []byte) bool {
	var stack [256]byte
	raw, ok := appendUCS2Bytes(stack[:0], b)
	return ok && ValidMultibyte(raw)
}

// appendUCS2Bytes appends the cp1252 byte of each unit of b.
func appendUCS2Bytes(dst, b []byte) ([]byte, bool) {
	for i := 0; i+1 < len(b); i += 2 {
		c, ok := Cp1252Byte(rune(LE16(b[i:])))
		if !ok {
			return dst, false
		}
		dst = append(dst, c)
	}
	return dst, true
}

// BigEndian reports whether f is a text whose units have their most significant
// byte first.
func (f *Field) BigEndian() bool { return f.Kind == KindUCS2 && f.Def != nil && f.Def.BigEndian }

// Swapped appends the 16-bit units of b in the other byte order.
func Swapped(dst, b []byte) []byte {
	for i := 0; i+1 < len(b); i += 2 {
		dst = append(dst, b[i+1], b[i])
	}
	return dst
}

// AppendText appends the text of f as UTF-8, colour codes and control
// characters as they are.
func AppendText(dst, data []byte, f *Field) []byte {
	b := data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)]
	var stack [256]byte
	if f.BigEndian() {
		b = Swapped(stack[:0], b)
	}
	switch {
	case f.Kind == KindUCS2 && f.Flags&FlagUTF8 != 0:
		dst, _ = appendUCS2Bytes(dst, b)
		return dst
	case f.Kind == KindUCS2:
		return appendUTF16(dst, b)
	case f.Flags&FlagSpecial == 0 || f.Flags&FlagUTF8 != 0:
		return append(dst, b...)
	}
	return appendCP1252(dst, b)
}

// A ColourRun is a stretch of a text in one colour. Begin and End count bytes
// of the datagram, the colour code excluded.
type ColourRun struct {
	Begin, End int
	Code       int   // offset of the colour code that begins the run, -1 for none
	R, G, B    uint8 // meaningless when Code is -1 or Default is set
	Default    bool  // the code goes back to the default colour
}

// ColourStyle says which colour codes besides Unreal's ESC the texts of a
// message may hold. What is a code in one game is part of a name in another
// ("[B]ob", "^5"), so a protocol sets only what its games use.
type ColourStyle uint16

// The styles (protocol/SPEC.md#colour-codes).
const (
	ColourCaretHash   ColourStyle = 1 << iota // Unreal II XMP: ^ # and one letter
	ColourCaretDigit                          // id Tech and its mods: ^0 to ^9
	ColourBrackets                            // SWAT 4, Tribes, Republic Commando: [c=RRGGBB], [b], [\b], [u], [\u]
	ColourSection                             // Minecraft: the section sign, in UTF-8 or 16 bits, and a digit or letter
	ColourCaretHex                            // DarkPlaces (Nexuiz, Xonotic): ^x and three hexadecimal digits
	ColourCaretLetter                         // Enemy Territory, CPMA: ^ and a letter
	ColourCaretAny                            // Soldier of Fortune II: ^ and any character
	// Doom 3, Quake 4, Quake Wars: the same, ^c and three digits, ^i and three characters
	ColourIDTech4
	ColourSectionByte // Minecraft's query: the section sign in a single byte, unless the text is UTF-8
	ColourGlyphs      // Quake, QuakeWorld: no codes, but characters of the game's own
	ColourZDoom       // Zandronum and others on ZDoom: 1C and a letter, or a name in brackets
)

// colourCode reports the length in units of the colour code at the start of u,
// 0 for none, and its colour. unit is the number of bytes of a character, 1 or
// 2.
func colourCode(u []byte, unit int, style ColourStyle) (n int, r, g, b uint8, def bool) {
	var at [10]int
	switch at[0] = letterAt(u, unit, 0); at[0] {
	case 0x1b, 0x1c, '^', '[', 0xc2, 0xa7:
		for i := range at {
			at[i] = letterAt(u, unit, i)
		}
	}
	switch at[0] {
	case 0x1b: // ESC, red, green, blue; cut at the end of a name
		left := len(u)/unit - 1
		if left < 3 {
			return left + 1, 0, 0, 0, true
		}
		return 4, component(at[1]), component(at[2]), component(at[3]), false
	case 0x1c:
		if style&ColourZDoom == 0 {
			return 0, 0, 0, 0, false
		}
		n = 1
		if at[1] == '[' {
			for n < len(u)/unit-1 && letterAt(u, unit, n) != ']' {
				n++
			}
		}
		return min(n+1, len(u)/unit), 0, 0, 0, true
	case '^':
		if style&ColourCaretHash != 0 && at[1] == '#' && at[2] >= 0 {
			return 3, 0, 0, 0, true
		}
		if c := at[1]; style&ColourCaretDigit != 0 && c >= '0' && c <= '9' {
			p := idTechColours[c-'0']
			return 2, p[0], p[1], p[2], false
		}
		if style&ColourCaretHex != 0 && at[1] == 'x' {
			if h, l, k := HexDigit(at[2]), HexDigit(at[3]), HexDigit(at[4]); h|l|k >= 0 {
				return 5, uint8(h * 17), uint8(l * 17), uint8(k * 17), false
			}
		}
		if style&ColourIDTech4 != 0 && at[4] > ' ' {
			switch h, l, k := digit(at[2]), digit(at[3]), digit(at[4]); {
			case at[1] == 'c' && h|l|k >= 0:
				return 5, uint8(h * 28), uint8(l * 28), uint8(k * 28), false
			case at[1] == 'i':
				return 5, 0, 0, 0, true
			}
		}
		if style&(ColourCaretAny|ColourIDTech4) != 0 && at[1] > ' ' && at[1] != '^' {
			return 2, 0, 0, 0, true
		}
		if c := at[1] | 0x20; style&ColourCaretLetter != 0 && at[1] > 0 && c >= 'a' && c <= 'z' {
			return 2, 0, 0, 0, true
		}
	case 0xc2, 0xa7:
		sign := 3 - unit // units of the section sign, C2 A7 in UTF-8
		switch {
		case style&ColourSectionByte != 0 && at[0] == 0xa7:
			sign = 1
		case style&ColourSection == 0 || at[sign-1] != 0xa7 || at[0] == 0xa7 && unit == 1:
			return 0, 0, 0, 0, false
		}
		c := at[sign]
		if v := HexDigit(c); v >= 0 {
			p := sectionColour(uint8(v))
			return sign + 1, p[0], p[1], p[2], false
		}
		if c |= 0x20; c >= 'g' && c <= 'v' { // shapes, materials, reset
			return sign + 1, 0, 0, 0, true
		}
	case '[':
		if style&ColourBrackets == 0 {
			return 0, 0, 0, 0, false
		}
		if (at[1] == 'c' || at[1] == 'C') && at[2] == '=' && at[9] == ']' {
			var v [3]uint8
			for i := range v {
				h, l := HexDigit(at[3+2*i]), HexDigit(at[4+2*i])
				if h < 0 || l < 0 {
					return 0, 0, 0, 0, false
				}
				v[i] = uint8(h<<4 | l)
			}
			return 10, v[0], v[1], v[2], false
		}
		c, closing, length := at[1], at[2], 3
		if c == '\\' {
			c, closing, length = at[2], at[3], 4
		}
		if l := c | 0x20; (l == 'b' || l == 'u' || l == 'c' && length == 4) && closing == ']' && c >= 0 {
			return length, 0, 0, 0, true
		}
	}
	return 0, 0, 0, 0, false
}

// sectionColour returns the colour of a digit after a section sign: a bit each for
// red, green, blue and bright, but for gold.
func sectionColour(v uint8) (p [3]uint8) {
	for i := range p {
		p[i] = 0xaa*(v>>(2-i)&1) + 0x55*(v>>3)
	}
	if v == 6 {
		p[0] = 0xff
	}
	return p
}

// letterAt returns character i of u, -1 past the end. The search for colour
// codes calls it at many places: inlined it would only make the browser's
// program larger.
func letterAt(u []byte, unit, i int) int {
	if (i+1)*unit > len(u) {
		return -1
	}
	if unit == 2 {
		return int(LE16(u[2*i:]))
	}
	return int(u[i])
}

// component returns a colour component. Writers send 1 for 0, which would end
// the string; in 16-bit text the ANSI code page may have changed it.
func component(v int) uint8 {
	if v == 1 {
		return 0
	}
	if v > 0xff {
		if c, ok := Cp1252Byte(rune(v)); ok {
			return c
		}
		return 0xff
	}
	return uint8(v)
}

// digit returns the value of a decimal digit, -1 for none.
func digit(c int) int {
	if c >= '0' && c <= '9' {
		return c - '0'
	}
	return -1
}

// HexDigit returns the value of a hexadecimal digit, -1 for none.
func HexDigit(c int) int {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10
	}
	return -1
}

var idTechColours = [10][3]uint8{
	{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0}, {0, 0, 255}, {0, 255, 255}, {255, 0, 255}, {255, 255, 255},
	{255, 128, 0}, {128, 128, 128},
}

// colours returns the styles of codes in the bytes b of a text.
func (m *Message) colours(b []byte) ColourStyle {
	if m.Colours&ColourSectionByte != 0 && ValidMultibyte(b) {
		return m.Colours &^ ColourSectionByte
	}
	return m.Colours
}

// AppendColours appends the runs of colour of text field i. A text without
// colour codes is one run. Offsets are those of the datagram.
func (m *Message) AppendColours(dst []ColourRun, i int) []ColourRun {
	f := &m.Fields[i]
	if f.Kind != KindText && f.Kind != KindUCS2 {
		return dst
	}
	unit := 1
	if f.Kind == KindUCS2 {
		unit = 2
	}
	begin, end := int(f.Offset)+int(f.Lead), f.End()-int(f.Trail)
	run := ColourRun{Begin: begin, Code: -1}
	units := m.Data[begin:end]
	if f.BigEndian() {
		units = Swapped(nil, units)
	}
	style := m.colours(units)
	for p := begin; p+unit <= end; {
		n, red, green, blue, def := colourCode(units[p-begin:], unit, style)
		if n == 0 {
			p += unit
			continue
		}
		if p > run.Begin || run.Code >= 0 {
			run.End = p
			dst = append(dst, run)
		}
		run = ColourRun{Begin: p + n*unit, Code: p, R: red, G: green, B: blue, Default: def}
		p += n * unit
	}
	run.End = end
	return append(dst, run)
}

// AppendPlain appends the text of field i as displayed: colour codes and
// control characters out, spaces at both ends trimmed, the items of a list that
// FS separates with commas in between.
func (m *Message) AppendPlain(dst []byte, i int) []byte {
	f := &m.Fields[i]
	if f.Kind != KindText && f.Kind != KindUCS2 {
		return m.AppendValue(dst, i)
	}
	unit := 1
	if f.Kind == KindUCS2 {
		unit = 2
	}
	b := m.Data[int(f.Offset)+int(f.Lead) : f.End()-int(f.Trail)]
	var stack, order [256]byte
	kept := stack[:0]
	if f.BigEndian() {
		b = Swapped(order[:0], b)
	}
	style := m.colours(b)
	own := m.Colours&ColourGlyphs != 0 && unit == 1 && !ValidMultibyte(b)
	for len(b) >= unit {
		if n, _, _, _, _ := colourCode(b, unit, style); n > 0 {
			b = b[n*unit:]
			continue
		}
		switch c := b[0]; {
		case own:
			kept = append(kept, Glyph(c))
		case !(c < 0x20 || c == 0x7f) || unit == 2 && b[1] != 0:
			kept = append(kept, b[:unit]...)
		case c == '\n' && unit == 1 && len(kept) > 0:
			kept = append(kept, ' ')
		case c == FileSeparator && unit == 1 && len(kept) > 0 && len(b) > 1:
			kept = append(kept, ", "...)
		}
		b = b[unit:]
	}
	t := Field{Length: uint32(len(kept)), Kind: f.Kind, Flags: f.Flags | FlagSpecial}
	// Without its colour codes the text may be UTF-8 after all.
	if f.Kind == KindText && ValidMultibyte(kept) || f.Kind == KindUCS2 && Ucs2Mojibake(kept) {
		t.Flags |= FlagUTF8
	}
	start := len(dst)
	dst = AppendText(dst, kept, &t)
	for len(dst) > start && isBlank(dst[len(dst)-1]) {
		dst = dst[:len(dst)-1]
	}
	trim := start
	for trim < len(dst) && isBlank(dst[trim]) {
		trim++
	}
	return append(dst[:start], dst[trim:]...)
}

// glyphs are the characters 00 to 1F of Quake, which 80 to 9F repeat in gold;
// brackets around a bar are 80 to 82.
const glyphs = "(=)##.#### # >..[]0123456789.<=>"

// Glyph returns the ASCII character that a character of Quake looks like.
func Glyph(c byte) byte {
	switch {
	case c >= 0x80 && c <= 0x82:
		return glyphs[c&3]
	case c < 3:
		return '='
	case c&0x7f < 0x20:
		return glyphs[c&0x1f]
	case c&0x7f == 0x7f:
		return '<'
	}
	return c & 0x7f
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
