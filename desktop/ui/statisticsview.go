package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

// An overviewView shows the first rows of what the other tabs have; a click leads to the packets.
type overviewView struct {
	text    *statisticsText
	rate    *Chart
	rtt     *Chart
	content fyne.CanvasObject
}

// A statisticsText is the tables of what is counted in a capture, and its problems.
type statisticsText struct {
	lineView
	stats    *browse.Statistics
	problems []*report.ProblemCount // below the tables
	heads    map[int]statisticsHead // by their lines
	orders   map[string]string      // of tables by their names, as Grid.Order writes it
	empty    string
	filter   func(expression string)
	packet   func(number int)
	stream   func(s *report.Stream)
	all      func(table string) // leads to all rows; nil where they are
}

// A statisticsHead is the line with the names of columns.
type statisticsHead struct {
	table *browse.StatTable
	ends  []float32 // of the columns
}

func newStatisticsText(name string, c *CaptureView) *statisticsText {
	v := &statisticsText{filter: c.filterFor, packet: c.showPacket, stream: c.openStream, orders: map[string]string{}}
	v.attach(v, name, v.write)
	other := v.tapped
	v.tapped = func(i int, x float32) {
		if h, ok := v.heads[i]; ok {
			column := slices.IndexFunc(h.ends, func(end float32) bool { return x < end })
			v.sort(h.table, max(0, column))
			return
		}
		other(i, x)
	}
	return v
}

func newOverviewView(c *CaptureView) *overviewView {
	v := &overviewView{
		text: newStatisticsText("Overview", c),
		rate: newChart(chartTime, "Packets per second", "packets", ""),
		rtt:  newChart(chartLog, "Round trips", "exchanges", ""),
	}
	v.text.all = func(table string) {
		tab, ok := map[string]int{"Servers": tabServers, "Problems": tabProblems}[table]
		if !ok {
			tab = tabStatistics
		}
		c.ShowTab(tab)
	}
	v.rate.beside, v.rtt.beside = v.rtt, v.rate
	split := NewVSplit(container.NewGridWithColumns(2, v.rate, v.rtt), v.text)
	split.Offset = 0.24
	v.content = split
	return v
}

// notRead is shown where nothing can be said before all is read.
const notRead = "Available when the capture has been read."

// show shows what was found, nil for nothing.
func (v *overviewView) show(a *browse.View) {
	v.rate.empty, v.rtt.empty = "", ""
	if a != nil {
		v.rate.empty, v.rtt.empty = notRead, notRead
	}
	var rate, rtt []export.Curve
	if v.text.show(a, overviewOf) {
		rate = a.Rate()
		_, rtt, _ = a.Curves()
		v.rtt.empty = "no request was answered"
	}
	v.rate.Set(rate)
	v.rtt.Set(rtt)
}

// show shows what was counted, as of returns it, and reports whether that is known.
func (v *statisticsText) show(a *browse.View, of func(*browse.View) *browse.Statistics) bool {
	v.stats, v.empty = nil, "Open a capture to see what is in it."
	if a != nil {
		v.stats, v.empty = of(a), notRead
	}
	v.renew()
	return v.stats != nil
}

func (v *statisticsText) showStatistics(a *browse.View) {
	v.show(a, func(a *browse.View) *browse.Statistics { return a.Statistics(state.Shown) })
}

const overviewRows = 6

// overviewOf returns the first rows of what was counted, and of the servers that
// were queried most often; nil before all is read.
func overviewOf(a *browse.View) *browse.Statistics {
	counted := a.Statistics(state.Shown)
	if counted == nil {
		return nil
	}
	o := &browse.Statistics{Facts: counted.Facts}
	servers := browse.StatTable{Name: "Servers", Words: 3}
	fields := foundFields[:4]
	for _, f := range fields {
		servers.Columns = append(servers.Columns, f.Title)
	}
	all := a.SortedServers("requests", true)
	for _, s := range all[:min(len(all), overviewRows)] {
		row := browse.StatRow{Worst: browse.NoProblem, Filter: packetsOf(s)}
		for _, f := range fields {
			row.Cells = append(row.Cells, f.Of(s).Text)
		}
		servers.Rows = append(servers.Rows, row)
	}
	if servers.More = len(all) - len(servers.Rows); len(all) > 0 {
		o.Tables = append(o.Tables, servers)
	}
	for _, t := range counted.Tables {
		if t.Name != "Clients" && t.Name != "Round-trip times" {
			o.Tables = append(o.Tables, shortened(t))
		}
	}
	return o
}

