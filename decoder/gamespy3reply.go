package decoder

import "strconv"

// Replies of GameSpy 3 in wire order (protocol/gamespy3/SPEC.md).

func (r *reader) gamespy3Reply() {
	r.say(&gamespy3OtherReply)
	kind := r.field(&gamespy3Header[0])
	r.bytes(&gamespy3Header[1], 4)
	switch b := r.rest(); {
	case r.stopped:
	case kind == 9:
		r.say(&gamespy3ChallengeReply)
		r.gamespy3Challenge()
	case kind != 0:
	case len(b) >= len(splitnum) && string(b[:len(splitnum)]) == splitnum:
		r.say(&gamespy3DataReply)
		r.gamespy3Data()
	case oddSplitnum(b):
		r.say(&gamespy3DataReply)
		r.problem(&problemSplitnum, r.pos, len(splitnum)-1, 0, 0)
		// Only the bytes behind the word tell it from the key of a single reply.
		r.marks |= MarkAmbiguous
		r.leaf(&gamespy3Data[0], KindConst, len(splitnum), MarkRaw)
		r.gamespy3Numbered()
	default:
		r.say(&gamespy3PlainReply)
		r.gamespy2Sections()
	}
}

func (r *reader) gamespy3Challenge() {
	d := &gamespy3Challenge[0]
	text := r.zpeek()
	v, ok := parseSigned(text)
	switch {
	case len(text) == r.left():
		r.zstring(d) // says that it is cut
		return
	case len(text) == 0:
		r.problem(&problemChallengeNone, r.pos, 1, 0, 0)
		r.ztext(d, 0)
	case !ok:
		r.problem(&problemChallengeText, r.pos, len(text), 0, 0)
		r.ztext(d, 0)
	default:
		if v == 0 {
			r.problem(&problemChallengeNone, r.pos, len(text), 0, 0)
		}
		if v != int64(int32(v)) {
			r.problem(&problemChallengeWide, r.pos, len(text), uint64(v), 0)
		}
		var canonical [20]byte
		same := string(strconv.AppendInt(canonical[:0], v, 10)) == string(text)
		f := r.add(d, KindDecimal, len(text)+1, uint64(v))
		f.Trail = 1
		if !same {
			f.Marks |= MarkRaw
		}
	}
	if r.more() && zeroBytes(r.rest()) {
		r.add(&gamespy3Challenge[1], KindPadding, r.left(), 0)
	}
}

func (r *reader) gamespy3Data() {
	r.constant(&gamespy3Data[0], splitnum)
	r.gamespy3Numbered()
}

// gamespy3Numbered reads the datagram after the word splitnum.
func (r *reader) gamespy3Numbered() {
	last := r.field(&gamespy3Data[1])&0x80 != 0
	section := r.field(&gamespy3Data[2])
	r.marks &^= MarkAmbiguous
	if !r.more() {
		return
	}
	open := false
	switch section {
	case 1:
		open = r.gamespy3Arrays(gamespy3Players[:], false)
	case 2:
		open = r.gamespy3Arrays(gamespy3Teams[:], false)
	default:
		open = r.gamespy3InfoSection()
	}
	for r.more() {
		switch b := r.rest(); {
		case b[0] == 1:
			open = r.gamespy3Arrays(gamespy3Players[:], true)
		case b[0] == 2:
			open = r.gamespy3Arrays(gamespy3Teams[:], true)
		case zeroBytes(b):
			r.leaf(&gamespy3Between[1], KindPadding, len(b), MarkAmbiguous)
		default:
			r.problem(&problemSectionUnknown, r.pos, len(b), uint64(len(b)), 0)
			r.leaf(&gamespy3Between[2], KindUnknown, len(b), MarkRaw)
		}
	}
	if open && last && !r.stopped {
		r.problem(&problemSectionOpen, r.pos, 0, 0, 0)
	}
}

// gamespy3InfoSection reads pairs until an empty key, and reports whether the
// datagram ends before it.
func (r *reader) gamespy3InfoSection() (open bool) {
	g := r.begin(&gamespy3Info[0], 0)
	open = true
	for n := r.plainZPairs(&gamespy3Pairs, 0); r.more(); n = r.plainZPairs(&gamespy3Pairs, n+1) {
		if r.data[r.pos] == 0 {
			r.add(&gamespy3Info[4], KindConst, 1, 0)
			open = false
			break
		}
		r.gamespy3Pair(n)
	}
	r.done(g)
	return open
}

// gamespy3Pairs are the fields of the pairs that plainZPairs reads.
var gamespy3Pairs = pairDefs{&gamespy3Info[1], &gamespy3Info[2], &gamespy3Info[3], nil}

func (r *reader) gamespy3Pair(n int) {
	g := r.begin(&gamespy3Info[1], n)
	at := r.pos
	key := r.ztext(&gamespy3Info[2], 0)
	switch {
	case r.stopped:
	case r.pos == r.end:
		r.problem(&problemKeyAtEnd, at, len(key), 0, 0)
	case ut3Setting(key) && ut3KeyFollows(key, r.rest()):
		r.problem(&problemKeyAlone, at, len(key), 0, 0)
	default:
		at = r.pos
		value := r.ztext(&gamespy3Info[3], 0)
		if len(key) == len("mapname") && equalFold(key, "mapname") && settingsDump(value) {
			r.problem(&problemMapnameDump, at, len(value), 0, 0)
		}
	}
	r.done(g)
}

