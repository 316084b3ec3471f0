package export

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// ScreenOptions say how the report for a terminal should look.
type ScreenOptions struct {
	Width  int    // columns, 0 for 100; at least 72 are used
	Color  bool   // with ANSI colour codes
	Top    int    // rows of a list, 0 for 10
	Filter string // the expression that packets had to meet, "" for none
	Status string // what to say in front, such as that reading was stopped
}

// Screen writes r, which must be settled, as a report for a terminal: what the
// capture holds, on about one screen.
func Screen(w io.Writer, r *report.Report, o ScreenOptions) error {
	s := newScreen(r, o)
	s.summary()
	s.files()
	for _, t := range []*Table{s.protocolTable(), s.serverTable(), s.clientTable(), s.eventTable()} {
		s.titled(t)
	}
	s.problems()
	s.list("Findings", "", s.findingLines())
	if r.Game > 0 {
		s.list("Other packets", "", s.otherLines())
	} else {
		s.titled(s.otherTable())
	}
	s.list("Limits", yellow, s.limitLines())
	_, err := io.WriteString(w, s.b.String())
	return err
}

func newScreen(r *report.Report, o ScreenOptions) *screen {
	o.Width = max(72, cmp.Or(o.Width, 100))
	o.Top = cmp.Or(o.Top, 10)
	return &screen{o: o, r: r, days: r.Last/86_400e9 != r.First/86_400e9}
}

type screen struct {
	b    strings.Builder
	o    ScreenOptions
	r    *report.Report
	days bool // times need their day
}

func (s *screen) line(text string) {
	s.b.WriteString(Cut(text, s.o.Width))
	s.b.WriteByte('\n')
}

// colored wraps text in a colour, bold or dim, when there are colours.
func (s *screen) colored(code, text string) string {
	if !s.o.Color || code == "" || text == "" {
		return text
	}
	return ansi(code, text)
}

func ansi(code, text string) string { return "\x1b[" + code + "m" + text + "\x1b[0m" }

const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	yellow = "33"
	cyan   = "36"
)

func (s *screen) heading(title, note string) {
	s.b.WriteByte('\n')
	s.b.WriteString(s.colored(bold, title))
	if note != "" {
		s.b.WriteString(s.colored(dim, "  "+note))
	}
	s.b.WriteByte('\n')
}

// shown says which part of a list is shown, "" for all of it.
func (s *screen) shown(n int, order string) string {
	if n <= s.o.Top {
		return ""
	}
	return "the " + Grouped(int64(s.o.Top)) + " " + order + " of " + Grouped(int64(n))
}

func (s *screen) titled(t *Table) {
	if t != nil {
		s.heading(t.Title, t.Note)
		s.b.WriteString(t.Text(s.o.Width, s.o.Color))
	}
}

func (s *screen) list(title, color string, lines []string) {
	if len(lines) == 0 {
		return
	}
	s.heading(title, "")
	for _, l := range lines {
		s.paragraph(2, color, l)
	}
}

// paragraph writes text indented, in as many lines as it takes.
func (s *screen) paragraph(indent int, color, text string) {
	for _, l := range Wrap(text, s.o.Width-indent) {
		s.b.WriteString(strings.Repeat(" ", indent))
		s.b.WriteString(s.colored(color, l))
		s.b.WriteByte('\n')
	}
}

func (s *screen) summary() {
	s.paragraph(0, bold, s.summaryText())
	s.paragraph(0, "", s.foundText())
	if s.o.Filter != "" {
		s.paragraph(0, cyan, "Only packets that meet the filter "+Text(s.o.Filter)+" are counted.")
	}
	if s.o.Status != "" {
		s.paragraph(0, yellow, Text(s.o.Status))
	}
}

func (s *screen) summaryText() string {
	r := s.r
	text := Many(r.Packets, "packet", "packets") + ", " + Size(r.Bytes)
	if len(r.Files) > 1 {
		text = Many(len(r.Files), "capture", "captures") + ", " + text
	}
	if r.First == 0 {
		return text
	}
	form := "15:04:05.000"
	if s.days {
		form = "2006-01-02 15:04:05.000"
	}
	return text + ", " + moment(r.First).Format("2006-01-02 15:04:05.000") + " to " + moment(r.Last).Format(form) +
		" UTC (" + Duration(r.Last-r.First) + ")"
}

