package render

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// csvHeader names the columns of CSV.
const csvHeader = "datagram,protocol,message,offset,length,depth,kind,key,name,value,note,problems\n"

type csvWriter struct{ *out }

func (w *csvWriter) datagram(m *decoder.Message, index int) {
	start := len(w.dst)
	w.int(uint64(index))
	w.cell(m.Protocol().String())
	w.cell(m.Info.Name)
	head := slices.Clone(w.dst[start:])
	for i := range max(1, len(m.Fields)) {
		if i > 0 {
			w.dst = append(w.dst, head...)
		}
		if len(m.Fields) == 0 {
			w.str("0,0,,,,,,,")
		} else {
			w.field(m, i)
		}
		w.problems(m, i)
		w.str("\n")
		w.endRow()
	}
}

func (w *csvWriter) cell(s string) { w.dst = append(append(w.dst, s...), ',') }

func (w *csvWriter) int(v uint64) { w.dst = append(strconv.AppendUint(w.dst, v, 10), ',') }

func (w *csvWriter) field(m *decoder.Message, i int) {
	f := &m.Fields[i]
	w.int(uint64(f.Offset))
	w.int(uint64(f.Length))
	w.int(uint64(f.Depth))
	w.cell(f.KindName())
	w.dst = append(appendKey(w.dst, f), ',')
	w.packet = m.AppendName(w.packet[:0], i)
	w.text(w.packet)
	if f.Kind.Number() || f.Kind.Float() {
		w.dst = append(m.AppendValue(w.dst, i), ',')
	} else {
		w.packet = m.AppendValue(w.packet[:0], i)
		w.text(w.packet)
	}
	w.packet = m.AppendNote(w.packet[:0], i)
	w.text(w.packet)
}

// text writes a quoted cell that no spreadsheet takes for a formula.
func (w *csvWriter) text(text []byte) {
	if len(text) == 0 {
		w.dst = append(w.dst, ',')
		return
	}
	w.out.value = wire.AppendEscaped(w.out.value[:0], text)
	dst := append(w.dst, '"')
	if formula(w.out.value) {
		dst = append(dst, '\'')
	}
	for _, c := range w.out.value {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	w.dst = append(dst, '"', ',')
}

// formula reports whether a spreadsheet may take text for a formula.
func formula(text []byte) bool {
	for len(text) > 0 {
		u, n := utf8.DecodeRune(text)
		switch u {
		case ' ', 0xa0, 0x3000:
			text = text[n:]
			continue
		case '=', '+', '-', '@', 0xff1d, 0xff0b, 0xff0d, 0xff20:
			return true
		}
		return false
	}
	return false
}

// problems writes the codes of the problems that begin in field i, and of all
// in a datagram without fields.
func (w *csvWriter) problems(m *decoder.Message, i int) {
	start := len(w.dst)
	for j := range m.Problems {
		p := &m.Problems[j]
		if len(m.Fields) > 0 {
			f, at := &m.Fields[i], int(p.Offset)
			within := at >= int(f.Offset) && at < f.End() || at == len(m.Data) && f.End() == at && i == len(m.Fields)-1
			if !within || f.Kind == wire.KindGroup {
				continue
			}
		}
		if len(w.dst) > start {
			w.str(" ")
		}
		w.str(p.Info.Code)
	}
}
