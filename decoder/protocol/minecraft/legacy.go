package minecraft

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// The pings of Minecraft before 1.7, which servers of today still answer
// (protocol/minecraft/SPEC.md#legacy-pings): one byte, two, or a message with the
// server's name. The reply is the one that throws a player out, whose reason is
// the status. Texts are in 16-bit units, most significant byte first.

const (
	legacyPing = 0xfe
	legacyKick = 0xff
	legacyMark = "\x00\xa7\x001\x00\x00" // begins the status since 1.4
	plugin     = "\xfa\x00\x0b\x00M\x00C\x00|\x00P\x00i\x00n\x00g\x00H\x00o\x00s\x00t"
)

var (
	legacy = [...]wire.FieldDef{
		{Key: "id", Name: "Packet ID", Kind: wire.KindU8, Symbols: &legacyIDs},
		{Key: "version", Name: "Form", Kind: wire.KindU8,
			Doc: "1, since 1.4: the reply has more than a name and numbers. Older programs leave it out."},
		{Key: "message", Name: "Message", Kind: wire.KindU8, Symbols: &legacyIDs},
		{Key: "channel.length", Name: "Length of the channel", Kind: wire.KindU16BE, Doc: "Units of 16 bits."},
		{Key: "channel", Name: "Channel", Kind: wire.KindUCS2, BigEndian: true},
		{Key: "size", Name: "Size", Kind: wire.KindU16BE, Doc: "Bytes that follow."},
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindU8, Doc: "73 to 78 are 1.6."},
		{Key: "host.length", Name: "Length of the host", Kind: wire.KindU16BE, Doc: "Units of 16 bits."},
		{Key: "host", Name: "Host", Kind: wire.KindUCS2, BigEndian: true, Doc: "The server's name as the player wrote it."},
		{Key: "port", Name: "Port", Kind: wire.KindU32BE},
	}
	kick = [...]wire.FieldDef{
		{Key: "length", Name: "Length", Kind: wire.KindU16BE, Doc: "Units of 16 bits in the text."},
		{Key: "mark", Name: "Mark", Kind: wire.KindUCS2, BigEndian: true, Doc: "A section sign and 1, since 1.4."},
		{Key: "protocol", Name: "Network protocol", Kind: wire.KindUCS2, BigEndian: true,
			Doc: "47 is 1.4.2; 127 a server that no old client can join."},
		{Key: "version", Name: "Version", Kind: wire.KindUCS2, BigEndian: true, Role: wire.RoleVersion},
		{Key: "motd", Name: "MOTD", Kind: wire.KindUCS2, BigEndian: true, Role: wire.RoleServerName},
		{Key: "players", Name: "Current players", Kind: wire.KindUCS2, BigEndian: true, Role: wire.RolePlayers},
		{Key: "max_players", Name: "Max players", Kind: wire.KindUCS2, BigEndian: true, Role: wire.RoleMaxPlayers},
		{Key: "part", Name: "Further part", Kind: wire.KindUCS2, BigEndian: true, Note: "undocumented"},
	}
	legacyIDs = wire.Symbols{List: []wire.Symbol{{Value: 0xfa, Name: "plugin message"},
		{Value: legacyPing, Name: "server list ping"}, {Value: legacyKick, Name: "kick"}}}

	legacyRequest = wire.NewRequest("legacy ping request", "The ping of Minecraft before 1.7.")
	legacyReply   = wire.NewReply("legacy ping reply", "Its reply: a kick whose reason is the status.")

	problemParts = wire.ProblemInfo{Code: "minecraft-legacy-parts", Severity: wire.SeverityWarning, Damage: true,
		Message: "The status has {a} {a|part|parts} of {b}.",
		Advice:  "It may be a real kick: the text may be the reason why a player was thrown out.",
		Source:  "#legacy-pings"}
)

// Places in the layouts.
const (
	legacyForm   = 1
	legacySize   = 5
	legacyHost   = 8
	legacyPort   = 9
	kickMark     = 1
	kickProtocol = 2
	kickMOTD     = 4
	kickPart     = 7
)

