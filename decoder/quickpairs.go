//go:build !wasm

package decoder

// The pairs of backslash text as nearly all are: key and value of plain
// letters, with nothing in them that could be read in two ways.

// quickPlaces is wordPlaces by the end of a word, which can be loaded without
// looking whether the datagram goes on behind it.
var quickPlaces = func() (table [512]uint8) {
	for i := 1; i < len(words); i++ {
		t := []byte("\\\\\\\\\\\\\\\\" + words[i].text)
		h := quickHash(eightBefore(t, len(t), min(len(words[i].text), 8)), len(words[i].text))
		for table[h] != 0 {
			h = (h + 1) % uint(len(table))
		}
		table[h] = uint8(i)
	}
	return table
}()

func quickHash(x uint64, n int) uint {
	return uint((x+uint64(n))*0x9e3779b97f4a7c15>>55) % 512
}

// quickWord is findWord for data[from:to], which has eight bytes in front of
// its end.
func quickWord(data []byte, from, to int) *word {
	n := to - from
	x := eightBefore(data, to, min(n, 8))
	for h := quickHash(x, n); ; h = (h + 1) % uint(len(quickPlaces)) {
		w := &words[quickPlaces[h]]
		if len(w.text) != n {
			if w.text == "" {
				return w
			}
			continue
		}
		if n <= 8 {
			if w.start == x {
				return w
			}
		} else if w.start == le64(data[from:]) && w.text[8:] == string(data[from+8:to]) {
			return w
		}
	}
}

// quickKey is classify for data[from:to].
func quickKey(data []byte, from, to int) (class keyClass, n int64) {
	c := data[to-1] - '0'
	if c > 9 {
		return quickWord(data, from, to).key, -1
	}
	base := to - 1
	if i := int64(c); to-from > 2 {
		if ten := data[to-2] - '0'; ten <= 9 {
			i += 10 * int64(ten)
			base--
		}
		if data[base-1] == '_' && base-from > 1 {
			if class = quickWord(data, from, base-1).indexed; class != classOther {
				return class, i
			}
		}
	}
	return classify(data[from:to])
}

// Care is what a key of a class asks for before its pair can be taken.
type care uint8

const (
	careNone   care = iota
	careName        // the next key decides where the value ends
	careNumber      // the value must be a number
	careGame
	careTeam
	careNote // the word itself tells something
	careShort
	careQueryID
	careFinal
	careAll // it is for others to read
)

var careOf = [...]care{
	classOther: careShort, classFinal: careFinal, classQueryID: careQueryID, classGame: careGame, className: careName,
	classPort: careNumber, classCount: careNumber, classAdmin: careName, classSecure: careAll, classValidate: careAll,
	classPlayer: careName, classPlayerPart: careNote, classPing: careNumber, classTeam: careTeam, classTeamPart: careNote,
	classIndexed: careNone,
}

