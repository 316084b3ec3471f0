package decoder

// The info reply of Unreal2 in its variants (protocol/unreal2/SPEC.md#variants-of-the-tail). Version bytes
// do not tell them apart: UT2004 and Killing Floor both send 80 hex.

// unreal2Info reads the record after the header.
func (r *reader) unreal2Info(version uint64) {
	if version == 0x7e {
		r.colours |= ColourCaretHash
	}
	r.read(unreal2InfoHead[:2])
	start := r.mark()
	// A zero where the port begins may be surplus, which only what follows can
	// tell: then everything from here on is one of several readings.
	if r.zeros(r.pos, 1) {
		r.marks |= MarkAmbiguous
	}
	r.unreal2Record(version, 0)
	if len(r.problems) > start.problems && r.zeros(start.pos, 1) {
		r.withoutSurplus(version, start)
	}
	r.marks = start.marks
}

// withoutSurplus reads the record, which is odd as it is, again: a dump that is
// not byte exact has surplus zero bytes in front of the port, so it sees
// whether leaving some out makes everything else read well.
func (r *reader) withoutSurplus(version uint64, start place) {
	asIs := r.score(start)
	for surplus := 1; surplus <= 8 && r.zeros(start.pos, surplus); surplus++ {
		r.reset(start)
		r.marks |= MarkAmbiguous
		r.unreal2Record(version, surplus)
		// The surplus bytes are unknown and carry a warning: that much is its price.
		if s := r.score(start); s >= -(4*surplus+16)-(4*8+16) && s > asIs {
			return
		}
	}
	r.reset(start)
	r.marks |= MarkAmbiguous
	r.unreal2Record(version, 0)
}

// zeros reports whether n zero bytes stand at offset at.
//
//go:noinline
func (r *reader) zeros(at, n int) bool {
	if at+n > r.end {
		return false
	}
	for _, c := range r.data[at : at+n] {
		if c != 0 {
			return false
		}
	}
	return true
}

// unreal2Record reads the record from the game port on, with a number of
// surplus bytes in front of it left out.
func (r *reader) unreal2Record(version uint64, surplus int) {
	if surplus > 0 && r.left() >= surplus+4 {
		at := r.pos
		strict := readNumber(KindU32LE, r.data[at:at+4])
		r.problem(&problemSurplusHead, at, surplus, uint64(surplus), strict)
		r.leaf(&unreal2SurplusHead, KindUnknown, surplus, MarkRaw)
	}
	r.read(unreal2InfoHead[2:])
	if r.stopped {
		return
	}
	if r.swatStrings() {
		r.marks |= MarkAmbiguous
		r.read(unreal2InfoSwat[:])
	}
	r.read(unreal2InfoPlayers[:])
	if r.stopped {
		return
	}
	r.unreal2Tail(version)
}

// swatStrings reports whether two strings and then the numbers of players
// follow, as in the records of SWAT 4 and Tribes. Everywhere else the numbers
// come at once: a number of players is below 256, so its upper bytes are zero,
// where a string has text.
func (r *reader) swatStrings() bool {
	if r.peek(1)|r.peek(2)|r.peek(3) == 0 {
		return false
	}
	b := r.rest()
	for range 2 {
		n := int(regularString(b))
		if n < 0 || n > len(b) {
			return false
		}
		b = b[n:]
	}
	return len(b) >= 8 && b[1]|b[2]|b[3]|b[5]|b[6]|b[7] == 0
}

// regularString returns the number of bytes of the regular string at the start of b, -1 if it is none.
func regularString(b []byte) int64 {
	v, n := readCompact(b)
	if n == 0 || v < 0 || int64(n)+v > int64(len(b)) || v > 0 && b[n+int(v)-1] != 0 || v > 0 && !plainASCII(b[n:n+int(v)-1]) {
		return -1
	}
	return int64(n) + v
}