// shortened returns the first rows of a table, without the columns that only count what did not happen.
func shortened(t browse.StatTable) browse.StatTable {
	short := t
	rows := t.Rows[:min(len(t.Rows), overviewRows)]
	short.More += len(t.Rows) - len(rows)
	short.Columns, short.Rows = nil, slices.Clone(rows)
	for k := range rows {
		short.Rows[k].Cells = nil
	}
	for i, name := range t.Columns {
		if i > t.Words && !slices.ContainsFunc(t.Rows, func(r browse.StatRow) bool { return r.Cells[i] != "0" }) {
			continue
		}
		short.Columns = append(short.Columns, name)
		for k := range rows {
			short.Rows[k].Cells = append(short.Rows[k].Cells, rows[k].Cells[i])
		}
	}
	return short
}

func (v *statisticsText) write(width float32) []line {
	b := newLineBuilder(width)
	v.heads = map[int]statisticsHead{}
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
	v.writeProblems(b)
	return b.lines
}

func (v *statisticsText) table(b *lineBuilder, t *browse.StatTable) {
	plain := state.Table{Name: t.Name}
	by, down := v.sorted(t)
	for i, name := range t.Columns {
		if i == by {
			name += " " + map[bool]string{false: ascends, true: descends}[down]
		}
		plain.Columns = append(plain.Columns, state.Column{Name: name, Number: i >= t.Words})
	}
	rows := sortedRows(t, by, down)
	for _, r := range rows {
		cells := make([][]state.Span, len(t.Columns))
		for k, text := range r.Cells {
			cells[k] = []state.Span{{Text: state.Escape(text), Plain: true}}
		}
		plain.Rows = append(plain.Rows, cells)
	}
	b.table(plain)
	first := len(b.lines) - len(rows)
	head := statisticsHead{table: t}
	for _, q := range b.lines[first-1].pieces {
		head.ends = append(head.ends, q.x+q.width)
	}
	head.ends[len(head.ends)-1] = b.width
	if v.all == nil {
		v.heads[first-1] = head
	}
	for i, r := range rows {
		l := &b.lines[first+i]
		if l.action = v.leads(r); l.action != nil {
			l.pieces[0].colour = b.p.Accent
		}
		if r.Worst != state.NoProblem {
			l.edge = b.p.Severity(decoder.Severity(r.Worst))
			l.pieces[0].x += 6
		}
	}
	switch {
	case t.More > 0 && v.all != nil:
		all := func(l *line) { l.action = func() { v.all(t.Name) } }
		b.paragraph("Show all "+export.Grouped(t.More+len(t.Rows)), textFont(false), b.p.Accent, 0, all)
	case t.More > 0:
		b.paragraph("and "+export.Grouped(t.More)+" more", textFont(false), b.p.Faint, 0, nil)
	}
}

// sorted returns by which column a table is sorted, -1 for none.
func (v *statisticsText) sorted(t *browse.StatTable) (column int, down bool) {
	by, down := strings.CutPrefix(v.orders[t.Name], "-")
	return slices.Index(t.Columns, by), down
}

// sort sorts a table by a column, numbers from the greatest; then the other way round, then as counted.
func (v *statisticsText) sort(t *browse.StatTable, column int) {
	name, first := t.Columns[column], "-"
	if column < t.Words {
		first = ""
	}
	other := map[string]string{"": "-", "-": ""}[first]
	switch v.orders[t.Name] {
	case first + name:
		v.orders[t.Name] = other + name
	case other + name:
		delete(v.orders, t.Name)
	default:
		v.orders[t.Name] = first + name
	}
	v.built = -1
	v.reset()
}

// TypedRune implements fyne.Focusable: a digit sorts the table that the keyboard is in by that column.
func (v *statisticsText) TypedRune(r rune) {
	for i := v.at; i >= 0; i-- {
		if h, ok := v.heads[i]; ok {
			if n := int(r - '1'); n >= 0 && n < len(h.ends) {
				at := v.at
				v.sort(h.table, n)
				v.ensure()
				v.at = at // the row at the same place
				v.reset()
			}
			return
		}
	}
}

// sortedRows returns the rows of a table by a column, -1 for as they are.
func sortedRows(t *browse.StatTable, by int, down bool) []*browse.StatRow {
	rows := make([]*browse.StatRow, len(t.Rows))
	for place, i := range sortedPlaces(len(rows), func(i int) (c Cell) {
		if by >= 0 && by < len(t.Rows[i].Cells) {
			c.Text = t.Rows[i].Cells[by]
		}
		return c
	}, down) {
		rows[place] = &t.Rows[i]
	}
	return rows
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
