package render

import (
	"strconv"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// AppendDatagramJSON appends the object of one datagram on a line of its own.
// index is its place among the datagrams, from 0.
func AppendDatagramJSON(dst []byte, m *decoder.Message, index int) []byte {
	w := jsonWriter{dst: dst}
	w.datagram(m, index)
	return append(w.dst, '\n')
}

// AppendStatusJSON appends the object of a status, or null.
func AppendStatusJSON(dst []byte, s *decoder.Status) []byte {
	w := jsonWriter{dst: dst}
	w.status(s)
	return w.dst
}

type jsonWriter struct {
	dst     []byte
	scratch []byte
	lines   bool // a line for each datagram, field and problem
}

func (w *jsonWriter) str(s string) { w.dst = append(w.dst, s...) }

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
	start := len(w.dst)
	w.dst = append(w.dst, s...)
	w.quoted(start)
}

// quoted turns what was written from start on into the inside of a JSON
// string, and closes it. Plain text, which is almost all, stays as it is.
func (w *jsonWriter) quoted(start int) {
	for i := start; i < len(w.dst); i++ {
		if c := w.dst[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			w.scratch = append(w.scratch[:0], w.dst[i:]...)
			w.dst = appendJSONText(w.dst[:i], w.scratch)
			break
		}
	}
	w.dst = append(w.dst, '"')
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
		case u < 0x20 || u >= 0x7f && u < 0xa0 || u <= 0xffff && wire.Invisible(u):
			dst = append(dst, '\\', 'u', lowerHex[u>>12&15], lowerHex[u>>8&15], lowerHex[u>>4&15], lowerHex[u&15])
		default: // an invalid byte becomes U+FFFD
			dst = utf8.AppendRune(dst, u)
		}
	}
	return dst
}

const lowerHex = "0123456789abcdef"

func (w *jsonWriter) datagram(m *decoder.Message, index int) {
	w.str(`{"index":`)
	w.int(int64(index))
	w.str(`,"protocol":`)
	w.text(m.Protocol().String())
	w.str(`,"message":`)
	w.text(m.Info.Name)
	w.str(`,"length":`)
	w.int(int64(len(m.Data)))
	w.str(",")
	w.newline(2)
	w.str(`"fields":[`)
	for i := range m.Fields {
		w.comma(i)
		w.newline(3)
		w.field(m, i)
	}
	w.str("],")
	w.newline(2)
	w.str(`"problems":[`)
	for i := range m.Problems {
		w.comma(i)
		w.newline(3)
		w.problem(m, &m.Problems[i])
	}
	w.str("]}")
}

func (w *jsonWriter) field(m *decoder.Message, i int) {
	f := &m.Fields[i]
	w.str(`{"key":"`)
	start := len(w.dst)
	w.str(f.Def.Key)
	if f.Marks&decoder.MarkLength != 0 {
		w.str(".length")
	}
	w.quoted(start)
	w.str(`,"name":"`)
	start = len(w.dst)
	w.dst = m.AppendName(w.dst, i)
	w.quoted(start)
	w.place(int64(f.Depth), int64(f.Offset), int64(f.Length))
	w.str(f.KindName())
	w.str(`","value":`)
	w.value(m, i)
	w.str(`,"note":"`)
	start = len(w.dst)
	w.dst = m.AppendNote(w.dst, i)
	w.quoted(start)
	w.str("}")
	if s := f.Def.Symbols; s != nil && s.Flags && f.Kind.Number() && f.Marks&decoder.MarkLength == 0 {
		w.bits(f, s)
	}
	for i := range f.Def.Parts {
		w.part(f, &f.Def.Parts[i])
	}
}

func (w *jsonWriter) place(depth, offset, length int64) {
	w.str(`,"depth":`)
	w.int(depth)
	w.str(`,"offset":`)
	w.int(offset)
	w.str(`,"length":`)
	w.int(length)
	w.str(`,"kind":"`)
}

