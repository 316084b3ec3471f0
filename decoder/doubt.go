package decoder

import (
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// noteForeign records which foreign protocol the bytes from at on look like.
func noteForeign(r *wire.Reader, at int) {
	if i, f := lookalike.Match(r.Data[at:r.End]); f != lookalike.FitNone {
		r.Problem(&lookalike.Problem, at, r.End-at, uint64(i), 0)
	}
}

// recheck decides whether a payload with a problem is a message of the detected
// protocol: not when a foreign protocol explains all of it, and not for certain
// when only a few first bytes support the match.
func recheck(r *wire.Reader, start wire.Checkpoint, info *wire.MessageInfo, c wire.Confidence) (*wire.MessageInfo,
	wire.Confidence) {
	damaged := false
	for i := start.Problems; i < len(r.Problems); i++ {
		damaged = damaged || r.Problems[i].Info.Severity > wire.SeverityNote
	}
	if !damaged {
		return info, c
	}
	supported := corroborated(r, start)
	if _, f := lookalike.Match(r.Data[start.Pos:r.End]); f == lookalike.FitWhole || f == lookalike.FitFull &&
		!supported {
		r.Reset(start)
		r.Colours, r.UTF8, r.Reply = 0, false, wire.ReplyInfo{}
		r.Unknown()
		return &wire.UnknownMessage, wire.Unlikely
	}
	if !supported && info.Descriptor().Brief {
		c = min(c, wire.Possible)
	}
	return info, c
}

// corroborated reports whether decoded text supports a match that rests on the
// first bytes of a payload with a problem. Where reading fails before the first
// text, nothing does.
func corroborated(r *wire.Reader, start wire.Checkpoint) bool {
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
		if f.Kind != wire.KindText || f.Length < 2 || f.Flags&wire.FlagLength != 0 {
			continue
		}
		from, measured := int(f.Offset), true
		if i > 0 && r.Fields[i-1].Flags&wire.FlagLength != 0 {
			from, measured = int(r.Fields[i-1].Offset), r.Fields[i-1].Kind != wire.KindUnknown
		}
		if failed < from {
			return false
		}
		text := r.Data[f.Offset : f.End()-int(f.Trail)]
		switch { // what no server sends, or too little to tell
		case f.Flags&(wire.FlagOpen|wire.FlagCut) == wire.FlagOpen, f.Flags&wire.FlagCut != 0 && len(text) < 8:
			continue
		case !measured && len(text) < 32: // a length of one byte is misread from 64 on
			continue
		}
		if looksLikeText(text) || wire.ValidMultibyte(text) {
			return true
		}
	}
	return false
}

// looksLikeText reports whether b is text written by a person, most of it in ASCII,
// colour codes aside, and too long to be so by chance.
func looksLikeText(b []byte) bool {
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
