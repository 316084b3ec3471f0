package gamespy3

import (
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

// Texts that end in a NUL, as GameSpy 2 and 3 write them: pairs, the values of
// a field one after the other, the rows of a table.

// plainArray reads one field of all players or teams with values none of which
// is empty, and with what follows it beyond doubt. It reports false, and reads
// nothing, when it is not like that.
func plainArray(r *wire.Reader, l wire.Layout, n int) bool {
	data, at := sections.ZeroEnds(r)
	if len(at) < 3 || at[1] != at[0]+1 || int(at[0])-r.Pos > wire.MaxName || !sections.FieldName(data[r.Pos:at[0]]) || int(at[0]) > r.Ends.Odd { // the slot is not 0
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
	case sections.SectionFollows(next), sections.FieldFollows(next):
	case len(next) > 0 && next[0] == 0 && sections.SectionFollows(next[1:]):
	default:
		return false
	}
	fields, start, depth := r.Room(k+2), r.Pos, r.Depth
	f := (*[3]wire.Field)(fields)
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &l[sections.ArrayField], uint64(n), uint32(start), uint32(from+1-start)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, depth, 0, 0, 0
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &l[sections.ArrayName], 0, uint32(start), uint32(int(at[0])+1-start)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = wire.KindText, depth+1, 0, 1, 0
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &l[sections.ArrayStart], 0, uint32(at[1]), 1
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = wire.KindU8, depth+1, 0, 0, 0
	value, pos := &l[sections.ArrayValue], int(at[1])+1
	values := fields[3 : k+1]
	for i := range values {
		f, end := &values[i], int(at[i+2])+1
		f.Def, f.Value, f.Offset, f.Length = value, uint64(i), uint32(pos), uint32(end-pos)
		f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = wire.KindText, depth+1, 0, 1, 0
		if pos = end; end-1 > r.Ends.Odd {
			sections.Odd(r, f, end-1)
		}
	}
	r.Ends.NoteRun(len(r.Fields), len(r.Fields)+k+2, !wire.PingHead(data[start:]))
	end := &fields[k+1]
	end.Def, end.Value, end.Offset, end.Length = &l[sections.ArrayFieldEnd], 0, uint32(pos), 1
	end.Kind, end.Depth, end.Lead, end.Trail, end.Marks = wire.KindConst, depth+1, 0, 0, 0
	sections.Took(r, k+1, k+2, pos+1)
	return true
}
