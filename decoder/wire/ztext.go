package wire

// Texts that a NUL ends. [Ends] finds ahead where they end. Those whose end is
// known and whose characters are all plain are recorded in one loop, which takes
// half the time for the values of a field and a tenth less for pairs and rows.

// Ztext reads text that a NUL ends, and keeps value with it as FieldDef.Naming
// wants. Without a NUL it is cut and reading stops.
func (r *Reader) Ztext(d *FieldDef, value uint64) []byte {
	if r.Stopped {
		return nil
	}
	end, plain := r.Ends.Next(r.Data[:r.End], r.Pos, 0)
	return r.ztext(d, value, end, plain)
}

// Zname is Ztext for a text between numbers, as a name in a row is: their bytes
// would make it look ahead in vain.
func (r *Reader) Zname(d *FieldDef) []byte {
	if r.Stopped {
		return nil
	}
	end, plain := ScanPlain(r.Data[:r.End], r.Pos, 0)
	return r.ztext(d, 0, end, plain)
}

// Znames reads the texts of l.
func (r *Reader) Znames(l Layout) {
	for i := range l {
		r.Zname(&l[i])
	}
}

// ztext reads the text up to end.
func (r *Reader) ztext(d *FieldDef, value uint64, end int, plain bool) []byte {
	text := r.Data[r.Pos:end]
	if end == r.End {
		r.cutText(d, value)
		return text
	}
	f := &r.Room(1)[0] // as Add does, but in place: an info reply of A2S with its seven texts takes a twentieth less time
	f.text(d, value, r.Pos, end, r.Depth, r.Marks)
	r.Fields, r.Pos = r.Fields[:len(r.Fields)+1], end+1
	if !plain {
		r.specialText(f, text)
	}
	return text
}

// cutText reads text that the datagram cuts.
func (r *Reader) cutText(d *FieldDef, value uint64) {
	n := r.Left()
	r.Problem(&ProblemCut, r.Pos, n, uint64(n+1), uint64(n))
	r.Stopped = true
	if n > 0 {
		f := r.AddText(d, n, 0)
		f.Value = value
		f.Marks |= MarkCut | MarkOpen
	}
}

// Ztexts reads texts up to an empty one or one that is cut, and numbers them
// from value on. It returns the number of the next.
func (r *Reader) Ztexts(d *FieldDef, value uint64) uint64 {
	for ; r.More() && r.Data[r.Pos] != 0; value++ {
		if Quick {
			at, odd := r.Ends.ahead(r.Data[:r.End], r.Pos, 0)
			room, n := r.Room(len(at)), 0
			pos, depth, marks := r.Pos, r.Depth, r.Marks
			for ; n < len(at); n++ {
				end := int(at[n])
				if end == pos || end > odd {
					break
				}
				room[n].text(d, value, pos, end, depth, marks)
				pos = end + 1
				value++
			}
			r.Fields, r.Pos = r.Fields[:len(r.Fields)+n], pos
			r.Ends.took(n, pos)
			if pos == r.End || r.Data[pos] == 0 {
				break
			}
		}
		r.Ztext(d, value)
	}
	return value
}

// Zgroup reads a group of texts, number n of its like, one for each of columns:
// their Value is the place of its definition in l, their Offset what the text
// keeps as its value. It reports false when nothing is left for one of them.
func (r *Reader) Zgroup(l Layout, group, n int, columns []Field) bool {
	if r.Stopped {
		return false
	}
	g, i := len(r.Fields), 0
	if Quick {
		at, odd := r.Ends.ahead(r.Data[:r.End], r.Pos, 0)
		room := r.Room(1 + len(columns))
		pos, depth, marks := r.Pos, r.Depth, r.Marks
		for texts := room[1:]; i < len(texts) && i < len(at) && i < len(columns); i++ {
			end := int(at[i])
			if end > odd {
				break
			}
			c := &columns[i]
			texts[i].text(&l[c.Value], uint64(c.Offset), pos, end, depth+1, marks)
			pos = end + 1
		}
		f := &room[0]
		f.Def, f.Value, f.Offset, f.Length = &l[group], uint64(n), uint32(r.Pos), uint32(pos-r.Pos)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindGroup, depth, 0, 0, marks
		r.Fields, r.Pos = r.Fields[:g+1+i], pos
		r.Ends.took(i, pos)
		if i == len(columns) {
			return true
		}
		r.Depth++
	} else {
		r.Begin(&l[group], n)
	}
	for ; i < len(columns) && r.Pos < r.End; i++ {
		c := &columns[i]
		r.Ztext(&l[c.Value], uint64(c.Offset))
	}
	r.Done(g)
	return i == len(columns)
}

// text makes f the text from offset pos to the NUL at end.
func (f *Field) text(d *FieldDef, value uint64, pos, end int, depth uint8, marks Marks) {
	f.Def, f.Value, f.Offset, f.Length = d, value, uint32(pos), uint32(end+1-pos)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth, 0, 1, marks
}
