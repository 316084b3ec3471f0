package ui

import (
	"slices"
	"strconv"
	"time"

	"fragscope/analyzer"
	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/desktop/state"
)

// An exchangeList lists the requests of a capture with what became of them. A
// click opens one: its datagrams reassembled.
type exchangeList struct {
	*Grid
	found *browse.View
	order []int // exchanges by their rows, nil for the order in which they ended
	by    string
	down  bool
}

func newExchangeList(open func(exchange int)) *exchangeList {
	l := &exchangeList{by: "packet"}
	column := func(c Column, text func(x *analyzer.Exchange) string) Column {
		c.Cell = func(row int) Cell {
			if x := l.found.Exchange(l.at(row)); x != nil {
				return Cell{Text: text(x)}
			}
			return Cell{}
		}
		return c
	}
	l.Grid = NewGrid([]Column{
		column(Column{Title: "Packet", By: "packet", Min: 8, Right: true, Mono: true}, func(x *analyzer.Exchange) string { return export.Grouped(x.Packet()) }),
		column(Column{Title: "Time (UTC)", By: "time", Min: 14, Mono: true, Drop: 1}, func(x *analyzer.Exchange) string {
			if x.Time == 0 {
				return ""
			}
			return time.Unix(0, x.Time).UTC().Format("15:04:05.000")
		}),
		column(Column{Title: "Message", By: "message", Min: 18, Share: 2}, func(x *analyzer.Exchange) string { return x.Message }),
		column(Column{Title: "Server", By: "server", Min: 22, Share: 1, Mono: true}, func(x *analyzer.Exchange) string { return state.Shown(x.Server) }),
		column(Column{Title: "Protocol", By: "protocol", Min: 9, Share: 0.5, Drop: 3}, func(x *analyzer.Exchange) string { return x.Protocol.String() }),
		column(Column{Title: "Outcome", By: "outcome", Min: 11, Share: 1}, func(x *analyzer.Exchange) string {
			if x.Missing > 0 {
				return x.Outcome.Label() + ", " + strconv.Itoa(x.Missing) + " missing"
			}
			return x.Outcome.Label()
		}),
		column(Column{Title: "Replies", By: "replies", Min: 8, Right: true, Mono: true, Drop: 2}, func(x *analyzer.Exchange) string { return export.Grouped(x.Count) }),
		column(Column{Title: "RTT", By: "rtt", Min: 9, Right: true, Mono: true}, func(x *analyzer.Exchange) string {
			if x.FirstRTT < 0 {
				return ""
			}
			return export.Duration(x.FirstRTT)
		}),
	}, func() int {
		if l.found == nil {
			return 0
		}
		return l.found.ExchangeCount()
	})
	opened := func(row int) { open(l.at(row)) }
	l.name, l.OnOpen, l.OnTap = "Exchanges", opened, opened
	l.OnSort = func(by string, down bool) {
		x := l.at(l.Selected())
		l.by, l.down = by, down
		l.sort()
		l.mark(x)
		l.Update()
	}
	l.SetSorted(l.by, l.down)
	return l
}

// at returns the exchange of a row, -1 for none.
func (l *exchangeList) at(row int) int {
	if row >= 0 && row < len(l.order) {
		return l.order[row]
	}
	return row
}

// mark selects the row of an exchange, -1 for none.
func (l *exchangeList) mark(exchange int) {
	if l.order != nil {
		exchange = slices.Index(l.order, exchange)
	}
	l.Select(exchange)
}

// sort puts the exchanges into their order, once all of them are known.
func (l *exchangeList) sort() {
	l.order = nil
	if l.found != nil && l.found.Report() != nil {
		l.order = l.found.Order(l.by, l.down)
	}
}

// renew shows them again: more is known, or addresses are written in another way.
func (l *exchangeList) renew() {
	x := l.at(l.Selected())
	l.sort()
	l.mark(x)
	l.reset()
}

// show lists the exchanges of an analysis, nil for none.
func (l *exchangeList) show(a *browse.View) {
	l.found = a
	l.sort()
	l.Empty = "The exchanges of a capture are listed here: requests with their replies."
	if a != nil {
		l.Empty = "No exchanges: no packet is a request or a reply of a known protocol."
	}
	l.Select(-1)
	l.view.SetTop(0)
	l.Update()
}
