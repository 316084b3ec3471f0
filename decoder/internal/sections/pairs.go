package sections

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Places in the layouts of the info sections.
const (
	infoSection = iota
	infoPair
	infoKey
	infoValue
	infoEnd
)

// PairProblems are the problems of pairs in a protocol; nil where it has none.
type PairProblems struct {
	KeyAtEnd    *wire.ProblemInfo // the datagram ends after a key
	KeyAlone    *wire.ProblemInfo // another key follows where the value should
	MapnameDump *wire.ProblemInfo // the map is a list of all settings
	Padded      *wire.ProblemInfo // a value ends in bytes 01
}

// pair is what a pair is made of, as [wire.Reader.CStringGroup] takes it.
var pair = [...]wire.Field{{Value: infoKey}, {Value: infoValue}}

// Pairs reads an info section, pairs up to an empty key, and reports whether
// the datagram ends before that.
func Pairs(r *wire.Reader, l wire.Layout, odd *PairProblems) bool {
	section := r.Begin(&l[infoSection], 0)
	b, open, marks := r.Data[:r.End], true, r.Flags
	doubtful := 0 // pairs without which what is before them would be read otherwise
	for n := 0; !r.Stopped && r.Pos < len(b); n++ {
		at := r.Pos
		c := b[at]
		if c == 0 {
			open = false
			break
		}
		if end := continued(r, l); end > 0 {
			f := r.Fields[len(r.Fields)-3:]
			r.Pos = end + 1
			f[0].Length, f[2].Length = uint32(r.Pos)-f[0].Offset, uint32(r.Pos)-f[2].Offset
			f[0].Flags |= wire.FlagAmbiguous
			f[2].Flags |= wire.FlagAmbiguous
			r.CheckText(&f[2])
			r.Flags |= wire.FlagAmbiguous // of the pairs that show it
			doubtful = 2
			continue
		}
		if odd.KeyAlone != nil && (c == 's' || c == 'p') && keys.KeyAlone(b[at:]) {
			r.CStringGroup(l, infoPair, n, pair[:1])
			r.Problem(odd.KeyAlone, at, r.Pos-1-at, 0, 0)
		} else if r.CStringGroup(l, infoPair, n, pair[:]) {
			f := &r.Fields[len(r.Fields)-1]
			from := int(f.Offset)
			value := b[from : r.Pos-int(f.Trail)]
			switch {
			case odd.Padded != nil && len(value) > 0 && value[len(value)-1] == 1:
				r.Problem(odd.Padded, from, len(value), 0, 0)
			case c|0x20 == 'm' && odd.MapnameDump != nil && wire.EqualFold(b[at:from-1], "mapname") && keys.SettingsDump(value):
				r.Problem(odd.MapnameDump, from, len(value), 0, 0)
			}
		} else if odd.KeyAtEnd == nil {
			r.CString(&l[infoValue], 0) // says that it is cut
		} else if !r.Stopped {
			r.Problem(odd.KeyAtEnd, at, r.Pos-1-at, 0, 0)
		}
		if doubtful--; doubtful < 1 {
			r.Flags = marks
		}
	}
	r.Flags = marks
	if !open {
		r.Add(&l[infoEnd], wire.KindConst, 1, 0)
	}
	r.Done(section)
	return open
}

// continued returns where the text that follows ends if it belongs to the value that
// was read last, 0 if it is a key.
func continued(r *wire.Reader, l wire.Layout) int {
	if f := &r.Fields[len(r.Fields)-1]; f.Def != &l[infoValue] || r.Fields[len(r.Fields)-3].Def != &l[infoPair] {
		return 0
	}
	return keys.Continues(r.Data[:r.End], r.Pos, 0)
}
