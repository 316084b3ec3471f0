package ui

import (
	"strconv"

	"fragscope/desktop/state"
)

// An ExchangeList lists the requests of a capture with what became of them. A
// click opens one: its datagrams reassembled.
type ExchangeList struct {
	columnList
	found *state.Analysis
}

func newExchangeList(open func(exchange int)) *ExchangeList {
	l := &ExchangeList{}
	count := func() int {
		if l.found == nil {
			return 0
		}
		return l.found.Exchanges()
	}
	l.attachColumns(l, "Exchanges", []listColumn{
		{name: "Packet", share: 8, right: true, mono: true},
		{name: "Time (UTC)", share: 13, mono: true, least: 45},
		{name: "Message", share: 17},
		{name: "Server", share: 18, mono: true},
		{name: "Protocol", share: 9, least: 66},
		{name: "Outcome", share: 10},
		{name: "Replies", share: 8, right: true, mono: true, least: 60},
		{name: "Round trip", share: 10, right: true, mono: true},
	}, count, l.describe, open)
	return l
}

// show lists the exchanges of an analysis, nil for none.
func (l *ExchangeList) show(a *state.Analysis) {
	l.found, l.chosen = a, -1
	l.view.SetTop(0)
	l.reset()
}

func (l *ExchangeList) describe(i int) []string {
	x, _ := l.found.Exchange(i)
	at, rtt := "", ""
	if !x.Time.IsZero() {
		at = x.Time.UTC().Format("15:04:05.000")
	}
	if x.RTT >= 0 {
		rtt = state.Elapsed(x.RTT)
	}
	outcome := x.Outcome.Label()
	if x.Missing > 0 {
		outcome += ", " + strconv.Itoa(x.Missing) + " missing"
	}
	return []string{thousands(x.Packet), at, x.Message, state.Shown(x.Server), x.Protocol.String(), outcome, strconv.Itoa(x.Replies), rtt}
}
