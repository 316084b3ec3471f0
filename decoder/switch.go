package decoder

// Switch sets or clears bits of a number as [SetBit] does, and the bytes that
// these bits announce come or go with them: a form with a box to tick for each
// bit stays a request that a server understands. What comes asks for all that
// is documented.
func Switch(m *Message, field int, mask uint64, on bool) ([]byte, error) {
	b, err := SetBit(m, field, mask, on)
	if err != nil {
		return nil, err
	}
	f := &m.Fields[field]
	changed := (f.Value | mask) &^ f.Value
	if !on {
		changed = f.Value & mask
	}
	e := editor{m: m}
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
// section that is wanted or not, so that it can be shown as a box to tick.
func (f *Field) Choices() (yes uint64, ok bool) {
	s := f.Def.Symbols
	if s == nil || s.Flags || len(s.List) != 2 || f.Kind != KindU8 || f.Marks&MarkLength != 0 {
		return 0, false
	}
	return s.List[1].Value, s.List[0].Value == 0 && s.List[1].Value == 0xff && (f.Value == 0 || f.Value == 0xff)
}

// bring inserts what the bits that were set in a field announce.
func (e *editor) bring(by *FieldDef, bits uint64) {
	list := announcementsOf[e.m.Protocol()]
	for i := range list {
		a := &list[i]
		if a.by != by || a.mask&bits == 0 || e.m.indexOf(a.brought()) >= 0 {
			continue
		}
		before, at := e.m.endOf(a.layout[:a.brings])
		e.replace(before, at, at, []byte{a.fresh})
		e.bring(a.brought(), uint64(a.fresh))
	}
}

// takeAway removes what the bits that were cleared in a field announced.
func (e *editor) takeAway(by *FieldDef, bits uint64) {
	list := announcementsOf[e.m.Protocol()]
	for i := range list {
		a := &list[i]
		if a.by != by || a.mask&bits == 0 {
			continue
		}
		if j := e.m.indexOf(a.brought()); j >= 0 {
			f := &e.m.Fields[j]
			e.replace(j, int(f.Offset), f.End(), nil)
			e.takeAway(a.brought(), f.Value)
		}
	}
}

// indexOf returns the index of the first field of a definition, -1 for none.
func (m *Message) indexOf(def *FieldDef) int {
	for i := range m.Fields {
		if m.Fields[i].Def == def {
			return i
		}
	}
	return -1
}

// endOf returns the last field of a layout that is there, and its end.
func (m *Message) endOf(l layout) (field, at int) {
	field, at = len(m.Fields)-1, len(m.Data)
	for i := len(l) - 1; i >= 0; i-- {
		if j := m.indexOf(&l[i]); j >= 0 {
			return j, m.Fields[j].End()
		}
	}
	return field, at
}
