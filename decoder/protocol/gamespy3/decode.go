package gamespy3

import (
	"bytes"

	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

// Replies of GameSpy 3 in wire order (protocol/gamespy3/SPEC.md).

func reply(r *wire.Reader) {
	r.SetMessage(&otherReply)
	kind := r.Field(&header[0])
	r.Bytes(&header[1], 4)
	b := r.Rest()
	if bytes.Contains(b, []byte(minecraft)) {
		r.UTF8 = true
		r.Colours |= wire.ColourSection | wire.ColourSectionByte
	}
	switch {
	case r.Stopped:
	case kind == 9:
		r.SetMessage(&ChallengeReply)
		readChallenge(r)
	case kind != 0:
	case len(b) >= len(sections.Splitnum) && string(b[:len(sections.Splitnum)]) == sections.Splitnum:
		r.SetMessage(&DataReply)
		r.Constant(&gamespy3Data[0], sections.Splitnum)
		numbered(r)
	case sections.OddSplitnum(b):
		r.SetMessage(&DataReply)
		if string(b[:len(geyser)]) != geyser {
			r.Problem(&problemSplitnum, r.Pos, len(sections.Splitnum)-1, 0, 0)
		}
		// Only the bytes after the word tell it from the key of a single reply.
		r.Flags |= wire.FlagAmbiguous
		r.Leaf(&gamespy3Data[0], wire.KindConst, len(sections.Splitnum), wire.FlagRaw)
		numbered(r)
	case onlyValues(b):
		r.SetMessage(&valuesReply)
		r.Flags |= wire.FlagAmbiguous // where the datagram ends decides
		for n := uint64(0); r.More(); n++ {
			r.CString(&values[0], n)
		}
	default:
		r.SetMessage(&PlainReply)
		if beginsWithValue(b) {
			r.Flags |= wire.FlagAmbiguous // where it ends tells it from values alone
		}
		sections.Read(r)
	}
}

// minecraft is in every reply of a server of Minecraft, whose texts are UTF-8.
const minecraft = "\x00game_id\x00MINECRAFT"

// geyser is what Geyser, a proxy of Minecraft, writes in the place of splitnum.
const geyser = "GeyserMC\x00"

func readChallenge(r *wire.Reader) {
	d := &gamespy3Challenge[0]
	text := r.Rest()
	if i := bytes.IndexByte(text, 0); i >= 0 {
		text = text[:i]
	}
	v, ok := wire.ParseSigned(text)
	switch {
	case len(text) == r.Left():
		r.CString(d, 0) // says that it is cut
		return
	case len(text) == 0:
		r.Problem(&problemChallengeNone, r.Pos, 1, 0, 0)
		r.CString(d, 0)
	case !ok:
		r.Problem(&problemChallengeText, r.Pos, len(text), 0, 0)
		r.CString(d, 0)
	default:
		if v == 0 {
			r.Problem(&problemChallengeNone, r.Pos, len(text), 0, 0)
		}
		if v != int64(int32(v)) {
			r.Problem(&problemChallengeWide, r.Pos, len(text), uint64(v), 0)
		}
		f := r.Add(d, wire.KindDecimal, len(text)+1, uint64(v))
		f.Trail = 1
		if !wire.Canonical(text) {
			f.Flags |= wire.FlagRaw
		}
	}
	if r.More() && sections.ZeroBytes(r.Rest()) {
		r.Add(&gamespy3Challenge[1], wire.KindPadding, r.Left(), 0)
	}
}

// numbered reads the datagram after the word splitnum.
func numbered(r *wire.Reader) {
	last := r.Field(&gamespy3Data[1])&0x80 != 0
	section := r.Field(&gamespy3Data[2])
	r.Flags &^= wire.FlagAmbiguous
	if !r.More() {
		return
	}
	open := false
	switch section {
	case 1:
		open = arrays(r, players[:], false)
	case 2:
		open = arrays(r, teams[:], false)
	default:
		open = sections.Pairs(r, Info[:], &pairs)
	}
	if section == 0 && !open && hasRoster(r) {
		readRoster(r)
	}
	for r.More() {
		switch b := r.Rest(); {
		case b[0] == 1:
			open = arrays(r, players[:], true)
		case b[0] == 2:
			open = arrays(r, teams[:], true)
		case sections.ZeroBytes(b):
			r.Leaf(&between[1], wire.KindPadding, len(b), wire.FlagAmbiguous)
		default:
			r.Problem(&problemSectionUnknown, r.Pos, len(b), uint64(len(b)), 0)
			r.Leaf(&between[2], wire.KindUnknown, len(b), wire.FlagRaw)
		}
	}
	if open && last && !r.Stopped {
		r.Problem(&problemSectionOpen, r.Pos, 0, 0, 0)
	}
	if !r.UTF8 {
		lowBytes(r)
	}
}

// lowBytes reports texts that only have the low byte of each character: with many
// alphabets some of these are control characters, which no key on a keyboard types.
func lowBytes(r *wire.Reader) {
	for i := range r.Fields {
		f := &r.Fields[i]
		if f.Kind != wire.KindText || f.Flags&(wire.FlagSpecial|wire.FlagUTF8|wire.FlagCut) != wire.FlagSpecial {
			continue
		}
		text := r.Data[f.Offset : f.End()-int(f.Trail)]
		if bytes.IndexByte(text, escape) < 0 && hasControls(text) {
			r.Problem(&problemLowBytes, int(f.Offset), int(f.Length), 0, 0)
		}
	}
}

// escape begins the colour codes of Unreal, whose colours are any bytes.
const escape = 0x1b

// hasControls reports whether b has characters that are in no text; 1C is between the
// items of UT3's lists.
func hasControls(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != 0 && c != '\t' && c != '\n' && c != '\r' && c != 0x1c || c == 0x7f {
			return true
		}
	}
	return false
}

