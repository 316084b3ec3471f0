package render

import (
	"strconv"
	"unicode/utf8"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// csvHeader names the columns of CSV.
const csvHeader = "datagram,protocol,message,offset,length,depth,kind,key,name,value,note,problems\n"

type csvWriter struct {
	dst  []byte
	cell cell
}

func (w *csvWriter) datagram(m *decoder.Message, index int) {
	for i := range m.Fields {
		w.field(m, index, i)
	}
	if len(m.Fields) == 0 {
		w.none(m, index)
	}
}

func (w *csvWriter) str(s string) { w.dst = append(append(w.dst, s...), ',') }

func (w *csvWriter) int(v uint64) { w.dst = append(strconv.AppendUint(w.dst, v, 10), ',') }

func (w *csvWriter) field(m *decoder.Message, index, i int) {
	f := &m.Fields[i]
	w.int(uint64(index))
	w.str(m.Protocol().String())
	w.str(m.Info.Name)
	w.int(uint64(f.Offset))
	w.int(uint64(f.Length))
	w.int(uint64(f.Depth))
	w.str(f.KindName())
	w.dst = append(w.dst, f.Def.Key...)
	if f.Marks&decoder.MarkLength != 0 {
		w.dst = append(w.dst, ".length"...)
	}
	w.dst = append(w.dst, ',')
	w.cell.packet = m.AppendName(w.cell.packet[:0], i)
	w.text(w.cell.packet)
	if f.Kind.Number() || f.Kind.Float() {
		w.dst = append(m.AppendValue(w.dst, i), ',')
	} else {
		w.cell.packet = m.AppendValue(w.cell.packet[:0], i)
		w.text(w.cell.packet)
	}
	w.cell.packet = m.AppendNote(w.cell.packet[:0], i)
	w.text(w.cell.packet)
	w.problems(m, i)
	w.dst = append(w.dst, '\n')
}

// none writes the line of a datagram without fields.
func (w *csvWriter) none(m *decoder.Message, index int) {
	w.int(uint64(index))
	w.str(m.Protocol().String())
	w.str(m.Info.Name)
	w.dst = append(w.dst, "0,0,,,,,,,"...)
	for i := range m.Problems {
		if i > 0 {
			w.dst = append(w.dst, ' ')
		}
		w.dst = append(w.dst, m.Problems[i].Info.Code...)
	}
	w.dst = append(w.dst, '\n')
}

// text writes a quoted cell that no spreadsheet takes for a formula.
func (w *csvWriter) text(text []byte) {
	if len(text) == 0 {
		w.dst = append(w.dst, ',')
		return
	}
	w.cell.value = wire.AppendEscaped(w.cell.value[:0], text)
	w.dst = append(w.dst, '"')
	if formula(w.cell.value) {
		w.dst = append(w.dst, '\'')
	}
	for _, c := range w.cell.value {
		if c == '"' {
			w.dst = append(w.dst, '"')
		}
		w.dst = append(w.dst, c)
	}
	w.dst = append(w.dst, '"', ',')
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

// problems writes the codes of the problems that begin in field i.
func (w *csvWriter) problems(m *decoder.Message, i int) {
	f := &m.Fields[i]
	if f.Kind == decoder.KindGroup {
		return
	}
	first := true
	for j := range m.Problems {
		p := &m.Problems[j]
		at := int(p.Offset)
		within := at >= int(f.Offset) && at < f.End()
		if atEnd := at == len(m.Data) && f.End() == at && i == len(m.Fields)-1; !within && !atEnd {
			continue
		}
		if !first {
			w.dst = append(w.dst, ' ')
		}
		first = false
		w.dst = append(w.dst, p.Info.Code...)
	}
}
