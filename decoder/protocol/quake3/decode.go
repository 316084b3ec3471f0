package quake3

import (
	"strconv"

	"fragscope/decoder/wire"
)

// The words after the mark.
const (
	oob            = "\xff\xff\xff\xff"
	getInfo        = "getinfo"
	getStatus      = "getstatus"
	infoResponse   = "infoResponse"
	statusResponse = "statusResponse"
)

// recognise identifies messages by the mark and a word
// (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < len(oob)+4 || string(p[:len(oob)]) != oob {
		return wire.DirectionUnknown, wire.Unlikely
	}
	switch w := word(p[len(oob):]); string(w) {
	case getInfo, getStatus:
		return wire.Request, wire.Certain
	case infoResponse, statusResponse:
		return wire.Reply, wire.Certain
	default:
		if len(w) == len(p)-len(oob) && (getInfo[:min(len(w), len(getInfo))] == string(w) || getStatus[:min(len(w), len(getStatus))] == string(w)) { // cut in it
			return wire.Request, wire.Possible
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// word returns the letters at the start of b.
func word(b []byte) []byte {
	n := 0
	for n < len(b) && b[n]|0x20 >= 'a' && b[n]|0x20 <= 'z' {
		n++
	}
	return b[:n]
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourCaretDigit
	w := r.Rest()[min(r.Left(), len(oob)):]
	if dir == wire.Request || dir == wire.DirectionUnknown && wire.StartsLike(w, "get") {
		readRequest(r)
		return
	}
	status := wire.StartsLike(w, statusResponse)
	if r.Say(&infoReply); status {
		r.Say(&statusReply)
	}
	r.Constant(&reply[mark], oob)
	if r.Stopped {
		return
	}
	at, n := r.Pos, len(word(r.Rest()))
	r.CheckText(r.Add(&reply[command], wire.KindText, n, 0))
	if r.Peek(0) != '\n' {
		r.Problem(&problemNoBreak, at, n, 0, 0)
	} else {
		r.Add(&reply[challenge], wire.KindConst, 1, 0)
	}
	readPairs(r)
	switch {
	case r.More() && r.Peek(0) == '\n':
		before := r.Data[r.Pos-1] // NULs and the line break would be padding if they were the last bytes
		f := r.Add(&reply[challenge], wire.KindConst, 1, 0)
		if before == 0 || before == '\r' {
			f.Marks |= wire.MarkAmbiguous
		}
	case status && !r.More():
		r.Problem(&problemOpen, r.Pos, 0, 0, 0)
	}
	for n := 0; status && r.More() && !ended(r.Rest()); n++ {
		readPlayer(r, n)
	}
	if r.More() && ended(r.Rest()) {
		r.Add(&reply[end], wire.KindPadding, r.Left(), 0)
	}
}

// ended reports whether b is nothing but line breaks and NULs.
func ended(b []byte) bool {
	for _, c := range b {
		if c != 0 && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// unlessLast returns the mark of bytes that would be the padding at the end if
// they were the last.
func unlessLast(b []byte) wire.Marks {
	if ended(b) {
		return wire.MarkAmbiguous
	}
	return 0
}

func readRequest(r *wire.Reader) {
	r.Say(&infoRequest)
	r.Constant(&request[mark], oob)
	if r.Stopped {
		return
	}
	w := word(r.Rest())
	if wire.StartsLike(w, getStatus) && len(w) > len("get") {
		r.Say(&statusRequest)
	}
	if string(w) != getInfo && string(w) != getStatus {
		r.Cut(&request[command], len(r.Rest())+1)
		return
	}
	r.CheckText(r.Add(&request[command], wire.KindText, len(w), 0))
	n := r.Left()
	for n > 0 && ended(r.Rest()[n-1:n]) {
		n--
	}
	if n > 0 {
		f := r.Add(&request[challenge], wire.KindText, n, 0)
		if r.Data[f.Offset] == ' ' {
			f.Lead = 1
		}
		r.CheckText(f)
	}
	if r.More() {
		r.Add(&request[end], wire.KindPadding, r.Left(), 0)
	}
}

// readPairs reads keys and values up to the end of the line.
func readPairs(r *wire.Reader) {
	stop, _ := wire.ScanPlain(r.Data[:r.End], r.Pos, '\n')
	for n := 0; r.Pos < stop; n++ {
		if r.Data[r.Pos] == 0 && ended(r.Rest()) {
			return
		}
		if r.Data[r.Pos] != '\\' {
			size := until(r.Data[r.Pos:stop], '\\')
			r.Problem(&problemNoPair, r.Pos, size, uint64(size), 0)
			r.Leaf(&wire.DefUnparsed, wire.KindUnknown, size, wire.MarkRaw|unlessLast(r.Data[r.Pos:r.Pos+size]))
			continue
		}
		l, at := pair[:], r.Pos
		if string(r.Data[at:at+1+until(r.Data[at+1:stop], '\\')]) == `\challenge` {
			l = echo[:]
		}
		g := r.Begin(&l[group], n)
		readText(r, &l[pairKey], stop)
		if r.Pos == stop {
			r.Problem(&problemNoValue, at, r.Pos-at, 0, 0)
		} else {
			readText(r, &l[pairValue], stop)
		}
		r.Done(g)
	}
}

// readText reads a backslash and the text up to the next one, or to stop.
func readText(r *wire.Reader, d *wire.FieldDef, stop int) {
	f := r.Add(d, wire.KindText, 1+until(r.Data[r.Pos+1:stop], '\\'), 0)
	f.Lead = 1
	r.CheckText(f)
}

// until returns the offset of the first c in b, or its length.
func until(b []byte, c byte) int {
	at, _ := wire.ScanPlain(b, 0, c)
	return at
}

// readPlayer reads the line of a player: numbers, then a name in quotes, then
// numbers again in some games.
func readPlayer(r *wire.Reader, n int) {
	stop := r.Pos + until(r.Rest(), '\n')
	if c := r.Peek(0); c != '-' && (c < '0' || c > '9') {
		r.Problem(&problemNoPlayer, r.Pos, stop-r.Pos, 0, 0)
		size := min(stop+1, r.End) - r.Pos
		r.Leaf(&player[playerRest], wire.KindUnknown, size, wire.MarkRaw|unlessLast(r.Data[r.Pos:r.Pos+size]))
		return
	}
	g := r.Begin(&player[group], n)
	at, count, named := r.Pos, 0, false
	for r.Pos < stop {
		lead := 0
		if r.Data[r.Pos] == ' ' && r.Pos+1 < stop {
			lead = 1
		}
		b := r.Data[r.Pos+lead : stop]
		if b[0] == '"' && !named {
			size := until(b[1:], '"')
			f := r.Add(&player[playerName], wire.KindText, min(lead+size+2, stop-r.Pos), 0)
			f.Lead = uint8(lead + 1)
			if size+2 <= len(b) {
				f.Trail = 1
			}
			r.CheckText(f)
			named = true
			continue
		}
		v, size, ok := number(b)
		if !ok {
			break
		}
		d := &player[min(playerScore+count, playerExtra)]
		if named {
			d = &player[playerExtra]
		}
		f := r.Add(d, wire.KindDecimal, lead+size, uint64(v))
		f.Lead = uint8(lead)
		var canonical [20]byte
		if string(strconv.AppendInt(canonical[:0], v, 10)) != string(b[:size]) {
			f.Marks |= wire.MarkRaw // its value does not give these digits
		}
		count++
	}
	whole := r.Pos == stop && named && count > 1
	if r.Pos < stop {
		r.Leaf(&player[playerRest], wire.KindUnknown, stop-r.Pos, wire.MarkRaw)
	}
	switch {
	case r.Pos == r.End:
		r.Problem(&problemPlayerCut, at, r.Pos-at, 0, 0)
	case !whole:
		r.Problem(&problemPlayer, at, stop-at, 0, 0)
	}
	if r.More() {
		r.Add(&player[playerEnd], wire.KindConst, 1, 0)
	}
	r.Done(g)
}

// number reads a decimal number, with an optional minus, that ends where a
// space, or b, does.
func number(b []byte) (v int64, size int, ok bool) {
	for size < len(b) && b[size] != ' ' {
		size++
	}
	v, ok = wire.ParseSigned(b[:size])
	return v, size, ok
}

// Status counts the players of a status reply, which has no number in most
// games.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	before := len(b.PlayerList)
	b.Generic(m)
	if m.Info != &statusReply {
		return
	}
	if b.Players.Known {
		return
	}
	for i := range m.Problems {
		if m.Problems[i].Info.Damage {
			return
		}
	}
	b.Players = wire.Some(int64(len(b.PlayerList) - before))
}
