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

// pair is what a pair is made of, as [wire.Reader.Zgroup] takes it.
var pair = [...]wire.Field{{Value: infoKey}, {Value: infoValue}}

// Pairs reads an info section, pairs up to an empty key, and reports whether
// the datagram ends before that. Noting which pairs count as content makes
// decoding and [wire.Message.Content] together a tenth faster.
func Pairs(r *wire.Reader, l wire.Layout, odd *PairProblems) bool {
	section := r.Begin(&l[infoSection], 0)
	b, open := r.Data[:r.End], true
	steady := len(r.Fields) // where a run of fields begins that all count as content
	for n := 0; !r.Stopped && r.Pos < len(b); n++ {
		at, first := r.Pos, len(r.Fields)
		c := b[at]
		if c == 0 {
			open = false
			break
		}
		if odd.KeyAlone != nil && (c == 's' || c == 'p') && keys.KeyAlone(b[at:]) {
			r.Zgroup(l, infoPair, n, pair[:1])
			r.Problem(odd.KeyAlone, at, r.Pos-1-at, 0, 0)
		} else if r.Zgroup(l, infoPair, n, pair[:]) {
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
			r.Ztext(&l[infoValue], 0) // says that it is cut
		} else if !r.Stopped {
			r.Problem(odd.KeyAtEnd, at, r.Pos-1-at, 0, 0)
		}
		if wire.Quick && (c&^1 == 'p' || c == '\\') && wire.VolatileKey(b[at:r.Fields[first+1].End()]) {
			r.Ends.NoteRun(steady, first, true)
			steady = len(r.Fields)
		}
	}
	r.Ends.NoteRun(steady, len(r.Fields), true)
	if !open {
		r.Add(&l[infoEnd], wire.KindConst, 1, 0)
	}
	r.Done(section)
	return open
}
