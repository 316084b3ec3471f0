package idtech

import (
	"bytes"

	"fragscope/decoder/wire"
)

// Mark begins a packet out of band.
const Mark = "\xff\xff\xff\xff"

// A Grammar says what is in the lines of players.
type Grammar struct {
	Before []*wire.FieldDef // numbers before the first text in quotes, the last of which is for all that follow
	Least  int              // how many of them every player has
	Quoted []*wire.FieldDef // texts in quotes
	After  []*wire.FieldDef // numbers after the first text, the last of which is for all that follow
	Bare   string           // what may be in the place of the second number; "" for nothing
}

// Problems, which the folder of Quake III lists.
var (
	ProblemNoBreak = wire.Damage("quake-line-break-missing", "{text} should be followed by a line break.",
		"The datagram is cut, or not copied byte for byte.")
	ProblemNoPair = wire.Warning("quake-pair-expected",
		"Expected a key starting with a backslash; found {a} other {a|byte|bytes}.",
		"They are skipped up to the next backslash.")
	ProblemNoValue = wire.Damage("quake-key-without-value", "The key {text} has no value: the settings end after it.",
		"The datagram is cut: later settings, and the players, are unknown.")
	ProblemOpen = wire.Damage("quake-pairs-open", "The line break after the settings is missing.",
		"It is cut: the last value may be longer, and the players are unknown.")
	ProblemPlayer = wire.Warning("quake-player-line", "This player's line has no name in quotes, or too few numbers.",
		"What was not understood is shown as unknown; the player is counted anyway.")
	ProblemNoPlayer = wire.Warning("quake-line-unknown",
		"This line does not start with a number, so it is not a player's.",
		"It is shown as unknown: a mod's addition, or bytes of something else.")
	ProblemPlayerCut = wire.Damage("quake-player-cut", "The datagram ends in the middle of a player's line.",
		"It is cut: this player and those that follow are unknown.")
)

// Word returns the letters at the start of b.
func Word(b []byte) []byte {
	n := 0
	for n < len(b) && b[n]|0x20 >= 'a' && b[n]|0x20 <= 'z' {
		n++
	}
	return b[:n]
}

