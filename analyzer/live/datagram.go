package live

import (
	"net/netip"
	"time"

	"fragscope/analyzer"
	"fragscope/decoder"
	"fragscope/decoder/query"
)

// A Verdict says what became of a datagram.
type Verdict uint8

// The verdicts.
const (
	Sent      Verdict = iota // a request of this program
	Accepted                 // part of an answer
	Damaged                  // part of an answer, but cut or damaged: it only counts when no better one comes
	Duplicate                // came already
	Late                     // answers a request that is over
	WrongID                  // of the right kind, but for a request that was never sent
	Unrelated                // from the address that was asked, but no answer to anything
	Intruder                 // from an address or port that was not asked
	OverLimit                // more than is kept of one query
	Heard                    // came to a port that is only listened to
	verdictCount
)

var verdictNames = [verdictCount]string{
	"sent", "accepted", "damaged", "duplicate", "late", "wrong id", "unrelated", "intruder", "over the limit", "heard",
}

func (v Verdict) String() string {
	if v < verdictCount {
		return verdictNames[v]
	}
	return "invalid"
}

// Counts reports whether a datagram with this verdict may be part of a Status.
func (v Verdict) Counts() bool { return v == Accepted || v == Damaged }

// verdicts translates those of a Dialogue.
var verdicts = [...]Verdict{
	query.Accepted: Accepted, query.Damaged: Damaged, query.Duplicate: Duplicate, query.Late: Late, query.WrongID: WrongID, query.Unrelated: Unrelated,
}

// A Datagram is what was sent or received, with its time and addresses; of a
// TCP connection, the bytes of one write or read.
type Datagram struct {
	Time     time.Time
	Src, Dst netip.AddrPort
	TCP      bool
	Sent     bool
	Data     []byte
	Protocol decoder.Protocol // as which it is decoded; Unknown finds it out
	Verdict  Verdict
	Message  *decoder.Message // what it says; nil for the bytes of a TCP connection
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

// Remote returns the address of the other side.
func (d *Datagram) Remote() netip.AddrPort {
	if d.Sent {
		return d.Dst
	}
	return d.Src
}

// Packet returns d as the analyzer takes it. The bytes of a TCP connection
// have no headers here, so only UDP datagrams are matched by the analyzer.
func (d *Datagram) Packet() analyzer.Packet {
	return analyzer.Packet{Time: d.Time.UnixNano(), Link: decoder.LinkNone, Data: d.Data, Src: d.Src, Dst: d.Dst}
}

// Decode says what d means.
func (d *Datagram) Decode() *decoder.Message {
	if d.Message != nil {
		return d.Message
	}
	return decoder.Decode(d.Data, decoder.Options{
		Protocol: d.Protocol, From: d.From(), Link: decoder.LinkNone, SrcPort: d.Src.Port(), DstPort: d.Dst.Port(), Stream: d.TCP,
	})
}
