package render

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// appendColumns appends text to the end of dst until it fills n columns. What
// does not fit is cut and marked with an ellipsis.
func appendColumns(dst, text []byte, n int) []byte {
	if columns(text) <= n {
		return append(dst, text...)
	}
	cut, _ := fit(text, n-1)
	dst = append(dst, text[:cut]...)
	return append(dst, "…"...)
}

// columns returns the number of terminal columns that text takes.
func columns(text []byte) int {
	_, used := fit(text, len(text))
	return used
}

// fit returns the number of bytes of text that fit n columns, and the columns
// that they take.
func fit(text []byte, n int) (cut, used int) {
	for cut < len(text) {
		c, size := 1, 1
		if text[cut] >= utf8.RuneSelf {
			var u rune
			u, size = utf8.DecodeRune(text[cut:])
			c = runeColumns(u)
		}
		if used+c > n {
			return cut, used
		}
		used += c
		cut += size
	}
	return cut, used
}

// wideRunes are the characters that take two columns (East Asian width W and
// F), markRunes those that take none, as pairs of first and last.
var (
	wideRunes = [...]rune{
		0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xa000, 0xa4cf, 0xac00, 0xd7a3,
		0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f900, 0x1f9ff, 0x20000, 0x3fffd,
	}
	markRunes = [...]rune{
		0x0300, 0x036f, 0x0483, 0x0489, 0x0591, 0x05bd, 0x0610, 0x061a, 0x064b, 0x065f, 0x0e31, 0x0e31, 0x0e34, 0x0e3a,
		0x0e47, 0x0e4e, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xe0100, 0xe01ef,
	}
)

func runeColumns(u rune) int {
	switch {
	case u < 0x300:
		return 1
	case inRanges(markRunes[:], u):
		return 0
	case u >= 0x1100 && inRanges(wideRunes[:], u):
		return 2
	}
	return 1
}

func inRanges(pairs []rune, u rune) bool {
	for i := 0; i < len(pairs); i += 2 {
		if u <= pairs[i+1] {
			return u >= pairs[i]
		}
	}
	return false
}

// nextLine returns the bytes of text that fit one line of n columns, and the
// rest. It breaks at the last space that fits, or within a word that is longer
// than a line.
func nextLine(text []byte, n int) (line, rest []byte) {
	if len(text) <= n { // no character takes more columns than bytes
		return text, nil
	}
	cut, _ := fit(text, n)
	if cut == 0 { // a line narrower than one character
		_, cut = utf8.DecodeRune(text)
	}
	if cut == len(text) {
		return text, nil
	}
	for i := cut; i > cut/2; i-- {
		if text[i] == ' ' {
			return text[:i], text[i+1:]
		}
	}
	return text[:cut], text[cut:]
}

func appendBlanks(dst []byte, n int) []byte {
	const blanks = "                                                                "
	for ; n > 0; n -= len(blanks) {
		dst = append(dst, blanks[:min(n, len(blanks))]...)
	}
	return dst
}

// nameOf returns the name of field i, escaped. It is valid until the next call.
func (w *out) nameOf(m *decoder.Message, i int) []byte {
	w.packet = m.AppendName(w.packet[:0], i)
	w.name = wire.AppendEscaped(w.name[:0], w.packet)
	return w.name
}

// longText bounds the characters of a text that are shown, unless Full is set:
// real names and rules are far shorter, hostile ones fill a datagram.
const longText = 300