func (s *screen) foundText() string {
	r := s.r
	switch {
	case r.Packets == 0:
		return "There is not a single packet to explain."
	case r.Game == 0 && s.o.Filter != "":
		return "No packet of the query protocols meets the filter."
	case r.Game == 0:
		return "None of the packets is of a game-server query protocol; below is what they seem to be."
	}
	var answered, requests, unsolicited int64
	for _, t := range r.Protocols {
		e := &t.Exchanges
		answered += e[report.Answered] + e[report.Incomplete]
		requests += e[report.Answered] + e[report.Incomplete] + e[report.Unanswered]
		unsolicited += e[report.Unsolicited]
	}
	text := Many(r.Game, "message of a query protocol", "messages of query protocols") + ": "
	if len(r.Servers) > 0 {
		text += Many(requests, "request", "requests") + ", " + Grouped(answered) + " answered; " +
			ServersText(r) + ", " + Many(len(r.Clients), "client", "clients")
	}
	if n := int64(len(r.Streams)); n > 0 {
		if len(r.Servers) > 0 {
			text += "; "
		}
		text += Many(n, "session over TCP", "sessions over TCP")
	}
	if unsolicited > 0 {
		text += "; " + Many(unsolicited, "exchange of unsolicited replies", "exchanges of unsolicited replies")
	}
	return text + "."
}

// ServersText writes how many servers a report has. Addresses that never answered
// are counted by themselves: a port that was only tried is no server.
func ServersText(r *report.Report) string {
	answering := r.Answering()
	text := Many(answering, "server", "servers")
	if silent := int64(len(r.Servers) - answering); silent > 0 {
		text += ", " + Many(silent, "address", "addresses") + " that did not answer"
	}
	return text
}

func (s *screen) files() {
	t := Table{Indent: 2, Columns: []Column{{Title: "Capture", Max: 60}, {Title: "Format"},
		{Title: "Packets", Right: true}, {Title: "Bytes", Right: true}, {Title: "Remarks"}}}
	for _, f := range s.r.Files {
		remark := ""
		if f.Stopped {
			remark = "stopped before its end"
		}
		if f.Skipped > 0 {
			remark = strings.TrimPrefix(remark+", "+Size(f.Skipped)+" made no sense", ", ")
		}
		t.Add(Text(f.Name), f.Format, Grouped(f.Packets), Size(f.Bytes), remark)
	}
	s.heading("Captures", "")
	s.b.WriteString(t.Text(s.o.Width, s.o.Color))
	for _, f := range s.r.Files {
		for i, p := range f.Problems {
			if i == s.o.Top {
				s.paragraph(2, yellow, Text(f.Name)+": … and "+Many(len(f.Problems)-i, "more problem", "more problems"))
				break
			}
			name := ""
			if len(s.r.Files) > 1 {
				name = Text(f.Name) + ": "
			}
			s.paragraph(2, yellow, name+"at offset "+Grouped(p.Offset)+", packet "+Grouped(p.Packet)+": "+Text(p.Message)+" ("+
				p.Code+")")
		}
	}
}

func (s *screen) protocolTable() *Table {
	if len(s.r.Protocols) == 0 {
		return nil
	}
	t := &Table{Title: "Exchanges by protocol",
		Note: "p50: half of the first replies took at most this time; lost: missing parts", Indent: 2, Columns: []Column{
			{Title: "Protocol"}, {Title: "answered", Right: true}, {Title: "incomplete", Right: true},
			{Title: "unanswered", Right: true}, {Title: "unsolicited", Right: true}, {Title: "announced", Right: true},
			{Title: "p50 / p90 / p99", Right: true}, {Title: "lost", Right: true},
			{Title: "retries", Right: true}, {Title: "dup", Right: true}, {Title: "reord", Right: true},
		}}
	for _, p := range s.r.ProtocolList() {
		x := s.r.Protocols[p]
		row := []string{p.String()}
		for _, n := range x.Exchanges {
			row = append(row, count(n))
		}
		t.Add(append(row, rttRange(&x.FirstRTT), count(x.Missing), count(x.Retries), count(x.Duplicates),
			count(x.Reordered))...)
	}
	return t
}

// none stands for 0, which is what most counts are, and for no time.
const none = "·"

func count(n int64) string {
	if n == 0 {
		return none
	}
	return Grouped(n)
}

func rttRange(h *report.Histogram) string {
	if h.Count == 0 {
		return none
	}
	ms := func(p float64) string { return significant(float64(h.Percentile(p)) / 1e6) }
	return ms(50) + " / " + ms(90) + " / " + ms(99) + " ms"
}

func rttText(h *report.Histogram, p float64) string {
	if h.Count == 0 {
		return none
	}
	return Duration(h.Percentile(p))
}

func byTraffic(r *report.Report) []*report.Server {
	all := servers(r)
	slices.SortStableFunc(all, func(a, b *report.Server) int {
		return cmp.Or(cmp.Compare(min(1, b.Replies), min(1, a.Replies)), cmp.Compare(b.Total(), a.Total()))
	})
	return all
}

