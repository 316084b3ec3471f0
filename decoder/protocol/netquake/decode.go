package netquake

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	mark     = "\x80\x00"
	headSize = 5
	leastCut = 8    // of a packet that is cut, to be told from others
	mostName = 16   // bytes of the name of a game
	mostSize = 1400 // of a control packet; servers of the first version send no more than 1024
)

// A fit is how well bytes fit a layout.
type fit uint8

const (
	differs fit = iota
	isCut       // fits as far as it goes
	fits
)

// fitOf reports whether b fits what follows the header of f.
func fitOf(f *form, b []byte) fit {
	if f.empty != nil && len(b) == 0 {
		return fits
	}
	for i := range f.layout {
		d := &f.layout[i]
		n := d.Kind.Size()
		if d.Kind == wire.KindText {
			n = bytes.IndexByte(b, 0) + 1
			switch {
			case d == &client[0] && !isGame(b):
				return differs
			case n == 0:
				return isCut
			}
		}
		if n > len(b) {
			return isCut
		}
		b = b[n:]
	}
	if len(b) > 0 && !f.extended {
		return differs
	}
	return fits
}

// isGame reports whether b begins with the name of a game, in capitals, or is cut in it.
func isGame(b []byte) bool {
	for i, c := range b {
		if c == 0 || i == mostName {
			return c == 0 && i > 0
		}
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// recognise identifies packets by their mark and length, and by the code and what has to
// follow it (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < headSize || p[0] != mark[0] || p[1] != mark[1] {
		return wire.DirectionUnknown, wire.Unlikely
	}
	f, size := formOf(p[headSize-1]), int(wire.BE16(p[len(mark):]))
	if f == nil || size < len(p) || size > mostSize {
		return wire.DirectionUnknown, wire.Unlikely
	}
	sure := wire.Certain
	switch fitOf(f, p[headSize:]) {
	case differs:
		return wire.DirectionUnknown, wire.Unlikely
	case isCut:
		if sure = wire.Possible; size == len(p) || len(p) < leastCut {
			return wire.DirectionUnknown, wire.Unlikely
		}
	case fits:
		if size > len(p) {
			sure = wire.Possible
		}
	}
	return f.info.Direction, sure
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourGlyphs
	var f *form
	if r.Left() >= headSize {
		f = formOf(r.Peek(headSize - 1))
	}
	switch {
	case f != nil:
		r.SetMessage(f.info)
	case dir == wire.Reply:
		r.SetMessage(&infoReply)
	default:
		r.SetMessage(&infoRequest)
	}
	r.Constant(&head[0], mark)
	at := r.Pos
	size := int(r.Field(&head[1]))
	r.Field(&head[2])
	if f == nil || r.Stopped {
		return
	}
	left := size - headSize // that the packet should have
	if size > r.End-at+len(mark) {
		r.Problem(&wire.ProblemLengthPastEnd, at, 2, uint64(size), uint64(r.End-at+len(mark)))
	}
	if f.empty != nil && left <= 0 {
		r.SetMessage(f.empty)
		return
	}
	begin, l := r.Pos, f.layout
	group := -1
	if l[0].Kind == wire.KindGroup {
		group, l = r.Begin(&l[0], 0), l[1:]
	}
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.CString(&l[i], 0)
		} else {
			r.Field(&l[i])
		}
	}
	if group >= 0 {
		r.Done(group)
	}
	if left -= r.Pos - begin; f.extended && left > 0 && !r.Stopped {
		r.Bytes(&head[headExtension], left)
	}
}

// aboutPlayer is the first of the subjects of players.
const aboutPlayer = 1 << 4

// manySubjects is how many players can be told apart.
const manySubjects = 28

// matchKey ties replies about a player by the number, too.
func matchKey(m *wire.Message) wire.MatchKey {
	t := m.TopicKey()
	for i := range m.Fields {
		if f := &m.Fields[i]; (f.Def == &number[0] || f.Def == &player[1]) && f.Kind.Number() {
			t.Subjects = aboutPlayer << (f.Value % manySubjects)
		}
	}
	return t
}
