package emulator

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
)

// served returns s as it has to be served: over TCP where its protocols are spoken over TCP alone.
func served(s Source) (Source, error) {
	if _, ok := s.(StreamSource); ok {
		return s, nil
	}
	tcp, udp := decoder.Unknown, decoder.Unknown
	for _, p := range s.Protocols() {
		if decoder.Descriptor(p).Stream {
			tcp = p
		} else {
			udp = p
		}
	}
	switch {
	case tcp == decoder.Unknown:
		return s, nil
	case udp != decoder.Unknown:
		return nil, fmt.Errorf("%s is spoken over TCP and %s over UDP: answer one of them (--protocol)", tcp, udp)
	}
	return streamed{s}, nil
}

type streamed struct{ Source }

func (s streamed) Conversation(from netip.AddrPort, _ time.Time) Conversation {
	return &streamedTalk{source: s.Source, protocol: s.Protocols()[0], from: from}
}

type streamedTalk struct {
	source   Source
	protocol decoder.Protocol
	from     netip.AddrPort
	number   uint32
}

func (t *streamedTalk) Begin() []byte { return nil }

// Next answers what a client has sent when it is whole, which may be several
// requests: then all of it is used. What is none ends the connection.
func (t *streamedTalk) Next(in []byte) (out []byte, used int, done bool) {
	if len(in) > maxRequest {
		return nil, len(in), true
	}
	m := decoder.Decode(in, decoder.Options{Protocol: t.protocol, From: decoder.Request, Stream: true,
		Link: decoder.LinkNone})
	for i := range m.Problems {
		if m.Problems[i].Info.Severity == decoder.SeverityError {
			return nil, 0, false // more may come
		}
	}
	if _, err := decoder.AppendReplies(nil, m, &answer.Answer{}); errors.Is(err, answer.ErrNotApplicable) {
		return nil, 0, false // a request follows, such as the one after a handshake
	}
	t.number++
	replies, err := t.source.Replies(&Question{Request: m, From: t.from, At: time.Now(), Number: t.number})
	if err != nil {
		return nil, len(in), true
	}
	for _, r := range replies {
		out = append(out, r.Data...)
	}
	return out, len(in), false
}

var errNoSource = errors.New("a server without a source has nothing to answer")
