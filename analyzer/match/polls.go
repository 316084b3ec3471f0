package match

import (
	"fragscope/analyzer/record"
	"fragscope/decoder/wire"
)

// A poll is the pace at which a client repeats a request to a server. Whether a
// repeated request is a retry or the next poll cannot be seen in its bytes; but
// a client that keeps a steady pace polls, and each of its requests is an
// exchange, whether or not the server answers: how many exchanges count as
// unanswered must not depend on the pace.
type poll struct {
	client record.Endpoint
	info   *wire.MessageInfo
	gap    int64 // between the latest two, ns
	steady int   // gaps in a row that were about as long as the one before
	every  int64 // the pace, 0 while it is not known
}

const (
	maxPolls  = 8          // clients and kinds of request of a server whose pace is known
	pollCost  = 56         // bytes
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
	p, last := c.sv.polls.of(&c.client, r)
	gap := r.Time - *last
	if gap < leastPace && gap > -leastPace {
		return false
	}
	next := p.every > 0 && gap > p.every*3/4
	if d := gap - p.gap; *last == 0 || d > p.gap/4 || d < -p.gap/4 {
		p.steady = 0
	} else if p.steady++; p.steady >= steady {
		p.every = gap
	}
	p.gap, *last = gap, r.Time
	return next
}

// polls are the paces of the clients that query a server. Most requests are of a
// client that is none of them: their hashes lie together, so that not each is fetched.
type polls struct {
	hashes [maxPolls]uint32
	last   [maxPolls]int64
	list   []poll
}

// of replaces the poll silent longest where there are too many.
func (ps *polls) of(client *record.Endpoint, r *record.Record) (p *poll, last *int64) {
	n, oldest := len(ps.list), 0
	for i := range n {
		if ps.hashes[i] == r.Flow {
			if p := &ps.list[i]; p.info == r.Info && p.client == *client {
				return p, &ps.last[i]
			}
		}
		if ps.last[i] < ps.last[oldest] {
			oldest = i
		}
	}
	if n < maxPolls {
		ps.list = append(ps.list, poll{})
		oldest = n
	}
	ps.list[oldest], ps.hashes[oldest], ps.last[oldest] = poll{client: *client, info: r.Info}, r.Flow, 0
	return &ps.list[oldest], &ps.last[oldest]
}
