package match

import (
	"cmp"
	"slices"

	"fragscope/analyzer/report"
	"fragscope/decoder/wire"
)

type exchange struct {
	exchangeState
	place   uint32 // in shard.exchanges and its deadlines
	payload int64  // bytes of memory for parts, also those that are not in use

	// Memory that is used again. Most exchanges need no more than is here: what
	// is elsewhere would have to be fetched for each.
	replies  []int64
	contents []uint64 // hashes of unnumbered replies, to know duplicates
	parts    [][]byte // reply payloads that the server's state is made from
	keyed    []byte   // the request, where a reply has to be read with it
	problems []*wire.ProblemInfo

	firstReplies  [4]int64
	firstContents [2]uint64
	firstParts    [1][]byte
}

// exchangeState is reset for each exchange. First comes what is read when it is
// over: long after the rest, when it is no longer in the cache.
type exchangeState struct {
	*conversation
	older    *exchange         // of the same flow, begun earlier
	info     *wire.MessageInfo // of the request, or the reply when it is unsolicited
	last     int64             // of the last reply, or attempt
	lastTry  int64             // 0 when it is not known
	first    int64             // of the first reply, 0 when it is not known
	count    int64             // of replies
	told     uint32            // subjects that were answered
	asked    bool
	ended    bool // the server's state and the sums include it
	numbered bool
	hasSet   bool
	cut      bool // what was read of a reply ends in an error
	unclear  bool // the time of a reply is not known

	topic   wire.MatchKey
	time    int64 // of the first attempt, 0 when it is not known
	start   int64 // the same, or the time of the packet before it
	request int64
	id      int64  // number of the packet that began it
	turn    int64  // place in the shard's begun
	hash    uint64 // of the request's bytes, to know a retry
	content uint64 // combined hash of what the replies say

	requestBytes int64
	replyBytes   int64
	tries        int64 // retries
	duplicate    int32
	reordered    int32
	highest      int       // greatest part index seen, -1 for none
	final        int       // index of the last part, -1 while unknown
	set          uint64    // set of the parts
	seen         [4]uint64 // set of part indices
	charged      int64     // bytes that count in the memory of the shard
	retries      []int64
}

// wait is how long an exchange may be silent before it is over. Servers answer
// within a second; a later query of the client is a new exchange. Without a
// reply the first attempt alone counts: attempts in an endless row must not
// make one exchange.
const (
	waitAnswer = 5_000_000_000 // nanoseconds from the first attempt to the first reply
	waitRetry  = 4_000_000_000 // nanoseconds from the first attempt to the last, so that there is time to answer that
	waitMore   = 1_500_000_000 // nanoseconds between replies
	// linger is how long a complete exchange is kept to recognise late
	// duplicates.
	linger = 2_000_000_000
)

// MaxListed bounds the packet numbers that an exchange lists.
const MaxListed = 256

func (x *exchange) seenPart(i int) bool {
	if i < 0 || i >= 256 {
		return false
	}
	w, b := i/64, uint64(1)<<(i%64)
	was := x.seen[w]&b != 0
	x.seen[w] |= b
	return was
}

func (x *exchange) missing() int {
	if !x.numbered {
		return 0
	}
	end := x.highest
	if x.final >= 0 {
		end = x.final
	}
	n := 0
	for i := 0; i <= end && i < 256; i++ {
		if x.seen[i/64]&(1<<(i%64)) == 0 {
			n++
		}
	}
	return n
}

func (x *exchange) complete() bool {
	if x.count == 0 || x.topic.Subjects&^x.told != 0 {
		return false
	}
	if x.numbered {
		return x.final >= 0 && x.missing() == 0
	}
	return true
}

func (x *exchange) outcome() report.Outcome {
	switch {
	case !x.asked:
		return report.Unsolicited
	case x.count == 0 && x.topic.Optional:
		return report.Announced
	case x.count == 0:
		return report.Unanswered
	case x.numbered && (x.missing() > 0 || x.final < 0), !x.numbered && x.topic.Subjects&^x.told != 0:
		return report.Incomplete
	}
	return report.Answered
}