// meaningOf returns what the documents' last column says of field i, escaped:
// its value, and what the value means.
func (w *out) meaningOf(m *decoder.Message, i int) []byte {
	f, full := &m.Fields[i], w.o.Full
	w.packet = m.AppendNote(w.packet[:0], i)
	w.value = wire.AppendEscaped(w.value[:0], w.packet)
	note := unambiguous(w.value)
	dst := w.meaning[:0]
	switch {
	case f.Flags&wire.FlagLength != 0: // its note says the number
	case f.Kind == wire.KindGroup:
		dst = w.pairValue(dst, m, i, len(note) > 0)
	case f.Kind == wire.KindText || f.Kind == wire.KindUCS2:
		w.packet = m.AppendValue(w.packet[:0], i)
		dst = appendText(dst, w.packet, full, len(note) > 0 || full && f.Def.Doc != "")
	case f.Kind.Number():
		dst = m.AppendValue(dst, i)
		if f.Def.Symbols != nil && f.Value > 9 { // the documents name it in hexadecimal
			dst = append(dst, " (0x"...)
			dst = append(strconv.AppendUint(dst, f.Value, 16), ')')
		}
	case f.Kind.Size() > 0: // floats and addresses
		dst = m.AppendValue(dst, i)
	case printable(m.Bytes(i)):
		dst = append(dst, '"')
		dst = appendLong(dst, m.Bytes(i), full)
		dst = append(dst, '"')
	case f.Kind == wire.KindUnknown && len(note) == 0:
		dst = appendCount(dst, int(f.Length), "byte, not understood", "bytes, not understood")
	}
	if len(note) > 0 {
		if len(dst) > 0 {
			dst = append(dst, " — "...)
		}
		dst = appendLong(dst, note, full)
	}
	if full && f.Def.Doc != "" && f.Flags&wire.FlagLength == 0 {
		if len(dst) > 0 {
			dst = append(dst, " — "...)
		}
		dst = append(dst, f.Def.Doc...)
	}
	w.meaning = dst
	return dst
}

// unambiguous removes the remark that a field is one of several interpretations
// from a note: programs may need it, but most fields of every info reply have
// it, and where it matters to a person there is a problem that says so.
func unambiguous(note []byte) []byte {
	const remark = "ambiguous"
	if n := len(note) - len(remark); n >= 0 && string(note[n:]) == remark {
		note = bytes.TrimSuffix(note[:n], []byte("; "))
	}
	return note
}

// appendText appends text t. It is quoted when that makes a difference: spaces
// at its ends, or words after it could be part of it.
func appendText(dst, t []byte, full, noted bool) []byte {
	if len(t) == 0 {
		return append(dst, "(empty)"...)
	}
	quote := noted || t[0] == ' ' || t[len(t)-1] == ' ' || t[0] == '"' || t[0] == '('
	if quote {
		dst = append(dst, '"')
	}
	start := len(dst)
	dst = wire.AppendEscaped(dst, t)
	dst = shorten(dst, start, full)
	if quote {
		dst = append(dst, '"')
	}
	return dst
}

// pairValue appends the value of the pair in group i, so that a list of rules
// can be read from the lines of the groups alone.
func (w *out) pairValue(dst []byte, m *decoder.Message, i int, noted bool) []byte {
	depth := m.Fields[i].Depth + 1
	for j := i + 1; j < len(m.Fields) && m.Fields[j].Depth >= depth; j++ {
		f := &m.Fields[j]
		if f.Depth != depth || f.Flags&wire.FlagLength != 0 || f.Def.Role != wire.RoleValue {
			continue
		}
		w.packet = m.AppendPlain(w.packet[:0], j)
		return appendText(dst, w.packet, w.o.Full, noted)
	}
	return dst
}

func appendLong(dst, text []byte, full bool) []byte {
	start := len(dst)
	return shorten(append(dst, text...), start, full)
}

// shorten cuts what dst holds from start on to a readable length.
func shorten(dst []byte, start int, full bool) []byte {
	if full || len(dst)-start <= longText+20 {
		return dst
	}
	cut := start + longText
	for !utf8.RuneStart(dst[cut]) {
		cut--
	}
	left := len(dst) - cut
	dst = append(dst[:cut], "… ("...)
	dst = strconv.AppendInt(dst, int64(left), 10)
	return append(dst, " bytes more)"...)
}

// printable reports whether b is nothing but plain ASCII.
func printable(b []byte) bool {
	for _, c := range b {
		if c < 0x20 || c > 0x7e {
			return false
		}
	}
	return len(b) > 0
}
