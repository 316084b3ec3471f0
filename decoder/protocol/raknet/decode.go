package raknet

import "fragscope/decoder/wire"

// magic is RakNet's offline message ID.
const magic = "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"

// Sizes in bytes.
const (
	openAt   = 1              // of the magic where a connection is opened
	pingAt   = 1 + 8          // in a ping
	pongAt   = 1 + 8 + 8      // and in a pong
	enough   = 8              // bytes of it that are no chance
	damaged  = len(magic) - 4 // bytes of it that are right where some are not
	lengthOf = 2              // of the length of an ID string
)

// recognise identifies messages by their first byte and the offline message ID
// (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < 1+enough {
		return wire.DirectionUnknown, wire.Unlikely
	}
	at, dir := pingAt, wire.Request
	switch p[0] {
	case idPing, idOpenPing:
	case idPong:
		at, dir = pongAt, wire.Reply
	case idOpen1, idOpen2:
		at = openAt
	case idOpened1, idOpened2:
		at, dir = openAt, wire.Reply
	case idIncompatible:
		at, dir = openAt+1, wire.Reply
	default:
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
	switch id := r.Peek(0); {
	case id >= idOpen1 && id <= idOpened2, id == idIncompatible:
		readOpening(r, id)
		return
	case dir == wire.Reply || dir == wire.DirectionUnknown && id == idPong:
		readPong(r)
		return
	}
	if r.SetMessage(&pingRequest); r.Peek(0) == idOpenPing {
		r.SetMessage(&openRequest)
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
	r.SetMessage(&pongReply)
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
		r.Fields[len(r.Fields)-1].Flags |= wire.FlagAmbiguous
		readData(r)
		r.Done(g)
		return
	}
	readData(r)
}

// readOpening reads a message by which a connection is opened or refused.
func readOpening(r *wire.Reader, id byte) {
	r.Field(&opening[openingID])
	if id == idIncompatible {
		r.SetMessage(&incompatibleReply)
		r.Field(&opening[openingProtocol])
	}
	r.Constant(&opening[openingMagic], magic)
	switch id {
	case idIncompatible:
		r.Field(&opening[openingServer])
	case idOpen1:
		r.SetMessage(&firstRequest)
		r.Field(&opening[openingProtocol])
		if r.More() {
			r.Leaf(&opening[openingPadding], wire.KindPadding, r.Left(), 0)
		}
	case idOpened1:
		r.SetMessage(&firstReply)
		r.Field(&opening[openingServer])
		if r.Field(&opening[openingSecurity]) == 1 {
			r.Bytes(&opening[openingCookie], cookieSize)
		}
		r.Field(&opening[openingMTU])
	case idOpen2:
		r.SetMessage(&secondRequest)
		r.Flags |= wire.FlagAmbiguous // only the length tells of a cookie
		if n := r.Left(); n == cookieSize+1+address4+2+8 || n == cookieSize+1+address6+2+8 {
			r.Bytes(&opening[openingCookie], cookieSize)
			r.Field(&opening[openingSecurity])
		}
		readAddress(r)
		r.Field(&opening[openingMTU])
		r.Field(&opening[openingClient])
		r.Flags &^= wire.FlagAmbiguous
	case idOpened2:
		r.SetMessage(&secondReply)
		r.Field(&opening[openingServer])
		readAddress(r)
		r.Field(&opening[openingMTU])
		r.Field(&opening[openingSecurity])
	}
}

// readAddress reads an address with its port: of IPv4 with its bits inverted, of
// IPv6 as the socket has it.
func readAddress(r *wire.Reader) {
	switch r.Field(&opening[openingFamily]) {
	case 4:
		r.Bytes(&opening[openingAddress], 4)
		r.Field(&opening[openingPort])
	case 6:
		r.Bytes(&opening[openingAddress], address6-1)
	}
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
		r.AddText(&data[1], len(b), 0).Flags |= wire.FlagAmbiguous
	} else if len(b) > 0 {
		r.Leaf(&data[0], wire.KindBytes, len(b), wire.FlagAmbiguous)
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
		r.Leaf(&idString[stringPadding], wire.KindPadding, len(b), wire.FlagAmbiguous)
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
			f.Flags |= wire.FlagRaw // its value does not give these digits
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
