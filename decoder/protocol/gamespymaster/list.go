package gamespymaster

import (
	"bytes"

	"fragscope/decoder/ask"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The answer to a list request: encrypted, and what that says.

// Bits of the flags of a server.
const (
	flagLocal = 1 << (iota + 1)
	_
	flagICMP
	flagPort
	flagLocalPort
	flagValues
	flagSettings
)

// unknownGame is the port of a master that does not know the game.
const unknownGame = 0xffff

const (
	endMark  = "\x00\xff\xff\xff\xff"
	textType = 0
	byteType = 1
	wordType = 2
	ownPlace = 255 // in the place of a popular value: the text follows
)

func readEncrypted(r *wire.Reader) {
	r.SetMessage(&listReply)
	n := int(r.Field(&reply[0]) ^ randomMask)
	if n >= 2 {
		r.Field(&reply[1])
		n -= 2
	}
	if n > 0 {
		r.Bytes(&reply[replyRandom], n)
	}
	if salt := int(r.Field(&reply[replySaltSize]) ^ saltMask); salt > 0 && !r.Stopped {
		r.Bytes(&reply[replySaltSize+1], salt)
	}
	if r.More() {
		r.Leaf(&reply[replyCiphertext], wire.KindBytes, r.Left(), 0)
	}
}

// decrypted is what reads a decrypted list. It is in no table: its bytes have
// nothing by which they could be recognised.
var decrypted = wire.Protocol{ID: ID, Recognise: recogniseAll, Decode: readServers}

func recogniseAll([]byte, *wire.Options) (wire.Direction, wire.Confidence) {
	return wire.Reply, wire.Certain
}

// DecodeList reads a decrypted list.
func DecodeList(p []byte) *wire.Message {
	return decrypted.DecodeAs(p, wire.Options{Protocol: ID, From: wire.Reply, Link: wire.LinkNone, Stream: true})
}

// Reassemble decrypts the list among parts with the last request for one among
// before. What hinders it is recorded with the list.
func Reassemble(r *wire.Revision, parts []int, before []*wire.Message) *wire.Message {
	for _, n := range parts {
		m := r.Messages[n]
		at := m.Find(reply[replyCiphertext].Key, 0)
		if m.Info != &listReply || at < 0 {
			continue
		}
		f := &m.Fields[at]
		game, challenge := "", []byte(nil)
		for _, q := range before {
			if g, c := listRequestOf(q); c != nil {
				game, challenge = g, c
			}
		}
		note := func(p *wire.ProblemInfo) { r.AddProblem(n, p, int(f.Offset), int(f.Length), uint64(f.Length), 0) }
		key, known := keys.KeyOf(game)
		switch {
		case challenge == nil:
			note(&problemNoRequest)
			return nil
		case !known:
			note(&problemNoKey)
			return nil
		}
		salt, _ := head(m.PayloadBytes())
		var c cipher
		c.begin(key, challenge, salt)
		plain := c.decrypt(nil, m.Bytes(at))
		if !plausible(plain) {
			note(&problemWrongKey)
			return nil
		}
		return DecodeList(plain)
	}
	return nil
}

// plausible reports whether p begins like a list: with keys, if there are any,
// whose types are known and whose names are plain.
func plausible(p []byte) bool {
	if len(p) < 8 || wire.BE16(p[4:]) == unknownGame {
		return len(p) >= 6
	}
	n, p := p[6], p[7:]
	for range n {
		end := bytes.IndexByte(p[min(1, len(p)):], 0)
		if len(p) > 0 && p[0] > wordType || end == 0 || end > longestName {
			return false
		}
		if end < 0 {
			return wire.PlainASCII(p[min(1, len(p)):]) // it is cut there
		}
		if !wire.PlainASCII(p[1 : 1+end]) {
			return false
		}
		p = p[1+end+1:]
	}
	return true
}

// A column is a key of a list.
type column struct {
	name uint32 // offset of its name
	kind byte
}

func readServers(r *wire.Reader, _ wire.Direction) {
	r.SetMessage(&plainReply)
	r.Field(&servers[0])
	port := r.Field(&servers[serversPort])
	if port == unknownGame && !r.Stopped {
		r.Problem(&problemUnknownGame, r.Pos-2, 2, 0, 0)
		if r.More() {
			r.CString(&servers[serversError], 0)
		}
		return
	}
	if !r.More() {
		return // the request wanted no list
	}
	var columns [255]column
	count := int(r.Field(&servers[serversKeys]))
	for n := 0; n < count && !r.Stopped; n++ {
		g := r.Begin(&servers[serversKey], n)
		kind := r.Field(&servers[serversKey+1])
		columns[n] = column{uint32(r.Pos), byte(kind)}
		r.CString(&servers[serversKey+2], 0)
		r.Done(g)
		if kind > wordType && !r.Stopped {
			r.Problem(&problemKeyType, int(columns[n].name)-1, 1, kind, 0)
			r.Stopped = true
		}
	}
	popular := r.Field(&servers[serversPopular])
	for n := uint64(0); n < popular && !r.Stopped; n++ {
		r.CString(&servers[serversPopular+1], n)
	}
	n := 0
	for ; r.More() && !wire.StartsLike(r.Rest(), endMark); n++ {
		readServer(r, n, columns[:count], popular)
	}
	switch {
	case r.Stopped:
	case r.Left() < len(endMark):
		r.Problem(&problemListOpen, r.Pos, r.Left(), uint64(n), 0)
	default:
		r.Constant(&after[afterEnd], endMark)
		readUpdates(r)
	}
}

// readServer reads server n of a list whose keys are columns and which has so
// many popular values.
func readServer(r *wire.Reader, n int, columns []column, popular uint64) {
	g := r.Begin(&server[0], n)
	flags := r.Field(&server[serverFlag])
	r.Field(&server[serverAddress])
	for _, part := range [...]struct{ bit, at int }{{flagPort, serverPort}, {flagLocal, serverLocal},
		{flagLocalPort, serverLocal + 1}, {flagICMP, serverLocal + 2}} {
		if int(flags)&part.bit != 0 {
			r.Field(&server[part.at])
		}
	}
	if flags&flagValues != 0 {
		for _, c := range columns {
			if r.Stopped {
				break
			}
			v := r.Begin(&server[serverValue], int(c.name))
			readValue(r, c.kind, popular)
			r.Done(v)
		}
	}
	if flags&flagSettings != 0 {
		for n := 0; r.More() && r.Peek(0) != 0; n++ {
			s := r.Begin(&server[serverRule], n)
			r.CString(&server[serverRule+1], 0)
			r.CString(&server[serverRule+2], 0)
			r.Done(s)
		}
		r.Constant(&server[serverRule+3], "\x00")
	}
	r.Done(g)
}

func readValue(r *wire.Reader, kind byte, popular uint64) {
	switch kind {
	case byteType:
		r.Field(&server[valueByte])
	case wordType:
		r.Field(&server[valueShort])
	default:
		at := r.Pos
		switch place := r.Field(&server[valuePlace]); {
		case r.Stopped:
		case place == ownPlace:
			r.CString(&server[valueText], 0)
		case place >= popular:
			r.Problem(&problemPlace, at, 1, place, popular)
		}
	}
}

// readUpdates reads what a master sends after a list, each message with its
// length.
func readUpdates(r *wire.Reader) {
	for n := 0; r.Left() > 2; n++ {
		g := r.Begin(&after[afterMessage], n)
		size := int(r.Field(&after[afterMessage+1])) - 2
		if size < 1 || size > r.Left() {
			r.Done(g)
			return
		}
		r.Field(&after[afterMessage+2])
		if size > 1 {
			r.Bytes(&after[afterMessage+3], size-1)
		}
		r.Done(g)
	}
}

// Servers returns the servers of a decrypted list.
func Servers(m *wire.Message) []ask.Listed {
	if m.Info != &plainReply {
		return nil
	}
	var all []ask.Listed
	var popular []string
	usual := uint16(0)
	for i := 0; i < len(m.Fields); i++ {
		switch f := &m.Fields[i]; f.Def {
		case &servers[serversPort]:
			usual = uint16(f.Value)
		case &servers[serversPopular+1]:
			popular = append(popular, m.Plain(i))
		case &server[0]:
			if l := listed(m, i, popular); l.Host != "" {
				if l.QueryPort == 0 {
					l.QueryPort = usual
				}
				all = append(all, l)
			}
			i = m.Next(i) - 1
		}
	}
	return all
}

// listed returns what a list says of the server whose group is field i.
func listed(m *wire.Message, i int, popular []string) ask.Listed {
	l := ask.Listed{Protocol: ID}
	for end, i := m.Next(i), i+1; i < end; i++ {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown {
			continue // cut
		}
		switch f.Def {
		case &server[serverAddress]:
			l.Host = m.Plain(i)
		case &server[serverPort]:
			l.QueryPort = uint16(f.Value)
		case &server[serverValue]:
			name, _ := m.Head(f.Value)
			last := m.Next(i) - 1
			value := m.Plain(last)
			if v := &m.Fields[last]; v.Def == &server[valuePlace] {
				if value = ""; v.Value < uint64(len(popular)) {
					value = popular[v.Value]
				}
			}
			setListed(&l, string(name), value)
		case &server[serverRule]:
			if i+2 < m.Next(i) && m.Fields[i+2].Kind == wire.KindText {
				setListed(&l, m.Text(i+1), m.Plain(i+2))
			}
		}
	}
	return l
}

// setListed sets what a list says of a server that others can say too.
func setListed(l *ask.Listed, key, value string) {
	number := int64(-1)
	if n, ok := wire.ParseWhole(value); ok {
		number = n
	}
	switch key {
	case "hostname":
		l.Name = value
	case "mapname":
		l.Map = value
	case "gametype":
		l.GameType = value
	case "hostport":
		if number > 0 && number < 65536 {
			l.GamePort = uint16(number)
		}
	case "numplayers":
		if number >= 0 {
			l.Players, l.Counted = number, true
		}
	case "maxplayers":
		l.MaxPlayers = max(number, 0)
	}
}
