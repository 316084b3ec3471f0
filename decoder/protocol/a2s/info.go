package a2s

import "fragscope/decoder/wire"

// Info replies of both engines, and keywords.

func readInfo(r *wire.Reader) {
	r.Field(&info[infoProtocol])
	r.Znames(info[infoName:infoFolder])
	folder := r.Zname(&info[infoFolder])
	r.Zname(&info[infoGame])
	app := uint64(0)
	if len(r.Rest()) >= 2 {
		app = uint64(wire.LE16(r.Rest()))
	}
	r.Read(info[infoAppID:infoVersion])
	if app >= 2400 && app <= 2412 && app != 2410 {
		r.Read(ship[:])
	}
	r.Zname(&info[infoVersion])
	if !r.More() {
		if !r.Stopped {
			r.Problem(&problemNoExtra, r.Pos, 0, 0, 0)
		}
		return
	}
	has := uint64(r.Data[r.Pos])
	if has&(hasPort|hasSteamID) == hasPort|hasSteamID { // as nearly all servers have it: one call in the place of three
		r.Read(info[infoExtra : infoSteamID+1])
	} else {
		r.Field(&info[infoExtra])
		if has&hasPort != 0 {
			r.Field(&info[infoPort])
		}
		if has&hasSteamID != 0 {
			r.Field(&info[infoSteamID])
		}
	}
	if has&hasSpectator != 0 {
		r.Field(&info[infoSpectatorPort])
		r.Zname(&info[infoSpectatorName])
	}
	if has&hasKeywords != 0 && !r.Stopped {
		readKeywords(r, string(folder) == "rust" || string(folder) == "dayz")
	}
	if has&hasGameID != 0 {
		r.Field(&info[infoGameID])
	}
}

// readKeywords reads words up to the NUL that ends the last. counts says that
// numbers follow some words directly.
func readKeywords(r *wire.Reader, counts bool) {
	end, plain := wire.ScanPlain(r.Data[:r.End], r.Pos, 0)
	colon, _ := wire.ScanPlain(r.Data[:r.End], r.Pos, ':') // beyond the end is faster: eight bytes at a time to the end
	plain = plain && !counts && colon >= end
	g := r.Begin(&keywords[wordsGroup], 0)
	n := 0
	if wire.Quick && !r.Ends.Careful && plain && end < r.End {
		n = quickWords(r, end)
	}
	for more := n == 0; more; n++ {
		stop := r.Pos + until(r.Data[r.Pos:end], ',')
		readWord(r, n, stop, plain, counts)
		more = stop < end
	}
	r.Done(g)
}

// quickWords reads the plain keywords up to the NUL at end as readWord does, and
// returns how many: an info reply with three takes a twenty-fifth less time so.
func quickWords(r *wire.Reader, end int) int {
	data, pos, depth, marks := r.Data[:r.End], r.Pos, r.Depth, r.Marks
	n := 0
	for ; pos <= end; n++ {
		stop, _ := wire.ScanPlain(data, pos, ',')
		stop = min(stop, end)
		room := r.Room(2)
		g, key := &room[0], &room[1]
		g.Def, g.Value, g.Offset, g.Length = &keywords[wordGroup], uint64(n), uint32(pos), uint32(stop+1-pos)
		g.Kind, g.Depth, g.Lead, g.Trail, g.Marks = wire.KindGroup, depth, 0, 0, marks
		key.Def, key.Value, key.Offset, key.Length = &keywords[wordKey], 0, uint32(pos), uint32(stop+1-pos)
		key.Kind, key.Depth, key.Lead, key.Trail, key.Marks = wire.KindText, depth+1, 0, 1, marks
		r.Fields = r.Fields[:len(r.Fields)+2]
		pos = stop + 1
	}
	r.Pos = pos
	return n
}

// readWord reads a keyword that ends at stop, with the comma or NUL there. plain
// says that it has no value and only printable characters.
func readWord(r *wire.Reader, n, stop int, plain, counts bool) {
	b := r.Data[r.Pos:stop]
	trail := 1
	if stop == r.End { // no NUL
		r.Problem(&wire.ProblemCut, r.Pos, len(b), uint64(len(b)+1), uint64(len(b)))
		if trail = 0; len(b) == 0 {
			r.Stopped = true
			return // cut before its first byte
		}
	}
	g := r.Begin(&keywords[wordGroup], n)
	size, lead := len(b), 0
	if !plain {
		size, lead = wordSize(b, counts)
	}
	if size < len(b) {
		r.CheckText(r.Add(&keywords[wordKey], wire.KindText, size, 0))
		f := r.Add(&keywords[wordValue], wire.KindText, len(b)-size+trail, 0)
		if f.Lead, f.Trail = uint8(lead), uint8(trail); trail == 0 {
			f.Marks |= wire.MarkCut | wire.MarkOpen
		}
		r.CheckText(f)
	} else { // a word that is cut may be whole: what follows would tell
		f := r.Add(&keywords[wordKey], wire.KindText, size+trail, 0)
		if f.Trail = uint8(trail); !plain {
			r.CheckText(f)
		}
	}
	r.Done(g)
	r.Stopped = trail == 0
}

// wordSize returns the length of the word at the start of a keyword, before its
// value, and what is between the two. Rust writes mp100, Unreal Engine P2PPORT:7777.
func wordSize(b []byte, counts bool) (size, lead int) {
	if len(b) == 0 || !wire.Letter(b[0]) {
		return len(b), 0
	}
	letters := 0 // at the start
	for n, c := range b {
		switch {
		case c == ':':
			return n, 1
		case letters == n && wire.Letter(c):
			letters++
		case counts && letters == n && c >= '0' && c <= '9' && n <= 4 && words.Find(b[:n]) != nil:
			return n, 0
		case !wire.Alphanumeric(c) && c != '_':
			return len(b), 0
		}
	}
	return len(b), 0
}

// until returns the offset of the first c in b, or its length.
func until(b []byte, c byte) int {
	if n := wire.IndexByte(b, c); n >= 0 {
		return n
	}
	return len(b)
}

func readGold(r *wire.Reader) {
	r.Znames(gold[:goldPlayers])
	if r.Read(gold[goldPlayers:goldMod+1]) == 1 {
		r.Znames(gold[goldLink:goldNUL])
		r.Constant(&gold[goldNUL], "\x00")
		r.Read(gold[goldModVersion:goldVAC])
	}
	r.Read(gold[goldVAC:])
}
