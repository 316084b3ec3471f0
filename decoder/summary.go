package decoder

import (
	"fragscope/decoder/wire"
)

// A Summary makes the Status of replies over and over, as of servers that are
// polled, in the same memory. It leaves out what a long-term record of many
// servers does not need: mutators, and what else a game says of its players and
// teams. The zero value is ready; it must not be used by two goroutines at
// once.
type Summary struct {
	b        wire.StatusBuilder
	t        wire.Texts
	decoders []*Decoder // one for each part of a reply
	messages []*wire.Message
}

// OfReplies is Of for the payloads of replies that are known to be of a protocol, and of
// the request that they answer, which may be empty.
func (s *Summary) OfReplies(p *wire.Protocol, request []byte, payloads ...[]byte) *wire.Status {
	s.messages = s.messages[:0]
	if len(request) > 0 {
		s.add(p, wire.Request, request)
	}
	for _, b := range payloads {
		s.add(p, wire.Reply, b)
	}
	return s.Of(s.messages...)
}

// add decodes a payload as a message of a protocol, without considering other
// protocols.
func (s *Summary) add(p *wire.Protocol, from wire.Direction, b []byte) {
	i := len(s.messages)
	if i == len(s.decoders) {
		s.decoders = append(s.decoders, &Decoder{})
	}
	d := s.decoders[i]
	d.opts = wire.Options{Link: wire.LinkNone, Protocol: p.ID, From: from}
	m := &d.msg
	m.Frame, m.Payload, m.Stream = wire.Frame{Link: wire.LinkNone, End: len(b)}, 0, false
	r := d.begin(b, 0, len(b))
	m.Info, m.Confidence = decode(r, candidate{p, from, wire.Certain}), wire.Certain
	d.end()
	s.messages = append(s.messages, m)
}

// Of says what the replies among ms say together, like [StatusOf], nil when
// they say nothing about a server. What it returns is valid until the next
// call: texts that are kept longer have to be cloned, since each may keep a
// whole datagram alive.
func (s *Summary) Of(ms ...*wire.Message) *wire.Status {
	return s.of(func() {
		if len(ms) == 1 && ms[0] != nil && whole(ms[0]) { // nothing to put in order
			addReply(&s.b, &ReplySet{Messages: ms}, true)
			s.b.OrderPlayers()
			return
		}
		addReplies(&s.b, Assemble(ms))
	})
}

// whole reports whether a reply has no other parts, which would show more of it.
func whole(m *wire.Message) bool {
	p := m.Part()
	d := m.Info.Descriptor()
	return !p.Numbered || d.Reassemble == nil && (d.Merge == nil || p.Index == 0 && p.Last)
}

// ofPart is Of for one datagram as it stands, whatever it is a part of.
func (s *Summary) ofPart(m *wire.Message) *wire.Status {
	s.messages = append(s.messages[:0], m)
	return s.of(func() { addReply(&s.b, &ReplySet{Messages: s.messages}, true) })
}

func (s *Summary) of(gather func()) *wire.Status {
	b := &s.b
	s.t.Of, b.Texts = nil, &s.t
	old := b.Status
	clear(old.PlayerList)
	clear(old.Teams)
	b.Status = wire.Status{Rules: old.Rules[:0], PlayerList: old.PlayerList[:0], Teams: old.Teams[:0]}
	b.Any, b.SkipExtras = false, true
	b.PlayersAt.Clear()
	b.TeamsAt.Clear()
	gather()
	if !b.Any {
		return nil
	}
	if len(b.PlayerList) == 0 {
		b.PlayerList = nil
	}
	return &b.Status
}
