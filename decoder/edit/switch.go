package edit

import (
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Switch sets or clears bits of a number as [SetBit] does, and the bytes that
// these bits announce come or go with them, so a form with a check box for each
// bit remains a request that a server understands. The bytes that come request
// all that is documented.
func Switch(m *wire.Message, field int, mask uint64, on bool) ([]byte, error) {
	b, err := SetBit(m, field, mask, on)
	if err != nil {
		return nil, err
	}
	f := &m.Fields[field]
	changed := (f.Value | mask) &^ f.Value
	if !on {
		changed = f.Value & mask
	}
	e := Editor{M: m}
	e.replace(field, int(f.Offset), f.End(), b[f.Offset:f.End()])
	if on {
		e.bring(f.Def, changed)
	} else {
		e.takeAway(f.Def, changed)
	}
	if len(e.splices) == 1 {
		return b, nil
	}
	return e.apply()
}

// Choices reports whether field i holds nothing or all of its bits, such as a
// section that is wanted or not, so that it can be shown as a check box.
func Choices(f *wire.Field) (yes uint64, ok bool) {
	s := f.Def.Symbols
	if s == nil || s.Flags || len(s.List) != 2 || f.Kind != wire.KindU8 || f.Flags&wire.FlagLength != 0 {
		return 0, false
	}
	return s.List[1].Value, s.List[0].Value == 0 && s.List[1].Value == 0xff && (f.Value == 0 || f.Value == 0xff)
}

// bring inserts what the bits that were set in a field announce.
func (e *Editor) bring(by *wire.FieldDef, bits uint64) {
	list := decoder.Descriptor(e.M.Protocol()).DependentFields
	for i := range list {
		a := &list[i]
		if a.By != by || a.Mask&bits == 0 || indexOf(e.M, a.Target()) >= 0 {
			continue
		}
		before, at := endOf(e.M, a.Layout[:a.Index])
		e.replace(before, at, at, []byte{a.Default})
		e.bring(a.Target(), uint64(a.Default))
	}
}

// takeAway removes what the bits that were cleared in a field announced.
func (e *Editor) takeAway(by *wire.FieldDef, bits uint64) {
	list := decoder.Descriptor(e.M.Protocol()).DependentFields
	for i := range list {
		a := &list[i]
		if a.By != by || a.Mask&bits == 0 {
			continue
		}
		if j := indexOf(e.M, a.Target()); j >= 0 {
			f := &e.M.Fields[j]
			e.replace(j, int(f.Offset), f.End(), nil)
			e.takeAway(a.Target(), f.Value)
		}
	}
}

// indexOf returns the index of the first field of a definition, -1 for none.
func indexOf(m *wire.Message, def *wire.FieldDef) int {
	for i := range m.Fields {
		if m.Fields[i].Def == def {
			return i
		}
	}
	return -1
}

// endOf returns the last field of a layout that is there, and its end.
func endOf(m *wire.Message, l wire.Layout) (field, at int) {
	field, at = len(m.Fields)-1, len(m.Data)
	for i := len(l) - 1; i >= 0; i-- {
		if j := indexOf(m, &l[i]); j >= 0 {
			return j, m.Fields[j].End()
		}
	}
	return field, at
}
