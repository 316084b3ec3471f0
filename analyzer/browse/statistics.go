package browse

import (
	"cmp"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// Statistics are what a report counts, as a person reads it.
type Statistics struct {
	Facts  []Fact      `json:"facts"`
	Tables []StatTable `json:"tables"`
	show   func(netip.AddrPort) string
}

// A Fact is one line about the capture as a whole.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A StatTable is a table of counts.
type StatTable struct {
	Name    string    `json:"name"`
	Columns []string  `json:"columns"`
	Words   int       `json:"words"` // columns that hold words; numbers follow
	Rows    []StatRow `json:"rows"`
	More    int       `json:"more"` // rows that were left out
}

// A StatRow is a row of a StatTable, with what leads to the packets that it
// counts.
type StatRow struct {
	Cells  []string       `json:"cells"`
	Worst  int            `json:"worst"`  // severity that the row is about, or NoProblem
	Filter string         `json:"filter"` // expression that lets them through, "" for none
	Packet int            `json:"packet"` // number of one of them, 0 for none
	Stream *report.Stream `json:"-"`      // conversation, nil for none
}

// statRows bounds the rows of a table: a scan has tens of thousands of clients.
const statRows = 200

// Statistics returns what was counted, nil before all is read. show writes an
// address, or a host where the port is 0.
func (v *View) Statistics(show func(netip.AddrPort) string) *Statistics {
	r := v.Report()
	if r == nil {
		return nil
	}
	s := &Statistics{Tables: []StatTable{}, show: show} // in JSON a list, of nothing too
	s.facts(r, v.c.whole.ExchangeCount())
	s.protocols(r)
	s.problems(r)
	s.messages(r)
	s.streams(r)
	s.reflections(r)
	s.discoveries(r)
	s.otherAddresses(r)
	s.guesses(r)
	s.clients(r)
	s.others(r)
	return s
}

func (s *Statistics) facts(r *report.Report, exchanges int) {
	add := func(name, format string, args ...any) {
		s.Facts = append(s.Facts, Fact{name, fmt.Sprintf(format, args...)})
	}
	add("Packets", "%s, %s on the wire", export.Grouped(r.Packets), export.Size(r.Bytes))
	add("Query packets", "%s", export.Grouped(r.Game))
	if r.First != 0 {
		first, last := time.Unix(0, r.First).UTC(), time.Unix(0, r.Last).UTC()
		took := last.Sub(first)
		add("Time", "%s to %s UTC, %s", first.Format("2006-01-02 15:04:05.000"), last.Format("2006-01-02 15:04:05.000"),
			export.Duration(int64(took)))
		if took > 0 {
			add("Rate", "%s packets and %s per second", rate(float64(r.Packets)/took.Seconds()),
				export.Size(int64(float64(r.Bytes)/took.Seconds())))
		}
	}
	add("Exchanges", "%s, with %s; by %s", export.Grouped(exchanges), export.ServersText(r),
		export.Many(len(r.Clients), "client", "clients"))
	if r.Fragments.Packets > 0 {
		add("Fragments", "%s packets; %s datagrams miss some", export.Grouped(r.Fragments.Packets),
			export.Grouped(r.Unassembled))
	}
	if r.Copies.Packets > 0 {
		add("Copies", "%s packets, captured or delivered more than once and counted once; of %s this is not proven",
			export.Grouped(r.Copies.Packets), export.Grouped(r.Unproven))
	}
	for _, d := range []struct {
		name string
		n    int64
	}{{"flows", r.DroppedFlows}, {"servers", r.DroppedServers}, {"clients", r.DroppedClients},
		{"findings", r.DroppedFindings}} {
		if d.n > 0 {
			add("Left out", "%s %s, because there are so many: these are missing below", export.Grouped(d.n), d.name)
		}
	}
}

func rate(v float64) string {
	if v < 100 {
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return export.Grouped(int64(v + 0.5))
}

// table adds a table of what is in list, unless that is empty.
func table[T any](s *Statistics, t StatTable, list []T, row func(T) StatRow) {
	for _, x := range list[:min(len(list), statRows)] {
		t.Rows = append(t.Rows, row(x))
	}
	if t.More = len(list) - len(t.Rows); len(list) > 0 {
		s.Tables = append(s.Tables, t)
	}
}

func (s *Statistics) protocols(r *report.Report) {
	t := StatTable{Name: "Protocols", Words: 1, Columns: []string{"Protocol", "Exchanges", "Answered", "Incomplete",
		"Unanswered", "Unsolicited", "Announced", "Retries", "Parts missing", "Duplicates"}}
	var times []StatRow
	table(s, t, r.ProtocolList(), func(p decoder.Protocol) StatRow {
		v := r.Protocols[p]
		row := StatRow{Worst: NoProblem, Filter: fmt.Sprintf("protocol == %q", p.String()),
			Cells: []string{p.String(), export.Grouped(v.Total())}}
		for i, h := range []*report.Histogram{&v.FirstRTT, &v.LastRTT} {
			if h.Count > 0 && (i == 0 || h.Sum != v.FirstRTT.Sum) {
				cells := []string{p.String(), [...]string{"first reply", "last reply"}[i], export.Grouped(h.Count)}
				times = append(times, StatRow{Worst: NoProblem, Filter: row.Filter, Cells: append(cells, Percentiles(h)...)})
			}
		}
		for _, n := range append(v.Exchanges[:], v.Retries, v.Missing, v.Duplicates) {
			row.Cells = append(row.Cells, export.Grouped(n))
		}
		return row
	})
	t = StatTable{Name: "Round-trip times", Words: 2, Columns: []string{"Protocol", "Time to", "Count", "Median",
		"90th percentile", "99th percentile", "Maximum"}}
	table(s, t, times, func(row StatRow) StatRow { return row })
}

// Percentiles writes how long half, nine tenths and 99 of 100 took at most, and
// the slowest; nothing where nothing is known.
func Percentiles(h *report.Histogram) []string {
	if h.Count == 0 {
		return []string{"", "", "", ""}
	}
	at := func(p float64) string { return export.Duration(h.Percentile(p)) }
	return []string{at(50), at(90), at(99), export.Duration(h.Max)}
}

func (s *Statistics) problems(r *report.Report) {
	t := StatTable{Name: "Problems", Words: 2, Columns: []string{"Problem", "Description", "Count", "First packet"}}
	table(s, t, export.WorstProblems(r), func(p *report.ProblemCount) StatRow {
		row := StatRow{Worst: int(p.Info.Severity), Filter: fmt.Sprintf("problem(%q)", p.Info.Code)}
		first := ""
		if len(p.Examples) > 0 {
			first = export.Grouped(p.Examples[0].Number)
			row.Packet = int(p.Examples[0].Number)
		}
		what, _ := p.Info.General()
		row.Cells = []string{p.Info.Code, what, export.Grouped(p.Count), first}
		return row
	})
}

func (s *Statistics) messages(r *report.Report) {
	t := StatTable{Name: "Messages", Words: 2, Columns: []string{"Message", "Protocol", "Packets", "Bytes"}}
	keys := byPackets(r.Messages, func(k report.MessageKey) string { return k.Protocol.String() + " " + k.Message })
	table(s, t, keys, func(k report.MessageKey) StatRow {
		c := r.Messages[k]
		return StatRow{
			Worst: NoProblem, Filter: fmt.Sprintf("protocol == %q and message == %q", k.Protocol.String(), k.Message),
			Cells: []string{k.Message, k.Protocol.String(), export.Grouped(c.Packets), export.Size(c.Bytes)},
		}
	})
}

// byPackets returns the keys of m, those with most packets first.
func byPackets[K comparable](m map[K]report.Count, name func(K) string) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int {
		return cmp.Or(cmp.Compare(m[b].Packets, m[a].Packets), strings.Compare(name(a), name(b)))
	})
}

