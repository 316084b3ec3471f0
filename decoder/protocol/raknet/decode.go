package raknet

import "fragscope/decoder/wire"

// magic is RakNet's offline message ID.
const magic = "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"

// Sizes in bytes.
const (
	pingAt   = 1 + 8          // of the magic in a ping
	pongAt   = 1 + 8 + 8      // and in a pong
	enough   = 8              // bytes of it that are no chance
	damaged  = len(magic) - 4 // bytes of it that are right where some are not
	lengthOf = 2              // of the length of an ID string
)

// recognise identifies messages by their first byte and the offline message ID
// (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	at, dir := pingAt, wire.Request
	switch {
	case len(p) < pingAt+enough:
		return wire.DirectionUnknown, wire.Unlikely
	case p[0] == 0x1c:
		at, dir = pongAt, wire.Reply
	case p[0] != 1 && p[0] != 2:
		return wire.DirectionUnknown, wire.Unlikely
	}
	n := min(len(p)-at, len(magic))
	switch {
	case n < enough:
	case string(p[at:at+n]) == magic[:n]:
		if n == len(magic) {
			return dir, wire.Certain
		}
		return dir, wire.Possible
	case n == len(magic):
		right := 0
		for i := range n {
			if p[at+i] == magic[i] {
				right++
			}
		}
		if right >= damaged {
			return dir, wire.Likely
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourSection
	r.UTF8 = true
	if dir == wire.Reply || dir == wire.DirectionUnknown && r.Peek(0) == 0x1c {
		readPong(r)
		return
	}
	if r.Say(&pingRequest); r.Peek(0) == 2 {
		r.Say(&openRequest)
	}
	r.Read(ping[:pingMagic])
	r.Constant(&ping[pingMagic], magic)
	if !r.Stopped && !r.More() {
		r.Problem(&problemNoGUID, r.Pos, 0, 0, 0)
		return
	}
	r.Field(&ping[pingGUID])
}

func readPong(r *wire.Reader) {
	r.Say(&pongReply)
	r.Read(pong[:pongMagic])
	r.Constant(&pong[pongMagic], magic)
	if !r.More() {
		return
	}
	b := r.Rest()
	if len(b) < lengthOf || edition(b[lengthOf:]) > 0 {
		readID(r)
		return
	}
	if int(wire.BE16(b)) == len(b)-lengthOf { // only the whole shows that it is a length
		g := r.Begin(&idString[stringGroup], 0)
		r.Field(&idString[stringLength])
		r.Fields[len(r.Fields)-1].Marks |= wire.MarkAmbiguous
		readData(r)
		r.Done(g)
		return
	}
	readData(r)
}

// edition returns which of the editions the ID string b begins with, or may
// begin with once it is whole; 0 for none.
func edition(b []byte) int {
	for i, name := range editionNames {
		n := min(len(b), len(name))
		if i > 0 && string(b[:n]) == name[:n] && (len(b) == n || b[n] == ';') {
			return i
		}
	}
	return 0
}

// readData reads what a game says that is not Minecraft.
func readData(r *wire.Reader) {
	if b := r.Rest(); len(b) > 0 && (wire.PlainASCII(b) || wire.ValidMultibyte(b)) {
		r.AddText(&data[1], len(b), 0).Marks |= wire.MarkAmbiguous
	} else if len(b) > 0 {
		r.Leaf(&data[0], wire.KindBytes, len(b), wire.MarkAmbiguous)
	}
}

// readID reads an ID string.
func readID(r *wire.Reader) {
	g := r.Begin(&idString[stringGroup], 0)
	at := r.Pos
	size := int(r.Field(&idString[stringLength]))
	if r.Stopped {
		r.Done(g)
		return
	}
	if left := r.Left(); size > left {
		r.Problem(&problemLength, at, lengthOf, uint64(size), uint64(left))
		size = left
	}
	readParts(r, r.Pos+size)
	r.Done(g)
	if b := r.Rest(); len(b) > 0 && zero(b) {
		r.Leaf(&idString[stringPadding], wire.KindPadding, len(b), wire.MarkAmbiguous)
	}
}

// readParts reads the parts of an ID string, up to stop.
func readParts(r *wire.Reader, stop int) {
	from, n, old := r.Pos, 0, false
	for ; r.Pos < stop; n++ {
		size := partSize(r.Data[r.Pos:stop])
		text, trail := r.Data[r.Pos:r.Pos+size], uint8(0)
		if r.Pos+size < stop {
			trail = 1
		}
		d := &parts[min(n, partFurther)]
		if old = old || n == 0 && string(text) == pocket; old && n > 0 {
			d = &parts[partFurther]
		}
		if d.Kind != wire.KindDecimal {
			f := r.AddText(d, size+int(trail), trail)
			if n == partEdition && trail > 0 {
				f.Value = uint64(edition(text))
			}
			continue
		}
		v, ok := wire.ParseSigned(text)
		if !ok {
			r.Problem(&problemNumber, r.Pos, size, 0, 0)
			r.AddText(d, size+int(trail), trail)
			continue
		}
		f := r.Add(d, wire.KindDecimal, size+int(trail), uint64(v))
		f.Trail = trail
		if !wire.Canonical(text) {
			f.Marks |= wire.MarkRaw // its value does not give these digits
		}
		if d.Symbols != &noPort || v != -1 {
			r.Check(d, uint64(v))
		}
	}
	if n < usual && !old {
		r.Problem(&problemFew, from, stop-from, uint64(n), usual)
	}
}

// partSize returns the length of the part at the start of b. Some servers put a
// backslash before a semicolon that is part of a name.
func partSize(b []byte) int {
	n := 0
	for n < len(b) && b[n] != ';' {
		if b[n] == '\\' && n+1 < len(b) && b[n+1] == ';' {
			n++
		}
		n++
	}
	return n
}

// zero reports whether b is nothing but NULs.
func zero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}