// pairs are the problems of the pairs of a data reply.
var pairs = sections.PairProblems{KeyAtEnd: &problemKeyAtEnd, KeyAlone: &problemKeyAlone,
	MapnameDump: &problemMapnameDump, Padded: nil}

// arrays reads the player or team section, with the byte in front that
// names it if there is one, and reports whether the datagram ends inside a field.
func arrays(r *wire.Reader, l wire.Layout, named bool) (open bool) {
	g := r.Begin(&l[sections.ArraySection], 0)
	if named {
		r.Field(&between[0])
	}
	marks := r.Flags
	for n := 0; r.More(); n++ {
		c := r.Data[r.Pos]
		if c == 0 {
			r.Add(&l[sections.ArrayEnd], wire.KindConst, 1, 0)
			break
		}
		if n > 0 && c <= 2 && sections.SectionFollows(r.Rest()) {
			r.Problem(&problemSectionNoEnd, r.Pos, 0, 0, 0)
			break
		}
		open = readArray(r, l, n)
	}
	r.Flags = marks
	r.Done(g)
	return open
}

// readArray reads one field of all players or teams, and reports whether
// the datagram ends before the field does. It leaves Reader.Marks as the NUL
// that may end the section needs them.
//
// An empty value is a NUL like the one that ends the field: what follows a run
// of NULs tells how many of them are values (protocol/gamespy3/SPEC.md#empty-values).
func readArray(r *wire.Reader, l wire.Layout, n int) (open bool) {
	marks := r.Flags &^ wire.FlagAmbiguous
	r.Flags = marks
	g := r.Begin(&l[sections.ArrayField], n)
	at := r.Pos
	name := r.CString(&l[sections.ArrayName], 0)
	r.LongName(at, name)
	if !r.Stopped && !sections.FieldName(name) {
		r.Problem(&problemFieldName, at, len(name), 0, 0)
	}
	open = true
	for slot := r.Field(&l[sections.ArrayStart]); open && r.More(); {
		if r.Data[r.Pos] != 0 {
			slot = r.CStringList(&l[sections.ArrayValue], slot)
			continue
		}
		run := 1
		for r.Pos+run < r.End && r.Data[r.Pos+run] == 0 {
			run++
		}
		next := r.Data[r.Pos+run : r.End]
		empty := run - 1
		switch {
		case sections.SectionFollows(next):
			empty = max(run-2, 0)
		case !sections.FieldFollows(next):
			empty = run
		}
		open = empty == run
		// Without the bytes after the run its first NUL would end the field.
		if empty > 0 {
			r.Flags |= wire.FlagAmbiguous
		}
		for ; empty > 0; empty-- {
			r.CString(&l[sections.ArrayValue], slot)
			slot++
		}
		if !open {
			r.Add(&l[sections.ArrayFieldEnd], wire.KindConst, 1, 0)
			break
		}
		// a value after all; that could not be decided before its end
		if sections.LooksLikeField(next) || next[0] <= 2 && sections.LooksLikeField(next[1:]) {
			r.CString(&l[sections.ArrayValue], slot)
			slot++
		}
		r.Flags = marks
	}
	r.Done(g)
	return open
}