func (x *exchange) deadline() int64 {
	switch {
	case x.ended:
		return x.last + linger
	case x.count > 0:
		return x.last + waitMore
	}
	return x.start + waitAnswer
}

// roundTrips returns the times from the last attempt to the first and the last
// reply, in nanoseconds. They are unknown, -1, without a request or a reply,
// when the capture's times run backwards between them, and when it does not say
// when one of the packets was.
func (x *exchange) roundTrips() (first, last int64) {
	first, last = x.first-x.lastTry, x.last-x.lastTry
	switch {
	case !x.asked || x.count == 0 || x.first == 0 || x.lastTry == 0 || first < 0 || last < first:
		return -1, -1
	case x.unclear:
		return first, -1
	}
	return first, last
}

// span returns 0 when no time of the packets is known.
func (x *exchange) span() (first, last int64) {
	if first = cmp.Or(x.time, x.first); first == 0 {
		return 0, 0
	}
	return first, max(first, x.last)
}

// made is memory for exchanges that are handed out, allocated in chunks:
// allocating each by itself takes longer than filling it.
type made struct {
	exchanges []report.Exchange
	numbers   []int64
	reuse     bool               // the receiver of exchanges keeps nothing of them
	again     []*report.Exchange // that may be reused
}

const (
	madeExchanges = 16
	madeNumbers   = 64
	mostAgain     = 4096 // exchanges whose memory waits to be reused
)

func (m *made) exchange() *report.Exchange {
	if n := len(m.again); n > 0 {
		e := m.again[n-1]
		m.again = m.again[:n-1]
		return e
	}
	if len(m.exchanges) == 0 {
		m.exchanges = make([]report.Exchange, madeExchanges)
	}
	e := &m.exchanges[0]
	m.exchanges = m.exchanges[1:]
	return e
}

// copy uses the memory of old numbers that are no longer looked at, if there are any.
func (m *made) copy(list, old []int64) []int64 {
	n := len(list)
	switch {
	case m.reuse:
		return append(old[:0], list...)
	case n == 0:
		return []int64{}
	case n > madeNumbers/4:
		return slices.Clone(list)
	case n > len(m.numbers):
		m.numbers = make([]int64, madeNumbers)
	}
	own := m.numbers[:n:n]
	m.numbers = m.numbers[n:]
	copy(own, list)
	return own
}

// HandOver returns the exchanges that ended since its last call, and the number
// of the packet before which no exchange began that has yet to end, apart from
// those that take long.
func (s *Shard) HandOver() (x []*report.Exchange, before int64) {
	x = s.Closed
	s.Closed = nil
	if len(x) > 0 {
		s.Closed = make([]*report.Exchange, 0, len(x)+len(x)/4) // as many will be over next time
	}
	return x, s.begun.first(s.now)
}

// GiveBack takes exchanges that were handed out and of which nothing is kept.
func (s *Shard) GiveBack(x []*report.Exchange) {
	m := &s.made
	m.reuse, m.again = true, append(m.again, x[:min(len(x), mostAgain-len(m.again))]...)
}

func (x *exchange) export(m *made) *report.Exchange {
	e := m.exchange()
	replies := e.Replies
	*e = report.Exchange{
		Protocol: x.info.Protocol(), Message: x.info.Name, Client: x.client.AddrPort(), Server: x.server.AddrPort(),
		Outcome: x.outcome(),
		ID:      x.id, Time: x.time, Request: x.request, Retries: x.retries, Replies: m.copy(x.replies, replies),
		Count:   x.count,
		Missing: x.missing(), Duplicates: int(x.duplicate), Reordered: int(x.reordered), RequestBytes: x.requestBytes,
		ReplyBytes: x.replyBytes,
	}
	e.FirstRTT, e.LastRTT = x.roundTrips()
	for _, p := range x.problems {
		e.Problems = append(e.Problems, p.Code)
	}
	return e
}
