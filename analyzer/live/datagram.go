package live

import (
	"net/netip"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/enum"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// A Verdict says what became of a datagram.
type Verdict uint8

// The verdicts. Those of a reply are those of a Session, with the same numbers.
const (
	Accepted  = Verdict(query.Accepted)  // part of an answer
	Damaged   = Verdict(query.Damaged)   // part of an answer, but cut or damaged: it only counts when no better one comes
	Duplicate = Verdict(query.Duplicate) // came already
	Late      = Verdict(query.Late)      // answers a request that is over
	WrongID   = Verdict(query.WrongID)   // of the right kind, but for a request that was never sent
	Unrelated = Verdict(query.Unrelated) // from the address that was asked, but no answer to anything
	Challenge = Verdict(query.Challenge) // no answer but a challenge, with which the server was asked again
)

const (
	Sent      Verdict = Challenge + 1 + iota // a request of this program
	Intruder                                 // from an address or port that was not asked
	OverLimit                                // more than is kept of one query
	Heard                                    // came to a port that is only listened to
	// begins with the request: the other side sends back what it gets, and says nothing
	Echo
	verdictCount
)

var moreVerdicts = [...]string{"sent", "intruder", "over the limit", "heard", "echo"}

func verdictNames() []string {
	names := make([]string, 0, verdictCount)
	for v := query.Accepted; v <= query.Challenge; v++ {
		names = append(names, v.String())
	}
	return append(names, moreVerdicts[:]...)
}

func (v Verdict) String() string { return enum.String(verdictNames(), v) }

// MarshalText returns what String does; a value without a name is an error.
func (v Verdict) MarshalText() ([]byte, error) { return enum.Marshal(verdictNames(), v) }

// UnmarshalText reads what MarshalText wrote.
func (v *Verdict) UnmarshalText(text []byte) error { return enum.Unmarshal(verdictNames(), v, text) }

// Counts reports whether a datagram with this verdict may be part of a Status.
func (v Verdict) Counts() bool { return v == Accepted || v == Damaged }

// A Datagram is what was sent or received, with its time and addresses; of a
// TCP connection, a message, or the bytes of one write or read where a master is
// asked. One without bytes is the beginning or the end of a connection.
type Datagram struct {
	Time      time.Time
	Src, Dst  netip.AddrPort
	TCP       bool
	Sent      bool
	Data      []byte
	Protocol  decoder.Protocol // as which it is decoded; Unknown finds it out
	Verdict   Verdict
	Layouts   *wire.Layouts    // describe it if no protocol recognises it, nil for nothing
	Protocols []*wire.Protocol // beside those that the decoder knows
	Message   *decoder.Message // what it says; nil for the bytes of a TCP connection

	turn *turn // of a connection
}

// From returns whether d is a request or a reply.
func (d *Datagram) From() decoder.Direction {
	switch {
	case d.Sent:
		return decoder.Request
	case d.Verdict == Heard:
		return decoder.DirectionUnknown
	}
	return decoder.Reply
}

// What no protocol recognises, read describes by the layouts, if there are any.
func (d *Datagram) read(m *decoder.Message) {
	d.Protocol = m.Protocol()
	if d.Protocol != decoder.Unknown || d.Layouts == nil {
		d.Message = m
		return
	}
	d.Message = nil
	d.Message = d.Decode()
}

// Decode says what d means.
func (d *Datagram) Decode() *decoder.Message {
	if d.Message != nil {
		return d.Message
	}
	return decoder.Decode(d.Data, decoder.Options{
		Protocol: d.Protocol, From: d.From(), Link: decoder.LinkNone, SrcPort: d.Src.Port(), DstPort: d.Dst.Port(),
		Stream:  d.TCP,
		Layouts: d.Layouts, Protocols: d.Protocols,
	})
}