// value writes the value of field i: a number where it is one.
func (w *jsonWriter) value(m *decoder.Message, i int) {
	f := &m.Fields[i]
	if f.Kind == decoder.KindGroup {
		w.str("null")
		return
	}
	start := len(w.dst)
	if f.Kind.Number() {
		w.dst = m.AppendValue(w.dst, i)
		return
	}
	w.dst = append(w.dst, '"')
	w.dst = m.AppendValue(w.dst, i)
	if f.Kind.Float() {
		if last := w.dst[len(w.dst)-1]; last >= '0' && last <= '9' {
			w.dst = append(w.dst[:start], w.dst[start+1:]...)
			return
		}
	}
	w.quoted(start + 1)
}

// bits writes the bits of flag set f as its children: all that are known, and
// the unknown ones that are set.
func (w *jsonWriter) bits(f *decoder.Field, s *decoder.Symbols) {
	known := s.Known()
	for i := range s.List {
		w.bit(f, s.List[i].Value, &s.List[i])
	}
	for v := f.Value &^ known; v != 0; v &= v - 1 {
		w.bit(f, v&-v, nil)
	}
}

func (w *jsonWriter) bit(f *decoder.Field, mask uint64, y *decoder.Symbol) {
	w.str(",")
	w.newline(3)
	w.str(`{"key":"`)
	w.str(f.Def.Key)
	w.str(".0x")
	w.dst = strconv.AppendUint(w.dst, mask, 16)
	w.str(`","name":`)
	if y != nil {
		w.text(y.Name)
	} else {
		w.str(`"unknown bit"`)
	}
	w.place(int64(f.Depth)+1, int64(f.Offset), 0)
	w.str(`bit","value":`)
	w.bool(f.Value&mask == mask)
	w.str(`,"note":`)
	if y != nil {
		w.text(y.Doc)
	} else {
		w.str(`""`)
	}
	w.str(`,"mask":`)
	w.dst = strconv.AppendUint(w.dst, mask, 10)
	w.str("}")
}

// part writes the number in some bits of f as a child of it.
func (w *jsonWriter) part(f *decoder.Field, p *decoder.BitPart) {
	w.str(",")
	w.newline(3)
	w.str(`{"key":"`)
	w.str(f.Def.Key)
	w.str(".0x")
	w.dst = strconv.AppendUint(w.dst, p.Mask, 16)
	w.str(`","name":`)
	w.text(p.Name)
	w.place(int64(f.Depth)+1, int64(f.Offset), 0)
	v := p.Value(f.Value)
	if p.Single() {
		w.str(`bit","value":`)
		w.bool(v != 0)
	} else {
		w.str(`part","value":`)
		w.dst = strconv.AppendUint(w.dst, v, 10)
	}
	w.str(`,"note":`)
	if y := p.Symbols.Lookup(v); y != nil {
		w.text(y.Name)
	} else {
		w.text(p.Unit)
	}
	w.str(`,"mask":`)
	w.dst = strconv.AppendUint(w.dst, p.Mask, 10)
	w.str("}")
}

func (w *jsonWriter) bool(v bool) { w.dst = strconv.AppendBool(w.dst, v) }

func (w *jsonWriter) problem(m *decoder.Message, p *decoder.Problem) {
	w.str(`{"severity":"`)
	w.str(p.Info.Severity.String())
	w.str(`","code":`)
	w.text(p.Info.Code)
	w.str(`,"offset":`)
	w.int(int64(p.Offset))
	w.str(`,"length":`)
	w.int(int64(p.Length))
	w.str(`,"message":"`)
	start := len(w.dst)
	w.dst = m.AppendSentence(w.dst, p.Info.Message, p)
	w.quoted(start)
	w.str(`,"advice":"`)
	start = len(w.dst)
	w.dst = m.AppendSentence(w.dst, p.Info.Advice, p)
	w.quoted(start)
	w.str("}")
}
