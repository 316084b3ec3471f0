package ui

import (
	"time"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/desktop/state"
)

// An exchangeList lists the requests of a capture with what became of them. A
// click opens one: its datagrams reassembled.
type exchangeList struct {
	grid  *Grid
	found *browse.View
}

func newExchangeList(open func(exchange int)) *exchangeList {
	l := &exchangeList{}
	l.grid = NewGrid(columnsOf(func(row int) (*report.Exchange, bool) {
		x := l.found.Exchange(row)
		return x, x != nil
	}, exchangeFields...), func() int {
		if l.found == nil {
			return 0
		}
		return l.found.ExchangeCount()
	})
	l.grid.name, l.grid.OnOpen, l.grid.OnTap = "Exchanges", open, open
	l.grid.own, l.grid.orderer = true, func(by string, down bool) (order []uint32, ok bool) {
		if l.found != nil && l.found.Report() != nil { // all of them are known
			order = l.found.Order(by, down)
		}
		return order, true
	}
	l.grid.OnSort = func(by string, _ bool) {
		if by == "" {
			l.grid.SetSorted("packet", false)
		}
		if at := l.grid.place(l.grid.Selected()); at >= 0 {
			l.grid.reveal(at)
		}
	}
	l.grid.SetSorted("packet", false)
	return l
}

// clockUTC writes nanoseconds since 1970-01-01 UTC, "" for 0.
func clockUTC(t int64) string {
	if t == 0 {
		return ""
	}
	return time.Unix(0, t).UTC().Format("15:04:05.000")
}

// exchangeFields show something of an exchange; By is what browse sorts them by.
var exchangeFields = []Field[*report.Exchange]{
	Text(Column{Title: "Packet", By: "packet", Min: 8, Right: true, Mono: true}, func(x *report.Exchange) string {
		return export.Grouped(x.Packet())
	}),
	Text(Column{Title: "Time (UTC)", By: "time", Min: 14, Mono: true, Drop: 1}, func(x *report.Exchange) string {
		return clockUTC(x.Time)
	}),
	Text(Column{Title: "Message", By: "message", Min: 18, Share: 2}, func(x *report.Exchange) string { return x.Message }),
	Text(Column{Title: "Server", By: "server", Min: 22, Share: 1, Mono: true}, func(x *report.Exchange) string {
		return state.Shown(x.Server)
	}),
	Text(Column{Title: "Protocol", By: "protocol", Min: 9, Share: 0.5, Drop: 3}, func(x *report.Exchange) string {
		return x.Protocol.String()
	}),
	Text(Column{Title: "Client", By: "client", Min: 22, Share: 0.5, Mono: true, Drop: 4},
		func(x *report.Exchange) string { return state.Shown(x.Client) }),
	Text(Column{Title: "Outcome", By: "outcome", Min: 11, Share: 1}, outcomeOf),
	Text(Column{Title: "Replies", By: "replies", Min: 8, Right: true, Mono: true, Drop: 2},
		func(x *report.Exchange) string { return export.Grouped(x.Count) }),
	Text(Column{Title: "RTT", By: "rtt", Min: 9, Right: true, Mono: true}, func(x *report.Exchange) string {
		if x.FirstRTT < 0 {
			return ""
		}
		return export.Duration(x.FirstRTT)
	}),
}

// outcomeOf says what became of a request, and what happened on the way, as on the page.
func outcomeOf(x *report.Exchange) string {
	text := x.Outcome.Label()
	for _, c := range []struct {
		n    int
		what string
	}{{len(x.Retries), "retry"}, {x.Missing, "missing part"}, {x.Duplicates, "duplicate"}} {
		if c.n > 0 {
			text += ", " + state.Plural(c.n, c.what)
		}
	}
	return text
}

func (l *exchangeList) show(a *browse.View) {
	l.found = a
	l.grid.Empty = "The exchanges of a capture are listed here: requests with their replies."
	switch {
	case a != nil && a.Report() == nil:
		l.grid.Empty = "No exchange is complete yet."
	case a != nil:
		l.grid.Empty = "No exchanges: no packet is a request or a reply of a known protocol."
	}
	l.grid.Select(-1)
	l.grid.view.SetTop(0)
	l.grid.Update()
}
