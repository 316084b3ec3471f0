package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fragscope/analyzer"
	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// A StatisticsView shows what was counted in a capture: how much of what, how
// fast, which problems there are. A click on a row leads to the packets that it counts.
type StatisticsView struct {
	text    *statisticsText
	rate    *Chart
	rtt     *Chart
	content fyne.CanvasObject
}

// statisticsText are the tables.
type statisticsText struct {
	lineView
	stats  *browse.Statistics
	empty  string
	filter func(expression string)
	packet func(number int)
	stream func(s *analyzer.Stream)
}

func newStatisticsView(filter func(string), packet func(int), stream func(*analyzer.Stream)) *StatisticsView {
	v := &StatisticsView{
		text: &statisticsText{filter: filter, packet: packet, stream: stream},
		rate: newChart(chartTime, "Packets a second", "packets", "shown once the capture is read"),
		rtt:  newChart(chartLog, "Round trips", "exchanges", "no request was answered"),
	}
	v.text.attach(v.text, "Statistics", v.text.write)
	v.content = container.NewBorder(container.NewGridWithColumns(2, v.rate, v.rtt), nil, nil, nil, v.text)
	return v
}

// show shows what was found, nil for nothing.
func (v *StatisticsView) show(a *browse.View) {
	v.text.stats = nil
	v.text.empty = "Open a capture to count what is in it."
	var rate, rtt []export.Curve
	if a != nil {
		v.text.empty = "The capture is being read."
		v.text.stats = a.Statistics(state.Shown)
	}
	if v.text.stats != nil {
		rate = a.Rate()
		_, rtt, _ = a.Curves()
	}
	v.rate.Set(rate)
	v.rtt.Set(rtt)
	v.text.renew()
}

func (v *statisticsText) write(width float32) []line {
	b := newLineBuilder(width)
	if v.stats == nil {
		b.paragraph(v.empty, textFont(false), b.p.Faint, 0, nil)
		return b.lines
	}
	facts := make([]view.Fact, len(v.stats.Facts))
	for i, f := range v.stats.Facts {
		facts[i] = view.Fact{Name: f.Name, Value: view.Plain(f.Value)}
	}
	b.facts(facts)
	for i := range v.stats.Tables {
		v.table(b, &v.stats.Tables[i])
	}
	return b.lines
}

// table adds a table whose rows lead somewhere.
func (v *statisticsText) table(b *lineBuilder, t *browse.StatTable) {
	plain := state.Table{Name: t.Name}
	for i, name := range t.Columns {
		plain.Columns = append(plain.Columns, state.Column{Name: name, Number: i >= t.Words})
	}
	for i := range t.Rows {
		cells := make([][]state.Span, len(t.Columns))
		for k, text := range t.Rows[i].Cells {
			cells[k] = []state.Span{{Text: state.Escape(text), Plain: true}}
		}
		plain.Rows = append(plain.Rows, cells)
	}
	b.table(plain)
	first := len(b.lines) - len(t.Rows)
	for i := range t.Rows {
		r, l := &t.Rows[i], &b.lines[first+i]
		if l.action = v.leads(r); l.action != nil {
			l.pieces[0].colour = b.p.Accent
		}
		if r.Worst != state.NoProblem {
			l.edge = b.p.Severity(decoder.Severity(r.Worst))
			l.pieces[0].x += 6
		}
	}
	if t.More > 0 {
		b.paragraph("and "+export.Grouped(t.More)+" more", textFont(false), b.p.Faint, 0, nil)
	}
}

// leads returns what a click on a row does, nil for nothing.
func (v *statisticsText) leads(r *browse.StatRow) func() {
	switch {
	case r.Stream != nil:
		return func() { v.stream(r.Stream) }
	case r.Filter != "":
		return func() { v.filter(r.Filter) }
	case r.Packet > 0:
		return func() { v.packet(r.Packet) }
	}
	return nil
}
