package filter

import (
	"bytes"
	"cmp"
	"context"
	"net/netip"
	"slices"
	"strings"
	"time"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Header is what a list shows of a packet. [Matcher.Row] needs no more for
// conditions about addresses, ports, sizes, times, protocols and kinds of message.
type Header struct {
	Protocol  decoder.Protocol
	Direction decoder.Direction
	Transport string // "udp", "tcp", or "" for neither
	Message   string
	Src, Dst  netip.AddrPort
	Size      int64 // bytes on the wire
	Number    int64 // in its file, from 1
	Time      int64 // nanoseconds since 1970-01-01 UTC
	HasTime   bool
	Worst     int // severity of the worst problem and 1, 0 for no problem
}

func headerOf(m *decoder.Message, p *record.Packet) Header {
	h := Header{Protocol: m.Protocol(), Direction: m.Info.Direction, Transport: Transport(m, p), Message: m.Info.Name,
		Size: int64(max(p.Length, len(p.Data))), Number: p.Number, Time: p.Time, HasTime: !p.NoTime}
	h.Src, h.Dst = record.Endpoints(m, p)
	if w, ok := m.Worst(); ok {
		h.Worst = int(w) + 1
	}
	return h
}

// Transport returns "udp" or "tcp", what m was carried by, "" for neither.
func Transport(m *decoder.Message, p *record.Packet) string {
	tcp, udp := m.Frame.IPProto == wire.ProtoTCP, m.Frame.IPProto == wire.ProtoUDP
	if p.Link == decoder.LinkNone {
		tcp, udp = p.Stream, !p.Stream
	}
	switch {
	case tcp:
		return "tcp"
	case udp:
		return "udp"
	}
	return ""
}

func (h *Header) server() netip.AddrPort {
	if h.Direction == decoder.Request {
		return h.Dst
	}
	return h.Src
}

func (h *Header) client() netip.AddrPort {
	if h.Direction == decoder.Request {
		return h.Src
	}
	return h.Dst
}

// A Server is a server of a list.
type Server struct {
	Addr      netip.AddrPort
	Host      string // as it was named, "" for an address
	Protocol  decoder.Protocol
	RTT       time.Duration             // -1 for unknown
	Status    *decoder.Status           // nil for a server that did not answer
	Replies   func() []*decoder.Message // what it answered, for the keys of fields; nil for nothing
	Silent    bool                      // it did not answer, and Status is what it said before
	Favourite bool
}

type subject struct {
	*Header
	message  *decoder.Message // of a packet, nil where it is not decoded yet
	decode   func() *decoder.Message
	exchange *report.Exchange
	find     func() *report.Exchange
	server   *Server
	status   *decoder.Status // of the packet, once it was asked for
}

// A scope is a subject and what evaluations of one goroutine use.
type scope struct {
	subject
	ctx     context.Context
	failed  bool // the context is done
	scratch []byte
	summary decoder.Summary
}

// pause reports whether the search that has come to step i has to end.
func (s *scope) pause(i int) bool {
	if !s.failed && i%256 == 0 && s.ctx.Err() != nil {
		s.failed = true
	}
	return s.failed
}

func (s *scope) decoded() *decoder.Message {
	if s.message == nil && s.decode != nil {
		s.message, s.decode = s.decode(), nil
	}
	return s.message
}

func (s *scope) messages() []*decoder.Message {
	if s.server != nil {
		if s.server.Replies == nil {
			return nil
		}
		return s.server.Replies()
	}
	if m := s.decoded(); m != nil {
		return []*decoder.Message{m}
	}
	return nil
}

// of returns the exchange of a packet, or the subject itself.
func (s *scope) of() *report.Exchange {
	if s.exchange == nil && s.find != nil {
		s.exchange, s.find = s.find(), nil
	}
	return s.exchange
}

var silent decoder.Status

// says returns what a server says of itself, in the reply or as far as it is known.
func (s *scope) says() *decoder.Status {
	if s.server != nil {
		if s.server.Status == nil {
			return &silent
		}
		return s.server.Status
	}
	if s.status == nil {
		s.status = &silent
		if s.Direction == decoder.Reply && s.Protocol != decoder.Unknown {
			if m := s.decoded(); m != nil {
				s.status = cmp.Or(s.summary.Of(m), &silent)
			}
		}
	}
	return s.status
}

func (s *scope) problems(yield func(code string) bool) {
	if s.find == nil && s.decode == nil && s.message == nil {
		if x := s.of(); x != nil {
			for _, code := range x.Problems {
				if !yield(code) {
					return
				}
			}
		}
		return
	}
	m := s.decoded()
	if m == nil {
		return
	}
	var last *wire.ProblemInfo
	for i := range m.Problems {
		if s.pause(i) {
			return
		}
		if info := m.Problems[i].Info; info != last { // many problems of a packet are the same again and again
			if last = info; !yield(info.Code) {
				return
			}
		}
	}
}

func (s *scope) rule(key string) (string, bool) {
	for _, r := range s.says().Rules {
		if strings.EqualFold(r.Key, key) {
			return r.Value, true
		}
	}
	return "", false
}

func (s *scope) player(words string) bool {
	return slices.ContainsFunc(s.says().PlayerList, func(p wire.Player) bool {
		return containsFold(p.Name.Value, words)
	})
}

func (s *scope) contains(words string) bool {
	if s.server == nil {
		return s.anyField(func(m *decoder.Message, i int) bool {
			if f := &m.Fields[i]; f.Kind == wire.KindGroup || f.Flags&wire.FlagLength != 0 {
				return false
			}
			s.scratch = m.AppendPlain(s.scratch[:0], i)
			return bytes.Contains(lower(s.scratch), []byte(words))
		})
	}
	st := s.says()
	if s.Dst.IsValid() && containsFold(s.Dst.String(), words) {
		return true
	}
	for _, text := range [...]string{s.server.Host, st.Name.Value, st.Map.Value, st.MapTitle.Value, st.GameType.Value,
		st.GameText()} {
		if containsFold(text, words) {
			return true
		}
	}
	return s.player(words) || slices.ContainsFunc(st.Rules, func(r wire.Rule) bool {
		return containsFold(r.Key+" "+r.Value, words)
	})
}

func (s *scope) anyField(test func(m *decoder.Message, i int) bool) bool {
	for _, m := range s.messages() {
		for i := range m.Fields {
			if s.pause(i) {
				return false
			}
			if test(m, i) {
				return true
			}
		}
	}
	return false
}

// lower returns text in lower case, in its own memory where it is ASCII.
func lower(text []byte) []byte {
	for i, c := range text {
		if c >= 0x80 {
			return bytes.ToLower(text)
		}
		if c >= 'A' && c <= 'Z' {
			text[i] = c + 'a' - 'A'
		}
	}
	return text
}

// containsFold reports whether text contains words, which are in lower case.
func containsFold(text, words string) bool { return strings.Contains(strings.ToLower(text), words) }
