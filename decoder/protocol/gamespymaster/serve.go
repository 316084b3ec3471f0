package gamespymaster

import (
	"bytes"
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Replies answers what needs no memory: availability, the challenge to a server
// that is new, and a keep-alive. A Registry answers the rest too.
func Replies(w *answer.Writer, question *wire.Message) { (&Registry{}).Replies(w, question, "") }

// A ListedServer is a server that a master lists.
type ListedServer struct {
	Address [4]byte
	Port    uint16       // of its queries
	Game    string       // GameSpy's name of it
	Status  *wire.Status // whose values the list has
}

// A Registry is what a master knows of servers that announce themselves, by
// their addresses. It is used by one goroutine.
type Registry struct {
	known map[string]*registered
}

// A registered is a server that has announced itself.
type registered struct {
	key, game, challenge string
	proved               bool
	status               *wire.Status
}

// mostRegistered bounds the servers that a Registry knows.
const mostRegistered = 1 << 12

// Replies answers a message of the server at from, "" for one that is forgotten
// at once.
func (g *Registry) Replies(w *answer.Writer, question *wire.Message, from string) {
	p := question.PayloadBytes()
	if len(p) < headSize {
		w.Err = answer.ErrNoRequest
		return
	}
	key := p[1:headSize]
	send := func(kind byte, rest string) {
		w.Send(append(append(append([]byte(signature), kind), key...), rest...))
	}
	at := g.known[from]
	switch {
	case question.Info == &availabilityRequest:
		w.Send(append([]byte(signature), typeAvailability, 0, 0, 0, 0))
	case question.Info == &heartbeat:
		g.announced(w, question, from, send)
	case question.Info == &challengeAnswer && at != nil && at.key == string(key):
		secret, known := keys.KeyOf(at.game)
		if known && string(keys.AppendValidate(nil, []byte(at.challenge), secret)) != question.TextOf(packet[atAnswer].Key) {
			send(typeError, "\x01the answer to the challenge is wrong\x00")
			return
		}
		at.proved = true
		send(typeRegistered, "")
	case question.Info == &serviceRequest && p[0] == typeKeepAlive && (from == "" || at != nil):
		send(typeKeepAlive, "")
	default:
		w.Err = answer.ErrNotApplicable
	}
}

// announced answers a heartbeat: a challenge for a server that is new.
func (g *Registry) announced(w *answer.Writer, m *wire.Message, from string, send func(kind byte, rest string)) {
	state, game := "3", ""
	for key, value := range m.Pairs() {
		switch key {
		case "statechanged":
			state = value
		case "gamename":
			game = value
		}
	}
	at := g.known[from]
	switch {
	case game == "":
		w.Err = answer.ErrNotApplicable // masters ignore it
		return
	case state == leaving[:1]:
		delete(g.known, from)
		w.Err = answer.ErrNotApplicable
		return
	case at != nil && at.game == game && state != "3":
		at.status = statusOf(m)
		w.Err = answer.ErrNotApplicable
		return
	}
	challenge := "gull" + strconv.FormatUint(1<<40+uint64(uint32(w.Challenge)), 36) + "00keeper"
	if from != "" && (at != nil || len(g.known) < mostRegistered) {
		if g.known == nil {
			g.known = map[string]*registered{}
		}
		g.known[from] = &registered{key: string(m.PayloadBytes()[1:headSize]), game: game, challenge: challenge,
			status: statusOf(m)}
	}
	send(typeChallenge, challenge+"\x00")
}

// statusOf returns what a heartbeat says of its server.
func statusOf(m *wire.Message) *wire.Status {
	b := wire.StatusBuilder{}
	b.Generic(m)
	return &b.Status
}

// Servers calls each with the servers that have proved which game they are.
func (g *Registry) Servers(each func(from, game string, s *wire.Status)) {
	for from, r := range g.known {
		if r.proved {
			each(from, r.game, r.status)
		}
	}
}

// A Lister is a master that lists servers over TCP.
type Lister struct {
	Servers func() []ListedServer
	Salt    [25]byte // random: of all lists
}

// Next takes a whole message of the client at from, an IPv4 address, from the
// beginning of in. It returns what to send, encrypted, and how many bytes the
// message had, 0 while it is incomplete. done ends the connection after that.
func (l *Lister) Next(in []byte, from [4]byte) (out []byte, used int, done bool) {
	if len(in) < 2 {
		return nil, 0, false
	}
	used = int(wire.BE16(in))
	switch {
	case used < 3:
		return nil, len(in), true
	case len(in) < used:
		return nil, 0, false
	}
	m := Protocol.DecodeAs(in[:used], wire.Options{Protocol: ID, From: wire.Request, Link: wire.LinkNone, Stream: true})
	game, challenge := listRequestOf(m)
	key, known := keys.KeyOf(game)
	if !known {
		return nil, used, true // a master without the key cannot encrypt
	}
	out = append(out, 8^randomMask, 0, 0)
	out = append(out, l.Salt[:6]...)
	out = append(out, byte(len(l.Salt))^saltMask)
	out = append(out, l.Salt[:]...)
	var c cipher
	c.begin(key, challenge, l.Salt[:])
	return c.encrypt(out, l.list(m, from)), used, true
}

// list returns the list that m asks for.
func (l *Lister) list(m *wire.Message, from [4]byte) []byte {
	wanted := m.TextOf(list[listGame].Key)
	if _, known := keys.KeyOf(wanted); !known {
		return append(append(from[:], 0xff, 0xff), "the game is not known\x00"...)
	}
	var fields []string
	for rest := m.TextOf(list[listFilter+1].Key); rest != "" && len(fields) < mostFields; {
		at := bytes.IndexByte([]byte(rest[1:]), '\\') + 1
		if at <= 0 {
			at = len(rest)
		}
		if at > 1 && at <= longestName {
			fields = append(fields, rest[1:at])
		}
		rest = rest[at:]
	}
	set := m.Find(list[listOptions].Key, 0)
	if set >= 0 && m.Fields[set].Value&2 != 0 {
		return wire.AppendBE16(from[:], usualPort)
	}
	out := append(wire.AppendBE16(from[:], usualPort), byte(len(fields)))
	for _, f := range fields {
		out = append(append(append(out, textType), f...), 0)
	}
	out = append(out, 0)
	for _, s := range l.Servers() {
		if !wire.EqualFold(s.Game, wanted) {
			continue
		}
		flags := byte(flagValues)
		if s.Port != usualPort {
			flags |= flagPort
		}
		out = append(append(out, flags), s.Address[:]...)
		if flags&flagPort != 0 {
			out = wire.AppendBE16(out, s.Port)
		}
		for _, f := range fields {
			out = append(answer.AppendReplyBytes(append(out, ownPlace), valueOf(s.Status, f)), 0)
		}
	}
	return append(out, endMark...)
}

// usualPort is the query port of the servers that a list names without one.
const usualPort = 6500

// valueOf returns what a server says under a key.
func valueOf(s *wire.Status, key string) string {
	if s == nil {
		return ""
	}
	text := func(v wire.Opt[string]) string { return answer.ReplyText(v.Value) }
	number := func(v wire.Opt[int64]) string { return strconv.FormatInt(v.Value, 10) }
	switch key {
	case "hostname":
		return text(s.Name)
	case "mapname":
		return text(s.Map)
	case "gametype":
		return text(s.GameType)
	case "gamever":
		return text(s.Version)
	case "numplayers":
		return number(answer.PlayerCount(s))
	case "maxplayers":
		return number(s.MaxPlayers)
	case "hostport":
		return number(s.GamePort)
	}
	v, _ := answer.StatusRule(s, key)
	return answer.ReplyText(v)
}

// Ports of a master.
const (
	Port     = port     // UDP: availability and heartbeats
	ListPort = listPort // TCP: lists
)