// Ended reports whether b is nothing but line breaks and NULs.
func Ended(b []byte) bool {
	for _, c := range b {
		if c != 0 && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// UnlessLast returns the mark of bytes that would be the padding at the end if
// they were the last.
func UnlessLast(b []byte) wire.FieldFlags {
	if Ended(b) {
		return wire.FlagAmbiguous
	}
	return 0
}

// until returns the offset of the first c in b, or its length.
func until(b []byte, c byte) int {
	at, _ := wire.ScanPlain(b, 0, c)
	return at
}

// Pad reads line breaks and NULs at the end.
func Pad(r *wire.Reader) {
	if r.More() && Ended(r.Rest()) {
		r.Add(&Head[HeadEnd], wire.KindPadding, r.Left(), 0)
	}
}

// padded returns the offset of the line breaks and NULs at the end.
func padded(r *wire.Reader) int {
	at := r.End
	for at > r.Pos && Ended(r.Data[at-1:at]) {
		at--
	}
	return at
}

// Words reads texts and numbers with a space before each, and what pads the
// end. Further ones are like the last of l; with rest, it is all that is left.
func Words(r *wire.Reader, l []wire.FieldDef, rest bool) {
	stop := padded(r)
	for i := 0; r.Pos < stop; i++ {
		i = min(i, len(l)-1)
		d, lead := &l[i], 0
		if r.Data[r.Pos] == ' ' {
			lead = 1
		}
		b := r.Data[r.Pos+lead : stop]
		if !rest || i < len(l)-1 {
			b = b[:until(b, ' ')]
		}
		if _, ok := wire.ParseDecimal(b); ok && d.Kind == wire.KindDecimal {
			r.Digits(d, lead, r.Pos+lead+len(b), 0)
			continue
		}
		v := uint64(0)
		if d.Symbols != nil {
			for _, y := range d.Symbols.List {
				if string(b) == y.Name {
					v = y.Value
				}
			}
		}
		f := r.Add(d, wire.KindText, lead+len(b), v)
		if f.Lead = uint8(lead); len(b) > 0 && Ended(b[len(b)-1:]) {
			f.Flags |= wire.FlagAmbiguous // as the last one it would end before that byte
		}
		r.CheckText(f)
	}
	Pad(r)
}

// ReadBreak reads the line break after the word of a reply.
func ReadBreak(r *wire.Reader) {
	if f := &r.Fields[len(r.Fields)-1]; r.Peek(0) != '\n' {
		r.Problem(&ProblemNoBreak, int(f.Offset), int(f.Length), 0, 0)
	} else {
		r.Add(&Head[HeadBreak], wire.KindConst, 1, 0)
	}
}

// ReadText reads text up to what pads the end.
func ReadText(r *wire.Reader) {
	if n := padded(r) - r.Pos; n > 0 {
		r.CheckText(r.Add(&Head[HeadText], wire.KindText, n, 0))
	}
	Pad(r)
}

// status reads pairs, the line break after them, and lines up to the end.
func (e *Engine) status(r *wire.Reader, players bool) {
	pairs(r)
	g := e.Grammar
	if e.Choose != nil {
		g = e.Choose(r)
	}
	switch {
	case r.More() && r.Peek(0) == '\n':
		before := r.Data[r.Pos-1] // NULs and the line break would be padding if they were the last bytes
		f := r.Add(&Head[HeadBreak], wire.KindConst, 1, 0)
		if Ended([]byte{before}) {
			f.Flags |= wire.FlagAmbiguous
		}
	case players && !r.More():
		r.Problem(&ProblemOpen, r.Pos, 0, 0, 0)
	}
	if players {
		g.lines(r)
	}
	Pad(r)
}

// pairs reads keys and values up to the end of the line.
func pairs(r *wire.Reader) {
	stop := r.Pos + pairsEnd(r.Rest())
	line := r.Data[:stop]
	for n := 0; r.Pos < stop && (line[r.Pos] != 0 || !Ended(r.Rest())); n++ {
		at := r.Pos
		if line[at] != '\\' {
			size := until(line[at:], '\\')
			r.Problem(&ProblemNoPair, at, size, uint64(size), 0)
			r.Leaf(&wire.DefUnparsed, wire.KindUnknown, size, wire.FlagRaw|UnlessLast(line[at:at+size]))
			continue
		}
		l := &Pair
		if end := at + len(echo); end <= stop && string(line[at:end]) == echo && (end == stop || line[end] == '\\') {
			l = &Echo
		}
		group := r.Begin(&l[0], n)
		slashed(r, &l[1], line)
		if r.Pos == stop {
			r.Problem(&ProblemNoValue, at, r.Pos-at, 0, 0)
		} else {
			slashed(r, &l[2], line)
		}
		r.Done(group)
	}
}

// pairsEnd returns the offset of the line break that ends the pairs at the start
// of b, or its length. A value may hold line breaks itself: then a later line that
// is no player's has another key.
func pairsEnd(b []byte) int {
	end := until(b, '\n')
	for at := end; at < len(b) && b[0] == '\\'; {
		line := b[at+1:]
		line = line[:until(line, '\n')]
		name := 0
		for name < len(line) && (line[name] == ' ' || line[name] == '-' || line[name] >= '0' && line[name] <= '9') {
			name++
		}
		if name < len(line) && line[name] == '"' {
			break // numbers, and a name in quotes
		}
		at += 1 + len(line)
		if bytes.IndexByte(line, '\\') >= 0 {
			end = at
		}
	}
	return end
}

// echo begins the pair that repeats the challenge.
const echo = `\challenge`

// slashed reads a backslash and the text up to the next one, or the end of the line.
func slashed(r *wire.Reader, d *wire.FieldDef, line []byte) {
	end, plain := wire.ScanPlain(line, r.Pos+1, '\\')
	f := r.Add(d, wire.KindText, end-r.Pos, 0)
	if f.Lead = 1; !plain {
		r.CheckText(f)
		if bytes.IndexByte(line[f.Offset:end], '\n') >= 0 {
			f.Flags |= wire.FlagAmbiguous // cut, it would end at its line break
		}
	}
}

// lines reads the lines of players.
func (g *Grammar) lines(r *wire.Reader) {
	for n := 0; r.Pos < r.End && !Ended(r.Data[r.Pos:r.End]); n++ {
		g.player(r, n)
	}
}

// player reads the line of a player: numbers, a name in quotes, and then texts
// and numbers again in some games.
func (g *Grammar) player(r *wire.Reader, n int) {
	b := r.Data[:r.End]
	if c := b[r.Pos]; c != '-' && (c < '0' || c > '9') {
		size := until(b[r.Pos:], '\n')
		r.Problem(&ProblemNoPlayer, r.Pos, size, 0, 0)
		size = min(size+1, r.Left())
		r.Leaf(&Player[PlayerRest], wire.KindUnknown, size, wire.FlagRaw|UnlessLast(b[r.Pos:r.Pos+size]))
		return
	}
	group := r.Begin(&Player[0], n)
	start, count, texts, after, whole := r.Pos, 0, 0, 0, true
	for r.Pos < len(b) && b[r.Pos] != '\n' {
		at := r.Pos
		if b[at] == ' ' && at+1 < len(b) && b[at+1] != '\n' {
			at++
		}
		lead := uint8(at - r.Pos)
		if b[at] == '"' && texts < len(g.Quoted) {
			end, plain := wire.ScanPlain(b, at+1, '"')
			if !plain { // perhaps it is that of a later line
				end = min(end, at+1+until(b[at+1:end], '\n'))
			}
			trail := 0
			if end < len(b) && b[end] == '"' {
				trail = 1
			}
			f := r.Add(g.Quoted[texts], wire.KindText, end+trail-r.Pos, 0)
			if f.Lead, f.Trail = lead+1, uint8(trail); !plain {
				r.CheckText(f)
			}
			texts++
			continue
		}
		d := g.Before[min(count, len(g.Before)-1)]
		if texts > 0 {
			d = g.After[min(after, len(g.After)-1)]
			after++
		}
		v, size := wire.ScanSigned(b[at:])
		kind, end := wire.KindDecimal, at+size
		if size == 0 || !spaced(b, end) {
			kind, end = wire.KindText, at+len(g.Bare)
			if count != 1 || g.Bare == "" || end > len(b) || string(b[at:end]) != g.Bare || !spaced(b, end) {
				whole = false
				r.Leaf(&Player[PlayerRest], wire.KindUnknown, until(b[r.Pos:], '\n'), wire.FlagRaw)
				break
			}
		}
		f := r.Add(d, kind, end-r.Pos, uint64(v))
		if f.Lead = lead; !wire.Canonical(b[at:end]) {
			f.Flags |= wire.FlagRaw // its value does not give these digits
		}
		count++
	}
	switch {
	case r.Pos == r.End:
		r.Problem(&ProblemPlayerCut, start, r.Pos-start, 0, 0)
	case !whole || texts == 0 || count-after < g.Least:
		r.Problem(&ProblemPlayer, start, r.Pos-start, 0, 0)
	}
	if r.Pos < r.End {
		r.Add(&Player[PlayerEnd], wire.KindConst, 1, 0)
	}
	r.Done(group)
}

// spaced reports whether a word of a line ends at end: with b, a space or a line
// break.
func spaced(b []byte, end int) bool { return end >= len(b) || b[end] == ' ' || b[end] == '\n' }

// Count says how many players a reply lists, from number before on, which has no
// number of them and no damage.
func Count(b *wire.StatusBuilder, m *wire.Message, before int) {
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