// plainPairs reads pairs as long as they are ordinary, and returns what they
// say about the reply, which holds has already.
func (s *pairs) plainPairs(has contents) contents {
	r, e := s.r, &s.r.ends
	if s.after != 0 || r.stopped || r.marks != 0 || r.depth != 0 || r.pos < 8 {
		return 0
	}
	data := r.data[:r.end]
	if !e.find(data, r.pos, '\\') || e.n-e.i < 3 || int(e.at[e.i]) != r.pos {
		return 0
	}
	// The key between at[0] and at[1] has a value if there is an at[2], where
	// the next key begins or the datagram ends. Up to odd all letters are plain.
	at, odd := e.at[e.i:e.n], e.odd
	if int(at[1]) > odd || at[1] == at[0]+1 {
		return 0
	}
	var found contents
	w := pairWriter{fields: r.room(2*len(at) + 2), count: s.count}
	first, steady := len(r.fields), 0 // steady: where a run of fields that all count begins
	class, n := quickKey(data, int(at[0])+1, int(at[1]))
	for more := true; more && len(at) > 2; at = at[2:] {
		keyAt, valueAt, end := int(at[0]), int(at[1]), int(at[2])
		special := end > odd
		if special {
			if odd = e.passAccents(data, end); odd < end {
				goto leave
			}
		}
		next, nextN := classOther, int64(-1)
		if more = len(at) > 4 && int(at[3]) <= odd && at[3] != at[2]+1; more {
			next, nextN = quickKey(data, end+1, int(at[3]))
		}
		switch careOf[class] {
		case careName:
			// What follows tells that no backslash is part of the name.
			if end < len(data) && (!more || next == classOther || int(at[3])-end > maxKey || !follows(next, nextN, class, n)) {
				goto leave
			}
		case careNumber:
			if !quickNumber(data, valueAt+1, end, class) {
				goto leave
			}
		case careTeam:
			if size := end - valueAt - 1; size > 0 && (size > 8 || !digits(eightBefore(data, end, size), size)) &&
				(has|found)&hasPlayers != 0 && !numeric(data[valueAt+1:end]) {
				goto leave
			}
		case careNote:
			if c := data[keyAt+1]; c == 'f' || c == 's' {
				r.gamespy1.note(class, data[keyAt+1:valueAt])
			}
		case careGame:
			if s.gamename = data[valueAt+1 : end]; !unrealGame(s.gamename) {
				r.colours |= ColourCaretDigit
			}
		case careShort:
			if valueAt-keyAt > minMisspelt {
				goto leave
			}
		case careQueryID:
			e.noteRun(first+steady, first+w.n, true)
			if special || !w.queryID(data, keyAt, valueAt, end, &r.gamespy1) {
				goto leave
			}
			steady = w.n
			found |= hasEnd
			class, n = next, nextN
			continue
		case careFinal:
			if end > valueAt+1 {
				goto leave
			}
			r.gamespy1.final = true
			w.pair(&gamespy1Final[0], &gamespy1Final[1], &gamespy1Final[2], keyAt, valueAt, end)
			found |= hasEnd
			class, n = next, nextN
			continue
		case careAll:
			goto leave
		}
		if data[keyAt+1] == 'p' && data[keyAt+2] == 'i' && volatileKey(data[keyAt+1:valueAt]) {
			e.noteRun(first+steady, first+w.n, true)
			steady = w.n + 3
		}
		w.pair(&gamespy1Pair, &gamespy1PairKey, &gamespy1PairValue, keyAt, valueAt, end)
		if special {
			r.specialText(&w.fields[w.n-1], data[valueAt+1:end])
		}
		found |= class.contents()
		class, n = next, nextN
	}
leave:
	e.noteRun(first+steady, first+w.n, true)
	s.count = w.count
	r.fields = r.fields[:len(r.fields)+w.n]
	r.pos = int(at[0])
	return found
}

// passAccents goes on behind the letters up to offset end that are not plain,
// if they are only above 7F: others may be a line break. It returns where the
// next that is not plain stands.
func (e *textEnds) passAccents(b []byte, end int) int {
	for e.odd < end && b[e.odd] >= 0x80 {
		e.pass(e.odd + 1)
	}
	return e.odd
}

// A pairWriter records pairs in fields.
type pairWriter struct {
	fields []Field
	n      int // fields written
	count  int // pairs, those read before included
}

// pair records the pair whose key begins with the backslash at key, and its
// value with that at value.
func (w *pairWriter) pair(pair, keyText, valueText *FieldDef, key, value, end int) {
	f := (*[3]Field)(w.fields[w.n:])
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = pair, uint64(w.count), uint32(key), uint32(end-key)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = KindGroup, 0, 0, 0, 0
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = keyText, 0, uint32(key), uint32(value-key)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = KindText, 1, 1, 0, 0
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = valueText, 0, uint32(value), uint32(end-value)
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = KindText, 1, 1, 0, 0
	w.n += 3
	w.count++
}

// queryID records a query id of two short numbers with a dot between, and
// reports whether it is one.
func (w *pairWriter) queryID(data []byte, key, value, end int, p *gamespy1Place) bool {
	const longest = 7 // digits, so that it is far from any limit
	dot := value + 1
	for dot < end && data[dot] != '.' {
		dot++
	}
	set, packet := data[value+1:dot], data[min(dot+1, end):end]
	if len(set) > longest || len(packet) > longest {
		return false
	}
	a, ok := parseDecimal(set)
	b, too := parseDecimal(packet)
	if !ok || !too || set[0] == '0' && len(set) > 1 || packet[0] == '0' && len(packet) > 1 {
		return false
	}
	w.pair(&gamespy1QueryID[0], &gamespy1QueryID[1], &gamespy1QueryID[2], key, value, end)
	f := (*[2]Field)(w.fields[w.n-1:])
	f[0].Kind, f[0].Value, f[0].Length = KindDecimal, a, uint32(dot-value)
	f[1] = f[0]
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &gamespy1QueryID[3], b, uint32(dot), uint32(end-dot)
	w.n++
	p.set, p.packet, p.numbered = a, int32(b), true
	return true
}

// quickNumber reports whether the text in data[from:to] is a number that its
// class allows, with no more than one blank in front as Unreal writes pings.
func quickNumber(data []byte, from, to int, class keyClass) bool {
	if from < to && data[from] == ' ' {
		from++
	}
	n := to - from
	if n < 1 || n > 5 || !digits(eightBefore(data, to, n), n) {
		return false
	}
	if n < 3 || n < 5 && class == classPort || class == classPing { // whatever the digits are
		return true
	}
	v, _ := parseDecimal(data[from:to])
	return v <= mostOf(class)
}
