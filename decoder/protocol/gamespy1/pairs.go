package gamespy1

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// The pairs of backslash text as nearly all are: key and value of plain
// letters, with nothing in them that could be read in two ways.

// A quickEntry is what is known of a word, for a search by its end, which can
// be loaded without looking whether the datagram goes on behind it.
type quickEntry struct {
	tail, head   uint64 // the last and the first eight letters, or all as both
	size         uint8  // letters, 0 for none
	key, indexed backslash.KeyClass
	Word         uint8 // place in words
}

// QuickEntries holds them at their hash; the factor of the hash is one that
// gives every word a place of its own.
var QuickEntries = func() (table [512]quickEntry) {
	for i := 1; i < len(backslash.Words); i++ {
		w := &backslash.Words[i]
		t := []byte("        " + w.Text)
		tail := wire.EightBefore(t, len(t), min(len(w.Text), 8))
		table[QuickHash(tail, len(w.Text))] = quickEntry{tail, backslash.WordStart([]byte(w.Text)), uint8(len(w.Text)), w.Key, w.Indexed, uint8(i)}
	}
	return table
}()

// QuickHash is the place of a word in QuickEntries.
func QuickHash(x uint64, n int) uint {
	return uint((x+uint64(n))*0x8a990c0eb93926ad>>55) % 512
}

// QuickKey is classify for data[from:to], which has eight bytes in front.
func QuickKey(data []byte, from, to int) (class backslash.KeyClass, n int64) {
	end := to // of the word
	n = -1
	if c := data[to-1] - '0'; c <= 9 && to-from > 2 {
		n, end = int64(c), to-2
		if ten := data[end] - '0'; ten <= 9 {
			n += 10 * int64(ten)
			end--
		}
		if data[end] != '_' || end == from {
			return backslash.Classify(data[from:to])
		}
	}
	size := end - from
	tail := wire.EightBefore(data, end, min(size, 8))
	e := &QuickEntries[QuickHash(tail, size)]
	if e.tail != tail || int(e.size) != size || size > 8 && (e.head != wire.LE64(data[from:]) || size > 16 && backslash.Words[e.Word].Text != string(data[from:end])) {
		return backslash.Classify(data[from:to])
	}
	if n < 0 {
		return e.key, n
	}
	if e.indexed == backslash.ClassOther {
		return backslash.Classify(data[from:to])
	}
	return e.indexed, n
}

// A care is what a key of a class asks for before its pair can be taken.
type care uint8

const (
	careNone   care = iota
	careName        // the next key decides where the value ends
	careNumber      // the value must be a number
	careGame
	careTeam
	careWord // the word itself tells something
	careQueryID
	careFinal
	careAll // it is for others to read
)

// quickClasses holds that, and what a class says about the reply.
var quickClasses = func() (table [256]struct {
	care care
	has  backslash.Contents
}) {
	for c, has := range backslash.ClassContents {
		table[c].has = has
	}
	for c, care := range map[backslash.KeyClass]care{
		backslash.ClassOther: careWord, backslash.ClassFinal: careFinal, backslash.ClassQueryID: careQueryID, backslash.ClassGame: careGame, backslash.ClassName: careName,
		backslash.ClassPort: careNumber, backslash.ClassCount: careNumber, backslash.ClassAdmin: careName, backslash.ClassSecure: careAll, backslash.ClassValidate: careAll,
		backslash.ClassPlayer: careName, backslash.ClassPlayerPart: careWord, backslash.ClassPing: careNumber, backslash.ClassTeam: careTeam, backslash.ClassTeamPart: careWord,
		backslash.ClassIndexed: careWord,
	} {
		table[c].care = care
	}
	return table
}()

