package view

import (
	"bytes"
	"strconv"

	"fragscope/decoder/wire"
)

// A RowType says what a row is.
type RowType uint8

// The types of row.
const (
	RowField RowType = iota
	RowBit           // one bit of a flag set
	RowPart          // one part of packed bits
)

// A Row is what JSON calls a field: a field, or one bit or part of it.
type Row struct {
	Field int // in Message.Fields
	Type  RowType
	Entry int    // of a bit in Symbols.List, -1 when it has no name; of a part in Parts
	Mask  uint64 // the bits of the field that a bit or part is
}

// A Range is the bytes [Start, End) of a datagram.
type Range struct{ Start, End int }

// Len returns the number of bytes.
func (r Range) Len() int { return r.End - r.Start }

// Has reports whether the byte at offset o is in r.
func (r Range) Has(o int) bool { return o >= r.Start && o < r.End }

// Range returns the bytes of a row: those of its field.
func (r Row) Range(m *wire.Message) Range {
	f := &m.Fields[r.Field]
	return Range{int(f.Offset), f.End()}
}

// Rows calls yield with each row of m in order, until yield returns false.
func Rows(m *wire.Message) func(yield func(Row) bool) {
	return func(yield func(Row) bool) {
		for i := range m.Fields {
			if !yield(Row{Field: i}) || Divided(m.Fields[i].Def) && !divide(m, i, yield) {
				return
			}
		}
	}
}

// Divided reports whether fields of d may have bits or parts.
func Divided(d *wire.FieldDef) bool { return d.Symbols != nil && d.Symbols.Flags || d.Parts != nil }

// Division calls yield with the bits and parts of field i: all that have a
// name, and those bits without one that are set.
func Division(m *wire.Message, i int) func(yield func(Row) bool) {
	return func(yield func(Row) bool) { divide(m, i, yield) }
}

func divide(m *wire.Message, i int, yield func(Row) bool) bool {
	f := &m.Fields[i]
	if s := f.Def.Symbols; s != nil && s.Flags && f.Kind.Number() && f.Flags&wire.FlagLength == 0 {
		for j := range s.List {
			if !yield(Row{i, RowBit, j, s.List[j].Value}) {
				return false
			}
		}
		for v := f.Value &^ s.Known(); v != 0; v &= v - 1 {
			if !yield(Row{i, RowBit, -1, v & -v}) {
				return false
			}
		}
	}
	for j := range f.Def.Parts {
		if !yield(Row{i, RowPart, j, f.Def.Parts[j].Mask}) {
			return false
		}
	}
	return true
}

// Bit reports whether a bit or part is true or false: it is a bit, or a part
// of one bit. A bit of several, a symbol of a flag set, is true when all are set.
func (r Row) Bit() bool { return r.Type == RowBit || r.Type == RowPart && r.Mask&(r.Mask-1) == 0 }

// Number returns the value of a bit or part, that of the field for a field.
func (r Row) Number(m *wire.Message) uint64 {
	f := &m.Fields[r.Field]
	switch {
	case r.Type == RowPart:
		return f.Def.Parts[r.Entry].Value(f.Value)
	case r.Type == RowField:
		return f.Value
	case f.Value&r.Mask == r.Mask:
		return 1
	}
	return 0
}

// AppendKey appends the stable name of a row.
func (r Row) AppendKey(dst []byte, m *wire.Message) []byte {
	f := &m.Fields[r.Field]
	dst = append(dst, f.Def.Key...)
	switch {
	case r.Type != RowField:
		dst = wire.AppendBitName(append(dst, '.'), r.bitName(m), r.Mask)
	case f.Flags&wire.FlagLength != 0:
		dst = append(dst, ".length"...)
	}
	return dst
}

// Kind returns how a row is laid out, in a word.
func (r Row) Kind(m *wire.Message) string { return r.KindOf(&m.Fields[r.Field]) }

// KindOf is Kind of a row of field f.
func (r Row) KindOf(f *wire.Field) string {
	switch {
	case r.Type == RowField:
		return f.KindName()
	case r.Bit():
		return "bit"
	}
	return "part"
}

// AppendName appends the name of a row. Like value and note it may hold any
// character that the packet has.
func (r Row) AppendName(dst []byte, m *wire.Message) []byte {
	switch {
	case r.Type == RowField:
		return m.AppendName(dst, r.Field)
	case r.Entry < 0:
		return append(dst, "unknown bit"...)
	}
	return append(dst, r.bitName(m)...)
}

// bitName returns the name of a bit or part, "" when it has none.
func (r Row) bitName(m *wire.Message) string {
	d := m.Fields[r.Field].Def
	switch {
	case r.Type == RowPart:
		return d.Parts[r.Entry].Name
	case r.Entry < 0:
		return ""
	}
	return d.Symbols.List[r.Entry].Name
}

// AppendValue appends the value of a row: of a group what its line says of its
// members.
func (r Row) AppendValue(dst []byte, m *wire.Message) []byte {
	switch {
	case r.Type == RowField && m.Fields[r.Field].Kind == wire.KindGroup:
		return appendGroup(dst, m, r.Field)
	case r.Type == RowField && m.Fields[r.Field].Kind >= wire.KindBytes:
		return appendDigits(dst, m.Bytes(r.Field), " ") // as the bytes beside it
	case r.Type == RowField:
		return m.AppendValue(dst, r.Field)
	case r.Bit():
		return strconv.AppendBool(dst, r.Number(m) != 0)
	}
	return strconv.AppendUint(dst, r.Number(m), 10)
}

// AppendBrief appends the value of a row, or only what the first bytes of a text
// or of bytes give, most of them, and reports whether that is all: a line does
// not show a megabyte.
func (r Row) AppendBrief(dst []byte, m *wire.Message, most int) (_ []byte, all bool) {
	i := Shown(m, r.Field)
	f := &m.Fields[i]
	begin, end := int(f.Offset)+int(f.Lead), f.End()-int(f.Trail)
	switch {
	case r.Type != RowField || end-begin <= most:
	case f.Kind == wire.KindText || f.Kind == wire.KindUCS2:
		return AppendRun(dst, m, i, begin, begin+most), false
	case f.Kind >= wire.KindBytes && i == r.Field:
		return appendDigits(dst, m.Data[begin:begin+most], " "), false
	}
	return r.AppendValue(dst, m), true
}

// AppendNote appends a remark on a row, nothing for most: of a length what it counts,
// without the number.
func (r Row) AppendNote(dst []byte, m *wire.Message) []byte {
	d := m.Fields[r.Field].Def
	switch {
	case r.Type == RowField:
		start := len(dst)
		dst = m.AppendNote(dst, r.Field)
		if m.Fields[r.Field].Flags&wire.FlagLength != 0 { // its value stands beside it
			value := append(m.AppendValue(nil, r.Field), ' ')
			dst = append(dst[:start], bytes.TrimPrefix(dst[start:], value)...)
		}
		return dst
	case r.Type == RowPart:
		p := &d.Parts[r.Entry]
		if y := p.Symbols.Lookup(r.Number(m)); y != nil {
			return append(dst, y.Name...)
		}
		return append(dst, p.Unit...)
	case r.Entry < 0:
		return dst
	}
	return append(dst, d.Symbols.List[r.Entry].Doc...)
}
