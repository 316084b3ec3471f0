package unreal2

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// plainRules reads pairs of Unreal strings as long as both are plain and
// behind a length of one byte, and returns how many they are.
func plainRules(r *wire.Reader) int {
	if !wire.Quick || r.Ends.Careful || r.Stopped {
		return 0
	}
	data, pos, depth, marks := r.Data[:r.End], r.Pos, r.Depth, r.Marks
	first, k, steady, n := len(r.Fields), 0, 0, 0
	for ; pos < len(data); n++ {
		middle := stringEnd(data, pos)
		end := stringEnd(data, middle)
		if end < 0 {
			break
		}
		if key := data[pos+1 : middle]; len(key) > 0 && key[0]&^1 == 'p' && wire.VolatileKey(key) {
			r.Ends.NoteRun(first+steady, first+k, true)
			steady = k + 5
		}
		if cap(r.Fields)-first < k+5 {
			r.Fields = append(r.Fields[:first+k], make([]wire.Field, 5)...)[:first]
		}
		f := (*[5]wire.Field)(r.Fields[first+k : first+k+5])
		f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &record.Unreal2Rule, uint64(n), uint32(pos), uint32(end-pos)
		f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, depth, 0, 0, marks
		for i, to := range [...]int{middle, end} {
			size := to - pos - 1
			g := &f[1+2*i]
			g.Def, g.Value, g.Offset, g.Length = &record.Unreal2Pair[i], uint64(size), uint32(pos), 1
			g.Kind, g.Depth, g.Lead, g.Trail, g.Marks = wire.KindCompact, depth+1, 0, 0, marks|wire.MarkLength
			g = &f[2+2*i]
			g.Def, g.Value, g.Offset, g.Length = &record.Unreal2Pair[i], 0, uint32(pos+1), uint32(size)
			g.Kind, g.Depth, g.Lead, g.Trail, g.Marks = wire.KindText, depth+1, 0, min(uint8(size), 1), marks
			pos = to
		}
		k += 5
	}
	r.Ends.NoteRun(first+steady, first+k, true)
	r.Fields, r.Pos = r.Fields[:first+k], pos
	return n
}

// stringEnd returns where the plain string ends whose length, of one byte,
// stands at offset at of b; -1 when it is another, or at is -1.
func stringEnd(b []byte, at int) int {
	if at < 0 || at >= len(b) {
		return -1
	}
	n := int(b[at])
	if n >= 0x40 || n >= len(b)-at || n > 0 && (b[at+n] != 0 || !wire.PlainASCII(b[at+1:at+n])) {
		return -1
	}
	return at + 1 + n
}