// plainPairs reads pairs as long as they are ordinary, and returns what they
// say about the reply, which holds has already.
func plainPairs(s *backslash.Pairs, has backslash.Contents) backslash.Contents {
	r, e := s.R, &s.R.Ends
	if s.After != 0 || r.Stopped || r.Marks != 0 || r.Depth != 0 || r.Pos < 8 {
		return 0
	}
	data := r.Data[:r.End]
	if !e.Find(data, r.Pos, '\\') || e.N-e.I < 3 || int(e.At[e.I]) != r.Pos {
		return 0
	}
	// The key between at[0] and at[1] has a value if there is an at[2], where
	// the next key begins or the datagram ends. Up to odd all letters are plain.
	at, odd := e.At[e.I:e.N], e.Odd
	if int(at[1]) > odd || at[1] == at[0]+1 {
		return 0
	}
	var found backslash.Contents
	fields, k, count := r.Room(2*len(at)+2), 0, s.Count
	first, steady := len(r.Fields), 0 // steady: where a run of fields that all count begins
	class, n := QuickKey(data, int(at[0])+1, int(at[1]))
	for more := true; more && len(at) > 2; at = at[2:] {
		keyAt, valueAt, end := int(at[0]), int(at[1]), int(at[2])
		special := end > odd
		if special {
			if odd = passAccents(e, data, end); odd < end {
				break
			}
		}
		next, nextN := backslash.ClassOther, int64(-1)
		if more = len(at) > 4 && int(at[3]) <= odd && at[3] != at[2]+1; more {
			next, nextN = QuickKey(data, end+1, int(at[3]))
		}
		volatile := false // the value changes with every reply
		switch quickClasses[class].care {
		case careNone:
		case careName:
			// What follows tells that no backslash is part of the name.
			if end < len(data) && (!more || next == backslash.ClassOther || int(at[3])-end > maxKey || !follows(next, nextN, class, n)) {
				goto leave
			}
		case careNumber:
			if !quickNumber(data, valueAt+1, end, class) {
				goto leave
			}
			volatile = class == backslash.ClassPing
		case careTeam:
			if size := end - valueAt - 1; size > 0 && (size > 8 || !wire.Digits(wire.EightBefore(data, end, size), size)) &&
				(has|found)&backslash.HasPlayers != 0 && !wire.Numeric(data[valueAt+1:end]) {
				goto leave
			}
		case careWord:
			key := data[keyAt+1 : valueAt]
			if class == backslash.ClassOther && len(key) >= minMisspelt {
				goto leave
			}
			if key[0] == 'f' || key[0] == 's' {
				noteTraits(&r.Standing, class, key)
			}
			volatile = key[0] == 'p' && wire.VolatileKey(key)
		case careGame:
			if s.Gamename = data[valueAt+1 : end]; !backslash.UnrealGame(s.Gamename) {
				r.Colours |= wire.ColourCaretDigit
			}
		case careQueryID:
			set, packet, dot, ok := quickID(data, valueAt+1, end)
			if special || !ok {
				goto leave
			}
			r.Standing.Set, r.Standing.Packet, r.Standing.Numbered = set, int32(packet), true
			e.NoteRun(first+steady, first+k, true)
			quickPair(fields[k:], backslash.Gamespy1QueryID[:], count, keyAt, valueAt, dot)
			fields[k].Length = uint32(end - keyAt)
			fields[k+2].Value, fields[k+2].Kind = set, wire.KindDecimal
			f := &fields[k+3]
			f.Def, f.Value, f.Offset, f.Length = &backslash.Gamespy1QueryID[3], packet, uint32(dot), uint32(end-dot)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = wire.KindDecimal, 1, 1, 0, 0
			found |= backslash.HasEnd
			class, n, count, k = next, nextN, count+1, k+4
			steady = k
			continue
		case careFinal:
			if end > valueAt+1 {
				goto leave
			}
			r.Standing.Final = true
			quickPair(fields[k:], backslash.Gamespy1Final[:], count, keyAt, valueAt, end)
			found |= backslash.HasEnd
			class, n, count, k = next, nextN, count+1, k+3
			continue
		default:
			goto leave
		}
		if volatile {
			e.NoteRun(first+steady, first+k, true)
			steady = k + 3
		}
		f := (*[3]wire.Field)(fields[k:])
		f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &backslash.Gamespy1Pair, uint64(count), uint32(keyAt), uint32(end-keyAt)
		f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, 0, 0, 0, 0
		f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &backslash.Gamespy1PairKey, 0, uint32(keyAt), uint32(valueAt-keyAt)
		f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = wire.KindText, 1, 1, 0, 0
		f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &backslash.Gamespy1PairValue, 0, uint32(valueAt), uint32(end-valueAt)
		f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = wire.KindText, 1, 1, 0, 0
		if special {
			r.SpecialText(&f[2], data[valueAt+1:end])
		}
		found |= quickClasses[class].has
		class, n, count, k = next, nextN, count+1, k+3
	}
leave:
	e.NoteRun(first+steady, first+k, true)
	s.Count = count
	r.Fields = r.Fields[:first+k]
	r.Pos = int(at[0])
	return found
}

// passAccents goes on behind the letters up to offset end that are not plain,
// if they are only above 7F: others may be a line break. It returns where the
// next that is not plain stands.
func passAccents(e *wire.Ends, b []byte, end int) int {
	for e.Odd < end && b[e.Odd] >= 0x80 {
		e.Pass(e.Odd + 1)
	}
	return e.Odd
}

// quickPair records the pair whose key begins with the backslash at key, and
// its value with that at value, as the first fields of l.
func quickPair(fields []wire.Field, l wire.Layout, count, key, value, end int) {
	f, d := (*[3]wire.Field)(fields), (*[3]wire.FieldDef)(l)
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &d[0], uint64(count), uint32(key), uint32(end-key)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, 0, 0, 0, 0
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &d[1], 0, uint32(key), uint32(value-key)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = wire.KindText, 1, 1, 0, 0
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &d[2], 0, uint32(value), uint32(end-value)
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = wire.KindText, 1, 1, 0, 0
}

// quickID reads a query id of two short numbers with a dot between, and
// reports whether it is one.
func quickID(data []byte, from, end int) (set, packet uint64, dot int, ok bool) {
	const longest = 7 // digits, so that it is far from any limit
	for dot = from; dot < end && data[dot] != '.'; dot++ {
	}
	a, b := data[from:dot], data[min(dot+1, end):end]
	if len(a) == 0 || len(b) == 0 || len(a) > longest || len(b) > longest || a[0] == '0' && len(a) > 1 || b[0] == '0' && len(b) > 1 {
		return 0, 0, 0, false
	}
	set, ok = wire.ParseDecimal(a)
	packet, too := wire.ParseDecimal(b)
	return set, packet, dot, ok && too
}

// quickNumber reports whether the text in data[from:to] is a number that its
// class allows, with no more than one blank in front as Unreal writes pings.
func quickNumber(data []byte, from, to int, class backslash.KeyClass) bool {
	if from < to && data[from] == ' ' {
		from++
	}
	n := to - from
	if n < 1 || n > 5 || !wire.Digits(wire.EightBefore(data, to, n), n) {
		return false
	}
	if n < 3 || n < 5 && class == backslash.ClassPort || class == backslash.ClassPing { // whatever the digits are
		return true
	}
	v, _ := wire.ParseDecimal(data[from:to])
	return v <= mostOf(class)
}
