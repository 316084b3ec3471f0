package state

import (
	"sync"
	"time"

	"fragscope/analyzer"
	"fragscope/analyzer/export"
)

// An Analysis is what was found between the packets of a capture, or between
// those that a filter lets through: the exchanges, and once all is read the
// report. Several goroutines may ask it.
type Analysis struct {
	capture *Capture

	mu       sync.RWMutex // of what follows
	report   *analyzer.Report
	table    exchangeTable
	activity export.Activity
}

// take keeps exchanges that are over. Several end at once, in the order of their
// first packets; the list as a whole is nearly so.
func (a *Analysis) take(list []*analyzer.Exchange) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, x := range list {
		a.table.add(x)
	}
	a.activity.Add(list)
}

// finish keeps the report.
func (a *Analysis) finish(r *analyzer.Report) {
	r.Settle()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.report = r
}

// Report returns what was found, nil before all is read.
func (a *Analysis) Report() *analyzer.Report {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.report
}

// Exchanges returns how many exchanges are known.
func (a *Analysis) Exchanges() int {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.table.count
}

// Exchange returns exchange i. ok is false when there is none.
func (a *Analysis) Exchange(i int) (x Exchange, ok bool) {
	a.mu.RLock()
	if i < 0 || i >= a.table.count {
		a.mu.RUnlock()
		return Exchange{RTT: -1}, false
	}
	e := a.table.chunks[i/chunkSize][i%chunkSize]
	x = Exchange{
		Packet: int(e.packet), Server: a.table.servers[e.server], Protocol: e.protocol, Message: a.table.names[e.name],
		Outcome: e.outcome, Replies: int(e.replies), Missing: int(e.missing), RTT: time.Duration(e.rtt) * rttUnit,
	}
	a.mu.RUnlock()
	if e.rtt == noRTT {
		x.RTT = -1
	}
	if p, _, ok := a.capture.known(x.Packet - 1); ok && p.time != noTime {
		x.Time = time.Unix(0, p.time)
	}
	return x, true
}

// Packets returns the numbers of the packets of exchange i: of the request and
// its repetitions, and of the replies, the first few hundred of each.
func (a *Analysis) Packets(i int) (asked, replies []int) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if i < 0 || i >= a.table.count {
		return nil, nil
	}
	return a.table.numbers.at(a.table.chunks[i/chunkSize][i%chunkSize].numbers)
}

// ExchangeOf returns which exchange the packet of a number belongs to.
func (a *Analysis) ExchangeOf(packet int) (exchange int, ok bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.table.exchangeOf(packet)
}

// Exchange returns the datagrams of exchange i, put together: fragments to
// datagrams, datagrams to what they say about the server. Of one that is larger
// than can be shown together, left says how many packets are left out.
func (c *Capture) Exchange(a *Analysis, i int) (l *List, left int) {
	asked, replies := a.Packets(i)
	var list []Datagram
	all, size := inOrder(asked, replies), 0
	for k, n := range all {
		d, err := c.whole(n - 1)
		if err != nil {
			continue
		}
		if size += len(d.Data); size > gatheredMost {
			left = len(all) - k
			break
		}
		list = append(list, d)
	}
	return NewList(list), left
}
