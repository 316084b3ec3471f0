package ui

import (
	"strconv"

	"fragscope/desktop/state"
)

// An ExchangeList lists the requests of a capture with what became of them. A
// click shows the request.
type ExchangeList struct {
	columnList
	capture *state.Capture
}

func newExchangeList(show func(packet int)) *ExchangeList {
	l := &ExchangeList{}
	count := func() int {
		if l.capture == nil {
			return 0
		}
		return l.capture.Exchanges()
	}
	choose := func(i int) {
		if x, ok := l.capture.Exchange(i); ok && x.Packet > 0 {
			show(x.Packet)
		}
	}
	l.attachColumns(l, "Exchanges", []listColumn{
		{name: "Packet", share: 6, right: true, mono: true},
		{name: "Time", share: 9, mono: true, least: 50},
		{name: "Asked for", share: 17},
		{name: "Server", share: 15, mono: true},
		{name: "Protocol", share: 8, least: 60},
		{name: "Outcome", share: 10},
		{name: "Replies", share: 6, right: true, mono: true, least: 60},
		{name: "Round trip", share: 8, right: true, mono: true},
	}, count, l.describe, choose)
	return l
}

// show lists the exchanges of c, nil for none.
func (l *ExchangeList) show(c *state.Capture) {
	l.capture, l.chosen = c, -1
	l.view.SetTop(0)
	l.reset()
}

func (l *ExchangeList) describe(i int) []string {
	x, _ := l.capture.Exchange(i)
	at, rtt := "", ""
	if !x.Time.IsZero() {
		at = x.Time.UTC().Format("15:04:05.000")
	}
	if x.RTT >= 0 {
		rtt = state.Elapsed(x.RTT)
	}
	outcome := x.Outcome.String()
	if x.Missing > 0 {
		outcome += ", " + strconv.Itoa(x.Missing) + " missing"
	}
	return []string{strconv.Itoa(x.Packet), at, x.Message, address(x.Server), x.Protocol.String(), outcome, strconv.Itoa(x.Replies), rtt}
}
