package match

import (
	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// A poll is the pace at which a client repeats a request to a server. Whether a
// repeated request is a retry or the next poll cannot be seen in its bytes; but
// a client that keeps a steady pace polls, and each of its requests is an
// exchange, whether or not the server answers: how many exchanges count as
// unanswered must not depend on the pace.
type poll struct {
	client record.Endpoint
	info   *decoder.MessageInfo
	last   int64 // time of the latest request
	gap    int64 // between the latest two, ns
	steady int   // gaps in a row that were about as long as the one before
	every  int64 // the pace, 0 while it is not known
}

const (
	maxPolls  = 8          // clients and kinds of request of a server whose pace is known
	pollCost  = 64         // bytes
	steady    = 4          // such gaps show a pace: no client retries so often
	leastPace = 50_000_000 // nanoseconds; what is sent sooner is the same request, sent twice
)

// polls notes the time of request r, and reports whether it is the next poll of a
// client whose pace is known.
func (s *Shard) polls(c *conversation, r *record.Record) bool {
	if c.sv == nil || c.sv.gone {
		if c.sv = s.servers.find(r.Host, &c.server); c.sv == nil {
			return false
		}
	}
	p := c.sv.pollOf(&c.client, r)
	gap := r.Time - p.last
	if gap < leastPace {
		return false
	}
	next := p.every > 0 && gap > p.every*3/4
	if d := gap - p.gap; p.last == 0 || d > p.gap/4 || d < -p.gap/4 {
		p.steady = 0
	} else if p.steady++; p.steady >= steady {
		p.every = gap
	}
	p.gap, p.last = gap, r.Time
	return next
}

// pollOf returns the poll of a client and kind of request, instead of the one
// silent longest where there are too many.
func (sv *server) pollOf(client *record.Endpoint, r *record.Record) *poll {
	oldest := 0
	for i := range sv.polls {
		p := &sv.polls[i]
		if p.info == r.Info && p.client == *client {
			return p
		}
		if p.last < sv.polls[oldest].last {
			oldest = i
		}
	}
	p := poll{client: *client, info: r.Info}
	if len(sv.polls) < maxPolls {
		sv.polls = append(sv.polls, p)
		return &sv.polls[len(sv.polls)-1]
	}
	sv.polls[oldest] = p
	return &sv.polls[oldest]
}
