package state

import (
	"time"

	"fragscope/decoder"
)

// Row implements Source.
func (c *Capture) Row(i int) (Row, bool) {
	if r, ok := c.recent.get(i); ok {
		return r, true
	}
	e, k, ok := c.known(i)
	if !ok {
		return Row{}, false
	}
	r := Row{Number: int64(i) + 1, Title: k.title(), Length: int(e.length), Worst: e.worst(), Answers: -1}
	if k.info != nil {
		r.Protocol, r.Direction = k.info.Protocol, k.info.Direction
	}
	if e.time != noTime {
		r.Time = time.Unix(0, e.time)
		if first, _, ok := c.known(0); ok && first.time != noTime {
			r.Since = time.Duration(e.time - first.time)
		}
	}
	// Where it came from stands in the bytes alone.
	if d, err := c.Datagram(i); err == nil {
		c.recent.decoder.Options = d.options()
		r.Src, r.Dst = d.Endpoints(c.recent.decoder.Decode(d.Data))
	} else {
		r.From = "its bytes cannot be read again"
	}
	if r.Direction == decoder.Reply {
		r.Answers, r.After = c.answers(i, e.time)
	}
	if r.Answers >= 0 || c.Loaded() { // else its request is not known yet
		c.recent.put(i, r)
	}
	return r, true
}

// answers returns the place of the packet that packet i answers, -1 for none,
// and how long after that it came.
func (c *Capture) answers(i int, at int64) (request int, after time.Duration) {
	x, ok := c.found.ExchangeOf(i + 1)
	if !ok {
		return -1, 0
	}
	request = -1
	asked, _ := c.found.Packets(x)
	for _, n := range asked {
		if n <= i { // numbers begin at 1
			request = max(request, n-1)
		}
	}
	if q, _, ok := c.known(request); ok && q.time != noTime && at != noTime {
		after = time.Duration(at - q.time)
	}
	return request, after
}

// recentRows keeps the rows that were asked for last: a list asks for the same
// ones whenever it is drawn.
type recentRows struct {
	rows    map[int]Row
	decoder decoder.Decoder
}

const recentMost = 1024

func (r *recentRows) reset() { r.rows = make(map[int]Row, recentMost) }

func (r *recentRows) get(i int) (Row, bool) {
	row, ok := r.rows[i]
	return row, ok
}

func (r *recentRows) put(i int, row Row) {
	if len(r.rows) >= recentMost {
		clear(r.rows)
	}
	r.rows[i] = row
}
