package ui

import (
	"context"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A TimelineView shows exchanges, players and changes over time; a click leads to the packets.
type TimelineView struct {
	exchanges *Chart
	players   *Chart
	field     *FieldChart
	events    *Grid
	content   fyne.CanvasObject

	list   []browse.Event
	worker *worker // puts them together
}

func newTimelineView(packet func(number int), at func(time.Time)) *TimelineView {
	v := &TimelineView{
		worker:    newWorker(),
		exchanges: newChart(chartStack, "Exchanges", "started per interval", ""),
		players:   newChart(chartTime, "Players", "players", ""),
	}
	v.exchanges.OnTime, v.players.OnTime = at, at
	v.field = NewFieldChart()
	v.field.chart.OnTime = at
	v.events = newEventGrid(func() []browse.Event { return v.list }, packet, true)
	v.content = NewVSplit(container.NewGridWithColumns(1, v.exchanges, v.players, v.field.Content), v.events)
	v.field.changed = v.content.Refresh
	return v
}

// newEventGrid returns a list of events; with the server each is of, or without.
func newEventGrid(list func() []browse.Event, packet func(number int), server bool) *Grid {
	fields := []Field[browse.Event]{
		{Column{Title: "Time (UTC)", Min: 14, Mono: true}, func(e browse.Event) Cell {
			return Cell{Text: e.When("15:04:05.000"), Tone: ToneFaint, Order: float64(e.Time)}
		}},
		{Column{Title: "Packet", Min: 8, Right: true, Mono: true}, func(e browse.Event) Cell {
			if e.Packet == 0 {
				return Cell{}
			}
			return Cell{Text: export.Grouped(e.Packet), Tone: ToneNote}
		}},
		Text(Column{Title: "Event", Min: 36, Share: 2}, func(e browse.Event) string { return state.HideText(e.Text()) }),
	}
	if server {
		fields = append(fields,
			Text(Column{Title: "Server", Min: 16, Share: 1, Drop: 1, Tone: ToneFaint}, func(e browse.Event) string {
				return lastText(&e.Server.Name)
			}),
			Text(Column{Title: "Address", Min: 20, Mono: true, Drop: 2, Tone: ToneFaint}, func(e browse.Event) string {
				return state.Shown(e.Server.Addr)
			}))
	}
	g := NewTable(list, fields...)
	open := func(row int) {
		if all := list(); row < len(all) && all[row].Packet > 0 {
			packet(int(all[row].Packet))
		}
	}
	g.OnOpen, g.OnTap = open, open
	g.OnCopy = func(row int) string {
		e := &list()[row]
		return e.When("2006-01-02 15:04:05.000 ") + state.Shown(e.Server.Addr) + " " + state.HideText(e.Text())
	}
	return g
}

// show shows what was found in a capture, nil for nothing. The changes are
// collected by the worker: there may be many.
func (v *TimelineView) show(a *browse.View) {
	v.worker.drop()
	v.list = nil
	v.exchanges.empty, v.players.empty = "", ""
	v.events.Empty = "Open a capture to see what changed on its servers."
	var players, exchanges []export.Curve
	if a != nil {
		v.events.Empty, v.exchanges.empty, v.players.empty = notRead, notRead, notRead
		if a.Report() != nil {
			v.players.empty = "no server answered twice with players on it"
			players, _, exchanges = a.Curves()
			v.worker.begin("", 0, func(context.Context, func(func())) func() {
				list, all := a.Events()
				return func() { v.took(list, all) }
			})
		}
	}
	v.exchanges.Set(exchanges)
	v.players.Set(players)
	v.events.Select(-1)
	v.events.Update()
}

func (v *TimelineView) took(list []browse.Event, all int) {
	v.list = list
	v.events.Empty = "No server changed while the capture was made."
	title := "Event"
	if all > len(list) {
		title += " (" + export.Grouped(len(list)) + " of " + export.Grouped(all) + ": filter to see others)"
	}
	v.events.SetTitle(2, title)
	v.events.Update()
}
