package decoder

import (
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// noteLikeness records which foreign protocol the bytes from at on look like.
func noteLikeness(r *wire.Reader, at int) {
	if i, f := lookalike.Likeness(r.Data[at:r.End]); f != lookalike.FitNone {
		r.Problem(&lookalike.Problem, at, r.End-at, uint64(i), 0)
	}
}

// doubted decides whether a payload with a problem is what it was read as: not
// when another protocol explains all of it, and not for certain when a few
// first bytes are all that supports it.
func doubted(r *wire.Reader, start wire.Mark, info *wire.MessageInfo, c wire.Confidence) (*wire.MessageInfo,
	wire.Confidence) {
	odd := false
	for i := start.Problems; i < len(r.Problems); i++ {
		odd = odd || r.Problems[i].Info.Severity > wire.SeverityNote
	}
	if !odd {
		return info, c
	}
	borneOut := borneOut(r, start)
	if _, f := lookalike.Likeness(r.Data[start.Pos:r.End]); f == lookalike.FitWhole || f == lookalike.FitFull &&
		!borneOut {
		r.Reset(start)
		r.Colours, r.UTF8, r.Standing = 0, false, wire.Standing{}
		r.Unknown()
		return &wire.UnknownMessage, wire.Unlikely
	}
	if !borneOut && info.Descriptor().Brief {
		c = min(c, wire.Possible)
	}
	return info, c
}

// borneOut is called when a payload that was read as what its first bytes say
// has a problem. It reports false when the reading fails before its first text:
// then there is nothing but these bytes to support it.
func borneOut(r *wire.Reader, start wire.Mark) bool {
	failed := len(r.Data) // the first place where it does
	for i := start.Problems; i < len(r.Problems); i++ {
		if p := &r.Problems[i]; p.Info.Severity > wire.SeverityNote {
			failed = min(failed, int(p.Offset))
		}
	}
	if failed == len(r.Data) && !r.Stopped {
		return true
	}
	for i := start.Fields; i < len(r.Fields); i++ {
		f := &r.Fields[i]
		if f.Kind != wire.KindText || f.Length < 2 || f.Marks&wire.MarkLength != 0 {
			continue
		}
		from, measured := int(f.Offset), true
		if i > 0 && r.Fields[i-1].Marks&wire.MarkLength != 0 {
			from, measured = int(r.Fields[i-1].Offset), r.Fields[i-1].Kind != wire.KindUnknown
		}
		if failed < from {
			return false
		}
		text := r.Data[f.Offset : f.End()-int(f.Trail)]
		switch { // what no server sends, or too little to tell
		case f.Marks&(wire.MarkOpen|wire.MarkCut) == wire.MarkOpen, f.Marks&wire.MarkCut != 0 && len(text) < 8:
			continue
		case !measured && len(text) < 32: // a length of one byte is misread from 64 on
			continue
		}
		if wordy(text) || wire.ValidMultibyte(text) {
			return true
		}
	}
	return false
}

// wordy reports whether b is text written by a person, most of it in ASCII,
// colour codes aside, and too long to be so by chance.
func wordy(b []byte) bool {
	ascii, others := 0, 0
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == 0x1b: // three bytes of colour follow
			i += 3
		case c < ' ', c >= 0x7f && c < 0xa0:
			return false
		case c < 0x7f:
			ascii++
		default:
			others++
		}
	}
	return ascii > 3 && ascii > 2*others
}
