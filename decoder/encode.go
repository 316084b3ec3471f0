package decoder

import (
	"strconv"
	"unicode/utf8"
)

// Encode rebuilds the datagram of m from the kinds and values of its fields:
// numbers from Field.Value, texts from their letters. Bytes that have no other
// value than themselves (ids, constants, padding, what nobody understands) and
// fields with [MarkRaw] are copied. For a Message that was not changed since
// it was decoded, the result is m.Data. A changed Value comes out as it is;
// nothing follows it, see [Edit] for that.
func Encode(m *Message) []byte { return AppendEncoded(make([]byte, 0, len(m.Data)), m) }

// AppendEncoded appends what [Encode] returns.
func AppendEncoded(dst []byte, m *Message) []byte {
	for i := range m.Fields {
		if m.Fields[i].Leaf() {
			dst = m.appendLeaf(dst, i)
		}
	}
	return dst
}

// appendLeaf appends the bytes of field i, rebuilt from its value.
func (m *Message) appendLeaf(dst []byte, i int) []byte {
	f := &m.Fields[i]
	raw := m.Bytes(i)
	switch k := f.Kind; {
	case f.Marks&MarkRaw != 0:
		return append(dst, raw...)
	case k == KindCompact:
		return appendCompact(dst, f.Int())
	case k == KindDecimal:
		dst = append(dst, raw[:f.Lead]...)
		dst = strconv.AppendInt(dst, f.Int(), 10)
		return append(dst, raw[len(raw)-int(f.Trail):]...)
	case k == KindText || k == KindUCS2:
		var stack [512]byte
		text := appendText(stack[:0], m.Data, f)
		dst = append(dst, raw[:f.Lead]...)
		dst, _ = appendLetters(dst, text, k, f.Marks&MarkUTF8 != 0)
		return append(dst, raw[len(raw)-int(f.Trail):]...)
	case k.Number() || k.Float() || k == KindIPv4:
		return appendNumber(dst, k, f.Value)
	}
	return append(dst, raw...)
}

// appendLetters is the reverse of appendText: it appends UTF-8 text as kind k
// has it on the wire. asUTF8 says that single bytes are UTF-8, and that 16-bit
// units are UTF-8 taken for cp1252. ok is false for text that cannot be said
// so; the rest is then left out.
func appendLetters(dst, text []byte, k Kind, asUTF8 bool) (out []byte, ok bool) {
	if k == KindText && asUTF8 {
		return append(dst, text...), true
	}
	if asUTF8 {
		for _, c := range text {
			dst = appendLE16(dst, uint16(cp1252Rune(c)))
		}
		return dst, true
	}
	for i := 0; i < len(text); {
		u, n := utf8.DecodeRune(text[i:])
		i += n
		if k == KindText {
			c, ok := cp1252Byte(u)
			if !ok {
				return dst, false
			}
			dst = append(dst, c)
			continue
		}
		if u >= 0x10000 {
			u -= 0x10000
			dst = appendLE16(dst, uint16(0xd800+u>>10))
			u = 0xdc00 + u&0x3ff
		}
		dst = appendLE16(dst, uint16(u))
	}
	return dst, true
}
