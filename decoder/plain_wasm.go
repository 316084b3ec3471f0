//go:build !quick

package decoder

// The pairs of backslash text as nearly all are: key and value of plain
// letters, with nothing in them that could be read in two ways. A reply holds
// up to a hundred, so this reads them without a call for each field; whatever
// is out of the ordinary it leaves to gamespy1Reply. It is small, for browsers:
// elsewhere quickpairs.go and quickzero.go do the same and more.

// plainPairs reads pairs as long as they are ordinary, and returns what they
// say about the reply, which holds has already.
func (s *pairs) plainPairs(has contents) contents {
	r := s.r
	if s.after != 0 || r.stopped {
		return 0
	}
	data, end := r.data[:r.end], r.end
	var found contents
	// The key at r.pos: its end and class, known before its turn when it decides
	// whether the name in front of it has ended.
	keyEnd, class, n := plainKey(data, r.pos)
	for keyEnd > 0 && class != classOther && class != classQueryID && class != classFinal && class != classSecure && class != classValidate {
		at := r.pos
		valueEnd, plain := scanPlain(data, keyEnd+1, '\\')
		if !plain {
			break
		}
		value := data[keyEnd+1 : valueEnd]
		nextEnd, next, nextN := 0, classOther, int64(-1)
		if valueEnd < end {
			nextEnd, next, nextN = plainKey(data, valueEnd)
		}
		switch class {
		case className, classPlayer, classAdmin:
			if valueEnd < end && (nextEnd == 0 || nextEnd-valueEnd > maxKey || next == classOther || !follows(next, nextN, class, n)) {
				return found // a backslash in the name, perhaps
			}
		case classPort, classCount, classPing:
			if !plainNumber(value, class) {
				return found
			}
		case classGame:
			if s.gamename = value; !unrealGame(value) {
				r.colours |= ColourCaretDigit
			}
		case classTeam:
			if (has|found|class.contents())&hasPlayers != 0 && len(value) > 0 && !numeric(value) {
				return found
			}
		}
		if c := data[at+1]; c == 'f' || c == 's' {
			noteTraits(&r.standing, class, data[at+1:keyEnd])
		}
		r.plainPair(s.d, s.count, keyEnd-at, valueEnd-keyEnd, 1, 0)
		s.count++
		found |= class.contents()
		keyEnd, class, n = nextEnd, next, nextN
	}
	return found
}

// plainPair records a pair of plain texts in a group. key and value are their
// lengths, lead and trail the bytes of delimiter and terminator in each.
//
//go:noinline
func (r *reader) plainPair(d *pairDefs, ordinal, key, value int, lead, trail uint8) {
	n := len(r.fields)
	if n+3 > cap(r.fields) {
		r.fields = append(r.fields, make([]Field, 3)...)
	}
	r.fields = r.fields[:n+3]
	all := (*[3]Field)(r.fields[n:])
	at, depth, marks := uint32(r.pos), r.depth, r.marks
	f := &all[0]
	f.Def, f.Value, f.Offset, f.Length = d.pair, uint64(ordinal), at, uint32(key+value)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindGroup, depth, 0, 0, marks
	depth++ // pairs stand in a section at most, far from maxDepth
	f = &all[1]
	f.Def, f.Value, f.Offset, f.Length = d.key, 0, at, uint32(key)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth, lead, trail, marks
	f = &all[2]
	f.Def, f.Value, f.Offset, f.Length = d.value, 0, at+uint32(key), uint32(value)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth, lead, trail, marks
	r.pos += key + value
}

// plainKey returns where the key ends whose backslash stands at from, and what
// it is; 0 when it is empty, not of plain letters, or has no value.
//
//go:noinline
func plainKey(data []byte, from int) (end int, class keyClass, n int64) {
	if from+1 >= len(data) || data[from] != '\\' {
		return 0, classOther, -1
	}
	end, plain := scanPlain(data, from+1, '\\')
	if !plain || end == from+1 || end >= len(data) {
		return 0, classOther, -1
	}
	class, n = classify(data[from+1 : end])
	return end, class, n
}

// plainNumber reports whether b is a number that its class allows.
func plainNumber(b []byte, class keyClass) bool {
	v, ok := parseDecimal(b)
	return ok && v <= mostOf(class)
}

// plainZPairs reads pairs as long as they are ordinary, beginning with number
// n, and returns the number of the next.
func (r *reader) plainZPairs(d *pairDefs, n int) int {
	for r.more() && r.data[r.pos] != 0 && r.plainZPair(d, n) {
		n++
	}
	return n
}

// plainZPair reads a pair of which both texts are plain and end in a NUL, and
// which nothing needs to be said about. It reports false, and reads nothing,
// when the pair is another.
func (r *reader) plainZPair(d *pairDefs, ordinal int) bool {
	data := r.data[:r.end]
	k, plain := scanPlain(data, r.pos, 0)
	if !plain {
		return false
	}
	v, plain := scanPlain(data, k+1, 0)
	if !plain || v >= len(data) {
		return false
	}
	key := data[r.pos:k]
	if ut3Setting(key) && ut3KeyFollows(key, data[k+1:]) || len(key) == len("mapname") && equalFold(key, "mapname") {
		return false
	}
	r.plainPair(d, ordinal, k+1-r.pos, v-k, 0, 1)
	return true
}
