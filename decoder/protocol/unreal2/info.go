package unreal2

import (
	"fragscope/decoder/internal/record"
	"fragscope/decoder/wire"
)

// The info reply of Unreal2 in its variants
// (protocol/unreal2/SPEC.md#variants-of-the-tail). Version bytes do not
// distinguish them: UT2004 and Killing Floor both send 80 hex.

// readInfo reads the record after the header.
func readInfo(r *wire.Reader, version uint64) {
	if version == 0x7e {
		r.Colours |= wire.ColourCaretHash
	}
	r.Read(record.InfoHead[:2])
	start := r.Checkpoint()
	// A zero where the port begins may be surplus, which only what follows can
	// decide: then everything from here on is one of several readings.
	if zeros(r, r.Pos, 1) {
		r.Flags |= wire.FlagAmbiguous
	}
	readRecord(r, version, 0)
	if len(r.Problems) > start.Problems && zeros(r, start.Pos, 1) {
		withoutSurplus(r, version, start)
	}
	r.Flags = start.Flags
}

// withoutSurplus reads the record, which has problems, again: a dump that is
// not byte exact has surplus zero bytes before the port, so it checks whether
// skipping some makes everything else valid.
func withoutSurplus(r *wire.Reader, version uint64, start wire.Checkpoint) {
	asIs := r.Score(start)
	for surplus := 1; surplus <= 8 && zeros(r, start.Pos, surplus); surplus++ {
		r.Reset(start)
		r.Flags |= wire.FlagAmbiguous
		readRecord(r, version, surplus)
		// The surplus bytes are unknown and carry a warning.
		if s := r.Score(start); s >= -(4*surplus+16)-(4*8+16) && s > asIs {
			return
		}
	}
	r.Reset(start)
	r.Flags |= wire.FlagAmbiguous
	readRecord(r, version, 0)
}

// zeros reports whether n zero bytes are at offset at.
func zeros(r *wire.Reader, at, n int) bool {
	if at+n > r.End {
		return false
	}
	for _, c := range r.Data[at : at+n] {
		if c != 0 {
			return false
		}
	}
	return true
}

// readRecord reads the record from the game port on, with a number of surplus
// bytes before it left out.
func readRecord(r *wire.Reader, version uint64, surplus int) {
	if surplus > 0 && r.Left() >= surplus+4 {
		at := r.Pos
		strict := wire.ReadNumber(wire.KindU32LE, r.Data[at:at+4])
		r.Problem(&problemSurplusHead, at, surplus, uint64(surplus), strict)
		r.Leaf(&surplusHead, wire.KindUnknown, surplus, wire.FlagRaw)
	}
	r.Read(record.InfoHead[2:])
	if r.Stopped {
		return
	}
	if swatStrings(r) {
		r.Flags |= wire.FlagAmbiguous
		r.Read(infoSwat[:])
	}
	r.Read(record.InfoPlayers[:])
	if r.Stopped {
		return
	}
	tail(r, version)
}

// swatStrings reports whether two strings and then the numbers of players
// follow, as in the records of SWAT 4 and Tribes. Everywhere else the numbers
// come at once: a number of players is below 256, so its upper bytes are zero,
// where a string has text.
func swatStrings(r *wire.Reader) bool {
	if r.Peek(1)|r.Peek(2)|r.Peek(3) == 0 {
		return false
	}
	b := r.Rest()
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
	v, n := wire.ReadCompact(b)
	if n == 0 || v < 0 || int64(n)+v > int64(len(b)) || v > 0 && b[n+int(v)-1] != 0 ||
		v > 0 && !wire.PlainASCII(b[n:n+int(v)-1]) {
		return -1
	}
	return int64(n) + v
}

// tail determines which variant the rest of the record is: the first that
// explains every byte (protocol/unreal2/SPEC.md#variants-of-the-tail).
func tail(r *wire.Reader, version uint64) {
	b := r.Rest()
	switch {
	case len(b) == 0:
		r.Problem(&problemInfoNoTail, r.Pos, 0, 0, 0)
	case ut2004Tail(b, 8):
		readTail(r, record.InfoPing[:], record.InfoFlags[:], record.InfoArrays[:])
	case len(b) >= 16 && ut2004Tail(b, 16):
		readTail(r, record.InfoWaves[:], record.InfoPing[:], record.InfoFlagsKF[:], record.InfoArrays[:])
	case len(b) == 4, len(b) == 6 && b[4]|b[5] == 0:
		readTail(r, record.InfoPing[:], record.InfoArrays[:])
	default:
		oddTail(r, version)
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

// readTail reads the layouts of a variant; only the end of the record
// distinguishes the variants, so each of its fields is one of several readings.
func readTail(r *wire.Reader, layouts ...wire.Layout) {
	marks := r.Flags
	r.Flags |= wire.FlagAmbiguous
	for _, l := range layouts {
		if r.Left() > 0 {
			r.Read(l)
		}
	}
	r.Flags = marks
}

// oddTail reads a tail that fits no variant: surplus zero bytes before the
// skill, a cut, the record with its arrays filled, or something unknown.
func oddTail(r *wire.Reader, version uint64) {
	start := r.Checkpoint()
	b := r.Rest()
	for surplus := 1; surplus <= 8 && len(b) > 8+surplus; surplus++ {
		if zeros(r, r.Pos+8, surplus) && ut2004Tail(b[surplus:], 8) && b[8+surplus] != 0 {
			r.Flags |= wire.FlagAmbiguous
			r.Read(record.InfoPing[:])
			r.Read(record.InfoFlags[:1])
			r.Problem(&problemSurplusTail, r.Pos, surplus, uint64(surplus), 0)
			r.Leaf(&surplusHead, wire.KindUnknown, surplus, wire.FlagRaw)
			r.Read(record.InfoFlags[1:])
			r.Read(record.InfoArrays[:])
			r.Flags = start.Flags
			return
		}
	}
	if fullRecord(r) {
		return
	}
	r.Reset(start)
	if version < 0x7f && len(b) < 6 || len(b) < 13 {
		// Shorter than any whole tail: cut in the middle.
		r.Flags |= wire.FlagAmbiguous
		r.Read(record.InfoPing[:])
		r.Read(record.InfoFlags[:])
		r.Read(record.InfoArrays[:])
		r.Flags = start.Flags
		return
	}
	r.Problem(&problemInfoTail, r.Pos, len(b), uint64(len(b)), 0)
	r.Leaf(&tailUnknown, wire.KindUnknown, len(b), wire.FlagRaw|wire.FlagAmbiguous)
}

// fullRecord reads the record as a server sends it to its master: the arrays
// of rules and players follow their lengths (protocol/unrealmaster/SPEC.md#server-session). It reports
// whether that explains every byte.
func fullRecord(r *wire.Reader) bool {
	start := r.Checkpoint()
	r.Flags |= wire.FlagAmbiguous
	r.Read(record.InfoPing[:])
	r.Read(record.InfoFlags[:])
	record.Arrays(r)
	r.Flags = start.Flags
	return !r.Stopped && r.Left() == 0 && len(r.Problems) == start.Problems
}