// gamespy3Arrays reads the player or team section, with the byte in front that
// names it if there is one, and reports whether the datagram ends inside a field.
func (r *reader) gamespy3Arrays(l layout, named bool) (open bool) {
	g := r.begin(&l[arraySection], 0)
	if named {
		r.field(&gamespy3Between[0])
	}
	marks := r.marks
	for n := 0; r.more(); n++ {
		c := r.data[r.pos]
		if c == 0 {
			r.add(&l[arrayEnd], KindConst, 1, 0)
			break
		}
		if n > 0 && c <= 2 && sectionFollows(r.rest()) {
			r.problem(&problemSectionNoEnd, r.pos, 0, 0, 0)
			break
		}
		open = r.gamespy3Array(l, n)
	}
	r.marks = marks
	r.done(g)
	return open
}

// gamespy3Array reads one field of all players or teams, and reports whether
// the datagram ends before the field does. It leaves reader.marks as the NUL
// that may end the section needs them.
//
// An empty value is a NUL like the one that ends the field: what follows a run
// of NULs tells how many of them are values (protocol/gamespy3/SPEC.md#empty-values).
func (r *reader) gamespy3Array(l layout, n int) (open bool) {
	marks := r.marks &^ MarkAmbiguous
	r.marks = marks
	if r.plainArray(l, n) {
		return false
	}
	g := r.begin(&l[arrayField], n)
	at := r.pos
	name := r.ztext(&l[arrayName], 0)
	r.longName(at, name)
	if !r.stopped && !fieldName(name) {
		r.problem(&problemFieldName, at, len(name), 0, 0)
	}
	open = true
	for slot := r.field(&l[arrayStart]); open && r.more(); {
		if r.data[r.pos] != 0 {
			r.ztext(&l[arrayValue], slot)
			slot++
			continue
		}
		run := 1
		for r.pos+run < r.end && r.data[r.pos+run] == 0 {
			run++
		}
		next := r.data[r.pos+run : r.end]
		empty := run - 1
		switch {
		case sectionFollows(next):
			empty = max(run-2, 0)
		case !fieldFollows(next):
			empty = run
		}
		open = empty == run
		// Without the bytes behind the run its first NUL would end the field.
		if empty > 0 {
			r.marks |= MarkAmbiguous
		}
		for ; empty > 0; empty-- {
			r.ztext(&l[arrayValue], slot)
			slot++
		}
		if !open {
			r.add(&l[arrayFieldEnd], KindConst, 1, 0)
			break
		}
		if looksLikeField(next) || next[0] <= 2 && looksLikeField(next[1:]) { // a value after all; it could not be told before its end was there
			r.ztext(&l[arrayValue], slot)
			slot++
		}
		r.marks = marks
	}
	r.done(g)
	return open
}

// sectionFollows reports whether b is the end of the datagram or begins with
// the byte of a section.
func sectionFollows(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	return (b[0] == 1 || b[0] == 2) && (len(b) == 1 || b[1] == 0 || fieldFollows(b[1:]))
}

// maxFieldName bounds the look ahead for a field name.
const maxFieldName = 64

// fieldFollows reports whether b begins with the name of a field: a known one,
// or a word that ends as they do with the slot 0 behind it, where every field
// begins that is not continued. A word that the datagram cuts counts as well.
func fieldFollows(b []byte) bool {
	n := fieldWord(b)
	if n < 0 {
		return false
	}
	if n == len(b) {
		return true
	}
	if !fieldName(b[:n]) {
		return false
	}
	return n+1 == len(b) || b[n+1] == 0 || lookupKey(b[:n]) != nil
}

// looksLikeField reports whether b begins with a whole word that ends as field names do.
func looksLikeField(b []byte) bool {
	n := fieldWord(b)
	return n >= 0 && n < len(b) && fieldName(b[:n])
}

// fieldWord returns the length of the word at the start of b, -1 if it is too
// long or holds what no field name does.
func fieldWord(b []byte) int {
	for i, c := range b {
		switch {
		case c == 0:
			return i
		case i == maxFieldName, c != '_' && !alphanumeric(c):
			return -1
		}
	}
	return len(b)
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// fieldName reports whether name ends as those of player and team fields do.
func fieldName(name []byte) bool {
	n := len(name)
	return n >= 2 && name[n-1] == '_' || n >= 3 && name[n-1] == 't' && name[n-2] == '_'
}

// zpeek returns the bytes up to the next NUL or the end.
func (r *reader) zpeek() []byte {
	b := r.rest()
	if i := indexByte(b, 0); i >= 0 {
		return b[:i]
	}
	return b
}

// ztext reads text that a NUL ends, like zstring, and keeps value with it as
// FieldDef.Naming wants.
func (r *reader) ztext(d *FieldDef, value uint64) []byte {
	if r.stopped {
		return nil
	}
	b := r.data[r.pos:r.end]
	if n, plain := scanPlain(b, 0, 0); n < len(b) {
		f := r.add(d, KindText, n+1, value)
		f.Trail = 1
		if !plain {
			r.specialText(f, b[:n])
		}
		return b[:n]
	}
	n := len(r.fields)
	b = r.zstring(d) // cut
	if len(r.fields) > n {
		r.fields[n].Value = value
	}
	return b
}