// unreal2Tail finds out which variant the rest of the record is: the first
// that explains every byte (protocol/unreal2/SPEC.md#variants-of-the-tail).
func (r *reader) unreal2Tail(version uint64) {
	b := r.rest()
	switch {
	case len(b) == 0:
		r.problem(&problemInfoNoTail, r.pos, 0, 0, 0)
	case ut2004Tail(b, 8):
		r.readTail(unreal2InfoPing[:], unreal2InfoFlags[:], unreal2InfoArrays[:])
	case len(b) >= 16 && ut2004Tail(b, 16):
		r.readTail(unreal2InfoWaves[:], unreal2InfoPing[:], unreal2InfoFlagsKF[:], unreal2InfoArrays[:])
	case len(b) == 4, len(b) == 6 && b[4]|b[5] == 0:
		r.readTail(unreal2InfoPing[:], unreal2InfoArrays[:])
	default:
		r.oddTail(version)
	}
}

// ut2004Tail reports whether b is skip bytes of numbers, a short skill string,
// and nothing or two zero bytes.
func ut2004Tail(b []byte, skip int) bool {
	if len(b) <= skip {
		return false
	}
	n := int(b[skip])
	rest := len(b) - skip - 1 - n
	return n <= 16 && (rest == 0 || rest == 2 && b[len(b)-1]|b[len(b)-2] == 0) && (n == 0 || b[skip+n] == 0)
}

// readTail reads the layouts of a variant; only the end of the record tells
// the variants apart, so each of its fields is one of several readings.
func (r *reader) readTail(layouts ...layout) {
	marks := r.marks
	r.marks |= MarkAmbiguous
	for _, l := range layouts {
		if r.left() > 0 {
			r.read(l)
		}
	}
	r.marks = marks
}

// oddTail reads a tail that fits no variant: surplus zero bytes before the
// skill, a cut, the record with its arrays filled, or something unknown.
func (r *reader) oddTail(version uint64) {
	start := r.mark()
	b := r.rest()
	for surplus := 1; surplus <= 8 && len(b) > 8+surplus; surplus++ {
		if r.zeros(r.pos+8, surplus) && ut2004Tail(b[surplus:], 8) && b[8+surplus] != 0 {
			r.marks |= MarkAmbiguous
			r.read(unreal2InfoPing[:])
			r.read(unreal2InfoFlags[:1])
			r.problem(&problemSurplusTail, r.pos, surplus, uint64(surplus), 0)
			r.leaf(&unreal2SurplusHead, KindUnknown, surplus, MarkRaw)
			r.read(unreal2InfoFlags[1:])
			r.read(unreal2InfoArrays[:])
			r.marks = start.marks
			return
		}
	}
	if r.fullRecord() {
		return
	}
	r.reset(start)
	if version < 0x7f && len(b) < 6 || len(b) < 13 {
		// Shorter than any whole tail: cut in the middle.
		r.marks |= MarkAmbiguous
		r.read(unreal2InfoPing[:])
		r.read(unreal2InfoFlags[:])
		r.read(unreal2InfoArrays[:])
		r.marks = start.marks
		return
	}
	r.problem(&problemInfoTail, r.pos, len(b), uint64(len(b)), 0)
	r.leaf(&unreal2TailUnknown, KindUnknown, len(b), MarkRaw|MarkAmbiguous)
}

// fullRecord reads the record as a server sends it to its master: the arrays
// of rules and players follow their lengths (protocol/unrealmaster/SPEC.md#server-session). It reports
// whether that explains every byte.
func (r *reader) fullRecord() bool {
	start := r.mark()
	r.marks |= MarkAmbiguous
	r.read(unreal2InfoPing[:])
	r.read(unreal2InfoFlags[:])
	r.unreal2Arrays()
	r.marks = start.marks
	return !r.stopped && r.left() == 0 && len(r.problems) == start.problems
}

// unreal2Arrays reads the arrays of rules and players, each behind its length.
func (r *reader) unreal2Arrays() {
	r.unreal2Array(&unreal2InfoArrays[0], &unreal2Rule, unreal2Pair[:])
	r.unreal2Array(&unreal2InfoArrays[1], &unreal2Player, unreal2Players[:])
}

// unreal2Array reads a length and as many groups of the fields of l.
func (r *reader) unreal2Array(length, group *FieldDef, l layout) {
	count := r.compact(length)
	if r.stopped {
		return
	}
	at := r.fields[len(r.fields)-1]
	n := 0
	for ; int64(n) < count && r.more(); n++ {
		g := r.begin(group, n)
		r.read(l)
		r.done(g)
	}
	if int64(n) < count && !r.stopped {
		r.problem(&problemArrayShort, int(at.Offset), int(at.Length), uint64(count), uint64(n))
	}
}
