package render

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/decoder/wire"
)

// AppendStatusJSON appends the object of a status, or null.
func AppendStatusJSON(dst []byte, s *decoder.Status) []byte {
	w := jsonWriter{out: &out{dst: dst}}
	w.status(s)
	return w.dst
}

type jsonWriter struct {
	*out
	lines bool // a line for each datagram, field and problem
}

func (w *jsonWriter) comma(i int) {
	if i > 0 {
		w.dst = append(w.dst, ',')
	}
}

func (w *jsonWriter) newline(indent int) {
	if w.lines {
		w.dst = append(w.dst, '\n')
		w.dst = appendBlanks(w.dst, indent)
	}
}

func (w *jsonWriter) int(v int64) { w.dst = strconv.AppendInt(w.dst, v, 10) }

// text writes a JSON string.
func (w *jsonWriter) text(s string) {
	w.dst = append(w.dst, '"')
	w.quoted(append(w.dst, s...))
}

// quoted makes what dst has more than w.dst the inside of a JSON string, and
// closes it. Plain text, which is almost all, stays as it is.
func (w *jsonWriter) quoted(dst []byte) {
	start := len(w.dst)
	for i := start; i < len(dst); i++ {
		if c := dst[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			w.packet = append(w.packet[:0], dst[i:]...)
			dst = appendJSONText(dst[:i], w.packet)
			break
		}
	}
	w.dst = append(dst, '"')
}

func appendJSONText(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7f {
			if c == '"' || c == '\\' {
				dst = append(dst, '\\')
			}
			dst = append(dst, c)
			i++
			continue
		}
		u, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case u == '\n':
			dst = append(dst, '\\', 'n')
		case u == '\r':
			dst = append(dst, '\\', 'r')
		case u == '\t':
			dst = append(dst, '\\', 't')
		case u < 0x20 || u >= 0x7f && u < 0xa0 || wire.Invisible(u):
			if u > 0xffff {
				high, low := utf16.EncodeRune(u)
				dst, u = appendUnit(dst, high), low
			}
			dst = appendUnit(dst, u)
		default: // an invalid byte becomes U+FFFD
			dst = utf8.AppendRune(dst, u)
		}
	}
	return dst
}

// appendUnit appends the escape of 16 bits.
func appendUnit(dst []byte, u rune) []byte {
	return wire.AppendHex(append(dst, '\\', 'u'), []byte{byte(u >> 8), byte(u)}, wire.LowerHex, "")
}

func (w *jsonWriter) datagram(m *decoder.Message, index int, about []byte) {
	w.str("{")
	w.dst = append(w.dst, about...)
	w.number(`"index":`, int64(index))
	w.str(`,"protocol":`)
	w.text(m.Protocol().String())
	w.str(`,"message":`)
	w.text(m.Info.Name)
	w.number(`,"length":`, int64(len(m.Data)))
	w.str(",")
	w.newline(2)
	w.str(`"fields":[`)
	for i := range m.Fields {
		w.comma(i)
		w.newline(3)
		w.field(m, i)
		w.endRow()
	}
	w.str("],")
	w.newline(2)
	w.str(`"problems":[`)
	for i := range m.Problems {
		w.comma(i)
		w.newline(3)
		w.problem(m, &m.Problems[i])
		w.endRow()
	}
	w.str("]}")
}

// number writes a key and its number.
func (w *jsonWriter) number(key string, v int64) {
	w.str(key)
	w.int(v)
}

func (w *jsonWriter) field(m *decoder.Message, i int) {
	f := &m.Fields[i]
	w.str(`{"key":"`)
	w.quoted(appendKey(w.dst, f))
	w.str(`,"name":"`)
	w.quoted(m.AppendName(w.dst, i))
	w.place(int64(f.Depth), f.Offset, int64(f.Length))
	w.str(f.KindName())
	w.str(`","value":`)
	w.value(m, i)
	w.str(`,"note":"`)
	w.quoted(m.AppendNote(w.dst, i))
	w.str("}")
	if view.Divided(f.Def) {
		for r := range view.Division(m, i) {
			w.child(m, r)
		}
	}
}

func (w *jsonWriter) place(depth int64, offset uint32, length int64) {
	w.number(`,"depth":`, depth)
	w.number(`,"offset":`, int64(offset))
	w.number(`,"length":`, length)
	w.str(`,"kind":"`)
}

// value writes the value of field i: a number where it is one.
func (w *jsonWriter) value(m *decoder.Message, i int) {
	f := &m.Fields[i]
	if f.Kind == wire.KindGroup {
		w.str("null")
		return
	}
	if f.Kind.Number() || f.Kind.Float() {
		dst := m.AppendValue(w.dst, i)
		if last := dst[len(dst)-1]; f.Kind.Number() || last >= '0' && last <= '9' {
			w.dst = dst
			return
		}
	}
	w.str(`"`)
	w.quoted(m.AppendValue(w.dst, i))
}

// child writes a bit or part of a field as a child of it.
func (w *jsonWriter) child(m *decoder.Message, r view.Row) {
	f := &m.Fields[r.Field]
	w.str(",")
	w.newline(3)
	w.str(`{"key":"`)
	w.dst = r.AppendKey(w.dst, m)
	w.str(`","name":"`)
	w.quoted(r.AppendName(w.dst, m))
	w.place(int64(f.Depth)+1, f.Offset, 0)
	w.str(r.Kind(m))
	w.str(`","value":`)
	w.dst = r.AppendValue(w.dst, m)
	w.str(`,"note":"`)
	w.quoted(r.AppendNote(w.dst, m))
	w.str(`,"mask":`)
	w.dst = strconv.AppendUint(w.dst, r.Mask, 10)
	w.str("}")
}

func (w *jsonWriter) bool(v bool) { w.dst = strconv.AppendBool(w.dst, v) }

func (w *jsonWriter) problem(m *decoder.Message, p *decoder.Problem) {
	w.str(`{"severity":`)
	w.text(p.Info.Severity.String())
	w.str(`,"code":`)
	w.text(p.Info.Code)
	w.number(`,"offset":`, int64(p.Offset))
	w.number(`,"length":`, int64(p.Length))
	w.str(`,"message":"`)
	w.quoted(m.AppendSentence(w.dst, p.Info.Message, p))
	w.str(`,"advice":"`)
	w.quoted(m.AppendSentence(w.dst, p.Info.Advice, p))
	w.str("}")
}