// recogniseLegacy identifies pings and kicks by their constant bytes, and by a
// length that fits.
func recogniseLegacy(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	switch {
	case len(p) == 0:
	case p[0] == legacyPing && len(p) > 2 && p[1] == 1 && wire.StartsLike(p[2:], plugin):
		if len(p) >= 2+len(plugin) {
			return wire.Request, wire.Certain
		}
		return wire.Request, wire.Possible
	case p[0] == legacyPing && (len(p) == 1 || len(p) == 2 && p[1] == 1) && opts.DstPort == port:
		return wire.Request, wire.Likely
	case p[0] == legacyPing && (len(p) == 2 && p[1] == 1 || len(p) == 1 && opts.Protocol == ID):
		return wire.Request, wire.Possible
	case p[0] == legacyKick && len(p) > 3+len(legacyMark) && string(p[3:3+len(legacyMark)]) == legacyMark:
		if 3+2*int(wire.BE16(p[1:])) == len(p) {
			return wire.Reply, wire.Certain
		}
		return wire.Reply, wire.Likely
	case p[0] == legacyKick && len(p) > 8 && 3+2*int(wire.BE16(p[1:])) == len(p) && oldStatus(p[3:]):
		return wire.Reply, wire.Likely
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// oldStatus reports whether b ends in two numbers after section signs, with ASCII
// digits in its units.
func oldStatus(b []byte) bool {
	signs, digits := 0, 0
	for i := len(b) - 2; i >= 0 && signs < 2; i -= 2 {
		switch c := b[i+1]; {
		case b[i] != 0:
			return false
		case c == 0xa7 && digits > 0:
			signs, digits = signs+1, 0
		case c >= '0' && c <= '9':
			digits++
		default:
			return false
		}
	}
	return signs == 2
}

// isLegacy reports whether p begins like a ping or a kick.
func isLegacy(p []byte, dir wire.Direction) bool {
	return len(p) > 0 && (p[0] == legacyPing && dir != wire.Reply && (len(p) == 1 || p[1] == 1) ||
		p[0] == legacyKick && dir != wire.Request && !isStatus(p))
}

// isStatus reports whether p begins as a status reply does: its length and its
// ID, the length of a text, and JSON. FF, the first byte of a kick, may be one
// of its length.
func isStatus(p []byte) bool {
	_, n := wire.ReadVarInt(p)
	if n == 0 || n == len(p) || p[n] != 0 {
		return false
	}
	_, m := wire.ReadVarInt(p[n+1:])
	return m > 0 && len(p) > n+1+m && p[n+1+m] == '{'
}

func decodeLegacy(r *wire.Reader) {
	if r.Peek(0) == legacyKick {
		r.SetMessage(&legacyReply)
		r.Field(&legacy[0])
		readKick(r)
		return
	}
	r.SetMessage(&legacyRequest)
	r.Field(&legacy[0])
	if !r.More() {
		return
	}
	r.Field(&legacy[legacyForm])
	if !r.More() {
		return
	}
	r.Field(&legacy[legacyForm+1])
	units(r, legacyForm+2)
	r.Field(&legacy[legacySize])
	r.Field(&legacy[legacySize+1])
	units(r, legacyHost-1)
	r.Field(&legacy[legacyPort])
}

// units reads a text after its length.
func units(r *wire.Reader, i int) {
	if size := 2 * int(r.Field(&legacy[i])); r.Has(&legacy[i+1], size) && size > 0 {
		wideText(r, &legacy[i+1], size, 0)
	}
}

func wideText(r *wire.Reader, d *wire.FieldDef, size int, trail uint8) {
	f := r.Add(d, wire.KindUCS2, size, 0)
	f.Trail = trail
	r.CheckText(f)
}

// readKick reads the parts of a status, which a unit of 0 separates, or before
// 1.4 a section sign.
func readKick(r *wire.Reader) {
	size := 2 * int(r.Field(&kick[0]))
	b := r.Rest()
	stop := r.Pos + min(size, len(b))&^1
	sign, i, from, want := byte(0xa7), kickMOTD, r.Pos, 3
	if wire.StartsLike(b, legacyMark) {
		sign, i, want = 0, kickMark, 6
	} else if wire.StartsLike(b[:min(len(b), 2)], legacyMark) {
		r.Flags |= wire.FlagAmbiguous // cut here, it would be the mark
	}
	n := 0
	for ; !r.Stopped && r.Pos+1 < stop; n++ {
		b = r.Data[r.Pos:stop]
		end := 0
		for end+1 < len(b) && (b[end] != 0 || b[end+1] != sign) {
			end += 2
		}
		trail := 0
		if end+1 < len(b) {
			trail = 2
		}
		wideText(r, &kick[min(i, kickPart)], end&^1+trail, uint8(trail))
		i++
	}
	r.Flags &^= wire.FlagAmbiguous
	if r.Stopped {
		return
	}
	if left := from + size - r.Pos; left > 0 {
		r.Cut(&kick[kickPart], left)
	} else if n < want {
		r.Problem(&problemParts, from, r.Pos-from, uint64(n), uint64(want))
	}
}

// legacyStatus takes what a kick says.
func legacyStatus(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Def == &kick[kickProtocol] && f.Kind != wire.KindUnknown {
			b.Rules = append(b.Rules, wire.Rule{Key: "protocol", Value: b.Texts.Plain(m, i)})
		}
	}
}

// appendLegacy builds a ping of 1.6.
func appendLegacy(dst []byte, d *Query) []byte {
	dst = append(append(dst, legacyPing, 1), plugin...)
	host, _ := wire.AppendLetters(nil, []byte(d.Host), wire.KindUCS2, false)
	host = wire.Swapped(host[:0], host)
	dst = append(wire.AppendBE16(dst, uint16(7+len(host))), 78)
	dst = append(wire.AppendBE16(dst, uint16(len(host)/2)), host...)
	return wire.AppendNumber(dst, wire.KindU32BE, uint64(d.Port))
}

// serveLegacy sends a kick: since 1.4 with six parts, to a ping of one byte with
// three.
func serveLegacy(w *answer.Writer, question *wire.Message) {
	s := w.Status
	text := ""
	add := func(part, sign string) {
		if text != "" {
			text += sign
		}
		text += answer.ReplyText(part)
	}
	players, most := strconv.FormatInt(answer.Clamp(answer.PlayerCount(s), 0, 1<<31-1), 10),
		strconv.FormatInt(answer.Clamp(s.MaxPlayers, 0, 1<<31-1), 10)
	if len(question.PayloadBytes()) == 1 {
		name := make([]rune, 0, len(s.Name.Value))
		for _, c := range s.Name.Value {
			if c != '§' {
				name = append(name, c)
			}
		}
		add(string(name)+"§"+players+"§"+most, "")
	} else {
		version := "127"
		if v, ok := answer.StatusRule(s, "protocol"); ok {
			version = v
		}
		for _, part := range []string{"§1", version, s.Version.Or("1.21"), s.Name.Value, players, most} {
			add(part, "\x00")
		}
	}
	b, _ := wire.AppendLetters(nil, []byte(text), wire.KindUCS2, false)
	w.Send(append(wire.AppendBE16([]byte{legacyKick}, uint16(len(b)/2)), wire.Swapped(b[:0], b)...))
}
