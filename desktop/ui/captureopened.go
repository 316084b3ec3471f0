package ui

import (
	"context"
	"fmt"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// A banner says, above the packets, that only those of one exchange are shown, and leads to its neighbours and back.
type banner struct {
	text     *widget.Label
	previous *Button
	next     *Button
	content  *fyne.Container
}

func newBanner(v *CaptureView) *banner {
	b := &banner{text: widget.NewLabel("")}
	b.text.Truncation = fyne.TextTruncateEllipsis
	b.previous = NewSign("Previous exchange", theme.NavigateBackIcon(), v.PreviousExchange)
	b.next = NewSign("Next exchange", theme.NavigateNextIcon(), v.NextExchange)
	all := NewButton("All packets", v.leaveExchange)
	b.content = NewBorder(nil, nil, container.NewHBox(b.previous, b.next), all, b.text)
	b.content.Hide()
	return b
}

// show shows a text; steps says whether there are neighbours.
func (b *banner) show(text string, steps bool) {
	b.text.SetText(text)
	ShowIf(steps, b.previous, b.next)
	b.content.Show()
}

func (b *banner) hide() { b.content.Hide() }

// openExchange shows the datagrams of an exchange alone, reassembled, with what they report about the server.
func (v *CaptureView) openExchange(i int) {
	a := v.analysis()
	if a == nil {
		return
	}
	x := a.Exchange(i)
	if x == nil {
		return
	}
	packets := v.packets()
	v.inspector.worker.run("Reassembling the exchange…", func(ctx context.Context, _ func(float64)) func() {
		list, left := packets.Exchange(i)
		if ctx.Err() != nil {
			return nil
		}
		return func() { v.showExchange(i, a.ExchangeCount(), x, list, left) }
	})
}

// showExchange shows exchange i of all.
func (v *CaptureView) showExchange(i, all int, x *report.Exchange, list *state.List, left int) {
	v.opened = i
	v.inspector.SetSource(list)
	for k := range list.Len() { // the first reply is what one looks for
		if r, _ := list.Row(k); r.Answers >= 0 || x.Outcome == report.Unsolicited {
			v.inspector.Go(k)
			break
		}
	}
	text := fmt.Sprintf("Exchange %s of %s: %s, %s, %s, %s", export.Grouped(i+1), export.Grouped(all), x.Message,
		state.Shown(x.Server), x.Outcome.Label(), state.Plural(list.Len(), "datagram"))
	if x.FirstRTT >= 0 {
		text += ", " + export.Duration(x.FirstRTT)
	}
	if left > 0 {
		text += fmt.Sprintf("; %s more are too large to be shown together", state.Plural(left, "packet"))
	}
	v.banner.show(text, true)
	v.tabs.SelectIndex(tabPackets)
	v.focusList()
	v.Content.Refresh()
}

// NextExchange opens the exchange after the one that is opened, or the one that the current packet belongs to.
func (v *CaptureView) NextExchange() { v.stepExchange(1) }

// PreviousExchange opens the exchange before.
func (v *CaptureView) PreviousExchange() { v.stepExchange(-1) }

func (v *CaptureView) stepExchange(by int) {
	a := v.analysis()
	if a == nil {
		return
	}
	to := v.opened + by
	if v.opened < 0 {
		d, err := v.inspector.x.Source().Datagram(v.inspector.x.Current())
		x := a.ExchangeOf(int(d.Number) - 1)
		if err != nil || x < 0 {
			v.inspector.x.Say("this packet belongs to no exchange")
			return
		}
		to = x
	}
	if to < 0 || to >= a.ExchangeCount() {
		v.inspector.x.Say("there are no more exchanges")
		return
	}
	v.exchanges.grid.Select(to)
	v.openExchange(to)
}

// leaveExchange shows all packets again, at the one that was looked at.
func (v *CaptureView) leaveExchange() {
	number := int64(0)
	if d, err := v.inspector.x.Source().Datagram(v.inspector.x.Current()); err == nil {
		number = d.Number
	}
	v.showAll()
	if number > 0 {
		v.showPacket(int(number))
	}
}

func (v *CaptureView) showAll() {
	v.opened = -1
	v.banner.hide()
	v.inspector.SetSource(v.packets())
	v.Content.Refresh()
}

func (v *CaptureView) showPacket(number int) {
	if v.capture == nil {
		return
	}
	if v.banner.content.Visible() {
		v.showAll()
	}
	i := v.analysis().Find(number - 1)
	v.tabs.SelectIndex(tabPackets)
	if i < 0 {
		v.inspector.x.Say(fmt.Sprintf("the filter hides packet %d", number))
		return
	}
	v.inspector.Go(i)
	v.focusList()
}

func (v *CaptureView) showTime(t time.Time) {
	if v.capture == nil {
		return
	}
	if v.banner.content.Visible() {
		v.showAll()
	}
	if i := state.At(v.inspector.x.Source(), t); i >= 0 {
		v.tabs.SelectIndex(tabPackets)
		v.inspector.Go(i)
		v.focusList()
	}
}

// openStream shows the messages of a TCP stream, reassembled from its segments.
func (v *CaptureView) openStream(s *report.Stream) {
	c := v.capture
	if c == nil {
		return
	}
	v.inspector.worker.run("Reassembling the stream…", func(ctx context.Context, _ func(float64)) func() {
		list := c.Stream(ctx, s)
		if list == nil { // it was stopped
			return nil
		}
		return func() {
			v.opened = -1
			v.inspector.SetSource(list)
			v.banner.show(fmt.Sprintf("TCP stream from %s to %s, reassembled: %s", state.Shown(s.Client), state.Shown(s.Server),
				state.Plural(list.Len(), "message")), false)
			v.tabs.SelectIndex(tabPackets)
			v.Content.Refresh()
		}
	})
}

// watch shows the values of a field over time, in the packets of the server of the one that is shown.
func (v *CaptureView) watch(w state.Watch) {
	from, i := v.inspector.x.Source(), v.inspector.x.Current()
	v.inspector.worker.run("Reading the values of "+w.Name+"…", func(ctx context.Context, progress func(float64)) func() {
		s := state.Collect(ctx, from, i, w, progress)
		return func() {
			v.timeline.field.Show(s, time.UTC)
			v.ShowTab(tabTimeline)
		}
	})
}
