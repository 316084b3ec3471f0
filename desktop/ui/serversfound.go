package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/analyzer/servers"
	"fragscope/desktop/state"
)

// ServersFound lists the servers of a capture, and of the one that is selected its players and changes.
type ServersFound struct {
	grid    *Grid
	found   *browse.View
	servers []*report.Server
	by      string // what they are sorted by
	down    bool
	chosen  *report.Server

	title   *widget.Label
	packets *Button
	players *Chart
	events  *Grid
	list    []browse.Event // of the chosen one
	content fyne.CanvasObject
}

func newServersFound(filter func(expression string), packet func(number int)) *ServersFound {
	l := &ServersFound{by: "requests", down: true, players: NewServerChart(), title: widget.NewLabel("")}
	l.grid = NewTable(func() []*report.Server { return l.servers }, foundFields...)
	packets := func() {
		if s := l.chosen; s != nil {
			filter(packetsOf(s))
		}
	}
	l.grid.Empty = "The servers of a capture are listed here once it is complete."
	l.grid.OnSelect = func(row int) { l.choose(l.servers[row]) }
	l.grid.OnOpen = func(int) { packets() }
	l.grid.SetSorted(l.by, l.down)
	l.grid.OnSort = func(by string, down bool) {
		l.by, l.down = by, down
		l.sort()
		l.grid.Select(slices.Index(l.servers, l.chosen))
		l.grid.Update()
	}
	l.grid.OnCopy = func(row int) string { return state.Shown(l.servers[row].Addr) }
	l.title.TextStyle.Bold = true
	l.title.Truncation = fyne.TextTruncateEllipsis
	l.packets = NewButton("Show packets", packets)
	l.events = newEventGrid(func() []browse.Event { return l.list }, packet, false)
	history := NewBorder(NewBorder(nil, nil, nil, l.packets, l.title), nil, nil, nil, NewVSplit(l.players, l.events))
	l.content = NewVSplit(l.grid, history)
	l.choose(nil)
	return l
}

// packetsOf returns the filter that lets the packets of a server through.
func packetsOf(s *report.Server) string {
	return "host(" + strconv.Quote(s.Addr.Addr().Unmap().String()) + ") and port(" + strconv.Itoa(int(s.Addr.Port())) + ")"
}

func (l *ServersFound) show(a *browse.View) {
	l.found = a
	l.sort()
	l.choose(nil)
	l.grid.Select(-1)
	l.grid.view.SetTop(0)
	l.grid.Update()
}

func (l *ServersFound) choose(s *report.Server) {
	l.chosen, l.list = s, nil
	if s == nil {
		l.title.SetText("Select a server to see its players over time and what changed on it.")
		l.packets.Disable()
		l.players.SetSamples(nil)
		l.events.Empty = ""
	} else {
		name := lastText(&s.Name)
		if name == "" {
			name = "A server without a name"
		}
		l.title.SetText(name + "   " + state.Shown(s.Addr) + "   " + outcomes(&s.Exchanges))
		l.packets.Enable()
		l.players.SetSamples(samplesOf(s))
		l.list = browse.EventsOf(s)
		l.events.Empty = "Nothing changed on it while the capture was made."
	}
	l.events.Select(-1)
	l.events.Update()
}

func outcomes(n *[report.Outcomes]int64) string {
	var parts []string
	for i, k := range n {
		if k > 0 {
			parts = append(parts, export.Grouped(int(k))+" "+report.Outcome(i).Label())
		}
	}
	return strings.Join(parts, ", ")
}

// samplesOf turns what was seen of a server into what a timeline draws.
func samplesOf(s *report.Server) []servers.Sample {
	var list []servers.Sample
	at := func(t int64) *servers.Sample {
		i, found := slices.BinarySearchFunc(list, t, func(p servers.Sample, t int64) int {
			return cmp.Compare(p.Time.UnixNano(), t)
		})
		if !found {
			p := servers.Sample{Time: time.Unix(0, t).UTC(), Answers: true, Players: -1}
			if i > 0 {
				p.Players = list[i-1].Players
			}
			list = slices.Insert(list, i, p)
		}
		return &list[i]
	}
	if n := len(s.Players.Runs); n > 0 && s.Players.Runs[0].From == 0 {
		return nil // its times are unknown
	}
	for _, r := range s.Players.Runs {
		at(r.From).Players = r.Value
	}
	if n := len(s.Players.Runs); n > 0 {
		at(s.Players.Runs[n-1].To)
	}
	for _, r := range s.Map.Runs {
		at(r.From).Map = r.Value
	}
	return list
}

func (l *ServersFound) sort() {
	l.servers = nil
	if l.found != nil {
		l.servers = l.found.SortedServers(l.by, l.down)
	}
}

// foundFields show something of a server; By is what browse sorts servers by.
var foundFields = []Field[*report.Server]{
	Text(Column{Title: "Server", Min: 18, Share: 1, Mono: true, By: "address"}, func(s *report.Server) string {
		return state.Shown(s.Addr)
	}),
	Text(Column{Title: "Name", Min: 12, Share: 2, By: "name"}, func(s *report.Server) string { return lastText(&s.Name) }),
	Text(Column{Title: "Map", Min: 9, Share: 1, Drop: 2, By: "map"}, func(s *report.Server) string {
		return lastText(&s.Map)
	}),
	{Column{Title: "Players", Min: 8, Right: true, Drop: 3, By: "players", Down: true}, playersFound},
	{Column{Title: "Protocol", Min: 9, Share: 0.4, Drop: 4, By: "protocol"}, func(s *report.Server) Cell {
		var names []string
		for _, p := range s.Protocols {
			names = append(names, p.String())
		}
		return Cell{Text: strings.Join(names, ", ")}
	}},
	Text(Column{Title: "Requests", Min: 7, Right: true, Mono: true, By: "requests", Down: true},
		func(s *report.Server) string { return export.Grouped(s.Requests) }),
	{Column{Title: "Answered", Min: 8, Right: true, Mono: true, By: "answered", Down: true}, answersFound},
	{Column{Title: "RTT 50 %", Min: 8, Right: true, Mono: true, By: "rttP50Ms", Down: true}, foundRTT(0)},
	{Column{Title: "90 %", Min: 8, Right: true, Mono: true, Drop: 6, By: "rttP90Ms", Down: true}, foundRTT(1)},
	{Column{Title: "99 %", Min: 8, Right: true, Mono: true, Drop: 5, By: "rttP99Ms", Down: true}, foundRTT(2)},
}

func foundRTT(place int) func(s *report.Server) Cell {
	return func(s *report.Server) Cell { return Cell{Text: browse.Percentiles(&s.RTT)[place]} }
}

func playersFound(s *report.Server) Cell {
	now, ok := s.Players.Last()
	if !ok {
		return Cell{}
	}
	text := strconv.FormatInt(now, 10)
	if most, ok := s.MaxPlayers.Last(); ok {
		text += "/" + strconv.FormatInt(most, 10)
	}
	return Cell{Text: text}
}

func answersFound(s *report.Server) Cell {
	c := Cell{Text: export.Grouped(int(s.Exchanges[report.Answered]))}
	if s.Exchanges[report.Answered] == 0 && s.Requests > 0 {
		c.Tone = ToneWarning
	}
	return c
}

func lastText(t *report.Timeline[string]) string {
	s, _ := t.Last()
	return state.Escape(s)
}
