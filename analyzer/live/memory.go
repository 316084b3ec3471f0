package live

import (
	"sync"
	"unsafe"

	"fragscope/decoder"
)

// messageCost is the most bytes that a decoded message takes for each byte of
// its datagram: two fields and a half for each, as in an empty rule of Unreal2.
const messageCost = 96

// A budget bounds what the answers of all queries of a Client take while they
// are decoded and kept. Each of Options.Parallel queries has a small share of
// its own, so that servers that send much take nothing from the others; the
// rest is for whoever needs it, and no query may have too much of it.
type budget struct {
	share int // of each query, in bytes
	each  int // the most that one query may have
	pool  int // for all together, beyond the shares

	mu   sync.Mutex
	used int // of all, shares included
}

// newBudget gives a third to the pool, and two to the shares of waiting and of kept datagrams.
func newBudget(total, parallel int) *budget {
	pool := total / 3
	return &budget{share: pool / parallel, each: max(pool/8, maxDatagram*messageCost), pool: pool}
}

func (b *budget) take(held, n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if held+n > b.share && (held+n > b.each || b.used+n > b.pool) {
		return false
	}
	b.used += n
	return true
}

func (b *budget) give(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
}

// estimate returns the most bytes that d may take once it is decoded.
func estimate(d *Datagram) int { return fixedCost + len(d.Data)*messageCost }

const fixedCost = int(unsafe.Sizeof(Datagram{}) + unsafe.Sizeof(decoder.Message{}))

// cost returns the bytes that d takes, which is decoded now.
func cost(d *Datagram) int {
	n := fixedCost + len(d.Data)
	if m := d.Message; m != nil {
		n += cap(m.Fields)*int(unsafe.Sizeof(decoder.Field{})) + cap(m.Problems)*int(unsafe.Sizeof(decoder.Problem{}))
	}
	return n
}

// keepDecoded bounds the decoded messages that a finished Session keeps; others are decoded again.
const keepDecoded = 1 << 18

// admit reserves what d may take once it is decoded; without room it is only counted and shown.
func (q *asking) admit(d *Datagram) bool {
	n := estimate(d)
	if len(q.Datagrams) < q.client.opts.MaxDatagrams && q.bytes+len(d.Data) <= q.client.opts.MaxBytes &&
		q.client.memory.take(q.held, n) {
		q.held += n
		return true
	}
	d.Verdict = OverLimit
	q.Dropped++
	q.client.tap(d)
	return false
}

func (q *asking) decoded(d *Datagram) {
	if spare := estimate(d) - cost(d); spare > 0 {
		q.held -= spare
		q.client.memory.give(spare)
	}
}

func (c *Client) release(s *Session) {
	if s.held > keepDecoded {
		for _, d := range s.Datagrams {
			d.Message = nil
		}
	}
	c.memory.give(s.held)
	s.held = 0
}
