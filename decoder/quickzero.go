//go:build !wasm || quick

package decoder

// Texts that end in a NUL, as GameSpy 2 and 3 write them: pairs, the values of
// a field one after the other, the rows of a table.

// zeroEnds returns the ends of the texts from here on. There are none in what
// has to be read with care.
func (r *reader) zeroEnds() (data []byte, at []uint16) {
	e := &r.ends
	data = r.data[:r.end]
	if r.stopped || r.marks != 0 || !e.find(data, r.pos, 0) {
		return nil, nil
	}
	n := e.n
	if n > 0 && int(e.at[n-1]) == len(data) { // that of the datagram, which is no NUL
		n--
	}
	return data, e.at[min(e.i, n):n]
}

// took goes on behind n of these ends, after k fields, to offset pos.
func (r *reader) took(n, k, pos int) {
	r.ends.i += n
	r.fields, r.pos = r.fields[:len(r.fields)+k], pos
}

// odd looks closer at f, whose text up to offset end is not plain.
func (r *reader) odd(f *Field, end int) {
	r.specialText(f, r.data[f.Offset:end])
	r.ends.pass(end)
}

// plainZPairs reads pairs as long as nothing needs to be said about them but
// what their letters say. The first is number n; it returns that of the next.
func (r *reader) plainZPairs(d *pairDefs, n int) int {
	data, at := r.zeroEnds()
	fields, k, pos, depth, ends := r.room(3*len(at)/2), 0, r.pos, r.depth, len(at)
	steady := 0 // where a run of fields that all count begins
	for ; len(at) > 1; at = at[2:] {
		keyEnd, end := int(at[0]), int(at[1])
		if keyEnd == pos || end > r.ends.odd && data[end-1] == 1 { // the end of the pairs, a padded value
			break
		}
		switch c := data[pos]; {
		case (c == 's' || c == 'p') && data[pos+1]-'0' <= 9:
			// A number follows nearly always, which is no key.
			if v := data[keyEnd+1]; v-'0' > 9 && v != 0 && ut3Setting(data[pos:keyEnd]) && ut3KeyFollows(data[pos:keyEnd], data[keyEnd+1:]) {
				goto leave
			}
		case c|0x20 == 'm' && keyEnd-pos == len("mapname"):
			if equalFold(data[pos:keyEnd], "mapname") && settingsDump(data[keyEnd+1:end]) {
				goto leave
			}
		}
		if data[pos]&^1 == 'p' && volatileKey(data[pos:keyEnd]) {
			r.ends.noteRun(len(r.fields)+steady, len(r.fields)+k, true)
			steady = k + 3
		}
		f := (*[3]Field)(fields[k:])
		f[0].Def, f[0].Value, f[0].Offset, f[0].Length = d.pair, uint64(n), uint32(pos), uint32(end+1-pos)
		f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = KindGroup, depth, 0, 0, 0
		f[1].Def, f[1].Value, f[1].Offset, f[1].Length = d.key, 0, uint32(pos), uint32(keyEnd+1-pos)
		f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = KindText, depth+1, 0, 1, 0
		f[2].Def, f[2].Value, f[2].Offset, f[2].Length = d.value, 0, uint32(keyEnd+1), uint32(end-keyEnd)
		f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = KindText, depth+1, 0, 1, 0
		if keyEnd > r.ends.odd {
			r.odd(&f[1], keyEnd)
		}
		if end > r.ends.odd {
			r.odd(&f[2], end)
		}
		k += 3
		n++
		pos = end + 1
	}
leave:
	r.ends.noteRun(len(r.fields)+steady, len(r.fields)+k, true)
	r.took(ends-len(at), k, pos)
	return n
}

// plainArray reads one field of all players or teams with values none of which
// is empty, and with what follows it beyond doubt. It reports false, and reads
// nothing, when it is not like that.
func (r *reader) plainArray(l layout, n int) bool {
	data, at := r.zeroEnds()
	if len(at) < 3 || at[1] != at[0]+1 || int(at[0])-r.pos > maxName || !fieldName(data[r.pos:at[0]]) || int(at[0]) > r.ends.odd { // the slot is not 0
		return false
	}
	k, from := 2, int(at[1])+1
	for ; k < len(at) && int(at[k]) > from; k++ {
		from = int(at[k]) + 1
	}
	if k == len(at) {
		return false
	}
	// An empty text: the field ends if another follows, or the section ends.
	switch next := data[from+1:]; {
	case sectionFollows(next), fieldFollows(next):
	case len(next) > 0 && next[0] == 0 && sectionFollows(next[1:]):
	default:
		return false
	}
	fields, start, depth := r.room(k+2), r.pos, r.depth
	f := (*[3]Field)(fields)
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &l[arrayField], uint64(n), uint32(start), uint32(from+1-start)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = KindGroup, depth, 0, 0, 0
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &l[arrayName], 0, uint32(start), uint32(int(at[0])+1-start)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = KindText, depth+1, 0, 1, 0
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &l[arrayStart], 0, uint32(at[1]), 1
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = KindU8, depth+1, 0, 0, 0
	value, pos := &l[arrayValue], int(at[1])+1
	values := fields[3 : k+1]
	for i := range values {
		f, end := &values[i], int(at[i+2])+1
		f.Def, f.Value, f.Offset, f.Length = value, uint64(i), uint32(pos), uint32(end-pos)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth+1, 0, 1, 0
		if pos = end; end-1 > r.ends.odd {
			r.odd(f, end-1)
		}
	}
	r.ends.noteRun(len(r.fields), len(r.fields)+k+2, !pingHead(data[start:]))
	end := &fields[k+1]
	end.Def, end.Value, end.Offset, end.Length = &l[arrayFieldEnd], 0, uint32(pos), 1
	end.Kind, end.Depth, end.Lead, end.Trail, end.Marks = KindConst, depth+1, 0, 0, 0
	r.took(k+1, k+2, pos+1)
	return true
}

// plainRows reads rows n and on of rows, as long as they are whole, and returns
// how many they are. What the columns are stands in heads fields from first on.
func (r *reader) plainRows(l layout, rows, n uint64, first, heads int) uint64 {
	_, at := r.zeroEnds()
	fields, k, pos, depth, ends := r.room(2*len(at)), 0, r.pos, r.depth, len(at)
	columns := r.fields[first : first+heads]
	start := n
	for ; n < rows && len(at) >= heads; n++ {
		f := &fields[k]
		f.Def, f.Value, f.Offset, f.Length = &l[tableRow], n, uint32(pos), uint32(int(at[heads-1])+1-pos)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindGroup, depth, 0, 0, 0
		for c := range columns {
			end := int(at[c])
			f = &fields[k+1+c]
			f.Def, f.Value, f.Offset, f.Length = &l[columns[c].Value], uint64(columns[c].Offset), uint32(pos), uint32(end+1-pos)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth+1, 0, 1, 0
			if end > r.ends.odd {
				r.odd(f, end)
			}
			pos = end + 1
		}
		k += 1 + heads
		at = at[heads:]
	}
	r.took(ends-len(at), k, pos)
	return n - start
}