func (s *Statistics) clients(r *report.Report) {
	t := StatTable{Name: "Clients", Words: 1, Columns: []string{"Client", "Requests", "Answered", "Unanswered", "Replies",
		"Servers", "Sent", "Received", "RTT 50 %", "90 %", "99 %"}}
	table(s, t, export.BusyClients(r), func(a netip.Addr) StatRow {
		c := r.Clients[a]
		return StatRow{Worst: NoProblem, Filter: fmt.Sprintf("host(%q)", a.Unmap().String()), Cells: append([]string{
			s.show(netip.AddrPortFrom(a, 0)), export.Grouped(c.Requests), export.Grouped(c.Exchanges[report.Answered]),
			export.Grouped(c.Exchanges[report.Unanswered]), export.Grouped(c.Replies),
			export.Grouped(c.Servers), export.Size(c.RequestBytes), export.Size(c.ReplyBytes),
		}, Percentiles(&c.RTT)[:3]...)}
	})
}

func (s *Statistics) streams(r *report.Report) {
	t := StatTable{Name: "Sessions with master servers", Words: 3, Columns: []string{"Server", "Client", "Messages",
		"Server entries", "Bytes missing"}}
	table(s, t, r.Streams, func(v report.Stream) StatRow {
		return StatRow{Worst: NoProblem, Packet: int(v.Packet), Stream: &v, Cells: []string{
			s.show(v.Server), s.show(v.Client), strings.Join(v.Messages, ", "), export.Grouped(v.Entries),
			export.Grouped(v.Gaps),
		}}
	})
}

