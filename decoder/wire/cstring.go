package wire

// Texts that a NUL ends.

// CString reads text that a NUL ends, and keeps value with it as FieldDef.Naming
// wants. Without a NUL it is cut and reading stops.
func (r *Reader) CString(d *FieldDef, value uint64) []byte {
	if r.Stopped {
		return nil
	}
	end, plain := ScanPlain(r.Data[:r.End], r.Pos, 0)
	text := r.Data[r.Pos:end]
	if end == r.End {
		r.cutText(d, value)
		return text
	}
	f := r.Add(d, KindText, end+1-r.Pos, value)
	if f.Trail = 1; !plain {
		r.specialText(f, text)
	}
	return text
}

// CStrings reads the texts of l, each of which a NUL ends.
func (r *Reader) CStrings(l Layout) {
	for i := range l {
		r.CString(&l[i], 0)
	}
}

// cutText reads text that the datagram cuts.
func (r *Reader) cutText(d *FieldDef, value uint64) {
	n := r.Left()
	r.Problem(&ProblemCut, r.Pos, n, uint64(n+1), uint64(n))
	r.Stopped = true
	if n > 0 {
		f := r.AddText(d, n, 0)
		f.Value = value
		f.Flags |= FlagCut | FlagOpen
	}
}

// CStringList reads texts up to an empty one or one that is cut, and numbers them
// from value on. It returns the number of the next.
func (r *Reader) CStringList(d *FieldDef, value uint64) uint64 {
	for ; r.More() && r.Data[r.Pos] != 0; value++ {
		r.CString(d, value)
	}
	return value
}

// CStringGroup reads a group of texts, number n of its like, one for each of
// columns: their Value is the index of its definition in l, their Offset what the
// text keeps as its value. It reports false when nothing is left for one of them.
func (r *Reader) CStringGroup(l Layout, group, n int, columns []Field) bool {
	if r.Stopped {
		return false
	}
	g, i := r.Begin(&l[group], n), 0
	for ; i < len(columns) && r.Pos < r.End; i++ {
		r.CString(&l[columns[i].Value], uint64(columns[i].Offset))
	}
	r.Done(g)
	return i == len(columns)
}
