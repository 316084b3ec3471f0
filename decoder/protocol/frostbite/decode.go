package frostbite

import "fragscope/decoder/wire"

const (
	headSize   = 12
	wordHead   = 4
	mostSize   = 16384 // of a packet
	mostWords  = 4096
	fromServer = 1 << 31
	response   = 1 << 30
	ok         = "OK"
	mostHeads  = 16 // columns of a player list
)

// recognise identifies a packet by its size and by its words, which fill it
// (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < headSize+wordHead {
		return wire.DirectionUnknown, wire.Unlikely
	}
	head, size, words := wire.LE32(p), int(wire.LE32(p[4:])), int(wire.LE32(p[8:]))
	if size > mostSize || words == 0 || words > mostWords || size < headSize+words*(wordHead+1) {
		return wire.DirectionUnknown, wire.Unlikely
	}
	dir := wire.Request
	if (head&fromServer != 0) != (head&response != 0) {
		dir = wire.Reply
	}
	at := headSize
	for n := range words {
		if at+wordHead > len(p) {
			return dir, cut(n)
		}
		length := int(wire.LE32(p[at:]))
		at += wordHead
		switch {
		case length > size-at:
			return wire.DirectionUnknown, wire.Unlikely
		case at+length >= len(p):
			return dir, cut(n)
		case p[at+length] != 0 || n == 0 && !name(p[at:at+length]):
			return wire.DirectionUnknown, wire.Unlikely
		}
		at += length + 1
	}
	if at != size {
		return wire.DirectionUnknown, wire.Unlikely
	}
	return dir, wire.Certain
}

// cut is how sure n words make of a packet that ends after them.
func cut(n int) wire.Confidence {
	if n == 0 {
		return wire.Unlikely
	}
	return wire.Likely
}

// name reports whether b can be a command or a result.
func name(b []byte) bool {
	for _, c := range b {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if c != '.' && c != '_' {
				return false
			}
		}
	}
	return len(b) > 0
}

func decode(r *wire.Reader, _ wire.Direction) {
	r.UTF8 = true
	for n := 0; n == 0 || r.More(); n++ { // a client may send several at once
		g := r.Begin(&packet[packetGroup], n)
		readPacket(r, n == 0)
		r.Done(g)
	}
}

func readPacket(r *wire.Reader, first bool) {
	from := r.Pos
	head := r.Field(&packet[packetSequence])
	size := r.Field(&packet[packetSize])
	words := int(min(r.Field(&packet[packetWords]), mostWords))
	if !r.Stopped {
		kind := kindOf(r.Rest(), head, words)
		if first {
			r.SetMessage(kind)
		}
		readWords(r, kind, words)
	} else if first {
		r.SetMessage(&otherRequest)
	}
	if got := uint64(r.Pos - from); !r.Stopped && got != size {
		r.Problem(&problemSize, from+4, 4, size, got)
		r.Stopped = true
	}
}

// peek returns word number n of b, as far as it is there; nil where nothing of it is.
func peek(b []byte, n int) []byte {
	for ; len(b) >= wordHead; n-- {
		length := uint64(wire.LE32(b))
		b = b[wordHead:]
		if n == 0 && (len(b) > 0 || length == 0) {
			return b[:min(length, uint64(len(b)))]
		}
		if length >= uint64(len(b)) {
			return nil
		}
		b = b[length+1:]
	}
	return nil
}

func decimal(b []byte) bool { _, ok := wire.ParseDecimal(b); return ok }

// counts reports whether word number n of b is a number, or is not there.
func counts(b []byte, n int) bool { w := peek(b, n); return w == nil || decimal(w) }

// kindOf returns what a packet with the words b is. A reply does not say to
// which command it is: its words show that.
func kindOf(b []byte, head uint64, words int) *wire.MessageInfo {
	word := string(peek(b, 0))
	switch {
	case head&fromServer != 0 && head&response != 0:
		return &acknowledgement
	case head&fromServer != 0:
		return &event
	case head&response == 0:
		switch word {
		case "serverInfo", "serverinfo":
			return &infoRequest
		case "version":
			return &versionRequest
		case "listPlayers", "admin.listPlayers":
			return &playersRequest
		}
		return &otherRequest
	case word != ok || peek(b, 1) == nil:
	case decimal(peek(b, 1)):
		if words > 3 && wire.StartsLike(peek(b, 2), "name") {
			return &playersReply
		}
	case words == 3 && counts(b, 2):
		return &versionReply
	case words > infoTeams+1 && counts(b, 2) && counts(b, 3):
		return &infoReply
	}
	return &otherReply
}

