package browse

import "fragscope/analyzer/report"

// An AnswerKind says what a packet is in its exchange.
type AnswerKind uint8

const (
	AnswerNone        AnswerKind = iota // of no exchange
	AnswerTo                            // a reply, to Packet
	Answered                            // a request or retry, answered by Packet
	Unanswered                          // a request or retry without a reply
	AnswerUnsolicited                   // a reply without a request
)

// An Answer is what belongs to a packet: of a request its first reply, of a reply
// its request.
type Answer struct {
	Kind   AnswerKind
	Packet int64 // number of the other packet, 0 for none
	After  int64 // nanoseconds between the two, -1 unknown
}

// AnswerOf returns what belongs to the packet at n of the file.
func (v *View) AnswerOf(n int) Answer {
	x := v.Exchange(v.ExchangeOf(n))
	if x == nil {
		return Answer{After: -1}
	}
	number := int64(n) + 1
	for _, r := range x.Replies {
		if r == number {
			if x.Request == 0 {
				return Answer{AnswerUnsolicited, 0, -1}
			}
			after := int64(-1)
			if r == x.Replies[0] {
				after = x.FirstRTT
			}
			return Answer{AnswerTo, x.Request, after}
		}
	}
	switch {
	case len(x.Replies) > 0:
		return Answer{Answered, x.Replies[0], x.FirstRTT}
	case x.Outcome == report.Unanswered:
		return Answer{Unanswered, 0, -1}
	}
	return Answer{After: -1}
}