func (s *screen) serverTable() *Table {
	all := byTraffic(s.r)
	if len(all) == 0 {
		return nil
	}
	t := &Table{Title: "Servers", Note: s.shown(len(all), "with most traffic"), Indent: 2, Columns: []Column{
		{Title: "Server"}, {Title: "Name", Max: 40}, {Title: "Map", Max: 24}, {Title: "Players"}, {Title: "", Spare: true},
		{Title: "Protocol"}, {Title: "RTT", Right: true}, {Title: "answered", Right: true},
	}}
	for i, v := range all {
		if i == s.o.Top {
			break
		}
		e := &v.Exchanges
		asked := e[report.Answered] + e[report.Incomplete] + e[report.Unanswered]
		answered := Grouped(e[report.Answered]+e[report.Incomplete]) + "/" + Grouped(asked)
		if asked == 0 {
			answered = "not queried"
		}
		t.Add(address(v.Addr), str(lastText(&v.Name)), str(lastText(&v.Map)), playersText(v), sparkline(v, 12),
			protocolNames(v.Protocols), rttText(&v.RTT, 50), answered)
	}
	return t
}

func str(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

func playersText(v *report.Server) string {
	n, ok := v.Players.Last()
	if !ok {
		return ""
	}
	text := strconv.FormatInt(n, 10)
	if m, ok := v.MaxPlayers.Last(); ok {
		text += "/" + strconv.FormatInt(m, 10)
	}
	return text
}

func protocolNames(list []decoder.Protocol) string {
	var names []string
	for _, p := range list {
		names = append(names, p.String())
	}
	return strings.Join(names, " ")
}

var sparks = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// sparkline is empty when the number of players never changed.
func sparkline(v *report.Server, n int) string {
	l := v.Players.Runs
	if len(l) < 2 {
		return ""
	}
	top := max(1, *most(&v.Players))
	if m, ok := v.MaxPlayers.Last(); ok && m < 1000 {
		top = max(top, m)
	}
	first, end := l[0].From, l[len(l)-1].To
	if first == 0 {
		return "" // nobody knows when
	}
	var b strings.Builder
	at := 0
	for i := range n {
		t := first + (end-first)/int64(n)*int64(i) + (end-first)/int64(2*n)
		for at+1 < len(l) && l[at+1].From <= t {
			at++
		}
		level := l[at].Value * int64(len(sparks)) / (top + 1)
		b.WriteString(sparks[max(0, min(level, int64(len(sparks)-1)))])
	}
	return b.String()
}

func (s *screen) clientTable() *Table {
	all := BusyClients(s.r)
	if len(all) == 0 {
		return nil
	}
	t := &Table{Title: "Clients", Note: s.shown(len(all), "with most requests"), Indent: 2, Columns: []Column{
		{Title: "Client"}, {Title: "requests", Right: true}, {Title: "replies", Right: true},
		{Title: "sent", Right: true, Spare: true}, {Title: "received", Right: true, Spare: true},
		{Title: "answered", Right: true}, {Title: "unanswered", Right: true}, {Title: "unsolicited", Right: true},
		{Title: "RTT p50", Right: true},
	}}
	for _, a := range all[:min(len(all), s.o.Top)] {
		c := s.r.Clients[a]
		t.Add(address(a), count(c.Requests), count(c.Replies), Size(c.RequestBytes), Size(c.ReplyBytes),
			count(c.Exchanges[report.Answered]+c.Exchanges[report.Incomplete]), count(c.Exchanges[report.Unanswered]),
			count(c.Exchanges[report.Unsolicited]), rttText(&c.RTT, 50))
	}
	return t
}

func (s *screen) eventTable() *Table {
	all := events(s.r)
	all = slices.DeleteFunc(all, func(e serverEvent) bool { return e.Kind == report.EventScore })
	if len(all) == 0 {
		return nil
	}
	t := &Table{Title: "Events", Note: s.shown(len(all), "latest"), Indent: 2,
		Columns: []Column{{Title: "Time"}, {Title: "Packet", Right: true}, {Title: "Server"}, {Title: "What", Max: 120}}}
	for _, e := range all[max(0, len(all)-s.o.Top):] {
		packet := ""
		if e.Packet != 0 {
			packet = Grouped(e.Packet)
		}
		t.Add(clock(e.Time, s.days), packet, address(e.server.Addr), EventText(&e.Event))
	}
	return t
}

// EventText says what happened.
func EventText(e *report.Event) string {
	from := cmp.Or(Text(e.Old), "none") + " → " + cmp.Or(Text(e.New), "none")
	switch e.Kind {
	case report.EventJoin:
		return "joined: " + Text(e.Who)
	case report.EventLeave:
		return "left: " + Text(e.Who)
	case report.EventScore:
		return "score of " + Text(e.Who) + ": " + from
	case report.EventTeam:
		return "team of " + Text(e.Who) + ": " + from
	case report.EventAnswering:
		return "answers again"
	case report.EventSilent:
		return "stopped answering"
	case report.EventRule:
		return "rule " + Text(e.Who) + ": " + from
	case report.EventPassword:
		if e.New == "true" {
			return "password required: yes"
		}
		return "password required: no"
	}
	return strings.ReplaceAll(string(e.Kind), "-", " ") + ": " + from
}