func readWords(r *wire.Reader, kind *wire.MessageInfo, words int) {
	first := &packet[packetCommand]
	if kind.Direction == wire.Reply && kind != &event || kind == &acknowledgement {
		first = &packet[packetResult]
	}
	w := reading{r, words}
	w.word(first)
	switch kind {
	case &infoReply:
		w.info()
	case &versionReply:
		w.name(&version[0])
		w.word(&version[1])
	case &playersReply:
		w.players()
	}
	if kind == &otherReply {
		r.Flags |= wire.FlagAmbiguous // cut, it would be a reply to one of the others
	}
	for w.more() {
		w.word(&packet[packetWord])
	}
	r.Flags &^= wire.FlagAmbiguous
}

// A reading reads the words of a packet, of which so many are left.
type reading struct {
	r    *wire.Reader
	left int
}

func (w *reading) more() bool { return w.left > 0 && !w.r.Stopped }

// word reads the next word, as a number where d is one and the word is too.
func (w *reading) word(d *wire.FieldDef) int64 {
	r := w.r
	if !w.more() {
		return 0
	}
	w.left--
	marks := r.Flags
	r.Flags = 0
	length := r.Field(&packet[packetLength])
	r.Flags = marks
	if r.Stopped || !r.Has(d, int(length)) {
		return 0
	}
	text := r.Rest()[:length]
	v, number := wire.ParseSigned(text)
	if number && d.Kind == wire.KindDecimal {
		f := r.Add(d, wire.KindDecimal, len(text), uint64(v))
		if !wire.Canonical(text) {
			f.Flags |= wire.FlagRaw
		}
	} else {
		v = 0
		f := r.AddText(d, len(text), 0)
		for i := 0; d.Symbols != nil && i < len(d.Symbols.List); i++ {
			if y := &d.Symbols.List[i]; y.Name == string(text) {
				f.Value = y.Value
			}
		}
	}
	r.Flags = 0
	r.Constant(&packet[packetEnd], "\x00")
	r.Flags = marks
	return v
}

func (w *reading) words(l wire.Layout) {
	for i := range l {
		w.word(&l[i])
	}
}

// name reads the first word of a server's info. A list of players begins with a
// number instead, so a name that begins with a digit is marked as ambiguous.
func (w *reading) name(d *wire.FieldDef) {
	if b := peek(w.r.Rest(), 0); len(b) > 0 && b[0]-'0' < 10 {
		w.r.Flags |= wire.FlagAmbiguous
	}
	w.word(d)
	w.r.Flags &^= wire.FlagAmbiguous
}

func (w *reading) info() {
	w.name(&info[0])
	w.words(info[1:infoTeams])
	teams := int(w.word(&info[infoTeams]))
	for n := 0; n < teams && w.more(); n++ {
		g := w.r.Begin(&team[0], n)
		w.word(&team[1])
		w.r.Done(g)
	}
	w.words(rest[:restMod])
	if mod := string(peek(w.r.Rest(), 0)); mod == "BC2" || mod == "VIETNAM" {
		w.words(rest[restMod:restServer])
	}
	w.words(rest[restServer:])
}

// players reads the names of columns, and rows of as many words.
func (w *reading) players() {
	n := int(w.word(&players[playersColumns]))
	var heads [mostHeads]uint8
	if n < 1 || n > mostHeads {
		return
	}
	for i := 0; i < n && w.more(); i++ {
		heads[i] = column(peek(w.r.Rest(), 0))
		w.word(&players[playersColumn])
	}
	w.word(&players[playersCount])
	for row := 0; w.more(); row++ {
		g := w.r.Begin(&players[playersGroup], row)
		for i := 0; i < n && w.more(); i++ {
			w.word(&columns[heads[i]])
		}
		w.r.Done(g)
	}
}

// column returns which of columns b names.
func column(b []byte) uint8 {
	const prefix = len("frostbite.player.")
	for i := range other {
		if string(b) == columns[i].Key[prefix:] {
			return uint8(i)
		}
	}
	return uint8(other)
}

// Status takes what a reply says. Words without a place of their own are rules.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info != &infoReply && m.Info != &versionReply && m.Info != &playersReply {
		return
	}
	b.Generic(m)
	const prefix = len("frostbite.info.")
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown || f.Length == 0 || f.Def.Role != wire.RoleNone {
			continue
		}
		for k := range rest {
			if f.Def == &rest[k] {
				b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[prefix:], Value: b.Texts.Plain(m, i)})
			}
		}
		if f.Def == &info[infoPlayed] || f.Def == &info[infoRounds] {
			b.Rules = append(b.Rules, wire.Rule{Key: f.Def.Key[prefix:], Value: b.Texts.Plain(m, i)})
		}
	}
}
