package ui

import (
	"context"
	"fmt"
	"math"
	"net/netip"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// A flowList lists what every client exchanged with every server. A click shows its packets.
type flowList struct {
	grid   *Grid
	list   []browse.Conversation
	known  bool
	later  func()  // adds them up, when they are looked at
	worker *worker // adds them up
}

// manyExchanges are so many that their flows are added up only when they are looked at.
const manyExchanges = 100_000

func newFlowList(filter func(expression string)) *flowList {
	l := &flowList{worker: newWorker()}
	l.grid = NewTable(func() []browse.Conversation { return l.list }, flowFields...)
	open := func(row int) { filter(packetsBetween(&l.list[row])) }
	l.grid.name, l.grid.OnOpen, l.grid.OnTap = "Flows", open, open
	l.grid.OnCopy = func(row int) string {
		return state.HideText(l.list[row].Client) + " " + state.HideText(l.list[row].Server)
	}
	return l
}

// show lists the flows of an analysis, nil for none; known is called once they are added up.
func (l *flowList) show(a *browse.View, known func()) {
	l.worker.drop()
	l.list, l.known, l.later = nil, false, nil
	l.grid.Empty = "The flows of a capture are listed here once it is complete."
	l.grid.Select(-1)
	l.grid.view.SetTop(0)
	l.grid.Update()
	if a == nil || a.Report() == nil {
		return
	}
	l.later = func() {
		l.worker.begin("", patience, func(context.Context, func(func())) func() {
			list := a.Conversations(browse.ListQuery{Sort: "first", Count: math.MaxInt}).Rows
			return func() {
				l.list, l.known = list, true
				l.grid.Empty = "No flows: there are no requests and no replies."
				l.grid.Update()
				known()
			}
		})
	}
	if a.ExchangeCount() < manyExchanges {
		l.look(a)
	}
}

// look begins to add up the flows, unless that was done.
func (l *flowList) look(*browse.View) {
	if begin := l.later; begin != nil {
		l.later = nil
		begin()
	}
}

// packetsBetween returns the filter that lets the packets of a flow through.
func packetsBetween(c *browse.Conversation) string {
	server, _ := netip.ParseAddrPort(c.Server)
	return fmt.Sprintf("host(%q) and host(%q) and port(%d)", c.Client, server.Addr(), server.Port())
}

var flowFields = []Field[browse.Conversation]{
	Text(Column{Title: "Client", Min: 16, Share: 1, Mono: true}, func(c browse.Conversation) string {
		return state.HideText(c.Client)
	}),
	Text(Column{Title: "Server", Min: 22, Share: 1.6, Mono: true}, func(c browse.Conversation) string {
		return state.HideText(c.Server)
	}),
	Text(Column{Title: "Protocol", Min: 9, Share: 0.4, Drop: 3}, func(c browse.Conversation) string { return c.Protocol }),
	{Column{Title: "Start (UTC)", Min: 14, Mono: true, Drop: 2}, func(c browse.Conversation) Cell {
		return Cell{Text: clockUTC(int64(c.First)), Order: float64(c.First)}
	}},
	Text(Column{Title: "Exchanges", Min: 10, Right: true, Mono: true}, func(c browse.Conversation) string {
		return export.Grouped(c.Exchanges)
	}),
	Text(Column{Title: "Answered", Min: 9, Right: true, Mono: true}, func(c browse.Conversation) string {
		return export.Grouped(c.Answered)
	}),
	Text(Column{Title: "Replies", Min: 8, Right: true, Mono: true, Drop: 4}, func(c browse.Conversation) string {
		return export.Grouped(c.Replies)
	}),
	{Column{Title: "Bytes", Min: 9, Right: true, Mono: true, Drop: 1}, func(c browse.Conversation) Cell {
		return Cell{Text: export.Size(c.ReplyBytes), Order: float64(c.ReplyBytes)}
	}},
	{Column{Title: "Mean RTT", Min: 9, Right: true, Mono: true}, func(c browse.Conversation) Cell {
		if c.RTTMean == nil {
			return Cell{}
		}
		return Cell{Text: export.Duration(int64(*c.RTTMean * 1e6))}
	}},
}
