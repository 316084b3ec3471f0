package unrealmaster

import (
	"strconv"

	"fragscope/decoder/answer"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// A master's side of its sessions: the text that UT99 speaks on TCP port 28900
// (protocol/unrealmaster/SPEC.md#text-masters) and the binary messages of
// UT2003 and UT2004 on 28902 (protocol/unrealmaster/SPEC.md#binary-masters).
// What is undocumented is not answered.

// A ListedServer is a server that a master lists.
type ListedServer struct {
	Address   [4]byte      // IPv4
	GamePort  uint16       // UDP
	QueryPort uint16       // UDP
	Status    *wire.Status // what binary lists say about it, and what filters compare; may be nil
}

// A MasterServer describes a master server.
type MasterServer struct {
	Binary    bool   // speaks the binary protocol of UT2003 and UT2004
	Challenge string // what a client has to answer: "" for wookie, or a number for the binary half
	Strict    bool   // ends the session after a wrong answer; Epic's never checked
	News      string // message of the day, binary only
	Servers   func() []ListedServer
}

// A MasterSession is one connection. Bytes that arrive are given to Next.
type MasterSession struct {
	m       *MasterServer
	text    struct{ game, validate, list string } // what a client has said so far
	login   bool                                  // accepted
	client  bool                                  // of UT2004, which proves its packages next
	server  bool                                  // a game server, not a client
	version uint64
}

// Begin begins a session.
func (m *MasterServer) Begin() *MasterSession { return &MasterSession{m: m} }

// Greeting returns what the master sends first.
func (s *MasterSession) Greeting() []byte {
	if s.m.Binary {
		return EpicFrame(answer.AppendReplyString(nil, s.challenge()))
	}
	return wire.AppendStrings(nil, `\basic\\secure\`, s.challenge())
}

func (s *MasterSession) challenge() string {
	switch {
	case s.m.Challenge != "":
		return s.m.Challenge
	case s.m.Binary:
		return "270104"
	}
	return keys.EpicChallenge
}

// Next takes a whole message from the beginning of in. It returns the reply of
// the master and how many bytes the message had, 0 while it is incomplete. done
// ends the connection after that.
func (s *MasterSession) Next(in []byte) (out []byte, used int, done bool) {
	if !s.m.Binary {
		return s.nextText(in)
	}
	if len(in) < 4 {
		return nil, 0, false
	}
	length := wire.LE32(in)
	if length > EpicMaxBody {
		return nil, len(in), true
	}
	if used = 4 + int(length); len(in) < used {
		return nil, 0, false
	}
	out, done = s.binary(in[:used])
	return out, used, done
}

// servers returns what the master lists.
func (s *MasterSession) servers() []ListedServer {
	if s.m.Servers == nil {
		return nil
	}
	return s.m.Servers()
}

// nextText reads pairs up to \final\, which ends what a client sends.
func (s *MasterSession) nextText(in []byte) (out []byte, used int, done bool) {
	if len(in) > 0 && in[0] != '\\' {
		return nil, len(in), true // not this protocol
	}
	wanted := false
	for at := 0; at < len(in); {
		key := backslash.Token(in, at+1, len(in))
		if key == len(in) {
			return nil, 0, false
		}
		value := backslash.Token(in, key+1, len(in))
		switch name := string(in[at+1 : key]); {
		case name == "final":
			// Its value is empty; a backslash after it belongs to the next
			// pair.
			used = key + 1
			if !wanted {
				return nil, used, s.m.Strict && s.text.validate != "" && !s.proves()
			}
			if s.m.Strict && !s.proves() {
				return nil, used, true
			}
			return s.textList(), used, true
		case value == len(in) && name != "list":
			return nil, 0, false
		case name == "gamename":
			s.text.game = string(in[key+1 : value])
		case name == "validate":
			s.text.validate = string(in[key+1 : value])
		case name == "list":
			wanted, s.text.list = true, string(in[key+1:value])
		}
		at = value
	}
	return nil, 0, false
}

// proves reports whether the client answered the challenge as its game does.
func (s *MasterSession) proves() bool {
	answer, ok := keys.Validate(s.challenge(), s.text.game)
	return ok && answer == s.text.validate
}

// textList lists the servers of the client's game.
func (s *MasterSession) textList() []byte {
	var b []byte
	for _, v := range s.servers() {
		if v.Status != nil && v.Status.Game.Known && s.text.game != "" && !wire.EqualFold(v.Status.Game.Value, s.text.game) {
			continue
		}
		if s.text.list == "cmp" {
			b = wire.AppendBE16(append(b, v.Address[:]...), v.QueryPort)
			continue
		}
		b = append(b, `\ip\`...)
		b = append(wire.AppendIPv4(b, v.Address[:]), ':')
		b = strconv.AppendUint(b, uint64(v.QueryPort), 10)
	}
	return append(b, backslash.FinalText...)
}

// EpicFrame puts the length before a body.
func EpicFrame(body []byte) []byte {
	return append(wire.AppendLE32(make([]byte, 0, 4+len(body)), uint32(len(body))), body...)
}

// binary answers one message.
func (s *MasterSession) binary(p []byte) (out []byte, done bool) {
	body := p[4:]
	switch {
	case !s.login:
		return s.binaryLogin(p)
	case s.client: // the digest of its packages: any is accepted
		s.client = false
		return EpicFrame(answer.AppendReplyString(nil, "VERIFIED")), false
	// its uplink message gets a number for its match, its reports nothing (protocol/unrealmaster/SPEC.md#server-session)
	case s.server:
		if len(body) == 8 && body[0] <= 1 && body[1]|body[2]|body[3] == 0 {
			out = EpicFrame(wire.AppendLE32([]byte{3}, 1))
		}
		return out, false
	case len(body) == 0:
		return nil, true
	}
	switch body[0] {
	case 0:
		if m := decodeAs(p, wire.Request); m.Info == &epicListRequest {
			out = s.binaryList(m)
		}
		return out, true
	case 1:
		news := answer.AppendReplyString(nil, s.m.News)
		if s.version >= EpicVersion2004 {
			news = wire.AppendLE32(news, 0)
		}
		return EpicFrame(news), false
	}
	return nil, false // community data, whose layout is not known
}

// binaryLogin accepts every complete login.
func (s *MasterSession) binaryLogin(p []byte) (out []byte, done bool) {
	m := decodeAs(p, wire.Request)
	kind, version := m.Find(epicLogin[2].Key, 0), m.Find(epicLogin[3].Key, 0)
	worst, odd := m.Worst()
	if m.Info != &epicLoginRequest || kind < 0 || version < 0 || odd && worst == wire.SeverityError {
		return EpicFrame(answer.AppendReplyString(nil, "DENIED")), true
	}
	s.login, s.version = true, m.Fields[version].Value
	s.server = isServer(m.Text(kind))
	answer := answer.AppendReplyString(nil, "APPROVED")
	if s.client = s.version >= EpicVersion2004 && !s.server; s.client {
		answer = wire.AppendLE32(answer, 3)
	}
	return EpicFrame(answer), false
}

// binaryList lists the servers that pass the filters of a request.
func (s *MasterSession) binaryList(request *wire.Message) []byte {
	var passed []ListedServer
	for _, v := range s.servers() {
		if v.Status == nil {
			v.Status = &wire.Status{}
		}
		if passes(request, v.Status) {
			passed = append(passed, v)
		}
	}
	out := EpicFrame(append(wire.AppendLE32(nil, uint32(len(passed))), 1))
	for _, v := range passed {
		body := append([]byte(nil), v.Address[:]...)
		body = wire.AppendLE16(wire.AppendLE16(body, v.GamePort), v.QueryPort)
		body = answer.Server(v.Status).Append(body, EpicServers[3:], answer.All, answer.AppendReplyString)
		locked := v.Status.Password.Value
		switch {
		case s.version == epicVersionXMP: // nothing follows
		case s.version < EpicVersion2004 && locked:
			body = append(body, 0x40)
		case s.version < EpicVersion2004:
			body = append(body, 0)
		case locked:
			body = append(body, 1, 0, 0, 0, 2, '0', 0)
		default:
			body = append(body, 0, 0, 0, 0, 2, '0', 0)
		}
		out = append(out, EpicFrame(body)...)
	}
	return out
}

// passes reports whether a server passes every filter. One that compares what
// the status does not contain is skipped.
func passes(request *wire.Message, s *wire.Status) bool {
	for i := range request.Fields {
		if request.Fields[i].Def != &epicFilter {
			continue
		}
		var key, value string
		operator := byte(6)
		for j, end := i+1, request.Next(i); j < end; j++ {
			switch f := &request.Fields[j]; f.Def {
			case &epicFilterOne[0]:
				key = request.Plain(j)
			case &epicFilterOne[1]:
				value = request.Plain(j)
			case &epicFilterOne[2]:
				operator = byte(f.Value)
			}
		}
		if !statusPasses(s, key, operator, value) {
			return false
		}
	}
	return true
}

// statusPasses reports whether a server passes one condition of a filter.
func statusPasses(s *wire.Status, key string, operator byte, value string) bool {
	text := func(v wire.Opt[string]) bool {
		return !v.Known || compared(wire.EqualFold(v.Value, value), 0, operator)
	}
	number := func(v wire.Opt[int64]) bool {
		want, ok := wire.ParseWhole(wire.TrimBlanks(value))
		return !v.Known || !ok || compared(v.Value == want, v.Value-want, operator)
	}
	switch {
	case operator > 5:
		return true
	case wire.EqualFold(key, "gametype"):
		return text(s.GameType)
	case wire.EqualFold(key, "map"):
		return text(s.Map)
	case wire.EqualFold(key, "currentplayers"):
		return number(answer.PlayerCount(s))
	case wire.EqualFold(key, "freespace"):
		return number(wire.Opt[int64]{Value: s.MaxPlayers.Value - answer.PlayerCount(s).Value, Known: s.MaxPlayers.Known})
	case wire.EqualFold(key, "password"):
		want := wire.ParseBool(value)
		return !s.Password.Known || !want.Known || compared(s.Password.Value == want.Value, 0, operator)
	case wire.EqualFold(key, "mutator"):
		has := false
		for _, m := range s.Mutators {
			has = has || wire.EqualFold(m, value)
		}
		return compared(has, 0, operator)
	}
	if v, ok := answer.StatusRule(s, key); ok {
		return text(wire.Some(v))
	}
	return true
}

// compared applies an operator of a filter: 0 ==, 1 !=, 2 <, 3 <=, 4 >, 5 >=.
func compared(equal bool, difference int64, operator byte) bool {
	return [...]bool{equal, !equal, difference < 0, difference <= 0, difference > 0, difference >= 0}[operator]
}

// MasterPort returns the usual TCP port of a master.
func MasterPort(binary bool) uint16 {
	if binary {
		return EpicPort
	}
	return backslash.MasterPort
}
