package emulator

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/serve"
	"fragscope/samples"
)

// A Source says what a server answers. It may be used by several goroutines
// concurrently.
type Source interface {
	// Protocols lists what the server speaks, the primary one first. Requests
	// of other protocols are not shown to the Source.
	Protocols() []decoder.Protocol
	// Replies returns the replies a question, in the order in which they are
	// sent. No datagram means silence; the error says why, for the log, and
	// nothing else happens because of it.
	Replies(q *Question) ([]Reply, error)
}

// A Question is a received request.
type Question struct {
	Request   *decoder.Message // good only until Replies returns
	From      netip.AddrPort
	To        netip.AddrPort // the server's own address
	At        time.Time
	Number    uint32       // counts the queries to the server, from 1
	Challenge int32        // what From must repeat where the protocol has a challenge, 0 for none
	Game      *answer.Game // Options.Game
}

// A Reply is a datagram of an answer.
type Reply struct {
	Data  []byte
	After time.Duration // since the request; 0 for at once
}

type statusSource struct {
	protocols []decoder.Protocol
	status    func(at time.Time) *decoder.Status
}

// FromStatus answers requests of protocol p as the server that s describes
// would. p may be Unknown: then it is that of s. s must not be changed while a
// server uses it; see FromStatusFunc for servers that change.
func FromStatus(p decoder.Protocol, s *decoder.Status) Source {
	if p == decoder.Unknown && s != nil {
		p = s.Protocol
	}
	return FromStatusFunc([]decoder.Protocol{p}, func(time.Time) *decoder.Status { return s })
}

// FromStatusFunc answers requests of the protocols with what status returns at
// the time of the request. status may be called by several goroutines at once,
// and what it returns must not be changed afterwards.
func FromStatusFunc(protocols []decoder.Protocol, status func(at time.Time) *decoder.Status) Source {
	return &statusSource{protocols, status}
}

func (s *statusSource) Protocols() []decoder.Protocol { return s.protocols }

func (s *statusSource) Replies(q *Question) ([]Reply, error) {
	return built(q, s.status(q.At))
}

func built(q *Question, status *decoder.Status) ([]Reply, error) {
	a := answer.Answer{Status: status, Game: q.Game, Number: q.Number, Challenge: q.Challenge, QueryPort: q.To.Port()}
	if ip := q.To.Addr().Unmap(); ip.Is4() {
		a.Address = ip.As4()
	}
	datagrams, err := decoder.AppendReplies(nil, q.Request, &a)
	return atOnce(datagrams), err
}

func atOnce(datagrams [][]byte) []Reply {
	replies := make([]Reply, len(datagrams))
	for i, d := range datagrams {
		replies[i].Data = d
	}
	return replies
}

type sampleSource struct {
	protocols []decoder.Protocol
	replies   []*decoder.Message
	status    *decoder.Status
}

// FromSample answers with the datagrams of embedded samples: a request gets
// those that answer it, with its id in them. Where the samples hold no answer
// of that kind, one is built from what they say about the server.
func FromSample(names ...string) (Source, error) {
	var datagrams [][]byte
	for _, name := range names {
		s, ok := samples.Get(name)
		if !ok {
			return nil, fmt.Errorf("there is no sample %q; fragscope decode --list-samples lists them", name)
		}
		datagrams = append(datagrams, s.Datagrams()...)
	}
	s, err := FromDatagrams(datagrams)
	if err != nil {
		return nil, fmt.Errorf("sample %v: %w", names, err)
	}
	return s, nil
}

// FromDatagrams is FromSample for datagrams of one server from elsewhere.
func FromDatagrams(datagrams [][]byte) (Source, error) {
	s := &sampleSource{}
	var all []*decoder.Message
	for _, d := range datagrams {
		m := decoder.Decode(d, decoder.Options{})
		if all = append(all, m); m.Info.Direction != decoder.Reply || !slices.Contains(decoder.Answered(), m.Protocol()) {
			continue
		}
		s.replies = append(s.replies, m)
		if p := m.Protocol(); !slices.Contains(s.protocols, p) {
			s.protocols = append(s.protocols, p)
		}
	}
	if len(s.replies) == 0 {
		return nil, fmt.Errorf("found no reply of a game server among %d datagrams", len(datagrams))
	}
	s.status = decoder.StatusOf(all...)
	return s, nil
}

func (s *sampleSource) Protocols() []decoder.Protocol { return s.protocols }

func (s *sampleSource) Replies(q *Question) ([]Reply, error) {
	datagrams, whole, err := serve.AppendReplay(nil, q.Request, s.replies,
		&answer.Answer{Number: q.Number, Challenge: q.Challenge})
	if err != nil || len(datagrams) > 0 && (whole || s.status == nil) {
		return atOnce(datagrams), err
	}
	return built(q, s.status)
}
