package minecraft

import "fragscope/decoder/wire"

// Bounds of what a message can be told by.
const (
	longestAddress = 255 + len("\x00FORGE\x00") // bytes
	pingSize       = 1 + 8                      // bytes of a ping after its length
	enough         = 4                          // characters of an address that are no chance
)

// recognise identifies a handshake by its fields, and a reply by its lengths and
// the beginning of JSON (protocol/SPEC.md#identification). A ping and its reply
// have the same bytes: the port decides.
func recognise(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	// After a length of one byte comes the number of a packet: nearly all datagrams end here.
	if len(p) > 1 && p[0] < 0x80 && p[1] > 1 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if dir, sure := recogniseLegacy(p, opts); sure != wire.Unlikely {
		return dir, sure
	}
	size, n := wire.ReadVarInt(p)
	if n == 0 || size < 2 || n == len(p) {
		return wire.DirectionUnknown, wire.Unlikely
	}
	if size == pingSize && p[n] == 1 && len(p) == n+pingSize {
		if opts.SrcPort == port || opts.From == wire.Reply {
			return wire.Reply, wire.Possible
		}
		return wire.Request, wire.Possible
	}
	if p[n] != 0 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	b := p[n+1:]
	if text, m := wire.ReadVarInt(b); m > 0 && text > 1 && int(size) >= 1+m+int(text) && len(b) > m+2 && b[m] == '{' {
		c := b[m+1]
		for i := m + 1; i < len(b) && space(b[i]); i++ {
			c = b[min(i+1, len(b)-1)]
		}
		if c == '"' {
			if int(size) == 1+m+int(text) {
				return wire.Reply, wire.Certain
			}
			return wire.Reply, wire.Likely
		}
	}
	_, v := wire.ReadVarInt(b)
	text, m := wire.ReadVarInt(b[v:])
	if v == 0 || m == 0 || text < 1 || int(text) > longestAddress || int(size) != 1+v+m+int(text)+3 {
		return wire.DirectionUnknown, wire.Unlikely
	}
	b = b[v+m:]
	switch name := b[:min(len(b), int(text), enough)]; {
	case !wire.PlainASCII(name) || len(name) < min(int(text), enough):
	case len(p) < n+int(size):
		return wire.Request, wire.Possible
	case p[n+int(size)-1]-1 < 3:
		return wire.Request, wire.Certain
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func decode(r *wire.Reader, dir wire.Direction) {
	r.Colours |= wire.ColourSection
	r.UTF8 = true
	if isLegacy(r.Rest(), dir) {
		decodeLegacy(r)
		return
	}
	if r.Peek(0) == legacyKick {
		r.Flags |= wire.FlagAmbiguous // cut before its text, it would be a kick
	}
	ping := len(r.Rest()) > 1 && r.Peek(0) == pingSize && r.Peek(1) == 1
	if dir == wire.Request {
		if r.SetMessage(&statusRequest); ping {
			r.SetMessage(&pingRequest)
		}
	} else if r.SetMessage(&statusReply); ping {
		r.SetMessage(&pingReply)
	}
	for n := 0; r.More(); n++ {
		if n > 2 || r.Info == &loginRequest {
			r.Leaf(&packet[packetOther], wire.KindUnknown, r.Left(), wire.FlagRaw)
			return
		}
		readPacket(r, n, dir == wire.Request)
	}
}

// readPacket reads packet n of one side.
func readPacket(r *wire.Reader, n int, request bool) {
	g, at := r.Begin(&packet[packetGroup], n), r.Pos
	size := int(varInt(r, &packet[packetLength]))
	from, cut := r.Pos, false
	id := varInt(r, &packet[packetID])
	switch {
	case r.Stopped:
	case id == 1:
		r.Field(&packet[packetTime])
	case id == 0 && !request:
		cut = readStatus(r)
	case id == 0 && n == 0 && size > 1:
		readHandshake(r)
	}
	if end := from + max(size, 0); !r.Stopped && !cut && r.Pos != end {
		r.Problem(&problemLength, at, from-at, uint64(size), uint64(r.Pos-from))
		if rest := min(end, r.End) - r.Pos; rest > 0 {
			r.Leaf(&packet[packetRest], wire.KindUnknown, rest, wire.FlagRaw|wire.FlagAmbiguous)
		}
	}
	r.Done(g)
}

func readHandshake(r *wire.Reader) {
	varInt(r, &handshake[helloProtocol])
	g := r.Begin(&handshake[helloAddress], 0)
	size := int(varInt(r, &handshake[helloLength]))
	if size < 0 || !r.Has(&handshake[helloText], size) {
		r.Stopped = true
	} else if size > 0 {
		r.AddText(&handshake[helloText], size, 0)
	}
	r.Done(g)
	r.Field(&handshake[helloPort])
	if next := varInt(r, &handshake[helloNext]); !r.Stopped && next != 1 {
		r.SetMessage(&loginRequest)
	}
}

// varInt reads a number of one to five bytes, seven bits in each, the lowest
// first.
func varInt(r *wire.Reader, d *wire.FieldDef) int64 {
	if !r.Has(d, 1) {
		return 0
	}
	v, n := wire.ReadVarInt(r.Rest())
	switch {
	case n == 0 && r.Left() < wire.MaxVarInt:
		r.Cut(d, r.Left()+1)
		return 0
	case n == 0:
		r.Problem(&problemVarInt, r.Pos, wire.MaxVarInt, 0, 0)
		r.Leaf(d, wire.KindUnknown, wire.MaxVarInt, wire.FlagRaw)
		r.Stopped = true
		return 0
	}
	raw := r.Rest()[:n]
	f := r.Add(d, wire.KindVarInt, n, uint64(v))
	var shortest [wire.MaxVarInt]byte
	if string(wire.AppendVarInt(shortest[:0], v)) != string(raw) {
		f.Flags |= wire.FlagRaw // longer than it has to be, or with bits beyond the 32nd
	}
	if d.Symbols != nil {
		r.Check(d, uint64(v))
	}
	return v
}
