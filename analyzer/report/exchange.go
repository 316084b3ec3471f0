package report

import (
	"net/netip"
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/enum"
)

// An Outcome says how an exchange ended.
type Outcome uint8

const (
	Answered    Outcome = iota // every part arrived, or, where the protocol cannot tell, some did
	Incomplete                 // parts are missing
	Unanswered                 // nothing came
	Unsolicited                // replies without a request
	Announced                  // an announcement that needs no answer, and got none
	outcomeCount
)

var outcomeNames = [Outcomes]string{"answered", "incomplete", "unanswered", "unsolicited", "announced"}

func (o Outcome) String() string { return enum.String(outcomeNames[:], o) }

// Label returns the word for people. That of [Unsolicited] differs from the name
// that String returns, which is a value in files.
func (o Outcome) Label() string {
	if o == Unsolicited {
		return "unsolicited"
	}
	return o.String()
}

// MarshalText returns what String does; a value without a name is an error.
func (o Outcome) MarshalText() ([]byte, error) { return enum.Marshal(outcomeNames[:], o) }

// UnmarshalText reads what MarshalText wrote.
func (o *Outcome) UnmarshalText(text []byte) error { return enum.Unmarshal(outcomeNames[:], o, text) }

// Outcomes is the number of outcomes, for arrays by outcome.
const Outcomes = int(outcomeCount)

// An Exchange is a request with all its replies.
type Exchange struct {
	Protocol decoder.Protocol
	Message  string // name of the request; of the reply when it is unsolicited
	Client   netip.AddrPort
	Server   netip.AddrPort
	Outcome  Outcome

	// number of the packet that began it: of the request, of the first reply when it is unsolicited or answers a broadcast
	ID int64
	// of the request, or the first reply when it is unsolicited; nanoseconds since 1970-01-01 UTC, 0 when that is not
	// known
	Time    int64
	Request int64   // packet number of the request, 0 for none
	Retries []int64 // packet numbers of the same request sent again before an answer
	Replies []int64 // packet numbers of the first replies, in the order of arrival
	Count   int64   // of replies; more than len(Replies) in a flood

	FirstRTT int64 // nanoseconds from the last attempt before it to the first reply, -1 for none
	LastRTT  int64 // the same to the last reply, -1 for none

	Missing      int // missing parts
	Duplicates   int // duplicate replies
	Reordered    int // replies that arrived before one of a lower number
	RequestBytes int64
	ReplyBytes   int64
	Problems     []string // codes of the problems in its datagrams, each once
}

// Packets returns the numbers of the packets of x, ascending.
func (x *Exchange) Packets() []int64 {
	all := slices.Concat([]int64{x.Request}, x.Retries, x.Replies)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(n int64) bool { return n == 0 })
}

// Packet returns the number of the first packet of x.
func (x *Exchange) Packet() int64 {
	if x.Request != 0 || len(x.Replies) == 0 {
		return x.Request
	}
	return x.Replies[0]
}
