package ui

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/analyzer"
	"fragscope/decoder"
	"fragscope/desktop/state"
)

// ServersFound lists the servers of a capture: what they are called, how often
// they were asked and how fast they answered. A click shows their packets.
type ServersFound struct {
	columnList
	servers []*analyzer.Server
}

func newServersFound(show func(server netip.AddrPort)) *ServersFound {
	l := &ServersFound{}
	choose := func(i int) { show(l.servers[i].Addr) }
	l.attachColumns(l, "Servers", []listColumn{
		{name: "Server", share: 19, mono: true},
		{name: "Name", share: 19},
		{name: "Map", share: 11, least: 50},
		{name: "Players", share: 7, right: true, least: 50},
		{name: "Protocol", share: 9, least: 66},
		{name: "Asked", share: 7, right: true, mono: true},
		{name: "Answered", share: 9, right: true, mono: true},
		{name: "Median", share: 8, right: true, mono: true},
	}, l.known, l.describe, choose)
	return l
}

func (l *ServersFound) known() int { return len(l.servers) }

// show lists the servers of a report, nil for none: those that were asked most
// first.
func (l *ServersFound) show(r *analyzer.Report) {
	l.servers = nil
	if r != nil {
		for _, s := range r.Servers {
			l.servers = append(l.servers, s)
		}
		slices.SortFunc(l.servers, func(a, b *analyzer.Server) int {
			return cmp.Or(cmp.Compare(b.Requests, a.Requests), a.Addr.Compare(b.Addr))
		})
	}
	l.chosen = -1
	l.view.SetTop(0)
	l.reset()
}

func (l *ServersFound) describe(i int) []string {
	s := l.servers[i]
	players := ""
	if now, ok := last(&s.Players); ok {
		players = strconv.FormatInt(now, 10)
		if most, ok := last(&s.MaxPlayers); ok {
			players += " of " + strconv.FormatInt(most, 10)
		}
	}
	var protocols []string
	for _, p := range s.Protocols {
		protocols = append(protocols, p.String())
	}
	median := ""
	if d := s.RTT.Percentile(50); d > 0 && s.Exchanges[analyzer.Answered] > 0 {
		median = state.Elapsed(time.Duration(d))
	}
	return []string{
		address(s.Addr), lastText(&s.Name), lastText(&s.Map), players, strings.Join(protocols, ", "),
		strconv.FormatInt(s.Requests, 10), strconv.FormatInt(s.Exchanges[analyzer.Answered], 10), median,
	}
}

// last returns the latest value of a timeline.
func last[T comparable](t *analyzer.Timeline[T]) (v T, ok bool) {
	if n := len(t.Runs); n > 0 {
		return t.Runs[n-1].Value, true
	}
	return v, false
}

func lastText(t *analyzer.Timeline[string]) string {
	s, _ := last(t)
	return string(decoder.AppendEscaped(nil, []byte(s)))
}
