package wire

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Message returns the sentence that says what problem i is about. Bytes of
// the packet in it are escaped.
func (m *Message) Message(p *Problem) string { return string(m.AppendSentence(nil, p.Info.Message, p)) }

// Advice returns the sentence that says what problem p means or how to resolve it.
func (m *Message) Advice(p *Problem) string { return string(m.AppendSentence(nil, p.Info.Advice, p)) }

// maxQuote bounds, in bytes, what a sentence quotes of a packet. The field that
// the problem is about has all of it.
const maxQuote = 128

// AppendSentence appends template with the placeholders of [ProblemInfo]
// filled in for p.
func (m *Message) AppendSentence(dst []byte, template string, p *Problem) []byte {
	for template != "" {
		i := 0
		for i < len(template) && template[i] != '{' {
			i++
		}
		dst = cat(dst, template[:i])
		if template = template[i:]; template == "" {
			break
		}
		end := 1
		for end < len(template) && template[end-1] != '}' {
			end++
		}
		dst = m.appendPlaceholder(dst, template[:end], p)
		template = template[end:]
	}
	return dst
}

func (m *Message) appendPlaceholder(dst []byte, name string, p *Problem) []byte {
	if len(name) < 3 {
		return cat(dst, name)
	}
	v := p.A
	c := name[1]
	if c == 'b' || c == 'x' && name[2] == 'b' {
		v = p.B
	}
	switch {
	case c == 'x':
		return strconv.AppendUint(cat(dst, "0x"), v, 16)
	case c == 'o' && name[2] == 't':
		if p.Info.Other == nil {
			return cat(dst, m.Rival.ID.String())
		}
		return cat(dst, p.Info.Other(v))
	case c == 'o':
		return strconv.AppendUint(dst, uint64(p.Offset), 10)
	case c == 't':
		b, more := m.Data[p.Offset:p.End()], ""
		if len(b) > maxQuote {
			b, more = b[:maxQuote], Ellipsis
		}
		return cat(cat(AppendEscaped(cat(dst, "\""), appendCP1252(nil, b)), more), "\"")
	case c == 'f':
		if i := m.FieldAt(int(p.Offset), int(p.Length)); i >= 0 {
			return AppendEscaped(dst, []byte(Clip(m.Name(i), maxQuote)))
		}
		return cat(dst, "The message")
	case name[2] == '|':
		return cat(dst, plural(name[3:len(name)-1], v))
	}
	return strconv.AppendInt(dst, int64(v), 10)
}

// General returns what p says of no packet in particular: its sentences with
// an ellipsis for each number and the words that go with many.
func (p *ProblemInfo) General() (message, advice string) {
	return general(p.Message), general(p.Advice)
}

func general(template string) string {
	var text []byte
	for i := 0; i < len(template); i++ {
		if template[i] != '{' {
			text = append(text, template[i])
			continue
		}
		start := i
		for template[i] != '}' {
			i++
		}
		switch name := template[start : i+1]; {
		case name == "{field}" && start == 0:
			text = cat(text, "A field")
		case name == "{field}":
			text = cat(text, "a field")
		case name[2] == '|':
			text = cat(text, plural(name[3:len(name)-1], 2))
		default:
			text = cat(text, "…")
		}
	}
	return string(text)
}

// plural returns the first of two forms parted by a bar for 1, the second
// for any other number.
func plural(forms string, v uint64) string {
	for i := range len(forms) {
		if forms[i] == '|' {
			if v == 1 {
				return forms[:i]
			}
			return forms[i+1:]
		}
	}
	return forms
}

// AppendEscaped appends UTF-8 text with control characters, bidirectional
// marks and invalid bytes written as escapes, so that it can be shown on a
// terminal or in a sentence without doing anything.
func AppendEscaped(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7f {
			dst = append(dst, c)
			i++
			continue
		}
		u, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case u == utf8.RuneError && n <= 1 || u < 0x20 || u >= 0x7f && u < 0xa0:
			if n == 2 {
				c = byte(u)
			}
			dst = append(dst, '\\', 'x', LowerHex[c>>4], LowerHex[c&15])
		case Invisible(u):
			digits := 16
			if dst = append(dst, '\\'); u > 0xffff {
				dst, digits = append(dst, 'U'), 32
			} else {
				dst = append(dst, 'u')
			}
			for digits > 0 {
				digits -= 4
				dst = append(dst, LowerHex[u>>digits&15])
			}
		default:
			dst = utf8.AppendRune(dst, u)
		}
	}
	return dst
}

// Invisible reports characters that show nothing, or change how others are
// shown: those that Unicode calls format characters, separators of lines and
// paragraphs, variation selectors, and other ones to be ignored.
func Invisible(u rune) bool {
	return u >= 0x80 && unicode.In(u, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Variation_Selector,
		unicode.Other_Default_Ignorable_Code_Point)
}