func (s *Statistics) reflections(r *report.Report) {
	t := StatTable{Name: "Unsolicited reply floods", Words: 2, Columns: []string{"To", "From", "Servers", "Replies",
		"Bytes"}}
	table(s, t, r.Reflections, func(v report.Reflection) StatRow {
		return StatRow{
			Worst: int(decoder.SeverityWarning), Packet: int(v.Packet),
			Filter: fmt.Sprintf("dst == %q", v.Client.Addr().Unmap().String()),
			Cells: []string{s.show(v.Client), s.show(v.Server), export.Grouped(v.Servers), export.Grouped(v.Replies),
				export.Size(v.Bytes)},
		}
	})
}

func (s *Statistics) discoveries(r *report.Report) {
	t := StatTable{Name: "LAN searches", Words: 2, Columns: []string{"Client", "Message", "Answers", "Packet"}}
	table(s, t, r.Discoveries, func(v report.Discovery) StatRow {
		return StatRow{Worst: NoProblem, Packet: int(v.Packet), Cells: []string{s.show(v.Client), v.Message,
			export.Grouped(v.Answers), export.Grouped(v.Packet)}}
	})
}

func (s *Statistics) otherAddresses(r *report.Report) {
	t := StatTable{Name: "Answers from another address", Words: 2, Columns: []string{"Queried", "Answered from", "Addresses",
		"Requests", "Replies"}}
	table(s, t, export.OtherAddresses(r), func(d export.DocElsewhere) StatRow {
		return StatRow{Worst: int(decoder.SeverityWarning), Packet: int(d.Packet), Cells: []string{s.show(d.Asked),
			s.show(d.Answered), export.Grouped(d.Addresses), export.Grouped(d.Requests), export.Grouped(d.Replies)}}
	})
}

func (s *Statistics) guesses(r *report.Report) {
	t := StatTable{Name: "Hosts queried on several ports", Words: 3, Columns: []string{"Host", "Answered", "No answer"}}
	table(s, t, export.PortGuesses(r), func(g export.DocGuess) StatRow {
		host, _ := netip.ParseAddr(g.Host)
		return StatRow{Worst: NoProblem, Filter: fmt.Sprintf("host(%q)", g.Host), Cells: []string{
			s.show(netip.AddrPortFrom(host, 0)), strings.Trim(fmt.Sprint(g.Answered), "[]"),
			strings.Trim(fmt.Sprint(g.Silent), "[]"),
		}}
	})
}

func (s *Statistics) others(r *report.Report) {
	t := StatTable{Name: "Other traffic", Words: 1, Columns: []string{"Probably", "Packets", "Bytes"}}
	table(s, t, byPackets(r.Other, func(k string) string { return k }), func(k string) StatRow {
		c := r.Other[k]
		return StatRow{Worst: NoProblem, Cells: []string{k, export.Grouped(c.Packets), export.Size(c.Bytes)}}
	})
}
